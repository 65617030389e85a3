"""Other programs' files: gensim reads our text, and we read and write what the C program does."""

import numpy as np
import pytest
from gensim.models import KeyedVectors
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from origins.errors import OriginsError
from origins.glove import formats

WORDS = ["the", "naïve", 'quo"ted', "ελλάδα"]
finite = st.floats(width=32, allow_nan=False, allow_infinity=False)


@settings(deadline=None)
@given(vectors=arrays(np.float32, (4, 5), elements=finite))
def test_gensim_reads_back_every_bit_of_both_text_formats(tmp_path_factory, vectors):
    path = tmp_path_factory.mktemp("text") / "vectors.txt"
    for write, options in ((formats.write_glove_text, {"no_header": True}), (formats.write_word2vec_text, {})):
        write(path, WORDS, vectors)
        read = KeyedVectors.load_word2vec_format(path, **options)
        assert read.index_to_key == WORDS
        np.testing.assert_array_equal(read.vectors, vectors)


def test_text_has_a_line_a_word_with_the_shortest_decimals(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "BLOCK", 2)
    vectors = np.array([[0.1, -2], [1e-10, 0.3333333], [0, 5]], dtype=np.float32)
    formats.write_word2vec_text(tmp_path / "v.txt", ["a", "b", "c"], vectors)
    assert (tmp_path / "v.txt").read_text() == "3 2\na 0.1 -2\nb 1e-10 0.3333333\nc 0 5\n"
    formats.write_glove_text(tmp_path / "g.txt", ["a", "b", "c"], vectors)
    assert (tmp_path / "g.txt").read_text() == "a 0.1 -2\nb 1e-10 0.3333333\nc 0 5\n"


@pytest.mark.parametrize("word", ["two words", "", "tab\tbed", "line\n"])
def test_word_with_blanks_is_refused_and_nothing_is_written(tmp_path, word):
    with pytest.raises(OriginsError, match="cannot contain the word"):
        formats.write_glove_text(tmp_path / "v.txt", ["a", word], np.ones((2, 3)))
    with pytest.raises(OriginsError, match="cannot contain the word"):
        formats.export_reference(tmp_path / "v.bin", tmp_path / "vocab.txt", [word], [3], *reference_parameters(1, 2))
    assert not list(tmp_path.iterdir())


def reference_parameters(V, D):
    rng = np.random.default_rng(V)
    return rng.normal(size=(V, D)), rng.normal(size=(V, D)), rng.normal(size=V), rng.normal(size=V)


def write_as_the_reference_program(folder, V, D):
    """One array of doubles: V words, then V contexts, each its vector and then its bias."""
    W, U, b, c = reference_parameters(V, D)
    flat = [x for rows, bias in ((W, b), (U, c)) for i in range(V) for x in [*rows[i], bias[i]]]
    np.array(flat, dtype="<f8").tofile(folder / "vectors.bin")
    lines = [f"{word} {10 - i}\n" for i, word in enumerate(WORDS[:V])]
    (folder / "vocab.txt").write_text("".join(lines), encoding="utf-8")
    return folder / "vectors.bin", folder / "vocab.txt"


@pytest.mark.parametrize("D", [1, 3, 8])
def test_parameters_of_the_reference_program_are_read(tmp_path, D):
    words, counts, *parameters = formats.import_reference(*write_as_the_reference_program(tmp_path, 4, D))
    assert words == WORDS
    assert counts.tolist() == [10, 9, 8, 7]
    for ours, theirs in zip(parameters, reference_parameters(4, D), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_exported_files_are_those_of_the_reference_program(tmp_path):
    bin_path, vocab_path = write_as_the_reference_program(tmp_path, 3, 5)
    formats.export_reference(tmp_path / "b", tmp_path / "v", *formats.import_reference(bin_path, vocab_path))
    assert (tmp_path / "b").read_bytes() == bin_path.read_bytes()
    assert (tmp_path / "v").read_bytes() == vocab_path.read_bytes()


@pytest.mark.parametrize("change", [-8, -1, 1, 8])
def test_size_that_does_not_fit_the_vocabulary_is_named(tmp_path, change):
    bin_path, vocab_path = write_as_the_reference_program(tmp_path, 3, 5)
    bin_path.write_bytes((bin_path.read_bytes() + b"\0" * 8)[: 288 + change])
    with pytest.raises(OriginsError, match=rf"vectors\.bin has {288 + change} bytes, .*vocab\.txt has 3 words"):
        formats.import_reference(bin_path, vocab_path)


@pytest.mark.parametrize("size", [0, 48])
def test_file_without_room_for_vectors_is_refused(tmp_path, size):
    bin_path, vocab_path = write_as_the_reference_program(tmp_path, 3, 5)
    bin_path.write_bytes(b"\0" * size)
    with pytest.raises(OriginsError, match=f"has {size} bytes"):
        formats.import_reference(bin_path, vocab_path)


@pytest.mark.parametrize("line", ["word", "word many", "", " 3", "two words 3"])
def test_line_that_is_not_a_word_and_its_count_is_named(tmp_path, line):
    bin_path, vocab_path = write_as_the_reference_program(tmp_path, 3, 5)
    vocab_path.write_text(f"the 10\n{line}\nof 2\n")
    with pytest.raises(OriginsError, match=r"vocab\.txt:2: expected"):
        formats.import_reference(bin_path, vocab_path)


@pytest.mark.parametrize("missing", ["vectors.bin", "vocab.txt"])
def test_missing_file_is_named(tmp_path, missing):
    paths = write_as_the_reference_program(tmp_path, 3, 5)
    (tmp_path / missing).unlink()
    with pytest.raises(OriginsError, match=f"{missing} does not exist"):
        formats.import_reference(*paths)

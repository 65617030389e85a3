"""Vectors of others, read as gensim reads them, but only those that are needed."""

import bz2
import gzip
import math

import numpy as np
import pytest
from gensim.models import KeyedVectors

from origins.errors import OriginsError
from origins.files.csvfile import write_csv
from origins.metrics import pretrained
from origins.metrics.definitions import metric
from origins.metrics.permutation import permutation_test
from origins.metrics.pretrained import pretrained_table, read_vectors

WORDS = ["the", "He", "he", "größe", "NASA", "Größe", "nbsp\xa0word", "его", "she", "Nasa", "art", "last"]
FORMATS = {"word2vec.txt": (False, False), "glove.txt": (False, True), "word2vec.bin": (True, False)}


@pytest.fixture
def keyed():
    vectors = KeyedVectors(vector_size=5)
    vectors.add_vectors(WORDS, np.random.default_rng(4).normal(size=(len(WORDS), 5)).astype(np.float32))
    return vectors


def save(keyed, path):
    """By gensim, in the format that the name says."""
    binary, headless = FORMATS[path.name]
    keyed.save_word2vec_format(path, binary=binary, write_header=not headless)
    return path


def by_gensim(path):
    binary, headless = FORMATS[path.name]
    return KeyedVectors.load_word2vec_format(path, binary=binary, no_header=headless)


@pytest.mark.parametrize("chunk", [40, 1 << 20])
@pytest.mark.parametrize("name", FORMATS)
def test_vectors_are_those_that_gensim_reads(keyed, tmp_path, monkeypatch, name, chunk):
    monkeypatch.setattr(pretrained, "CHUNK", chunk)
    path = save(keyed, tmp_path / name)
    known = by_gensim(path)
    found = read_vectors(path, ["she", "missing", *WORDS, "she"])
    assert found.words == ["she", *(word for word in WORDS if word != "she")]
    assert found.other_case == {}
    assert found.W.dtype == np.float32
    np.testing.assert_array_equal(found.W, [known[word] for word in found.words])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("suffix", "compress"), [(".gz", gzip.compress), (".bz2", bz2.compress)])
def test_compressed_files_are_the_same(keyed, tmp_path, name, suffix, compress):
    path = save(keyed, tmp_path / name)
    packed = path.with_name(name + suffix)
    packed.write_bytes(compress(path.read_bytes()))
    np.testing.assert_array_equal(read_vectors(packed, WORDS).W, read_vectors(path, WORDS).W)


@pytest.mark.parametrize("name", FORMATS)
def test_a_word_is_found_in_another_case_only_if_it_is_not_there_as_given(keyed, tmp_path, name):
    found = read_vectors(save(keyed, tmp_path / name), ["nasa", "he", "größe", "art"])
    assert found.other_case == {"nasa": "NASA"}  # the first of two spellings
    np.testing.assert_array_equal(found.W, [keyed[word] for word in ("NASA", "he", "größe", "art")])


def test_fasttext_ends_lines_with_a_blank(tmp_path):
    path = tmp_path / "cc.vec"
    path.write_text("2 3\nhe 1 2 3 \nshe 4 5 6 \n")
    assert read_vectors(path, ["she", "he"]).W.tolist() == [[4, 5, 6], [1, 2, 3]]


def test_words_with_blanks_are_not_taken_for_their_first_part(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("the 0 0 1\nat name@domain.com 1 2 3\nat 4 5 6\n\n")
    assert read_vectors(path, ["at"]).W.tolist() == [[4, 5, 6]]


def test_of_a_word_that_is_there_twice_the_first_counts(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("he 1 2\nhe 3 4\nshe 5 6\n")
    assert read_vectors(path, ["she", "he"]).W.tolist() == [[5, 6], [1, 2]]


def test_a_file_is_read_no_further_than_to_the_last_word_needed(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("he 1 2\nshe 3 4\nhe damaged\n")
    assert read_vectors(path, ["she", "he"]).words == ["she", "he"]


def test_damage_to_a_word_that_nobody_needs_does_not_matter(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("he 1 2\nit damaged\nshe 3 4\n")
    assert read_vectors(path, ["she"]).W.tolist() == [[3, 4]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", r"v\.txt:1: expected a word and its vector, .* found '';"),
        (b"\n\n", r"v\.txt:1: expected a word and its vector"),
        (b"once upon a time\n", r"v\.txt:1: expected a word and its vector, .* found 'once upon a time'; give"),
        (b"0 300\n", r"v\.txt:1: '0 300' words and dimensions are no vectors"),
        (b"the 1 2\nhe 1\n", r"v\.txt:2: expected a word and 2 numbers, found 'he 1'; the file is damaged"),
        (b"the 1 2\n\nhe 1 nan\n", r"v\.txt:3: expected a word and 2 numbers, found 'he 1 nan'"),
        (b"2 2\nthe 1 2\nHe x 2\n", r"v\.txt:3: expected a word and 2 numbers, found 'He x 2'"),
        (b"3 2\nhe 1 2\nshe 3 4\n", r"v\.txt ends after 2 of 3 words: it is truncated"),
        (b"the 1 2\nit 3 4\n", r"v\.txt has none of the 2 words of the metrics; check its language"),
        (b"\xba\x16\x4f\x2f\x0c\0\0\0", r"v\.txt is a model of fastText, not its vectors; give the \.vec file"),
        (b"PK\x03\x04\x14\0", r"v\.txt is a \.zip archive; unpack it first"),
        (b"2 2\nthe \0\0\x80?\0\0\0@\nhe \0\0\x80?\0", r"v\.txt has 2 words .* truncated or damaged after 1\."),
        (b"2 2\nthe \0\0\x80?\0\0\0@he \0\0\xc0\x7f\0\0\0@", r"the vector of word 2, 'he', has a value that is not"),
        (b"9 2\n" + b"\xff" * 200_000, r"v\.txt has 9 words .* truncated or damaged after 0\."),
    ],
)
def test_bad_files_are_named_in_one_sentence(tmp_path, content, sentence):
    path = tmp_path / "v.txt"
    path.write_bytes(content)
    with pytest.raises(OriginsError, match=sentence) as error:
        read_vectors(path, ["he", "they"])
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_or_cut_off_is_named(tmp_path):
    with pytest.raises(OriginsError, match=r"v\.txt does not exist"):
        read_vectors(tmp_path / "v.txt", ["he"])
    path = tmp_path / "v.txt.gz"
    path.write_bytes(gzip.compress(b"the 1 2\n" * 1000)[:-10])
    with pytest.raises(OriginsError, match=r"v\.txt\.gz ends too early"):
        read_vectors(path, ["he"])


WEAT = {"kind": "weat", "S": ["art", "nasa"], "T": ["the", "last"], "A": ["he", "его"], "B": ["she", "größe", "gone"]}
DEFINITIONS = {
    "mine": WEAT,
    "mac": {"kind": "mac", "S": ["art", "nasa"], "A": ["he", "last"], "B": ["she", "the"]},
    "few": {"kind": "mac", "S": ["art", "away"], "A": ["he", "last"], "B": ["she", "the"]},
}


def test_every_metric_is_measured_in_every_file(keyed, tmp_path, caplog):
    files = {"ours": save(keyed, tmp_path / "glove.txt"), "theirs": save(keyed, tmp_path / "word2vec.bin")}
    table = pretrained_table(files, DEFINITIONS)
    assert table["metric"].tolist() == ["mine", "mac", "few"] * 2
    assert table["vectors"].tolist() == ["ours"] * 3 + ["theirs"] * 3
    ids = {word.lower(): k for k, word in reversed(list(enumerate(WORDS)))} | {w: k for k, w in enumerate(WORDS)}
    W = keyed.vectors.astype(float)
    mine, mac = (metric(name, DEFINITIONS[name], ids) for name in ("mine", "mac"))
    assert mine.missing == ("gone",)
    first = table.iloc[0]
    assert first["bias"] == mine.bias(W[mine.words])
    p = permutation_test(*(W[mine.words[positions]] for positions in mine.sets))
    assert (first["p"], first["partitions"], first["exact"]) == p
    assert (first["missing"], first["other_case"]) == ("gone", "NASA")
    assert table.loc[1, "bias"] == mac.bias(W[mac.words])
    assert math.isnan(table.loc[2, "bias"])
    assert table.loc[2, "missing"] == "away"
    assert table[["p", "partitions"]].isna().to_numpy().tolist() == [[False] * 2, [True] * 2, [True] * 2] * 2
    assert "metrics.few.S has only 1 word in the vocabulary (missing: away)" in caplog.text
    write_csv(table, tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text().splitlines()
    assert lines[1].endswith(",6,True,gone,NASA")
    assert lines[3] == "few,ours,,,,,away,"

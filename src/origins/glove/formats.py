"""Embeddings to and from other programs: GloVe and word2vec text, and the binary format of the C program."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc

from origins.errors import OriginsError
from origins.files.given import read_text, readable, streams, writing

BLOCK = 4096  # rows turned into text at a time


class Reference(NamedTuple):
    """An embedding of the reference C program; its numbers are float64."""

    words: list[str]
    counts: np.ndarray
    W: np.ndarray
    U: np.ndarray
    b: np.ndarray
    c: np.ndarray


def write_glove_text(path: str | Path, words: Sequence[str], vectors: np.ndarray) -> None:
    """One line per word: the word, then its vector. Gensim reads every float32 back exactly with `no_header=True`."""
    _write_text(path, words, vectors, header=b"")


def write_word2vec_text(path: str | Path, words: Sequence[str], vectors: np.ndarray) -> None:
    """As `write_glove_text`, after a line with the numbers of words and dimensions."""
    _write_text(path, words, vectors, header=b"%d %d\n" % np.shape(vectors))


def export_reference(
    bin_path: str | Path,
    vocab_path: str | Path,
    words: Sequence[str],
    counts: Sequence[int],
    W: np.ndarray,
    U: np.ndarray,
    b: np.ndarray,
    c: np.ndarray,
) -> None:
    """The two files the reference program leaves: parameters (`-binary 1`) and vocab.txt.

    The parameters are float64, little endian: one row per word, then one per context; a row is a vector and its bias.
    """
    if streams(bin_path):
        raise OriginsError(f"{bin_path} is not a regular file, but this format is two files; give a path for them.")
    _check_words(vocab_path, words)
    with writing(bin_path) as parameters, writing(vocab_path) as vocabulary:
        for vectors, biases in ((W, b), (U, c)):
            parameters.write(np.column_stack([vectors, biases]).astype("<f8").tobytes())
        vocabulary.writelines(f"{word} {count}\n".encode() for word, count in zip(words, counts, strict=True))


def import_reference(bin_path: str | Path, vocab_path: str | Path) -> Reference:
    """Read what the reference program trained; D follows from the size of the file and the number of words."""
    words, counts = _read_vocabulary(vocab_path)
    return Reference(words, counts, *_read_parameters(bin_path, vocab_path, len(words)))


def import_squared_gradients(path: str | Path, reference: Reference) -> tuple[np.ndarray, np.ndarray]:
    """AdaGrad's squared gradients of W and b, which the program writes with `-save-gradsq 1 -binary 1`."""
    G_W, _, G_b, _ = parts = _read_parameters(path, "its vocabulary", len(reference.words))
    if G_W.shape != reference.W.shape:
        raise OriginsError(
            f"{path} has {G_W.shape[1]} dimensions, the vectors have {reference.W.shape[1]}; give the squared "
            "gradients of the same training."
        )
    if any((part <= 0).any() for part in parts):
        raise OriginsError(f"{path} contains numbers that are not positive; give the program's squared gradients.")
    return G_W, G_b


def _read_parameters(path: str | Path, vocab_path: str | Path, V: int) -> tuple[np.ndarray, ...]:
    """W, U, b and c, or as many numbers of another kind in the same places."""
    file = readable(path, "a file that the reference program wrote with -binary 1 or 2")
    numbers = np.frombuffer(file.read_bytes(), dtype=np.uint8)
    size = len(numbers)
    width = size // (16 * V)
    if size != 16 * V * width or width < 2:
        raise OriginsError(
            f"{path} has {size} bytes, which is not 2 × {V} rows of float64 (as {vocab_path} has {V} words); "
            "give the vocabulary that it was trained with."
        )
    rows = numbers.view("<f8").reshape(2, V, width)
    if not np.isfinite(rows).all():
        raise OriginsError(f"{path} contains NaN or infinite numbers; the training failed, or this is another file.")
    return rows[0, :, :-1], rows[1, :, :-1], rows[0, :, -1], rows[1, :, -1]


def _read_vocabulary(path: str | Path) -> tuple[list[str], np.ndarray]:
    """The words and counts of a vocab.txt, which has "word count" on each line."""
    counts: dict[str, int] = {}
    lines = read_text(path, "the reference program's vocabulary file").removesuffix("\n").split("\n")
    for number, line in enumerate(lines, start=1):
        word, _, count = line.partition(" ")
        if not word or not (count.isascii() and count.isdigit() and len(count) <= 18):
            raise OriginsError(f'{path}:{number}: expected "word count", found {line[:60]!r}; fix the line.')
        if word in counts:
            raise OriginsError(f"{path}:{number}: the word {word[:60]!r} occurs twice; fix the line.")
        counts[word] = int(count)
    return list(counts), np.array(list(counts.values()), dtype=np.int64)


def _write_text(path: str | Path, words: Sequence[str], vectors: np.ndarray, header: bytes) -> None:
    _check_words(path, words)
    if len(words) != len(vectors):
        raise ValueError(f"{len(words)} words, {len(vectors)} vectors")
    with writing(path) as file:
        file.write(header)
        for start in range(0, len(words), BLOCK):
            numbers = _decimals(np.asarray(vectors[start : start + BLOCK], dtype=np.float32))
            for word, line in zip(words[start : start + BLOCK], numbers, strict=True):
                file.write(word.encode() + b" " + line + b"\n")


def _decimals(vectors: np.ndarray) -> list[bytes]:
    """One line per row, as Arrow prints float32: the shortest decimals that round-trip."""
    table = pa.table({str(k): np.ascontiguousarray(column) for k, column in enumerate(vectors.T)})
    lines = pa.BufferOutputStream()
    pc.write_csv(table, lines, pc.WriteOptions(include_header=False, delimiter=" ", quoting_style="none"))
    return lines.getvalue().to_pybytes().splitlines()


def _check_words(path: str | Path, words: Sequence[str]) -> None:
    for word in words:
        if word.split() != [word]:
            raise OriginsError(f"{path} cannot contain the word {word!r}: blanks separate its fields; leave it out.")

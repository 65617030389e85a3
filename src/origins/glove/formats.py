"""Embeddings to and from other programs: GloVe and word2vec text, and the binary format of the C program."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc

from origins.errors import OriginsError
from origins.files.atomic import replacing

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
    _check_words(vocab_path, words)
    with replacing(bin_path) as parameters, replacing(vocab_path) as vocabulary:
        for vectors, biases in ((W, b), (U, c)):
            parameters.write(np.column_stack([vectors, biases]).astype("<f8").tobytes())
        vocabulary.writelines(f"{word} {count}\n".encode() for word, count in zip(words, counts, strict=True))


def import_reference(bin_path: str | Path, vocab_path: str | Path) -> Reference:
    """Read what the reference program trained; D follows from the size of the file and the number of words."""
    words, counts = _read_vocabulary(vocab_path)
    try:
        numbers = np.fromfile(bin_path, dtype="<f8")
        size = Path(bin_path).stat().st_size
    except FileNotFoundError:
        raise OriginsError(f"{bin_path} does not exist; train with the reference program's -binary 1 or 2.") from None
    V = len(words)
    width = size // (16 * V)
    if size != 16 * V * width or width < 2:
        raise OriginsError(
            f"{bin_path} has {size} bytes, which is not 2 × {V} rows of float64 (as {vocab_path} has {V} words); "
            "give the vocabulary that it was trained with."
        )
    rows = numbers.reshape(2, V, width)
    return Reference(words, counts, rows[0, :, :-1], rows[1, :, :-1], rows[0, :, -1], rows[1, :, -1])


def _read_vocabulary(path: str | Path) -> tuple[list[str], np.ndarray]:
    """The words and counts of a vocab.txt, which has "word count" on each line."""
    words, counts = [], []
    try:
        lines = Path(path).read_bytes().decode().removesuffix("\n").split("\n")
    except FileNotFoundError:
        raise OriginsError(f"{path} does not exist; give the reference program's vocabulary file.") from None
    except UnicodeDecodeError as error:
        raise OriginsError(f"{path} is not UTF-8 text ({error}); give the vocabulary file itself.") from error
    for number, line in enumerate(lines, start=1):
        word, _, count = line.partition(" ")
        if not word or not (count.isascii() and count.isdigit()):
            raise OriginsError(f'{path}:{number}: expected "word count", found {line[:60]!r}; fix the line.')
        words.append(word)
        counts.append(int(count))
    return words, np.array(counts, dtype=np.int64)


def _write_text(path: str | Path, words: Sequence[str], vectors: np.ndarray, header: bytes) -> None:
    _check_words(path, words)
    if len(words) != len(vectors):
        raise ValueError(f"{len(words)} words, {len(vectors)} vectors")
    with replacing(path) as file:
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

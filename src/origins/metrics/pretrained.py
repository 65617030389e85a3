"""Metrics in vectors that others trained: GloVe, word2vec or fastText files, of which only the metrics' words are kept.

Reads GloVe's text (a word and its vector per line), the text of word2vec and of fastText's .vec files (the same after a
line with the numbers of words and dimensions), and word2vec's binary format; .gz, .bz2 and .xz too. The format follows
from the contents. Files can have many gigabytes: they are read once, and no further than to the last word needed.
"""

import io
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.corpus.archives import opened
from origins.errors import OriginsError
from origins.metrics.definitions import metric
from origins.metrics.library import words_of
from origins.metrics.permutation import permutation_test
from origins.metrics.weat import WEAT

log = logging.getLogger(__name__)

CHUNK = 1 << 20
LINE = 1 << 20  # bytes of a line of text at most
LONGEST = 1 << 16  # the same of a word in a binary file
FOREIGN = {
    b"\xba\x16\x4f\x2f": "is a model of fastText, not its vectors; give the .vec file instead.",
    b"PK\x03\x04": "is a .zip archive; unpack it first.",
}
COLUMNS = ["metric", "vectors", "bias", "p", "partitions", "exact", "missing", "other_case"]

# a word of the file, and a function that returns its vector, or None if the word is longer than it seems
Row = tuple[str, Callable[[], np.ndarray | None]]


class Vectors(NamedTuple):
    """The vectors (float32 rows of W) of the `words` that a file has, in the order they were asked for.

    `other_case` has those that it has in another case only, and how it writes them: {"nasa": "NASA"}.
    """

    words: list[str]
    W: np.ndarray
    other_case: dict[str, str]


def read_vectors(path: str | Path, words: Iterable[str]) -> Vectors:
    """The vectors of some words. Of a word that a file has twice, the first counts.

    A word that it does not have as given is looked up in any case: the first, usually most frequent, spelling counts.
    """
    path, wanted = Path(path), list(dict.fromkeys(words))
    exact: dict[str, np.ndarray] = {}
    cased: dict[str, tuple[str, np.ndarray]] = {}
    known = set(wanted)
    with opened(path) as file:
        for word, vector in _rows(path, io.BufferedReader(file, CHUNK)):  # type: ignore[arg-type]
            if word in known:
                if word not in exact and (row := vector()) is not None:
                    exact[word] = row
                    if len(exact) == len(known):
                        break
            elif (lower := word.lower()) in known and lower not in cased and (row := vector()) is not None:
                cased[lower] = word, row
    found = [word for word in wanted if word in exact or word in cased]
    if not found:
        raise OriginsError(f"{path} has none of the {len(wanted)} words of the metrics; check its language.")
    W = np.stack([exact[word] if word in exact else cased[word][1] for word in found])
    return Vectors(found, W, {word: cased[word][0] for word in found if word not in exact})


def pretrained_table(files: Mapping[str, str | Path], definitions: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Every metric in every file: the bias and, for WEAT only, its permutation test, and the words that are missing.

    A metric that has too few words in a file has a row without a bias.
    """
    needed = [word for definition in definitions.values() for word in words_of(definition)]
    rows: list[dict[str, Any]] = []
    for vectors, path in files.items():
        read = read_vectors(path, needed)
        ids = {word: row for row, word in enumerate(read.words)}
        for name, definition in definitions.items():
            words = words_of(definition)
            row: dict[str, Any] = dict.fromkeys(COLUMNS) | {"metric": name, "vectors": vectors}
            row["missing"] = " ".join(word for word in words if word not in ids)
            row["other_case"] = " ".join(read.other_case[word] for word in words if word in read.other_case)
            try:
                measured = metric(name, definition, ids)
            except OriginsError as error:
                log.warning("%s: %s", path, error)
            else:
                W = read.W[measured.words].astype(np.float64)
                row["bias"] = measured.bias(W)
                if isinstance(measured, WEAT):
                    row |= permutation_test(*(W[positions] for positions in measured.sets))._asdict()
            rows.append(row)
    return pd.DataFrame(rows, columns=COLUMNS)


def _rows(path: Path, stream: io.BufferedReader) -> Iterator[Row]:
    """Every word of a file in any of the formats."""
    first = stream.readline(LINE)
    for magic, sentence in FOREIGN.items():
        if first.startswith(magic):
            raise OriginsError(f"{path} {sentence}")
    fields = first.split()
    if len(fields) != 2 or not all(field.isdigit() and len(field) < 19 for field in fields):
        dimension = len(fields) - 1
        if dimension < 2 or not _is_row(first, dimension):
            raise OriginsError(
                f"{path}:1: expected a word and its vector, or the numbers of words and dimensions, found "
                f"{_shown(first)}; give vectors of GloVe, word2vec or fastText."
            )
        yield from _text(path, chain([first], stream), 1, dimension)
        return
    number, dimension = map(int, fields)
    if not number or not dimension:
        raise OriginsError(f"{path}:1: {_shown(first)} words and dimensions are no vectors; give another file.")
    second = stream.readline(LINE)
    if _is_row(second, dimension):
        count = 0
        for row in _text(path, chain([second], stream), 2, dimension):
            count += 1
            yield row
        if count < number:
            raise OriginsError(
                f"{path} ends after {count:,} of {number:,} words: it is truncated. Download or copy it again."
            )
    else:
        yield from _binary(path, second, stream, number, dimension)


def _text(path: Path, lines: Iterable[bytes], start: int, dimension: int) -> Iterator[Row]:
    for number, line in enumerate(lines, start):
        word = line.split(None, 1)[:1]
        if word:
            yield word[0].decode("utf-8", "replace"), partial(_numbers, path, number, line, dimension)


def _numbers(path: Path, number: int, line: bytes, dimension: int) -> np.ndarray | None:
    """The vector of a line of text; None if it has more fields: GloVe's largest files have words with blanks."""
    fields = line.split()
    if len(fields) > dimension + 1:
        return None
    vector = _parsed(fields[1:])
    if len(vector) < dimension or not np.isfinite(vector).all():
        raise OriginsError(
            f"{path}:{number}: expected a word and {dimension} numbers, found {_shown(line)}; the file is damaged. "
            "Download or copy it again."
        )
    return vector.astype(np.float32)


def _binary(path: Path, buffer: bytes, stream: io.BufferedReader, number: int, dimension: int) -> Iterator[Row]:
    size, position = 4 * dimension, 0
    for count in range(number):
        while (end := buffer.find(b" ", position)) < 0 or len(buffer) < end + 1 + size:
            more = stream.read(CHUNK)
            if not more or (end < 0 and len(buffer) - position > LONGEST):
                raise OriginsError(
                    f"{path} has {number:,} words by its first line, but is truncated or damaged after {count:,}. "
                    "Download or copy it again."
                )
            buffer, position = buffer[position:] + more, 0
        word = buffer[position:end].lstrip(b"\n").decode("utf-8", "replace")
        position = end + 1 + size
        yield word, partial(_floats, path, count, word, buffer[end + 1 : position])


def _floats(path: Path, count: int, word: str, values: bytes) -> np.ndarray:
    vector = np.frombuffer(values, dtype="<f4").astype(np.float32)
    if not np.isfinite(vector).all():
        raise OriginsError(
            f"{path}: the vector of word {count + 1:,}, {word!r}, has a value that is not a finite number; the file is "
            "damaged. Download or copy it again."
        )
    return vector


def _is_row(line: bytes, dimension: int) -> bool:
    """Is it a word, perhaps with blanks, and its vector?"""
    vector = _parsed(line.split()[1:][-dimension:])
    return len(vector) == dimension and bool(np.isfinite(vector).all())


def _parsed(fields: Iterable[bytes]) -> np.ndarray:
    """Fields as numbers; NaN if one of them is none."""
    try:
        return np.array([float(field) for field in fields])
    except ValueError:
        return np.array([np.nan])


def _shown(line: bytes) -> str:
    return repr(line[:60].decode("utf-8", "replace").strip())

"""Every document as a row of the explorer: column by column, in script files that a page opened from disk can load."""

import base64
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.files.csvfile import one_line

CHUNK = 50_000  # rows in a file of names
TITLE = 200  # characters of a title
FACETS = 6  # columns of metadata
VALUES = 20_000  # distinct values that a column may have; a date of every day in 50 years has fewer
FIRST = ("topic", "source", "date")
WHOLE = (("Uint8Array", "<u1", 1 << 8), ("Uint16Array", "<u2", 1 << 16), ("Uint32Array", "<u4", 1 << 32))
DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


class Facet(NamedTuple):
    """A column of metadata: its distinct values in order, the first one empty, and for every document which it is."""

    name: str
    names: list[str]
    codes: np.ndarray
    is_date: bool


def facets(documents: pd.DataFrame) -> list[Facet]:
    """The metadata worth filtering by: columns of text with more than one value, but far fewer than documents."""
    names = [name for name in documents if name not in ("id", "title", "tokens")]
    found = []
    for name in sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST)):
        column = documents[name]
        if not (pd.api.types.is_string_dtype(column) or pd.api.types.is_object_dtype(column)):
            continue
        given, distinct = pd.factorize(column)  # so that each value is cleaned once
        cleaned = [*map(one_line, distinct), ""]  # -1, the last, is missing
        values = sorted({*cleaned})
        if 2 < len(values) <= VALUES and len(values) <= max(50, len(documents) // 2):
            code = {value: k for k, value in enumerate(values)}
            codes = np.array([code[value] for value in cleaned])[given]
            found.append(Facet(str(name), values, codes, all(map(DATE.fullmatch, values[1:]))))
    return found[:FACETS]


def influence_order(scores: Sequence[pd.DataFrame]) -> np.ndarray:
    """Documents by their largest |Δ| over the metrics, each metric's own largest being 1: what matters loads first."""
    shares = [np.abs(table["delta_mean"].to_numpy()) for table in scores]
    largest = np.max([share / max(share.max(initial=0), 1e-300) for share in shares], axis=0)
    return np.argsort(-largest, kind="stable")


def numbers(
    documents: pd.DataFrame, scores: Sequence[pd.DataFrame], columns: Sequence[Facet], seeds: int, order: np.ndarray
) -> dict[str, Any]:
    """All numbers of the rows in that order, each column packed; `agree` counts embeddings with the sign of the mean.

    `name` is the place of a row in the alphabet, so that the page need not sort half a million texts.
    """
    names = [f"{title}\n{each}".lower() for title, each in zip(_titles(documents), documents["id"], strict=True)]
    rank = np.empty(len(names), dtype=np.int64)
    rank[np.argsort(np.array(names, dtype=object), kind="stable")] = np.arange(len(names))
    delta, std = ([digits(table[name])[order] for table in scores] for name in ("delta_mean", "delta_std"))
    agree = [np.rint(table["sign_agreement"].to_numpy() * seeds).astype(np.int64)[order] for table in scores]
    return {
        "name": packed(rank[order]),
        "tokens": packed(documents["tokens"].to_numpy()[order]),
        "facets": [packed(facet.codes[order]) for facet in columns],
        "delta": [packed(values) for values in delta],
        "std": [packed(values) for values in std],
        "agree": [packed(values) for values in agree],
    }


def names(documents: pd.DataFrame, order: np.ndarray, size: int = CHUNK) -> Iterator[tuple[int, str]]:
    """Titles and ids of the rows in that order, in pieces: the first row's number, and a line per row, compressed.

    A tab separates title and id; titles have none. Ids stay exactly as they are, so that commands take them.
    """
    titles, ids = _titles(documents), [str(name) for name in documents["id"]]
    for start in range(0, len(order), size):
        lines = "\n".join(f"{titles[row]}\t{ids[row]}" for row in order[start : start + size])
        yield start, base64.b64encode(zlib.compress(lines.encode("utf-8", "replace"))).decode()


def _titles(documents: pd.DataFrame) -> list[str]:
    return [one_line(title)[:TITLE] for title in documents["title"]]


def packed(values: np.ndarray) -> list[str]:
    """A column in the smallest type that holds it: the name of JavaScript's typed array, and its bytes in base64."""
    if values.dtype.kind == "f":
        name, dtype = "Float32Array", "<f4"
    else:
        most = values.max(initial=0)
        name, dtype = next((name, dtype) for name, dtype, limit in WHOLE if most < limit)
    return [name, base64.b64encode(values.astype(dtype).tobytes()).decode()]


def digits(values: Any, count: int = 6) -> np.ndarray:
    """Rounded to so many significant digits."""
    values = np.nan_to_num(np.asarray(values, dtype=np.float64))
    with np.errstate(divide="ignore"):
        power = np.where(values == 0, 0, count - 1 - np.floor(np.log10(np.abs(values))))
    scale = 10.0 ** np.clip(power, 0, 15)
    return np.rint(values * scale) / scale


def places(order: np.ndarray) -> np.ndarray:
    """Each document's row on the page."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place

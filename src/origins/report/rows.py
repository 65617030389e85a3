"""Every document as a row of the explorer: column by column, in script files that a page opened from disk can load."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.files.csvfile import one_line

CHUNK = 50_000  # rows in a file
TITLE = 200  # characters of a title
FACETS = 6  # columns of metadata
VALUES = 20_000  # distinct values that a column may have; a date of every day in 50 years has fewer
FIRST = ("topic", "source", "date")
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
        column = column.map(one_line, na_action="ignore").fillna("")
        values = sorted(set(column) | {""})
        if 2 < len(values) <= VALUES and len(values) <= max(50, len(documents) // 2):
            codes = pd.Categorical(column, categories=values).codes.astype(np.int64)
            found.append(Facet(str(name), values, codes, all(map(DATE.fullmatch, values[1:]))))
    return found[:FACETS]


def influence_order(scores: Sequence[pd.DataFrame]) -> np.ndarray:
    """Documents by their largest |Δ| over the metrics, each metric's own largest being 1: what matters loads first."""
    shares = [np.abs(table["delta_mean"].to_numpy()) for table in scores]
    largest = np.max([share / max(share.max(initial=0), 1e-300) for share in shares], axis=0)
    return np.argsort(-largest, kind="stable")


def chunks(
    documents: pd.DataFrame,
    scores: Sequence[pd.DataFrame],
    columns: Sequence[Facet],
    seeds: int,
    order: np.ndarray,
    size: int = CHUNK,
) -> Iterator[dict[str, Any]]:
    """The rows in that order, cut into pieces; `agree` is the number of embeddings with the sign of the mean."""
    titles = [one_line(title)[:TITLE] for title in documents["title"]]
    ids = [str(name) for name in documents["id"]]  # exactly, so that commands take them
    tokens = documents["tokens"].to_numpy()
    delta, std = (np.stack([digits(table[name]) for table in scores]) for name in ("delta_mean", "delta_std"))
    agree = np.stack([np.rint(table["sign_agreement"].to_numpy() * seeds).astype(np.int64) for table in scores])
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        yield {
            "first": start,
            "id": [ids[row] for row in rows],
            "title": [titles[row] for row in rows],
            "tokens": tokens[rows].tolist(),
            "facets": [facet.codes[rows].tolist() for facet in columns],
            "delta": delta[:, rows].tolist(),
            "std": std[:, rows].tolist(),
            "agree": agree[:, rows].tolist(),
        }


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

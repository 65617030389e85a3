"""corpus.unit: texts that share a value of a metadata field, such as the posts of an author, as one document."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from origins.corpus.document import checked_id
from origins.errors import OriginsError

OURS = ("id", "title", "tokens")


class Grouped(NamedTuple):
    """`order` sorts the texts by document; `sizes` counts the texts of each; `table` has one row per document."""

    order: np.ndarray
    sizes: np.ndarray
    table: pd.DataFrame


def group(rows: pd.DataFrame, unit: str) -> Grouped:
    """The documents in order of their first text, with the field's value as id and title.

    `rows` has one row per text. A text without a value remains a document of its own. Metadata on which the texts of a
    document agree is that of the document; the rest is missing.
    """
    fields = [name for name in rows if name not in OURS]
    if unit not in fields:
        found = ", ".join(f'"{name}"' for name in fields) or "none"
        raise OriginsError(f'corpus.unit: the documents have no metadata "{unit}"; found {found}.')
    alone = rows[unit].isna() | (rows[unit] == "")
    keys = list(zip(alone, rows[unit].where(~alone, rows["id"]), strict=True))
    number_of = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    document = np.array([number_of[key] for key in keys])
    order = np.argsort(document, kind="stable")
    sizes = np.bincount(document)
    starts = np.cumsum(sizes) - sizes
    texts = rows.iloc[order].reset_index(drop=True)
    ids = pd.Series([checked_id(value, f"corpus.unit {unit}") for _, value in number_of], dtype=object)
    if ids.duplicated().any():
        raise OriginsError(
            f"corpus.unit: a document without {unit} has the id {ids[ids.duplicated()].iloc[0]!r}, which is also a "
            f"value of {unit}. Change the id."
        )
    table = pd.DataFrame({"id": ids, "title": ids, "tokens": np.add.reduceat(texts["tokens"].to_numpy(), starts)})
    alone = alone.iloc[order[starts]].to_numpy()
    table["title"] = table["title"].where(~alone, texts["title"][starts].to_numpy())
    for name, values in _shared(texts[[name for name in fields if name != unit]], sizes, starts):
        table[name] = values
    return Grouped(order, sizes, table)


def _shared(texts: pd.DataFrame, sizes: np.ndarray, starts: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """The fields in which all texts of some document agree, with that value or None for every document."""
    for name in texts:
        codes, values = pd.factorize(texts[name])
        agree = np.logical_and.reduceat(codes == np.repeat(codes[starts], sizes), starts)
        first = np.where(agree, codes[starts], -1)
        if (first >= 0).any():
            yield str(name), np.array([*values, None], dtype=object)[first]

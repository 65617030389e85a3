"""Groups of documents with the same metadata, such as all posts by women, to be removed as a set."""

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from origins.errors import OriginsError

Value = str | int | float | bool
FOUND = 5  # values that an error names
WHOLE = re.compile(r"^(-?\d+)\.0$")  # as pandas writes whole numbers where some are missing


def group(name: str, documents: pd.DataFrame, where: Mapping[str, Value | Sequence[Value]]) -> np.ndarray:
    """The rows of the documents whose metadata has the given value, or one of those given, in every field named."""
    key = f"perturbation.groups.{name}"
    chosen = np.ones(len(documents), dtype=bool)
    for field, values in where.items():
        if field not in documents:
            found = ", ".join(each for each in documents if each not in ("id", "title", "tokens"))
            raise OriginsError(f"{key}: no document has the field {field!r}; found {found or 'no metadata'}.")
        given = values if isinstance(values, list | tuple) else [values]
        wanted = {_text(value) for value in given}
        has = documents[field].map(_text, na_action="ignore")
        if not has.isin(wanted).any():
            there = list(has.value_counts().index)
            found = ", ".join(there[:FOUND]) + ", ..." * (len(there) > FOUND)
            raise OriginsError(f"{key}: no document has such a {field!r}; found {found or 'none'}.")
        chosen &= has.isin(wanted).to_numpy()
    rows = np.flatnonzero(chosen)
    if not len(rows) or len(rows) == len(documents):
        how_many = "no document" if not len(rows) else f"each of the {len(documents)} documents"
        raise OriginsError(f"{key}: {how_many} is in this group; correct its values.")
    return rows


def check_fields(setting: str, names: Iterable[str], fields: Iterable[str]) -> None:
    """Every field that a setting names must be one of the documents' metadata."""
    fields = list(fields)
    for name in names:
        if name not in fields:
            found = ", ".join(fields) or "no metadata"
            raise OriginsError(f"{setting}: no document has the field {name!r}; found {found}. Correct it.")


def _text(value: object) -> str:
    """A value to compare: 17 also where the table has 17.0, true also where it has True."""
    text = str(value)
    if text in ("True", "False"):
        return text.lower()
    return WHOLE.sub(r"\1", text)

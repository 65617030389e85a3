"""Bias by metadata: which topics, sources and years add it. Metadata is hostile text of unknown kind."""

import logging
import re
from collections.abc import Iterable

import numpy as np
import pandas as pd

from origins.files.csvfile import one_line

log = logging.getLogger(__name__)

MISSING, OTHER, UNREAD = "(none)", "(other)", "(not a date)"
OURS = ("id", "title", "tokens")
VALUES = 60  # a field is categorical if so many values or fewer,
DOCUMENTS = 5  # each of so many documents or more,
COVERED = 0.9  # have this share of the documents that have a value
CHUNK = 1 << 22  # documents drawn at a time: 64 MB
COLUMNS = [
    "field", "value", "documents", "delta_sum", "sum_low", "sum_high", "delta_mean", "mean_low", "mean_high", "share"
]  # fmt: skip
# ISO 8601 or with slashes, with or without day and time; other orders of day and month are anybody's guess
DATE = re.compile(r"([0-9]{4})(?:[-/]?(0[1-9]|1[0-2])(?:[-/]?(?:0[1-9]|[12][0-9]|3[01]))?)?(?:[T ].*)?")


def by_metadata(scores: pd.DataFrame, columns: Iterable[str], *, resamples: int = 1000, seed: int = 0) -> pd.DataFrame:
    """Sum and mean of Δ over the documents of every value of every categorical field, and their share of Σ|Δ|.

    `columns` are those of the documents' table. The 95 % percentile intervals come from drawing as many documents of
    the group with replacement; its size being fixed, the sum's interval is the mean's times the documents. The sum
    decomposes the bias to first order; it is not the effect of removing the group, which would be a set of its own.
    """
    delta = scores["delta_mean"].to_numpy(dtype=np.float64)
    total = np.abs(delta).sum()
    rows = []
    for field, values in categorical_fields(scores[[name for name in columns if name not in OURS]]).items():
        groups = []
        for value, members in values.groupby(values).indices.items():
            chosen = delta[members]
            n, (low, high) = len(chosen), mean_interval(chosen, resamples, seed)
            share = np.abs(chosen).sum() / total if total else 0.0
            groups.append((field, value, n, chosen.sum(), n * low, n * high, chosen.mean(), low, high, share))
        rows += sorted(groups, key=_in_time if field in ("month", "year") else _by_sum)
    return pd.DataFrame(rows, columns=COLUMNS)


def categorical_fields(metadata: pd.DataFrame) -> dict[str, pd.Series]:
    """The fields to group by, as text: those that a few values describe (see VALUES, DOCUMENTS and COVERED).

    Further values go to "(other)", documents without one to "(none)". A `date` gives the month, or the year where
    there are more than 60 months, and "(not a date)" where it cannot be read. Free text, numbers that seldom repeat and
    identifiers are left out.
    """
    fields = {name: texts(metadata[name]) for name in metadata}
    grouped = {name: _grouped(values) for name, values in fields.items() if name != "date"}
    if "date" in fields:
        name, periods = _periods(fields["date"])
        if name not in grouped and (values := _grouped(periods)) is not None:
            grouped[name] = values.mask(fields["date"].notna() & periods.isna(), UNREAD)
    return {name: values for name, values in grouped.items() if values is not None}


def texts(values: pd.Series) -> pd.Series:
    """Values as text on one line, missing where there is none."""
    codes, distinct = pd.factorize(values)
    names = np.array([_text(value) or None for value in distinct] + [None], dtype=object)
    return pd.Series(names[codes], index=values.index, dtype=object)


def mean_interval(values: np.ndarray, resamples: int = 1000, seed: int = 0) -> tuple[float, float]:
    """The bootstrap's 95 % percentile interval of the mean, in memory that does not grow with the resamples."""
    rng = np.random.default_rng(seed)
    step = max(1, CHUNK // len(values))
    means = [
        values[rng.integers(len(values), size=(min(step, resamples - start), len(values)))].mean(axis=1)
        for start in range(0, resamples, step)
    ]
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return float(low), float(high)


def _in_time(row: tuple) -> tuple:
    return row[1] in (MISSING, OTHER, UNREAD), row[1]


def _by_sum(row: tuple) -> tuple:
    return -row[3], row[1]


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():  # as whole numbers become where some are missing
        value = int(value)
    return one_line(value)


def _periods(dates: pd.Series) -> tuple[str, pd.Series]:
    """The name and values of the finest period that has no more than 60."""
    given = dates.dropna()
    parts = {date: match.groups() for date in given.unique() if (match := DATE.fullmatch(date))}
    if len(unread := given[~given.isin(parts)]):
        log.warning(
            "date: %d of %d could not be read, such as %r; write 2024-01-31, 2024/01/31, 20240131, 2024-01 or 2024",
            len(unread), len(given), unread.iloc[0][:60],
        )  # fmt: skip
    months = {date: f"{year}-{month}" for date, (year, month) in parts.items() if month}
    if 0 < len(set(months.values())) <= VALUES:
        return "month", dates.map(months)
    return "year", dates.map({date: year for date, (year, _) in parts.items()})


def _grouped(values: pd.Series) -> pd.Series | None:
    """The values with the rare ones put together, or None if the field is not categorical."""
    counts = values.value_counts()  # most frequent first, without the missing
    counts = counts[counts >= DOCUMENTS].head(VALUES)
    if counts.empty or counts.sum() < COVERED * values.notna().sum():
        return None
    grouped = values.where(values.isin(counts.index) | values.isna(), OTHER).fillna(MISSING)
    return grouped if len(grouped.unique()) > 1 else None

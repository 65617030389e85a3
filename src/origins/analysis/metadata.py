"""Bias by metadata: which topics, sources and years add it. Metadata is hostile text of unknown kind."""

import logging
import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd
from scipy import stats

from origins.analysis.bands import banded
from origins.experiment.groups import WHOLE, check_fields
from origins.files.csvfile import one_line

log = logging.getLogger(__name__)

MISSING, OTHER, UNREAD = "(none)", "(other)", "(not a date)"
OURS = ("id", "title", "tokens")
# A field is categorical if at most VALUES values, each of at least DOCUMENTS documents, cover the share COVERED of the
# documents that have one. Dates are grouped by month if VALUES months cover the share MONTHS, otherwise by year.
VALUES, DOCUMENTS, COVERED, MONTHS = 60, 5, 0.9, 0.99
CHUNK = 1 << 22  # documents drawn at a time: 64 MB
COLUMNS = [
    "field", "value", "documents", "delta_sum", "sum_low", "sum_high", "delta_mean", "mean_low", "mean_high", "share"
]  # fmt: skip
# ISO 8601 or with slashes, with or without day and time; other orders of day and month are anybody's guess
DATE = re.compile(r"([0-9]{4})(?:[-/]?(0[1-9]|1[0-2])(?:[-/]?(?:0[1-9]|[12][0-9]|3[01]))?)?(?:[T ].*)?")


def by_metadata(
    scores: pd.DataFrame,
    columns: Iterable[str],
    *,
    resample_by: str | None = None,
    bands: Sequence[str] = (),
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """Sum and mean of Δ over the documents of every value of every categorical field, and their share of Σ|Δ|.

    `columns` are those of the documents' table, `bands` the fields of numbers to group into bands. The 95 % percentile
    intervals come from drawing as many documents of the group with replacement or, where documents of one author are
    alike, from what drawing whole authors would give (`resample_by`); the group's size being fixed, the sum's interval
    is the mean's times the documents. The sum decomposes the bias to first order; it is not the effect of removing the
    group, which would be a set of its own.
    """
    metadata = scores[[name for name in columns if name not in OURS]]
    units = units_of(metadata, resample_by)
    delta = scores["delta_mean"].to_numpy(dtype=np.float64)
    total = np.abs(delta).sum()
    rows = []
    for field, values in categorical_fields(metadata.drop(columns=resample_by or []), bands).items():
        groups = []
        for value, members in values.groupby(values).indices.items():
            chosen = delta[members]
            if units is None:
                low, high = mean_interval(chosen, resamples, seed)
            else:
                low, high = clustered_interval(chosen, units[members])
            n, share = len(chosen), np.abs(chosen).sum() / total if total else 0.0
            groups.append((field, value, n, chosen.sum(), n * low, n * high, chosen.mean(), low, high, share))
        rows += sorted(groups, key=_order_of(field, bands))
    return pd.DataFrame(rows, columns=COLUMNS)


def units_of(metadata: pd.DataFrame, field: str | None) -> np.ndarray | None:
    """Every document's author, or whatever `field` holds, by number; a document without one stands for itself."""
    if field is None:
        return None
    check_fields("metadata.resample_by", [field], metadata)
    codes = pd.factorize(texts(metadata[field]))[0]
    alone = codes < 0
    codes[alone] = codes.max(initial=-1) + 1 + np.arange(alone.sum())
    return codes


def categorical_fields(metadata: pd.DataFrame, bands: Sequence[str] = ()) -> dict[str, pd.Series]:
    """The fields to group by, as text: those that a few values describe (see VALUES, DOCUMENTS and COVERED).

    Further values go to "(other)", documents without one to "(none)". A `date` gives the month, or the year where
    there are far more than 60 months, and "(not a date)" where it cannot be read. Numbers that seldom repeat are left
    out unless they are among `bands`, and so are free text and identifiers.
    """
    check_fields("metadata.bands", bands, metadata)
    fields = {name: banded(name, metadata[name]) if name in bands else texts(metadata[name]) for name in metadata}
    grouped = {name: _grouped(values) for name, values in fields.items() if name != "date" or name in bands}
    if "date" in fields and "date" not in bands:
        name, periods, read = _periods(fields["date"])
        if grouped.get(name) is None and (values := _grouped(periods)) is not None:
            without = fields["date"].notna() & periods.isna()
            grouped[name] = values.mask(without & read, OTHER).mask(without & ~read, UNREAD)
    return {name: values for name, values in grouped.items() if values is not None}


def texts(values: pd.Series) -> pd.Series:
    """Values as text on one line, missing where there is none."""
    codes, distinct = pd.factorize(values)
    names = np.array([_text(value) or None for value in distinct] + [None], dtype=object)
    return pd.Series(names[codes], index=values.index, dtype=object)


def mean_interval(values: np.ndarray, resamples: int = 1000, seed: int = 0) -> tuple[float, float]:
    """The bootstrap's 95 % percentile interval of the mean, in memory that does not grow with the resamples.

    A single value says nothing of the spread: it has no interval (NaN).
    """
    if len(values) == 1:
        return np.nan, np.nan
    rng = np.random.default_rng(seed)
    step = max(1, CHUNK // len(values))
    means = [
        values[rng.integers(len(values), size=(min(step, resamples - start), len(values)))].mean(axis=1)
        for start in range(0, resamples, step)
    ]
    low, high = np.percentile(np.concatenate(means), [2.5, 97.5])
    return float(low), float(high)


def clustered_interval(values: np.ndarray, units: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the mean if whole units are drawn: its cluster-robust standard error, times Student's t.

    The mean is a ratio of two totals over units, Σ values and Σ documents; to first order, its variance is that of the
    units' residuals. A single unit says nothing of the spread over units: it has no interval (NaN).
    """
    _, unit = np.unique(units, return_inverse=True)
    mean, count = values.mean(), unit.max() + 1
    if count == 1:
        return np.nan, np.nan
    residuals = np.bincount(unit, values - mean)
    error = np.sqrt(count / (count - 1) * (residuals**2).sum()) / len(values)
    reach = stats.t.ppf(0.975, count - 1) * error
    return float(mean - reach), float(mean + reach)


def _order_of(field: str, bands: Sequence[str]) -> Callable[[tuple], tuple]:
    """Periods in time, bands of numbers in their order, others by their sum."""
    if field in bands:
        return _in_order
    return _in_time if field in ("month", "year") else _by_sum


def _in_order(row: tuple) -> tuple:
    value = row[1]
    return (1, 0.0) if value in (MISSING, OTHER) else (0, float(value.split("–")[0].replace("−", "-")))


def _in_time(row: tuple) -> tuple:
    return row[1] in (MISSING, OTHER, UNREAD), row[1]


def _by_sum(row: tuple) -> tuple:
    return -row[3], row[1]


def _text(value: object) -> str:
    return WHOLE.sub(r"\1", one_line(value))


def _periods(dates: pd.Series) -> tuple[str, pd.Series, pd.Series]:
    """The name and values of the finest period of which 60 have nearly all documents, and which dates were read."""
    given = dates.dropna()
    parts = {date: match.groups() for date in given.unique() if (match := DATE.fullmatch(date))}
    read = dates.isin(parts)
    if len(unread := given[~read[given.index]]):
        log.warning(
            "date: %d of %d could not be read, such as %r; write 2024-01-31, 2024/01/31, 20240131, 2024-01 or 2024",
            len(unread), len(given), unread.iloc[0][:60],
        )  # fmt: skip
    months = {date: f"{year}-{month}" for date, (year, month) in parts.items() if month}
    by_month = dates.map(months)
    if months and by_month.value_counts().head(VALUES).sum() >= MONTHS * read.sum():
        return "month", by_month, read
    return "year", dates.map({date: year for date, (year, _) in parts.items()}), read


def _grouped(values: pd.Series) -> pd.Series | None:
    """The values with the rare ones put together, or None if the field is not categorical."""
    counts = values.value_counts()  # most frequent first, without the missing
    counts = counts[counts >= DOCUMENTS].head(VALUES)
    if counts.empty or counts.sum() < COVERED * values.notna().sum():
        return None
    grouped = values.where(values.isin(counts.index) | values.isna(), OTHER).fillna(MISSING)
    return grouped if len(grouped.unique()) > 1 else None

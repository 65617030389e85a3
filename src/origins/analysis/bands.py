"""Bands of numbers: ages 13–17, 23–27 and 33–48, or five bands of about as many documents each."""

import numpy as np
import pandas as pd

from origins.errors import OriginsError

FEWEST = 0.05  # share of the documents that a band between gaps must have
WIDE = 3  # a gap is so many times as wide as the usual step
MOST = 8  # bands between gaps
FIFTHS = 5


def banded(name: str, values: pd.Series) -> pd.Series:
    """Each number's band as text, missing where there is no number.

    Bands lie between gaps, where no number occurs for a while; without such gaps, each has a fifth of the documents.
    """
    given = values.mask(values.astype(str).str.strip() == "")
    numbers = pd.to_numeric(given, errors="coerce").astype(np.float64)
    unread = given[(numbers.isna() & given.notna()) | np.isinf(numbers)]
    if len(unread):
        raise OriginsError(f"metadata.bands: {name}: {str(unread.iloc[0])[:60]!r} is not a number. Take {name} out.")
    known = numbers.dropna().to_numpy()
    bands = pd.Series(None, index=values.index, dtype=object)
    if not len(known):
        return bands
    starts = between_gaps(known)
    if starts is None:
        starts = np.unique(np.quantile(known, np.arange(FIFTHS) / FIFTHS, method="higher"))
    band = np.searchsorted(starts, known, side="right") - 1
    names = np.array([_label(known[band == k]) for k in range(len(starts))], dtype=object)
    bands[numbers.notna()] = names[band]
    return bands


def between_gaps(numbers: np.ndarray) -> np.ndarray | None:
    """Where bands start if wide gaps separate two to eight of them, none of them small; otherwise None."""
    distinct, count = np.unique(numbers, return_counts=True)
    steps = np.diff(distinct)
    starts = np.append(0, np.flatnonzero(steps > WIDE * np.median(steps)) + 1) if len(steps) else np.zeros(1, int)
    if not 2 <= len(starts) <= MOST:
        return None
    return distinct[starts] if np.add.reduceat(count, starts).min() >= FEWEST * len(numbers) else None


def _label(numbers: np.ndarray) -> str:
    ends = [f"{value:.10g}".replace("-", "−") for value in (numbers.min(), numbers.max())]
    return "–".join(dict.fromkeys(ends))

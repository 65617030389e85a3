"""Rare words move further: a word's frequency against how far removing documents moves it (section 5.5)."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from origins.analysis.evaluation import Line, least_squares
from origins.metrics import Metric
from origins.metrics.base import unit


def movement(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """How far each word moved among the others: root mean square change of its cosines with all other words.

    Both are the rows of the same words. Cosines make it a relative position: turning or scaling an embedding as a whole
    moves no word.
    """
    before, after = unit(before)[0], unit(after)[0]
    change = after @ after.T - before @ before.T
    np.fill_diagonal(change, 0)
    return np.sqrt((change**2).sum(axis=1) / (len(change) - 1))


def sensitivity_table(
    baselines: Mapping[int, np.ndarray],
    retrains: Mapping[str, Mapping[int, np.ndarray]],
    metric: Metric,
    vocabulary: pd.Series,
) -> pd.DataFrame:
    """A row for every word of the metric: role (the sets it is in), count in the corpus, and its movement.

    `baselines` and every set of `retrains` map seeds to the vectors of `metric.words`. A retrain is compared with the
    baseline of its own seed. `movement` is the mean over sets and seeds, `movement_std` the sample standard deviation
    over seeds of the mean over sets (those of different sizes are meant to move words differently).
    """
    seeds = [seed for seed in baselines if all(seed in vectors for vectors in retrains.values())]
    if not seeds or not retrains:
        raise ValueError("no seed has both a baseline and a retrain of every set")
    by_seed = np.array(
        [np.mean([movement(baselines[seed], vectors[seed]) for vectors in retrains.values()], axis=0) for seed in seeds]
    )
    words = vocabulary.iloc[metric.words]
    return pd.DataFrame(
        {
            "word": words.index,
            "role": roles(metric),
            "count": words.to_numpy(),
            "log10_count": np.log10(words.to_numpy()),
            "movement": by_seed.mean(axis=0),
            "movement_std": by_seed.std(axis=0, ddof=1) if len(seeds) > 1 else np.nan,
            "sets": len(retrains),
            "seeds": len(seeds),
        }
    )


def roles(metric: Metric) -> list[str]:
    """The sets that each word of the metric is in: "S", or "S+A" for a word of both."""
    return [
        "+".join(name for name, positions in zip(metric.SETS, metric.sets, strict=True) if place in positions)
        for place in range(len(metric.words))
    ]


def frequency_fit(table: pd.DataFrame) -> Line:
    """The least-squares line of movement on log10 frequency, with the r² that the paper reports."""
    return least_squares(table["log10_count"].to_numpy(), table["movement"].to_numpy())

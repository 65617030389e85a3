"""What chance gives: the scores of random word sets of a metric's own sizes, in the same embedding.

As `word_sets` draws them: uniformly from the most frequent words, with replacement. One draw serves all embeddings.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from origins.metrics.base import Metric
from origins.metrics.weat import weat_kernel

MIDDLE = (2.5, 97.5)  # percentiles that hold 95 %


def draw(sizes: Sequence[int], words: int, *, number: int = 2000, seed: int = 0) -> Iterable[tuple[np.ndarray, ...]]:
    """Word sets S, T, A and B of these sizes, drawn from the `words` most frequent words."""
    ids = np.random.default_rng(seed).integers(words, size=(number, sum(sizes)))
    return zip(*np.split(ids, np.cumsum(sizes)[:-1], axis=1), strict=True)


def compare(score: float, random: np.ndarray) -> dict[str, Any]:
    """Where a score lies among those of random word sets; `closer` is the percentage that is closer to zero."""
    low, high = np.percentile(random, MIDDLE)
    closer = 100 * float((np.abs(random) < abs(score)).mean())
    return {"score": score, "word_sets": len(random), "low": low, "high": high, "closer": closer}


def null_table(W: np.ndarray, metrics: Mapping[str, Metric], words: int, number: int = 2000) -> pd.DataFrame:
    """One row per metric (each a WEAT), for one embedding with the vectors of the whole vocabulary."""
    frequent = W[:words].astype(np.float64)
    rows = []
    for name, metric in metrics.items():
        sets = draw([len(each) for each in metric.sets], len(frequent), number=number)
        random = np.array([weat_kernel(frequent, *each) for each in sets])
        rows.append({"metric": name} | compare(metric.bias(W[metric.words]), random))
    return pd.DataFrame(rows, columns=["metric", "score", "word_sets", "low", "high", "closer"])

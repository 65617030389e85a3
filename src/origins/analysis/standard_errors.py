"""Three standard errors of a bias, side by side: over seeds, over documents, and given the contexts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from origins.analysis.evaluation import sampling_error
from origins.influence.analytic import Analytic


def standard_errors(
    name: str,
    biases: Sequence[float] | pd.Series,
    delta: np.ndarray | pd.Series,
    analytic: Sequence[Analytic],
    vocabulary: Sequence[str],
    units: np.ndarray | None = None,
) -> dict[str, Any]:
    """One row of the table: the bias of every baseline, Δ of every document, and the analytic error of every baseline.

    `seeds_std` is the spread of single embeddings, `seeds_error` the error of their mean (both NaN for one seed),
    `documents_error` the jackknife's (over `units`, such as authors, if given), `analytic_error` the mean over
    baselines. `left_out` are words without a covariance in some baseline, which the analytic error takes as exact.
    """
    biases = pd.Series(biases, dtype=float)
    left_out = np.unique(np.concatenate([each.left_out for each in analytic]))
    return {
        "metric": name,
        "bias": biases.mean(),
        "seeds": len(biases),
        "seeds_std": biases.std(),
        "seeds_error": biases.sem(),
        "documents_error": sampling_error(delta, units),
        "analytic_error": float(np.mean([each.error for each in analytic])),
        "left_out": " ".join(vocabulary[word] for word in left_out),
    }

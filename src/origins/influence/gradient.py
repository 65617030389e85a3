"""The bias gradient ∇_X B (appendix A): which co-occurrences push bias up, and which down."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
import scipy.sparse

from origins.cooccurrence.matrix import Cooccurrence
from origins.influence.trained import Trained
from origins.metrics.base import Metric


def entry_gradient(baseline: Trained, inverses: np.ndarray) -> np.ndarray:
    """∂B/∂X_ij of every entry of the metric's rows, in closed form, w being the influence approximation.

    ∂w_i/∂X_ij = −H_i⁻¹ u_j g'_ij(X_ij), with g'(x) = 2 f'(x)(w_i·u_j + b_i + c_j − log x) − 2 f(x)/x. At x_max the
    derivative is that from below: removals go that way.
    """
    rows, x = baseline.rows, baseline.x
    x_max = baseline.embedding.settings["x_max"]
    f = np.minimum((x / x_max) ** rows.alpha, 1)
    f_slope = np.where(x <= x_max, rows.alpha * f / x, 0)
    g_slope = 2 * f_slope * (rows.prediction - np.log(x)) - 2 * f / x
    by_words = np.c_[baseline.metric.gradient(baseline.vectors), np.zeros(len(baseline.vectors))]  # B needs no b_i
    gradient = np.empty(len(x))
    for i, (start, end) in enumerate(pairwise(rows.starts)):  # one word at a time, to bound memory
        by_gradient = np.einsum("ab,b->a", inverses[i], by_words[i])  # not @: BLAS's bits depend on its threads
        along = np.einsum("ea,a->e", rows.U[rows.context[start:end]], by_gradient)
        gradient[start:end] = -along * g_slope[start:end]
    return gradient


def bias_gradient(baseline: Trained, inverses: np.ndarray) -> scipy.sparse.csr_array:
    """∇_X B as a V × V matrix, on the non-zeros of the metric's rows; elsewhere it is 0 or not defined."""
    rows, V = baseline.rows, len(baseline.rows.place)
    words = baseline.metric.words[rows.row]
    return scipy.sparse.coo_array((entry_gradient(baseline, inverses), (words, rows.context)), shape=(V, V)).tocsr()


def top_pairs(
    X: Cooccurrence, metric: Metric, gradient: np.ndarray, vocabulary: Sequence[str], n: int = 50
) -> pd.DataFrame:
    """The n co-occurrences that push bias up most, then the n that push it down most: word, context, X_ij, gradient.

    `gradient` has a value for every entry of the metric's rows, from one baseline or averaged over several.
    """
    starts, context, count = X.rows_of(metric.words)
    word = np.repeat(metric.words, np.diff(starts))
    order = np.argsort(-gradient, kind="stable")
    up, down = order[:n], order[::-1][:n]
    chosen = np.concatenate([up[gradient[up] > 0], down[gradient[down] < 0]])
    return pd.DataFrame(
        {
            "word": [vocabulary[i] for i in word[chosen]],
            "context": [vocabulary[j] for j in context[chosen]],
            "X_ij": count[chosen] / X.unit,
            "gradient": gradient[chosen],
        }
    )

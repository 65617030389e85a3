"""An estimator where some documents are gone already, so that the others can be scored again."""

import copy

import numpy as np
from numba import njit

from origins.influence import kernels
from origins.influence.estimators import Influence, Refit
from origins.influence.linear_algebra import add_square, inverse


def without(estimator: Influence, documents: np.ndarray) -> Influence:
    """The estimator of Δ(R ∪ D) − Δ(R), R being the documents that are gone; `baseline.bias` is what it predicts for R.

    Exact, unless next to nothing is left of a Hessian, at the cost of R's own Y and of one inverse for each word. With
    s the shift of R and H' the Hessian of X − Y, a second shift t by more documents must solve (H' − L)(s + t) = change
    of both, L being what they take from H'. As H's is the change by R, t solves (H' − L) t = the change from X − Y on,
    with residuals at w − s. The estimators that keep the Hessian of X also keep their residuals at w, as their shifts
    add up. It must not be asked about R itself.
    """
    if not len(documents):
        return estimator
    before = estimator.baseline
    removed = np.zeros(len(before.rows.count), dtype=np.int64)
    touched = np.empty(len(removed), dtype=np.int64)
    touched = touched[: kernels.take(documents, before.documents, before.rows, removed, touched)]
    shift = _shift(estimator, documents)
    rows = before.rows._replace(count=before.rows.count - removed)
    baseline, after = copy.copy(before), copy.copy(estimator)
    for name in ("x", "contexts", "condition", "damping"):  # of X, if they have been asked for
        vars(baseline).pop(name, None)
    baseline.vectors = before.vectors - shift[:, :-1]
    baseline.bias = before.bias - estimator.set(documents)
    words = np.c_[before.vectors, before.embedding.b[before.metric.words]]
    if isinstance(estimator, Refit) and isinstance(after, Refit):
        words = words - shift
        after.hessians, after.inverses = _hessians(estimator, np.sort(touched), rows.count)
    baseline.rows = _with_residuals(rows, words, before.embedding.c)
    after.baseline = baseline
    return after


def _shift(estimator: Influence, documents: np.ndarray) -> np.ndarray:
    """w − w̃ of every word of the metric, with its bias last."""
    shape = estimator.baseline.H.shape[:2]
    shifts = kernels.Shifts(np.zeros(2, dtype=np.int64), np.empty(shape[0], dtype=np.int64), np.empty(shape))
    estimator._shift(0, 1, documents, np.array([0, len(documents)]), estimator._scratch(), shifts)
    total = np.zeros(shape)
    total[shifts.word[: shifts.ends[1]]] = shifts.by[: shifts.ends[1]]
    return total


def _with_residuals(rows: kernels.Rows, words: np.ndarray, c: np.ndarray) -> kernels.Rows:
    """The rows with `prediction` and `g` for these words; a pair that is gone has g = 0."""
    filled = rows._replace(count=np.maximum(rows.count, 1), prediction=np.empty(len(rows.g)), g=np.empty(len(rows.g)))
    kernels.fill_residuals(words, c, filled)
    filled.g[rows.count == 0] = 0.0
    return filled._replace(count=rows.count)


def _hessians(estimator: Refit, touched: np.ndarray, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The estimator's Hessians for what is left of the entries, and their inverses; those of X if it is too little."""
    rows, K = estimator.baseline.rows, estimator._moving
    hessians, inverses = estimator.hessians.copy(), estimator.inverses.copy()
    starts = np.searchsorted(touched, rows.starts)
    for i in np.flatnonzero(np.diff(starts)):
        H = np.ascontiguousarray(hessians[i, :K, :K])
        H -= _lost(touched[starts[i] : starts[i + 1]], left, rows)[:K, :K]
        if np.isfinite(inverse(H - np.diag(estimator.least[i, :K]))).all():
            hessians[i, :K, :K], inverses[i, :K, :K] = H, inverse(H)
    return hessians, inverses


@njit(cache=True, nogil=True)
def _lost(entries, left, rows):
    """Σ_j [2 f(X_ij) − 2 f(left)] u_j u_jᵀ over some entries of a word."""
    K = rows.U.shape[1]
    H = np.zeros((K, K))
    for e in entries:
        f = kernels.weight(np.log(rows.count[e]) - rows.log_unit, rows.log_x_max, rows.alpha)
        if left[e] > 0:
            f -= kernels.weight(np.log(left[e]) - rows.log_unit, rows.log_x_max, rows.alpha)
        add_square(2.0 * f, rows.U[rows.context[e]], H)
    for a in range(K):
        H[:a, a] = H[a, :a]
    return H

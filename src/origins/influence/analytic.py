"""How well the counts determine the bias: the analytic standard error of GloVe-V.

With the contexts' vectors and all biases held where training left them, w_i is a weighted least squares fit of
log X_ij − b_i − c_j to u_j with weights f(X_ij). Its covariance is Σ_i = σ̂_i² (Σ_j f(X_ij) u_j u_jᵀ)⁻¹, where σ̂_i² is
the weighted sum of squared residuals divided by n_i − D, for a word with n_i contexts. Words are taken as independent,
so the delta method gives the bias a variance of Σ_i ∇_iBᵀ Σ_i ∇_iB (Vallebueno, Handan-Nader, Manning and Ho 2024,
"Statistical Uncertainty in Word Embeddings: GloVe-V").
"""

from typing import NamedTuple

import numpy as np

from origins.influence.linear_algebra import inverse
from origins.influence.trained import Trained


class Analytic(NamedTuple):
    """The standard error of one embedding's bias, and the ids of the words that have no covariance.

    The words left out count as if they were exact, so the error is then too small. It is NaN if none is left, and for a
    metric that changes in steps, as that has no gradient.
    """

    error: float
    left_out: np.ndarray


def analytic_error(baseline: Trained) -> Analytic:
    """The standard error of B(w) in one embedding."""
    variances = word_variances(baseline)
    known = ~np.isnan(variances)
    error = float(np.sqrt(variances[known].sum()))
    return Analytic(error if error > 0 else np.nan, baseline.metric.words[~known])


def word_variances(baseline: Trained) -> np.ndarray:
    """∇_iBᵀ Σ_i ∇_iB of every word; NaN if it has no more than D contexts, or its Hessian is nearly singular."""
    D = baseline.vectors.shape[1]
    gradient = baseline.metric.gradient(baseline.vectors)
    noise = residual_variances(baseline)
    variances = np.full(len(noise), np.nan)
    for i in np.flatnonzero((baseline.contexts > D) & (baseline.damping == 0)):
        covariance = 2 * noise[i] * inverse(baseline.H[i, :D, :D])  # H_i = 2 Σ_j f(X_ij) u_j u_jᵀ
        # not @: BLAS's bits depend on its threads
        variances[i] = np.einsum("a,a->", gradient[i], np.einsum("ab,b->a", covariance, gradient[i]))
    return variances


def residual_variances(baseline: Trained) -> np.ndarray:
    """σ̂_i² = Σ_j f(X_ij) (log X_ij − b_i − c_j − w_i·u_j)² / (n_i − D); NaN unless n_i > D."""
    rows, (words, D) = baseline.rows, baseline.vectors.shape
    squares = rows.g * (rows.prediction - np.log(baseline.x)) / 2  # g_ij = 2 f(X_ij) times the residual
    freedom = np.where(baseline.contexts > D, baseline.contexts - D, np.nan)
    return np.bincount(rows.row, weights=squares, minlength=words) / freedom

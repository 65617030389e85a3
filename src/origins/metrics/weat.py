"""The Word Embedding Association Test of Caliskan et al. (section 3.3 of the paper): effect size and gradient.

Written with unit vectors ŵ: g(c, A, B) = ĉ · d, where d = mean_A â − mean_B b̂, so the cost grows with the words, not
with their pairs. Two cases that the formula leaves open: the cosine with a zero vector is 0, and the effect size and
its gradient are 0 if all words of S ∪ T have the same association. Finite vectors therefore never give NaN.
"""

import numpy as np
from numba import njit

from origins.metrics.base import Metric, add_units, association, through_norm, unit

FLAT = 1e-12  # a smaller spread of associations is round-off


def associations(W_C: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> np.ndarray:
    """g(c, A, B) for every row c: its mean cosine with A minus its mean cosine with B."""
    return unit(W_C)[0] @ (unit(W_A)[0].mean(axis=0) - unit(W_B)[0].mean(axis=0))


def effect_size(W_S: np.ndarray, W_T: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """B_weat (equation 4): difference of the mean associations of S and T over their sample standard deviation.

    The standard deviation (n − 1) is taken over the rows of S and T together.
    """
    g_S, g_T = associations(W_S, W_A, W_B), associations(W_T, W_A, W_B)
    spread = np.concatenate([g_S, g_T]).std(ddof=1)
    return float((g_S.mean() - g_T.mean()) / spread) if spread > FLAT else 0.0


def effect_size_gradient(
    W_S: np.ndarray, W_T: np.ndarray, W_A: np.ndarray, W_B: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """∇B with respect to every row of the four matrices, in closed form; 0 for a zero vector."""
    n_S, n_T, n_A, n_B = map(len, (W_S, W_T, W_A, W_B))
    C, C_norm = unit(np.concatenate([W_S, W_T]))
    A, A_norm = unit(W_A)
    B, B_norm = unit(W_B)
    d = A.mean(axis=0) - B.mean(axis=0)
    g = C @ d
    spread = g.std(ddof=1)
    if spread <= FLAT:
        return np.zeros(W_S.shape), np.zeros(W_T.shape), np.zeros(W_A.shape), np.zeros(W_B.shape)
    size = (g[:n_S].mean() - g[n_S:].mean()) / spread
    sides = np.concatenate([np.full(n_S, 1 / n_S), np.full(n_T, -1 / n_T)])
    by_g = (sides - size * (g - g.mean()) / ((len(g) - 1) * spread)) / spread  # ∂B/∂g(c)
    by_d = by_g @ C  # ∂B/∂d
    by_C = through_norm(by_g[:, None] * d, C, C_norm)
    by_A = through_norm(np.tile(by_d / n_A, (n_A, 1)), A, A_norm)
    by_B = through_norm(np.tile(-by_d / n_B, (n_B, 1)), B, B_norm)
    return by_C[:n_S], by_C[n_S:], by_A, by_B


@njit(cache=True, nogil=True)
def weat_kernel(vectors, S, T, A, B):
    """The effect size of `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    d = np.zeros(vectors.shape[1])
    add_units(vectors, A, 1.0 / len(A), d)
    add_units(vectors, B, -1.0 / len(B), d)
    g = np.empty(len(S) + len(T))
    mean_S = 0.0
    for k in range(len(S)):
        g[k] = association(vectors[S[k]], d)
        mean_S += g[k] / len(S)
    mean_T = 0.0
    for k in range(len(T)):
        g[len(S) + k] = association(vectors[T[k]], d)
        mean_T += g[len(S) + k] / len(T)
    mean = (mean_S * len(S) + mean_T * len(T)) / len(g)
    squares = 0.0
    for k in range(len(g)):
        squares += (g[k] - mean) ** 2
    spread = np.sqrt(squares / (len(g) - 1))
    return (mean_S - mean_T) / spread if spread > FLAT else 0.0


class WEAT(Metric):
    """B_weat of the word sets S, T (targets) and A, B (attributes)."""

    SETS = ("S", "T", "A", "B")
    value = staticmethod(effect_size)
    slope = staticmethod(effect_size_gradient)
    kernel = staticmethod(weat_kernel)

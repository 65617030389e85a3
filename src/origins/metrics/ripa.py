"""The relational inner product association of Ethayarajh et al. (2019): how far words lie in the direction from B to A.

As in the package WEFE, the k-th word of A is paired with the k-th of B (he and she, son and daughter), and the result
is the mean over the words of S and over the pairs. Only the differences of the pairs are normalised, so long vectors of
S count more. A pair without a difference has no direction and adds 0. Positive: S is associated with A.
"""

import numpy as np
from numba import njit

from origins.metrics.base import Metric, through_norm, unit


def ripa(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """Mean of w · (a − b)/‖a − b‖ over w ∈ S and the pairs (a, b)."""
    return float(W_S.mean(axis=0) @ unit(W_A - W_B)[0].mean(axis=0))


def ripa_gradient(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """∇B with respect to every row of the three matrices, in closed form."""
    directions, norm = unit(W_A - W_B)
    by_S = np.tile(directions.mean(axis=0) / len(W_S), (len(W_S), 1))
    by_pair = through_norm(np.tile(W_S.mean(axis=0) / len(W_A), (len(W_A), 1)), directions, norm)
    return by_S, by_pair, -by_pair


@njit(cache=True, nogil=True)
def ripa_kernel(vectors, S, A, B):
    """RIPA of `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    D = vectors.shape[1]
    mean = np.zeros(D)
    for k in S:
        mean += vectors[k] / len(S)
    total = 0.0
    for k in range(len(A)):
        square = 0.0
        dot = 0.0
        for m in range(D):
            difference = vectors[A[k], m] - vectors[B[k], m]
            square += difference * difference
            dot += difference * mean[m]
        if square > 0.0:
            total += dot / np.sqrt(square)
    return total / len(A)


class RIPA(Metric):
    """RIPA of the words S along the pairs of A and B."""

    SETS = ("S", "A", "B")
    PAIRED = ("A", "B")
    value = staticmethod(ripa)
    slope = staticmethod(ripa_gradient)
    kernel = staticmethod(ripa_kernel)

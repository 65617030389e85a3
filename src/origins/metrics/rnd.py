"""The relative norm distance of Garg et al. (2018): are words nearer to the middle of A or to the middle of B?

As in the package WEFE, it is the mean over the words of S (Garg et al. take the sum), and vectors are not normalised.
Positive: S is nearer to B. At distance 0, where it is undefined, the gradient is taken as 0.
"""

import numpy as np
from numba import njit

from origins.metrics.base import Metric, unit


def relative_norm_distance(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """Mean of ‖w − mean A‖ − ‖w − mean B‖ over w ∈ S."""
    to_A, to_B = (np.linalg.norm(W_S - W.mean(axis=0), axis=1) for W in (W_A, W_B))
    return float((to_A - to_B).mean())


def relative_norm_distance_gradient(
    W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """∇B with respect to every row of the three matrices, in closed form."""
    from_A, from_B = (unit(W_S - W.mean(axis=0))[0] for W in (W_A, W_B))
    by_A = np.tile(-from_A.mean(axis=0) / len(W_A), (len(W_A), 1))
    by_B = np.tile(from_B.mean(axis=0) / len(W_B), (len(W_B), 1))
    return (from_A - from_B) / len(W_S), by_A, by_B


@njit(cache=True, nogil=True)
def rnd_kernel(vectors, S, A, B):
    """The relative norm distance in `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    D = vectors.shape[1]
    mean_A = np.zeros(D)
    for k in A:
        mean_A += vectors[k] / len(A)
    mean_B = np.zeros(D)
    for k in B:
        mean_B += vectors[k] / len(B)
    total = 0.0
    for k in S:
        square_A = 0.0
        square_B = 0.0
        for m in range(D):
            square_A += (vectors[k, m] - mean_A[m]) ** 2
            square_B += (vectors[k, m] - mean_B[m]) ** 2
        total += np.sqrt(square_A) - np.sqrt(square_B)
    return total / len(S)


class RND(Metric):
    """The relative norm distance of the words S from A and from B."""

    SETS = ("S", "A", "B")
    value = staticmethod(relative_norm_distance)
    slope = staticmethod(relative_norm_distance_gradient)
    kernel = staticmethod(rnd_kernel)

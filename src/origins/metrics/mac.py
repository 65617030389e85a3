"""The mean average cosine distance of Manzini et al. (2019), who call it similarity: how far words are from A and B.

As there and in the package WEFE, it is 1 − cosine, averaged within A and within B, then over both and the words of S.
Near 1, the words are unrelated to both sets; smaller values mean that they are associated with them, hence biased, but
not with which of the two sets. With unit vectors: 1 − mean_S ŵ · d, where d = (mean_A â + mean_B b̂) / 2.
"""

import numpy as np
from numba import njit

from origins.metrics.base import Metric, add_units, association, through_norm, unit


def mean_cosine_distance(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """Mean over w ∈ S and over A and B of the mean cosine distance of w from the set."""
    S, A, B = (unit(W)[0].mean(axis=0) for W in (W_S, W_A, W_B))
    return float(1 - S @ (A + B) / 2)


def mean_cosine_distance_gradient(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> tuple[np.ndarray, ...]:
    """∇B with respect to every row of the three matrices, in closed form; 0 for a zero vector."""
    S, A, B = (unit(W)[0].mean(axis=0) for W in (W_S, W_A, W_B))
    by_means = ((W_S, -(A + B) / 2), (W_A, -S / 2), (W_B, -S / 2))
    return tuple(through_norm(np.tile(by / len(W), (len(W), 1)), *unit(W)) for W, by in by_means)


@njit(cache=True, nogil=True)
def mac_kernel(vectors, S, A, B):
    """The mean cosine distance in `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    d = np.zeros(vectors.shape[1])
    add_units(vectors, A, 0.5 / len(A), d)
    add_units(vectors, B, 0.5 / len(B), d)
    total = 0.0
    for k in S:
        total += association(vectors[k], d)
    return 1.0 - total / len(S)


class MAC(Metric):
    """The mean cosine distance of the words S from A and from B."""

    SETS = ("S", "A", "B")
    value = staticmethod(mean_cosine_distance)
    slope = staticmethod(mean_cosine_distance_gradient)
    kernel = staticmethod(mac_kernel)

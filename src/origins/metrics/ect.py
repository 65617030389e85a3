"""The embedding coherence test of Dev and Phillips (2019): do the words of A and of B rank the words of S alike?

As in the package WEFE, it is Spearman's rank correlation, over the words of S, of their cosines with the mean vector of
A and with that of B; words that tie share the mean of their ranks. 1: the same order, no bias; smaller values mean that
A and B are associated with different words. If all cosines with one of the means are equal, there is no order to
compare and the correlation is taken as 0.

It changes in steps, when two words of S change places: its gradient is 0 wherever it has one.
"""

import numpy as np
from numba import njit

from origins.metrics.base import Metric, association


def embedding_coherence(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """Spearman's correlation of cos(w, mean A) and cos(w, mean B) over w ∈ S."""
    S, A, B = np.split(np.arange(len(W_S) + len(W_A) + len(W_B)), [len(W_S), len(W_S) + len(W_A)])
    return float(ect_kernel(np.concatenate([W_S, W_A, W_B]).astype(np.float64), S, A, B))


def embedding_coherence_gradient(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> tuple[np.ndarray, ...]:
    """0 for every row of the three matrices."""
    return np.zeros(W_S.shape), np.zeros(W_A.shape), np.zeros(W_B.shape)


@njit(cache=True, nogil=True)
def ranks(values):
    """The place of each value among all, counted from the middle: negative below it; ties share their mean."""
    places = np.zeros(len(values))
    for i in range(len(values)):
        for k in range(len(values)):
            if values[k] < values[i]:
                places[i] += 0.5
            elif values[k] > values[i]:
                places[i] -= 0.5
    return places


@njit(cache=True, nogil=True)
def ect_kernel(vectors, S, A, B):
    """The coherence in `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    mean_A = np.zeros(vectors.shape[1])
    for k in A:
        mean_A += vectors[k] / len(A)
    mean_B = np.zeros(vectors.shape[1])
    for k in B:
        mean_B += vectors[k] / len(B)
    to_A = np.empty(len(S))
    to_B = np.empty(len(S))
    for k in range(len(S)):  # the lengths of the means do not change the order
        to_A[k] = association(vectors[S[k]], mean_A)
        to_B[k] = association(vectors[S[k]], mean_B)
    by_A = ranks(to_A)
    by_B = ranks(to_B)
    together = 0.0
    square_A = 0.0
    square_B = 0.0
    for k in range(len(S)):
        together += by_A[k] * by_B[k]
        square_A += by_A[k] * by_A[k]
        square_B += by_B[k] * by_B[k]
    return together / np.sqrt(square_A * square_B) if square_A > 0.0 and square_B > 0.0 else 0.0


class ECT(Metric):
    """The coherence of A and B over the words S."""

    SETS = ("S", "A", "B")
    value = staticmethod(embedding_coherence)
    slope = staticmethod(embedding_coherence_gradient)
    kernel = staticmethod(ect_kernel)

"""The Word Embedding Association Test of Caliskan et al. (section 3.3 of the paper): effect size and gradient.

Written with unit vectors ŵ: g(c, A, B) = ĉ · d, where d = mean_A â − mean_B b̂, so a metric costs its words, not
their pairs. Two cases that the formula leaves open: the cosine with a zero vector is 0, and the effect size (with its
gradient) is 0 where all words of S ∪ T have the same association. Finite vectors therefore never give NaN.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
from numba import njit

FLAT = 1e-12  # associations that spread less than this differ by round-off only


def associations(W_C: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> np.ndarray:
    """g(c, A, B) for every row c: its mean cosine with A less its mean cosine with B."""
    return _unit(W_C)[0] @ (_unit(W_A)[0].mean(axis=0) - _unit(W_B)[0].mean(axis=0))


def effect_size(W_S: np.ndarray, W_T: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """B_weat (equation 4): difference of the mean associations of S and T over their sample standard deviation.

    The deviation (n − 1) is over the rows of S and of T, one after the other.
    """
    g_S, g_T = associations(W_S, W_A, W_B), associations(W_T, W_A, W_B)
    spread = np.concatenate([g_S, g_T]).std(ddof=1)
    return float((g_S.mean() - g_T.mean()) / spread) if spread > FLAT else 0.0


def effect_size_gradient(
    W_S: np.ndarray, W_T: np.ndarray, W_A: np.ndarray, W_B: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """∇B with respect to every row of the four matrices, in closed form; 0 for a zero vector."""
    n_S, n_T, n_A, n_B = map(len, (W_S, W_T, W_A, W_B))
    C, C_norm = _unit(np.concatenate([W_S, W_T]))
    A, A_norm = _unit(W_A)
    B, B_norm = _unit(W_B)
    d = A.mean(axis=0) - B.mean(axis=0)
    g = C @ d
    spread = g.std(ddof=1)
    if spread <= FLAT:
        return tuple(np.zeros(np.shape(W)) for W in (W_S, W_T, W_A, W_B))
    size = (g[:n_S].mean() - g[n_S:].mean()) / spread
    sides = np.concatenate([np.full(n_S, 1 / n_S), np.full(n_T, -1 / n_T)])
    by_g = (sides - size * (g - g.mean()) / ((len(g) - 1) * spread)) / spread  # ∂B/∂g(c)
    by_d = by_g @ C  # ∂B/∂d
    by_C = _through_norm(by_g[:, None] * d, C, C_norm)
    by_A = _through_norm(np.tile(by_d / n_A, (n_A, 1)), A, A_norm)
    by_B = _through_norm(np.tile(-by_d / n_B, (n_B, 1)), B, B_norm)
    return by_C[:n_S], by_C[n_S:], by_A, by_B


class WEAT:
    """B_weat of the word sets S, T (targets) and A, B (attributes), given as vocabulary ids.

    `words` are the ids of U = S ∪ T ∪ A ∪ B, ascending; `sets` the same four sets as positions in `words`. A word
    may be in several sets. Hand the rows `W[words]` to `bias` and `gradient`.
    """

    SETS: ClassVar[tuple[str, ...]] = ("S", "T", "A", "B")
    kernel: ClassVar[Callable[..., float]]

    def __init__(self, S: Sequence[int], T: Sequence[int], A: Sequence[int], B: Sequence[int], missing=()) -> None:
        sets = [np.asarray(ids, dtype=np.int64) for ids in (S, T, A, B)]
        self.words, positions = np.unique(np.concatenate(sets), return_inverse=True)
        self.sets = tuple(np.split(positions, np.cumsum([len(ids) for ids in sets[:-1]])))
        self.missing: tuple[str, ...] = tuple(missing)

    def bias(self, vectors: np.ndarray) -> float:
        """The effect size; `vectors` are the rows of `words`."""
        return effect_size(*(vectors[positions] for positions in self.sets))

    def gradient(self, vectors: np.ndarray) -> np.ndarray:
        """∇B with respect to `vectors`, in the same shape."""
        total = np.zeros(vectors.shape)
        parts = effect_size_gradient(*(vectors[positions] for positions in self.sets))
        for positions, part in zip(self.sets, parts, strict=True):
            np.add.at(total, positions, part)
        return total


@njit(cache=True, nogil=True)
def weat_kernel(vectors, S, T, A, B):
    """The effect size of `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    d = np.zeros(vectors.shape[1])
    _add_units(vectors, A, 1.0 / len(A), d)
    _add_units(vectors, B, -1.0 / len(B), d)
    g = np.empty(len(S) + len(T))
    mean_S = 0.0
    for k in range(len(S)):
        g[k] = _association(vectors[S[k]], d)
        mean_S += g[k] / len(S)
    mean_T = 0.0
    for k in range(len(T)):
        g[len(S) + k] = _association(vectors[T[k]], d)
        mean_T += g[len(S) + k] / len(T)
    mean = (mean_S * len(S) + mean_T * len(T)) / len(g)
    squares = 0.0
    for k in range(len(g)):
        squares += (g[k] - mean) ** 2
    spread = np.sqrt(squares / (len(g) - 1))
    return (mean_S - mean_T) / spread if spread > FLAT else 0.0


WEAT.kernel = staticmethod(weat_kernel)


@njit(cache=True, nogil=True, fastmath={"reassoc"})  # vector instructions may sum: five times as fast
def _add_units(vectors, rows, weight, out):
    """out += weight · Σ ŵ over the rows; a zero vector adds nothing."""
    for i in rows:
        square = 0.0
        for k in range(len(out)):
            square += vectors[i, k] * vectors[i, k]
        if square > 0.0:
            scale = weight / np.sqrt(square)
            for k in range(len(out)):
                out[k] += scale * vectors[i, k]


@njit(cache=True, nogil=True, fastmath={"reassoc"})
def _association(vector, d):
    """ŵ · d, 0 for a zero vector."""
    square = 0.0
    dot = 0.0
    for k in range(len(d)):
        square += vector[k] * vector[k]
        dot += vector[k] * d[k]
    return dot / np.sqrt(square) if square > 0.0 else 0.0


def _unit(W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows at length 1 and their lengths (a column), in float64; a zero row stays zero and has length 1."""
    W = np.asarray(W, dtype=np.float64)
    norm = np.linalg.norm(W, axis=1, keepdims=True)
    norm[norm == 0] = 1
    return W / norm, norm


def _through_norm(by_unit: np.ndarray, unit: np.ndarray, norm: np.ndarray) -> np.ndarray:
    """From ∂B/∂ŵ to ∂B/∂w: only the part orthogonal to w counts, divided by |w|."""
    orthogonal = by_unit - (by_unit * unit).sum(axis=1, keepdims=True) * unit
    return np.where(unit.any(axis=1, keepdims=True), orthogonal / norm, 0)

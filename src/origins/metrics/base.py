"""What all metrics share: word sets as positions in U, the gradient of a word in several sets, unit vectors.

The cosine with a zero vector is defined as 0, and so is the direction of a zero difference: finite vectors never give
NaN.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
from numba import njit


class Metric:
    """A bias B of word sets given as vocabulary ids, in the order of SETS; those in PAIRED go together word by word.

    `words` are the ids of U, the union of the sets, ascending; `sets` the same sets as positions in `words`. A word may
    be in several sets. `vectors` is always the |U| × D matrix of the metric's own rows, W[words]. A kind has three
    functions: `value` (B) and `slope` (its gradients), which take one matrix per set, and `kernel(vectors, *sets)`, a
    compiled version of `bias` for scoring many perturbed embeddings.
    """

    SETS: ClassVar[tuple[str, ...]]
    PAIRED: ClassVar[tuple[str, ...]] = ()
    value: ClassVar[Callable[..., float]]
    slope: ClassVar[Callable[..., tuple[np.ndarray, ...]]]
    kernel: ClassVar[Callable[..., float]]

    def __init__(self, *sets: Sequence[int], missing: Sequence[str] = ()) -> None:
        ids = [np.asarray(each, dtype=np.int64) for each in sets]
        self.words, positions = np.unique(np.concatenate(ids), return_inverse=True)
        self.sets = tuple(np.split(positions, np.cumsum([len(each) for each in ids[:-1]])))
        self.missing: tuple[str, ...] = tuple(missing)

    def bias(self, vectors: np.ndarray) -> float:
        """B(w)."""
        return self.value(*self._of_sets(vectors))

    def gradient(self, vectors: np.ndarray) -> np.ndarray:
        """∇B with respect to `vectors`, in the same shape."""
        total = np.zeros(vectors.shape)
        for positions, part in zip(self.sets, self.slope(*self._of_sets(vectors)), strict=True):
            np.add.at(total, positions, part)
        return total

    def _of_sets(self, vectors: np.ndarray) -> list[np.ndarray]:
        return [vectors[positions].astype(np.float64) for positions in self.sets]


def unit(W: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows at length 1 and their lengths (a column), in float64; a zero row stays zero and has length 1."""
    W = np.asarray(W, dtype=np.float64)
    norm = np.linalg.norm(W, axis=1, keepdims=True)
    norm[norm == 0] = 1
    return W / norm, norm


def through_norm(by_unit: np.ndarray, units: np.ndarray, norm: np.ndarray) -> np.ndarray:
    """From ∂B/∂ŵ to ∂B/∂w: the part orthogonal to w, divided by |w|."""
    orthogonal = by_unit - (by_unit * units).sum(axis=1, keepdims=True) * units
    return np.where(units.any(axis=1, keepdims=True), orthogonal / norm, 0)


@njit(cache=True, nogil=True, fastmath={"reassoc"})  # lets vector instructions sum: five times as fast
def add_units(vectors, rows, weight, out):
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
def association(vector, d):
    """ŵ · d, 0 for a zero vector."""
    square = 0.0
    dot = 0.0
    for k in range(len(d)):
        square += vector[k] * vector[k]
        dot += vector[k] * d[k]
    return dot / np.sqrt(square) if square > 0.0 else 0.0

"""Estimators of Δ = B(w) − B(w̃), the bias that documents add, all with the same interface.

Each starts from a trained embedding and says what removing documents would do, without training again. To add one,
subclass Influence and name it in ESTIMATORS.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
from numba import njit

from origins.errors import OriginsError
from origins.influence import kernels
from origins.influence.gradient import entry_gradient
from origins.influence.linear_algebra import inverse, sum_of_powers
from origins.influence.trained import MAX_CONDITION, Trained
from origins.runtime.parallel import thread_map

BATCH = 64  # sets that a thread scores at a time
LEAST = 0.1  # how much `relearn` may lose of the curvature that training stands for; half of it is not unusual


class Estimator(ABC):
    """Δ of documents, one by one or as sets removed together; the predicted bias is baseline.bias − Δ."""

    def __init__(self, baseline: Trained, threads: int = 1) -> None:
        self.baseline, self.threads = baseline, threads

    def documents(self) -> np.ndarray:
        """Δ_doc B of every document of the corpus (Algorithm 1)."""
        n = len(self.baseline.documents.offsets) - 1
        return self._effects(np.arange(n), np.arange(n + 1))

    def sets(self, sets: Sequence[Sequence[int] | np.ndarray]) -> np.ndarray:
        """Δ of each set of documents, from the set's own Y: not the sum of its documents' effects."""
        each_one = [np.unique(np.asarray(each, dtype=np.int64)) for each in sets]
        starts = np.concatenate([[0], np.cumsum([len(each) for each in each_one])]).astype(np.int64)
        members = np.concatenate([np.empty(0, dtype=np.int64), *each_one])
        n = len(self.baseline.documents.offsets) - 1
        if unknown := [document for document in members.tolist() if not 0 <= document < n]:
            raise OriginsError(f"there is no document {unknown[0]}: the corpus has documents 0 to {n - 1}.")
        return self._effects(members, starts)

    def set(self, documents: Sequence[int] | np.ndarray) -> float:
        """Δ of one set of documents."""
        return float(self.sets([documents])[0])

    def _effects(self, members: np.ndarray, starts: np.ndarray) -> np.ndarray:
        effects = np.zeros(len(starts) - 1)
        step = max(1, min(BATCH, len(effects) // (8 * self.threads)))
        spare: list[kernels.Scratch] = []  # scratch memory, one per thread

        def score(first: int) -> None:
            try:
                scratch = spare.pop()
            except IndexError:
                scratch = self._scratch()
            last = min(first + step, len(effects))
            self._score(first, last, members, starts, scratch, effects)
            spare.append(scratch)

        for _ in thread_map(score, range(0, len(effects), step), self.threads):
            pass
        return effects

    def _scratch(self) -> kernels.Scratch:
        entries, vectors = len(self.baseline.rows.count), self.baseline.vectors
        return kernels.Scratch(
            removed=np.zeros(entries, dtype=np.int64),
            touched=np.empty(entries, dtype=np.int64),
            change=np.zeros(self.baseline.H.shape[:2]),
            is_moved=np.zeros(len(vectors), dtype=np.bool_),
        )

    @abstractmethod
    def _score(self, first: int, last: int, members, starts, scratch: kernels.Scratch, effects: np.ndarray) -> None:
        """effects[s] = Δ of members[starts[s] : starts[s + 1]], for first ≤ s < last."""


class Influence(Estimator):
    """The paper's: w̃_i = w_i − H_i⁻¹ Σ_j [g_ij(X_ij − Y_ij) − g_ij(X_ij)] u_j, then the full metric.

    Where H_i is singular or nearly so, it gets the least damping that helps (see Trained.singular_words).
    """

    MOVES_B: ClassVar[bool] = False  # the paper takes b as constant

    def __init__(self, baseline: Trained, threads: int = 1) -> None:
        super().__init__(baseline, threads)
        self.inverses = np.stack(list(thread_map(self._inverse, range(len(baseline.H)), threads)))

    def _inverse(self, i: int) -> np.ndarray:
        K = self._moving
        return self._padded(self._invert(i, np.ascontiguousarray(self.baseline.H[i, :K, :K])))

    def _invert(self, i: int, H: np.ndarray) -> np.ndarray:
        return inverse(H + self.baseline.damping[i] * np.eye(len(H)))

    @property
    def _moving(self) -> int:
        """How many coordinates of a word move: D, or with its bias D + 1."""
        return self.baseline.vectors.shape[1] + self.MOVES_B

    def _padded(self, matrix: np.ndarray) -> np.ndarray:
        """With zeros for a bias that stays."""
        return np.pad(matrix, (0, self.baseline.H.shape[1] - len(matrix)))

    def _score(self, first, last, members, starts, scratch, effects) -> None:
        most = (last - first) * len(self.baseline.vectors)
        shifts = kernels.Shifts(
            ends=np.zeros(last - first + 1, dtype=np.int64),
            word=np.empty(most, dtype=np.int64),
            by=np.empty((most, self.baseline.H.shape[1])),
        )
        self._shift(first, last, members, starts, scratch, shifts)
        metric, bias, vectors = self.baseline.metric, self.baseline.bias, self.baseline.vectors
        _effects_kernel(metric.kernel)(shifts, vectors, metric.sets, bias, effects[first:last])

    def _shift(self, first, last, members, starts, scratch, shifts) -> None:
        documents, rows = self.baseline.documents, self.baseline.rows
        kernels.shift_words(first, last, members, starts, documents, rows, self.inverses, scratch, shifts)


class Damped(Influence):
    """Influence through what training had time to learn: a filter of H_i in place of H_i⁻¹, with no free parameter.

    In an epoch, AdaGrad moves a word by −η/2 G_i^-½ H_i (w_i − w_i*), G_i being its sums of squared gradients. T epochs
    bring it only a part of the way to its optimum w_i*: all of it in the steep directions of H_i, little in the flat
    ones. With R = (I + η/2 G_i^-½ H_i)⁻¹, an epoch's (implicit) step, H_i⁻¹ becomes η/2 (R + R² + … + R^T) G_i^-½.
    """

    @functools.cached_property
    def _steps(self) -> np.ndarray:
        """η/2 G^-½ of every word, its bias last."""
        embedding, words = self.baseline.embedding, self.baseline.metric.words
        if embedding.G_W is None or embedding.G_b is None:
            raise OriginsError(
                f"the baseline of seed {embedding.seed} has no squared gradients of AdaGrad; import it with --gradsq, "
                "or use the estimators influence, refit or gradient."
            )
        G = np.c_[embedding.G_W[words], embedding.G_b[words]].astype(np.float64)
        return embedding.settings["learning_rate"] / 2 / np.sqrt(G)

    def _invert(self, i: int, H: np.ndarray) -> np.ndarray:
        scale = np.sqrt(self._steps[i, : len(H)])
        scale = np.outer(scale, scale)  # half on either side of H: R stays symmetric
        return scale * sum_of_powers(inverse(np.eye(len(H)) + scale * H), self.baseline.embedding.settings["epochs"])


class Refit(Influence):
    """Influence with the Hessian of X − Y: where w_i is at its optimum, the new one exactly (u, b, c fixed)."""

    def __init__(self, baseline: Trained, threads: int = 1) -> None:
        super().__init__(baseline, threads)
        self.hessians = np.stack(list(thread_map(self._hessian, self.inverses, threads)))
        self.least = self._least()

    def _hessian(self, inverted: np.ndarray) -> np.ndarray:
        return self._padded(inverse(np.ascontiguousarray(inverted[: self._moving, : self._moving])))

    def _least(self) -> np.ndarray:
        """By word and coordinate: with less curvature than this, the Hessian of X − Y is as good as singular."""
        trace = np.trace(self.baseline.H[:, : self._moving, : self._moving], axis1=1, axis2=2)
        return np.tile(trace[:, np.newaxis] / MAX_CONDITION, self.baseline.H.shape[1])

    def _shift(self, first, last, members, starts, scratch, shifts) -> None:
        documents, rows = self.baseline.documents, self.baseline.rows
        kernels.refit_words(
            first, last, members, starts, documents, rows, self.hessians, self.inverses, self.least, scratch, shifts
        )


class Relearn(Refit, Damped):
    """What the word would have learned without the documents: damped, with the Hessian of X − Y, and moving b_i too.

    A word that gets rarer meets all its contexts less. Its bias takes that up; if b_i stays, w_i has to.
    """

    MOVES_B = True

    def _least(self) -> np.ndarray:
        """A fraction of the curvature that training itself stands for: T steps reach no further than their sum."""
        return LEAST / (self.baseline.embedding.settings["epochs"] * self._steps)


class Gradient(Influence):
    """The linear estimate ∇_X B · Y (appendix A); here a set is the sum of its documents."""

    def __init__(self, baseline: Trained, threads: int = 1) -> None:
        super().__init__(baseline, threads)
        self.gradient = entry_gradient(baseline, self.inverses) / baseline.unit

    def _score(self, first, last, members, starts, scratch, effects) -> None:
        documents, rows = self.baseline.documents, self.baseline.rows
        kernels.linear_effects(first, last, members, starts, documents, rows, self.gradient, scratch, effects)


ESTIMATORS: dict[str, type[Influence]] = {
    "influence": Influence,
    "gradient": Gradient,
    "refit": Refit,
    "damped": Damped,
    "relearn": Relearn,
}


@functools.cache
def _effects_kernel(metric_kernel: Callable[..., float]) -> Callable[..., None]:
    """Compiled with the metric inside. Not cached on disk: numba would never find a kernel given as a value again."""

    @njit(nogil=True)
    def effects(shifts, vectors, sets, bias, out):
        """out[s] = B(w) − B(w̃) for the shifts of set s; exactly 0 if it moves no word."""
        D = vectors.shape[1]
        perturbed = vectors.copy()
        for s in range(len(out)):
            begin, end = shifts.ends[s], shifts.ends[s + 1]
            for m in range(begin, end):
                perturbed[shifts.word[m]] -= shifts.by[m, :D]
            out[s] = bias - metric_kernel(perturbed, *sets) if begin < end else 0.0
            for m in range(begin, end):
                perturbed[shifts.word[m]] = vectors[shifts.word[m]]

    return effects

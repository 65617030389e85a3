"""A training that remembers where its contexts were, epoch by epoch; the same bits as without remembering."""

import dataclasses
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from origins.cooccurrence.matrix import Cooccurrence
from origins.glove.schedule import Schedule
from origins.glove.trainer import GloVe, Parameters

MEMORY_MB = 2000.0


@dataclass(frozen=True, eq=False)
class Trajectory:
    """`contexts` (n × V × D + 1): every u_j, and c_j last, after 0, `every`, 2 · `every`, ... epochs of `glove`.

    The last one is the end of training, however many epochs lie before it.
    """

    glove: GloVe
    contexts: np.ndarray
    every: int


@dataclass(frozen=True, kw_only=True)
class _Recorder(GloVe):
    contexts: np.ndarray
    every: int

    def _epoch(
        self, pool: ThreadPoolExecutor, plan: Schedule, words: np.ndarray, contexts: np.ndarray, epoch: int
    ) -> float:
        if epoch % self.every == 0:
            columns = [*range(self.dimension), self.dimension + 1]  # a context's row is [vector, 1, bias, ...]
            self.contexts[epoch // self.every] = contexts[np.argsort(plan.words)][:, columns]
        return super()._epoch(pool, plan, words, contexts, epoch)


def record(glove: GloVe, X: Cooccurrence, memory_mb: float = MEMORY_MB) -> tuple[Parameters, Trajectory]:
    """Train on X and keep the contexts of every epoch, or of every few, in about so much memory."""
    once = 4 * X.words * (glove.dimension + 1) / 1e6
    every = max(1, math.ceil(glove.epochs * once / memory_mb))
    contexts = np.empty((-(-glove.epochs // every) + 1, X.words, glove.dimension + 1), np.float32)
    learned = _Recorder(**dataclasses.asdict(glove), contexts=contexts, every=every).fit(X)
    contexts[-1] = np.c_[learned.U, learned.c]
    return learned, Trajectory(glove, contexts, every)

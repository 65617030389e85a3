"""A training that remembers where its contexts were, epoch by epoch; the same bits as without remembering."""

import dataclasses
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

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


@dataclass(frozen=True)
class _Recorder(GloVe):
    every: int = 1
    contexts: list[np.ndarray] = field(default_factory=list)

    def _epoch(
        self, pool: ThreadPoolExecutor, plan: Schedule, words: np.ndarray, contexts: np.ndarray, epoch: int
    ) -> float:
        if epoch % self.every == 0:
            columns = [*range(self.dimension), self.dimension + 1]  # a context's row is [vector, 1, bias, ...]
            self.contexts.append(contexts[np.argsort(plan.words)][:, columns])
        return super()._epoch(pool, plan, words, contexts, epoch)


def record(glove: GloVe, X: Cooccurrence, memory_mb: float = MEMORY_MB) -> tuple[Parameters, Trajectory]:
    """Train on X and keep the contexts of every epoch, or of every few, in about so much memory."""
    once = 4 * X.words * (glove.dimension + 1) / 1e6
    every = max(1, math.ceil(glove.epochs * once / memory_mb))
    recorder = _Recorder(**dataclasses.asdict(glove), every=every)
    learned = recorder.fit(X)
    contexts = np.stack([*recorder.contexts, np.c_[learned.U, learned.c]])
    return learned, Trajectory(glove, contexts, every)

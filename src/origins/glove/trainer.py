"""GloVe as the reference program of 2018 trains it (AdaGrad), in float32 and reproducible in parallel."""

import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from origins.cooccurrence.matrix import Cooccurrence
from origins.errors import OriginsError
from origins.glove import kernels, schedule
from origins.glove.checkpoint import Checkpoint
from origins.runtime.intrinsics import LANES, aligned

log = logging.getLogger(__name__)
LOG_SECONDS = 5.0


@dataclass(frozen=True, eq=False)
class Parameters:
    """What GloVe learns: W, U (V × D) and b, c (V); AdaGrad's sums of squares for W and b; the loss of every epoch."""

    W: np.ndarray
    U: np.ndarray
    b: np.ndarray
    c: np.ndarray
    G_W: np.ndarray
    G_b: np.ndarray
    losses: np.ndarray


@dataclass(frozen=True)
class GloVe:
    """Trains word vectors on a co-occurrence matrix. The seed determines the result; `threads` only the time.

    >>> import numpy as np
    >>> X = Cooccurrence(np.array([0, 2, 3]), np.array([0, 1, 0], np.int32), np.array([4, 3, 3]), window=1)
    >>> learned = GloVe(dimension=2, epochs=200, x_max=1.0).fit(X)
    >>> round(float(np.exp(learned.W[0] @ learned.U[1] + learned.b[0] + learned.c[1])), 1)
    3.0
    """

    dimension: int = 75
    epochs: int = 300
    learning_rate: float = 0.05
    x_max: float = 100.0
    alpha: float = 0.75
    seed: int = 1
    threads: int = 2

    def fit(
        self,
        X: Cooccurrence,
        checkpoint: Path | None = None,
        checkpoint_seconds: float = 300.0,
        progress: Callable[[int, float], None] | None = None,
    ) -> Parameters:
        """Minimize ½ Σ f(X_ij)(w_i·u_j + b_i + c_j − log X_ij)² over the nonzero entries of a symmetric X.

        With a `checkpoint` file, a killed training resumes from its last saved epoch and ends with the same bits.
        `progress` is called with (epoch, loss).
        """
        saved = Checkpoint(checkpoint, self, X, checkpoint_seconds)
        with ThreadPoolExecutor(self.threads) as pool:
            return self._fit(pool, X, saved, progress)

    def _fit(
        self,
        pool: ThreadPoolExecutor,
        X: Cooccurrence,
        checkpoint: Checkpoint,
        progress: Callable[[int, float], None] | None,
    ) -> Parameters:
        D, padded = self.dimension, padded_length(self.dimension)
        plan = schedule.build(X, padded, self.x_max, self.alpha, self.seed, pool.map)
        if not plan.nonzeros:
            raise OriginsError("The co-occurrence matrix has no nonzero entry to train on: check vocabulary.min_count.")
        words, contexts = aligned(len(plan.words), 2 * padded), aligned(len(plan.words), 2 * padded)
        losses = np.full(self.epochs, np.nan)
        start = checkpoint.load(words, contexts, losses)
        if not start:
            kernels.initialize(self.seed, kernels.WORD, plan.words, D, D, D + 1, words)
            kernels.initialize(self.seed, kernels.CONTEXT, plan.words, D, D + 1, D, contexts)

        began = logged = time.monotonic()
        for epoch in range(start, self.epochs):
            losses[epoch] = loss = self._epoch(pool, plan, words, contexts, epoch)
            if not math.isfinite(loss):
                checkpoint.remove()
                raise OriginsError(
                    f"GloVe diverged in epoch {epoch + 1}: the loss is {loss}. Choose a learning_rate below "
                    f"{self.learning_rate:g} (the usual one is 0.05)."
                )
            now, last = time.monotonic(), epoch + 1 == self.epochs
            if last or now - logged >= LOG_SECONDS:
                each, logged = (now - began) / (epoch + 1 - start), now
                log.info(
                    "epoch %d of %d: loss %.6f, %.1f million updates a second, %.0f s left",
                    epoch + 1, self.epochs, loss, plan.nonzeros / each / 1e6, each * (self.epochs - epoch - 1),
                )  # fmt: skip
            if progress:
                progress(epoch + 1, loss)
            if not last:
                checkpoint.save(words, contexts, losses, epoch + 1)
        checkpoint.remove()

        place = np.argsort(plan.words)  # back from schedule order to word ids
        del plan  # it is large, and the rest makes copies
        W, U = words[place], contexts[place]
        G = W[:, padded:]
        return Parameters(
            W=W[:, :D].copy(), b=W[:, D].copy(), U=U[:, :D].copy(), c=U[:, D + 1].copy(),
            G_W=G[:, :D].copy(), G_b=G[:, D].copy(), losses=losses,
        )  # fmt: skip

    def _epoch(
        self, pool: ThreadPoolExecutor, plan: schedule.Schedule, words: np.ndarray, contexts: np.ndarray, epoch: int
    ) -> float:
        """Visit every entry once; the loss is measured before each update, as in the reference program."""
        P = plan.groups
        losses = np.zeros(P)
        update = kernels.update_kernel(words.shape[1] // 2)
        # several tasks per thread, so that none idles for long at the end, and two blocks per task, which take turns
        tasks = min(P, max(P // 2, self.threads), 8 * self.threads) if self.threads > 1 else 1
        cuts = np.linspace(0, P, tasks + 1).astype(int)
        for stratum in schedule.strata(P, self.seed, epoch):
            running = [
                pool.submit(
                    update, first, last, stratum, plan.bounds, plan.group_starts, plan.row, plan.column, plan.log_x,
                    plan.f, words, contexts, np.float32(self.learning_rate), losses,
                )
                for first, last in pairwise(cuts)
            ]  # fmt: skip
            for task in running:
                task.result()
        return 0.5 * math.fsum(losses) / plan.nonzeros


def padded_length(dimension: int) -> int:
    """The length of a vector with its bias and its one, rounded up to whole LANES."""
    return -(-(dimension + 2) // LANES) * LANES

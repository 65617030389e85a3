"""The estimator `replay`: train the words that documents move once more without them, and nothing else.

A word's vector depends on its own row of X and on the contexts it met on the way. Both are known: the row without the
documents is X − Y, and a recorded training has the contexts of every epoch. So w_i and b_i are trained again from the
seed's own start, entry by entry in the order of the training, against contexts that go the way they went. What is left
out is how the contexts themselves would have changed. There is no free parameter, and no assumption that training
converged or that effects are small. The cost is that of the moved words' own entries in all epochs.
"""

import math

import numpy as np
from numba import njit

from origins.errors import OriginsError
from origins.glove import kernels as glove_kernels
from origins.glove import schedule
from origins.glove.recording import Trajectory
from origins.glove.trainer import padded_length
from origins.influence import kernels
from origins.influence.estimators import Estimator
from origins.influence.trained import Trained
from origins.runtime.parallel import thread_map


class Replay(Estimator):
    """Δ by replaying the metric's words. What replaying changes is added to the trained vectors.

    `learned` has the metric's words as replaying all of X learns them. The difference to what training learned is the
    error of contexts that are known only once an epoch; in Δ it cancels.
    """

    def __init__(self, baseline: Trained, trajectory: Trajectory, threads: int = 1) -> None:
        super().__init__(baseline, threads)
        self.trajectory = trajectory
        glove, rows = trajectory.glove, baseline.rows
        if not np.array_equal(trajectory.contexts[-1, :, :-1], baseline.embedding.U):
            raise OriginsError(
                f"the recorded training is not that of the baseline of seed {baseline.embedding.seed}; train it again."
            )
        padded, V = padded_length(glove.dimension), trajectory.contexts.shape[1]
        self.groups = schedule.number_of_groups(V, padded)
        words, starts = schedule.deal(V, self.groups, glove.seed)
        group = np.empty(V, np.int64)
        group[words] = np.repeat(np.arange(self.groups), np.diff(starts))
        place = np.empty(V, np.int64)
        place[words] = np.arange(V)
        self.group = group[baseline.metric.words]
        self.part = (place[baseline.metric.words] - starts[self.group]) / np.diff(starts)[self.group]
        # the entries of each row in the order of the schedule, and where each group of contexts begins
        self.order = np.lexsort((place[rows.context], group[rows.context], rows.row))
        keys = rows.row.astype(np.int64) * self.groups + group[rows.context]
        self.starts = np.searchsorted(keys[self.order], np.arange(len(rows.starts) * self.groups))
        self.strata = np.stack([schedule.strata(self.groups, glove.seed, epoch) for epoch in range(glove.epochs)])
        state = np.zeros((len(baseline.metric.words), 2 * padded), np.float32)
        D = glove.dimension
        glove_kernels.initialize(glove.seed, glove_kernels.WORD, baseline.metric.words, D, D, D + 1, state)
        self.first = state[:, : D + 1].copy()
        learned = thread_map(lambda i: self.learn(i, rows.count), range(len(self.first)), threads)
        self.learned = np.stack(list(learned))

    def learn(self, i: int, count: np.ndarray) -> np.ndarray:
        """The vector of the metric's word i, trained on these counts of its entries (in units)."""
        rows, glove = self.baseline.rows, self.trajectory.glove
        entries = self.order[rows.starts[i] : rows.starts[i + 1]]
        left = count[entries]
        with np.errstate(divide="ignore"):
            log_x = np.log(left) - rows.log_unit
        f = np.exp(np.minimum(0.0, rows.alpha * (log_x - rows.log_x_max)))  # 0 where nothing is left
        w = self.first[i].copy()
        _train_word(
            w,
            self.group[i],
            self.part[i],
            rows.context[entries],
            self.starts[i * self.groups : (i + 1) * self.groups + 1] - rows.starts[i],
            np.where(left > 0, log_x, 0.0).astype(np.float32),
            f.astype(np.float32),
            self.trajectory.contexts,
            self.trajectory.every,
            self.strata,
            np.float32(glove.learning_rate),
        )
        return w[:-1].astype(np.float64)

    def _score(self, first, last, members, starts, scratch, effects) -> None:
        base, rows = self.baseline, self.baseline.rows
        for s in range(first, last):
            chosen = members[starts[s] : starts[s + 1]]
            n = kernels.take(chosen, base.documents, rows, scratch.removed, scratch.touched)
            touched = scratch.touched[:n]
            left = rows.count - scratch.removed
            scratch.removed[touched] = 0
            moved = np.unique(rows.row[touched])
            vectors = base.vectors.copy()
            for i in moved:
                vectors[i] += self.learn(i, left) - self.learned[i]
            effects[s] = base.bias - base.metric.kernel(vectors, *base.metric.sets) if len(moved) else 0.0


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc"})
def _train_word(w, group, part, context, starts, log_x, f, contexts, every, strata, learning_rate):
    """Train w (D + 1, the bias last) from its start through all epochs, with AdaGrad, as the trainer does.

    The word is at `part` of its group. Its entries with the contexts of group c are starts[c] to starts[c + 1]. Between
    two records a context is where a straight line says.
    """
    D, groups, epochs = len(w) - 1, strata.shape[1], len(strata)
    G = np.ones(D + 1, np.float32)
    u = np.ones(D + 1, np.float32)  # the last stays: the word's bias meets a 1
    for epoch in range(epochs):
        before = epoch // every
        length = min(every, epochs - before * every)
        for turn in range(groups):
            t = np.float32((epoch - before * every + (turn + part) / groups) / length)
            c = (group + strata[epoch, turn]) % groups
            for e in range(starts[c], starts[c + 1]):
                if f[e] == 0:
                    continue
                old, new = contexts[before, context[e]], contexts[before + 1, context[e]]
                predicted = w[D] + old[D] + t * (new[D] - old[D])
                for k in range(D):
                    u[k] = old[k] + t * (new[k] - old[k])
                    predicted += u[k] * w[k]
                g = learning_rate * f[e] * (predicted - log_x[e])
                for k in range(D + 1):
                    step = g * u[k]
                    w[k] -= step / math.sqrt(G[k])
                    G[k] += step * step

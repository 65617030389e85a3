"""What every estimator starts from: one embedding of a corpus, as one metric sees it."""

import logging
import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.row_index import Documents, index_contexts
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.glove.embedding import Embedding
from origins.influence import kernels
from origins.influence.linear_algebra import inverse
from origins.metrics.base import Metric
from origins.runtime.parallel import thread_map

log = logging.getLogger(__name__)

MAX_CONDITION = 1e6  # beyond it, float32 vectors say nothing about the flattest directions


class Trained:
    """An embedding trained on X, and the rows of X that its bias depends on.

    `vectors` (|U| × D) are the metric's words and `bias` is B(w). A word's own b_i is its coordinate D, where every
    context has a 1; so the paper's H_i = Σ_j 2 f(X_ij) u_j u_jᵀ is H[i, :D, :D]. Memory: the metric's rows of X, the
    Hessians, a copy of U, and what was given.
    """

    def __init__(
        self,
        X: Cooccurrence,
        corpus: TokenStore,
        embedding: Embedding,
        metric: Metric,
        threads: int = 1,
    ) -> None:
        if X.fingerprint != corpus.fingerprint:
            raise OriginsError("the co-occurrence matrix was not counted from this corpus; count it again.")
        self.metric, self.embedding, self.unit = metric, embedding, X.unit
        self.vectors = embedding.W[metric.words].astype(np.float64)
        self.bias = float(metric.kernel(self.vectors, *metric.sets))
        self.documents = Documents.of(corpus, X.weights)
        self.rows = _rows(X, embedding, metric)
        kernels.fill_residuals(np.c_[self.vectors, embedding.b[metric.words]], embedding.c, self.rows)
        words = range(len(self.vectors))
        self.H = np.stack(list(thread_map(lambda i: kernels.hessian(i, self.rows), words, threads)))

    @cached_property
    def x(self) -> np.ndarray:
        """X_ij of every entry."""
        return self.rows.count / self.unit

    @cached_property
    def contexts(self) -> np.ndarray:
        """The number of distinct contexts of every word."""
        return np.diff(self.rows.starts)

    @cached_property
    def condition(self) -> np.ndarray:
        """The condition number ‖H_i‖·‖H_i⁻¹‖ (in the 1-norm) of every word; infinite if H_i is singular."""
        D = self.vectors.shape[1]
        condition = np.full(len(self.H), np.inf)
        for i in np.flatnonzero(self.contexts >= D):
            H = self.H[i, :D, :D]
            condition[i] = np.linalg.norm(H, 1) * np.linalg.norm(inverse(H), 1)
        return condition

    @cached_property
    def damping(self) -> np.ndarray:
        """What to add to the diagonal of every H_i so that it can be inverted: 0 unless it is singular or nearly so."""
        D = self.vectors.shape[1]
        trace = np.trace(self.H[:, :D, :D], axis1=1, axis2=2)
        return np.where(self.condition <= MAX_CONDITION, 0.0, np.where(trace > 0, trace / MAX_CONDITION, 1.0))

    def singular_words(self, vocabulary: Sequence[str]) -> pd.DataFrame:
        """The words whose H_i is singular or nearly so, with the damping they get; also said in the log."""
        found = np.flatnonzero(self.damping)
        table = pd.DataFrame(
            {
                "word": [vocabulary[word] for word in self.metric.words[found]],
                "contexts": self.contexts[found],
                "condition": self.condition[found],
                "damping": self.damping[found],
            }
        )
        if len(table):
            log.warning(
                "the Hessian is singular or nearly so, hence damped, for the words: %s", ", ".join(table["word"])
            )
        return table


def _rows(X: Cooccurrence, embedding: Embedding, metric: Metric) -> kernels.Rows:
    starts, context, count = X.rows_of(metric.words)
    place = np.full(X.words, -1, dtype=np.int32)
    place[metric.words] = np.arange(len(metric.words))
    bits = np.zeros((len(metric.words), -(-X.words // 64)), dtype=np.uint64)
    ranks = np.zeros(bits.shape, dtype=np.int32)
    index_contexts(starts, context, bits, ranks)
    settings = embedding.settings
    return kernels.Rows(
        place=place,
        starts=starts,
        row=np.repeat(np.arange(len(metric.words), dtype=np.int32), np.diff(starts)),
        context=context,
        count=count,
        bits=bits,
        ranks=ranks,
        prediction=np.empty(len(context)),
        g=np.empty(len(context)),
        U=np.c_[embedding.U, np.ones(X.words, dtype=np.float32)],
        log_unit=math.log(X.unit),
        log_x_max=math.log(settings["x_max"]),
        alpha=float(settings["alpha"]),
    )

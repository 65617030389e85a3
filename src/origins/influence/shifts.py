"""How far each of some documents moves the metric's words, as an estimator has it."""

import numpy as np

from origins.influence import kernels
from origins.influence.estimators import Influence


def document_shifts(estimator: Influence, documents: np.ndarray) -> kernels.Shifts:
    """What removing each document alone moves, without the biases: which words move depends on the documents only."""
    vectors, n = estimator.baseline.vectors, len(documents)
    most = n * len(vectors)
    shifts = kernels.Shifts(
        ends=np.zeros(n + 1, dtype=np.int64),
        word=np.empty(most, dtype=np.int64),
        by=np.empty((most, estimator.baseline.H.shape[1])),
    )
    estimator._shift(0, n, documents.astype(np.int64), np.arange(n + 1), estimator._scratch(), shifts)
    moves = shifts.ends[-1]
    return kernels.Shifts(shifts.ends, shifts.word[:moves], shifts.by[:moves, : vectors.shape[1]])

"""Small co-occurrence matrices for the tests."""

import numpy as np

from origins.cooccurrence.matrix import Cooccurrence, unit_of

WINDOW = 4
UNIT = unit_of(WINDOW)


def sparse(dense: np.ndarray, stored: np.ndarray | None = None) -> Cooccurrence:
    """A matrix of integer counts as compressed sparse rows; `stored` says which entries are kept even if 0."""
    stored = dense > 0 if stored is None else stored
    rows, columns = np.nonzero(stored)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(dense)))]).astype(np.int64)
    return Cooccurrence(indptr, columns.astype(np.int32), dense[rows, columns].astype(np.int64), WINDOW)


def random_counts(words: int, density: float = 0.4, seed: int = 0) -> np.ndarray:
    """A symmetric matrix of counts, large for frequent (small) ids as in a real corpus."""
    rng = np.random.default_rng(seed)
    rank = np.arange(1, words + 1)
    counts = rng.poisson(300 * UNIT / np.sqrt(rank[:, None] * rank)) + 1
    counts = np.triu(counts * (rng.random((words, words)) < density))
    return counts + np.triu(counts, 1).T


def window_counts(document: np.ndarray, words: int) -> np.ndarray:
    """A document's own counts."""
    counts = np.zeros((words, words), np.int64)
    for distance in range(1, WINDOW + 1):
        np.add.at(counts, (document[:-distance], document[distance:]), UNIT // distance)
    return counts + counts.T

"""The order in which entries of X are trained: blocks that share no row and no column, so that they run in parallel.

The words are cut into P groups, X into P × P blocks. Stratum s holds the blocks (r, r + s mod P): no two share a row or
a column, so they can train in any order, or all at once, with the same result. P depends on V and D only, never on the
machine. An entry's place depends on the seed and its own two words, never on which other entries exist, so a retrain
on X − Y follows the baseline of its seed step by step ("paired seeds").
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from origins.cooccurrence.matrix import Cooccurrence
from origins.glove import kernels

GROUP_BYTES = 640 << 10  # a group of contexts stays in the second-level cache while words stream by
MIN_GROUPS = 16  # enough blocks per stratum to keep many threads busy
MAPPED_BYTES = 64 << 20  # of X that stay in memory while it is read


@dataclass(frozen=True)
class Schedule:
    """The nonzero entries of X block by block: 12 bytes each.

    `words` (V) lists the words group by group, `group_starts` (P+1) where the groups begin. Block (r, c) holds the
    entries bounds[c, r] to bounds[c, r+1]; `row` and `column` count from the start of their groups.
    """

    words: np.ndarray
    group_starts: np.ndarray
    bounds: np.ndarray
    row: np.ndarray
    column: np.ndarray
    log_x: np.ndarray
    f: np.ndarray

    @property
    def groups(self) -> int:
        """P."""
        return len(self.group_starts) - 1

    @property
    def nonzeros(self) -> int:
        """The number of entries with X > 0."""
        return int((self.bounds[:, -1] - self.bounds[:, 0]).sum())


def number_of_groups(words: int, padded: int) -> int:
    """P: enough groups that the vectors and squared gradients of one fit into GROUP_BYTES, and for many threads."""
    return min(words, max(MIN_GROUPS, math.ceil(words * 8 * padded / GROUP_BYTES)))


def deal(words: int, groups: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The words group by group, and where the groups start.

    Words are dealt out by frequency, back and forth, so that all groups get equally many frequent and rare words;
    inside a group they are ordered by a hash of seed and word.
    """
    word = np.arange(words)
    turn, seat = np.divmod(word, groups)
    group = np.where(turn % 2 == 0, seat, groups - 1 - seat)
    key = np.empty(words, np.uint64)
    kernels.fill_random_bits(seed, kernels.ORDER, 0, key)
    starts = np.concatenate([[0], np.cumsum(np.bincount(group, minlength=groups))])
    return np.lexsort((key, group)), starts


def strata(groups: int, seed: int, epoch: int) -> np.ndarray:
    """The order of the strata in an epoch, determined by the seed."""
    key = np.empty(groups, np.uint64)
    kernels.fill_random_bits(seed, kernels.STRATUM, epoch, key)
    return np.argsort(key)


def build(
    X: Cooccurrence, padded: int, x_max: float, alpha: float, seed: int, run: Callable[..., Iterable] = map
) -> Schedule:
    """Sort the entries of a symmetric co-occurrence matrix into blocks; `run` is a map that may run in parallel.

    X is read one group of columns at a time, so memory holds the schedule and little else.
    """
    V = X.words
    groups = number_of_groups(V, padded)
    words, group_starts = deal(V, groups, seed)
    columns = np.split(words, group_starts[1:-1])
    place, local = np.empty(V, np.int32), np.empty(V, np.uint16)
    place[words] = np.arange(V)
    local[words] = np.arange(V) - np.repeat(group_starts[:-1], np.diff(group_starts))

    stored = np.diff(X.indptr)  # entries that became 0 leave gaps
    first = np.concatenate([[0], np.cumsum([stored[group].sum() for group in columns])])
    bounds = np.empty((groups, groups + 1), np.int64)
    row, column = np.empty(first[-1], np.uint16), np.empty(first[-1], np.uint16)
    log_x, f = np.empty(first[-1], np.float32), np.empty(first[-1], np.float32)

    at_once = max(1, groups * MAPPED_BYTES // (12 * max(1, X.nonzeros)))  # groups

    def fill(c: int) -> None:
        kernels.fill_column_group(
            columns[c], first[c], *X.rows_of(columns[c]), math.log(X.unit), math.log(x_max), alpha,
            place, local, group_starts, bounds[c], row, column, log_x, f,
        )  # fmt: skip
        if (c + 1) % at_once == 0:
            X.release()

    for _ in run(fill, range(groups)):
        pass
    X.release()
    return Schedule(words, group_starts, bounds, row, column, log_x, f)

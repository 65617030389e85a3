"""The loops of GloVe: counter-based random numbers, filling the schedule, and the AdaGrad updates themselves.

A word's row in the state is `[vector, bias, 1, 0 … | squared gradients]`, a context's `[vector, 1, bias, 0 … | …]`,
each half padded to a multiple of LANES. The dot product of two first halves is then w·u + b + c, and the biases train
with the vectors. The ones never move because their squared gradients are huge; the padding stays exactly zero.

Every operation is a correctly rounded float32 one in a fixed order (no fast math, LANES explicit partial sums), so the
bits do not depend on how wide the vectors of the CPU are.
"""

import functools
import math
from collections.abc import Callable

import numpy as np
from numba import njit

from origins.glove.adagrad import step
from origins.runtime.intrinsics import LANES, dot, prefetch

MEMO = 1 << 16  # logarithms of counts below this are computed once
AHEAD = np.uint64(8)  # entries between fetching their rows and training them
HUGE = np.float32(2.0**100)
WORD, CONTEXT, ORDER, STRATUM = 1, 2, 3, 4  # streams of random numbers


@njit(cache=True, nogil=True)
def random_bits(seed, stream, i, j):
    """64 random bits that depend on nothing but the four numbers (splitmix64's mixing step, once per number)."""
    bits = np.uint64(0)
    for key in (seed, stream, i, j):
        bits = (bits ^ np.uint64(key)) + np.uint64(0x9E3779B97F4A7C15)
        bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        bits = bits ^ (bits >> np.uint64(31))
    return bits


@njit(cache=True, nogil=True)
def fill_random_bits(seed, stream, i, out):
    """out[j] = random_bits(seed, stream, i, j)."""
    for j in range(len(out)):
        out[j] = random_bits(seed, stream, i, j)


@njit(cache=True, nogil=True)
def initialize(seed, stream, words, dimension, bias, one, out):
    """The first state of `words`: values (U(0,1) − ½)/(D+1), squared gradients 1. `out` is V × 2·padded zeros."""
    padded = out.shape[1] // 2
    for place in range(len(words)):
        for k in range(dimension + 1):
            uniform = np.float32(random_bits(seed, stream, words[place], k) >> np.uint64(40)) * np.float32(2**-24)
            out[place, k if k < dimension else bias] = (uniform - np.float32(0.5)) / np.float32(dimension + 1)
        out[place, one] = 1
        out[place, padded:] = 1
        out[place, padded + one] = HUGE


@njit(cache=True, nogil=True)
def fill_column_group(
    columns, first, starts, context, counts, log_unit, log_x_max, alpha,
    place, local, group_starts, bounds, row, column, log_x, f,
):  # fmt: skip
    """Lay out the entries of one group of columns from `first` on: by row, then by column, both in schedule order.

    Word i has place[i] in the schedule and local[i] in its group. `bounds` (P+1) receives the start of each group of
    rows. X is symmetric, so column columns[k] is its row, from starts[k] to starts[k+1] of `context` and `counts`.
    """
    cursor = np.zeros(len(place) + 1, np.int64)
    for e in range(len(context)):
        if counts[e] > 0:
            cursor[place[context[e]] + 1] += 1
    cursor[0] = first
    for i in range(len(place)):
        cursor[i + 1] += cursor[i]
    for group in range(len(bounds)):
        bounds[group] = cursor[group_starts[group]]

    known_log, known_f = np.zeros(MEMO + 1, np.float32), np.zeros(MEMO + 1, np.float32)
    for k in range(len(columns)):
        for e in range(starts[k], starts[k + 1]):
            count = counts[e]
            if count > 0:
                known = min(count, MEMO)
                if known == MEMO or known_f[known] == 0:
                    log = math.log(count) - log_unit
                    known_log[known] = log
                    known_f[known] = math.exp(min(0.0, alpha * (log - log_x_max)))
                i = context[e]
                entry = cursor[place[i]]
                cursor[place[i]] = entry + 1
                row[entry] = local[i]
                column[entry] = local[columns[k]]
                log_x[entry] = known_log[known]
                f[entry] = known_f[known]


@njit(inline="always")
def difference(e, entries, words, contexts, padded):
    """w·u + b + c − log X of an entry."""
    row, column, log_x, _ = entries
    return dot(words[row[e]], contexts[column[e]], padded) - log_x[e]


@njit(inline="always")
def train(e, end, entries, words, contexts, diff, learning_rate, padded):
    """One AdaGrad step of a word and a context; returns the entry's loss before it. The block's entries stop at `end`.

    A context's row comes from the second-level cache or beyond, and so does the next word's: both are fetched while
    earlier entries train.
    """
    row, column, _, f = entries
    w, u = words[row[e]], contexts[column[e]]
    later = min(e + AHEAD, end - np.uint64(1))
    later_w, later_u = words[row[later]], contexts[column[later]]
    for k in range(0, 2 * padded, LANES):
        prefetch(later_u, k)
        prefetch(later_w, k)
    fdiff = f[e] * diff
    loss = fdiff * diff
    step(w, u, fdiff * learning_rate, padded)
    return loss


@njit(inline="always")
def rows_of(state, group_starts, group):
    """The rows of one group."""
    return state[group_starts[group] : group_starts[group + 1]]


@functools.cache
def update_kernel(padded: int) -> Callable:
    """The kernel that trains blocks of rows of 2·`padded` numbers; the length is a compile-time constant."""

    @njit(cache=True, nogil=True, error_model="numpy")
    def update(
        first, last, stratum, bounds, group_starts, row, column, log_x, f, words, contexts, learning_rate, losses
    ):
        """Train the blocks (r, r + stratum mod P) for first ≤ r < last; losses[r] += Σ f diff².

        Two blocks take turns. They share nothing, so one's entry trains while the other's difference is computed.
        """
        groups, entries = len(losses), (row, column, log_x, f)
        for r in range(first, last, 2):
            other = min(r + 1, last - 1)
            c, d = (r + stratum) % groups, (other + stratum) % groups
            row_group, column_group = rows_of(words, group_starts, r), rows_of(contexts, group_starts, c)
            other_rows, other_columns = rows_of(words, group_starts, other), rows_of(contexts, group_starts, d)
            # unsigned: a signed index costs a test for Python's negative ones
            e, end = np.uint64(bounds[c, r]), np.uint64(bounds[c, r + 1])
            o, other_end = np.uint64(bounds[d, other]), np.uint64(bounds[d, other + 1])
            if other == r:
                o = other_end
            loss = other_loss = 0.0
            diff = other_diff = np.float32(0)
            if e < end:
                diff = difference(e, entries, row_group, column_group, padded)
            while e < end or o < other_end:
                if o < other_end:
                    other_diff = difference(o, entries, other_rows, other_columns, padded)
                if e < end:
                    loss += train(e, end, entries, row_group, column_group, diff, learning_rate, padded)
                    e += np.uint64(1)
                if e < end:
                    diff = difference(e, entries, row_group, column_group, padded)
                if o < other_end:
                    other_loss += train(
                        o, other_end, entries, other_rows, other_columns, other_diff, learning_rate, padded
                    )
                    o += np.uint64(1)
            losses[r] += loss
            losses[other] += other_loss

    return update

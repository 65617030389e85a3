"""Kernels of the co-occurrence count: plain loops over plain arrays.

Indices read from arrays are unsigned: a signed one costs a test for Python's negative indices.
"""

import numpy as np
from numba import njit

from origins.runtime.intrinsics import prefetch

LINE = 16  # accumulators watched by one flag
AHEAD = 16  # how many occurrences ahead windows are fetched from memory


@njit(cache=True, nogil=True)
def find_occurrences(ids, texts, first, last, window, cursor, occurrences):
    """Sort the occurrences of words first ≤ i < last by word, each with how far its window reaches to either side.

    `cursor` holds where each word's occurrences start, and afterwards where they end. An occurrence is packed as
    position · 2¹⁶ + left · 2⁸ + right; windows end with the text.
    """
    for text in range(len(texts) - 1):
        start, end = texts[text], texts[text + 1]
        for position in range(start, end):
            word = ids[position] - first
            if 0 <= word < last - first:
                left = min(window, position - start)
                right = min(window, end - 1 - position)
                occurrences[cursor[word]] = position << 16 | left << 8 | right
                cursor[word] += 1


@njit(cache=True, nogil=True)
def copy_rows(words, indptr, indices, counts, starts, context, count):
    """Some words' rows of X end to end; row k goes to starts[k] and on."""
    for k in range(len(words)):
        first = starts[k] - indptr[words[k]]
        for e in range(indptr[words[k]], indptr[words[k] + 1]):
            context[first + e] = indices[e]
            count[first + e] = counts[e]


@njit(cache=True, nogil=True)
def take_off_rows(words, starts, removed_starts, removed_ends, places, amounts, count):
    """Subtract from the rows that `copy_rows` has copied what Y has there: amounts at places, counted from the row."""
    for k in range(len(words)):
        for e in range(removed_starts[words[k]], removed_ends[words[k]]):
            count[starts[k] + places[e]] -= amounts[e]


@njit(cache=True, nogil=True)
def count_rows(ids, starts, occurrences, weights, row, flags, ends, indices, counts):
    """The rows of X of the words whose occurrences are given, columns in order.

    `row` has V accumulators, rounded up to whole lines, and `flags` one entry per line; both are zero before and after.
    weights[d] is what distance d adds; ends[i] becomes the end of row i in `indices` and `counts`, which have room for
    one more. Returns the number of non-zeros.
    """
    line_of = np.uint64(LINE)
    n = 0
    for word in range(len(starts) - 1):
        for k in range(starts[word], starts[word + 1]):
            packed = occurrences[min(k + AHEAD, len(occurrences) - 1)]
            prefetch(ids, (packed >> 16) - (packed >> 8 & 255))
            prefetch(ids, (packed >> 16) + (packed & 255))
            packed = occurrences[k]
            position = np.uint64(packed >> 16)
            for distance in range(1, (packed >> 8 & 255) + 1):
                context = np.uint64(ids[position - np.uint64(distance)])
                row[context] += weights[distance]
                flags[context // line_of] = 1
            for distance in range(1, (packed & 255) + 1):
                context = np.uint64(ids[position + np.uint64(distance)])
                row[context] += weights[distance]
                flags[context // line_of] = 1
        for line in range(len(flags)):
            if flags[line]:
                flags[line] = 0
                for context in range(line * LINE, (line + 1) * LINE):
                    indices[n] = context  # overwritten by the next one if this is zero: no branch to mispredict
                    counts[n] = row[context]
                    n += row[context] != 0
                    row[context] = 0
        ends[word] = n
    return n

"""Kernels of the co-occurrence count: plain loops over plain arrays.

Indices read from arrays are unsigned: a signed one costs a test for Python's negative indices.
"""

import numpy as np
from numba import njit

LINE = 16  # accumulators watched by one flag
AHEAD = 8  # how many occurrences ahead windows are fetched from memory


@njit(cache=True, nogil=True)
def find_occurrences(ids, offsets, first, last, window, cursor, occurrences):
    """Sort the occurrences of words first ≤ i < last by word, each with how far its window reaches to either side.

    `cursor` holds where each word's occurrences start, and afterwards where they end. An occurrence is packed as
    position · 2¹⁶ + left · 2⁸ + right; windows end with the document.
    """
    for document in range(len(offsets) - 1):
        start, end = offsets[document], offsets[document + 1]
        for position in range(start, end):
            word = ids[position] - first
            if 0 <= word < last - first:
                left = min(window, position - start)
                right = min(window, end - 1 - position)
                occurrences[cursor[word]] = position << 16 | left << 8 | right
                cursor[word] += 1


@njit(cache=True, nogil=True)
def count_rows(ids, starts, occurrences, weights, row, flags, ends, indices, counts):
    """The rows of X of the words whose occurrences are given, columns in order.

    `row` has V accumulators, rounded up to whole lines, and `flags` one entry per line; both are zero before and after.
    weights[d] is what distance d adds; ends[i] becomes the end of row i in `indices` and `counts`. Returns the number
    of non-zeros, and a meaningless sum that keeps the compiler from dropping the early fetches.
    """
    line_of = np.uint64(LINE)
    n, fetched = 0, 0
    for word in range(len(starts) - 1):
        for k in range(starts[word], starts[word + 1]):
            if k + AHEAD < len(occurrences):
                packed = occurrences[k + AHEAD]
                fetched += ids[(packed >> 16) - (packed >> 8 & 255)] + ids[(packed >> 16) + (packed & 255)]
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
                    if row[context]:
                        indices[n] = context
                        counts[n] = row[context]
                        row[context] = 0
                        n += 1
        ends[word] = n
    return n, fetched

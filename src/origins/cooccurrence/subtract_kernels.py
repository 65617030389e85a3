"""Kernel of X − Y: plain loops over plain arrays."""

from numba import njit


@njit(cache=True, nogil=True)
def find_rows(ids, first, starts, occurrences, weights, indptr, indices, counts, row, touched, ends, places, amounts):
    """Find the windows of some words in their rows of X; returns a word whose row lacks them, or −1.

    The occurrences of word first + i are occurrences[starts[i] : starts[i + 1]], packed as by `find_occurrences`.
    `row` has V accumulators, all zero before and after; `touched` has room for V contexts. A word's windows are added
    up in `row` before its row of X is searched, once per context. `places` (from the start of the row) and `amounts`
    receive what is found; ends[i] becomes the end of word first + i there.
    """
    found = 0
    for i in range(len(starts) - 1):
        n = 0
        for k in range(starts[i], starts[i + 1]):
            packed = occurrences[k]
            position = packed >> 16
            for distance in range(-(packed >> 8 & 255), (packed & 255) + 1):
                if distance != 0:
                    context = ids[position + distance]
                    if row[context] == 0:
                        touched[n] = context
                        n += 1
                    row[context] += weights[abs(distance)]
        word = first + i
        for k in range(n):
            context = touched[k]
            low, high = indptr[word], indptr[word + 1]
            end = high
            while low < high:
                middle = (low + high) >> 1
                if indices[middle] < context:
                    low = middle + 1
                else:
                    high = middle
            if low == end or indices[low] != context or counts[low] < row[context]:
                return word
            places[found] = low - indptr[word]
            amounts[found] = row[context]
            found += 1
            row[context] = 0
        ends[i] = found
    return -1

"""Kernel of X − Y: plain loops over plain arrays."""

from numba import njit

LARGEST = 2**32 - 1  # amount in one place; larger ones, which are rare, take several


@njit(cache=True, nogil=True)
def find_rows(ids, first, last, starts, occurrences, weights, indptr, indices, counts, row, touched, removed):
    """Find the windows of the words first to last − 1 in their rows of X; returns a word whose row lacks them, or −1.

    The occurrences of a word are occurrences[starts[word] : starts[word + 1]], packed as by `find_occurrences`.
    `row` has V accumulators, all zero before and after; `touched` has room for V contexts. A word's windows are added
    up in `row` before its row of X is searched, once per context. `removed` receives what is found, word after word,
    from removed.starts[first] on.
    """
    found = removed.starts[first]
    for word in range(first, last):
        n = 0
        for k in range(starts[word], starts[word + 1]):
            packed = occurrences[k]
            position = packed >> 16
            for distance in range(-(packed >> 8 & 255), (packed & 255) + 1):
                if distance != 0:
                    context = ids[position + distance]
                    if row[context] == 0:
                        touched[n] = context
                        n += 1
                    row[context] += weights[abs(distance)]
        removed.starts[word] = found
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
            while row[context] > 0:
                removed.places[found] = low - indptr[word]
                removed.amounts[found] = min(row[context], LARGEST)
                row[context] -= min(row[context], LARGEST)
                found += 1
        removed.ends[word] = found
    return -1

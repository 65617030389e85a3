"""The entry of a word pair in some rows of X, looked up without a search."""

from typing import NamedTuple

import numpy as np
from numba import njit

from origins.corpus.tokens import TokenStore
from origins.files.npy import read_only


class Documents(NamedTuple):
    """The token store's arrays, and weights[d], what a pair at distance d adds to X (in units)."""

    ids: np.ndarray
    offsets: np.ndarray
    texts: np.ndarray
    units: np.ndarray
    weights: np.ndarray

    @classmethod
    def of(cls, corpus: TokenStore, weights: np.ndarray) -> "Documents":
        """All documents of a corpus."""
        texts, units = read_only(corpus.texts), read_only(corpus.units)
        return cls(read_only(corpus.ids), read_only(corpus.offsets), texts, units, weights)


@njit(cache=True, nogil=True)
def index_contexts(starts, context, bits, ranks):
    """Fill `bits` and `ranks`, which allow a look-up without a search at a fifth of a byte per vocabulary word."""
    for i in range(len(starts) - 1):
        for e in range(starts[i], starts[i + 1]):
            bits[i, context[e] >> 6] |= np.uint64(1) << np.uint64(context[e] & 63)
        e = starts[i]
        for block in range(bits.shape[1]):
            ranks[i, block] = e
            e += count_ones(bits[i, block])


@njit(cache=True, nogil=True)
def count_ones(x):
    """The number of ones among 64 bits, in a form that compilers turn into one instruction."""
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def entry_of(i, context, bits, ranks):
    """The entry of a pair that occurs in X."""
    below = (np.uint64(1) << np.uint64(context & 63)) - np.uint64(1)
    return ranks[i, context >> 6] + count_ones(bits[i, context >> 6] & below)


@njit(cache=True, nogil=True)
def take(members, documents, rows, removed, touched):
    """Y of some documents together: removed[e] becomes their count of entry e, for e in touched[:n]; returns n."""
    window = len(documents.weights) - 1
    n = 0
    for document in members:
        for text in range(documents.units[document], documents.units[document + 1]):
            start, end = documents.texts[text], documents.texts[text + 1]
            for position in range(start, end):
                i = rows.place[documents.ids[position]]
                if i < 0:
                    continue
                for other in range(max(start, position - window), min(end, position + window + 1)):
                    if other != position:
                        e = entry_of(i, documents.ids[other], rows.bits, rows.ranks)
                        if removed[e] == 0:
                            touched[n] = e
                            n += 1
                        removed[e] += documents.weights[abs(other - position)]
    return n

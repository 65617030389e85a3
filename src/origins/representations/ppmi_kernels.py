"""Kernels of the PPMI baseline: the metric's rows without a document, and the associations in them.

Without a document, PMI_ij moves by log((X_ij − Y_ij) / X_ij) for the pairs in it, by log(r_i / r̃_i) for the rows and
alike for the columns of its words, and by log(Ñ / N) for all. Documents are independent of each other, so neither
threads nor batches change a bit of the results.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from origins.cooccurrence.row_index import take

ROUND_OFF = 1e-12  # a PMI up to this is 0: were it kept, a row of such noise would have length 1 in a cosine


class Rows(NamedTuple):
    """The metric's rows of X end to end, found by `place`, `bits` and `ranks` as in `origins.influence.kernels`.

    Row i is that of words[i]. `pmi` is log(X_ij N / (r_i c_j)), `sums` has r_i = c_i of the whole vocabulary.
    """

    words: np.ndarray
    place: np.ndarray
    starts: np.ndarray
    context: np.ndarray
    count: np.ndarray  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    bits: np.ndarray
    ranks: np.ndarray
    pmi: np.ndarray
    sums: np.ndarray
    N: int


class Scratch(NamedTuple):
    """Working memory of one thread. Between documents `removed`, `taken` and `shift` are zero, `pmi` that of X."""

    removed: np.ndarray  # of every entry, in units
    touched: np.ndarray  # entries
    taken: np.ndarray  # of the sum of every word of the vocabulary, in units
    shift: np.ndarray  # log(r_i / r̃_i) of every word of the vocabulary
    pmi: np.ndarray  # of every entry, with X_ij − Y_ij but the sums of X
    ppmi: np.ndarray  # of every entry, without the document
    norm: np.ndarray  # of every row
    d: np.ndarray  # mean_A â − mean_B b̂


@njit(cache=True, nogil=True)
def associations_without(first, documents, rows, S, T, A, B, scratch, out):
    """out[k] = g(c, A, B) of the words c of S, then of T, when document first + k is not in the corpus."""
    members = np.arange(first, first + len(out))
    for k in range(len(out)):
        ids = documents.ids[documents.offsets[first + k] : documents.offsets[first + k + 1]]
        for_all = shift_sums(first + k, documents, rows, scratch)
        n = take_counts(members[k : k + 1], documents, rows, scratch)
        associations(rows, for_all, S, T, A, B, scratch, out[k])
        restore(ids, n, rows, scratch)


@njit(cache=True, nogil=True)
def associations_updated(first, documents, rows, S, T, A, B, scratch, out):
    """As `associations_without`, but r_i and c_j change only for the pairs in the document, and N for none."""
    members = np.arange(first, first + len(out))
    for k in range(len(out)):
        ids = documents.ids[documents.offsets[first + k] : documents.offsets[first + k + 1]]
        shift_sums(first + k, documents, rows, scratch)
        n = take_counts(members[k : k + 1], documents, rows, scratch)
        for e in scratch.touched[:n]:
            i = np.searchsorted(rows.starts, e, side="right") - 1
            scratch.pmi[e] += scratch.shift[rows.words[i]] + scratch.shift[rows.context[e]]
        for word in ids:
            scratch.shift[word] = 0.0
        associations(rows, 0.0, S, T, A, B, scratch, out[k])
        restore(ids, n, rows, scratch)


@njit(cache=True, nogil=True)
def take_counts(members, documents, rows, scratch):
    """Add log((X_ij − Y_ij) / X_ij) to the PMI of the documents' own entries, touched[:n]; returns n."""
    n = take(members, documents, rows, scratch.removed, scratch.touched)
    for e in scratch.touched[:n]:
        left = rows.count[e] - scratch.removed[e]
        scratch.pmi[e] += math.log(left / rows.count[e]) if left > 0 else -np.inf
        scratch.removed[e] = 0
    return n


@njit(cache=True, nogil=True)
def restore(ids, n, rows, scratch):
    """Make `pmi` that of X again, and `shift` zero, after a document of these words with n entries."""
    for e in scratch.touched[:n]:
        scratch.pmi[e] = rows.pmi[e]
    for word in ids:
        scratch.shift[word] = 0.0


@njit(cache=True, nogil=True)
def shift_sums(document, documents, rows, scratch):
    """Fill `shift` for the words of a document, 0 for those of which nothing is left; returns log(Ñ / N)."""
    reach = np.cumsum(documents.weights)  # what all distances up to d add
    window = len(reach) - 1
    left = rows.N
    for text in range(documents.units[document], documents.units[document + 1]):
        start, end = documents.texts[text], documents.texts[text + 1]
        for position in range(start, end):
            taken = reach[min(position - start, window)] + reach[min(end - 1 - position, window)]
            scratch.taken[documents.ids[position]] += taken
            left -= taken
    ids = documents.ids[documents.offsets[document] : documents.offsets[document + 1]]
    for word in ids:
        if 0 < scratch.taken[word] < rows.sums[word]:
            scratch.shift[word] = math.log(rows.sums[word] / (rows.sums[word] - scratch.taken[word]))
        scratch.taken[word] = 0
    return math.log(left / rows.N) if left > 0 else 0.0


@njit(cache=True, nogil=True, fastmath={"reassoc"})  # vector instructions may sum
def fill_ppmi(pmi, context, shift, by, ppmi):
    """The PPMI of one row, all shifts added; returns its length."""
    square = 0.0
    for e in range(len(pmi)):
        moved = pmi[e] + (by + shift[context[e]])
        ppmi[e] = moved if moved > ROUND_OFF else 0.0
        square += ppmi[e] * ppmi[e]
    return math.sqrt(square)


@njit(cache=True, nogil=True)
def associations(rows, for_all, S, T, A, B, scratch, out):
    """g(c, A, B) = ĉ · d of the words of S, then of T, all shifts added; 0 for a zero vector."""
    for i in range(len(rows.words)):
        row = slice(rows.starts[i], rows.starts[i + 1])
        by = for_all + scratch.shift[rows.words[i]]
        scratch.norm[i] = fill_ppmi(scratch.pmi[row], rows.context[row], scratch.shift, by, scratch.ppmi[row])
    scratch.d[:] = 0.0
    add_units(A, 1.0 / len(A), rows, scratch)
    add_units(B, -1.0 / len(B), rows, scratch)
    for k in range(len(out)):
        i = S[k] if k < len(S) else T[k - len(S)]
        row = slice(rows.starts[i], rows.starts[i + 1])
        norm = scratch.norm[i]
        out[k] = dot_dense(scratch.ppmi[row], rows.context[row], scratch.d) / norm if norm > 0.0 else 0.0


@njit(cache=True, nogil=True)
def add_units(words, weight, rows, scratch):
    """d += weight · Σ ŵ over some rows; a zero vector adds nothing."""
    for i in words:
        if scratch.norm[i] > 0.0:
            scale = weight / scratch.norm[i]
            for e in range(rows.starts[i], rows.starts[i + 1]):
                scratch.d[rows.context[e]] += scale * scratch.ppmi[e]


@njit(cache=True, nogil=True, fastmath={"reassoc"})
def dot_dense(values, context, d):
    """The dot product of a sparse row with a dense vector."""
    total = 0.0
    for e in range(len(values)):
        total += values[e] * d[context[e]]
    return total

"""The PPMI representation of a corpus, its WEAT, and what every document adds to it (section 5.3).

PPMI_ij = max(0, log(X_ij N / (r_i c_j))), where r, c and N are the row sums, the column sums and the total of X; it is
0 where X_ij is. A word's vector is its sparse row over the V contexts. Of the bias metrics, only WEAT is measured here.
Other marginals can be given as `sums` (in units), with N their total.
"""

from collections.abc import Callable, Sequence

import numpy as np
import scipy.sparse

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.row_index import Documents, index_contexts
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.files.npy import read_only
from origins.metrics.weat import FLAT, WEAT
from origins.representations import ppmi_kernels
from origins.representations.ppmi_kernels import ROUND_OFF
from origins.runtime.parallel import thread_map

BATCH = 64  # documents that a thread scores at a time


def ppmi_rows(
    X: Cooccurrence, words: Sequence[int] | np.ndarray, sums: np.ndarray | None = None
) -> scipy.sparse.csr_array:
    """The PPMI rows of some words (len(words) × V). Costs these rows, and one pass over X for its sums."""
    starts, context, count = X.rows_of(words)
    values = _pmi(starts, context, count, words, _sums(X) if sums is None else sums)
    values[values <= ROUND_OFF] = 0
    rows = scipy.sparse.csr_array((values, context, starts), shape=(len(words), X.words))
    rows.eliminate_zeros()
    return rows


def effect_size(rows: scipy.sparse.csr_array, S: np.ndarray, T: np.ndarray, A: np.ndarray, B: np.ndarray) -> float:
    """B_weat (equation 4) of sparse rows, the word sets given as positions among them; costs the sets' rows only."""
    C = rows[np.concatenate([S, T])]
    g = (C @ (_mean_unit(rows[A]) - _mean_unit(rows[B]))) / _norms(C)
    return float(_effect_sizes(g[None], len(S))[0])


def bias(X: Cooccurrence, metric: WEAT, sums: np.ndarray | None = None) -> float:
    """The metric's effect size in the PPMI of X, or of X − Y."""
    return effect_size(ppmi_rows(X, metric.words, sums), *metric.sets)


def documents(X: Cooccurrence, corpus: TokenStore, metric: WEAT, threads: int = 1) -> np.ndarray:
    """Δ_doc B = B(PPMI of X) − B(PPMI of X − Y) of every document, as if counted again without it.

    A document changes N, and so every PMI; it costs the metric's rows of X, and logarithms for its own words only.
    """
    return differential_bias(X, corpus, metric, _sums(X), ppmi_kernels.associations_without, threads)


def differential_bias(
    X: Cooccurrence, corpus: TokenStore, metric: WEAT, sums: np.ndarray, kernel: Callable[..., None], threads: int
) -> np.ndarray:
    """Δ_doc B of every document; the kernel says which associations are left without it."""
    if X.fingerprint != corpus.fingerprint:
        raise OriginsError("the co-occurrence matrix was not counted from this corpus; count it again.")
    rows = _indexed(X, metric.words, sums)
    everything = Documents.of(corpus, X.weights)
    empty = read_only(np.zeros(2, dtype=np.int64))
    nothing = everything._replace(offsets=empty, texts=empty, units=empty)
    spare: list[ppmi_kernels.Scratch] = []  # scratch memory, one per thread

    def without(documents: Documents, first: int, last: int) -> np.ndarray:
        try:
            scratch = spare.pop()
        except IndexError:
            scratch = _scratch(rows)
        g = np.empty((last - first, len(metric.sets[0]) + len(metric.sets[1])))
        kernel(first, documents, rows, *metric.sets, scratch, g)
        spare.append(scratch)
        return _effect_sizes(g, len(metric.sets[0]))

    def score(first: int) -> np.ndarray:
        return without(everything, first, min(first + BATCH, len(corpus)))

    return without(nothing, 0, 1) - np.concatenate(list(thread_map(score, range(0, len(corpus), BATCH), threads)))


def _sums(X: Cooccurrence) -> np.ndarray:
    """r of every word, exactly; X being symmetric, r = c."""
    sums = np.zeros(X.words, dtype=np.int64)
    met = np.flatnonzero(np.diff(X.indptr))
    sums[met] = np.add.reduceat(X.counts, X.indptr[met])
    return sums


def _pmi(
    starts: np.ndarray,
    context: np.ndarray,
    count: np.ndarray,
    words: Sequence[int] | np.ndarray,
    sums: np.ndarray,
) -> np.ndarray:
    """log(X_ij N / (r_i c_j)) of every entry of the words' rows; −∞ where X_ij is 0."""
    log_sums = np.log(np.maximum(sums, 1))  # where a sum is 0, so are its counts
    with np.errstate(divide="ignore"):
        pmi = np.log(count)
    pmi += np.log(max(sums.sum(), 1))
    pmi -= np.repeat(log_sums[words], np.diff(starts))
    pmi -= log_sums[context]
    return pmi


def _indexed(X: Cooccurrence, words: np.ndarray, sums: np.ndarray) -> ppmi_kernels.Rows:
    """The rows of some words, for the kernels."""
    starts, context, count = X.rows_of(words)
    place = np.full(X.words, -1, dtype=np.int32)
    place[words] = np.arange(len(words))
    bits = np.zeros((len(words), -(-X.words // 64)), dtype=np.uint64)
    ranks = np.zeros(bits.shape, dtype=np.int32)
    index_contexts(starts, context, bits, ranks)
    return ppmi_kernels.Rows(
        words=words,
        place=place,
        starts=starts,
        context=context,
        count=count,
        bits=bits,
        ranks=ranks,
        pmi=_pmi(starts, context, count, words, sums),
        sums=sums,
        N=int(sums.sum()),
    )


def _scratch(rows: ppmi_kernels.Rows) -> ppmi_kernels.Scratch:
    return ppmi_kernels.Scratch(
        removed=np.zeros(len(rows.pmi), dtype=np.int64),
        touched=np.empty(len(rows.pmi), dtype=np.int64),
        taken=np.zeros(len(rows.sums), dtype=np.int64),
        shift=np.zeros(len(rows.sums)),
        pmi=rows.pmi.copy(),
        ppmi=np.empty(len(rows.pmi)),
        norm=np.empty(len(rows.words)),
        d=np.empty(len(rows.sums)),
    )


def _norms(rows: scipy.sparse.csr_array) -> np.ndarray:
    """The lengths of the rows; 1 for a zero vector, so that its cosines are 0."""
    norms = np.sqrt(rows.power(2).sum(axis=1))
    return np.where(norms > 0, norms, 1)


def _mean_unit(rows: scipy.sparse.csr_array) -> np.ndarray:
    """The mean of the rows at length 1."""
    return (1 / (_norms(rows) * rows.shape[0])) @ rows


def _effect_sizes(g: np.ndarray, size: int) -> np.ndarray:
    """The effect size of every row of associations, the first `size` of them those of S; 0 where all are the same."""
    difference = g[:, :size].mean(axis=1) - g[:, size:].mean(axis=1)
    spread = g.std(axis=1, ddof=1)
    return np.divide(difference, spread, out=np.zeros(len(g)), where=spread > FLAT)

"""X − Y: the co-occurrence matrix without some documents, exactly."""

import dataclasses
from itertools import pairwise

import numpy as np

from origins.cooccurrence.kernels import find_occurrences
from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract_kernels import subtract_rows
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.files.fingerprints import fingerprint
from origins.runtime.parallel import thread_map


def subtract(X: Cooccurrence, corpus: TokenStore, documents: np.ndarray, *, threads: int = 1) -> Cooccurrence:
    """X − Y, exactly: what counting the other documents gives, on the non-zeros of X.

    Rows and columns are shared with X; only the counts are new, and pairs that co-occur only in the removed documents
    have a count of 0. The cost is that of the documents and of one copy of the counts.
    """
    documents = np.asarray(documents, dtype=np.int64)
    _check(X, corpus, documents)
    # the documents alone, as a small corpus
    ids = np.concatenate([np.empty(0, dtype=corpus.ids.dtype), *(corpus[row] for row in documents)])
    offsets = np.concatenate([[0], np.cumsum(corpus.offsets[documents + 1] - corpus.offsets[documents])])
    starts = np.concatenate([[0], np.cumsum(np.bincount(ids, minlength=X.words))])
    occurrences = np.empty(len(ids), dtype=np.int64)
    find_occurrences(ids, offsets, 0, X.words, X.window, starts[:-1].copy(), occurrences)
    counts = np.array(X.counts)

    def rows_of(words: tuple[int, int]) -> int:
        first, last = words
        row, touched = np.zeros(X.words, dtype=np.int64), np.empty(X.words, dtype=np.int32)
        return subtract_rows(
            ids, first, starts[first : last + 1], occurrences, X.weights, X.indptr, X.indices, row, touched, counts
        )

    # ranges of words with about as many occurrences each; their rows are disjoint
    cuts = np.searchsorted(starts, np.linspace(0, len(ids), 4 * threads + 1)[1:-1])
    cuts = np.unique([0, *np.minimum(cuts, X.words), X.words])
    if max(thread_map(rows_of, pairwise(cuts), threads)) >= 0:
        raise OriginsError(
            "the co-occurrence matrix lacks pairs of the documents to be removed, so it was not counted from them; "
            "count it again from this corpus."
        )
    removed = fingerprint("without", X.fingerprint, np.sort(documents)) if len(documents) else X.fingerprint
    return dataclasses.replace(X, counts=counts, fingerprint=removed)


def _check(X: Cooccurrence, corpus: TokenStore, documents: np.ndarray) -> None:
    if X.fingerprint != corpus.fingerprint or X.words != corpus.words:
        raise OriginsError("the co-occurrence matrix was counted from another corpus; count it again from this one.")
    if len(np.unique(documents)) != len(documents):
        raise OriginsError("a document cannot be removed twice; list every document of the set once.")
    if len(documents) and not 0 <= documents.min() <= documents.max() < len(corpus):
        raise OriginsError(f"the corpus has documents 0 to {len(corpus) - 1}; the set to be removed names another.")

"""X − Y: the co-occurrence matrix without some documents, exactly."""

import dataclasses
from itertools import pairwise

import numpy as np

from origins.cooccurrence.kernels import find_occurrences
from origins.cooccurrence.matrix import Cooccurrence, Removed
from origins.cooccurrence.subtract_kernels import LARGEST, find_rows
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.files.fingerprints import fingerprint
from origins.files.npy import read_only, release
from origins.runtime.parallel import thread_map


def subtract(X: Cooccurrence, corpus: TokenStore, documents: np.ndarray, *, threads: int = 1) -> Cooccurrence:
    """X − Y, exactly: what counting the other documents gives, on the non-zeros of X.

    Pairs that co-occur only in the removed documents have a count of 0. The cost in time and memory is that of the
    documents alone: everything else is shared with X.
    """
    documents = np.asarray(documents, dtype=np.int64)
    _check(X, corpus, documents)
    if not len(documents):
        return X
    # the documents alone, as a small corpus
    ids = np.concatenate([np.empty(0, dtype=corpus.ids.dtype), *(corpus[row] for row in documents)])
    release(corpus.ids)
    numbers = corpus.texts_of(documents)
    texts = np.concatenate([[0], np.cumsum(corpus.texts[numbers + 1] - corpus.texts[numbers])])
    frequencies = np.bincount(ids, minlength=X.words)
    starts = np.concatenate([[0], np.cumsum(frequencies)])
    occurrences = np.empty(len(ids), dtype=np.int64)
    find_occurrences(ids, texts, 0, X.words, X.window, starts[:-1].copy(), occurrences)
    removed = _room(X, frequencies)
    arrays = [read_only(values) for values in (X.indptr, X.indices, X.stored)]

    def rows_of(words: tuple[int, int]) -> int:
        row, touched = np.zeros(X.words, dtype=np.int64), np.empty(X.words, dtype=np.int32)
        lacking = find_rows(ids, *words, starts, occurrences, X.weights, *arrays, row, touched, removed)
        X.release()
        return lacking

    # ranges of words with about as many occurrences each; their rows are disjoint. The more, the less of X is in memory
    cuts = np.searchsorted(starts, np.linspace(0, len(ids), 32 * threads + 1)[1:-1])
    cuts = np.unique([0, *np.minimum(cuts, X.words), X.words])
    if max(thread_map(rows_of, pairwise(cuts), threads)) >= 0:
        raise OriginsError(
            "the co-occurrence matrix lacks pairs of the documents to be removed, so it was not counted from them; "
            "count it again from this corpus."
        )
    return dataclasses.replace(
        X, removed=removed, fingerprint=fingerprint("without", X.fingerprint, np.sort(documents))
    )


def _room(X: Cooccurrence, frequencies: np.ndarray) -> Removed:
    """Room for what Y can have of each word, by its frequency in Y: memory that stays untouched costs nothing."""
    contexts = np.minimum(np.diff(X.indptr), 2 * X.window * frequencies)
    split = 2 * X.weights.sum() * frequencies // LARGEST  # more places for large amounts
    starts = np.concatenate([[0], np.cumsum(contexts + split)])
    return Removed(
        starts[:-1], starts[1:].copy(), np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1], dtype=np.uint32)
    )


def _check(X: Cooccurrence, corpus: TokenStore, documents: np.ndarray) -> None:
    if X.fingerprint != corpus.fingerprint or X.words != corpus.words:
        raise OriginsError("the co-occurrence matrix was counted from another corpus; count it again from this one.")
    if len(np.unique(documents)) != len(documents):
        raise OriginsError("a document cannot be removed twice; list every document of the set once.")
    if len(documents) and not 0 <= documents.min() <= documents.max() < len(corpus):
        raise OriginsError(f"the corpus has documents 0 to {len(corpus) - 1}; the set to be removed names another.")

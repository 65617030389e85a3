"""The corpus of a bootstrap: as many documents, drawn with replacement, over the same vocabulary."""

from itertools import pairwise

import numpy as np

from origins.corpus.tokens import TokenStore
from origins.files.fingerprints import fingerprint


def draw(documents: int, number: int, seed: int = 0) -> np.ndarray:
    """How often resample `number` has each document; it depends on the seed and the number only."""
    drawn = np.random.default_rng([seed, 3, number]).integers(documents, size=documents)
    return np.bincount(drawn, minlength=documents)


def resample(corpus: TokenStore, times: np.ndarray) -> TokenStore:
    """The corpus with every document as often as `times` says. Counted, it gives Σ_k times_k X^(k), exactly.

    Words that are left without an occurrence keep their ids.
    """
    times = np.asarray(times, dtype=np.int64)
    if len(times) != len(corpus) or times.min(initial=0) < 0:
        raise ValueError(f"{len(times)} multiplicities for {len(corpus)} documents, or one below 0")
    texts = corpus.texts_of(np.repeat(np.arange(len(corpus)), times))
    bounds = np.concatenate([[0], np.cumsum(np.diff(corpus.texts)[texts])])
    ids = np.empty(bounds[-1], dtype=corpus.ids.dtype)
    for (start, end), text in zip(pairwise(bounds), texts, strict=True):
        ids[start:end] = corpus.ids[corpus.texts[text] : corpus.texts[text + 1]]
    return TokenStore(ids, bounds, corpus.words, fingerprint("resampled", corpus.fingerprint, times))

"""Word2vec on the perturbed corpus (section 5.4): CBOW with the vocabulary, dimension and window of GloVe.

Training is gensim's, with its default settings, but documents are never cut (gensim cuts them after 10,000 tokens). As
in the authors' runs, each seed has its own order of the documents, the same in every epoch. Seeds are paired: a word's
first vector depends on the seed and the word; a document's place in the order and its random numbers (subsampling,
windows, noise words) on the seed, the epoch and its own words. Removing documents therefore leaves the order and the
random numbers of the others as they are. Where corpus.unit groups texts, what is said of documents holds for texts.
"""

import numpy as np

from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.files.npy import read_only
from origins.representations import word2vec_kernels as kernels
from origins.representations.word2vec_kernels import Noise
from origins.runtime.intrinsics import LANES, aligned

# gensim's defaults
FIRST_RATE, LAST_RATE = 0.025, 0.0001  # learning rates
SAMPLE = 1e-3  # words more frequent than this are thinned out
EXPONENT = 0.75  # of the counts, for noise words


def train(
    corpus: TokenStore,
    documents: np.ndarray | None = None,
    *,
    dimension: int,
    window: int,
    epochs: int,
    negative: int,
    seed: int,
) -> np.ndarray:
    """Vectors (V × D, float32) of our words in our order, learned without the documents of these row numbers.

    Subsampling and noise words follow the counts that are left. A word that is gone keeps its initial vector.
    """
    removed = np.empty(0, dtype=np.int64) if documents is None else np.asarray(documents, dtype=np.int64)
    whole = corpus.frequencies()
    counts = whole.copy()
    for row in removed:
        np.subtract.at(counts, corpus[row], 1)
    if not (words := int(counts.sum())):
        raise OriginsError("no word is left to train word2vec on once these documents are removed; remove fewer.")
    ids, offsets = read_only(corpus.ids), read_only(corpus.texts)
    keys = np.empty(len(offsets) - 1, dtype=np.uint64)
    kernels.document_keys(seed, ids, offsets, keys)
    rows = np.delete(np.arange(len(keys)), corpus.texts_of(removed))
    order = rows[np.argsort(keys[rows], kind="stable")]
    padded = -(-dimension // LANES) * LANES
    W, U = aligned(corpus.words, padded), aligned(corpus.words, padded)
    kernels.initialize(seed, dimension, W)
    train_epoch = kernels.epoch_kernel(padded)
    kept, noise = kept_shares(counts), noise_of(whole, counts)
    rate, fall = FIRST_RATE, (FIRST_RATE - LAST_RATE) / max(1, epochs * words)
    for epoch in range(epochs):
        rate = train_epoch(epoch, ids, offsets, order, keys, kept, noise, rate, fall, window, negative, W, U)
    if not np.isfinite(W).all():
        raise OriginsError(f"word2vec diverged with seed {seed}; use a smaller word2vec.negative or fewer epochs.")
    return W[:, :dimension].copy()


def kept_shares(counts: np.ndarray) -> np.ndarray:
    """The chance of each word's tokens to be trained on: frequent words are thinned out."""
    threshold = SAMPLE * counts.sum()
    with np.errstate(divide="ignore"):  # 1 for a word that is gone
        return np.minimum(1, (np.sqrt(counts / threshold) + 1) * threshold / counts)


def noise_of(whole: np.ndarray, counts: np.ndarray) -> Noise:
    """Noise words by `counts`^EXPONENT, drawn by those of the whole corpus and accepted by the share that is left.

    Drawn by the counts left, each removed document would move the bounds between all words, and the same random
    numbers would stand for other ones.
    """
    shares = whole**EXPONENT
    shares *= len(shares) / shares.sum()
    threshold, alias = np.ones(len(shares)), np.arange(len(shares))
    small, large = list(np.flatnonzero(shares < 1)), list(np.flatnonzero(shares >= 1))
    while small and large:
        word, other = small.pop(), large[-1]
        threshold[word], alias[word] = shares[word], other
        shares[other] -= 1 - shares[word]
        if shares[other] < 1:
            small.append(large.pop())
    accepted = np.divide(counts, whole, out=np.zeros(len(whole)), where=whole > 0) ** EXPONENT
    # a slot without another word holds its own one twice, so that the largest threshold, 2³² − 1, will do
    limits = np.minimum(threshold * 2.0**32, 2.0**32 - 1).astype(np.uint64)
    return Noise(limits << kernels.HALF | alias.astype(np.uint64), accepted)

"""Word2vec on the perturbed corpus (section 5.4): gensim's CBOW with the vocabulary, dimension and window of GloVe.

Seeds are paired as far as gensim allows: initial vectors depend on the seed and the word, a document's random numbers
(windows, subsampling, noise words) on the seed, the epoch and its own words. What a number stands for still follows the
counts: a removed document moves the bounds between noise words. Gensim's own loop draws from one stream, which a
removed document shifts for all behind it, and Δ then varies two to three times as much. So its kernel is called here,
a document at a time and in one thread.
"""

import zlib
from collections.abc import Iterator

import numpy as np
from gensim.models import Word2Vec
from gensim.models.word2vec_inner import MAX_WORDS_IN_BATCH, train_batch_cbow

from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError


def train(
    corpus: TokenStore,
    documents: np.ndarray | None = None,
    *,
    dimension: int,
    window: int,
    epochs: int,
    seed: int,
) -> np.ndarray:
    """Vectors (V × D, float32) of our words in our order, learned without the documents of these row numbers.

    Subsampling and noise words follow the counts that are left. A word that is gone keeps its initial vector.
    """
    removed = np.empty(0, dtype=np.int64) if documents is None else np.asarray(documents, dtype=np.int64)
    kept = np.delete(np.arange(len(corpus)), removed)
    counts = corpus.frequencies()
    for row in removed:
        np.subtract.at(counts, corpus[row], 1)
    if not (words := int(counts.sum())):
        raise OriginsError("no word is left to train word2vec on once these documents are removed; remove fewer.")
    model = _untrained(counts, vector_size=dimension, window=window, seed=seed)
    work, hidden = np.zeros((2, dimension), dtype=np.float32)  # the kernel's scratch
    trained = 0
    for epoch in range(epochs):
        stream = zlib.crc32(f"{seed} {epoch} ".encode())
        for ids in _pieces(corpus, kept):
            rate = model.alpha - (model.alpha - model.min_alpha) * trained / (epochs * words)
            model.random.seed(zlib.crc32(ids, stream))
            train_batch_cbow(model, [ids.tolist()], rate, work, hidden, False)
            trained += len(ids)
    return model.wv.vectors


def _untrained(counts: np.ndarray, **settings: int) -> Word2Vec:
    """A CBOW model with gensim's defaults whose words are our ids, so that no text has to be looked up."""
    model = Word2Vec(min_count=0, sorted_vocab=0, **settings)
    # A word that is gone stays a word: as a NumPy integer its count 0 gives the infinite chance of being kept where a
    # Python integer would raise, and no chance of being drawn as a noise word.
    with np.errstate(divide="ignore"):
        model.build_vocab_from_freq(dict(enumerate(counts)))
    return model


def _pieces(corpus: TokenStore, kept: np.ndarray) -> Iterator[np.ndarray]:
    """The ids of each document, cut where it is longer than what gensim would train on before it stops."""
    ids = np.asarray(corpus.ids)  # slices of a memory map cost more than slices of an array; nothing is copied
    for start, end in zip(corpus.offsets[kept], corpus.offsets[kept + 1], strict=True):
        for first in range(start, end, MAX_WORDS_IN_BATCH):
            yield ids[first : min(first + MAX_WORDS_IN_BATCH, end)]

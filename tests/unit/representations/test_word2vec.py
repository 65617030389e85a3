import os
import subprocess
import sys

import numpy as np
import pytest
from gensim.models import Word2Vec
from gensim.models.word2vec import MAX_WORDS_IN_BATCH
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store

from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.representations import word2vec

SMALL = {"dimension": 5, "window": 2, "epochs": 20, "seed": 3}  # so many, as most tokens of a small corpus are skipped

PROGRAM = """
import hashlib
import numpy as np
from origins.representations import word2vec
from origins.corpus.tokens import TokenStore

ids = np.random.default_rng(0).integers(0, 50, size=3000)
corpus = TokenStore(ids, np.arange(0, 3001, 30), words=50)
print(hashlib.sha256(word2vec.train(corpus, np.array([3]), dimension=5, window=2, epochs=2, seed=3)).hexdigest())
"""


def topics(documents=300, further=()):
    """Documents of 30 tokens, each on one of three topics with ten words of its own; ten more words are everywhere."""
    rng = np.random.default_rng(0)
    words = [np.concatenate([10 * topic + np.arange(10), 30 + np.arange(10)]) for topic in range(3)]
    return token_store([rng.choice(words[k % 3], size=30).tolist() for k in range(documents)] + list(further))


def without(corpus, removed):
    """A corpus that never had these documents, with the same vocabulary."""
    kept = [corpus[k] for k in range(len(corpus)) if k not in removed]
    ids = np.concatenate([np.empty(0, dtype=np.int32), *kept])
    return TokenStore(ids, np.cumsum([0, *map(len, kept)]), words=corpus.words)


def initial(corpus, **changes):
    return word2vec.train(corpus, **SMALL | changes | {"epochs": 0})


@settings(max_examples=40)
@given(corpora(), st.data())
def test_removing_documents_is_training_on_a_corpus_without_them(corpus, data):
    removed = data.draw(st.lists(st.integers(0, len(corpus) - 1), unique=True))
    rest = without(corpus, removed)
    if len(rest.ids) == 0:
        with pytest.raises(OriginsError, match="no word is left"):
            word2vec.train(corpus, np.array(removed), **SMALL)
        return
    expected = word2vec.train(rest, **SMALL)
    np.testing.assert_array_equal(word2vec.train(corpus, np.array(removed, dtype=int), **SMALL), expected)
    assert expected.shape == (corpus.words, 5)
    assert expected.dtype == np.float32


def test_removing_documents_changes_the_vectors_and_other_seeds_do_too():
    corpus = topics(30)
    baseline = word2vec.train(corpus, **SMALL)
    np.testing.assert_array_equal(word2vec.train(corpus, np.array([], dtype=int), **SMALL), baseline)
    assert (word2vec.train(corpus, np.array([4, 7]), **SMALL) != baseline).any(axis=1).all()
    assert (word2vec.train(corpus, **SMALL | {"seed": 4}) != baseline).all()


def test_a_word_of_the_removed_documents_alone_keeps_its_place_and_its_initial_vector():
    corpus = topics(60, further=[[0, 50, 1, 50, 2, 51] * 20])
    gone = np.setdiff1d(corpus[60], corpus.ids[: 60 * 30])
    assert len(gone) == 2
    trained = word2vec.train(corpus, np.array([60]), **SMALL)
    unmoved = (trained == initial(corpus)).all(axis=1)
    np.testing.assert_array_equal(np.flatnonzero(unmoved), gone)
    assert (word2vec.train(corpus, **SMALL) != initial(corpus)).any(axis=1).all()


def test_subsampling_and_noise_words_are_those_that_gensim_counts_in_the_rest():
    """Against gensim's own vocabulary of the rest; a word that is gone is never drawn as a noise word."""
    whole = token_store([[0] * 50 + [1, 2, 2, 3], [4, 5, 4, 5, 4], [0, 2, 2, 6] * 20])
    rest = without(whole, [1])
    ours = word2vec._untrained(rest.frequencies(), vector_size=5, window=2, seed=1)
    gensims = Word2Vec([rest[k].tolist() for k in range(len(rest))], vector_size=5, min_count=1, sample=1e-3)
    left = gensims.wv.index_to_key
    noise = dict(zip(left, np.diff(gensims.cum_table.astype(int), prepend=0), strict=True))
    assert ours.wv.index_to_key == list(range(whole.words))
    assert len(left) == whole.words - 2
    # the order of the words may move a rounding by 1
    np.testing.assert_allclose(
        np.diff(ours.cum_table.astype(int), prepend=0), [noise.get(k, 0) for k in range(7)], atol=1
    )
    assert [ours.wv.get_vecattr(k, "sample_int") for k in left] == [
        gensims.wv.get_vecattr(k, "sample_int") for k in left
    ]


def test_long_documents_lose_no_token():
    rng = np.random.default_rng(0)
    lengths = [MAX_WORDS_IN_BATCH + 2, 0, MAX_WORDS_IN_BATCH, 7, 2 * MAX_WORDS_IN_BATCH + 1]
    corpus = token_store([rng.integers(0, 9, size=length).tolist() for length in lengths])
    pieces = list(word2vec._pieces(corpus, np.array([0, 1, 2, 4])))
    assert list(map(len, pieces)) == [10_000, 2, 10_000, 10_000, 10_000, 1]
    np.testing.assert_array_equal(np.concatenate(pieces), without(corpus, [3]).ids)


def test_words_at_the_end_of_a_long_document_are_learned():
    late = [9, 10, 11] * 20
    corpus = token_store([[0, 1, 2, 3] * MAX_WORDS_IN_BATCH + late])
    assert len(corpus.ids) > 4 * MAX_WORDS_IN_BATCH
    assert (word2vec.train(corpus, **SMALL) != initial(corpus)).any(axis=1).all()


def test_the_learning_rate_falls_with_the_words_that_are_left(monkeypatch):
    """As gensim's does: from 0.025 at the first word to 0.0001 behind the last."""
    rates, batches = [], []

    def record(model, sentences, rate, *_):
        rates.append(rate)
        batches.extend(sentences)

    monkeypatch.setattr(word2vec, "train_batch_cbow", record)
    corpus = token_store([[0, 1, 2], [1] * 50, [0] * 7, [2, 1, 2, 0, 0]])
    word2vec.train(corpus, np.array([1]), **SMALL)
    assert batches == 20 * [corpus[k].tolist() for k in (0, 2, 3)]
    done = np.concatenate([15 * epoch + np.array([0, 3, 10]) for epoch in range(20)]) / (20 * 15)
    np.testing.assert_allclose(rates, 0.025 - (0.025 - 0.0001) * done)


def test_the_vectors_say_what_those_of_gensims_own_loop_say():
    """Cosines between all words; initial vectors and settings are the same, only the random numbers differ."""
    corpus = topics()
    ours = word2vec.train(corpus, dimension=10, window=4, epochs=5, seed=1)
    model = word2vec._untrained(corpus.frequencies(), vector_size=10, window=4, seed=1)
    model.train([corpus[k].tolist() for k in range(len(corpus))], total_words=len(corpus.ids), epochs=5)
    cosines = []
    for W in (ours, model.wv.vectors):
        unit = W / np.linalg.norm(W, axis=1, keepdims=True)
        cosines.append((unit @ unit.T)[np.triu_indices(len(W), 1)])
    assert np.corrcoef(cosines)[0, 1] > 0.9
    start = initial(corpus, dimension=10, seed=1)
    assert np.linalg.norm(ours - start) > np.linalg.norm(start)  # much was learned


def test_a_seed_is_paired_so_that_a_document_alone_makes_the_difference():
    """The documents behind a removed one keep their random numbers: less than a third of what other ones change."""
    corpus = topics()
    options = {"dimension": 10, "window": 4, "epochs": 5}
    baseline = word2vec.train(corpus, **options, seed=1)
    removed = word2vec.train(corpus, np.array([0]), **options, seed=1)

    def unpaired(documents):
        model = word2vec._untrained(corpus.frequencies(), vector_size=10, window=4, seed=1)
        model.train([corpus[k].tolist() for k in documents], total_words=30 * len(documents), epochs=5)
        return model.wv.vectors

    by_chance = unpaired(range(len(corpus))) - unpaired(range(1, len(corpus)))
    assert 0 < np.linalg.norm(removed - baseline) < np.linalg.norm(by_chance) / 3


def test_every_process_gives_the_same_bits_whatever_the_hash_seed():
    printed = set()
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        printed.add(run.stdout)
    assert len(printed) == 1

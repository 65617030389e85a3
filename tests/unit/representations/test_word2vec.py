import os
import subprocess
import sys

import numpy as np
import pytest
from gensim.models import Word2Vec
from gensim.models.word2vec_inner import train_batch_cbow
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from strategies import corpora, token_store

from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.representations import word2vec, word2vec_kernels
from origins.representations.word2vec_kernels import Noise

pytestmark = pytest.mark.slow  # left out by `make check`

# so many epochs, as most tokens of a small corpus are skipped
SMALL = {"dimension": 5, "window": 2, "epochs": 20, "negative": 3, "seed": 3}
MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15

PROGRAM = """
import hashlib
import numpy as np
from origins.representations import word2vec
from origins.corpus.tokens import TokenStore

ids = np.random.default_rng(0).integers(0, 50, size=3000)
corpus = TokenStore(ids, np.arange(0, 3001, 30), words=50)
settings = {"window": 2, "epochs": 2, "negative": 3, "seed": 3}
for dimension in (5, 75):
    print(hashlib.sha256(word2vec.train(corpus, np.array([3]), dimension=dimension, **settings)).hexdigest()[:16])
"""
BITS = ["4c326a183cb159e9", "f8b2e9389b4192a2"]


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


def mix(bits):
    """The twin of the kernel's mixing, on Python's integers."""
    bits = ((bits ^ bits >> 30) * 0xBF58476D1CE4E5B9) & MASK
    bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & MASK
    return bits ^ bits >> 31


def uniform(bits):
    return (bits >> 11) * 2.0**-53


def draw_noise(bits, noise):
    while True:
        own = (bits >> 32) * len(noise.slots) >> 32
        threshold, other = divmod(int(noise.slots[own]), 2**32)
        word = own if bits & 0xFFFFFFFF < threshold else other
        if noise.accepted[word] == 1:
            return word
        bits = mix((bits + STEP) & MASK)
        if uniform(bits) < noise.accepted[word]:
            return word
        bits = mix((bits + STEP) & MASK)


def sigmoid(x):
    """As gensim tabulates it: of the largest of 1000 numbers from −6 to 6 that is no larger."""
    return 1 / (1 + np.exp(6 - 0.012 * np.floor((x + 6) / 0.012)))


def slow_train(corpus, removed, *, dimension, window, epochs, negative, seed):
    """The twin: plain CBOW, word by word in float64, on a list of the documents that are left, in their order."""
    rest = without(corpus, removed)
    kept, noise = word2vec.kept_shares(rest.frequencies()), word2vec.noise_of(corpus.frequencies(), rest.frequencies())
    documents = []
    for k in range(len(rest)):
        key = mix(seed + STEP & MASK)
        for word in rest[k]:
            key = mix((key ^ int(word)) + STEP & MASK)
        documents.append((key, [int(word) for word in rest[k]]))
    documents.sort(key=lambda each: each[0])
    stream = mix(seed + STEP & MASK)
    W = np.array(
        [
            [(uniform(mix(stream + STEP * (w * dimension + k + 1) & MASK)) - 0.5) / dimension for k in range(dimension)]
            for w in range(corpus.words)
        ]
    )
    U = np.zeros(W.shape)
    done = 0
    for epoch in range(epochs):
        for key, words in documents:
            rate = 0.025 - (0.025 - 0.0001) * done / (epochs * len(rest.ids))
            states = [mix(mix(key + epoch & MASK) + STEP * (place + 1) & MASK) for place in range(len(words))]
            stay = [place for place, word in enumerate(words) if uniform(states[place]) < kept[word]]
            for i, place in enumerate(stay):
                reach = 1 + mix(states[place] + STEP & MASK) % window
                context = [words[other] for other in stay[max(0, i - reach) : i] + stay[i + 1 : i + 1 + reach]]
                if not context:
                    continue
                hidden, change = W[context].mean(axis=0), np.zeros(dimension)
                for draw in range(negative + 1):
                    target = words[place]
                    if draw:
                        target = draw_noise(mix(states[place] + STEP * (draw + 1) & MASK), noise)
                        if target == words[place]:
                            continue
                    g = ((draw == 0) - sigmoid(hidden @ U[target])) * rate
                    change += g * U[target]
                    U[target] += g * hidden
                for word in context:
                    W[word] += change
            done += len(words)
    return W


@settings(max_examples=40, deadline=None)
@given(corpora(), st.data())
def test_training_is_plain_cbow_on_the_documents_that_are_left(corpus, data):
    removed = data.draw(st.lists(st.integers(0, len(corpus) - 1), unique=True))
    if len(without(corpus, removed).ids) == 0:
        with pytest.raises(OriginsError, match="no word is left"):
            word2vec.train(corpus, np.array(removed), **SMALL)
        return
    learned = word2vec.train(corpus, np.array(removed, dtype=int), **SMALL)
    assert learned.shape == (corpus.words, 5)
    assert learned.dtype == np.float32
    np.testing.assert_allclose(learned, slow_train(corpus, removed, **SMALL), atol=2e-5)


def test_much_is_learned_and_the_twin_learns_the_same():
    corpus, options = topics(60), SMALL | {"dimension": 20, "window": 5}
    learned, start = word2vec.train(corpus, np.array([7]), **options), initial(corpus, dimension=20)
    moved = np.linalg.norm(learned - start)
    assert moved > 1
    assert np.linalg.norm(learned - slow_train(corpus, [7], **options)) < 5e-4 * moved


def test_the_kernel_takes_the_steps_of_gensims():
    """Where nothing is left to chance: windows of 1, every token kept, and word 0 as the only noise word."""
    rng = np.random.default_rng(0)
    corpus = token_store([rng.integers(0, 40, size=30).tolist() for _ in range(200)])
    model = Word2Vec(vector_size=32, window=1, negative=4, min_count=0, sorted_vocab=0, sample=0, seed=1)
    model.build_vocab_from_freq(dict.fromkeys(range(corpus.words), 1))
    model.cum_table[:] = model.cum_table[-1]
    W, U = np.zeros((2, corpus.words, 32), dtype=np.float32)
    word2vec_kernels.initialize(1, 32, W)
    W *= 20  # so that dot products are not all close to 0
    start = W.copy()
    model.wv.vectors[:] = W
    noise = Noise(np.zeros(corpus.words, np.uint64), np.ones(corpus.words))
    keys, order = np.zeros(len(corpus), np.uint64), np.arange(len(corpus))
    scratch = np.zeros((2, 32), dtype=np.float32)
    for epoch in range(20):
        word2vec_kernels.epoch_kernel(32)(
            epoch, corpus.ids, corpus.offsets, order, keys, np.ones(corpus.words), noise, 0.05, 0.0, 1, 4, W, U
        )
        for k in range(len(corpus)):
            train_batch_cbow(model, [corpus[k].tolist()], 0.05, *scratch, False)
    for ours, gensims, before in ((W, model.wv.vectors, start), (U, model.syn1neg, 0)):
        moved = np.linalg.norm(gensims - before)
        assert moved > 1
        assert np.linalg.norm(ours - gensims) < 0.03 * moved


def test_removing_documents_changes_the_vectors_and_other_seeds_do_too():
    corpus = topics(30)
    baseline = word2vec.train(corpus, **SMALL)
    np.testing.assert_array_equal(word2vec.train(corpus, np.array([], dtype=int), **SMALL), baseline)
    assert (word2vec.train(corpus, np.array([4, 7]), **SMALL) != baseline).any(axis=1).all()
    assert (word2vec.train(corpus, **SMALL | {"seed": 4}) != baseline).all()


def test_initial_vectors_are_uniform_around_0_and_depend_on_the_seed_and_the_word_alone():
    corpus = topics(further=[list(range(40, 500))])
    start = initial(corpus, dimension=50)
    assert np.abs(start).max() <= 0.5 / 50
    np.testing.assert_allclose([start.mean(), start.std()], [0, 1 / np.sqrt(12) / 50], atol=1e-4)
    np.testing.assert_array_equal(initial(topics(), dimension=50), start[:40])
    assert (initial(corpus, dimension=50, seed=4) != start).mean() > 0.99


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
    whole = token_store([[0] * 50 + [1, 2, 2, 3], [4, 5, 4, 5, 4, 0, 0, 1, 6], [0, 2, 2, 6] * 20])
    rest = without(whole, [1])
    counts = rest.frequencies()
    gensims = Word2Vec([rest[k].tolist() for k in range(len(rest))], vector_size=5, min_count=1, sample=1e-3)
    left = gensims.wv.index_to_key
    assert len(left) == whole.words - 2
    kept = [gensims.wv.get_vecattr(k, "sample_int") / (2**32 - 1) for k in left]
    np.testing.assert_allclose(word2vec.kept_shares(counts)[left], kept, rtol=1e-6)

    noise = word2vec.noise_of(whole.frequencies(), counts)
    threshold, other = np.divmod(noise.slots, np.uint64(2**32))
    drawn = threshold / 2**32
    np.add.at(drawn, other, 1 - threshold / 2**32)
    drawn *= noise.accepted
    expected = np.zeros(whole.words)
    expected[left] = np.diff(gensims.cum_table.astype(int), prepend=0) / int(gensims.cum_table[-1])
    np.testing.assert_allclose(drawn / drawn.sum(), expected, atol=1e-7)
    np.testing.assert_array_equal(noise.accepted == 0, counts == 0)


def test_noise_words_are_drawn_as_often_as_their_shares_say():
    whole, left = np.array([1000, 300, 50, 50, 7, 1]), np.array([900, 300, 10, 0, 7, 1])
    noise = word2vec.noise_of(whole, left)

    @njit
    def draw(number, noise):
        words = np.empty(number, np.int64)
        for k in range(number):
            words[k] = word2vec_kernels.noise_word(word2vec_kernels.mix(np.uint64(k)), noise)
        return words

    words = draw(200_000, noise)
    assert words[:1000].tolist() == [draw_noise(mix(k), noise) for k in range(1000)]
    shares = left**0.75 / (left**0.75).sum()
    np.testing.assert_allclose(np.bincount(words, minlength=6) / len(words), shares, atol=0.005)
    before = draw(200_000, word2vec.noise_of(whole, whole))
    assert (words != before).mean() < 0.15  # most numbers stand for the same words as in the whole corpus


def test_documents_have_an_order_of_the_seed_that_removing_some_leaves_alone(monkeypatch):
    orders = []

    def record(epoch, ids, offsets, order, *_):
        orders.append(order.tolist())
        return 0.0

    monkeypatch.setattr(word2vec_kernels, "epoch_kernel", lambda _: record)
    corpus = topics(100)
    for removed, seed in (([], 3), ([5, 70, 71], 3), ([], 4)):
        word2vec.train(corpus, np.array(removed, dtype=int), **SMALL | {"epochs": 2, "seed": seed})
    baseline, again, rest, _, other, _ = orders
    assert baseline == again  # the same in every epoch
    assert sorted(baseline) == list(range(100))
    assert rest == [k for k in baseline if k not in (5, 70, 71)]
    assert np.abs(np.corrcoef([baseline, other, np.arange(100)]) - np.eye(3)).max() < 0.35


def test_the_learning_rate_falls_with_the_words_that_are_left(monkeypatch):
    """As gensim's does: from 0.025 at the first word to 0.0001 behind the last."""
    rates, kernel = [], word2vec_kernels.epoch_kernel(16)

    def record(epoch, ids, offsets, order, keys, kept, noise, rate, *rest):
        rates.append((rate, kernel(epoch, ids, offsets, order, keys, kept, noise, rate, *rest)))
        return rates[-1][1]

    monkeypatch.setattr(word2vec_kernels, "epoch_kernel", lambda _: record)
    corpus = token_store([[0, 1, 2], [1] * 50, [0] * 7, [2, 1, 2, 0, 0]])
    word2vec.train(corpus, np.array([1]), **SMALL)
    expected = np.linspace(0.025, 0.0001, 21)
    np.testing.assert_allclose(rates, np.column_stack([expected[:-1], expected[1:]]))


def test_words_at_the_end_of_a_long_document_are_learned():
    corpus = token_store([[0, 1, 2, 3] * 10_000 + [9, 10, 11] * 20])
    assert (word2vec.train(corpus, **SMALL) != initial(corpus)).any(axis=1).all()


def test_the_vectors_say_what_those_of_gensims_own_loop_say():
    """Cosines between all words; initial vectors and settings are the same, only the random numbers differ."""
    corpus, options = topics(), {"dimension": 10, "window": 4, "negative": 5, "seed": 1}
    ours, start = word2vec.train(corpus, **options, epochs=15), initial(corpus, **options)
    cosines = []
    for W in (ours, by_gensim(corpus, range(len(corpus)), start, epochs=15)):
        unit = W / np.linalg.norm(W, axis=1, keepdims=True)
        cosines.append((unit @ unit.T)[np.triu_indices(len(W), 1)])
    assert np.corrcoef(cosines)[0, 1] > 0.9
    assert np.linalg.norm(ours - start) > np.linalg.norm(start)  # much was learned


def by_gensim(corpus, documents, start, epochs):
    model = Word2Vec(vector_size=10, window=4, negative=5, min_count=0, sorted_vocab=0, workers=1, seed=1)
    model.build_vocab_from_freq(dict(enumerate(corpus.frequencies().tolist())))
    model.wv.vectors[:] = start
    model.train([corpus[k].tolist() for k in documents], total_words=30 * len(documents), epochs=epochs)
    return model.wv.vectors


def test_a_seed_is_paired_so_that_a_document_alone_makes_the_difference():
    """The documents behind a removed one keep their random numbers: less than a third of what other ones change."""
    corpus, options = topics(), {"dimension": 10, "window": 4, "epochs": 15, "negative": 5, "seed": 1}
    start = initial(corpus, **options)
    paired = word2vec.train(corpus, **options) - word2vec.train(corpus, np.array([0]), **options)
    every = range(len(corpus))
    by_chance = by_gensim(corpus, every, start, epochs=15) - by_gensim(corpus, every[1:], start, epochs=15)
    assert 0 < np.linalg.norm(paired) < np.linalg.norm(by_chance) / 3


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""},  # a CPU of twenty years ago
    ],
    ids=["this CPU", "any CPU"],
)
def test_every_process_gives_the_bits_it_always_gave(tmp_path, environment):
    """Kept embeddings of earlier runs are paired with new ones as long as this passes."""
    environment |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_CACHE_DIR": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", PROGRAM], env=os.environ | environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == BITS


@pytest.mark.parametrize("side", [-1, 1])
def test_the_table_of_the_sigmoid_holds_for_every_product_up_to_its_ends(side):
    last = np.nextafter(np.float32(side * 6), np.float32(0))  # 6 is added to it: in float32 that gives 12
    for dot in (last, np.float32(side * 5.99), np.float32(side * 1e-7), np.float32(side)):
        assert word2vec_kernels.predicted(dot) == pytest.approx(1 / (1 + np.exp(-float(dot))), abs=0.004)


def test_vectors_that_are_no_numbers_are_an_error(monkeypatch):
    def diverge(*arguments):
        arguments[-1][:] = arguments[-2][:] = np.nan
        return 0.0

    monkeypatch.setattr(word2vec_kernels, "epoch_kernel", lambda padded: diverge)
    with pytest.raises(OriginsError, match="word2vec diverged with seed 3"):
        word2vec.train(topics(), **SMALL)

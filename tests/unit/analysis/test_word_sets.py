import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.analysis import word_sets
from origins.metrics import weat


def plain_weat(W, word_set):
    """The twin: WEAT of the words' vectors, one word set at a time."""
    return weat.effect_size(*(W[ids] for ids in word_set))


def test_every_word_is_drawn_uniformly_from_the_frequent_ones_into_every_place():
    sets = word_sets.draw(10, number=5000, size=2)
    assert sets.shape == (5000, 4, 2)
    for place in sets.reshape(5000, 8).T:
        shares = np.bincount(place, minlength=10) / 5000
        np.testing.assert_allclose(shares, 0.1, atol=0.02)  # almost five standard deviations


def test_words_are_drawn_with_replacement_within_a_set_and_across_sets():
    """Independent draws from 10 words: two places hold the same word with chance 1/10, whichever places they are."""
    places = word_sets.draw(10, number=5000, size=2).reshape(5000, 8)
    for one in range(8):
        for other in range(one):
            assert np.mean(places[:, one] == places[:, other]) == pytest.approx(0.1, abs=0.02)
    assert word_sets.draw(1, number=3, size=8).max() == 0  # one word is enough to draw from


def test_the_seed_decides_the_word_sets_to_the_last_bit():
    np.testing.assert_array_equal(word_sets.draw(9999, number=3), word_sets.draw(9999, number=3))
    assert (word_sets.draw(9999, number=3) != word_sets.draw(9999, number=3, seed=1)).any()
    assert word_sets.draw(10_000, number=1, size=2).tolist() == [[[8506, 6369], [5111, 2697], [3078, 409], [752, 165]]]


def test_draws_are_from_few_frequent_words_and_from_all_that_may_be_drawn():
    assert word_sets.limits(10_000) == [300, 1000, 3000, 5000, 10_000]
    assert word_sets.limits(13_000) == [300, 1000, 3000, 5000, 10_000, 13_000]
    assert word_sets.limits(3500) == [300, 1000, 3000, 3500]
    assert word_sets.limits(100) == [100]


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10))
def test_effect_sizes_are_those_of_weat_one_at_a_time(size, seed):
    W = np.random.default_rng(seed).normal(size=(25, 6)).astype(np.float32)
    W[3] = 0
    sets = word_sets.draw(25, number=40, size=size, seed=seed)
    expected = [plain_weat(W, each) for each in sets]
    np.testing.assert_allclose(word_sets.effect_sizes(W, sets), expected, rtol=0, atol=1e-12)


def test_an_effect_size_is_0_where_all_associations_are_the_same():
    W = np.random.default_rng(0).normal(size=(5, 3))
    sets = np.array([[[0, 1], [2, 3], [1, 4], [4, 1]], [[2, 2], [2, 2], [0, 1], [3, 4]]])  # A = B; one word only
    rows = scipy.sparse.csr_array(np.abs(W))
    effects = word_sets.Representations([W], rows, [W]).effect_sizes(sets)
    np.testing.assert_array_equal(effects, np.zeros((2, 3)))


def test_effect_sizes_are_averaged_over_embeddings_and_agreement_is_with_glove():
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(6, 30, 5))
    rows = np.abs(vectors[5])
    sets = word_sets.draw(30, number=200, size=3)
    representations = word_sets.Representations(vectors[:3], scipy.sparse.csr_array(rows), vectors[3:5])
    effects = representations.effect_sizes(sets)
    by_hand = {
        "glove": np.mean([[plain_weat(W, each) for each in sets] for W in vectors[:3]], axis=0),
        "ppmi": [plain_weat(rows, each) for each in sets],
        "word2vec": np.mean([[plain_weat(W, each) for each in sets] for W in vectors[3:5]], axis=0),
    }
    pd.testing.assert_frame_equal(effects, pd.DataFrame(by_hand))
    effects["ppmi"] = 0.5 * effects["glove"] + 0.1
    exact, noisy = representations.agreement(effects).to_dict("records")
    assert [exact["representation"], noisy["representation"]] == ["ppmi", "word2vec"]
    assert [exact[name] for name in ("n", "r2", "slope", "intercept")] == pytest.approx([200, 1, 0.5, 0.1])
    assert noisy["r2"] == pytest.approx(np.corrcoef(effects["glove"], effects["word2vec"])[0, 1] ** 2)
    assert noisy["r2_low"] < noisy["r2"] < noisy["r2_high"]
    assert [noisy["glove_embeddings"], noisy["embeddings"], exact["embeddings"]] == [3, 2, 1]


def test_the_words_of_every_set_are_listed():
    words = ["null", "nan", "true", "naïve", "of"]
    sets = np.array([[[0, 1], [2, 2], [3, 4], [4, 4]], [[4, 3], [2, 1], [0, 0], [1, 2]]])
    table = word_sets.with_words(pd.DataFrame({"glove": [0.5, -1.0]}), sets, words)
    assert table.values.tolist() == [
        [1, "null nan", "true true", "naïve of", "of of", 0.5],
        [2, "of naïve", "true nan", "null null", "nan true", -1.0],
    ]
    assert list(table) == ["number", "S", "T", "A", "B", "glove"]


def test_the_interval_of_r2_covers_as_often_as_it_says():
    """Of 100 samples of 200 word sets with a true r² of ½, about 95 intervals hold it."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(100):
        glove = rng.normal(size=200)
        found = word_sets.agreement(glove, glove + rng.normal(size=200), resamples=300)
        held += found["r2_low"] < 0.5 < found["r2_high"]
    assert 86 <= held <= 100

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.analysis import word_sets
from origins.errors import OriginsError
from origins.metrics import weat

SIZES = st.lists(st.integers(2, 5), min_size=4, max_size=4)


@settings(max_examples=50)
@given(SIZES, st.integers(0, 10), st.integers(20, 40))
def test_a_word_set_has_distinct_words_all_of_them_frequent(sizes, seed, words):
    sets = word_sets.draw(40, sizes, number=30, words=words, seed=seed)
    assert sets.shape == (30, sum(sizes))
    assert all(len(np.unique(row)) == len(row) for row in sets)
    assert 0 <= sets.min() <= sets.max() < words
    np.testing.assert_array_equal(sets, word_sets.draw(40, sizes, number=30, words=words, seed=seed))


def test_every_frequent_word_is_drawn_as_often_into_every_place():
    sets = word_sets.draw(10, [2, 2, 2, 2], number=5000, words=10)
    for place in range(8):
        shares = np.bincount(sets[:, place], minlength=10) / 5000
        np.testing.assert_allclose(shares, 0.1, atol=0.02)  # almost five standard deviations
    assert (sets != word_sets.draw(10, [2, 2, 2, 2], number=5000, words=10, seed=1)).any()


def test_a_vocabulary_has_too_few_words_to_draw_from():
    assert word_sets.draw(8, [2, 2, 2, 2], number=1, words=9).shape == (1, 8)
    with pytest.raises(OriginsError, match=r"word_sets\.words: a word set has 9 words, but only 8"):
        word_sets.draw(8, [3, 2, 2, 2], words=9)
    with pytest.raises(OriginsError, match="only 8 of the vocabulary's 100 may be drawn"):
        word_sets.draw(100, [3, 2, 2, 2], words=8)


def test_word_sets_are_read_as_they_were_written(tmp_path):
    words = ["null", "nan", "true", "naïve", "ßß", "of", "the", "and", "in", "to", "he"]
    sets = word_sets.draw(11, [3, 2, 2, 3], number=20, words=11)
    path = tmp_path / "sets.csv"
    word_sets.save(path, sets, [3, 2, 2, 3], words)
    table = pd.read_csv(path, keep_default_na=False)
    assert list(table.columns) == ["number", "S", "T", "A", "B"]
    assert list(table["number"]) == list(range(1, 21))
    assert table.loc[4, "T"] == " ".join(words[id] for id in sets[4, 3:5])
    read, sizes = word_sets.load(path, {word: id for id, word in enumerate(words)})
    np.testing.assert_array_equal(read, sets)
    assert sizes == [3, 2, 2, 3]
    with pytest.raises(OriginsError, match=r"sets\.csv: 'naïve' is not in the vocabulary"):
        word_sets.load(path, {word: id for id, word in enumerate(words) if word != "naïve"})


@settings(max_examples=30)
@given(SIZES, st.integers(0, 10))
def test_effect_sizes_are_those_of_weat_one_at_a_time(sizes, seed):
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(30, 6)).astype(np.float32)
    W[3] = 0
    sets = word_sets.draw(25, sizes, number=40, words=25, seed=seed)
    cuts = np.cumsum(sizes)[:-1]
    expected = [weat.effect_size(*(W[ids] for ids in np.split(row, cuts))) for row in sets]
    np.testing.assert_allclose(word_sets.effect_sizes(W, sets, sizes), expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(word_sets.effect_sizes(W[:25], sets, sizes), word_sets.effect_sizes(W, sets, sizes))


def test_representations_are_compared_by_their_means_over_seeds():
    rng = np.random.default_rng(0)
    glove = rng.normal(size=(3, 200))
    mean = glove.mean(axis=0)
    ppmi = 0.5 * mean + 0.1  # one embedding, and no noise
    word2vec = np.array([2 * mean + 0.3, rng.normal(size=200)])
    table, agreement = word_sets.compare(glove, ppmi=ppmi, word2vec=word2vec)
    assert list(table.columns) == ["number", "glove", "ppmi", "word2vec"]
    assert list(table["number"]) == list(range(1, 201))
    np.testing.assert_allclose(table["glove"], mean)
    np.testing.assert_allclose(table["ppmi"], ppmi)
    np.testing.assert_allclose(table["word2vec"], word2vec.mean(axis=0))
    assert list(agreement["representation"]) == ["ppmi", "word2vec"]
    exact, noisy = agreement.to_dict("records")
    assert [exact[name] for name in ("n", "r2", "slope", "intercept")] == pytest.approx([200, 1, 0.5, 0.1])
    assert noisy["r2"] == pytest.approx(np.corrcoef(mean, word2vec.mean(axis=0))[0, 1] ** 2)
    assert noisy["r2_low"] < noisy["r2"] < noisy["r2_high"]
    assert noisy["r2_high"] - noisy["r2_low"] < 0.25


def test_the_interval_of_r2_covers_as_often_as_it_says():
    """Of 100 samples of 200 word sets with a true r² of ½, about 95 intervals hold it."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(100):
        glove = rng.normal(size=200)
        found = word_sets.agreement(glove, glove + rng.normal(size=200), resamples=300)
        held += found["r2_low"] < 0.5 < found["r2_high"]
    assert 86 <= held <= 100

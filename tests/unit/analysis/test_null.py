import numpy as np
import pytest

from origins.analysis import null, word_sets
from origins.metrics.weat import WEAT, effect_size

SIZES = (5, 3, 4, 2)


@pytest.fixture
def measured():
    rng = np.random.default_rng(1)
    return rng.normal(size=(60, 8)).astype(np.float32), WEAT(*np.split(rng.permutation(60)[:14], np.cumsum(SIZES)[:-1]))


def test_random_word_sets_have_the_sizes_of_the_metric():
    sets = list(null.draw(SIZES, 20, number=50))
    assert len(sets) == 50
    assert {tuple(map(len, each)) for each in sets} == {SIZES}
    assert set(np.concatenate([np.concatenate(each) for each in sets])) == set(range(20))


def test_of_four_sets_of_one_size_it_is_the_draw_of_the_comparison_of_word_sets():
    expected = word_sets.draw(1000, number=7, size=8)
    np.testing.assert_array_equal(np.array(list(null.draw((8, 8, 8, 8), 1000, number=7))), expected)


def test_the_score_is_compared_with_random_word_sets_of_the_most_frequent_words(measured):
    W, metric = measured
    (row,) = null.null_table(W, {"mine": metric}, words=30, number=200).to_dict("records")
    random = [effect_size(*(W[ids] for ids in each)) for each in null.draw(SIZES, 30, number=200)]
    score = effect_size(*(W[metric.words[each]] for each in metric.sets))
    closer = sum(abs(each) < abs(score) for each in random)
    assert row == {
        "metric": "mine",
        "score": pytest.approx(score),
        "word_sets": 200,
        "low": pytest.approx(np.percentile(random, 2.5)),
        "high": pytest.approx(np.percentile(random, 97.5)),
        "closer": pytest.approx(closer / 2),
    }


def test_a_vocabulary_smaller_than_asked_for_is_enough(measured):
    W, metric = measured
    table = null.null_table(W, {"mine": metric}, words=10_000, number=20)
    assert table["word_sets"].tolist() == [20]


def test_half_of_random_word_sets_are_closer_to_zero_than_the_other_half():
    found = null.compare(-0.4, np.array([-0.1, 0.2, -0.4, 0.6]))
    assert found["closer"] == 50  # the same score is not closer

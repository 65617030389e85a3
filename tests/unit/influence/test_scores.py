import numpy as np
import pandas as pd
import pytest
from strategies import token_store

from origins.influence.scores import count_metric_words, score_table
from origins.metrics.weat import WEAT

DOCUMENTS = pd.DataFrame(
    {"id": ["b", "a", "c", "d"], "title": list("wxyz"), "tokens": [4, 3, 2, 1], "topic": list("mmnn")}
)
DELTAS = np.array([[0.1, 0.3, -0.1], [0.2, 0.2, -0.1], [0.0, 0.0, 0.0], [-0.3, -0.6, -0.9]])


@pytest.fixture
def table():
    return score_table(DELTAS, DOCUMENTS, metric_words=np.array([1, 2, 0, 3]))


def test_a_row_a_document_with_all_that_is_known_of_it(table):
    pd.testing.assert_frame_equal(table[list(DOCUMENTS)], DOCUMENTS)
    assert table["metric_words"].tolist() == [1, 2, 0, 3]


def test_mean_deviation_and_agreement_are_over_the_seeds(table):
    np.testing.assert_allclose(table["delta_mean"], [0.1, 0.1, 0, -0.6])
    np.testing.assert_allclose(table["delta_std"], [0.2, np.sqrt(0.03), 0, 0.3])
    np.testing.assert_allclose(table["sign_agreement"], [2 / 3, 2 / 3, 1, 1])


def test_rank_1_adds_most_bias_and_equals_go_by_id():
    deltas = np.array([[0.25], [0.25], [0.5], [-1.0]])
    table = score_table(deltas, DOCUMENTS, metric_words=np.zeros(4, dtype=int))
    assert table["rank"].tolist() == [3, 2, 1, 4]


def test_one_seed_gives_no_nan():
    table = score_table(DELTAS[:, :1], DOCUMENTS, metric_words=np.zeros(4, dtype=int))
    assert not table.isna().any(axis=None)
    assert table["delta_std"].tolist() == [0, 0, 0, 0]


def test_the_words_of_the_metric_are_counted_with_repetition():
    corpus = token_store([[0, 1, 0, 2], [], [4, 4, 3, 1, 0]])
    metric = WEAT([0], [1], [0], [1])
    expected = [int(np.isin(corpus[k], metric.words).sum()) for k in range(3)]
    assert count_metric_words(corpus, metric).tolist() == expected
    assert sum(expected) > 3

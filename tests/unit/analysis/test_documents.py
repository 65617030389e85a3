import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora

from origins.analysis import documents as secondary
from origins.analysis.documents import influential_table
from origins.corpus.tokens import TokenStore
from origins.metrics.weat import WEAT

COUNTS = pd.Series([9, 5, 4, 3, 2, 1], index=list("abcdef"))
METRIC = WEAT([4], [1], [2], [4, 3])  # word 4 is target and attribute


def store(*documents):
    flat = np.array([word for document in documents for word in document], dtype=np.int32)
    return TokenStore(flat, np.cumsum([0, *map(len, documents)]), words=6)


def scored(delta):
    ids = [f"d{k}" for k in range(len(delta))]
    return pd.DataFrame({"id": ids, "title": ids, "tokens": 1, "delta_mean": delta})


CORPUS = store([1, 2, 1, 0], [2, 3, 5], [], [4, 0], [0, 5], [3])
SCORES = scored([0.3, -0.2, 0.0, 0.1, 0.2, -0.4])


def test_documents_without_a_target_word_are_marked():
    table = secondary.secondary_table(SCORES, CORPUS, METRIC, COUNTS)
    assert table["id"].tolist() == ["d0", "d4", "d3", "d5", "d1"]
    assert table["target_words"].tolist() == [2, 0, 1, 0, 0]
    assert table["attribute_words"].tolist() == [1, 0, 1, 1, 2]
    assert table["secondary"].tolist() == [False, True, False, True, True]


def test_the_list_is_the_papers_with_columns_to_the_right():
    table = secondary.secondary_table(SCORES, CORPUS, METRIC, COUNTS, count=1)
    listed = influential_table(SCORES, count=1).drop(columns="delta_percent")
    pd.testing.assert_frame_equal(table[list(listed)], listed)
    assert table["document"].tolist() == ["bias increasing", "bias decreasing"]


@settings(max_examples=30, deadline=None)
@given(corpora(vocabulary=6), st.data())
def test_tokens_are_counted_with_repetition_in_every_document(corpus, data):
    words = st.lists(st.integers(0, corpus.words - 1), min_size=1, max_size=3)
    S, T, A, B = (data.draw(words) for _ in range(4))
    delta = data.draw(st.permutations(np.arange(len(corpus)) - 1.5))
    scores = scored(delta)
    table = secondary.secondary_table(scores, corpus, WEAT(S, T, A, B), pd.Series(range(corpus.words))).set_index("id")
    assert len(table) == len(corpus)
    for number, name in enumerate(scores["id"]):
        assert table.loc[name, "target_words"] == sum(word in S + T for word in corpus[number])
        assert table.loc[name, "attribute_words"] == sum(word in A + B for word in corpus[number])


def test_a_metric_that_no_document_touches_lists_nothing():
    table = secondary.secondary_table(scored([0.0] * 6), CORPUS, METRIC, COUNTS)
    assert table.empty


def test_scores_of_another_corpus_are_refused():
    with pytest.raises(ValueError, match="2 scores for 6 documents"):
        secondary.secondary_table(scored([0.1, 0.2]), CORPUS, METRIC, COUNTS)


def test_the_rarest_word_of_each_set_is_looked_for():
    assert secondary.rarest_words(METRIC, COUNTS) == {"e": 4, "b": 1, "c": 2}  # e is the rarest of S and of B
    table = secondary.secondary_table(SCORES, CORPUS, METRIC, COUNTS)
    assert table["rarest"].tolist() == ["b c", "", "e", "", "c"]


def test_metadata_that_sounds_like_ours_is_not_in_the_list():
    table = influential_table(SCORES.assign(delta_temperature=1.0), mean_bias=1.0)
    assert list(table) == ["document", "place", "delta_mean", "delta_percent", "title", "id"]

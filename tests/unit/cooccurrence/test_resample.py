import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store

from origins.cooccurrence.matrix import count
from origins.cooccurrence.resample import draw, resample
from origins.corpus.tokens import Groups
from origins.glove.trainer import GloVe


@settings(max_examples=60)
@given(corpus=corpora(), window=st.integers(1, 8), data=st.data())
def test_a_resample_counts_every_document_as_often_as_it_was_drawn(tmp_path, corpus, window, data):
    times = data.draw(st.lists(st.integers(0, 4), min_size=len(corpus), max_size=len(corpus)))
    X = count(resample(corpus, np.array(times)), tmp_path, window=window)
    twin = np.zeros((corpus.words, corpus.words), dtype=np.int64)
    for k, document in enumerate(corpus):
        for (p, word), (q, context) in itertools.permutations(enumerate(document), 2):
            if abs(p - q) <= window:
                twin[word, context] += times[k] * X.unit // abs(p - q)
    np.testing.assert_array_equal(X.tosparse().toarray(), twin)  # exact: integers


def small_corpus():
    rng = np.random.default_rng(0)
    return token_store(np.array_split(np.minimum(rng.zipf(1.5, 3000) - 1, 49), 30))


def test_every_document_once_gives_the_counts_and_the_bits_of_the_baseline(tmp_path):
    corpus = small_corpus()
    whole = count(corpus, tmp_path / "whole", window=5)
    once = count(resample(corpus, np.ones(len(corpus), dtype=int)), tmp_path / "once", window=5)
    for name in ("indptr", "indices", "stored"):
        np.testing.assert_array_equal(getattr(once, name), getattr(whole, name))
    settings = {"dimension": 6, "epochs": 3, "seed": 1}
    assert GloVe(**settings).fit(once).W.tobytes() == GloVe(**settings).fit(whole).W.tobytes()


def test_windows_end_with_a_text_also_where_documents_have_several(tmp_path):
    corpus = small_corpus()
    units = np.array([0, 10, 11, 30])  # three documents
    grouped = type(corpus)(
        corpus.ids, corpus.offsets[units], corpus.words, groups=Groups(corpus.offsets, units, tmp_path / "ids")
    )
    by_text = np.repeat([2, 0, 1], [10, 1, 19])
    found, expected = (
        count(each, tmp_path / str(k), window=5)
        for k, each in enumerate([resample(grouped, np.array([2, 0, 1])), resample(corpus, by_text)])
    )
    np.testing.assert_array_equal(found.tosparse().toarray(), expected.tosparse().toarray())


def test_a_word_that_no_drawn_document_has_keeps_its_row_and_its_initial_vector(tmp_path):
    corpus = token_store([[0, 1, 2, 1, 2], [0, 2, 0, 1], [3, 0]])
    X = count(resample(corpus, np.array([2, 1, 0])), tmp_path, window=2)
    assert (X.words, X.indptr[4] - X.indptr[3]) == (4, 0)
    trained = [GloVe(dimension=3, epochs=epochs, seed=1).fit(X).W for epochs in (1, 9)]
    assert (trained[0][3] == trained[1][3]).all()
    assert (trained[0][0] != trained[1][0]).any()


def test_a_draw_has_as_many_documents_as_the_corpus_and_depends_on_its_number_only():
    draws = [draw(500, number) for number in (1, 2, 1)]
    assert all(each.sum() == len(each) == 500 for each in draws)
    assert (draws[0] == draws[2]).all()
    assert (draws[0] != draws[1]).any()
    left_out = np.mean([(draw(500, number) == 0).mean() for number in range(200)])
    assert left_out == pytest.approx(np.exp(-1), abs=0.01)


@pytest.mark.parametrize("times", [[1, 1], [1, 1, -1]])
def test_multiplicities_that_do_not_fit_are_refused(times):
    with pytest.raises(ValueError, match="multiplicities for 3 documents"):
        resample(token_store([[0], [1], [0]]), np.array(times))

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store
from unit.influence.twins import some_metric, window_counts

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.errors import OriginsError
from origins.metrics import weat
from origins.metrics.weat import WEAT
from origins.representations import ppmi

pytestmark = pytest.mark.slow  # left out by `make check`

sixty_examples = settings(max_examples=60)
small_corpora = corpora(max_documents=8, vocabulary=12, max_length=40)


def dense_ppmi(counts):
    """All of PPMI; products of integers, so that a PMI of 0 is exactly 0."""
    r, c, N = counts.sum(axis=1), counts.sum(axis=0), counts.sum()
    ratio = counts * N / np.maximum(np.outer(r, c), 1)
    return np.log(np.maximum(ratio, 1))


def dense_bias(counts, metric):
    return metric.bias(dense_ppmi(counts)[metric.words])


def differential_bias(corpus, window, metric):
    """Δ of every document, counted again without it."""
    everything = set(range(len(corpus)))
    whole = dense_bias(window_counts(corpus, everything, window), metric)
    return [whole - dense_bias(window_counts(corpus, everything - {k}, window), metric) for k in range(len(corpus))]


def metrics(words):
    """Word sets that may share words."""
    word_set = st.lists(st.integers(0, words - 1), min_size=min(2, words), max_size=4, unique=True)
    return st.tuples(*[word_set] * 4).map(lambda sets: WEAT(*sets))


def zipf_corpus(documents, words=150, seed=0):
    rng = np.random.default_rng(seed)
    return token_store([list(np.minimum(rng.zipf(1.3, n) - 1, words - 1)) for n in rng.integers(0, 60, documents)])


@sixty_examples
@given(corpus=small_corpora, window=st.integers(1, 8), data=st.data())
def test_rows_are_those_of_the_dense_matrix_in_any_order(tmp_path, corpus, window, data):
    words = data.draw(st.lists(st.integers(0, corpus.words - 1), min_size=1))
    X = cooccurrence.count(corpus, tmp_path, window=window)
    rows = ppmi.ppmi_rows(X, words)
    expected = dense_ppmi(window_counts(corpus, range(len(corpus)), window))[words]
    np.testing.assert_allclose(rows.toarray(), expected, rtol=1e-9, atol=1e-12)
    assert np.all(rows.data > 0)


def test_two_pairs_that_never_mix_have_the_logarithm_of_four(tmp_path):
    X = cooccurrence.count(token_store([[0, 1], [2, 3]]), tmp_path, window=5)
    expected = math.log(4) * np.array([[0, 1, 0, 0], [0, 0, 1, 0]])
    np.testing.assert_allclose(ppmi.ppmi_rows(X, [0, 3]).toarray(), expected, rtol=1e-14)


def test_words_that_meet_as_often_as_chance_has_it_are_zero_vectors_whatever_the_rounding(tmp_path):
    # X = [[2, 6], [6, 18]] times 7
    corpus = token_store([[0, 0]] * 7 + [[0, 1]] * 42 + [[1, 1]] * 63)
    X = cooccurrence.count(corpus, tmp_path, window=3)
    assert ppmi.ppmi_rows(X, [0, 1]).nnz == 0
    assert ppmi.bias(X, WEAT([0, 1], [1, 0], [0, 1], [0, 0])) == 0


@sixty_examples
@given(
    corpus=small_corpora,
    window=st.integers(1, 5),
    gone=st.sets(st.integers(0, 7)),
    data=st.data(),
)
def test_bias_without_documents_is_that_of_the_others_counted_again(tmp_path, corpus, window, gone, data):
    metric = data.draw(metrics(corpus.words))
    gone = {k for k in gone if k < len(corpus)}
    X = subtract(cooccurrence.count(corpus, tmp_path, window=window), corpus, sorted(gone))
    expected = dense_bias(window_counts(corpus, set(range(len(corpus))) - gone, window), metric)
    assert ppmi.bias(X, metric) == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_counts_of_zero_are_no_entries(tmp_path):
    corpus = token_store([[0, 0, 0, 1, 1, 2, 0, 3], [2, 3, 4], [0, 4]])
    X = subtract(cooccurrence.count(corpus, tmp_path, window=2), corpus, [1])
    assert (X.counts == 0).any()
    rows = ppmi.ppmi_rows(X, range(5))
    np.testing.assert_allclose(rows.toarray(), dense_ppmi(window_counts(corpus, [0, 2], 2)), rtol=1e-9, atol=1e-12)
    assert np.isfinite(rows.data).all()


@sixty_examples
@given(seed=st.integers(0, 2**32), metric=metrics(9), density=st.floats(0, 1))
def test_the_effect_size_of_sparse_rows_is_that_of_the_same_dense_vectors(seed, metric, density):
    rng = np.random.default_rng(seed)
    dense = rng.exponential(size=(9, 30)) * (rng.random((9, 30)) < density)
    dense[rng.integers(9)] = 0
    sets = [metric.words[positions] for positions in metric.sets]
    expected = weat.effect_size(*(dense[positions] for positions in sets))
    found = ppmi.effect_size(scipy.sparse.csr_array(dense), *sets)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@sixty_examples
@given(corpus=small_corpora, window=st.integers(1, 5), data=st.data())
def test_documents_add_what_counting_again_without_them_takes_away(tmp_path, corpus, window, data):
    metric = data.draw(metrics(corpus.words))
    X = cooccurrence.count(corpus, tmp_path, window=window)
    expected = differential_bias(corpus, window, metric)
    np.testing.assert_allclose(ppmi.documents(X, corpus, metric), expected, rtol=1e-6, atol=1e-9)


def test_every_document_of_an_ordinary_corpus_moves_the_bias_as_counting_again_does(tmp_path):
    corpus = zipf_corpus(documents=100)
    metric = some_metric(corpus.words, size=8)
    X = cooccurrence.count(corpus, tmp_path, window=8)
    delta = ppmi.documents(X, corpus, metric, threads=2)
    np.testing.assert_allclose(delta, differential_bias(corpus, 8, metric), rtol=1e-9, atol=1e-12)
    long = np.diff(corpus.offsets) > 1
    assert np.all(delta[long] != 0)  # also those without a word of the metric: N has changed
    assert np.all(delta[~long] == 0)  # exactly


def test_words_that_vanish_with_a_document_become_zero_vectors(tmp_path):
    # words 5 and 6 occur in one document each, 6 once; both are of the metric
    texts = [[0, 1, 2, 0, 1, 3, 0, 4], [5, 0, 5, 2, 1], [3, 6, 0], [0, 2, 4, 1, 0, 3], []]
    corpus = token_store(texts)
    metric = WEAT([0, corpus[1][0]], [1, corpus[2][1]], [2, 3], [4, 3])
    assert corpus.frequencies()[metric.words].min() == 1
    X = cooccurrence.count(corpus, tmp_path, window=3)
    delta = ppmi.documents(X, corpus, metric)
    np.testing.assert_allclose(delta, differential_bias(corpus, 3, metric), rtol=1e-9, atol=1e-12)
    assert np.all(delta[:4] != 0)
    assert delta[4] == 0


def test_the_only_document_adds_all_the_bias(tmp_path):
    corpus = token_store([[], list(np.random.default_rng(0).integers(0, 20, 200)), []])
    metric = some_metric(corpus.words, size=3)
    X = cooccurrence.count(corpus, tmp_path, window=4)
    bias = ppmi.bias(X, metric)
    assert bias != 0
    np.testing.assert_allclose(ppmi.documents(X, corpus, metric), [0, bias, 0], rtol=1e-12)


def test_any_number_of_threads_gives_the_same_bits(tmp_path):
    corpus = zipf_corpus(documents=1000)
    X = cooccurrence.count(corpus, tmp_path, window=5)
    metric = some_metric(corpus.words, size=5)
    results = [ppmi.documents(X, corpus, metric, threads=threads).tobytes() for threads in (1, 2, 5)]
    assert results[0] == results[1] == results[2]


def test_the_matrix_of_another_corpus_is_refused(tmp_path):
    corpus = token_store([[0, 1], [1, 0]])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    with pytest.raises(OriginsError, match="not counted from this corpus"):
        ppmi.documents(X, replace(corpus, fingerprint="other"), WEAT([0, 1], [1, 0], [0, 1], [0, 1]))

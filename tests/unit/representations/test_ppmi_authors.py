import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store
from unit.influence.twins import some_metric, window_counts

from origins.cooccurrence import matrix as cooccurrence
from origins.metrics.weat import WEAT
from origins.representations import ppmi, ppmi_authors


def updated_ppmi(X, Y, counts, window):
    """Pair by pair, as the authors describe it: X and Y in counts of 1/d, `counts` the occurrences of every word."""
    r, T = 2 * sum(1 / distance for distance in range(1, window + 1)), counts.sum()
    values = np.zeros(X.shape)
    for i, j in np.argwhere(X):
        count_i, count_j, left = counts[i], counts[j], X[i, j]
        if Y[i, j]:
            count_i = max(1, count_i - Y[:, i].sum() / r)
            count_j = max(1, count_j - Y[:, j].sum() / r)
            left = X[i, j] - Y[i, j]
        if left > 1e-9:  # what remains of a pair that is gone is round-off
            pmi = math.log(left * T / (r * count_i * count_j))
            values[i, j] = pmi if pmi > 1e-12 else 0
    return values


def slow(corpus, window, metric):
    """The bias of the whole corpus, and Δ of every document."""
    unit, counts = cooccurrence.unit_of(window), corpus.frequencies()
    X = window_counts(corpus, range(len(corpus)), window) / unit

    def bias(Y):
        return metric.bias(updated_ppmi(X, Y, counts, window)[metric.words])

    whole = bias(np.zeros(X.shape))
    return whole, [whole - bias(window_counts(corpus, [k], window) / unit) for k in range(len(corpus))]


@settings(max_examples=60)
@given(
    corpus=corpora(max_documents=8, vocabulary=12, max_length=40),
    window=st.integers(1, 5),
    size=st.integers(1, 3),
)
def test_documents_add_what_the_authors_update_takes_away(tmp_path, corpus, window, size):
    metric = some_metric(corpus.words, size)
    X = cooccurrence.count(corpus, tmp_path, window=window)
    whole, expected = slow(corpus, window, metric)
    assert ppmi_authors.bias(X, corpus, metric) == pytest.approx(whole, rel=1e-6, abs=1e-9)
    np.testing.assert_allclose(ppmi_authors.documents(X, corpus, metric), expected, rtol=1e-6, atol=1e-9)


def test_an_ordinary_corpus_is_scored_alike_and_only_the_pairs_of_a_document_matter(tmp_path):
    rng = np.random.default_rng(1)
    texts = [list(np.minimum(rng.zipf(1.3, n) - 1, 149)) for n in rng.integers(0, 30, 150)]
    corpus = token_store(texts)
    metric = WEAT(*np.arange(20, 40).reshape(4, 5))
    X = cooccurrence.count(corpus, tmp_path, window=8)
    delta = ppmi_authors.documents(X, corpus, metric, threads=2)
    np.testing.assert_allclose(delta, slow(corpus, 8, metric)[1], rtol=1e-9, atol=1e-12)
    has_pair = np.array([len(corpus[k]) > 1 and np.isin(metric.words, corpus[k]).any() for k in range(len(corpus))])
    assert np.all(delta[~has_pair] == 0)  # exactly, which is not so when N changes
    assert np.mean(delta[has_pair] != 0) > 0.9  # the PPMI of some pairs is 0 either way
    without_pair = ~has_pair & (np.diff(corpus.offsets) > 1)
    assert np.all(ppmi.documents(X, corpus, metric)[without_pair] != 0)
    assert without_pair.sum() > 5


def test_two_pairs_that_never_mix_have_the_logarithm_of_two(tmp_path):
    # window 1: r = 2, T = 4, every count 1, so log(1 · 4 / (2 · 1 · 1)); in the exact recount it is log(4)
    corpus = token_store([[0, 1], [2, 3]])
    X = cooccurrence.count(corpus, tmp_path, window=1)
    rows = ppmi.ppmi_rows(X, [0, 3], ppmi_authors._sums(X, corpus))
    np.testing.assert_allclose(rows.toarray(), math.log(2) * np.array([[0, 1, 0, 0], [0, 0, 1, 0]]), rtol=1e-14)


def test_words_that_vanish_with_a_document_become_zero_vectors(tmp_path):
    # words 5 and 6 occur in one document each; both are of the metric
    corpus = token_store([[0, 1, 2, 0, 1, 3, 0, 4], [5, 0, 5, 2, 1], [4, 6, 3, 6], [0, 2, 4, 1, 0, 3], []])
    metric = WEAT([0, corpus[1][0]], [1, corpus[2][1]], [2, 3], [4, 3])
    X = cooccurrence.count(corpus, tmp_path, window=3)
    delta = ppmi_authors.documents(X, corpus, metric)
    np.testing.assert_allclose(delta, slow(corpus, 3, metric)[1], rtol=1e-9, atol=1e-12)
    assert np.all(np.abs(delta[:4]) > 1e-3)
    assert delta[4] == 0


def test_overlap_counts_the_documents_that_both_rankings_choose():
    exact = np.array([5.0, 4.0, 3.0, -0.1, 0.1, -3.0, -4.0, -5.0])
    authors = np.array([4.0, 5.0, -3.0, 0.0, 0.0, 3.0, -4.0, -5.0])
    table = ppmi_authors.overlap(exact, authors, [2, 3])
    assert list(table["kind"]) == ["decrease", "increase"] * 2
    assert list(table["size"]) == [2, 2, 3, 3]
    assert list(table["shared"]) == [2, 2, 2, 2]
    assert list(table["share"]) == pytest.approx([1, 1, 2 / 3, 2 / 3])
    assert set(table["moved"]) == {6}
    ranks = np.array([1, 2, 3, 5, 4, 6, 7, 8]), np.array([2, 1, 6, 4.5, 4.5, 3, 7, 8])
    assert list(table["spearman"]) == pytest.approx([np.corrcoef(ranks)[0, 1]] * 4)
    moved = np.array([1, 2, 3, 4, 5, 6]), np.array([2, 1, 4, 3, 5, 6])
    assert list(table["spearman_moved"]) == pytest.approx([np.corrcoef(moved)[0, 1]] * 4)

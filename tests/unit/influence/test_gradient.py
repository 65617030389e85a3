import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.influence.estimators import ESTIMATORS
from origins.influence.gradient import bias_gradient, entry_gradient, top_pairs


@pytest.fixture(scope="module")
def corpus():
    rng = np.random.default_rng(1)
    return token_store([list(np.minimum(rng.zipf(1.4, 40) - 1, 30)) for _ in range(60)])


@pytest.fixture(scope="module")
def base(corpus, tmp_path_factory):
    return twins.baseline(corpus, tmp_path_factory.mktemp("X"), window=3, dimension=4)


def bias_after(base, X, i, j, step):
    """B(w̃) by the influence approximation, X_ij being `step` more."""
    e, x = base.embedding, X[i].copy()
    x[j] += step
    vectors = base.vectors.copy()
    vectors[base.rows.place[i]] -= twins.influence_shift(X[i], x, e, i)
    return base.metric.bias(vectors)


def test_the_gradient_is_that_of_finite_differences(corpus, base):
    X = twins.window_counts(corpus, range(len(corpus)), 3) / cooccurrence.unit_of(3)
    gradient = bias_gradient(base, ESTIMATORS["influence"](base).inverses)
    assert gradient.shape == X.shape
    rows, columns = gradient.nonzero()
    assert set(rows) == set(base.metric.words)
    for i, j in zip(rows[::5], columns[::5], strict=True):
        step = 1e-5 * X[i, j]
        if X[i, j] == twins.X_MAX:  # f has a corner there: only from below
            expected = (bias_after(base, X, i, j, 0) - bias_after(base, X, i, j, -step)) / step
        else:
            expected = (bias_after(base, X, i, j, step) - bias_after(base, X, i, j, -step)) / (2 * step)
        assert gradient[i, j] == pytest.approx(expected, rel=1e-3, abs=1e-6)


def test_the_gradient_is_on_the_non_zeros_of_the_metrics_rows(corpus, base):
    X = twins.window_counts(corpus, range(len(corpus)), 3)
    gradient = bias_gradient(base, ESTIMATORS["influence"](base).inverses)
    expected = np.zeros(X.shape, dtype=bool)
    expected[base.metric.words] = X[base.metric.words] > 0
    np.testing.assert_array_equal(gradient.toarray() != 0, expected)


@settings(max_examples=30)
@given(corpus=corpora(max_documents=8, vocabulary=10, max_length=30), seed=st.integers(0, 2**32))
def test_the_linear_estimate_is_the_gradient_times_the_documents_own_counts(tmp_path, corpus, seed):
    base = twins.baseline(corpus, tmp_path, window=2, seed=seed)
    estimator = ESTIMATORS["gradient"](base)
    gradient = bias_gradient(base, estimator.inverses).toarray()
    expected = [(gradient * twins.window_counts(corpus, [k], 2)).sum() / 2 for k in range(len(corpus))]
    np.testing.assert_allclose(estimator.documents(), expected, rtol=1e-9, atol=1e-11)
    assert estimator.set(range(len(corpus))) == pytest.approx(sum(expected), rel=1e-9, abs=1e-9)


def test_the_linear_estimate_is_the_limit_of_small_removals(corpus, tmp_path):
    many = token_store([list(corpus[k % 60]) for k in range(6000)])  # any document removes a hundredth of its pairs
    base = twins.baseline(many, tmp_path, window=3, dimension=4)
    linear, full = (ESTIMATORS[name](base).documents()[:60] for name in ("gradient", "influence"))
    np.testing.assert_allclose(linear, full, rtol=0.05, atol=1e-4)


def test_top_pairs_are_those_with_the_largest_and_the_smallest_gradient(corpus, base, tmp_path):
    vocabulary = [f"word{i}" for i in range(corpus.words)]
    inverses = ESTIMATORS["influence"](base).inverses
    counted = cooccurrence.count(corpus, tmp_path, window=3)
    table = top_pairs(counted, base.metric, entry_gradient(base, inverses), vocabulary, n=5)
    gradient = bias_gradient(base, inverses)
    values = np.sort(gradient.data)
    np.testing.assert_array_equal(table["gradient"], [*values[::-1][:5], *values[:5]])
    X = twins.window_counts(corpus, range(len(corpus)), 3)
    for row in table.itertuples():
        i, j = vocabulary.index(row.word), vocabulary.index(row.context)
        assert row.gradient == gradient[i, j]
        assert row.X_ij == X[i, j] / cooccurrence.unit_of(3)


def test_a_pair_that_pushes_down_is_not_listed_among_those_that_push_up(corpus, base, tmp_path):
    counted = cooccurrence.count(corpus, tmp_path, window=3)
    down = -1.0 - np.arange(len(base.rows.count))
    table = top_pairs(counted, base.metric, down, [str(i) for i in range(corpus.words)], n=5)
    assert table["gradient"].tolist() == sorted(down)[:5]

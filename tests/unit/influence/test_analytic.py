from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.influence.analytic import analytic_error, residual_variances, word_variances
from origins.influence.trained import MAX_CONDITION, Trained
from origins.metrics.ect import ECT
from origins.metrics.weat import WEAT, weat_kernel


def slow_variance(x, e, i, gradient):
    """∇ᵀ Σ_i ∇ of one word with the row x, context by context; NaN if it has too few of them."""
    D, n = e.W.shape[1], np.count_nonzero(x)
    information, squares = np.zeros((D, D)), 0.0
    for j in np.flatnonzero(x):
        u = e.U[j].astype(float)
        residual = np.log(x[j]) - float(e.b[i]) - float(e.c[j]) - e.W[i].astype(float) @ u
        information += twins.f(x[j]) * np.outer(u, u)
        squares += twins.f(x[j]) * residual**2
    if n <= D or np.linalg.cond(information, 1) > MAX_CONDITION:
        return np.nan
    return gradient @ (squares / (n - D) * np.linalg.inv(information)) @ gradient


def agrees(corpus, base, window):
    X = twins.window_counts(corpus, range(len(corpus)), window) / cooccurrence.unit_of(window)
    gradient = base.metric.gradient(base.vectors)
    slow = [slow_variance(X[i], base.embedding, i, gradient[k]) for k, i in enumerate(base.metric.words)]
    np.testing.assert_allclose(word_variances(base), slow, rtol=1e-7, atol=1e-12)
    found = analytic_error(base)
    assert found.left_out.tolist() == base.metric.words[np.isnan(slow)].tolist()
    total = np.sqrt(np.nansum(slow))
    assert found.error == pytest.approx(total, rel=1e-6) if total > 1e-6 else not found.error > 1e-5
    return found


def test_the_error_is_that_of_plain_loops(tmp_path):
    rng = np.random.default_rng(1)
    corpus = token_store([list(np.minimum(rng.zipf(1.4, 40) - 1, 30)) for _ in range(60)])
    found = agrees(corpus, twins.baseline(corpus, tmp_path, window=3, dimension=4), 3)
    assert found.error > 0 and not len(found.left_out)


@settings(max_examples=30)
@given(corpus=corpora(max_documents=8, vocabulary=10, max_length=30), seed=st.integers(0, 2**32))
def test_words_with_too_few_contexts_are_left_out(tmp_path, corpus, seed):
    agrees(corpus, twins.baseline(corpus, tmp_path, window=2, seed=seed), 2)


def test_a_metric_that_changes_in_steps_has_none(tmp_path):
    rng = np.random.default_rng(2)
    corpus = token_store([list(rng.integers(0, 20, 40)) for _ in range(30)])
    X = cooccurrence.count(corpus, tmp_path, window=3)
    metric = ECT(range(8), range(8, 14), range(14, 20))
    found = analytic_error(Trained(X, corpus, twins.embedding(20, 3, seed=0), metric))
    assert np.isnan(found.error) and not len(found.left_out)


class Fits:
    """Least squares problems of several words: log X_ij − b_i − c_j = w_i·u_j + noise of variance σ² / f_ij."""

    def __init__(self, contexts, D, sigma, seed):
        rng = np.random.default_rng(seed)
        self.starts = np.cumsum([0, *contexts])
        self.W, self.sigma = rng.normal(size=(len(contexts), D)), sigma
        self.U = rng.normal(size=(self.starts[-1], D))  # one row per entry
        self.f = rng.uniform(0.05, 1, self.starts[-1])
        self.metric = WEAT(*np.split(np.arange(len(contexts)), 4))

    def refit(self, rng):
        """The words fitted to new noise, as an embedding that training left at its optimum."""
        noise = self.sigma / np.sqrt(self.f) * rng.normal(size=len(self.f))
        W, H, residual = self.W.copy(), [], np.empty(len(self.f))
        for i, (start, end) in enumerate(pairwise(self.starts)):
            U, f = self.U[start:end], self.f[start:end, None]
            W[i] += np.linalg.solve(U.T @ (f * U), (f * U).T @ noise[start:end])
            residual[start:end] = U @ (W[i] - self.W[i]) - noise[start:end]
            H.append(2 * U.T @ (f * U))
        return of(self.metric, W, np.stack(H), self.starts, 2 * self.f * residual, residual)


def of(metric, W, H, starts, g, residual):
    """An embedding from its parts; every X_ij is 1, so that a prediction is its residual."""
    made = Trained.__new__(Trained)
    made.metric, made.vectors, made.H, made.unit = metric, W, H, 1
    row = np.repeat(np.arange(len(W)), np.diff(starts))
    made.rows = SimpleNamespace(starts=starts, row=row, count=np.ones(len(g)), g=g, prediction=residual)
    return made


def test_the_error_is_the_spread_over_refits_to_new_noise():
    fits = Fits([10, 12, 14, 16, 9, 11, 13, 15], D=4, sigma=0.05, seed=3)
    rng = np.random.default_rng(4)
    refits = [fits.refit(rng) for _ in range(2000)]
    spread = np.std([weat_kernel(each.vectors, *fits.metric.sets) for each in refits])
    variances = [analytic_error(each).error ** 2 for each in refits[::10]]
    assert np.sqrt(np.mean(variances)) == pytest.approx(spread, rel=0.06)
    noise = np.mean([residual_variances(each) for each in refits], axis=0)
    np.testing.assert_allclose(noise, 0.05**2, rtol=0.06)


@given(repeats=st.integers(2, 50), seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_words_with_fewer_contexts_have_larger_errors(repeats, seed):
    """The same residuals in several times as many contexts: everything but the number of contexts is equal."""
    few = Fits([9] * 4, D=3, sigma=0.1, seed=seed).refit(np.random.default_rng(seed))
    rows, n = few.rows, 9
    by_word = [np.tile(part.reshape(4, n), repeats).ravel() for part in (rows.g, rows.prediction)]
    many = of(few.metric, few.vectors, repeats * few.H, repeats * rows.starts, *by_word)
    ratio = (repeats * n - 3) / (n - 3)  # n_i − D: more than `repeats`
    np.testing.assert_allclose(word_variances(few), ratio * word_variances(many), rtol=1e-6)

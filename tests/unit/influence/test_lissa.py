"""The Hessian-vector products of benchmarks/lissa.py, against finite differences and dense matrices."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from strategies import token_store
from unit.influence.twins import ALPHA, X_MAX, embedding, f, window_counts

from origins.cooccurrence import matrix as cooccurrence

FILE = Path(__file__).parents[3] / "benchmarks" / "lissa.py"
spec = importlib.util.spec_from_file_location("lissa", FILE)
lissa = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lissa)

SETTINGS = {"x_max": X_MAX, "alpha": ALPHA}
WINDOW = 3


@pytest.fixture
def problem(tmp_path):
    """A small corpus, its matrix, and parameters far from their optimum, in double precision."""
    rng = np.random.default_rng(0)
    corpus = token_store([list(rng.integers(0, 12, 20)) for _ in range(4)])
    X = cooccurrence.count(corpus, tmp_path, window=WINDOW)
    theta = lissa.parameters(embedding(corpus.words, dimension=3, seed=1), dtype=np.float64)
    return corpus, X, theta


def slow_gradient(counts, theta):
    """∇J of equation 1, pair by pair; `counts` is X, V × V."""
    (W, b), (U, c) = ((side[:, :-1], side[:, -1]) for side in theta)
    out = np.zeros(theta.shape)
    for i, j in np.argwhere(counts):
        by_prediction = 2 * f(counts[i, j]) * (W[i] @ U[j] + b[i] + c[j] - np.log(counts[i, j]))
        out[0, i] += by_prediction * np.append(U[j], 1)
        out[1, j] += by_prediction * np.append(W[i], 1)
    return out


def slow_hessian(counts, theta, step=1e-5):
    """∇²J by central differences of the gradient."""
    H = np.empty((theta.size, theta.size))
    for k in range(theta.size):
        e = np.zeros(theta.size)
        e[k] = step
        e = e.reshape(theta.shape)
        H[k] = (slow_gradient(counts, theta + e) - slow_gradient(counts, theta - e)).ravel() / (2 * step)
    return H


def dense(corpus, documents):
    return window_counts(corpus, documents, WINDOW) / cooccurrence.unit_of(WINDOW)


def test_products_with_the_hessian_are_differences_of_the_gradient(problem):
    corpus, X, theta = problem
    counts = dense(corpus, range(4))
    entries = lissa.all_entries(X, SETTINGS, theta)
    np.testing.assert_allclose(lissa.gradient(entries, theta), slow_gradient(counts, theta), rtol=1e-10, atol=1e-10)
    H = slow_hessian(counts, theta)
    v = np.random.default_rng(2).normal(size=theta.shape)
    np.testing.assert_allclose(lissa.hessian_product(entries, theta, v).ravel(), H @ v.ravel(), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(lissa.hessian_diagonal(entries, theta).ravel(), np.diag(H), rtol=1e-6, atol=1e-6)
    assert np.linalg.eigvalsh(H)[0] < -0.1  # indefinite, as the benchmark says


def test_blocks_of_contexts_change_nothing(problem, monkeypatch):
    _, X, theta = problem
    whole = lissa.all_entries(X, SETTINGS, theta)
    monkeypatch.setattr(lissa, "BLOCK", 2)
    blocks = lissa.all_entries(X, SETTINGS, theta)
    assert np.all(np.diff(blocks.column // 2) >= 0)
    assert not np.array_equal(whole.column, blocks.column)
    expected, found = (lissa.hessian_product(entries, theta, theta) for entries in (whole, blocks))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_the_change_of_the_gradient_is_that_of_counting_again_without_the_document(problem):
    corpus, X, theta = problem
    expected = slow_gradient(dense(corpus, [0, 1, 3]), theta) - slow_gradient(dense(corpus, range(4)), theta)
    found = lissa.gradient_change(X, corpus, 2, SETTINGS, theta)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    assert np.any(dense(corpus, [0, 1, 3])[dense(corpus, range(4)) > 0] == 0)  # some pairs vanish with it


def test_both_methods_solve_the_damped_system(problem):
    _, X, theta = problem
    entries = lissa.all_entries(X, SETTINGS, theta)

    def product(h):
        return lissa.hessian_product(entries, theta, h)

    H = np.array([product(e.reshape(theta.shape)).ravel() for e in np.eye(theta.size)])
    low, *_, high = np.linalg.eigvalsh(H)
    assert lissa.largest_curvature(product, theta.shape, steps=300) == pytest.approx(high, rel=1e-3)
    v = np.random.default_rng(3).normal(size=theta.shape)
    damping = high / 10 - low
    expected = np.linalg.solve(H + damping * np.eye(len(H)), v.ravel()).reshape(theta.shape)

    cg = lissa.conjugate_gradients(entries, theta, v, damping, tolerance=1e-9, steps=500)
    np.testing.assert_allclose(cg.x, expected, rtol=1e-6, atol=1e-6)
    assert cg.least_curvature > 0
    found = lissa.lissa(entries, theta, v, damping, 2 * high, depth=300, batch=100 * X.nonzeros)
    assert np.linalg.norm(found - expected) < 0.05 * np.linalg.norm(expected)


def test_negative_curvature_stops_conjugate_gradients(problem):
    _, X, theta = problem
    entries = lissa.all_entries(X, SETTINGS, theta)
    v = np.random.default_rng(3).normal(size=theta.shape)
    cg = lissa.conjugate_gradients(entries, theta, v, damping=0, tolerance=1e-9, steps=500)
    assert cg.least_curvature < 0
    assert cg.steps < 500
    assert np.isfinite(cg.x).all()

"""The relative negative sentiment bias of Sweeney and Najafian (2019): are the words of S equally negative?

A logistic regression learns to tell the words of A (positive) from those of B (negative). Its probabilities that the
words of S are negative, divided by their sum, are a distribution P, and the bias is its Kullback–Leibler divergence
from the uniform one. 0: all are equally negative; larger values mean that some are more negative than others, but not
which. As in the package WEFE the penalty is that of liblinear with C = 1, on all weights and the intercept; but all
words of A and B are learned from (WEFE holds back a fifth at random), until the weights have converged.

Written with the words' inner products K = x·x' + 1, of which 1 is the intercept's: the weights are θ = Σ_i a_i x_i with
a_i = y_i σ(−y_i f_i) and f = K a, so that Newton's steps cost (|A| + |B|)³, whatever the dimension.
"""

import numpy as np
from numba import njit

from origins.metrics.base import Metric

STEPS = 200  # far more than Newton's method needs
CONVERGED = 1e-13  # relative change of the objective; that of the weights is then near the limit of float64


def negative_sentiment(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> float:
    """KL(P ‖ uniform) of the words of S."""
    S, A, B = np.split(np.arange(len(W_S) + len(W_A) + len(W_B)), [len(W_S), len(W_S) + len(W_A)])
    return float(rnsb_kernel(np.concatenate([W_S, W_A, W_B]).astype(np.float64), S, A, B))


def negative_sentiment_gradient(W_S: np.ndarray, W_A: np.ndarray, W_B: np.ndarray) -> tuple[np.ndarray, ...]:
    """∇B with respect to every row of the three matrices, in closed form.

    The weights depend on A and B through the optimum: θ = Σ_i a_i x_i, hence ∂θ = H⁻¹ Σ_i (a_i ∂x_i − s_i (θ·∂x_i) x_i)
    with H = I + Σ_i s_i x_i x_iᵀ and s_i = σ(f_i) σ(−f_i).
    """
    X, Z = (np.c_[W, np.ones(len(W))] for W in (np.concatenate([W_A, W_B]), W_S))  # with the intercept
    y = np.r_[np.ones(len(W_A)), -np.ones(len(W_B))]
    a = fit(X @ X.T, y)
    theta = a @ X
    score = Z @ theta
    log_p = -np.logaddexp(0, score)
    log_P = log_p - np.logaddexp.reduce(log_p)
    P = np.exp(log_P)
    by_score = -P * np.exp(-np.logaddexp(0, -score)) * (log_P - P @ log_P)  # ∂B/∂(θ·x) of the words of S
    s = np.exp(-np.logaddexp(0, X @ theta) - np.logaddexp(0, -X @ theta))
    along = np.linalg.solve(np.eye(X.shape[1]) + (s[:, None] * X).T @ X, by_score @ Z)
    by_S = np.outer(by_score, theta)[:, :-1]
    by_X = (np.outer(a, along) - np.outer(s * (X @ along), theta))[:, :-1]
    return by_S, by_X[: len(W_A)], by_X[len(W_A) :]


@njit(cache=True, nogil=True)
def fit(K, y):
    """The a that minimise Σ_i log(1 + exp(−y_i f_i)) + ½ a·f, f = K a; `y` is 1 or −1 (Newton's method)."""
    n = len(y)
    a = np.zeros(n)
    f = np.zeros(n)
    best = objective(a, f, y)
    for _ in range(STEPS):
        root = np.empty(n)
        right = np.empty(n)
        for i in range(n):
            sigma = 1.0 / (1.0 + np.exp(-y[i] * f[i]))
            root[i] = np.sqrt(sigma * (1.0 - sigma))
            right[i] = root[i] * root[i] * f[i] + y[i] * (1.0 - sigma)
        target = newton_target(K, root, right)
        step = 1.0
        while True:
            trial = a + step * (target - a)
            moved = product(K, trial)
            value = objective(trial, moved, y)
            if value <= best + CONVERGED * abs(best) or step < 1e-6:
                break
            step /= 2.0
        a, f = trial, moved
        if best - value <= CONVERGED * abs(best):
            break
        best = value
    return a


@njit(cache=True, nogil=True)
def newton_target(K, root, right):
    """b − R (I + R K R)⁻¹ R K b for b = `right` and R = diag(`root`), by Cholesky's method."""
    n = len(right)
    L = np.empty((n, n))
    for i in range(n):
        for j in range(i + 1):
            total = root[i] * K[i, j] * root[j] + (1.0 if i == j else 0.0)
            for k in range(j):
                total -= L[i, k] * L[j, k]
            L[i, j] = np.sqrt(total) if i == j else total / L[j, j]
    x = product(K, right) * root
    for i in range(n):
        for k in range(i):
            x[i] -= L[i, k] * x[k]
        x[i] /= L[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            x[i] -= L[k, i] * x[k]
        x[i] /= L[i, i]
    return right - root * x


@njit(cache=True, nogil=True)
def product(K, a):
    """K a, summed in a fixed order, unlike by BLAS."""
    out = np.zeros(len(a))
    for i in range(len(a)):
        for k in range(len(a)):
            out[i] += K[i, k] * a[k]
    return out


@njit(cache=True, nogil=True)
def objective(a, f, y):
    """The loss of the regression and its penalty."""
    total = 0.0
    for i in range(len(y)):
        margin = y[i] * f[i]
        total += max(-margin, 0.0) + np.log1p(np.exp(-abs(margin))) + 0.5 * a[i] * f[i]
    return total


@njit(cache=True, nogil=True)
def inner(x, z):
    """x·z + 1, of which 1 is the intercept's."""
    total = 1.0
    for k in range(len(x)):
        total += x[k] * z[k]
    return total


@njit(cache=True, nogil=True)
def rnsb_kernel(vectors, S, A, B):
    """The divergence in `vectors` (|U| × D, float64), the sets given as positions in U (int64)."""
    words = np.concatenate((A, B))
    n = len(words)
    y = np.ones(n)
    y[len(A) :] = -1.0
    K = np.empty((n, n))
    for i in range(n):
        for k in range(i + 1):
            K[i, k] = inner(vectors[words[i]], vectors[words[k]])
            K[k, i] = K[i, k]
    a = fit(K, y)
    log_p = np.empty(len(S))  # logarithms: the probabilities of long vectors can be too small for a number
    for i in range(len(S)):
        score = 0.0
        for k in range(n):
            score += a[k] * inner(vectors[S[i]], vectors[words[k]])
        log_p[i] = -max(score, 0.0) - np.log1p(np.exp(-abs(score)))
    largest = log_p.max()
    total = 0.0
    for i in range(len(S)):
        total += np.exp(log_p[i] - largest)
    divergence = np.log(len(S))
    for i in range(len(S)):
        log_P = log_p[i] - largest - np.log(total)
        divergence += np.exp(log_P) * log_P
    return divergence


class RNSB(Metric):
    """How unequally negative the words S are, A being positive and B negative words."""

    SETS = ("S", "A", "B")
    value = staticmethod(negative_sentiment)
    slope = staticmethod(negative_sentiment_gradient)
    kernel = staticmethod(rnsb_kernel)

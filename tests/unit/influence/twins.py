"""Influence in plain NumPy, slowly: Algorithm 1 with X̃ built in full, and baselines to try it on."""

import numpy as np

from origins.cooccurrence import matrix as cooccurrence
from origins.corpus.tokens import TokenStore
from origins.glove.embedding import Embedding
from origins.influence.estimators import LEAST
from origins.influence.trained import MAX_CONDITION, Trained
from origins.metrics.weat import WEAT

X_MAX, ALPHA, RATE, EPOCHS = 3.0, 0.75, 0.05, 37


def embedding(words: int, dimension: int, seed: int) -> Embedding:
    """As trained by nobody: no word is at its optimum."""
    rng = np.random.default_rng(seed)
    W, U = rng.normal(size=(2, words, dimension))
    b, c = rng.normal(size=(2, words))
    settings = {"x_max": X_MAX, "alpha": ALPHA, "learning_rate": RATE, "epochs": EPOCHS}
    G_W, G_b = 1 + rng.exponential(size=W.shape), 1 + rng.exponential(size=words)
    return Embedding(W, U, b, c, 0, "", "", settings, G_W=G_W, G_b=G_b)


def some_metric(words: int, size: int = 2) -> WEAT:
    """Four sets of words spread over the vocabulary; in a small one, a word is in several sets."""
    return WEAT(*(np.arange(k, k + 4 * size, 4) * 3 % words for k in range(4)))


def baseline(corpus: TokenStore, folder, window=3, dimension=3, seed=0, threads=1) -> Trained:
    X = cooccurrence.count(corpus, folder, window=window)
    return Trained(X, corpus, embedding(corpus.words, dimension, seed), some_metric(corpus.words), threads)


def window_counts(corpus: TokenStore, documents, window: int) -> np.ndarray:
    """Y of some documents: V × V, in units."""
    Y = np.zeros((corpus.words, corpus.words), dtype=np.int64)
    for ids in (corpus[k] for k in documents):
        for distance in range(1, window + 1):
            np.add.at(Y, (ids[:-distance], ids[distance:]), cooccurrence.unit_of(window) // distance)
    return Y + Y.T


def f(x):
    return np.minimum((x / X_MAX) ** ALPHA, 1)


def contexts(e: Embedding) -> np.ndarray:
    """U with a 1 for the word's own bias."""
    return np.c_[e.U, np.ones(len(e.U))].astype(float)


def gradient(x, e: Embedding, i: int) -> np.ndarray:
    """∇ L(X_i, w) / V by w_i and, last, by b_i, for the row x of word i."""
    met = np.flatnonzero(x)
    U = contexts(e)[met]
    residual = U @ np.append(e.W[i], e.b[i]).astype(float) + e.c[met].astype(float) - np.log(x[met])
    return (2 * f(x[met]) * residual) @ U


def hessian(x, e: Embedding) -> np.ndarray:
    """By w_i and, last, by b_i."""
    return np.einsum("j,ja,jb->ab", 2 * f(x), contexts(e), contexts(e))


def least_damped(H, distinct: int) -> np.ndarray:
    """H, or if it is singular or nearly so, H with the damping that is promised."""
    if distinct >= len(H) and np.linalg.cond(H, 1) <= MAX_CONDITION:
        return H
    return H + (np.trace(H) / MAX_CONDITION or 1) * np.eye(len(H))


def influence_shift(x, x_perturbed, e, i):
    H = least_damped(hessian(x, e)[:-1, :-1], np.count_nonzero(x))
    return np.linalg.solve(H, (gradient(x_perturbed, e, i) - gradient(x, e, i))[:-1])


def learned(H, target, e, i):
    """How far EPOCHS implicit steps of AdaGrad go towards H⁻¹ target."""
    G = np.append(e.G_W[i], e.G_b[i])[: len(H)].astype(float)
    P = np.diag(RATE / 2 / np.sqrt(G))
    x = np.zeros(target.shape)
    for _ in range(EPOCHS):
        x = np.linalg.solve(np.eye(len(H)) + P @ H, x + P @ target)
    return x


def damped_shift(x, x_perturbed, e, i):
    return learned(hessian(x, e)[:-1, :-1], (gradient(x_perturbed, e, i) - gradient(x, e, i))[:-1], e, i)


def refit_shift(x, x_perturbed, e, i):
    H, whole = least_damped(hessian(x, e)[:-1, :-1], np.count_nonzero(x)), hessian(x, e)
    change = (gradient(x_perturbed, e, i) - gradient(x, e, i))[:-1]
    left = H + (hessian(x_perturbed, e) - whole)[:-1, :-1]
    return believable(left, H, change, np.trace(whole[:-1, :-1]) / MAX_CONDITION)


def relearn_shift(x, x_perturbed, e, i):
    H, G = hessian(x, e), np.append(e.G_W[i], e.G_b[i])
    damped = np.linalg.inv(learned(H, np.eye(len(H)), e, i))
    change = gradient(x_perturbed, e, i) - gradient(x, e, i)
    reach = EPOCHS * RATE / 2 / np.sqrt(G)  # of all steps together
    return believable(damped + hessian(x_perturbed, e) - H, damped, change, LEAST / reach)[:-1]


def believable(left, H, change, least):
    """The step with the curvature that is left, unless that is next to nothing along the step."""
    x = np.linalg.solve(left, change)
    return x if x @ change > (least * x * x).sum() else np.linalg.solve(H, change)


def differential_bias(corpus, window, e: Embedding, metric: WEAT, documents, shift=influence_shift) -> float:
    """Δ of removing some documents."""
    unit = cooccurrence.unit_of(window)
    counts = window_counts(corpus, range(len(corpus)), window)
    X, X_perturbed = counts / unit, (counts - window_counts(corpus, documents, window)) / unit
    W = e.W.astype(float)
    moved = W.copy()
    for i in metric.words:
        if (X[i] != X_perturbed[i]).any():
            moved[i] -= shift(X[i], X_perturbed[i], e, i)
    return metric.bias(W[metric.words]) - metric.bias(moved[metric.words])

"""The loops of influence: what documents take from the metric's rows of X, and how far that moves the metric's words.

Perturbation sets come as slices of `members`, a list of documents; a document alone is a set of one. The tuples say
what the arrays are. Sets are independent of each other, so neither threads nor batches change a bit of the results.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from origins.cooccurrence.row_index import take
from origins.influence.linear_algebra import add_square, dot, multiply


class Rows(NamedTuple):
    """The metric's rows of X end to end: entry e is word row[e] of the metric with context[e], X_ij = count[e] / unit.

    place[word] is the word's row, -1 if it is not of the metric. Row i has the contexts whose bit is set in bits[i];
    ranks[i] is the entry of the first of every 64. `prediction` is w_i·u_j + b_i + c_j and `g` is g_ij(X_ij). U has a
    column of ones after its D, for the words' biases.
    """

    place: np.ndarray
    starts: np.ndarray
    row: np.ndarray
    context: np.ndarray
    count: np.ndarray  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    bits: np.ndarray
    ranks: np.ndarray
    prediction: np.ndarray
    g: np.ndarray
    U: np.ndarray
    log_unit: float
    log_x_max: float
    alpha: float


class Scratch(NamedTuple):
    """Working memory of one thread; `removed`, `change` and `is_moved` are zero between sets."""

    removed: np.ndarray  # of every entry, in units
    touched: np.ndarray  # entries
    change: np.ndarray  # Σ_j [g_ij(X_ij − Y_ij) − g_ij(X_ij)] u_j of every word
    is_moved: np.ndarray


class Shifts(NamedTuple):
    """What a batch of sets moves: set s moves word[m], and its bias, by −by[m] for ends[s] ≤ m < ends[s + 1]."""

    ends: np.ndarray
    word: np.ndarray
    by: np.ndarray


@njit(cache=True, nogil=True)
def weight(log_x, log_x_max, alpha):
    """f(x) = min((x / x_max)^α, 1), from log x."""
    return math.exp(min(0.0, alpha * (log_x - log_x_max)))


@njit(cache=True, nogil=True)
def fill_residuals(W, c, rows):
    """`prediction` and `g` of every entry, in double precision; W has the metric's words, with their biases."""
    for e in range(len(rows.context)):
        i, j = rows.row[e], rows.context[e]
        rows.prediction[e] = dot(W[i], rows.U[j]) + c[j]
        log_x = math.log(rows.count[e]) - rows.log_unit
        rows.g[e] = 2.0 * weight(log_x, rows.log_x_max, rows.alpha) * (rows.prediction[e] - log_x)


@njit(cache=True, nogil=True)
def hessian(i, rows):
    """H_i = Σ_j 2 f(X_ij) u_j u_jᵀ, with the row and the column of b_i last."""
    K = rows.U.shape[1]
    H = np.zeros((K, K))
    for e in range(rows.starts[i], rows.starts[i + 1]):
        f = weight(math.log(rows.count[e]) - rows.log_unit, rows.log_x_max, rows.alpha)
        add_square(2.0 * f, rows.U[rows.context[e]], H)
    for a in range(K):
        H[:a, a] = H[a, :a]
    return H


@njit(cache=True, nogil=True)
def gradient_change(e, left, rows):
    """g_ij(X_ij − Y_ij) − g_ij(X_ij) of entry e when `left` of its count remains; g_ij(0) = 0."""
    if left == 0:
        return -rows.g[e]
    log_x = math.log(left) - rows.log_unit
    return 2.0 * weight(log_x, rows.log_x_max, rows.alpha) * (rows.prediction[e] - log_x) - rows.g[e]


@njit(cache=True, nogil=True)
def shift_words(first, last, members, starts, documents, rows, inverses, scratch, shifts):
    """w_i − w̃_i = H_i⁻¹ Σ_j [g_ij(X_ij − Y_ij) − g_ij(X_ij)] u_j of every word that the sets first ≤ s < last move."""
    total = 0
    for s in range(first, last):
        n = take(members[starts[s] : starts[s + 1]], documents, rows, scratch.removed, scratch.touched)
        for e in scratch.touched[:n]:
            i, u = rows.row[e], rows.U[rows.context[e]]
            by_prediction = gradient_change(e, rows.count[e] - scratch.removed[e], rows)
            scratch.removed[e] = 0
            for k in range(len(u)):
                scratch.change[i, k] += by_prediction * u[k]
            if not scratch.is_moved[i]:
                scratch.is_moved[i] = True
                shifts.word[total] = i
                total += 1
        for m in range(shifts.ends[s - first], total):
            i = shifts.word[m]
            multiply(inverses[i], scratch.change[i], shifts.by[m])
            scratch.change[i] = 0.0
            scratch.is_moved[i] = False
        shifts.ends[s - first + 1] = total


@njit(cache=True, nogil=True)
def refit_words(first, last, members, starts, documents, rows, H, inverses, least, scratch, shifts):
    """As `shift_words`, with the Hessian of X − Y; H are the (damped) Hessians of X.

    A step x along which no more than Σ_k least_k x_k² of curvature is left would be rounding noise, blown up: the step
    with the Hessian of X takes its place.
    """
    total = 0
    for s in range(first, last):
        n = take(members[starts[s] : starts[s + 1]], documents, rows, scratch.removed, scratch.touched)
        touched = np.sort(scratch.touched[:n])  # word by word
        lost = np.empty(n)  # 2 f(X_ij) − 2 f(X_ij − Y_ij)
        t = 0
        while t < n:
            i, begin = rows.row[touched[t]], t
            change = scratch.change[i]
            change[:] = 0.0
            while t < n and touched[t] < rows.starts[i + 1]:
                e = touched[t]
                u, left = rows.U[rows.context[e]], rows.count[e] - scratch.removed[e]
                scratch.removed[e] = 0
                by_prediction = gradient_change(e, left, rows)
                for k in range(len(u)):
                    change[k] += by_prediction * u[k]
                lost[t] = 2.0 * weight(math.log(rows.count[e]) - rows.log_unit, rows.log_x_max, rows.alpha)
                if left > 0:
                    lost[t] -= 2.0 * weight(math.log(left) - rows.log_unit, rows.log_x_max, rows.alpha)
                t += 1
            contexts = rows.context[touched[begin:t]]
            x = shifts.by[total]
            solve_without(H[i], inverses[i], rows.U, contexts, lost[begin:t], change, x)
            if dot(x, change) <= square(x, least[i]):
                multiply(inverses[i], change, x)
            shifts.word[total] = i
            change[:] = 0.0
            total += 1
        shifts.ends[s - first + 1] = total


@njit(cache=True, nogil=True)
def square(x, weights):
    """Σ_k weights_k x_k²."""
    total = 0.0
    for k in range(len(x)):
        total += weights[k] * x[k] * x[k]
    return total


@njit(cache=True, nogil=True)
def solve_without(H, inverse, U, contexts, lost, right, x):
    """Solve (H − Σ_j lost_j u_j u_jᵀ) x = right by conjugate gradients from H⁻¹.

    One step more than there are distinct contexts would do; a few are enough, as a document changes H little.
    """
    K = len(right)
    z, q, rest = np.empty(K), np.empty(K), right.copy()
    multiply(inverse, rest, z)
    p = z.copy()
    x[:] = 0.0
    energy = start = dot(rest, z)
    for _ in range(2 * K):
        multiply(H, p, q)
        for t in range(len(contexts)):
            u = U[contexts[t]]
            factor = lost[t] * dot(u, p)
            for k in range(K):
                q[k] -= factor * u[k]
        curvature = dot(p, q)
        if energy <= 1e-16 * start or curvature <= 0.0:
            break
        step = energy / curvature
        for k in range(K):
            x[k] += step * p[k]
            rest[k] -= step * q[k]
        multiply(inverse, rest, z)
        previous, energy = energy, dot(rest, z)
        for k in range(K):
            p[k] = z[k] + energy / previous * p[k]


@njit(cache=True, nogil=True)
def linear_effects(first, last, members, starts, documents, rows, gradient, scratch, out):
    """out[s] = ∇_X B · Y for the sets first ≤ s < last; `gradient` is that of every entry, for one unit."""
    for s in range(first, last):
        n = take(members[starts[s] : starts[s + 1]], documents, rows, scratch.removed, scratch.touched)
        out[s] = 0.0
        for e in scratch.touched[:n]:
            out[s] += gradient[e] * scratch.removed[e]
            scratch.removed[e] = 0


@njit(cache=True, nogil=True)
def count_tokens(ids, offsets, is_word, out):
    """How many tokens of each document are among some words."""
    for document in range(len(offsets) - 1):
        for position in range(offsets[document], offsets[document + 1]):
            out[document] += is_word[ids[position]]

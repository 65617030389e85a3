"""Would influence functions over all GloVe parameters be fast enough? Run by hand on a finished setup:

    python benchmarks/lissa.py results/wiki [--seed 1] [--metric weat1]

The paper treats u, b and c as constants because inverse-Hessian-vector products (ihvp) over all 2V(D+1) parameters,
by LiSSA as Koh and Liang use it, would be too slow (Section 4.2). This times one product with the Hessian of the
whole loss, then one ihvp for the document with the largest |Δ| by the paper's estimator: by LiSSA, with as many samples
as there are non-zeros, and by conjugate gradients (CG) up to a tolerance, preconditioned by the Hessian's diagonal. It
compares both with scoring the whole corpus in the same run. Everything runs on one thread, and seconds are CPU time,
as others may use the machine.

The Hessian is singular even at an optimum (for any invertible A, w → A w and u → A⁻ᵀ u leave the loss as it is) and
indefinite where training stops, so both methods solve (H + λI) x = v. The damping λ is raised until CG meets no
negative curvature; neither the time for smaller λ counts, nor that for the scale that LiSSA needs.

One ihvp per document gives its w̃, as the per-word method does. With a linearized bias, as Koh and Liang arrange it,
one ihvp of ∇B serves all documents; scoring then costs this ihvp, and a pass over all pairs of all documents.
"""

import argparse
import math
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
import yaml
from numba import njit

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.glove.embedding import Embedding
from origins.influence.estimators import ESTIMATORS
from origins.influence.trained import Trained
from origins.metrics.definitions import metric

BLOCK = 2048  # contexts whose vectors stay in the second-level cache


class Entries(NamedTuple):
    """Non-zeros of X, block by block of contexts: entry k is the pair row[k], column[k].

    With residual e = w·u + b + c − log x, `weight` is 2 f(x), the loss's second derivative by e, and `slope` 2 f(x) e.
    """

    row: np.ndarray
    column: np.ndarray
    weight: np.ndarray
    slope: np.ndarray


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="folder of a setup with its tokens, matrix and baselines")
    parser.add_argument("--seed", type=int, default=1, help="which baseline")
    parser.add_argument("--metric", default="weat1", help="of config.yaml; default weat1")
    parser.add_argument("--damping", type=float, default=1.0, help="the first λ to try; default 1")
    parser.add_argument("--tolerance", type=float, default=0.01, help="relative residual that ends CG; default 0.01")
    parser.add_argument("--steps", type=int, default=200, help="of CG at most; default 200")
    parser.add_argument("--batch", type=int, default=100_000, help="non-zeros in a sample of LiSSA; default 100,000")
    options = parser.parse_args()
    corpus = TokenStore.load(options.results / "corpus/tokens")
    X = Cooccurrence.load(options.results / "cooccurrence")
    embedding = Embedding.load(
        options.results / f"baseline/embedding-{options.seed}.npz", fingerprint=corpus.fingerprint
    )
    words = word_ids(load_vocabulary(options.results / "corpus/vocabulary.csv"))
    specs = yaml.safe_load((Path(__file__).parents[1] / "config.yaml").read_text())["metrics"]
    measured = metric(options.metric, specs[options.metric], words)
    theta = parameters(embedding)
    print(
        f"{len(corpus):,} documents, V = {X.words:,}, D = {embedding.W.shape[1]}, {X.nonzeros:,} non-zeros, "
        f"{theta.size:,} parameters; {options.metric}, seed {options.seed}"
    )

    def score() -> tuple[Trained, np.ndarray]:
        baseline = Trained(X, corpus, embedding, measured)
        return baseline, ESTIMATORS["influence"](baseline).documents()

    score()  # compile
    (baseline, delta), scoring = timed(score)
    print(f"scoring every document, preparation included: {scoring:.2f} s")

    entries, seconds = timed(lambda: all_entries(X, embedding.settings, theta))
    print(f"weights and residuals of the non-zeros: {seconds:.1f} s")
    hessian_product(entries, theta, hessian_diagonal(entries, theta))  # compile
    product = min(timed(lambda: hessian_product(entries, theta, theta))[1] for _ in range(3))
    print(f"one product with the Hessian: {product:.2f} s, {product / scoring:.1f} times scoring the corpus")

    document = int(np.argmax(np.abs(delta)))
    v = gradient_change(X, corpus, document, embedding.settings, theta)
    print(
        f"document {document} touches {np.count_nonzero(v.any(axis=2)):,} of {2 * X.words:,} vectors; "
        f"Δ by the paper's estimator {delta[document]:+.5f}",
        flush=True,
    )
    damping = options.damping
    while True:
        solve = partial(conjugate_gradients, entries, theta, v, damping, options.tolerance, options.steps)
        cg, cg_seconds = timed(solve)
        if cg.least_curvature > 0:
            break
        print(
            f"damping {damping:g} is too small: in step {cg.steps}, CG met a direction in which H has curvature "
            f"{cg.least_curvature - damping:.3g}",
            flush=True,
        )
        damping *= 3
    print(f"damping {damping:g}: CG met no negative curvature", flush=True)

    scale = 1.1 * largest_curvature(lambda h: hessian_product(entries, theta, h), theta.shape)
    depth = max(1, X.nonzeros // options.batch)
    solve = partial(lissa, entries, theta, v, damping, scale, batch=options.batch)
    solve(depth=1)  # compile
    lissa_x, lissa_seconds = timed(lambda: solve(depth=depth))

    solutions = {
        f"LiSSA, scale {scale:,.0f}, {depth:,} steps of {options.batch:,}": (lissa_x, lissa_seconds),
        f"CG, {cg.steps:,} steps": (cg.x, cg_seconds),
    }
    for name, (x, seconds) in solutions.items():
        left = v - hessian_product(entries, theta, x) - np.float32(damping) * x
        moved = baseline.vectors - x[0, measured.words, :-1]
        print(
            f"{name}: {seconds:.1f} s, relative residual {math.sqrt(dot(left, left) / dot(v, v)):.3g}, "
            f"Δ {baseline.bias - measured.bias(moved):+.5f}\n"
            f"    meanwhile {len(corpus) * seconds / scoring:,.0f} documents are scored, the corpus "
            f"{seconds / scoring:,.0f} times; one ihvp for each document: {len(corpus) * seconds / 86400:,.1f} days"
        )
    steps = math.log(1 / options.tolerance) * scale / damping
    print(
        f"LiSSA would take up to log(1 / tolerance) · scale / λ = {steps:,.0f} steps, "
        f"{steps * lissa_seconds / depth:,.0f} s, to a residual of {options.tolerance:g}"
    )


def timed(function: Callable[[], Any]) -> tuple[Any, float]:
    """The result and the seconds of CPU time it took."""
    start = time.process_time()
    result = function()
    return result, time.process_time() - start


def parameters(embedding: Embedding, dtype: type = np.float32) -> np.ndarray:
    """All that GloVe learns, 2 × V × (D + 1): w and b, then u and c."""
    return np.stack([np.c_[embedding.W, embedding.b], np.c_[embedding.U, embedding.c]]).astype(dtype)


def all_entries(X: Cooccurrence, settings: dict[str, Any], theta: np.ndarray) -> Entries:
    """Every non-zero of X."""
    order = np.argsort(X.indices // BLOCK, kind="stable")
    row = np.repeat(np.arange(X.words, dtype=np.int32), np.diff(X.indptr))[order]
    return weighed(row, X.indices[order], X.counts[order] / X.unit, settings, theta)


def weighed(row: np.ndarray, column: np.ndarray, x: np.ndarray, settings: dict[str, Any], theta: np.ndarray) -> Entries:
    """Some pairs with their counts x; pairs with x = 0 have no weight."""
    weight, slope = np.empty((2, len(x)), dtype=theta.dtype)
    fill_weights(row, column, x, float(settings["x_max"]), float(settings["alpha"]), theta, weight, slope)
    return Entries(row, column, weight, slope)


def gradient(entries: Entries, theta: np.ndarray) -> np.ndarray:
    """∇J of equation 1, of these entries' terms."""
    out = np.zeros_like(theta)
    add_gradient(*entries, theta, out)
    return out


def hessian_product(entries: Entries, theta: np.ndarray, v: np.ndarray) -> np.ndarray:
    """∇²J v, of these entries' terms, exactly: the derivative of the gradient along v."""
    out = np.zeros_like(theta)
    add_products(*entries, theta, v, out)
    return out


def hessian_diagonal(entries: Entries, theta: np.ndarray) -> np.ndarray:
    """The diagonal of ∇²J, of these entries' terms."""
    out = np.zeros_like(theta)
    add_diagonal(*entries, theta, out)
    return out


def gradient_change(
    X: Cooccurrence, corpus: TokenStore, document: int, settings: dict[str, Any], theta: np.ndarray
) -> np.ndarray:
    """∇J(X − Y) − ∇J(X) of all parameters, for Y of one document: the v of its ihvp."""
    left = subtract(X, corpus, np.array([document])).counts
    changed = np.flatnonzero(left != X.counts)
    row = (np.searchsorted(X.indptr, changed, side="right") - 1).astype(np.int32)
    with_it, without = (
        gradient(weighed(row, X.indices[changed], counts[changed] / X.unit, settings, theta), theta)
        for counts in (X.counts, left)
    )
    return without - with_it


def largest_curvature(product: Callable[[np.ndarray], np.ndarray], shape: tuple[int, ...], steps: int = 20) -> float:
    """The largest eigenvalue, by power iteration."""
    h = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    for _ in range(steps):
        h = product(h / np.linalg.norm(h))
    return float(np.linalg.norm(h))


def lissa(
    entries: Entries, theta: np.ndarray, v: np.ndarray, damping: float, scale: float, depth: int, batch: int
) -> np.ndarray:
    """(H + λI)⁻¹ v as h / scale, where h ← v + (I − (H_b + λI) / scale) h, H_b being that of a sample of entries.

    `scale` has to exceed the largest curvature.
    """
    rng = np.random.default_rng(0)
    factor = theta.dtype.type(-len(entries.row) / (batch * scale))
    decay = theta.dtype.type(1 - damping / scale)
    h, following = v.copy(), np.empty_like(v)
    for _ in range(depth):
        picked = np.sort(rng.integers(len(entries.row), size=batch))
        row, column, weight, slope = (values[picked] for values in entries)
        np.multiply(h, decay, out=following)
        following += v
        add_products(row, column, factor * weight, factor * slope, theta, h, following)
        h, following = following, h
    return h / theta.dtype.type(scale)


class Solution(NamedTuple):
    """What CG found in so many steps; `least_curvature` is the least pᵀ(H + λI)p / pᵀp of its directions p."""

    x: np.ndarray
    steps: int
    least_curvature: float


def conjugate_gradients(
    entries: Entries, theta: np.ndarray, v: np.ndarray, damping: float, tolerance: float, steps: int
) -> Solution:
    """(H + λI)⁻¹ v up to a relative residual, preconditioned by the diagonal; stops at negative curvature."""
    number = theta.dtype.type
    diagonal = hessian_diagonal(entries, theta) + number(damping)
    x, residual, direction = np.zeros_like(v), v.copy(), v / diagonal
    energy, least, taken = dot(v, direction), math.inf, 0
    while taken < steps and dot(residual, residual) > tolerance**2 * dot(v, v):
        taken += 1
        image = hessian_product(entries, theta, direction) + number(damping) * direction
        curvature = dot(direction, image)
        least = min(least, curvature / dot(direction, direction))
        if least <= 0:
            break
        x += number(energy / curvature) * direction
        residual -= number(energy / curvature) * image
        conditioned = residual / diagonal
        previous, energy = energy, dot(residual, conditioned)
        direction = conditioned + number(energy / previous) * direction
    return Solution(x, taken, least)


def dot(x: np.ndarray, y: np.ndarray) -> float:
    """x · y, summed in double precision."""
    return float(np.einsum("ijk,ijk->", x, y, dtype=np.float64))


@njit(nogil=True, fastmath={"reassoc", "contract"})
def fill_weights(row, column, x, x_max, alpha, theta, weight, slope):
    """2 f(x) and 2 f(x) e of every entry."""
    D = theta.shape[2] - 1
    for k in range(len(row)):
        w, u = theta[0, row[k]], theta[1, column[k]]
        prediction = w[D] + u[D]
        for d in range(D):
            prediction += w[d] * u[d]
        weight[k] = 2.0 * min(1.0, (x[k] / x_max) ** alpha)
        slope[k] = weight[k] * (prediction - math.log(x[k])) if x[k] > 0.0 else 0.0


@njit(nogil=True, fastmath={"reassoc", "contract"})
def add_gradient(row, column, weight, slope, theta, out):
    """out += ∇J: 2 f e u to w, 2 f e w to u, 2 f e to b and c."""
    D = theta.shape[2] - 1
    for k in range(len(row)):
        i, j = row[k], column[k]
        for d in range(D):
            out[0, i, d] += slope[k] * theta[1, j, d]
            out[1, j, d] += slope[k] * theta[0, i, d]
        out[0, i, D] += slope[k]
        out[1, j, D] += slope[k]


@njit(nogil=True, fastmath={"reassoc", "contract"})
def add_diagonal(row, column, weight, slope, theta, out):
    """out += the diagonal of ∇²J: 2 f u² to w, 2 f w² to u, 2 f to b and c."""
    D = theta.shape[2] - 1
    for k in range(len(row)):
        i, j = row[k], column[k]
        for d in range(D):
            out[0, i, d] += weight[k] * theta[1, j, d] ** 2
            out[1, j, d] += weight[k] * theta[0, i, d] ** 2
        out[0, i, D] += weight[k]
        out[1, j, D] += weight[k]


@njit(nogil=True, fastmath={"reassoc", "contract"})
def add_products(row, column, weight, slope, theta, v, out):
    """out += ∇²J v: with ė the derivative of e along v = (ẇ, u̇, ḃ, ċ), 2 f (ė u + e u̇) to w and alike to the others."""
    D = theta.shape[2] - 1
    for k in range(len(row)):
        w, by_w, out_w = theta[0, row[k]], v[0, row[k]], out[0, row[k]]
        u, by_u, out_u = theta[1, column[k]], v[1, column[k]], out[1, column[k]]
        change = by_w[D] + by_u[D]
        for d in range(D):
            change += by_w[d] * u[d] + w[d] * by_u[d]
        change *= weight[k]
        for d in range(D):
            out_w[d] += change * u[d] + slope[k] * by_u[d]
        for d in range(D):
            out_u[d] += change * w[d] + slope[k] * by_w[d]
        out_w[D] += change
        out_u[D] += change


if __name__ == "__main__":
    main()

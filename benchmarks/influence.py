"""How fast are documents scored, alone and beside SciPy? Run by hand:

    python benchmarks/influence.py TOKENS COOCCURRENCE VOCABULARY [--dimension 75] [--embedding FILE]

All metrics of config.yaml are scored with one embedding (a random one unless a file is given: the time is the same).
The SciPy version works as the original program does, a document at a time: it subtracts the document's sparse rows from
those of X, takes the gradient over each whole row, and solves. It is timed on a sample of the documents.
"""

import argparse
import os
import resource
import time
from itertools import pairwise
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # SciPy's small matrices suffer from more

import numpy as np
import scipy.sparse
import yaml

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.glove.embedding import Embedding
from origins.influence.estimators import ESTIMATORS
from origins.influence.trained import Trained
from origins.metrics.base import Metric
from origins.metrics.definitions import metric

SETTINGS = {"x_max": 100.0, "alpha": 0.75, "learning_rate": 0.05, "epochs": 60}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tokens", type=Path)
    parser.add_argument("cooccurrence", type=Path)
    parser.add_argument("vocabulary", type=Path)
    parser.add_argument("--dimension", type=int, default=75)
    parser.add_argument("--embedding", type=Path)
    parser.add_argument("--sample", type=int, default=200, help="documents that SciPy scores")
    options = parser.parse_args()
    corpus, X = TokenStore.load(options.tokens), Cooccurrence.load(options.cooccurrence)
    vocabulary = {word: i for i, word in enumerate(load_vocabulary(options.vocabulary).index)}
    specs = yaml.safe_load((Path(__file__).parents[1] / "config.yaml").read_text())["metrics"]
    metrics = {name: metric(name, spec, vocabulary) for name, spec in specs.items()}
    embedding = Embedding.load(options.embedding) if options.embedding else random(X.words, options.dimension)
    D, n = embedding.W.shape[1], len(corpus)
    print(f"{n:,} documents, {len(corpus.ids):,} tokens, V = {X.words:,}, D = {D}; metrics: {', '.join(metrics)}")

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    baselines = [Trained(X, corpus, embedding, each) for each in metrics.values()]
    for name, estimator in ESTIMATORS.items():
        for baseline in baselines:
            estimator(baseline).documents()  # compile
        one, two = (speed([estimator(baseline, threads) for baseline in baselines], n) for threads in (1, 2))
        print(
            f"{name:10}{one[0]:9,.0f} documents a second with 1 thread, {two[0]:9,.0f} with 2 "
            f"({two[1]:,.0f} a second of CPU time)",
            flush=True,
        )
    now = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"peak memory {now:.0f} MB, {now - peak:.0f} of them since the embedding is there (mapped files included)")
    for name in ("influence", "relearn"):
        _, seconds = timed(
            lambda name=name: [ESTIMATORS[name](Trained(X, corpus, embedding, each, 2), 2) for each in metrics.values()]
        )
        print(f"{seconds:.2f} s to prepare {name} with 2 threads")

    sample = np.random.default_rng(0).choice(n, options.sample, replace=False)
    scores, seconds = timed(lambda: [scipy_scores(sample, corpus, X, embedding, m) for m in metrics.values()])
    ours = [ESTIMATORS["influence"](baseline, threads=2) for baseline in baselines]
    difference = max(
        np.abs(theirs - each.sets(sample[:, None])).max() for theirs, each in zip(scores, ours, strict=True)
    )
    theirs = len(sample) / seconds
    print(
        f"SciPy: {theirs:,.1f} documents a second; influence with 2 threads is {speed(ours, n)[0] / theirs:,.0f} times "
        f"as fast; the scores differ by at most {difference:.1e}"
    )


def speed(estimators, documents: int) -> tuple[float, float]:
    """Documents scored a second and a second of CPU time, at best (others use the machine too)."""
    wall, cpu = [], []
    for _ in range(5):
        start = time.perf_counter(), time.process_time()
        for each in estimators:
            each.documents()
        wall.append(time.perf_counter() - start[0])
        cpu.append(time.process_time() - start[1])
    return documents / min(wall), documents / min(cpu)


def timed(function, *arguments):
    """The result and the seconds it took."""
    start = time.perf_counter()
    result = function(*arguments)
    return result, time.perf_counter() - start


def random(words: int, dimension: int) -> Embedding:
    """Vectors of a usual size."""
    rng = np.random.default_rng(0)
    W, U = rng.normal(scale=0.3, size=(2, words, dimension))
    b, c = rng.normal(size=(2, words))
    return Embedding(W, U, b, c, 0, "", "", SETTINGS, G_W=np.ones_like(W), G_b=np.ones_like(b))


def scipy_scores(sample, corpus: TokenStore, X: Cooccurrence, embedding: Embedding, metric: Metric):
    """Algorithm 1 with sparse matrices."""
    W, U, b, c = (values.astype(np.float64) for values in (embedding.W, embedding.U, embedding.b, embedding.c))
    x_max, alpha = embedding.settings["x_max"], embedding.settings["alpha"]
    rows = X.tosparse()[metric.words]
    place = {int(word): i for i, word in enumerate(metric.words)}

    def f(x):
        return np.minimum((x / x_max) ** alpha, 1)

    def gradient(row, i):
        x, near = row.data / X.unit, U[row.indices]
        word = metric.words[i]
        return (2 * f(x) * (near @ W[word] + b[word] + c[row.indices] - np.log(x))) @ near

    hessians = []
    for start, end in pairwise(rows.indptr):
        near = U[rows.indices[start:end]]
        hessians.append((2 * f(rows.data[start:end] / X.unit) * near.T) @ near)
    bias, deltas = metric.bias(W[metric.words]), np.zeros(len(sample))
    for k, document in enumerate(sample):
        ids = corpus[document]
        first, second, weight = [], [], []
        for distance in range(1, X.window + 1):
            first += [ids[:-distance], ids[distance:]]
            second += [ids[distance:], ids[:-distance]]
            weight += [np.full(2 * max(0, len(ids) - distance), X.unit // distance)]
        pairs = (np.concatenate(weight), (np.concatenate(first), np.concatenate(second)))
        own = scipy.sparse.coo_array(pairs, shape=(X.words, X.words)).tocsr()[metric.words]
        left = rows - own
        left.eliminate_zeros()
        vectors = W[metric.words].copy()
        for i in {place[word] for word in ids.tolist() if word in place}:
            change = gradient(left[[i]], i) - gradient(rows[[i]], i)
            vectors[i] -= np.linalg.solve(hessians[i], change)
        deltas[k] = bias - metric.bias(vectors)
    return deltas


if __name__ == "__main__":
    main()

"""What is measured in embeddings, baselines and retrains alike, as tables that name the seed."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins import analogies
from origins.cooccurrence import Cooccurrence
from origins.embedding import Embedding, replacing
from origins.glove import GloVe
from origins.metrics import Metric
from origins.metrics.permutation import permutation_test
from origins.perturbation import kind_and_size
from origins.sets import SHARED


def bias_table(embedding: Embedding, metrics: Mapping[str, Metric]) -> pd.DataFrame:
    """The bias B(w) by every metric, and for WEAT the one-sided permutation test of the difference."""
    rows = []
    for name, metric in metrics.items():
        vectors = embedding.W[metric.words].astype(np.float64)
        test = permutation_test(*(vectors[words] for words in metric.sets))
        rows.append({"metric": name, "bias": metric.bias(vectors), **test._asdict()})
    return with_seed(pd.DataFrame(rows), embedding.seed)


def loss_table(embedding: Embedding) -> pd.DataFrame:
    """The loss of every epoch as the reference program defines it: ½ Σ f diff² / non-zeros."""
    losses = pd.DataFrame({"epoch": np.arange(1, len(embedding.losses) + 1), "loss": embedding.losses})
    return with_seed(losses, embedding.seed)


def with_seed(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The table with the seed of its embedding as first column."""
    table = table.copy()
    table.insert(0, "seed", seed)
    return table


class Retrained(NamedTuple):
    """What is measured in retrained embeddings, and by seed the vectors themselves."""

    bias: pd.DataFrame
    analogies: pd.DataFrame
    vectors: dict[int, np.ndarray]


def retrain(
    X: Cooccurrence,
    settings: Mapping[str, Any],
    seeds: Sequence[int],
    metrics: Mapping[str, Metric],
    words: Sequence[str],
    checkpoint: Path | None = None,
    threads: int = 1,
) -> Retrained:
    """Train on X with each seed and measure: bias by every metric, and TOP-1 analogies."""
    biases, accuracies, vectors = [], [], {}
    for seed in seeds:
        W = GloVe(**settings, seed=seed, threads=threads).fit(X, checkpoint=checkpoint).W
        rows = [{"metric": name, "bias": metric.bias(W[metric.words])} for name, metric in metrics.items()]
        biases.append(with_seed(pd.DataFrame(rows), seed))
        accuracies.append(with_seed(analogies.top1(words, W), seed))
        vectors[seed] = W
    return Retrained(pd.concat(biases, ignore_index=True), pd.concat(accuracies, ignore_index=True), vectors)


def save_vectors(path: Path, vectors: Mapping[int, np.ndarray], rows: np.ndarray | None = None) -> None:
    """Keep the vectors of some words, or of all, by seed: arrays `seed_1`, ..., and `words`, the ids of their rows."""
    rows = np.arange(len(next(iter(vectors.values())))) if rows is None else rows
    with replacing(path) as file:
        np.savez(file, words=rows, **{f"seed_{seed}": W[rows] for seed, W in vectors.items()})


def truth_table(retrains: Iterable[pd.DataFrame], value: str = "bias") -> pd.DataFrame:
    """All retrains as the evaluation wants them: a metric's own sets and the random ones, with kind and size."""
    table = pd.concat(retrains, ignore_index=True)
    table = table[(table["family"] == table["metric"]) | (table["family"] == SHARED)]
    kinds, sizes = zip(*map(kind_and_size, table["set"]), strict=True)
    table = table.assign(kind=kinds, size=sizes).drop(columns="family")
    return table[["metric", "set", "kind", "size", "seed", value]].reset_index(drop=True)

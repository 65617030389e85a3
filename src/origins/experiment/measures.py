"""What is measured in embeddings, baselines and retrains alike, as tables that name the seed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from origins.errors import OriginsError
from origins.files.atomic import replacing
from origins.glove.embedding import Embedding
from origins.metrics import Metric, analogies
from origins.metrics.permutation import PermutationTest, permutation_test
from origins.metrics.weat import WEAT

UNTESTED = PermutationTest(p=np.nan, partitions=pd.NA, exact=pd.NA)


def bias_table(embedding: Embedding, metrics: Mapping[str, Metric]) -> pd.DataFrame:
    """The bias B(w) by every metric, and for WEAT, the only one to have it, the one-sided permutation test."""
    rows = []
    for name, metric in metrics.items():
        vectors = embedding.W[metric.words].astype(np.float64)
        tested = isinstance(metric, WEAT)
        test = permutation_test(*(vectors[words] for words in metric.sets)) if tested else UNTESTED
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
    """What is measured in embeddings of several seeds, and by seed the vectors themselves."""

    bias: pd.DataFrame
    analogies: pd.DataFrame
    vectors: dict[int, np.ndarray]


def retrain(
    train: Callable[[int], np.ndarray], seeds: Sequence[int], metrics: Mapping[str, Metric], words: Sequence[str]
) -> Retrained:
    """Train with each seed and measure: bias by every metric, and TOP-1 analogies."""
    biases, accuracies, vectors = [], [], {}
    for seed in seeds:
        W = train(seed)
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


def load_vectors(files: Iterable[Path], words: np.ndarray) -> dict[int, np.ndarray]:
    """By seed, the vectors of some words (ascending ids) in the files of `save_vectors`."""
    vectors = {}
    for file in files:
        with np.load(file) as arrays:
            rows = np.flatnonzero(np.isin(arrays["words"], words))
            if not np.array_equal(arrays["words"][rows], words):
                raise OriginsError(
                    f"{file} lacks vectors of some words of the metric; remove it, to have it made again."
                )
            for name in arrays.files:
                if name != "words":
                    vectors[int(name.removeprefix("seed_"))] = arrays[name][rows]
    return dict(sorted(vectors.items()))


def vectors_by_set(files: Iterable[Path], words: np.ndarray) -> dict[str, dict[int, np.ndarray]]:
    """The same for the files of several sets, by the set's name, which is that of the folder."""
    by_set: dict[str, list[Path]] = {}
    for file in files:
        by_set.setdefault(file.parent.name, []).append(file)
    return {name: load_vectors(each, words) for name, each in by_set.items()}


def baseline_vectors(files: Iterable[Path], words: np.ndarray) -> dict[int, np.ndarray]:
    """By seed, the vectors of some words in the baselines."""
    embeddings = map(Embedding.load, files)
    return {embedding.seed: embedding.W[words] for embedding in embeddings}

"""What is measured in every embedding, baseline or retrain, as tables with a column for the seed."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from origins.experiment import vectors
from origins.glove.embedding import Embedding
from origins.metrics.base import Metric
from origins.metrics.definitions import metric
from origins.metrics.permutation import PermutationTest, permutation_test
from origins.metrics.weat import WEAT

UNTESTED = PermutationTest(p=np.nan, partitions=pd.NA, exact=pd.NA)


def bias_table(embedding: Embedding, metrics: Mapping[str, Metric]) -> pd.DataFrame:
    """The bias B(w) by every metric and, for WEAT only, the one-sided permutation test."""
    rows = []
    for name, measured in metrics.items():
        W = embedding.W[measured.words].astype(np.float64)
        tested = isinstance(measured, WEAT)
        test = permutation_test(*(W[words] for words in measured.sets)) if tested else UNTESTED
        rows.append({"metric": name, "bias": measured.bias(W), **test._asdict()})
    return with_seed(pd.DataFrame(rows), embedding.seed)


def retrain_table(files: Iterable[Path], definitions: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """The bias by every metric in every retrain, from the kept vectors: family, set, metric, seed."""
    rows = []
    for (family, name), kept in vectors.load_all(files).items():
        for each in kept:
            ids = {word: row for row, word in enumerate(each.words)}
            metrics = {key: metric(key, definition, ids) for key, definition in definitions.items()}
            rows += [
                {"family": family, "set": name, "metric": key, "seed": seed, "bias": measured.bias(W[measured.words])}
                for key, measured in metrics.items()
                for seed, W in each.by_seed.items()
            ]
    return pd.DataFrame(rows, columns=["family", "set", "metric", "seed", "bias"])


def loss_table(embedding: Embedding) -> pd.DataFrame:
    """The loss of every epoch as the reference program defines it: ½ Σ f diff² / non-zeros."""
    losses = pd.DataFrame({"epoch": np.arange(1, len(embedding.losses) + 1), "loss": embedding.losses})
    return with_seed(losses, embedding.seed)


def with_seed(table: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The table with the seed of its embedding as its first column."""
    table = table.copy()
    table.insert(0, "seed", seed)
    return table

"""Target words on the axis that the attribute words span: the direct bias of Bolukbasi et al. (section 5.4).

An embedding is given by `vectors`, the rows of the metric's words in the order of `metric.words`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.metrics.base import Metric, unit


class Pairs(NamedTuple):
    """Pairs of attribute words such as (he, she): positions in `metric.words`, the k-th of A with the k-th of B."""

    A: np.ndarray
    B: np.ndarray


def attribute_pairs(metric: Metric, definition: Mapping[str, Any], ids: Mapping[str, int]) -> Pairs:
    """The pairs that span the axis: A and B of the config word by word if they are equally long, else all with all.

    A pair with a word that the vocabulary lacks is dropped; if none is left, again all are paired with all.
    """
    words = definition["A"], definition["B"]
    if len(words[0]) == len(words[1]):
        known = [(ids[a], ids[b]) for a, b in zip(*words, strict=True) if a in ids and b in ids]
        if known:
            return Pairs(*np.searchsorted(metric.words, np.transpose(known)))
    A, B = (metric.sets[metric.SETS.index(name)] for name in "AB")
    return Pairs(np.repeat(A, len(B)), np.tile(B, len(A)))


def axis(vectors_A: np.ndarray, vectors_B: np.ndarray) -> np.ndarray:
    """The gender axis as the authors' code computes it: the first right singular vector of the centred pairs.

    Row k of one matrix is paired with row k of the other. The vectors of a pair, as they were learned, minus their
    mean are brought to length 1, so that every pair has the same say. Of the two directions, the one from B to A.
    Has length 1; 0 if the vectors of every pair are the same, when there is no axis.
    """
    # centred, a pair is ± half its difference, so the differences have the same singular vectors
    differences, _ = unit(np.asarray(vectors_A, dtype=np.float64) - vectors_B)
    if not differences.any():
        return np.zeros(differences.shape[1])
    component = np.linalg.svd(differences, full_matrices=False).Vh[0]
    return component if differences.mean(axis=0) @ component >= 0 else -component


def projection_table(
    conditions: Mapping[str, Mapping[int, np.ndarray]], metric: Metric, pairs: Pairs, vocabulary: pd.Series
) -> pd.DataFrame:
    """The projection of every target word's unit vector onto the axis of the same embedding; positive is towards A.

    `conditions` maps "baseline" and the names of removed sets to vectors by seed. `count` is how often the word occurs
    in the whole corpus.
    """
    rows = []
    for condition, embeddings in conditions.items():
        for seed, vectors in embeddings.items():
            projections = unit(vectors)[0] @ axis(vectors[pairs.A], vectors[pairs.B])
            for side, positions in zip(metric.SETS, metric.sets, strict=True):
                if side not in ("A", "B"):
                    words = vocabulary.iloc[metric.words[positions]]
                    found = {"word": words.index, "side": side, "count": words.to_numpy()}
                    rows.append(
                        pd.DataFrame(
                            {"condition": condition, "seed": seed} | found | {"projection": projections[positions]}
                        )
                    )
    return pd.concat(rows, ignore_index=True)


def projection_means(table: pd.DataFrame) -> pd.DataFrame:
    """Mean and sample standard deviation over seeds, one row per condition and word; one seed has no deviation."""
    projections = table.groupby(["condition", "side", "word", "count"], sort=False)["projection"]
    return projections.agg(mean="mean", std="std", seeds="count").reset_index()

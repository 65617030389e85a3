"""What the page needs to predict free choices of documents, and how wrong such a prediction is.

For a set of documents, the estimator subtracts all of their co-occurrences at once. The page cannot do that. It adds up
how far each document alone moves the metric's words, in every embedding, and measures the metric again. Random
choices, and the strongest documents, show how far that is from the set's own estimate, and how far the sum of the
documents' single effects is.
"""

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.experiment.sets import BEST
from origins.influence.estimators import ESTIMATORS
from origins.influence.kernels import Shifts
from origins.influence.scoring import Setting
from origins.influence.shifts import document_shifts
from origins.influence.trained import Trained

SIZES = (2, 5, 10, 30)  # documents in a random choice
NUMBER = 30  # random choices of each size
COLUMNS = ["chosen_from", "documents", "choices", "effect", "error_shifts", "error_sum"]


class Quantised(NamedTuple):
    """Shifts in one byte per coordinate: shift m is by[m] · scale[m]."""

    by: np.ndarray
    scale: np.ndarray


class Choices(NamedTuple):
    """`shifts` are for the page (JSON), `errors` a table: COLUMNS."""

    shifts: dict[str, Any]
    errors: pd.DataFrame


def quantise(by: np.ndarray) -> Quantised:
    """Rows of int8, each with a scale of its own (float32)."""
    scale = (np.abs(by).max(axis=1, initial=0) / 127).astype(np.float32)
    steps = by / np.where(scale > 0, scale, 1)[:, None].astype(np.float64)
    return Quantised(np.clip(np.rint(steps), -127, 127).astype(np.int8), scale)


def trial_choices(
    sides: Sequence[np.ndarray], sizes: Sequence[int] = SIZES, number: int = NUMBER, seed: int = 0
) -> list[tuple[str, np.ndarray]]:
    """Choices among all documents, and among those of one side (raising or lowering the score) in turn; then the first
    of each side, the strongest, which overlap most."""
    rng = np.random.default_rng(seed)
    pools = {"all": [np.concatenate(sides)], "one side": list(sides)}
    random = [
        (name, rng.choice(pool, size, replace=False))
        for name, among in pools.items()
        for size in sizes
        for pool in (among[k % len(among)] for k in range(number))
        if size <= len(pool)
    ]
    return random + [("strongest", side[:size]) for size in sizes for side in sides if size <= len(side)]


def added(baseline: Trained, ends: np.ndarray, word: np.ndarray, moves: Quantised, chosen: np.ndarray) -> float:
    """Δ of documents (places in `ends`) by adding up their shifts and measuring the metric again."""
    vectors = baseline.vectors.copy()
    for k in chosen:
        own = slice(ends[k], ends[k + 1])
        np.subtract.at(vectors, word[own], moves.by[own] * moves.scale[own, None].astype(np.float64))
    return baseline.bias - baseline.metric.kernel(vectors, *baseline.metric.sets)


def measure(setting: Setting, embeddings: Sequence[Path], documents: np.ndarray, raising: int) -> Choices:
    """The shifts of the documents, and the errors of adding them up.

    The first `raising` documents raise the score, the strongest first; the others lower it, the strongest last.
    """
    places = np.arange(len(documents))
    choices = trial_choices([places[:raising], places[raising:][::-1]])
    whole, single, shifted = (np.empty((len(choices), len(embeddings))) for _ in range(3))
    vectors, quantised = [], []
    for column, baseline in enumerate(setting.baselines(embeddings)):
        estimator = ESTIMATORS[BEST](baseline, setting.threads)
        moved = document_shifts(estimator, documents)
        quantised.append(quantise(moved.by))
        vectors.append(baseline.vectors.astype(np.float32))  # as they were trained
        effects = estimator.sets([[document] for document in documents.tolist()])
        whole[:, column] = estimator.sets([documents[chosen] for _, chosen in choices])
        for row, (_, chosen) in enumerate(choices):
            single[row, column] = effects[chosen].sum()
            shifted[row, column] = added(baseline, moved.ends, moved.word, quantised[-1], chosen)
    errors = _errors(choices, *(each.mean(axis=1) for each in (whole, shifted, single)))
    return Choices(for_page(setting.metric.sets, vectors, moved, quantised), errors)


def _errors(choices: Sequence[tuple[str, np.ndarray]], whole: np.ndarray, *others: np.ndarray) -> pd.DataFrame:
    """Root mean square differences from the sets' own estimates, by where and how many documents were chosen."""
    table = pd.DataFrame(
        {
            "chosen_from": [name for name, _ in choices],
            "documents": [len(chosen) for _, chosen in choices],
            "effect": np.abs(whole),
        }
    )
    names = ["error_shifts", "error_sum"]
    table = table.assign(**{name: (each - whole) ** 2 for name, each in zip(names, others, strict=True)})
    groups = table.groupby(["chosen_from", "documents"], sort=False)
    means = groups.mean()
    means[names] = np.sqrt(means[names])
    return means.assign(choices=groups.size()).reset_index()[COLUMNS]


def for_page(
    sets: Sequence[np.ndarray], vectors: Sequence[np.ndarray], moved: Shifts, quantised: Sequence[Quantised]
) -> dict[str, Any]:
    """Arrays as base64, one embedding after the other; positions as lists. Which words move is the same in all."""

    def encoded(arrays: Sequence[np.ndarray]) -> str:
        return base64.b64encode(np.stack(arrays).astype(arrays[0].dtype.newbyteorder("<")).tobytes()).decode()

    return {
        "dimension": vectors[0].shape[1],
        "sets": [each.tolist() for each in sets],
        "ends": moved.ends.tolist(),
        "word": moved.word.tolist(),
        "vectors": encoded(vectors),
        "scale": encoded([each.scale for each in quantised]),
        "by": encoded([each.by for each in quantised]),
    }

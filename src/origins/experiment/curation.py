"""How few documents it takes to bring a bias to a target: the order in which each way removes them, as a table."""

import logging
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from origins.errors import OriginsError
from origins.experiment.sets import CHANCE, PPMI, WAYS, DocumentSet
from origins.influence import greedy
from origins.influence.estimators import Influence
from origins.influence.names import BEST, PAPER
from origins.influence.scoring import ranked_by

log = logging.getLogger(__name__)

ADAPTIVE, ONCE = WAYS[:2]
CHUNK = 50  # documents of a fixed order that are predicted together; changes no number
SEED = "seed_"  # columns of a table of ways: what is predicted with one baseline


def orders(scores: pd.DataFrame, ppmi: pd.DataFrame | None, down: int, seed: int = 0) -> dict[str, np.ndarray]:
    """All documents in the order of every way but the adaptive one, which has none beforehand.

    `down` is 1 if the bias has to fall: then the documents that add most come first.
    """
    deltas = {ONCE: ranked_by(scores, BEST), PAPER: ranked_by(scores, PAPER)}
    if ppmi is not None:
        deltas[PPMI] = ppmi
    ranked = {way: np.argsort(-down * table["delta_mean"], kind="stable") for way, table in deltas.items()}
    return {way: np.asarray(each) for way, each in ranked.items()} | {
        CHANCE: np.random.default_rng(seed).permutation(len(scores))
    }


def ways_to(
    target: float,
    estimators: Sequence[Influence],
    fixed: Mapping[str, np.ndarray],
    documents: pd.DataFrame,
    *,
    step: int = 1,
    furthest: int = 100,
    most: float = 4.0,
) -> pd.DataFrame:
    """The documents of every way in order of removal, and what is predicted without them: one row per document.

    `share` is their number in percent of those that the way is predicted to take; it goes on to `furthest` percent. A
    way that falls short with `most` times the documents of the adaptive one ends there, at `furthest` percent.
    """

    def tell(gone: int, bias: float) -> None:
        log.info("without %d documents: %+.4f", gone, bias)

    beyond = furthest / 100
    adaptive = greedy.removal(estimators, target, step=step, beyond=beyond, tell=tell)
    if not len(adaptive.rows):
        raise OriginsError(f"curation.target: no document takes the bias any nearer to {target:g}; choose another one.")
    most = int(np.ceil(most * (adaptive.reaches or len(adaptive.rows))))
    removals = {ADAPTIVE: adaptive} | {
        way: greedy.removal(estimators, target, order, step=CHUNK, beyond=beyond, most=most, tell=tell)
        for way, order in fixed.items()
    }
    seeds = [each.baseline.embedding.seed for each in estimators]
    tables = [_table(way, each, documents, seeds, furthest) for way, each in removals.items()]
    return pd.concat(tables, ignore_index=True)


def _table(
    way: str, removal: greedy.Removal, documents: pd.DataFrame, seeds: Sequence[int], furthest: int
) -> pd.DataFrame:
    number = np.arange(1, len(removal.rows) + 1)
    whole = 100 * len(number) / furthest if removal.reaches is None else removal.reaches
    predicted = removal.bias[1:]
    return pd.DataFrame(
        {
            "way": way,
            "documents": number,
            "share": 100 * number / whole,
            "reaches": removal.reaches is not None,
            **{name: documents[name].to_numpy()[removal.rows] for name in ("id", "title", "tokens")},
            "predicted": predicted.mean(axis=1),
            **{f"{SEED}{seed}": predicted[:, column] for column, seed in enumerate(seeds)},
        }
    )


def curated_set(ways: pd.DataFrame, chosen: DocumentSet) -> pd.DataFrame:
    """The rows of the documents of one set: the share of its way that its name says, and at least one."""
    own = ways[ways["way"] == chosen.chosen_by]
    return own.iloc[: max(1, int((own["share"] <= chosen.percent + 1e-4).sum()))]  # the file has 9 digits

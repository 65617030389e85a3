"""Which documents are replayed, and what comes of it, as tables."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from origins.glove.embedding import Embedding
from origins.glove.recording import Trajectory
from origins.influence.estimators import ESTIMATORS
from origins.influence.names import BEST
from origins.influence.replay import Replay
from origins.influence.scoring import Setting
from origins.influence.trained import Trained

REPLAY = "replay"


def most_influential(scores: pd.DataFrame, number: int) -> np.ndarray:
    """The rows of the documents whose mean Δ is farthest from 0, in order; none that moves no word."""
    size = scores["delta_mean"].abs().to_numpy()
    order = np.lexsort((scores["id"].to_numpy(dtype=object), -size))[:number]
    return order[size[order] > 0]


def replay(
    setting: Setting,
    embedding: Embedding,
    trajectory: Trajectory,
    documents: np.ndarray,
    sets: Mapping[str, np.ndarray],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Δ of single documents by the best other estimator and by replaying, and the bias predicted for some sets."""
    baseline = Trained(setting.X, setting.corpus, embedding, setting.metric, setting.threads)
    estimators = {
        BEST: ESTIMATORS[BEST](baseline, setting.threads),
        REPLAY: Replay(baseline, trajectory, setting.threads),
    }
    alone = [[document] for document in documents]
    table = pd.DataFrame({name: estimator.sets(alone) for name, estimator in estimators.items()})
    bias = baseline.bias - estimators[REPLAY].sets(list(sets.values()))
    predictions = pd.DataFrame({"estimator": REPLAY, "set": list(sets), "seed": embedding.seed, "bias": bias})
    return table.assign(seed=embedding.seed), predictions


def over_seeds(documents: pd.DataFrame) -> pd.DataFrame:
    """One row per metric and document: the mean and deviation over seeds of Δ by either estimator."""
    by_document = documents.groupby(["metric", "id"], sort=False)
    columns = {f"{name}_{what}": (name, what) for name in (BEST, REPLAY) for what in ("mean", "std")}
    return by_document.agg(seeds=("seed", "size"), **columns).reset_index()

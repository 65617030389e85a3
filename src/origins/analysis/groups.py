"""Removing whole groups of documents: what each estimator predicts, and what retraining gives, by paired seeds."""

from collections.abc import Mapping

import pandas as pd

from origins.analysis.evaluation import set_means
from origins.experiment.sets import DocumentSet

COLUMNS = [
    "metric", "group", "documents", "tokens", "estimator", "pairs", "baseline", "predicted", "retrained",
    "predicted_delta", "predicted_delta_std", "true_delta", "true_delta_std",
]  # fmt: skip
PAIRED = {"paired_baseline": "baseline", "paired_predicted": "predicted", "paired_true": "retrained"}


def group_table(
    baselines: pd.DataFrame, predictions: pd.DataFrame, retrains: pd.DataFrame, sizes: Mapping[str, tuple[int, int]]
) -> pd.DataFrame:
    """One row per metric, group and estimator; everything is over the seeds that were retrained.

    `predictions` and `retrains` have one row per metric, set and seed; `sizes` are documents and tokens by set.
    """
    kind = {"kind": "group", "size": predictions["set"].map(lambda name: sizes[name][0])}
    means = set_means(baselines[["metric", "seed", "bias"]], predictions.assign(**kind), retrains)
    means = means.rename(columns=PAIRED).assign(
        group=means["set"].map(lambda name: DocumentSet.parse(name).direction),
        documents=means["size"],
        tokens=means["set"].map(lambda name: sizes[name][1]),
    )
    place = {name: k for k, name in enumerate(sizes)}  # groups in the order of the config
    keys = pd.DataFrame({"metric": pd.factorize(means["metric"])[0], "set": means["set"].map(place)})
    order = keys.sort_values(["metric", "set"], kind="stable").index
    return means.loc[order, COLUMNS].reset_index(drop=True)

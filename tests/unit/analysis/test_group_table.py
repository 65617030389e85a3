import numpy as np
import pandas as pd

from origins.analysis.groups import COLUMNS, group_table

BASELINES = pd.DataFrame(
    [(metric, seed, bias + seed / 10) for metric, bias in (("weat1", 0.5), ("career", 1.0)) for seed in (1, 2, 3)],
    columns=["metric", "seed", "bias"],
)
SIZES = {"group-women": (30, 4000), "group-men": (20, 3000)}


def frame(estimators, seeds, delta):
    """Bias without each group: that of the baseline minus `delta` of the group, by seed."""
    bias = BASELINES.set_index(["metric", "seed"])["bias"]
    rows = [
        (metric, estimator, name, seed, bias[metric, seed] - delta * sign - noise * seed)
        for metric, estimator, noise in estimators
        for name, sign in zip(SIZES, (1, -1), strict=True)
        for seed in seeds
    ]
    return pd.DataFrame(rows, columns=["metric", "estimator", "set", "seed", "bias"])


def test_predicted_and_retrained_changes_stand_side_by_side_over_the_same_seeds():
    estimators = [(metric, name, 0.01) for metric in ("weat1", "career") for name in ("influence", "relearn")]
    predictions = frame(estimators, [1, 2, 3], 0.2)
    truth = frame([("weat1", "-", 0.0), ("career", "-", 0.0)], [1, 2], 0.3).drop(columns="estimator")
    table = group_table(BASELINES, predictions, truth.assign(family="shared"), SIZES)
    assert list(table) == COLUMNS
    assert len(table) == 2 * 2 * 2
    assert table["group"].tolist() == ["women", "women", "men", "men"] * 2
    row = table.query("metric == 'weat1' and group == 'women' and estimator == 'relearn'").iloc[0]
    assert (row["documents"], row["tokens"], row["pairs"]) == (30, 4000, 2)
    found = row[["baseline", "predicted", "retrained", "predicted_delta", "true_delta"]].astype(float)
    np.testing.assert_allclose(found, [0.65, 0.435, 0.35, 0.215, 0.3])  # seeds 1 and 2 only
    assert row["true_delta_std"] < 1e-12 < row["predicted_delta_std"]
    assert (table.query("group == 'men'")["true_delta"] < 0).all()

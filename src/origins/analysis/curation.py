"""How few documents it takes to bring a bias to a target: as predicted, and as retraining without them shows."""

import numpy as np
import pandas as pd

from origins.experiment.curation import SEED, curated_set
from origins.experiment.sets import DocumentSet


def curation_table(
    ways: pd.DataFrame,
    target: float,
    baselines: pd.DataFrame,
    retrained: pd.DataFrame,
    tokens: int,
) -> pd.DataFrame:
    """One row per way and size that was retrained: what was removed, the bias predicted and retrained, and TOP-1.

    `ways` is `experiment.curation.ways_to`; `baselines` has seed, bias and accuracy, `retrained` the same by set. The
    bias that is reached is the mean of all baselines plus the mean change by paired seeds: it is compared with what is
    predicted, and was chosen, for all of them. `*_paired` are over the seeds that were retrained.
    """
    baselines = baselines.set_index("seed")
    mean = baselines["bias"].mean()
    down = 1 if mean > target else -1
    rows = []
    for name, runs in retrained.groupby("set", sort=False):
        chosen = DocumentSet.parse(str(name))
        removed, runs = curated_set(ways, chosen), runs.set_index("seed").sort_index()
        last, before = removed.iloc[-1], baselines.loc[runs.index]
        change = runs["bias"] - before["bias"]
        rows.append(
            {
                "way": chosen.chosen_by,
                "percent": chosen.percent,
                "documents": len(removed),
                "tokens": removed["tokens"].sum(),
                "tokens_share": removed["tokens"].sum() / tokens,
                "target": target,
                "baseline": mean,
                "predicted": last["predicted"],
                "reached": mean + change.mean(),
                "reached_std": change.std(),
                "is_reached": down * (mean + change.mean() - target) <= 0,
                "seeds": len(runs),
                "baseline_paired": before["bias"].mean(),
                "predicted_paired": last[[f"{SEED}{seed}" for seed in runs.index]].mean(),
                "retrained_paired": runs["bias"].mean(),
                "top1_before": before["accuracy"].mean(),
                "top1_after": runs["accuracy"].mean(),
            }
        )
    return pd.DataFrame(rows)


def answers(table: pd.DataFrame, ways: pd.DataFrame) -> pd.DataFrame:
    """How many documents each way takes: as predicted, and between which of the retrained sizes the target is reached.

    `enough` is the smallest size that reaches the target together with all larger ones, `too_few` the largest below it;
    missing where there is none. `tried` is the largest.
    """
    rows = []
    for way, sizes in table.groupby("way", sort=False):
        sizes, own = sizes.sort_values("documents"), ways[ways["way"] == way]
        short = np.flatnonzero(~sizes["is_reached"].to_numpy(dtype=bool))
        first = short[-1] + 1 if len(short) else 0  # from here on, all reach it
        predicted = own[own["share"] <= 100 + 1e-4] if own["reaches"].all() else own[:0]
        rows.append(
            {
                "way": way,
                "predicted": len(predicted) or np.nan,
                "predicted_tokens": predicted["tokens"].sum() if len(predicted) else np.nan,
                "too_few": sizes["documents"].iloc[first - 1] if first else np.nan,
                "enough": sizes["documents"].iloc[first] if first < len(sizes) else np.nan,
                "tried": sizes["documents"].max(),
            }
        )
    counts = ["predicted", "predicted_tokens", "too_few", "enough"]
    return pd.DataFrame(rows).astype(dict.fromkeys(counts, "Int64"))

"""What the same sets of documents do elsewhere: to WEAT in other representations, and to other bias metrics.

Frames as in `evaluation`: `baselines` are metric, seed, bias; `truth` is metric, set, kind, size, seed, bias.
"""

from collections.abc import Mapping, Sequence

import pandas as pd

from origins.analysis.evaluation import in_order
from origins.experiment.sets import BEST, DIRECTIONS, PAPER, PPMI, DocumentSet

# what removing a set is for, as the paper's table of PPMI calls it
OBJECTIVES = {"decrease": "correct", "increase": "aggravate"}


def transfer_table(baselines: Mapping[str, pd.DataFrame], truths: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The bias in each representation, of the corpus (set "baseline") and without each targeted set.

    Mean and sample deviation over the seeds; PPMI has no seed, so one value and no deviation. Δ is paired by seed.
    """
    frames = []
    for representation, base in baselines.items():
        truth = truths[representation]
        truth = truth[truth["kind"].isin(DIRECTIONS)]
        together = pd.concat([base.assign(set="baseline", kind="baseline", size=0), truth], ignore_index=True)
        together = together[together["metric"].isin(truth["metric"])].merge(
            base.rename(columns={"bias": "baseline"})[["metric", "seed", "baseline"]], on=["metric", "seed"], how="left"
        )
        together["delta"] = together["baseline"] - together["bias"]
        table = together.groupby(["metric", "set", "kind", "size"], sort=False).agg(
            mean=("bias", "mean"),
            std=("bias", "std"),
            runs=("bias", "size"),
            delta_mean=("delta", "mean"),
            delta_std=("delta", "std"),
        )
        frames.append(table.reset_index().assign(representation=representation))
    table = pd.concat(frames, ignore_index=True)
    return table[["representation", *table.columns.drop("representation")]]


def ranking_comparison(
    baselines: pd.DataFrame, truth: pd.DataFrame, rankings: Sequence[str] = (PAPER, BEST, PPMI)
) -> pd.DataFrame:
    """How far the bias moves without the documents that each ranking chose, one row per set.

    The sign and unit of the paper's table of PPMI, here only: B(w̃) − B(w) in percent of the mean baseline's size.
    `change` is the paper's, unpaired: mean over retrains minus mean over all baselines. `paired_change` compares every
    retrain with the baseline of its own seed. Sets of one size and direction are compared over the seeds that all have.
    """
    sets = {name: DocumentSet.parse(name) for name in truth["set"].unique()}
    sets = {name: each for name, each in sets.items() if each.chosen_by in rankings and not each.single}
    runs = truth[truth["set"].isin(list(sets))]
    runs = runs.assign(
        chosen_by=[sets[name].chosen_by for name in runs["set"]],
        objective=[OBJECTIVES[sets[name].direction] for name in runs["set"]],
    ).rename(columns={"size": "documents"})
    base = baselines.rename(columns={"bias": "baseline"})[["metric", "seed", "baseline"]]
    runs = runs.merge(base, on=["metric", "seed"])
    alike = ["metric", "objective", "documents"]
    competing = runs.groupby(alike)["chosen_by"].transform("nunique")
    runs = runs[runs.groupby([*alike, "seed"])["chosen_by"].transform("nunique") == competing]
    mean = base.groupby("metric")["baseline"].mean()
    runs = runs.assign(paired=100 * (runs["bias"] - runs["baseline"]) / runs["metric"].map(mean).abs())
    table = runs.groupby([*alike, "chosen_by"], sort=False).agg(
        bias_mean=("bias", "mean"),
        bias_std=("bias", "std"),
        retrains=("bias", "size"),
        paired_change=("paired", "mean"),
        paired_change_std=("paired", "std"),
    )
    table = table.reset_index()
    of = table["metric"].map(mean)
    table.insert(4, "change", 100 * (table["bias_mean"] - of) / of.abs())
    table["baselines"] = table["metric"].map(base.groupby("metric").size())
    # as the paper orders them: from the largest set to correct down to the smallest, then up again to aggravate
    place = table["documents"].where(table["objective"] == "aggravate", -table["documents"])
    table = table.assign(place=place, order=table["chosen_by"].map({name: k for k, name in enumerate(rankings)}))
    metric = pd.Categorical(table["metric"], categories=baselines["metric"].unique(), ordered=True)
    table = table.assign(metric_order=metric).sort_values(["metric_order", "place", "order"], kind="stable")
    return table.drop(columns=["place", "order", "metric_order"]).reset_index(drop=True)


def ppmi_comparison(baselines: pd.DataFrame, truth: pd.DataFrame) -> pd.DataFrame:
    """The paper's table: the change of bias in retrained GloVe when PPMI, and when influence, chose the documents."""
    values = ["change", "paired_change", "paired_change_std", "retrains"]
    table = ranking_comparison(baselines, truth, (PPMI, PAPER))
    keys = ["metric", "objective", "documents", "baselines"]
    if not (table["chosen_by"] == PPMI).any():
        columns = [f"{ranking}_{value}" for ranking in (PPMI, PAPER) for value in values]
        return pd.DataFrame(columns=[*keys, *columns])
    sides = [
        table[table["chosen_by"] == ranking][[*keys, *values]].rename(
            columns={value: f"{ranking}_{value}" for value in values}
        )
        for ranking in (PPMI, PAPER)
    ]
    return sides[0].merge(sides[1], on=keys, validate="1:1")


def other_metrics(baselines: pd.DataFrame, retrains: pd.DataFrame, further: Sequence[str]) -> pd.DataFrame:
    """What the targeted sets of the experiment's metrics do to further metrics, measured in the same retrains.

    `retrains`: family (the metric whose set it is), set, metric (what is measured), seed, bias. `spread` is the
    deviation of the baselines over seeds, to judge Δ by.
    """
    base = baselines.rename(columns={"bias": "baseline"})[["metric", "seed", "baseline"]]
    found = retrains[retrains["metric"].isin(further)].merge(base, on=["metric", "seed"])
    sets = {name: DocumentSet.parse(name) for name in found["set"].unique()}
    found = found[found["set"].isin([name for name, each in sets.items() if each.kind in DIRECTIONS])]
    found = found.assign(
        kind=found["set"].map(lambda name: sets[name].kind),
        size=found["set"].map(lambda name: sets[name].size),
        delta=found["baseline"] - found["bias"],
    )
    table = found.groupby(["family", "set", "kind", "size", "metric"], sort=False).agg(
        baseline_mean=("baseline", "mean"),
        mean=("bias", "mean"),
        delta_mean=("delta", "mean"),
        delta_std=("delta", "std"),
        pairs=("delta", "size"),
    )
    table = table.reset_index().rename(columns={"family": "set_of"})
    spread = base.groupby("metric")["baseline"].std()
    return in_order(table.assign(spread=table["metric"].map(spread)))

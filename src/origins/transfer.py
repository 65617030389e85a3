"""What the same sets of documents do elsewhere: to WEAT in other representations, and to other bias metrics.

Frames as in `evaluation`: `baselines` are metric, seed, bias; `truth` is metric, set, kind, size, seed, bias.
"""

from collections.abc import Mapping, Sequence

import pandas as pd

from origins import paper
from origins.evaluation import in_order
from origins.perturbation import kind_and_size


def transfer_table(baselines: Mapping[str, pd.DataFrame], truths: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The bias in each representation, of the corpus (set "baseline") and without each targeted and random set.

    Mean and sample deviation over the seeds; PPMI has no seed, so one value and no deviation. Δ is paired by seed.
    """
    frames = []
    for representation, base in baselines.items():
        truth = truths[representation]
        truth = truth[truth["kind"].isin(["decrease", "increase", "random"])]
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


def ppmi_comparison(baselines: pd.DataFrame, truth: pd.DataFrame, setup: str = "") -> pd.DataFrame:
    """The paper's table: the change of bias in retrained GloVe when PPMI, or influence, chose the documents.

    The paper's sign and unit, for this table only: B(w̃) − B(w) in percent of the mean baseline's size. The change is
    the mean over retrains of that from the baseline of the same seed. The paper's numbers are of wiki, weat1.
    """
    base = baselines.rename(columns={"bias": "baseline"})[["metric", "seed", "baseline"]]
    changes = truth.merge(base, on=["metric", "seed"])
    size_of_bias = base.groupby("metric")["baseline"].mean().abs()
    changes["change"] = 100 * (changes["bias"] - changes["baseline"]) / changes["metric"].map(size_of_bias)
    means = changes.groupby(["metric", "set"])["change"].agg(["mean", "std", "size"])
    reported = {(kind, size): percents for kind, size, *percents in paper.PPMI_COMPARISON}
    rows = []
    for metric, name in means.index[means.index.get_level_values("set").str.startswith("ppmi-")]:
        kind, size = name.removeprefix("ppmi-").split("-")
        ppmi, ours = means.loc[(metric, name)], means.loc[(metric, f"{kind}-{size}")]
        is_papers = setup == "wiki" and metric == "weat1"
        paper_ppmi, paper_ours = reported.get((kind, int(size)), (None, None)) if is_papers else (None, None)
        rows.append(
            {
                "metric": metric,
                "objective": paper.OBJECTIVES[kind],
                "documents": int(size),
                "ppmi_change": ppmi["mean"],
                "ppmi_std": ppmi["std"],
                "ppmi_retrains": int(ppmi["size"]),
                "influence_change": ours["mean"],
                "influence_std": ours["std"],
                "influence_retrains": int(ours["size"]),
                "paper_ppmi_change": paper_ppmi,
                "paper_influence_change": paper_ours,
            }
        )
    columns = [
        "metric", "objective", "documents", "ppmi_change", "ppmi_std", "ppmi_retrains", "influence_change",
        "influence_std", "influence_retrains", "paper_ppmi_change", "paper_influence_change",
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=columns)
    order = table["documents"].where(table["objective"] == "aggravate", -table["documents"])  # as the paper orders them
    return table.iloc[order.argsort(kind="stable")].sort_values("metric", kind="stable").reset_index(drop=True)


def other_metrics(baselines: pd.DataFrame, retrains: pd.DataFrame, further: Sequence[str]) -> pd.DataFrame:
    """What the targeted sets of the experiment's metrics do to further metrics, measured in the same retrains.

    `retrains`: family (the metric whose set it is), set, metric (what is measured), seed, bias. `spread` is the
    deviation of the baselines over seeds, to judge Δ by.
    """
    base = baselines.rename(columns={"bias": "baseline"})[["metric", "seed", "baseline"]]
    found = retrains[retrains["metric"].isin(further)].merge(base, on=["metric", "seed"])
    kinds = {name: kind_and_size(name) for name in found["set"].unique()}
    found = found[found["set"].isin([name for name, (kind, _) in kinds.items() if kind in paper.OBJECTIVES])]
    found = found.assign(
        kind=found["set"].map(lambda name: kinds[name][0]),
        size=found["set"].map(lambda name: kinds[name][1]),
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

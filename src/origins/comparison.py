"""The paper's tables with our numbers beside its own, and the one page that sets them all side by side."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from origins.paper_rows import Row
from origins.tables import markdown_table

SETUPS = {"wiki": "paper, Wiki", "nyt": "paper, NYT"}


def mean_and_deviation(mean: float, deviation: float, digits: int = 3) -> str:
    """As the paper prints it: 0.957 (± 0.150)."""
    return f"{mean:.{digits}f}" + ("" if pd.isna(deviation) else f" (± {deviation:.{digits}f})")


def baseline_table(baselines: pd.DataFrame) -> pd.DataFrame:
    """The paper's table of baseline effect sizes: mean and sample standard deviation over seeds.

    `significant` counts the baselines in which the permutation test finds an association (p < 0.05).
    """
    by_metric = baselines.groupby("metric", sort=False)
    table = by_metric["bias"].agg(seeds="count", mean="mean", std="std").reset_index()
    table["effect_size"] = [mean_and_deviation(*row) for row in zip(table["mean"], table["std"], strict=True)]
    for name, value in (("p_min", "min"), ("p_median", "median"), ("p_max", "max")):
        table[name] = by_metric["p"].agg(value).to_numpy()
    tested, found = (by_metric["p"].agg(count).to_numpy() for count in ("count", lambda p: (p < 0.05).sum()))
    table["significant"] = pd.array(np.where(tested > 0, found, pd.NA), dtype="Int64")
    return table


def influential_table(scores: pd.DataFrame, mean_bias: float = np.nan, count: int = 25) -> pd.DataFrame:
    """The appendix's list: the `count` most bias-increasing documents (Δ > 0), then the most bias-decreasing ones.

    Removing a bias-increasing document lowers the bias: these are the documents of the `decrease` sets. `scores` has
    id, title and delta_mean; its other columns about Δ come along. `delta_percent` is Δ in percent of the mean baseline
    bias, as in the paper's histograms.
    """
    scores = scores.assign(delta_percent=100 * scores["delta_mean"] / abs(mean_bias))
    ordered = scores.sort_values("delta_mean", kind="stable")
    increasing = scores.sort_values("delta_mean", ascending=False, kind="stable").query("delta_mean > 0").head(count)
    decreasing = ordered.query("delta_mean < 0").head(count)
    columns = [column for column in scores if column.startswith("delta_") or column == "sign_agreement"]
    both = {"bias increasing": increasing, "bias decreasing": decreasing}
    return pd.concat(
        [
            documents[[*columns, "title", "id"]].assign(document=name, place=range(1, len(documents) + 1))
            for name, documents in both.items()
        ],
        ignore_index=True,
    )[["document", "place", *columns, "title", "id"]]


def summary_table(setup: str, rows: Iterable[Row]) -> pd.DataFrame:
    """Every reported result of the paper beside ours, with what is behind it and the file and command that make it."""
    return pd.DataFrame(
        [
            {
                "where": row.where,
                "what": row.what,
                **{name: row.paper.get(key, "") for key, name in SETUPS.items()},
                f"ours, {setup}": row.ours,
                "paper's runs": row.paper_runs,
                "our runs": row.runs,
                "file": row.file,
                "command": f"snakemake --cores all --config run={setup} -- results/{setup}/{row.file}"
                if row.file
                else "",
                "note": row.note,
            }
            for row in rows
        ]
    )


def summary_markdown(setup: str, rows: Iterable[Row]) -> str:
    """The same as one page to read, without the commands."""
    table = summary_table(setup, rows).drop(columns="command")
    if setup in SETUPS:
        why = "This is one of the paper's setups; the other column of the paper's is that of its other corpus."
    else:
        why = (
            f"The corpus of `{setup}` is not one of the paper's: other texts give another baseline bias, and in less "
            "text each document weighs more. What should agree is how well predictions meet the retrained bias."
        )
    return (
        f"# {setup}: the paper's results and ours\n\n{why} The paper's New York Times corpus is licensed "
        "(LDC2008T19) and not part of this project: without it, that column has no counterpart.\n\n"
        "Δ = B(w) − B(w̃), the bias that documents add; `decrease` sets hold the documents with the largest Δ by the "
        "paper's estimator, whose removal lowers the bias. *Unpaired*: means over all baselines against means over the "
        "retrains, as in the paper. *Paired*: baselines and retrains of the same seeds. ± is one sample standard "
        "deviation over seeds. `tables/paper.csv` has the same rows with the command that makes each.\n\n"
        f"{markdown_table(table)}"
    )

"""The paper's tables with our numbers beside its own, and the one page that sets them all side by side."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from origins import paper
from origins.tables import markdown_table

SETUPS = {"wiki": "paper, Wiki", "nyt": "paper, NYT"}


def mean_and_deviation(mean: float, deviation: float, digits: int = 3) -> str:
    """As the paper prints it: 0.957 (± 0.150)."""
    return f"{mean:.{digits}f}" + ("" if pd.isna(deviation) else f" (± {deviation:.{digits}f})")


def reported_baseline(setup: str, metric: str) -> str:
    """The paper's own, with no more digits than it gives; empty if it has none."""
    mean, deviation = paper.BASELINE.get(setup, {}).get(metric, (None, None))
    return "" if mean is None else f"{mean:g} (± {deviation:.3f})"


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


@dataclass(frozen=True)
class Row:
    """One reported number: what it is, the paper's by setup, ours, and why they may differ."""

    what: str
    ours: str
    paper: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


def corpus_rows(summary: Mapping[str, Any]) -> list[Row]:
    """Documents, tokens and vocabulary, from corpus/summary.json."""
    return [
        Row(name, f"{summary[name]:,}", {setup: f"{numbers[name]:,}" for setup, numbers in paper.CORPORA.items()})
        for name in ("documents", "tokens", "vocabulary")
    ]


def baseline_rows(baselines: pd.DataFrame) -> list[Row]:
    """Baseline effect sizes."""
    return [
        Row(
            f"baseline {row.metric}, {row.seeds} seeds",
            row.effect_size,
            {setup: reported_baseline(setup, row.metric) for setup in SETUPS},
        )
        for row in baseline_table(baselines).itertuples()
    ]


def correlation_rows(table: pd.DataFrame) -> list[Row]:
    """r² of mean biases over the targeted sets, a row an estimator; `table` is `evaluation.correlation`."""
    rows = []
    for row in table[(table["sets"] == "targeted") & (table["of"] == "bias")].itertuples():
        reported = {
            setup: f"{metrics[row.metric]:.3f}" for setup, metrics in paper.CORRELATION.items() if row.metric in metrics
        }
        interval = f" ({row.r2_low:.3f} to {row.r2_high:.3f})" if pd.notna(row.r2_low) else ""
        note = f"slope {row.slope:.2f}, RMSE {row.rmse:.3f}, noise ceiling {row.noise_ceiling:.3f}"
        what = f"r² predicted and true, {row.metric}, {row.n} targeted sets, {row.estimator}"
        rows.append(Row(what, f"{row.r2:.3f}{interval}", reported, note))
    return rows


def welch_rows(counts: pd.DataFrame) -> list[Row]:
    """How many sets differ from the baseline; `counts` is `significance.counts`."""
    rows = []
    for row in counts[(counts["metric"] == "all") & counts["sets"].isin(list(paper.WELCH))].itertuples():
        differ, tested = paper.WELCH[row.sets]
        both = dict.fromkeys(SETUPS, f"{differ} of {tested} (both setups)")
        note = f"Welch; the paired test, which knows that seeds are shared, finds {row.differ_paired}"
        what = f"{row.sets} sets that differ from the baseline (p < 0.05)"
        rows.append(Row(what, f"{row.differ_welch} of {row.tested}", both, note))
    return rows


def analogy_rows(accuracy: pd.Series) -> list[Row]:
    """TOP-1 accuracy of the baselines."""
    reported = {setup: f"{accuracy:.0%}" for setup, accuracy in paper.ANALOGIES.items()}
    return [Row("TOP-1 analogies", f"{accuracy.mean():.1%}", reported)]


def perturbed_analogy_rows(table: pd.DataFrame) -> list[Row]:
    """How far removing a targeted set changes the accuracy at the most; `table` is `significance.analogies`."""
    change = -table.loc[table["kind"].isin(["increase", "decrease"]), "delta_mean"]
    if change.empty:
        return []
    ours = f"{100 * change.min():+.1f} to {100 * change.max():+.1f} points"
    return [Row("TOP-1 analogies after removing a targeted set", ours, dict.fromkeys(SETUPS, "no apparent change"))]


def ppmi_rows(table: pd.DataFrame) -> list[Row]:
    """The change of bias when PPMI, and when influence, chose the documents; `table` is `transfer.ppmi_comparison`."""
    reported = {
        (paper.OBJECTIVES[kind], size): f"{ppmi:+g} % and {ours:+g} %"
        for kind, size, ppmi, ours in paper.PPMI_COMPARISON
    }
    return [
        Row(
            f"change of {row.metric} without {row.documents} documents to {row.objective} it, of PPMI and of influence",
            f"{row.ppmi_change:+.0f} % and {row.influence_change:+.0f} %",
            {"wiki": reported.get((row.objective, row.documents), "")} if row.metric == "weat1" else {},
        )
        for row in table.itertuples()
    ]


def word_set_rows(table: pd.DataFrame) -> list[Row]:
    """How well WEAT of random word sets in GloVe agrees with that in other representations."""
    return [
        Row(
            f"r² of WEAT in GloVe and in {row.representation}, {row.n:,} random word sets of the sizes of {row.metric}",
            f"{row.r2:.3f} ({row.r2_low:.3f} to {row.r2_high:.3f})",
            {"nyt": f"{paper.RANDOM_WORD_SETS[row.representation]:.3f}"},
        )
        for row in table.itertuples()
    ]


def transfer_rows(table: pd.DataFrame) -> list[Row]:
    """WEAT in word2vec and in PPMI before and after removing the largest decrease set; `transfer.transfer_table`."""
    rows = []
    for (representation, metric), sets in table.query("representation != 'glove'").groupby(
        ["representation", "metric"], sort=False
    ):
        largest = sets[sets["kind"] == "decrease"].nlargest(1, "size")
        base = sets.query("set == 'baseline'")["mean"]
        if largest.empty or base.empty:
            continue
        ours = f"{base.iloc[0]:.2f} → {largest['mean'].iloc[0]:.2f}"
        is_papers = representation == "word2vec" and metric == "weat1"
        before, after = paper.WORD2VEC.values()
        reported = {"nyt": f"{before:.2f} → {after:.2f} (decrease-10000)"} if is_papers else {}
        rows.append(Row(f"{metric} in {representation} without {largest['set'].iloc[0]}", ours, reported))
    return rows


def sensitivity_rows(table: pd.DataFrame) -> list[Row]:
    """How well a word's frequency tells how far the sets move it."""
    return [
        Row(
            f"r² of log frequency and movement of the {row.n} words of {row.metric}",
            f"{row.r2:.3f}",
            {"nyt": f"{paper.FREQUENCY_SENSITIVITY:.3f}"} if row.metric == "weat1" else {},
            f"movement changes by {row.slope:+.4f} for ten times the frequency",
        )
        for row in table.itertuples()
    ]


def secondary_rows(table: pd.DataFrame) -> list[Row]:
    """How many of the most influential documents have none of the target words."""
    return [
        Row(
            f"of the {len(documents)} most influential documents of {metric}, without any target word",
            f"{documents['secondary'].sum()}",
            {"nyt": "some"} if metric == "weat1" else {},
        )
        for metric, documents in table.groupby("metric", sort=False)
    ]


ROWS = {
    "corpus": corpus_rows,
    "baselines": baseline_rows,
    "analogies": analogy_rows,
    "correlation": correlation_rows,
    "welch": welch_rows,
    "perturbed_analogies": perturbed_analogy_rows,
    "ppmi": ppmi_rows,
    "word_sets": word_set_rows,
    "transfer": transfer_rows,
    "sensitivity": sensitivity_rows,
    "secondary": secondary_rows,
}


def summary_rows(results: Mapping[str, Any]) -> list[Row]:
    """The rows of the results at hand, by the names of ROWS, in the paper's order; what is missing is left out."""
    return [row for name, rows_of in ROWS.items() if results.get(name) is not None for row in rows_of(results[name])]


def summary_table(setup: str, rows: Iterable[Row]) -> pd.DataFrame:
    """Every reported number of the paper beside ours."""
    ours = f"ours, {setup}"
    return pd.DataFrame(
        [
            {"what": row.what}
            | {name: row.paper.get(key, "") for key, name in SETUPS.items()}
            | {ours: row.ours, "note": row.note}
            for row in rows
        ],
        columns=["what", *SETUPS.values(), ours, "note"],
    )


def summary_markdown(setup: str, rows: Iterable[Row]) -> str:
    """One page: every reported number of the paper beside ours."""
    table = summary_table(setup, rows).rename(columns={"what": ""})
    if setup in SETUPS:
        why = (
            "This is one of the paper's setups. Numbers differ from the paper's by the random seeds (see the "
            "deviations), and where the text of the corpus is not exactly the same."
        )
    else:
        why = (
            f"The corpus of `{setup}` is not one of the paper's: other texts, and usually far fewer, give another "
            "baseline bias and rarer metric words, which each document moves further. What should agree is how well "
            "the approximation predicts the retrained bias."
        )
    return (
        f"# {setup}: the paper's numbers and ours\n\n{why}\n\n"
        "Δ = B(w) − B(w̃), the bias that documents add; `decrease` sets are the documents with the largest Δ, whose "
        f"removal lowers the bias. ± is one standard deviation over seeds.\n\n{markdown_table(table)}"
    )

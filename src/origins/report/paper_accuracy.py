"""Sections 5.1 and 5.2 of the paper, and its appendices B to D: setups, baselines, and how well predictions do."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from origins.experiment.sets import DIRECTIONS, PAPER
from origins.report import paper
from origins.report.paper_row import Row


def setting_rows(settings: Mapping[str, Any]) -> list[Row]:
    """Table "Experimental Setups": what was set."""
    corpus, glove = settings["corpus"], settings["glove"]
    ours = {
        "min. document length": corpus["min_tokens"],
        "max. document length": corpus["max_tokens"],
        "token min. count": settings["vocabulary"]["min_count"],
        "window size": settings["cooccurrence"]["window"],
        "α": glove["alpha"],
        "x_max": glove["x_max"],
        "vector dimension": glove["dimension"],
        "training epochs": glove["epochs"],
        "baseline embeddings": glove["seeds"],
        "retrains of each set": settings["perturbation"]["retrain_seeds"],
    }
    return [
        Row(
            "Appendix B, Table 3" if name in paper.SETTINGS["wiki"] else "Appendix C",
            name,
            f"{value:,}" if isinstance(value, int) else f"{value:g}",
            "manifest.json",
            {setup: f"{numbers.get(name, paper.REPETITIONS.get(name)):,}" for setup, numbers in paper.SETTINGS.items()},
        )
        for name, value in ours.items()
    ]


def corpus_rows(summary: Mapping[str, Any]) -> list[Row]:
    """Table "Experimental Setups": what the corpus came to; and the words of each metric that it lacks."""
    rows = [
        Row(
            "Appendix B, Table 3",
            f"number of {name}" if name != "vocabulary" else "vocabulary size",
            f"{summary[name]:,}",
            "corpus/summary.json",
            {setup: f"{numbers[name]:,}" for setup, numbers in paper.CORPORA.items()},
        )
        for name in ("documents", "tokens", "vocabulary")
    ]
    for name, metric in summary["metrics"].items():
        missing = ", ".join(metric["missing"])
        what = f"words of {name} in the vocabulary"
        note = f"missing: {missing}" if missing else "none missing"
        reported = dict.fromkeys(paper.CORPORA, f"{paper.WORDS[name]} listed") if name in paper.WORDS else {}
        rows.append(Row("Appendix B", what, str(metric["words"]), "corpus/summary.json", reported, note=note))
    return rows


def analogy_rows(accuracy: pd.Series) -> list[Row]:
    """TOP-1 accuracy of the baselines."""
    reported = {setup: f"{accuracy:.0%}" for setup, accuracy in paper.ANALOGIES.items()}
    runs = f"{len(accuracy)} baselines"
    return [
        Row("Section 5.1, Table 3", "TOP-1 analogies", f"{accuracy.mean():.1%}", "tables/analogies.csv", reported, runs)
    ]


def baseline_rows(table: pd.DataFrame) -> list[Row]:
    """Baseline effect sizes and their significance; `table` is `comparison.baseline_table`."""
    rows = []
    for row in table.itertuples():
        file, runs, metrics = "tables/baseline.csv", f"{row.seeds} baselines", paper.BASELINE["wiki"]
        where = "Section 5.2, Table 2" if row.metric in metrics else "not in the paper"
        reported = {
            setup: f"{by_metric[row.metric][0]:g} (± {by_metric[row.metric][1]:.3f})"
            for setup, by_metric in paper.BASELINE.items()
            if row.metric in by_metric
        }
        note = "± is the sample standard deviation; the authors' code prints the population's" if reported else ""
        rows.append(
            Row(
                where,
                f"baseline {row.metric}",
                row.effect_size,
                file,
                reported,
                runs,
                "10 baselines" if reported else "",
                note,
            )
        )
        if pd.notna(row.p_min):
            ours = f"p < 0.05 in {row.significant} of {row.seeds} baselines (p {row.p_min:.2g} to {row.p_max:.2g})"
            said = {"wiki": "not significant"} if row.metric == "weat2" else {}
            rows.append(
                Row(
                    "Section 5.2",
                    f"significance of the baseline {row.metric}",
                    ours,
                    file,
                    said,
                    runs,
                    note="permutation test",
                )
            )
    return rows


def figure_rows(metrics: list[str]) -> list[Row]:
    """The figures, which have no number of their own."""
    reported = dict.fromkeys(paper.CORPORA, "figure")
    figures = [
        ("Figure 1; Appendix D, Figure 6", "histogram of every document's Δ", "histogram", reported),
        ("Figure 2; Appendix D, Figure 7", "approximated and retrained bias of every targeted set", "means", reported),
        ("Figure 3; Appendix D, Figure 8", "the same, set by set", "targeted", reported),
        ("Figure 4", "transfer to PPMI and word2vec", "transfer", {"nyt": "figure (WEAT 1)"}),
        ("Figure 5", "target words on the gender axis", "projection", {"nyt": "figure (WEAT 1)"}),
    ]
    rows = [
        Row(where, f"{what}, {metric}", "figure", f"figures/{name}_{metric}.png", said)
        for where, what, name, said in figures
        for metric in metrics
    ]
    for other in ("ppmi", "word2vec"):
        what = f"random word sets in GloVe and {other}"
        rows.append(Row("Appendix D, Figure 9", what, "figure", f"figures/word_sets_{other}.png", {"nyt": "figure"}))
    return rows


def correlation_rows(table: pd.DataFrame) -> list[Row]:
    """r² over the targeted sets, unpaired as in the paper and paired, for every estimator; `evaluation.correlation`."""
    rows = []
    chosen = table[(table["sets"] == "targeted")]
    for row in chosen.itertuples():
        is_papers = row.estimator == PAPER and row.of == "bias"
        reported = (
            {
                setup: f"{metrics[row.metric]:.3f}"
                for setup, metrics in paper.CORRELATION.items()
                if row.metric in metrics
            }
            if is_papers
            else {}
        )
        interval = f" ({row.r2_low:.3f} to {row.r2_high:.3f})" if pd.notna(row.r2_low) else ""
        where = "Section 5.2, Table 4" if row.estimator == PAPER else "not in the paper"
        if row.estimator == "sum":
            where = "Appendix C, step IV"
        pairing = "unpaired" if row.of == "bias" else "paired"
        note = f"slope {row.slope:.2f}, RMSE {row.rmse:.3f}, rank correlation {row.spearman:.3f}"
        rows.append(
            Row(
                where,
                f"r² of predicted and retrained {row.metric}, {row.n} targeted sets, {row.estimator}, {pairing}",
                f"{row.r2:.3f}{interval}",
                "tables/correlation.csv",
                reported,
                f"{row.baselines} baselines, {row.retrains} retrains",
                "10 baselines, 5 retrains" if reported else "",
                note,
            )
        )
    return rows


def set_rows(table: pd.DataFrame) -> list[Row]:
    """What Figure 4 is said to show, and the smallest set that reverses the bias; `table` is `evaluation.set_means`."""
    rows = []
    for metric, sets in table[(table["estimator"] == PAPER) & table["kind"].isin(DIRECTIONS)].groupby(
        "metric", sort=False
    ):
        base, runs = (
            sets["baseline_mean"].iloc[0],
            f"{sets['baseline_seeds'].min()} baselines, {sets['true_seeds'].min()} retrains",
        )
        inverted = sets[np.sign(sets["true_mean"]) != np.sign(base)]
        short = (inverted["true_delta"].abs() > inverted["predicted_delta"].abs()).sum()
        rows.append(
            Row(
                "Section 5.2",
                f"sets that invert {metric} and whose effect is underestimated",
                f"{short} of {len(inverted)}",
                "tables/sets.csv",
                dict.fromkeys(paper.CORPORA, "underestimated when the bias inverts"),
                runs,
                "10 baselines, 5 retrains",
                "paired Δ",
            )
        )
        smallest = inverted.nsmallest(1, "size")
        reported = (
            {"nyt": f"{paper.REVERSAL['share']} (decrease-{paper.REVERSAL['size']})"} if metric == "weat1" else {}
        )
        ours = "none" if smallest.empty else smallest["set"].iloc[0]
        rows.append(Row("Section 5.5", f"smallest set that reverses {metric}", ours, "tables/sets.csv", reported, runs))
    return rows


def welch_rows(results: tuple[pd.DataFrame, pd.DataFrame]) -> list[Row]:
    """How many sets differ from the baseline, and which; `significance.welch` and `significance.counts`."""
    tests, counts = results
    rows = []
    for sets, metric, how in (
        ("random", "each once", "each set tested with one metric, as the authors did"),
        ("random", "all", "each set tested with every metric"),
        ("targeted", "all", ""),
    ):
        found = counts[(counts["sets"] == sets) & (counts["metric"] == metric)]
        if found.empty:
            continue
        row = found.iloc[0]
        kinds = DIRECTIONS if sets == "targeted" else ["random"]
        tested = tests[tests["kind"].isin(kinds) & tests["p_welch"].notna()]
        odd = tested[(tested["p_welch"] < 0.05) == (sets == "random")]
        names = ", ".join(f"{each.metric} {each.set}" for each in odd.itertuples())
        listed = f"{'differ' if sets == 'random' else 'do not differ'}: {names}" if names else ""
        differ, of = paper.WELCH[sets]
        reported = (
            {}
            if metric == "all" and sets == "random"
            else dict.fromkeys(paper.CORPORA, f"{differ} of {of} (both setups)")
        )
        runs = f"{tested['baseline_seeds'].min()} baselines, {tested['seeds'].min()} retrains" if len(tested) else ""
        note = "; ".join(part for part in (how, listed, f"paired test: {row.differ_paired}") if part)
        what = f"{sets} sets that differ from the baseline (Welch, p < 0.05)"
        ours = f"{row.differ_welch} of {row.tested}"
        papers = "10 baselines, 5 retrains" if reported else ""
        rows.append(Row("Section 5.2", what, ours, "tables/welch.csv", reported, runs, papers, note))
    return rows


def perturbed_analogy_rows(tables: Mapping[str, pd.DataFrame]) -> list[Row]:
    """How far removing a targeted set changes the accuracy; `significance.analogies` of GloVe and of word2vec."""
    rows = []
    for name, table in tables.items():
        chosen = table[table["kind"].isin(DIRECTIONS)]
        if chosen.empty:
            continue
        change = -100 * chosen["delta_mean"]
        where, said, reported = {
            "GloVe": ("Section 5.2", "no apparent change", paper.CORPORA),
            "word2vec": ("Section 5.4", "no significant change", ["nyt"]),
        }[name]
        rows.append(
            Row(
                where,
                f"change of TOP-1 analogies in {name} without a targeted set",
                f"{change.min():+.1f} to {change.max():+.1f} points",
                "tables/perturbed_analogies.csv" if name == "GloVe" else "tables/word2vec_analogies.csv",
                dict.fromkeys(reported, said),
                f"{chosen['pairs'].min()} paired seeds",
            )
        )
    return rows

"""Section 5.2 of the paper and its appendix D: how well predictions agree with retraining."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from origins.analysis.significance import LEVEL, each_once
from origins.experiment.sets import DIRECTIONS, PAPER
from origins.report import paper
from origins.report.paper_row import Row


def histogram_rows(table: pd.DataFrame) -> list[Row]:
    """How many documents hardly matter: those in the middle bin of 101. `table` is `delta_histogram` of all metrics."""
    rows = []
    for metric, bins in table.groupby("metric", sort=False):
        middle = bins.loc[(bins["low"] < 0) & (bins["high"] > 0), "documents"].sum()
        is_papers = metric == "weat1"
        rows.append(
            Row(
                "Section 5.2, Figure 1" if is_papers else "not in the paper",
                f"documents with less than 1 % of the largest effect on {metric}",
                f"{100 * middle / bins['documents'].sum():.1f} %",
                f"tables/histogram_{metric}.csv",
                {"nyt": "the vast majority have a very small impact"} if is_papers else {},
                f"{bins['baselines'].iloc[0]} baselines",
                "10 baselines" if is_papers else "",
            )
        )
    return rows


def correlation_rows(table: pd.DataFrame) -> list[Row]:
    """r² over the targeted sets, unpaired as in the paper and paired, for every estimator; `evaluation.correlation`."""
    rows = []
    chosen = table[(table["sets"] == "targeted")]
    for row in chosen.itertuples():
        is_papers = row.estimator == PAPER and row.of == "bias" and row.metric in paper.METRICS
        reported = (
            {setup: f"{metrics[row.metric]:.3f}" for setup, metrics in paper.CORRELATION.items()} if is_papers else {}
        )
        interval = f" ({row.r2_low:.3f} to {row.r2_high:.3f})" if pd.notna(row.r2_low) else ""
        pairing = "unpaired" if row.of == "bias" else "paired"
        known = pd.notna(row.r2)
        note = f"slope {row.slope:.2f}, RMSE {row.rmse:.3f}, rank correlation {row.spearman:.3f}"
        rows.append(
            Row(
                "Section 5.2, Table 4" if is_papers else "not in the paper",
                f"r² of predicted and retrained {row.metric}, {row.n} targeted sets, {row.estimator}, {pairing}",
                f"{row.r2:.3f}{interval}" if known else "too few sets that differ",
                "tables/correlation.csv",
                reported,
                f"{row.baselines} baselines, {row.retrains} retrains",
                paper.RUNS if reported else "",
                note if known else f"RMSE {row.rmse:.3f}",
            )
        )
    papers = chosen[(chosen["estimator"] == PAPER) & (chosen["of"] == "bias") & chosen["metric"].isin(paper.METRICS)]
    if len(papers) and papers["r2"].notna().all():
        runs = f"{papers['baselines'].min()} baselines, {papers['retrains'].min()} retrains"
        for what, column, where, reported in (
            ("smallest r² of the paper's metrics", "r2", "Section 5.2", dict.fromkeys(paper.CORPORA, "≥ 0.985")),
            (
                "smallest rank correlation of the paper's metrics",
                "spearman",
                "Section 5.2, Figure 3",
                {"nyt": "relative ranking preserved (WEAT 1)"},
            ),
        ):
            ours, file = f"{papers[column].min():.3f}", "tables/correlation.csv"
            rows.append(Row(where, what, ours, file, reported, runs, paper.RUNS))
    return rows


def set_rows(table: pd.DataFrame) -> list[Row]:
    """What Figure 3 is said to show, the smallest set that reverses the bias, and what single effects add up to.

    `table` is `evaluation.set_means` with the number of all documents in `documents`.
    """
    rows = []
    for metric, sets in table[(table["estimator"] == PAPER) & table["kind"].isin(DIRECTIONS)].groupby(
        "metric", sort=False
    ):
        is_papers, file = metric == "weat1", "tables/sets.csv"
        runs = f"{sets['baseline_seeds'].min()} baselines, {sets['true_seeds'].min()} retrains"
        inverted, short = _understated(sets, "baseline_mean", "predicted_mean", "true_mean")
        paired, paired_short = _understated(sets, "paired_baseline", "paired_predicted", "paired_true")
        rows.append(
            Row(
                "Section 5.2, Figure 3" if is_papers else "not in the paper",
                f"sets that invert {metric} and whose effect is underestimated",
                f"{short} of {len(inverted)}",
                file,
                {"nyt": "underestimated when the bias inverts"} if is_papers else {},
                runs,
                paper.RUNS if is_papers else "",
                f"paired: {paired_short} of {len(paired)}",
            )
        )
        reversal = f"{paper.REVERSAL['share']} (decrease-{paper.REVERSAL['size']}; perhaps not the smallest)"
        ours, paired_one = (_smallest(each) for each in (inverted, paired))
        rows.append(
            Row(
                "Section 5.5, Figure 3" if is_papers else "not in the paper",
                f"smallest set that reverses {metric}",
                ours,
                file,
                {"nyt": reversal} if is_papers else {},
                runs,
                paper.RUNS if is_papers else "",
                f"paired: {paired_one}",
            )
        )
    return [*rows, *_sum_rows(table)]


def _sum_rows(table: pd.DataFrame) -> list[Row]:
    """How many times a set's own predicted Δ, by the paper's estimator, the sum of its documents' Δ is."""
    targeted = table[table["kind"].isin(DIRECTIONS)]
    delta = targeted.assign(delta=targeted["baseline_mean"] - targeted["predicted_mean"]).pivot_table(
        "delta", ["metric", "set"], "estimator", sort=False
    )
    if not {PAPER, "sum"}.issubset(delta):
        return []
    rows = []
    for metric, times in (delta["sum"] / delta[PAPER]).dropna().groupby("metric", sort=False):
        is_papers = metric in paper.METRICS
        rows.append(
            Row(
                "Appendix C, step IV" if is_papers else "not in the paper",
                f"sum of the documents' predicted Δ, as a multiple of the set's own, {metric}",
                f"{times.min():.2f} to {times.max():.2f} (median {times.median():.2f})",
                "tables/sets.csv",
                dict.fromkeys(paper.CORPORA, "close") if is_papers else {},
                f"{table['baseline_seeds'].min()} baselines",
                "10 baselines" if is_papers else "",
                f"{len(times)} targeted sets",
            )
        )
    return rows


def _understated(sets: pd.DataFrame, base: str, predicted: str, true: str) -> tuple[pd.DataFrame, int]:
    """The sets that turn the sign of the bias around, and how many of them do more than was predicted."""
    inverted = sets[np.sign(sets[true]) != np.sign(sets[base])]
    change, said = ((inverted[column] - inverted[base]).abs() for column in (true, predicted))
    return inverted, int((change > said).sum())


def _smallest(inverted: pd.DataFrame) -> str:
    """The smallest of these sets, and its share of the documents."""
    if inverted.empty:
        return "none"
    row = inverted.nsmallest(1, "size").iloc[0]
    return f"{100 * row['size'] / row['documents']:.2f} % ({row['set']})"


def welch_rows(tests: pd.DataFrame) -> list[Row]:
    """How many sets differ from the baseline, and which; `tests` is `significance.welch`."""
    known = tests["metric"].isin(paper.METRICS)
    rows = []
    for sets, kinds in (("random", ["random"]), ("targeted", DIRECTIONS)):
        papers, others = (tests[tests["kind"].isin(kinds) & which] for which in (known, ~known))
        if sets == "random":
            once = "each set tested with one metric, as the authors did"
            rows += _welch_row(sets, each_once(papers), once, is_papers=True)
            rows += _welch_row(sets, papers, "each set tested with every metric")
        else:
            rows += _welch_row(sets, papers, "", is_papers=True)
        rows += _welch_row(sets, others, "metrics that are not the paper's")
    return rows


def _welch_row(sets: str, tests: pd.DataFrame, how: str, *, is_papers: bool = False) -> list[Row]:
    tests = tests[tests["p_welch"].notna()]  # one retrain cannot be tested
    if tests.empty:
        return []
    differ = tests["p_welch"] < LEVEL
    odd = tests[differ if sets == "random" else ~differ]
    names = ", ".join(f"{each.metric} {each.set}" for each in odd.itertuples())
    listed = f"{'differ' if sets == 'random' else 'do not differ'}: {names}" if names else ""
    paired = f"paired test: {(tests['p_paired'] < LEVEL).sum()}"
    count, of, exceptions = paper.WELCH[sets]
    said = f"the paper's exceptions: {exceptions}" if is_papers else ""
    return [
        Row(
            "Section 5.2" if is_papers else "not in the paper",
            f"{sets} sets that differ from the baseline (Welch, p < {LEVEL})",
            f"{differ.sum()} of {len(tests)}",
            "tables/welch.csv",
            dict.fromkeys(paper.CORPORA, f"{count} of {of} (both setups)") if is_papers else {},
            f"{tests['baseline_seeds'].min()} baselines, {tests['seeds'].min()} retrains",
            paper.RUNS if is_papers else "",
            "; ".join(filter(None, (how, listed, paired, said))),
        )
    ]


def perturbed_analogy_rows(tables: Mapping[str, pd.DataFrame]) -> list[Row]:
    """How far removing a targeted set changes the accuracy; `significance.analogies` of GloVe and of word2vec."""
    rows = []
    for name, table in tables.items():
        chosen = table[table["kind"].isin(DIRECTIONS)].dropna(subset="delta_mean")
        if chosen.empty:  # also where the vocabulary has the words of no analogy
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
                f"{_signed(change.min())} to {_signed(change.max())} points",
                "tables/perturbed_analogies.csv" if name == "GloVe" else "tables/word2vec_analogies.csv",
                dict.fromkeys(reported, said),
                f"{chosen['pairs'].min()} paired seeds",
                "not stated" if name == "GloVe" else "5 seeds",
                f"p < {LEVEL} for {(chosen['p_welch'] < LEVEL).sum()} of {len(chosen)} sets by Welch's test, for "
                f"{(chosen['p_paired'] < LEVEL).sum()} by the paired test",
            )
        )
    return rows


def _signed(value: float) -> str:
    """One decimal and a sign, but no sign before a zero."""
    shown = f"{value:+.1f}"
    return shown if float(shown) else "0.0"

"""Section 5.1 of the paper and its appendices B and C: setups, corpora, baselines; and a list of all figures."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from origins.experiment.sets import random, targeted
from origins.report import paper
from origins.report.paper_row import Row


def setting_rows(settings: Mapping[str, Any]) -> list[Row]:
    """Table "Experimental Setups": what was set; and how many sets and repetitions appendix C has."""
    corpus, glove, perturbation = settings["corpus"], settings["glove"], settings["perturbation"]
    chance = random(perturbation)
    ours = {
        "min. document length": corpus["min_tokens"],
        "max. document length": corpus["max_tokens"],
        "token min. count": settings["vocabulary"]["min_count"],
        "context window": "symmetric",
        "window size": settings["cooccurrence"]["window"],
        "α": glove["alpha"],
        "x_max": glove["x_max"],
        "vector dimension": glove["dimension"],
        "training epochs": glove["epochs"],
        "baseline embeddings": glove["seeds"],
        "retrains of each set": perturbation["retrain_seeds"],
        "sizes of targeted sets": ", ".join(map(str, perturbation["sizes"])),
        "targeted sets": len(targeted(perturbation)) * len(settings["metrics"]),
        "random sets": f"{len(chance)}, of {', '.join(map(str, dict.fromkeys(each.size for each in chance)))}",
    }
    rows = [
        Row(
            "Appendix B, Table 3" if name in paper.SETTINGS["wiki"] else "Appendix C",
            name,
            _plain(value),
            "manifest.json",
            {setup: _plain({**numbers, **paper.REPETITIONS[setup]}[name]) for setup, numbers in paper.SETTINGS.items()},
        )
        for name, value in ours.items()
    ]
    where = corpus.get("path") or corpus.get("url") or "built in"
    named = f"{corpus['kind']}: {where.rstrip('/').rpartition('/')[2]}"
    rows.insert(0, Row("Sections 1 and 5.1", "corpus", named, "manifest.json", paper.SOURCES))
    if corpus["kind"] != "nitf":
        why = "the corpus (LDC2008T19) is licensed; the setup `nyt` runs the experiment on your own copy"
        rows.insert(1, Row("Section 5.1", "the New York Times setup", "not run", "", {"nyt": "this column"}, note=why))
    return rows


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else f"{value:g}"


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
        where = "Table 1; Appendix B" if reported else "not in the paper"
        rows.append(Row(where, what, str(metric["words"]), "corpus/summary.json", reported, note=note))
    return rows


def analogy_rows(accuracy: pd.Series) -> list[Row]:
    """TOP-1 accuracy of the baselines."""
    reported = {setup: f"{100 * accuracy:.0f} %" for setup, accuracy in paper.ANALOGIES.items()}
    return [
        Row(
            "Section 5.1, Table 3",
            "TOP-1 analogies",
            f"{100 * accuracy.mean():.1f} %"
            if accuracy.notna().any()
            else "no question has all its words in the vocabulary",
            "tables/analogies.csv",
            reported,
            f"{len(accuracy)} baselines",
            "not stated",
        )
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
        note = "± is the sample standard deviation; the authors' code prints the population standard deviation"
        rows.append(
            Row(
                where,
                f"baseline {row.metric}",
                row.effect_size,
                file,
                reported,
                runs,
                "10 baselines" if reported else "",
                note if reported else "",
            )
        )
        if pd.notna(row.p_min):
            ours = f"p < 0.05 in {row.significant} of {row.seeds} baselines (p {row.p_min:.2g} to {row.p_max:.2g})"
            said = {"wiki": "not significant"} if row.metric == "weat2" else {}
            rows.append(
                Row(
                    "Section 5.2" if said else "not in the paper",
                    f"significance of the baseline {row.metric}",
                    ours,
                    file,
                    said,
                    runs,
                    note="permutation test",
                )
            )
    return rows


def figure_rows(settings: Mapping[str, Any]) -> list[Row]:
    """The figures, which have no number of their own."""
    baselines, retrains, of_word2vec = (
        f"{settings[section][key]} {what}"
        for section, key, what in (
            ("glove", "seeds", "baselines"),
            ("perturbation", "retrain_seeds", "retrains"),
            ("word2vec", "seeds", "seeds of word2vec"),
        )
    )
    trained, everywhere = f"{baselines}, {retrains}", f"{baselines}, {retrains}, {of_word2vec}"
    histogram = "histogram of every document's Δ"
    means, by_set = "approximated and retrained bias of every targeted set", "the same, set by set"
    both, nyt = dict.fromkeys(paper.METRICS, paper.FIGURES), {"weat1": {"nyt": "figure"}}
    figures = [
        ("Figure 1; Appendix D, Figure 6", histogram, "histogram", both, baselines, "10 baselines"),
        ("Figure 2; Appendix D, Figure 7", means, "means", both, trained, paper.RUNS),
        ("Figure 3; Appendix D, Figure 8", by_set, "targeted", both, trained, paper.RUNS),
        (
            "Figure 4",
            "transfer to PPMI and word2vec",
            "transfer",
            nyt,
            everywhere,
            f"{paper.RUNS}, 5 seeds of word2vec",
        ),
        ("Figure 5", "target words on the gender axis", "projection", nyt, trained, paper.RUNS),
    ]
    rows = [
        Row(
            where if metric in said else "not in the paper",
            f"{what}, {metric}",
            "figure",
            f"figures/{name}_{metric}.png",
            said.get(metric, {}),
            runs,
            paper_runs if metric in said else "",
            "in points of the metric where the baseline is too close to zero for percent"
            if name == "histogram"
            else "",
        )
        for where, what, name, said, runs, paper_runs in figures
        for metric, definition in settings["metrics"].items()
        if definition["kind"] == "weat" or name not in ("transfer", "projection")
    ]
    if any(definition["kind"] == "weat" for definition in settings["metrics"].values()):
        rows += [
            Row(
                "Appendix D, Figure 9",
                f"random word sets in GloVe and {other}",
                "figure",
                f"figures/word_sets_{other}.png",
                {"nyt": "figure"},
                "as in the row of r²",
                "5 embeddings of each" if other == "word2vec" else "5 embeddings",
            )
            for other in ("ppmi", "word2vec")
        ]
    return rows

"""What does every stage of real runs cost, and how does that grow? Run by hand:

    python benchmarks/stages.py results/starter ELSEWHERE/results/simplewiki-2021 results/blogs

Prints the first part of docs/scale.md (benchmarks/scale.py prints the second): for every rule that takes time, CPU
seconds and peak memory by run, CPU time per token or non-zero of one embedding or epoch, and the exponent with which it
grows. The folders are those of finished or unfinished runs: rules that did not run are left out. Add --all for rules
that take next to nothing.
"""

import argparse
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins import config
from origins.runtime import machine, times

LEAST = 5  # CPU seconds of a job in the largest run, unless --all
LIMIT = 8  # gigabytes that nothing should exceed
TRAINING = ("train_baseline", "retrain")
PYTHON = 500e6  # bytes, as resources.smk allows for


class Run(NamedTuple):
    """A results folder: how large its corpus is, how it was set up, and what its jobs took."""

    name: str
    size: Mapping[str, Any]  # corpus/summary.json: documents, tokens, vocabulary, nonzeros
    settings: Mapping[str, Any]
    rules: pd.DataFrame  # by rule: jobs, seconds, cpu_seconds, peak_mb

    @classmethod
    def load(cls, folder: Path) -> "Run":
        summary = json.loads((folder / "corpus" / "summary.json").read_text())
        return cls(folder.name, summary, config.recall(folder), times.by_rule(folder).set_index("rule"))


def epochs(run: Run) -> float:
    return run.settings["glove"]["epochs"]


def seeds(run: Run) -> float:
    return run.settings["glove"]["seeds"]


def batch(run: Run, seeds: int) -> float:
    """How many trainings of so many a job does, on average."""
    return seeds / math.ceil(seeds / run.settings["perturbation"]["seeds_per_job"])


def retrained_epochs(run: Run) -> float:
    return epochs(run) * batch(run, run.settings["perturbation"]["retrain_seeds"])


def passes(run: Run) -> float:
    return run.settings["word2vec"]["epochs"] * batch(run, run.settings["word2vec"]["seeds"])


def once(run: Run) -> float:
    return 1


# what one job repeats, what that is called, and what its time is expected to grow with
STAGES: dict[str, tuple[Callable[[Run], float], str, str]] = {
    "train_baseline": (epochs, "an epoch", "nonzeros"),
    "retrain": (retrained_epochs, "an epoch", "nonzeros"),
    "score_documents": (seeds, "an embedding", "tokens"),
    "predict_sets": (seeds, "an embedding", "tokens"),
    "predict_groups": (seeds, "an embedding", "tokens"),
    "explain_documents": (seeds, "an embedding", "tokens"),
    "standard_errors": (seeds, "an embedding", "nonzeros"),
    "compare_word_sets": (once, "", "nonzeros"),
    "word2vec_baseline": (passes, "a pass", "tokens"),
    "word2vec": (passes, "a pass", "tokens"),
}
UNITS = {"tokens": "token", "nonzeros": "non-zero"}


def of_stage(rule: str) -> tuple[Callable[[Run], float], str, str]:
    return STAGES.get(rule, (once, "", "tokens"))


def cost(run: Run, rule: str) -> float:
    """CPU seconds of one job, by what it repeats; NaN if the rule did not run."""
    if rule not in run.rules.index:
        return math.nan
    row = run.rules.loc[rule]
    return row["cpu_seconds"] / row["jobs"] / of_stage(rule)[0](run)


def exponent(sizes: list[float], costs: list[float]) -> float:
    """The slope of log cost on log size; NaN without two runs of different sizes."""
    known = [(size, each) for size, each in zip(sizes, costs, strict=True) if each > 0 and size > 0]
    if len({size for size, _ in known}) < 2:
        return math.nan
    return float(np.polyfit(*np.log(np.array(known).T), 1)[0])


def parameters(run: Run) -> float:
    """Bytes of vectors and squared gradients, as resources.smk allows for them."""
    return 32 * run.size["vocabulary"] * (run.settings["glove"]["dimension"] + 16)


def memory(run: Run, rule: str) -> str:
    """The peak, and for a training what it is per non-zero beside the parameters and Python with its libraries."""
    if rule not in run.rules.index:
        return "–"
    peak = run.rules.loc[rule, "peak_mb"] * (1 << 20)
    if rule not in TRAINING:
        return f"{peak / 1e9:.2f}"
    each = (peak - parameters(run) - PYTHON) / run.size["nonzeros"]
    return f"{peak / 1e9:.2f}" + (f" ({each:.1f} bytes per non-zero)" if each > 0 else "")


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def number(value: float, digits: int = 3) -> str:
    return "–" if math.isnan(value) else f"{value:,.0f}" if value >= 1000 else f"{value:.{digits}g}"


def page(runs: list[Run], everything: bool = False) -> str:
    """The tables, as Markdown; the smallest run comes first."""
    runs = sorted(runs, key=lambda run: run.size["tokens"])
    total = pd.concat([run.rules["cpu_seconds"] for run in runs]).groupby(level=0).sum().sort_values(ascending=False)
    rules = [rule for rule in total.index if everything or longest(runs, rule) >= LEAST]
    about = machine.describe()
    parts = [
        "# What a run costs, and how that grows",
        f"Real text, as `python benchmarks/stages.py` found it in the runs' folders. {about['cpu']}, two cores, "
        f"{about['system']}, Python {about['python']}, numba {about['numba']}. Most jobs ran two at a time.",
        table(
            ["run", "documents", "M tokens", "V", "M non-zeros", "D", "epochs"],
            [
                [
                    run.name, f"{run.size['documents']:,}", f"{run.size['tokens'] / 1e6:.1f}",
                    f"{run.size['vocabulary']:,}", f"{run.size['nonzeros'] / 1e6:.1f}",
                    str(run.settings["glove"]["dimension"]), str(epochs(run)),
                ]
                for run in runs
            ],
        ),
    ]  # fmt: skip
    names = [run.name for run in runs]
    parts.append("CPU seconds of all jobs of a rule, and how many jobs.")
    parts.append(table(["rule", *names], [[f"`{rule}`", *(_all_jobs(run, rule) for run in runs)] for rule in rules]))
    parts.append("CPU time per token or non-zero, in nanoseconds, and the exponent with which CPU time grows.")
    rows = []
    for rule in rules:
        _, what, by = of_stage(rule)
        costs = [cost(run, rule) for run in runs]
        each = [number(1e9 * value / run.size[by]) for value, run in zip(costs, runs, strict=True)]
        grows = exponent([run.size[by] for run in runs], costs)
        rows.append(
            [
                f"`{rule}`{f', {what}' if what else ''}, per {UNITS[by]}",
                *each,
                "–" if math.isnan(grows) else f"{grows:.2f}",
            ]
        )
    parts.append(table(["", *names, "exponent"], rows))
    parts.append("Peak memory of a job, in gigabytes.")
    parts.append(table(["rule", *names], [[f"`{rule}`", *(memory(run, rule) for run in runs)] for rule in rules]))
    peak = max((run.rules["peak_mb"].max(), run.name, run.rules["peak_mb"].idxmax()) for run in runs)
    above = "above" if peak[0] * (1 << 20) > LIMIT * 1e9 else "below"
    gigabytes = peak[0] * (1 << 20) / 1e9
    parts.append(f"The most that any job had: {gigabytes:.2f} GB (`{peak[2]}` of {peak[1]}), {above} {LIMIT} GB.")
    return "\n\n".join(parts)


def longest(runs: list[Run], rule: str) -> float:
    """CPU seconds of a job in the run where it takes longest."""
    rows = [run.rules.loc[rule] for run in runs if rule in run.rules.index]
    return max(row["cpu_seconds"] / row["jobs"] for row in rows)


def _all_jobs(run: Run, rule: str) -> str:
    if rule not in run.rules.index:
        return "–"
    row = run.rules.loc[rule]
    return f"{number(row['cpu_seconds'])} ({row['jobs']:.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, nargs="+", help="folders results/<setup>")
    parser.add_argument("--all", action="store_true", help="also the rules that take next to nothing")
    options = parser.parse_args()
    print(page([Run.load(folder) for folder in options.results], options.all))


if __name__ == "__main__":
    main()

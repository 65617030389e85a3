"""Sentences of docs/reproduction/earlier/README.md that hold numbers, rebuilt from the tables kept beside it.

When a run is repeated, or the page is reworded, change the sentence here too: the numbers come by themselves.
"""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

KEPT = Path(__file__).parents[1] / "docs" / "reproduction" / "earlier"
RUNS = {"ours, 300 epochs": "300-epochs", "ours, 60 epochs": "60-epochs"}  # by column of the page's table
METRICS = ("weat1", "weat2")


def kept(run: str, table: str) -> pd.DataFrame:
    """A table of a run as text, without the apostrophes that keep spreadsheets from reading formulas."""
    cells = pd.read_csv(KEPT / run / "tables" / f"{table}.csv", dtype=str).fillna("")
    return cells.replace(r"^'(?='*[=+\-@])", "", regex=True)


def read(run: str, table: str, *index: str) -> pd.DataFrame:
    """The same with numbers as numbers."""
    table = pd.read_csv(KEPT / run / "tables" / f"{table}.csv")
    return table.set_index(list(index)) if index else table


def agreement(run: str, sets: str, of: str, estimator: str, column: str) -> list[float]:
    """How well an estimator predicts in a run, for WEAT 1 and WEAT 2."""
    table = kept(run, "correlation").query("sets == @sets and of == @of and estimator == @estimator")
    return table.set_index("metric").loc[list(METRICS), column].astype(float).tolist()


def claims() -> list[str]:
    """The sentences that hold numbers, with the numbers that the kept tables have."""
    return [
        *claims_about_baselines(),
        *claims_about_sets(),
        *claims_about_estimators(),
    ]


def claims_about_baselines() -> Iterator[str]:
    ours, shorter = (read(run, "baseline_bias").groupby("metric")["bias"].agg(["mean", "std"]) for run in RUNS.values())
    each = read("300-epochs", "baseline_bias", "metric", "seed")
    given = kept("300-epochs", "paper").set_index("what")
    tokens = int(given["ours, simplewiki-2021"]["tokens"].replace(",", ""))
    yield (
        f"{given['ours, simplewiki-2021']['documents']} documents and {tokens / 1e6:.1f} M tokens "
        f"(the paper's 2017 dump has {given['paper, Wiki']['documents']} and 17.0 M)"
    )
    first, spread, second, other = *shorter.loc["weat2"], *ours.loc["weat2"]
    yield f"baseline of WEAT 2: {first:.3f} ± {spread:.3f} after 60, {second:.3f} ± {other:.3f} after 300."
    three, ten = each["bias"]["weat1"][[1, 2, 3]].mean(), ours["mean"]["weat1"]
    yield f"have a mean baseline WEAT 1 of {three:.3f}, all ten have {ten:.3f}."
    step = pd.read_csv(KEPT / "optimum.csv").groupby(["metric", "epochs"])["step"].median()
    yield (
        f"Newton step is {step['weat2', 60]:.2f} of the vector's length after 60 epochs (median over the words of "
        f"WEAT 2) and {step['weat2', 300]:.2f} after 300; for WEAT 1 it is {step['weat1', 60]:.2f} and "
        f"{step['weat1', 300]:.2f}."
    )
    times = pd.read_csv(KEPT / "300-epochs" / "times.csv").set_index("rule")
    seconds = times["seconds"]["train_baseline"] / times["jobs"]["train_baseline"]
    retrains = times["jobs"]["retrain"]
    yield f"takes {seconds:.0f} seconds on one core, two at a time, and the run made {retrains} retrains."


def claims_about_sets() -> Iterator[str]:
    change = [read(run, "ppmi_comparison", "metric", "objective", "documents")["ppmi_change"] for run in RUNS.values()]
    alone = read("300-epochs", "truth", "metric", "set")["bias"]["weat1", "ppmi-decrease-10"].item()
    baseline = read("300-epochs", "baseline_bias").groupby("metric")["bias"].mean()["weat1"]
    unpaired = 100 * (alone / baseline - 1)
    yield f"the same retrain gives {unpaired:.0f} % instead of {change[0]['weat1', 'correct', 10]:.0f} % for PPMI's 10"
    aggravated = [each["weat2", "correct", 100] for each in change]
    yield f"aggravate it by {aggravated[0]:.0f} % ({aggravated[1]:.0f} % after 60 epochs)."


def claims_about_estimators() -> Iterator[str]:
    long, short = RUNS.values()

    def both(run: str, sets: str, of: str, estimator: str, column: str) -> str:
        digits = 2 if column == "slope" else 3
        return " and ".join(f"{value:.{digits}f}" for value in agreement(run, sets, of, estimator, column))

    def of_sets(estimator: str, column: str, run: str = long) -> str:
        return both(run, "targeted", "bias", estimator, column)

    def of_singles(estimator: str) -> tuple[str, str]:
        return both(short, "single", "delta", estimator, "slope"), both(long, "single", "delta", estimator, "slope")

    yield (
        f"r² of the paper's estimator is {of_sets('influence', 'r2')} after 300 epochs, "
        f"{of_sets('influence', 'r2', short)} after 60."
    )
    yield f"Paired by seed, r² is {both(long, 'targeted', 'delta', 'influence', 'r2')}."
    yield f"large effects (slope of true on predicted {of_sets('influence', 'slope')})"
    yield (
        f"the slope of true on predicted is {of_sets('relearn', 'slope')} after 300 epochs (paper's estimator: "
        f"{of_sets('influence', 'slope')})."
    )
    yield f"does as well: r² {of_sets('refit', 'r2')}, error {of_sets('refit', 'rmse')}."
    yield f"overshoots (slope {of_sets('sum', 'slope')}), "
    yield f"and so does the bias gradient ({of_sets('gradient', 'slope')})."
    r2, error = ([both(long, "ppmi", "delta", name, column) for name in ("relearn", "influence")]
                 for column in ("r2", "rmse"))  # fmt: skip
    yield (
        f"r² of paired differences is {r2[0]} with `relearn` (error {error[0]}) and {r2[1]} with the paper's estimator "
        f"(error {error[1]}), over 4 sets per metric"
    )
    early, late = of_singles("influence")
    yield f"(slope of true on predicted {early}); after 300 it ranks well but predicts too little ({late})."
    yield "has the right size after both ({}; {}).".format(*of_singles("relearn"))
    yield "but predicts too little ({}; {}).".format(*of_singles("damped"))

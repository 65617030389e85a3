"""Sentences of docs/reproduction/README.md that hold numbers, rebuilt from the tables kept beside it.

When a run is repeated, or the page is reworded, change the sentence here too: the numbers come by themselves.
"""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

KEPT = Path(__file__).parents[1] / "docs" / "reproduction"
CERTAINTY = KEPT.parent / "certainty"
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
    """The sentences of docs/reproduction/README.md that hold numbers, with the numbers that the kept tables have."""
    return [
        *claims_about_baselines(),
        *claims_about_sets(),
        *claims_about_representations(),
        *claims_about_estimators(),
        *claims_about_the_repeated_run(),
    ]


def claims_about_baselines() -> Iterator[str]:
    ours, shorter = (read(run, "baseline_bias").groupby("metric")["bias"].agg(["mean", "std"]) for run in RUNS.values())
    each = read("300-epochs", "baseline_bias", "metric", "seed")
    significant = (each["p"] < 0.05).groupby("metric").sum()
    given = kept("300-epochs", "paper").set_index("what")
    tokens = int(given["ours, simplewiki-2021"]["tokens"].replace(",", ""))
    yield (
        f"2021: {given['ours, simplewiki-2021']['documents']} documents and {tokens / 1e6:.1f} M tokens "
        f"(the paper's 2017 dump has {given['paper, Wiki']['documents']} and 17.0 M)"
    )
    paper = float(given["paper, Wiki"]["baseline weat1, 10 seeds"].split()[0])
    mean = ours["mean"]["weat1"]
    yield f"WEAT 1 is {paper - mean:.2f} lower ({mean:.3f} instead of {paper:.3f})"
    yield f"(60 epochs give {shorter['mean']['weat1']:.3f})"
    yield f"significant (p < 0.05) in {significant['weat1']} of 10 baselines and WEAT 2 in {significant['weat2']} of 10"
    first, spread, second, other = *shorter.loc["weat2"], *ours.loc["weat2"]
    yield f"baseline of WEAT 2: {first:.3f} ± {spread:.3f} after 60, {second:.3f} ± {other:.3f} after 300."
    yield f"have a mean baseline WEAT 1 of {each['bias']['weat1'][[1, 2, 3]].mean():.3f}, all ten have {mean:.3f}."

    sampling = pd.read_csv(KEPT / "sampling.csv").set_index(["epochs", "metric"])
    yield f"the standard error of WEAT 1 at {sampling['jackknife'][300, 'weat1']:.2f}."
    weat1, weat2 = (sampling.loc[60, name] for name in METRICS)
    yield (
        f"WEAT 1 varies by ± {weat1['halves_std']:.2f} between halves, where the jackknife of that run says "
        f"{weat1['jackknife']:.2f}, and WEAT 2 by ± {weat2['halves_std']:.2f}, where it says {weat2['jackknife']:.2f}."
    )
    words = pd.read_csv(KEPT / "without_each_word.csv").query("epochs == 300 and metric == 'weat1'")
    words = words.set_index("without")["mean"]
    yield f"without *shakespeare* WEAT 1 is {words['shakespeare']:.3f}, without *he* {words['he']:.3f}."
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
    counts = read("300-epochs", "welch_counts", "metric", "sets").loc[("all", "targeted")]
    tests = read("300-epochs", "welch").query("kind in ('decrease', 'increase')")
    undecided = tests[tests["p_welch"] >= 0.05]
    assert len(undecided) == counts["tested"] - counts["differ_welch"] == 3
    yield f"does not separate three of the {counts['tested']:.0f} sets from the baseline after 300 epochs; "
    yield f"all three have {undecided['size'].unique().item()} documents"
    yield f"The paired test separates all {counts['differ_paired']:.0f}, "

    sets = tests.set_index(["metric", "set"])
    documents = int(kept("300-epochs", "paper").iloc[0, 3].replace(",", ""))
    thirty, ten = sets.loc[("weat1", "decrease-30")], sets.loc[("weat2", "decrease-10")]
    assert sets["mean"]["weat1", "decrease-10"] > 0
    yield (
        f"Removing 30 documents ({3000 / documents:.2f} % of the corpus) reverses WEAT 1, from "
        f"{thirty['baseline_mean']:.2f} to {thirty['mean']:.2f}, and removing 10 ({1000 / documents:.2f} %) reverses "
        f"WEAT 2, from {ten['baseline_mean']:.2f} to {ten['mean']:.2f}. "
    )
    yield "The paper needed 0.07 % of the New York Times for WEAT 1."

    change = [read(run, "ppmi_comparison", "metric", "objective", "documents")["ppmi_change"] for run in RUNS.values()]
    alone = read("300-epochs", "truth", "metric", "set")["bias"]["weat1", "ppmi-decrease-10"].item()
    unpaired = 100 * (alone / thirty["baseline_mean"] - 1)
    yield f"the same retrain gives {unpaired:.0f} % instead of {change[0]['weat1', 'correct', 10]:.0f} % for PPMI's 10"
    aggravated = [each["weat2", "correct", 100] for each in change]
    yield f"aggravate it by {aggravated[0]:.0f} % ({aggravated[1]:.0f} % after 60 epochs)."


def claims_about_representations() -> Iterator[str]:
    transfer = read("300-epochs", "transfer", "representation", "metric", "set")["mean"]
    glove, word2vec, ppmi = (
        [f"{transfer[kind, 'weat2', each]:.2f}" for each in ("baseline", "decrease-1000")]
        for kind in ("glove", "word2vec", "ppmi")
    )
    yield (
        f"from {' to '.join(glove)} in GloVe, it goes from {' to '.join(word2vec)} in word2vec and from "
        f"{' to '.join(ppmi)} in PPMI."
    )
    given = kept("300-epochs", "paper").set_index("what")
    ours, paper = given["ours, simplewiki-2021"], given["paper, NYT"]

    def only(column: pd.Series, pattern: str) -> str:
        return column.filter(regex=pattern).item().split()[0]

    yield (
        f"r² is {only(ours, 'in ppmi, .*weat1')} with PPMI (paper: {only(paper, 'in ppmi, .*weat1')}) and "
        f"{only(ours, 'in word2vec, .*weat1')} with word2vec (paper: {only(paper, 'in word2vec, .*weat1')})."
    )
    times = int(paper["tokens"].replace(",", "")) / int(ours["tokens"].replace(",", ""))
    yield f"This corpus is {times:.0f} times smaller"
    yield f"how far words move (r² {only(paper, 'log frequency .*weat1')})."
    weat1, weat2 = (only(ours, f"log frequency .*{name}") for name in METRICS)
    yield f"so the numbers ({weat1} and {weat2}) are not comparable."


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


def repeated(of: str, estimator: str) -> list[pd.Series]:
    """How well an estimator predicts the sets of the repeated run, for WEAT 1 and WEAT 2."""
    table = pd.read_csv(KEPT / "kept" / "correlation.csv").query("of == @of and estimator == @estimator")
    assert set(table["sets"]) == {"targeted"}
    return [row for _, row in table.set_index("metric").loc[list(METRICS)].iterrows()]


def claims_about_the_repeated_run() -> Iterator[str]:
    paired, unpaired, relearn = (
        repeated("delta", "influence"),
        repeated("bias", "influence"),
        repeated("delta", "relearn"),
    )
    assert {row["retrains"] for row in paired} == {1}  # with more, Welch's test and the unpaired means have more to say
    sets = pd.read_csv(KEPT / "kept" / "sets.csv").query("estimator == 'influence'").set_index(["metric", "set"])
    yield f"Each of its {len(sets)} targeted sets was retrained once so far, with seed 1"
    weat1, weat2 = (f"{row['r2']:.3f} ({row['r2_low']:.3f} to {row['r2_high']:.3f})" for row in paired)
    yield f"r² of predicted and true change is {weat1} for WEAT 1 and {weat2} for WEAT 2."
    assert all(row["sign_accuracy"] == row["spearman"] == 1 for row in paired)
    yield f"All {len(sets)} sets move the bias in the predicted direction, and within a metric in exactly the predicted"
    yield f"as in the paper, r² is {unpaired[0]['r2']:.3f} and {unpaired[1]['r2']:.3f}."
    ten = sets.loc[("weat1", "decrease-10")]
    yield f"which is {ten['baseline_mean']:.3f}, and seed 1 has {ten['paired_baseline']:.3f}."
    slopes, others = (" and ".join(f"{row['slope']:.2f}" for row in rows) for rows in (paired, relearn))
    yield f"slope of true on predicted change is {slopes} with the paper's estimator, {others} with `relearn`"
    yield f"its r² is {relearn[0]['r2']:.3f} and {relearn[1]['r2']:.3f}."
    yield f"Ten documents take WEAT 1 of that seed from {ten['paired_baseline']:.2f} to {ten['paired_true']:.2f}."


def claims_of_the_readme() -> Iterator[str]:
    """The sentences of README.md."""
    given = kept("300-epochs", "paper").set_index("what")
    ours, paper = given["ours, simplewiki-2021"], given["paper, NYT"]
    weat1, weat2 = (row["r2"] for row in repeated("delta", "influence"))
    yield f"one retrain per set, paired by seed, r² is {weat1:.3f} for WEAT 1 and {weat2:.3f} for WEAT 2."
    largest = read("300-epochs", "sets").query("kind == 'decrease'")["size"]
    yield f"WEAT 1 after removing {largest.min()} to {largest.max()} of {ours['documents']} documents"
    times = int(paper["tokens"].replace(",", "")) / int(ours["tokens"].replace(",", ""))
    yield f"the corpus is {times:.0f} times smaller"
    undecided = read("300-epochs", "welch").query("kind in ('decrease', 'increase') and p_welch >= 0.05")
    assert len(undecided) == 3
    yield f"the other three have {undecided['size'].unique().item()} documents"
    table = pd.read_csv(CERTAINTY / "intervals" / "intervals.csv")
    held = table.query("part == 'test' and metric == 'all' and stratum == 'all'").squeeze()
    yield f"Of {held['n']} cases retrained one by one that played no part in making it, {held['held']} lie within."
    removed = pd.read_csv(CERTAINTY / "curation_simplewiki-2021_weat1.csv").set_index(["way", "percent"])
    few, chance = removed.loc[("adaptive", 100)], removed.loc[("random", 150)]
    yield (
        f"{few['documents']} of {ours['documents']} documents, chosen one after the other, take WEAT 1 from "
        f"{few['baseline']:.2f} to {few['reached']:.2f} when the embedding is trained again without them (60 epochs, "
        f"one seed); {chance['documents']} random ones change it to {chance['reached']:.2f}."
    )

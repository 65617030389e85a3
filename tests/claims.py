"""Sentences of docs/reproduction/README.md and README.md that hold numbers, rebuilt from the tables beside them.

When a run goes on, or a page is reworded, change the sentence here too: the numbers come by themselves.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

REPRODUCTION = Path(__file__).parents[1] / "docs" / "reproduction"
EARLIER = REPRODUCTION / "earlier"
CERTAINTY = REPRODUCTION.parent / "certainty"
METRICS = ("weat1", "weat2")


def shown(table: str) -> pd.DataFrame:
    """A table of the run as text, without the apostrophes that keep spreadsheets from reading formulas."""
    cells = pd.read_csv(REPRODUCTION / "run" / "tables" / f"{table}.csv", dtype=str).fillna("")
    return cells.replace(r"^'(?='*[=+\-@])", "", regex=True)


def read(table: str, *index: str) -> pd.DataFrame:
    """The same with numbers as numbers."""
    table = pd.read_csv(REPRODUCTION / "run" / "tables" / f"{table}.csv")
    return table.set_index(list(index)) if index else table


def reported(pattern: str, column: str) -> str:
    """What the comparison with the paper says in the rows of this name, in order; `ours` is short for our run."""
    table = shown("paper")
    column = next(name for name in table if name.startswith(column))
    found = table.loc[table["what"].str.fullmatch(pattern), column]
    assert len(found), pattern
    return "; ".join(filter(None, found))


def predicted(of: str, estimator: str) -> list[pd.Series]:
    """How well an estimator predicts the paper's sets, for WEAT 1 and WEAT 2."""
    table = read("correlation").query("sets == 'targeted' and of == @of and estimator == @estimator")
    return [row for _, row in table.set_index("metric").loc[list(METRICS)].iterrows()]


def both(rows: list[pd.Series], column: str, digits: int) -> str:
    return " and ".join(f"{row[column]:.{digits}f}" for row in rows)


def claims() -> list[str]:
    """The sentences of docs/reproduction/README.md."""
    return [*claims_about_baselines(), *claims_about_predictions(), *claims_about_sets(), *claims_about_words()]


def claims_about_baselines() -> Iterator[str]:
    each = read("baseline_bias", "metric", "seed")
    mean = each["bias"].groupby("metric").mean()
    significant = (each["p"] < 0.05).groupby("metric").sum()
    paper = float(reported("baseline weat1", "paper, Wiki").split()[0])
    yield f"WEAT 1 is {paper - mean['weat1']:.2f} lower than in the paper."
    shorter = pd.read_csv(EARLIER / "60-epochs" / "tables" / "baseline_bias.csv").groupby("metric")["bias"].mean()
    yield f"(60 epochs give {shorter['weat1']:.3f})"
    yield claim_about_older_articles()
    sampling = pd.read_csv(EARLIER / "sampling.csv").set_index(["epochs", "metric"])
    yield f"the standard error of WEAT 1 at {sampling['jackknife'][300, 'weat1']:.2f}."
    weat1, weat2 = (sampling.loc[60, name] for name in METRICS)
    yield (
        f"WEAT 1 varies by ± {weat1['halves_std']:.2f} between halves, where the jackknife of that run says "
        f"{weat1['jackknife']:.2f}, and WEAT 2 by ± {weat2['halves_std']:.2f}, where it says {weat2['jackknife']:.2f}."
    )
    words = pd.read_csv(EARLIER / "without_each_word.csv").query("epochs == 300 and metric == 'weat1'")
    words = words.set_index("without")["mean"]
    yield f"without *shakespeare* WEAT 1 is {words['shakespeare']:.3f}, without *he* {words['he']:.3f}."
    yield f"significant (p < 0.05) in {significant['weat1']} of 10 baselines and WEAT 2 in {significant['weat2']} of 10"


def claim_about_older_articles() -> str:
    """Baselines on the articles that existed at the paper's date, beside those of the same seeds on all."""
    folder = REPRODUCTION / "older"
    documents = json.loads((folder / "summary.json").read_text())["documents"]
    bias, all_articles = (
        table.query("metric == 'weat1'").set_index("seed")["bias"]
        for table in (pd.read_csv(folder / "baseline_bias.csv"), read("baseline_bias"))
    )
    top1, before = (
        100 * table.query("section == 'total'").set_index("seed")["accuracy"].loc[bias.index].mean()
        for table in (pd.read_csv(folder / "analogies.csv"), read("analogies"))
    )
    same = all_articles.loc[bias.index].mean()
    return (
        f"on the {documents:,} that existed at the paper's date (page ids up to 605,000), WEAT 1 is {bias.mean():.3f} "
        f"(± {bias.std():.3f}; on all articles {same:.3f} with the same {len(bias)} seeds) "
        f"and TOP-1 analogies {top1:.1f} % ({before:.1f} %)."
    )


def claims_about_predictions() -> Iterator[str]:
    unpaired, paired, relearn = (
        predicted(of, estimator)
        for of, estimator in (("bias", "influence"), ("delta", "influence"), ("delta", "relearn"))
    )
    yield f"r² is {both(unpaired, 'r2', 3)} (paper: {both_of_the_paper()})"
    yield f"r² of the paired changes is {both(paired, 'r2', 3)}"
    sets = read("sets").query("estimator == 'influence' and kind in ('decrease', 'increase')")
    assert all(row["sign_accuracy"] == 1 for row in paired)
    yield f"All {len(sets)} sets move the bias in the predicted direction"
    yield f"slope of true on predicted change is {both(paired, 'slope', 2)}"
    yield f"`relearn` comes closer: {both(relearn, 'slope', 2)}, with r² {both(relearn, 'r2', 3)}"
    ppmi = read("correlation").query("sets == 'ppmi' and of == 'delta' and metric == 'weat1'").set_index("estimator")
    influence, relearn = ppmi.loc["influence"], ppmi.loc["relearn"]
    assert influence["n"] == 8
    yield f"slope is {influence['slope']:.2f} (`relearn`: {relearn['slope']:.2f})"
    yield f"r² {influence['r2']:.3f} ({relearn['r2']:.3f})"
    comparison = read("ppmi_comparison")
    spread = comparison[["ppmi_paired_change_std", "influence_paired_change_std"]].to_numpy()
    yield f"the paired changes vary by ± {spread.min():.0f} to ± {spread.max():.0f} percentage points"
    ratio = comparison["influence_paired_change"] / comparison["ppmi_paired_change"]
    assert len(ratio) == 8
    yield f"{ratio.min():.1f} to {ratio.max():.1f} times as far"
    retrains = {int(row["retrains"]) for row in [*unpaired, *paired]}
    (retrains,) = retrains
    first = read("baseline_bias", "metric", "seed")["bias"]["weat1"]
    yield f"seeds 1 to {retrains} have {first[:retrains].mean():.3f} on average, all ten {first.mean():.3f}"


def both_of_the_paper() -> str:
    return " and ".join(
        reported(f"r² .* {name}, 10 targeted sets, influence, unpaired", "paper, Wiki") for name in METRICS
    )


def claims_about_sets() -> Iterator[str]:
    counts = read("welch_counts", "metric", "sets").loc[("all", "targeted")]
    yield f"Welch's test separates {counts['differ_welch']} of {counts['tested']} sets from the baseline"
    yield f"the paired test {counts['differ_paired']}"
    sets = read("welch", "metric", "set")
    documents = int(reported("number of documents", "ours").replace(",", ""))
    own = read("sets").query("kind in ('decrease', 'increase')").set_index(["size", "metric", "set"])
    summed, whole = (own.query("estimator == @name") for name in ("sum", "influence"))
    ratio = (summed["baseline_mean"] - summed["predicted_mean"]) / (whole["baseline_mean"] - whole["predicted_mean"])
    few, many = (ratio.xs(size, level="size") for size in (10, 1000))
    assert ratio.groupby("size").mean().is_monotonic_increasing
    yield (
        f"for sets of 10 documents, the sum is {few.min():.2f} to {few.max():.2f} times the set's own prediction, for "
        f"sets of 1000 it is {many.min():.2f} to {many.max():.2f} times."
    )
    reversing = []
    for metric, name in zip(METRICS, ("WEAT 1", "WEAT 2"), strict=True):
        size = int(re.search(r"decrease-(\d+)", reported(f"smallest set that reverses {metric}", "ours"))[1])
        own = sets.loc[(metric, f"decrease-{size}")]
        yield (
            f"{size} documents ({100 * size / documents:.2f} % of the corpus) "
            f"{'that' if reversing else 'take the mean'} of {name} from {own['baseline_mean']:.2f} to {own['mean']:.2f}"
        )
        reversing.append(own)
    assert all(abs(own["mean"]) < 2 * own["std"] for own in reversing)
    first, second = reversing
    base, other = (own["mean"] + own["delta_mean"] for own in reversing)
    clear = sets.loc["weat1", "decrease-100"]
    assert clear["mean"] < -2 * clear["std"]
    yield (
        f"vary by ± {first['std']:.2f} and ± {second['std']:.2f}, and the baselines of the same seeds have {base:.2f} "
        f"and {other:.2f}, so neither end point differs clearly from zero. 100 documents clearly reverse WEAT 1, to "
        f"{clear['mean']:.2f} (± {clear['std']:.2f})."
    )
    yield from claims_about_random_sets()
    transfer = read("transfer", "representation", "metric", "set")["mean"]
    for metric in METRICS:
        glove, word2vec, ppmi = (
            " to ".join(f"{transfer[kind, metric, each]:.2f}" for each in ("baseline", "decrease-1000"))
            for kind in ("glove", "word2vec", "ppmi")
        )
        yield f"from {glove} in GloVe, from {word2vec} in word2vec and from {ppmi} in PPMI"
    runs = read("transfer", "representation", "set", "metric")["runs"].xs("weat1", level="metric")
    told = (
        f"{runs[kind, 'baseline']} and {runs[kind, 'decrease-1000']} for {name}"
        for kind, name in (("glove", "GloVe"), ("word2vec", "word2vec"))
    )
    yield f"{', '.join(told)}; PPMI has no seeds."
    for name, table, after in (
        ("GloVe", "perturbed_analogies", "(p < 0.05 for {} of {} sets by Welch's test, for {} by the paired test)"),
        ("word2vec", "word2vec_analogies", "({} and {paired} of {})"),
    ):
        change = reported(f"change of TOP-1 analogies in {name} .*", "ours")
        rows = read(table).query("kind in ('decrease', 'increase')")
        welch, paired = ((rows[column] < 0.05).sum() for column in ("p_welch", "p_paired"))
        counts = after.format(welch, len(rows), paired, paired=paired)
        yield f"by {change} in {name} {counts}"


def claims_about_random_sets() -> Iterator[str]:
    sets = read("welch").query("kind == 'random'")
    counts = read("welch_counts", "metric", "sets")
    once, both_metrics = (counts.loc[(metric, "random")] for metric in ("each once", "all"))
    assert not once["differ_welch"] and not both_metrics["differ_welch"]
    each = once["tested"] // sets["size"].nunique()
    of_each = {3: "three of each size; the paper has six", 6: "six of each size, as in the paper"}[each]
    yield f"Of {once['tested']} sets ({of_each}), none differs from the baseline"
    paper = reported("random sets that differ .*", "paper, Wiki").removesuffix(" (both setups)")
    yield f"as by the authors (paper: {paper}, in both corpora together)"
    yield f"{both_metrics['differ_paired']} of {both_metrics['tested']} tests find a difference"
    change = sets["delta_mean"].abs()
    smaller = change[sets["size"] <= 300]
    yield f"at most {change.max():.2f}, and at most {smaller.max():.2f} for sets of up to 300 documents"


def claims_about_words() -> Iterator[str]:
    rows = read("word_sets_by_frequency", "representation", "words")["r2"]
    for kind, name in (("ppmi", "PPMI"), ("word2vec", "word2vec")):
        paper = reported(f"r² of WEAT in GloVe and in {kind}, .*", "paper, NYT")
        yield f"{rows[kind, 10000]:.3f} with {name} (paper: {paper})"
    fit = read("frequency_fit_weat1").iloc[0]
    yield f"r² is {fit['r2']:.2f} ({fit['r2_low']:.2f} to {fit['r2_high']:.2f}) over the {fit['n']} target words"
    yield f"(paper: {reported('r² of log frequency .* weat1', 'paper, NYT')}, New York Times)"
    fit = read("frequency_fit_weat2").iloc[0]
    interval = f"({fit['r2_low']:.2f} to {fit['r2_high']:.2f})"
    yield f"For WEAT 2 they do not: r² is {fit['r2']:.2f} {interval} over {fit['n']} words."
    shared = 100 * read("ppmi_overlap_weat1")["share"]
    yield f"share {shared.min():.0f} to {shared.max():.0f} % of the documents they choose"
    told = reported("of the 50 most influential documents of weat1, with the rarest word of a word set", "ours")
    total, astronomy, hers = (re.search(pattern, told)[1] for pattern in (r"^(\d+)", r"astronomy (\d+)", r"hers (\d+)"))
    yield f"{total} contain the rarest word of one of the word sets (*hers* {hers}, *astronomy* {astronomy})"
    yield f"{reported('of the 50 .* weat1, without any target word', 'ours')} have no target word at all"


def claims_of_the_readme() -> Iterator[str]:
    """The sentences of README.md."""
    ours = reported("number of documents", "ours")
    paired = predicted("delta", "influence")
    yield f"compared with the baseline of the same seed, r² is {both(paired, 'r2', 3)} ("
    baselines, retrains = (int(predicted("bias", "influence")[0][name]) for name in ("baselines", "retrains"))
    yield f"with {baselines} baselines and {retrains} retrains per set, as in the paper:"
    sizes = read("sets").query("kind == 'decrease'")["size"]
    yield f"WEAT 1 after removing {sizes.min()} to {sizes.max()} of {ours} documents"
    significant = (read("baseline_bias", "metric", "seed")["p"] < 0.05).groupby("metric").sum()
    assert significant["weat2"] == 0
    yield (
        f"By the permutation test (one-sided, p < 0.05), WEAT 1 is significant in {significant['weat1']} of "
        f"{baselines} baselines and WEAT 2 in none:"
    )
    undecided = read("welch").query("kind in ('decrease', 'increase') and p_welch >= 0.05")
    assert len(undecided) == 1
    yield f"the exception has {undecided['size'].item()} documents"
    table = pd.read_csv(CERTAINTY / "intervals" / "intervals.csv")
    held = table.query("part == 'test' and metric == 'all' and stratum == 'all'").squeeze()
    calibration = pd.read_csv(CERTAINTY / "intervals" / "calibration.csv")
    metrics = calibration["metric"].nunique()
    yield (
        f"the intervals cover {held['held']} of {held['n']} retrained effects ({held['n'] // metrics} documents not "
        f"used to calibrate them, six metrics each)."
    )
    removed = pd.read_csv(CERTAINTY / "curation_simplewiki-2021_weat1.csv").set_index(["way", "percent"])
    few, chance = removed.loc[("adaptive", 100)], removed.loc[("random", 150)]
    yield (
        f"removing {few['documents']} of {ours} documents, chosen one at a time, takes WEAT 1 from "
        f"{few['baseline_paired']:.2f} to {few['retrained_paired']:.2f}; removing {chance['documents']} random "
        f"documents leaves it at {chance['retrained_paired']:.2f}."
    )

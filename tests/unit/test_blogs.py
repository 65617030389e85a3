"""Every number of docs/blogs.md is one that the run gave: its tables are kept in docs/blogs.

Sentences are rebuilt from the tables and have to stand on the page word for word; a decimal number or percentage that
is then left in the prose is one that nobody checks, and fails.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from origins import config
from origins.analysis.metadata import MISSING, OTHER, UNREAD
from origins.experiment.measures import retrain_table
from origins.report import paper
from origins.report.verdict import p_values

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "blogs"
NAMES = {"weat1": "WEAT 1", "weat2": "WEAT 2", "career": "`career`"}
SUMMARY = json.loads((KEPT / "summary.json").read_text())


def read(name: str, *index: str) -> pd.DataFrame:
    folder = KEPT if (KEPT / f"{name}.csv").exists() else KEPT / "tables"
    table = pd.read_csv(folder / f"{name}.csv")
    return table.set_index(list(index)) if index else table


def written(text: str) -> str:
    """With the signs that the page has; those in names such as decrease-300 stay."""
    return re.sub(r"(?<![A-Za-z])-(?=\d)", "−", text)


def rows() -> Iterator[tuple[str, str, str]]:
    """The table of the page: what, ours, the paper's New York Times."""
    nyt = paper.CORPORA["nyt"]
    for what in ("documents", "tokens", "vocabulary"):
        yield what, f"{SUMMARY[what]:,}", f"{nyt[what]:,}"
    baseline, each = read("baseline", "metric"), read("baseline_bias", "metric")
    for metric, name in NAMES.items():
        row = baseline.loc[metric]
        theirs = "{:.3g} (± {:.3f})".format(*paper.BASELINE["nyt"][metric]) if metric != "career" else ""
        yield f"{name}, mean (± deviation) of ten embeddings", row["effect_size"], theirs
        both = sum(p < 0.05 for p in p_values(each.loc[metric]))
        share = f"{row['significant']} / {both} of {row['seeds']}"
        yield f"{name}, significant (p < 0.05; one-sided / two-sided) in", share, ""
    accuracy = read("analogies").query("section == 'total'")["accuracy"]
    yield "TOP-1 analogies", f"{100 * accuracy.mean():.1f} %", f"{100 * paper.ANALOGIES['nyt']:.0f} %"
    sets = read("word_sets", "run", "representation")
    for name, label in (("ppmi", "PPMI"), ("word2vec", "word2vec")):
        row = sets.loc[("blogs", name)]
        ours = f"{row['r2']:.3f} ({row['r2_low']:.3f} to {row['r2_high']:.3f})"
        yield f"r² of random word sets, GloVe and {label}", ours, f"{paper.RANDOM_WORD_SETS[name]:.3f}"


# the rows of the table of sets, and the rows of the run's comparison with the paper that they show
R2 = "r² of predicted and retrained weat1, 10 targeted sets, influence, {}"
OF_SETS = {
    "r² of predicted and retrained WEAT 1, 10 targeted sets": R2.format("unpaired"),
    "the same, paired by seed": R2.format("paired"),
    "targeted sets that differ from the baseline (Welch, p < 0.05)": "targeted sets that differ .*",
    "random sets that differ from the baseline": "random sets that differ .*",
    "smallest set whose mean WEAT 1 has the opposite sign": "smallest set that reverses weat1",
    "WEAT 1 in word2vec without the largest `decrease` set": "weat1 in word2vec without .*",
    "change of TOP-1 analogies in GloVe without a targeted set": "change of TOP-1 analogies in GloVe .*",
    "change of TOP-1 analogies in word2vec without a targeted set": "change of TOP-1 analogies in word2vec .*",
    "r² of log frequency and movement on the gender axis": "r² of log frequency .* weat1",
    "posts with less than 1 % of the largest effect": "documents with less than 1 % .* weat1",
    "of the 50 most influential posts, without any target word": "of the 50 .* weat1, without .*",
    "of the same, with the rarest word of a word set": "of the 50 .* weat1, with the rarest .*",
}


def rows_of_sets() -> Iterator[str]:
    """The table of what the run says of the paper's claims about sets and documents."""
    table = pd.read_csv(KEPT / "tables" / "paper.csv", dtype=str).fillna("").set_index("what")
    table = table.replace(r"^'(?='*[=+\-@])", "", regex=True)
    for label, pattern in OF_SETS.items():
        found = table[table.index.str.fullmatch(pattern)].iloc[0]
        yield f"| {label} | {found['ours, blogs']} | {found['paper, NYT']} |"


def by_kind(metric: str) -> pd.DataFrame:
    """Sums of Δ by field and value, without what is no kind."""
    table = read(f"metadata_{metric}")
    return table[~table["value"].isin([MISSING, OTHER, UNREAD])].set_index(["field", "value"])


def is_clear(table: pd.DataFrame) -> pd.Series:
    return (table["sum_low"] > 0) | (table["sum_high"] < 0)


def interval(row: pd.Series) -> str:
    return f"{row['delta_sum']:.2f} ({row['sum_low']:.2f} to {row['sum_high']:.2f})"


def without_groups(metric: str) -> dict[str, pd.Series]:
    """The bias of every retrain without a group or a random half, and of its baselines, by seed."""
    groups, halves = (read(name, "metric").loc[metric].set_index("seed") for name in ("group_retrains", "halves"))
    gone = {name: groups["bias"][groups["set"] == f"group-{name}"] for name in ("men", "women")}
    baselines = halves["baseline"].groupby("seed").first()
    assert list(baselines.index) == [1, 2, 3] and len(halves) == 9
    return {"nothing": baselines, **gone, "a random half": halves["retrained"]}


def group_rows() -> Iterator[str]:
    """The table of what is left without men, women and random halves."""
    columns = [without_groups(metric) for metric in ("career", "weat1", "weat2")]
    for name in columns[0]:
        cells = (
            f"{bias.mean():.2f} ({bias.min():.2f} to {bias.max():.2f})" for bias in (each[name] for each in columns)
        )
        yield f"| {name} | {' | '.join(cells)} |"


def claims() -> Iterator[str]:
    """The sentences of the page that hold numbers of the run."""
    people = read("authors", "estimator")
    yield (
        f"{SUMMARY['documents']:,} documents by {people['authors']['relearn']:,} authors, with "
        f"{SUMMARY['tokens'] / 1e6:.0f} million tokens"
    )
    kinds = {metric: by_kind(metric) for metric in NAMES}
    career = kinds["career"]
    men, women = (interval(career.loc["gender", each]) for each in ("male", "female"))
    yield f"posts by men add {men} to `career`, posts by women {women}."
    ages = [interval(career.loc["age", age]) for age in ("13–17", "23–27", "33–48")]
    yield f"By age, authors of 13 to 17 add {ages[0]}, of 23 to 27 {ages[1]}, of 33 to 48 {ages[2]}."
    assert not is_clear(kinds["weat1"]).loc[["gender", "age"]].any()
    clear = is_clear(career)
    names = career.loc["industry"][clear.loc["industry"]]["delta_sum"].sort_values(ascending=False).index
    assert list(names) == ["indUnk", "Technology", "Arts", "Non-Profit", "Banking"]
    number = len(career.loc["industry"])
    yield (
        f"Of {number} industries, one of them unknown, {len(names)} have a sum whose interval excludes 0; two would be "
        "expected by chance."
    )
    yield f"Of a known industry, the largest of these is {interval(career.loc['industry', 'Technology'])} (Technology)."
    number = len(career.loc["month"])
    yield f"Of {number} months, {clear.loc['month'].sum()} have one; three would be expected by chance."
    each = read("baseline_bias", "metric").loc["career"]
    assert (each["bias"] > 0).all()
    yield f"significant in {sum(p < 0.05 for p in p_values(each))} of {len(each)} (two-sided)"
    men, women = (kinds["weat2"].loc["gender", each] for each in ("male", "female"))
    yield f"For WEAT 2 the sums are {interval(men)} and {interval(women)}"

    told = read("groups", "metric", "group", "estimator")
    share = told["tokens"]["career", "men", "relearn"] / SUMMARY["tokens"]
    yield f"retrained without men's posts ({share:.0%} of the tokens), the embedding loses half of the bias;".replace(
        "%", " %"
    )
    by_seed = without_groups("career")
    assert 0.4 < 1 - by_seed["men"].mean() / by_seed["nothing"].mean() < 0.6
    assert by_seed["men"].max() < min(by_seed["women"].min(), by_seed["a random half"].min())  # as the page says
    for metric in ("weat1", "weat2"):  # men and women differ no more than random halves do
        left = without_groups(metric)
        means = read("halves").query(f"metric == '{metric}'").groupby("set")["retrained"].mean()
        assert abs(left["men"].mean() - left["women"].mean()) < means.max() - means.min()
    change = (by_seed["a random half"] - by_seed["nothing"]).groupby("seed").mean()
    assert change.idxmin() == by_seed["nothing"].groupby("seed").mean().idxmax() == 1
    yield f"Seed 1, whose `career` is the highest with all posts, loses {-change[1]:.2f} of it without a random half,"
    groups = told["predicted"]
    ours, theirs = ([groups["career", each, name] for each in ("men", "women")] for name in ("relearn", "influence"))
    yield (
        f"`relearn` predicts {ours[0]:.2f} without men and {ours[1]:.2f} without women, the paper's estimator "
        f"{theirs[0]:.2f} and {theirs[1]:.2f}."
    )

    told = read("correlation").query("of == 'delta' and sets == 'targeted'").set_index("estimator")
    assert set(told["retrains"]) == {3}
    theirs, ours = told.loc["influence"], told.loc["relearn"]
    yield (
        f"over the {theirs['n']:.0f} sets, r² of predicted and true change is {theirs['r2']:.3f} "
        f"({theirs['r2_low']:.3f} to {theirs['r2_high']:.3f}) with the paper's estimator, which chose them, and "
        f"{ours['r2']:.3f} ({ours['r2_low']:.3f} to {ours['r2_high']:.3f}) with `relearn`."
    )
    yield f"The slope of true on predicted is {theirs['slope']:.2f} and {ours['slope']:.2f}."
    sets = read("sets", "estimator", "set").loc["influence"]
    hundred, most = sets.loc["decrease-100"], sets.loc["increase-10000"]
    yield (
        f"Without 100 posts, {100 * 100 / SUMMARY['documents']:.2f} % of the corpus, WEAT 1 of these seeds falls from "
        f"{hundred['paired_baseline']:.2f} to {hundred['paired_true']:.2f}; without 10,000 others it rises to "
        f"{most['paired_true']:.2f}."
    )
    change = -read("welch").query("kind == 'random'")["delta_mean"]
    counts = read("welch_counts", "metric", "sets").loc["weat1", "random"]
    assert len(change) == counts["tested"] == 6
    yield (
        f"Without 10,000 random posts it changes by {change.min():.2f} to {change.max():.2f}; Welch's test separates "
        f"{counts['differ_welch']} of these six sets from the baseline, the paired test {counts['differ_paired']}."
    )
    moved = read("transfer", "set", "representation")["mean"]
    glove, word2vec, ppmi = (
        f"from {moved['baseline', name]:.2f} to {moved['decrease-10000', name]:.2f}"
        for name in ("glove", "word2vec", "ppmi")
    )
    yield (
        f"Without the 10,000 posts chosen to lower it, {100 * 10_000 / SUMMARY['documents']:.1f} % of the corpus, "
        f"WEAT 1 goes {glove} in GloVe, {word2vec} in word2vec and {ppmi} in PPMI."
    )

    sets = read("word_sets", "representation", "run")["r2"]
    runs = ["starter", "simplewiki-2021", "blogs", "New York Times (paper)"]
    ppmi, word2vec = ([f"{sets[name][run]:.3f}" for run in runs] for name in ("ppmi", "word2vec"))
    yield f"r² with PPMI is {ppmi[0]}, {ppmi[1]}, {ppmi[2]} and, in the paper, {ppmi[3]};"
    yield f"with word2vec {word2vec[0]}, {word2vec[1]}, {word2vec[2]} and {word2vec[3]}."
    frequent = read("word_sets_by_frequency", "representation", "words")["r2"]
    ppmi, word2vec = (frequent[name, 3000] for name in ("ppmi", "word2vec"))
    yield f"drawn from the 3000 most frequent words, r² is {ppmi:.3f} and {word2vec:.3f}."

    one = people.loc["relearn"]
    assert (people["single"] == people["single_equal"]).all()
    yield f"The {one['single']:.0f} authors with one post have exactly the Δ of that post."
    yield f"r² of the two is {one['r2']:.3f} and the slope {one['slope']:.2f}."
    times = read("times", "rule")
    peak = times["peak_mb"]["train_baseline"] * (1 << 20) / 1e9
    seconds = times["seconds"]["score_documents"] / times["jobs"]["score_documents"] / read("baseline")["seeds"].max()
    minutes = times["seconds"]["train_baseline"] / 60 / 2  # two at a time
    yield f"ten trainings take {minutes:.0f} minutes, at up to {peak:.1f} GB each;"
    peak = times["peak_mb"]["retrain"] * (1 << 20) / 1e9
    yield f"Retrains without half of the posts take up to {peak:.1f} GB."
    yield f"scoring every post by one metric with one embedding takes {seconds:.0f} seconds."


def test_the_table_is_what_the_run_gave():
    page = (ROOT / "docs" / "blogs.md").read_text()
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows())
    assert table in page, f"the kept tables say:\n{table}"


def test_the_table_of_groups_is_what_the_run_gave():
    page = (ROOT / "docs" / "blogs.md").read_text()
    table = written("\n".join(group_rows()))
    assert table in page, f"the kept tables say:\n{table}"


def test_the_table_of_sets_is_what_the_run_gave():
    page = (ROOT / "docs" / "blogs.md").read_text()
    table = written("\n".join(rows_of_sets()))
    assert table in page, f"the kept tables say:\n{table}"


def test_every_sentence_with_numbers_says_what_the_run_gave():
    lines = (ROOT / "docs" / "blogs.md").read_text().splitlines()
    prose = " ".join(" ".join(line for line in lines if not line.startswith(("|", "    ", "!["))).split())
    prose = re.sub(r"\]\([^)]*\)", "]", prose)
    for claim in map(written, claims()):
        assert prose.count(claim) == 1, f"the kept tables say: {claim}"
        prose = prose.replace(claim, "")
    assert not re.findall(r"[−+]?\d+\.\d+|[−+]?\d+ ?%", prose.replace("95 % interval", "")), (
        "nobody checks these numbers"
    )


def test_the_readme_says_what_the_run_gave():
    left = {name: f"{bias.mean():.2f}" for name, bias in without_groups("career").items()}
    sums = [interval(by_kind("career").loc["gender", each]) for each in ("male", "female")]
    said = written(
        f"men add {sums[0]} to the metric `career`, women {sums[1]}. Retrained without any post by a man, it is "
        f"{left['men']} instead of {left['nothing']} (three seeds); without any by a woman, {left['women']}, without a "
        f"random half, {left['a random half']}."
    )
    assert said in " ".join((ROOT / "README.md").read_text().split())


def test_the_kept_retrains_have_the_biases_of_the_tables_and_no_documents(tmp_path):
    subprocess.run([sys.executable, ROOT / "docs" / "blogs.py", "bring", tmp_path], check=True)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    names = [path.relative_to(tmp_path).as_posix() for path in files]
    only = re.compile(
        r"((retrains|word2vec)/(weat1|shared)/[a-z]+-[a-z\d-]+|word2vec/baseline)/\d+(\.npz|-analogies\.csv)"
    )
    assert all(map(only.fullmatch, names))
    where = {"setups": {"blogs": {"corpus": {"path": "blogs.jsonl"}}}}
    settings = config.merge(config.load(ROOT / "config.yaml", KEPT / "config.yaml"), where)
    setup = config.resolve(settings)["blogs"]

    def measured(folder: str) -> pd.Series:
        table = retrain_table(sorted(tmp_path.glob(f"{folder}/**/*.npz")), setup["metrics"] | setup["further_metrics"])
        return table.set_index(["set", "metric", "seed"])["bias"].sort_index()

    glove, word2vec = measured("retrains"), measured("word2vec")
    for found, table, column in (
        (glove, "group_retrains", "bias"),
        (glove, "halves", "retrained"),
        (glove, "truth", "bias"),
        (word2vec, "word2vec", "bias"),
    ):
        told = read(table, "set", "metric", "seed")[column]
        pd.testing.assert_series_equal(found[told.index], told, rtol=1e-8, check_names=False)
    assert len(word2vec) == len(read("word2vec"))


def test_nothing_kept_has_a_row_per_post_or_a_text():
    for file in KEPT.rglob("*.csv"):
        table = pd.read_csv(file, dtype=str).fillna("")
        assert len(table) < 500, file
        assert not {"id", "title", "text", "author"} & set(table), file
        assert table.drop(columns=["command", "note"], errors="ignore").map(len).to_numpy().max(initial=0) < 120, file

"""Every number of docs/certainty/curation.md is the one that the runs gave, in the tables kept beside it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
import yaml

from origins.experiment.sets import WAYS

KEPT = Path(__file__).parents[2] / "docs" / "certainty"
RUNS = {  # setups, by the names of the kept tables
    "starter_career": "starter-curation",
    "starter_weat1": "starter-curation",
    "simplewiki-2021_weat1": "simplewiki-2021-curation",
}
NAMES = {"adaptive": "adaptive", "once": "ranked once by `relearn`", "influence": "ranked once by `influence`"}
NAMES |= {"ppmi": "ranked once by PPMI", "random": "at random"}


def page() -> str:
    return (KEPT / "curation.md").read_text().replace("−", "-")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def retrained(run: str) -> pd.DataFrame:
    return pd.read_csv(KEPT / f"curation_{run}.csv").set_index(["way", "percent"])


def answers(run: str) -> pd.DataFrame:
    return pd.read_csv(KEPT / f"curation_answers_{run}.csv").set_index("way").astype("Int64")


def rows(run: str) -> Iterator[list[str]]:
    """The rows of the page's table of a run."""
    sizes, found = retrained(run), answers(run)
    for way in WAYS:
        answer = found.loc[way]
        reaches = not pd.isna(answer["predicted"])
        row = sizes.loc[(way, 100 if reaches else 150)]
        if row["seeds"] == 1:  # then the page tells of that seed alone
            row = row.drop(["predicted", "reached"]).rename(
                {"predicted_paired": "predicted", "retrained_paired": "reached"}
            )
        deviation = "" if pd.isna(row["reached_std"]) else f" ± {row['reached_std']:.2f}"
        low = "" if pd.isna(answer["too_few"]) else f"more than {answer['too_few']}"
        high = "" if pd.isna(answer["enough"]) else f"at most {answer['enough']}"
        yield [
            NAMES[way],
            f"{answer['predicted']}" if reaches else f"more than {answer['tried']}",
            f"{row['tokens_share']:.1%}".replace("%", " %"),
            f"{row['predicted']:.2f}".replace("-0.00", "0.00"),
            f"{row['reached']:.2f}{deviation}",
            ", ".join(filter(None, (low, high))),
        ]


@pytest.mark.parametrize("run", RUNS)
def test_the_table_of_each_run_is_what_it_gave(run):
    section = page().partition(f"(curation_{run}.png)")[2]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[: len(WAYS)]]
    assert cells == list(rows(run))


def claims() -> Iterator[str]:
    """The sentences of the page that hold numbers, with the numbers that the kept tables have."""
    career, weat1 = retrained("starter_career"), retrained("starter_weat1")
    found = answers("starter_career")
    three = ["adaptive", "once", "influence"]
    predicted = found.loc[three, "predicted"].tolist()
    given_up = found.loc["ppmi", "tried"]
    assert found.loc["random", "tried"] == given_up
    yield (
        f"from {career['baseline'].iloc[0]:.2f} to zero with {predicted[0]} documents, where ranking once is "
        f"predicted to take {predicted[1]} (`relearn`) or {predicted[2]} (`influence`), and neither PPMI's ranking nor "
        f"chance gets there with {given_up}."
    )
    short = [career.loc[(way, 100), "reached"] for way in three]
    yield f"they cannot be told apart, and all fall short by {min(short):.2f} to {max(short):.2f}."
    further = career.loc[[(way, 150) for way in three]]
    assert further["is_reached"].tolist() == [True, True, False]
    columns = further["documents"], further["reached"], further["tokens_share"]
    (n1, b1, t1), (n2, b2, t2), (n3, b3, t3) = zip(*columns, strict=True)
    assert b2 < 0
    yield (
        f"the adaptive method gets to {b1:.2f} ({n1} documents, {percent(t1)} of the tokens), ranking once by "
        f"`relearn` to just below zero ({n2}, {percent(t2)}), and `influence` stays at {b3:.2f} ({n3}, {percent(t3)})."
    )
    deviation = career.loc[three, "reached_std"]
    yield (
        f"between {deviation.min():.2f} and {deviation.max():.2f}, so a shortfall of {short[0]:.2f} is about one "
        "standard error (two seeds),"
    )
    assert 0.9 < short[0] / (career.loc[("adaptive", 100), "reached_std"] / 2**0.5) < 1.2
    chance = career.loc[("random", 150)]
    yield f"{chance['documents']} documents at random leave the bias at {chance['reached']:.2f}."
    own = career.loc[("adaptive", 100)]
    yield f"TOP-1 analogies stay at {percent(own['top1_before'])} ({percent(own['top1_after'])} without the"
    lost = 100 * (career["top1_before"] - career["top1_after"])
    assert lost.idxmax() == ("ppmi", 150)
    yield (
        f"{chance['documents']} random documents take {lost['random', 150]:.1f} points from them, and PPMI's "
        f"{career.loc[('ppmi', 150), 'documents']} take {lost.max():.1f}."
    )

    own, ppmi = weat1.loc["adaptive"], weat1.loc["ppmi"]
    assert own["documents"][100] == weat1.loc[("once", 100), "documents"]
    yield (
        f"WEAT 1 is {own['baseline'].iloc[0]:.2f}, and {own['documents'][100]} documents are predicted to be enough, "
        f"chosen adaptively or ranked once by `relearn`. Retrained, they take it to {own['reached'][100]:.2f}, "
        "further than predicted."
    )
    yield (
        f"PPMI's first {ppmi['documents'][50]} reach {ppmi['reached'][50]:.2f}, where {ppmi['predicted'][50]:.2f} was "
        f"predicted; the adaptive method was not retrained at {ppmi['documents'][50]}"
    )
    paper = weat1.loc["influence"]
    yield (
        f"the ranking by `influence` is still at {paper['reached'][100]:.2f} with {paper['documents'][100]} documents "
        f"and needs up to {paper['documents'][150]}."
    )


def claims_about_the_larger_corpus() -> Iterator[str]:
    table = retrained("simplewiki-2021_weat1")
    n, reached = table["documents"], table["retrained_paired"]
    assert set(table["seeds"]) == {1}
    yield (
        f"The figure adds the change to the mean of the four baselines ({table['baseline'].iloc[0]:.2f}); the table "
        f"shows the retrained seed itself, whose baseline is {table['baseline_paired'].iloc[0]:.2f}."
    )
    change = table["retrained_paired"] - table["baseline_paired"]
    assert ((table["baseline"] + change - table["reached"]).abs() < 1e-6).all()
    yield (
        f"{n['adaptive', 100]} are predicted to be enough, as the mean over four baselines. We retrained one seed, "
        f"whose baseline is {table['baseline_paired'].iloc[0]:.2f};"
    )
    yield (
        f"Without the {n['adaptive', 100]} documents its WEAT 1 falls to {reached['adaptive', 100]:.2f}, without the "
        f"first {n['adaptive', 50]} of them to {reached['adaptive', 50]:.2f}."
    )
    assert all(1.4 < n[way, 100] / n["adaptive", 100] < 1.6 for way in ("once", "influence"))
    chosen = table.drop("random", level="way")
    further = chosen["retrained_paired"] < chosen["predicted_paired"]
    assert list(n[further.index[~further]]) == [19, 28]
    yield (
        f"by `relearn` ({n['once', 100]}, to {reached['once', 100]:.2f}) as by `influence` ({n['influence', 100]}, to "
        f"{reached['influence', 100]:.2f}); by retraining, the ranges overlap. Of the {len(chosen)} retrains without "
        f"chosen documents, {further.sum()} overshoot the prediction; the adaptive method's sets of 19 and 28 do not. "
        f"PPMI's first {n['ppmi', 150]} leave {reached['ppmi', 150]:.2f}, and {n['random', 150]} documents at random "
        f"{reached['random', 150]:.2f}."
    )
    after = table["top1_after"]
    yield (
        f"TOP-1 analogies stay between {percent(after.min())} and {percent(after.max())}, where "
        f"{percent(table['top1_before'].iloc[0])} is the baseline."
    )


def test_every_sentence_with_numbers_says_what_the_runs_gave():
    lines = [line for line in page().splitlines() if not line.startswith(("|", "    ", "!["))]
    prose = re.sub(r"\]\([^)]*\)", "]", " ".join(" ".join(lines).split()))
    for claim in (*claims(), *claims_about_the_larger_corpus()):
        assert prose.count(claim) == 1, f"the kept tables say: {claim}"
        prose = prose.replace(claim, "")
    assert not re.findall(r"[^ ]* ?-?\d+\.\d+|\d+ ?%", prose), "no kept table is compared with these numbers"


@pytest.mark.parametrize("run", RUNS)
def test_the_settings_kept_are_those_of_the_runs(run):
    curation = yaml.safe_load((KEPT / "curation.yaml").read_text())["setups"][RUNS[run]]["curation"]
    assert run.split("_")[1] in curation["metrics"]
    sizes = retrained(run)
    assert set(sizes["seeds"]) == {curation["seeds"]}
    assert sizes.loc["adaptive"].index.tolist() == curation["shares"]
    assert set(sizes["target"]) == {0}

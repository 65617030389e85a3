"""The tables of docs/certainty/lds.md are those of the runs that are kept beside it."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from origins import config

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "certainty"
RUNS = {"starter": "starter-lds", "simplewiki-2021": "simplewiki-2021-lds"}  # folder of a run, and its setup
PREDICTIONS = [("set", "paired"), ("sum", "paired"), ("set", "unpaired"), ("sum", "unpaired")]
ESTIMATORS = ["influence", "relearn"]  # those of the page's tables
NAMES = {"career": "career", "weat1": "WEAT 1", "weat2": "WEAT 2"}


def is_kept(run: str) -> bool:
    return (KEPT / run / "lds.csv").exists()


def page() -> str:
    return (KEPT / "lds.md").read_text()


def table_of(run: str) -> str:
    """The table of a run as the page shows it: one row per metric, share and one of two estimators."""
    scores = pd.read_csv(KEPT / run / "lds.csv").set_index(["metric", "left_out", "estimator", "effects", "seeds"])
    headings = ["metric, left out", "estimator", *(f"{effects}, {seeds}" for effects, seeds in PREDICTIONS)]
    lines = ["| " + " | ".join(headings) + " |", "| --- " * len(headings) + "|"]
    for metric, left_out, estimator in scores.index.droplevel(["effects", "seeds"]).unique():
        if estimator not in ESTIMATORS:
            continue
        cells = []
        for prediction in PREDICTIONS:
            key = metric, left_out, estimator, *prediction
            row = scores.loc[key] if key in scores.index else None
            cells.append(f"{row.spearman:.2f} ({row.low:.2f} to {row.high:.2f})" if row is not None else "")
        lines.append(f"| {NAMES[metric]}, {left_out} % | `{estimator}` | " + " | ".join(cells) + " |")
    return "\n".join(lines).replace("-0.", "−0.") + "\n"


def test_the_page_says_which_runs_are_missing():
    missing = [run for run in RUNS if not is_kept(run)]
    assert (f"Not run yet: {', '.join(missing)}." in page()) == bool(missing)
    assert ("Not run yet" in page()) == bool(missing)


@pytest.mark.parametrize("run", RUNS)
def test_every_cell_of_the_page_is_what_the_run_gave(run):
    if not is_kept(run):
        assert f"`{RUNS[run]}`" not in page()
        return
    assert table_of(run) in page(), f"the kept table says:\n{table_of(run)}"
    setup = config.load(ROOT / "config.yaml", KEPT / "lds.yaml")["setups"][RUNS[run]]
    scores = pd.read_csv(KEPT / run / "lds.csv")
    assert list(scores["metric"].unique()) == setup["metrics"]
    assert sorted(scores["left_out"].unique()) == setup["lds"]["left_out"]
    assert set(scores["subsets"]) == {setup["lds"]["subsets"]}
    assert set(scores["retrains"]) == {setup["lds"]["seeds"]}
    by_seeds = scores.groupby("seeds")["baselines"].unique().map(list).to_dict()
    others = setup["glove"]["seeds"] - setup["lds"]["seeds"]
    assert by_seeds == {"paired": [setup["lds"]["seeds"]], "unpaired": [others]}


def scores_of(run: str) -> pd.DataFrame:
    return pd.read_csv(KEPT / run / "lds.csv").set_index(["metric", "left_out", "seeds", "estimator", "effects"])


def differences(run: str, estimator: str, effects: str, than: str, **chosen) -> pd.DataFrame:
    """Rows of the table of differences, in its order."""
    table = pd.read_csv(KEPT / run / "lds_differences.csv")
    for name, value in {"estimator": estimator, "effects": effects, "than": than, **chosen}.items():
        table = table[table[name] == value]
    return table.reset_index(drop=True)


def is_unlike_zero(table: pd.DataFrame) -> pd.Series:
    return (table["low"] > 0) | (table["high"] < 0)


def span(values: pd.Series) -> str:
    return f"{values.min():.2f} to {values.max():.2f}"


def starter_claims() -> Iterator[str]:
    """The sentences on `starter` that hold numbers."""
    scores = scores_of("starter")["spearman"]
    best = scores.groupby(["metric", "left_out", "seeds"]).idxmax()
    assert {key[-2:] for key in best} == {("relearn", "set")}
    paired = differences("starter", "relearn", "set", "influence", seeds="paired")
    told = is_unlike_zero(paired)
    assert set(paired.loc[~told, "metric"]) == {"weat1"}
    yield (
        f"With paired seeds it is better than `influence` by {span(paired['difference'])}; the interval of the "
        f"difference excludes 0 in {told.sum()} of {len(told)} cases, but not for WEAT 1."
    )
    ours = scores.xs(("paired", "relearn", "set"), level=("seeds", "estimator", "effects"))
    sums = differences("starter", "relearn", "set", "sum", seeds="paired")
    half = sums["left_out"] == 50
    assert is_unlike_zero(sums).tolist() == half.tolist()
    yield (
        f"Its scores are lower where half of the documents are gone ({span(ours.xs(50, level='left_out'))}, against "
        f"{span(ours.xs(5, level='left_out'))} at 5 %), and there adding up single effects is not enough: the set's "
        f"own estimate is better by {span(sums.loc[half, 'difference'])}, with intervals that exclude 0 for all three "
        "metrics, while at 5 % the two do not differ."
    )
    unpaired = differences("starter", "relearn", "set", "unpaired")
    yield f"scores of `relearn` differ by at most {unpaired['difference'].abs().max():.2f},"
    others = differences("starter", "relearn", "set", "sum", seeds="unpaired", left_out=50)
    assert others.loc[is_unlike_zero(others), "metric"].tolist() == ["weat1"]
    paper = differences("starter", "influence", "set", "sum")
    assert not is_unlike_zero(paper).any()


def simplewiki_claims() -> Iterator[str]:
    """The sentences on Simple English Wikipedia that hold numbers."""
    run = "simplewiki-2021"
    paired, unpaired = (
        differences(run, "relearn", "set", "influence", seeds=seeds) for seeds in ("paired", "unpaired")
    )
    told = is_unlike_zero(paired)
    assert paired.loc[~told, ["metric", "left_out"]].to_numpy().tolist() == [["weat2", 50]]
    assert not is_unlike_zero(unpaired).any()
    yield (
        f"`relearn` is better than `influence` by {span(paired['difference'])}; the interval of the difference "
        f"excludes 0 in {told.sum()} of {len(told)} cases, but not for WEAT 2 at 50 %. Unpaired, it does in none."
    )
    scores = scores_of(run)["spearman"]
    best = scores.groupby(["metric", "left_out", "seeds"]).idxmax()
    assert {key[-2:] for key in best.xs(50, level="left_out")} == {("relearn", "set")}
    first, second = best["weat1", 5, "paired"], best["weat2", 5, "unpaired"]
    assert (first[3], second[3]) == ("damped", "refit")
    yield (
        f"at 5 % `damped` scores highest for WEAT 1 ({scores[first]:.2f}, paired), and `refit` for WEAT 2 "
        f"({scores[second]:.2f}, unpaired)."
    )
    sums = differences(run, "relearn", "set", "sum", seeds="paired", left_out=50)
    assert sums.loc[is_unlike_zero(sums), "metric"].tolist() == ["weat2"]
    weat1, weat2 = sums["difference"]
    yield f"better than the sum, by {weat1:.2f} and {weat2:.2f} with paired seeds"


@pytest.mark.parametrize("claims", [starter_claims, simplewiki_claims])
def test_what_the_page_says_is_what_the_runs_gave(claims):
    said = " ".join(page().split())
    for claim in claims():
        assert claim in said

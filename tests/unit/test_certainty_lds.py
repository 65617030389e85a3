"""The tables of docs/certainty/lds.md are those of the runs that are kept beside it."""

from pathlib import Path

import pandas as pd
import pytest

from origins import config

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "certainty"
RUNS = {"starter": "starter-lds", "simplewiki-2021": "simplewiki-2021-lds"}  # folder of a run, and its setup
PREDICTIONS = [("set", "paired"), ("sum", "paired"), ("set", "unpaired"), ("sum", "unpaired")]


def is_kept(run: str) -> bool:
    return (KEPT / run / "lds.csv").exists()


def page() -> str:
    return (KEPT / "lds.md").read_text()


def table_of(run: str) -> str:
    """The table of a run as the page shows it: one row per metric, share and estimator."""
    scores = pd.read_csv(KEPT / run / "lds.csv").set_index(["metric", "left_out", "estimator", "effects", "seeds"])
    headings = ["metric, left out", "estimator", *(f"{effects}, {seeds}" for effects, seeds in PREDICTIONS)]
    lines = ["| " + " | ".join(headings) + " |", "| --- " * len(headings) + "|"]
    for metric, left_out, estimator in scores.index.droplevel(["effects", "seeds"]).unique():
        cells = []
        for prediction in PREDICTIONS:
            key = metric, left_out, estimator, *prediction
            row = scores.loc[key] if key in scores.index else None
            cells.append(f"{row.spearman:.2f} ({row.low:.2f} to {row.high:.2f})" if row is not None else "")
        lines.append(f"| {metric}, {left_out} % | `{estimator}` | " + " | ".join(cells) + " |")
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

"""The numbers of docs/certainty are those of the tables beside them."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

from origins.analysis.evaluation import least_squares

ROOT = Path(__file__).parents[2]
CERTAINTY = ROOT / "docs" / "certainty"
NAMES = {"weat1": "WEAT 1", "weat2": "WEAT 2"}


def rows_of(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading of the page."""
    lines = (CERTAINTY / "replay.md").read_text().partition(f"{heading}\n")[2].partition("\n## ")[0].splitlines()
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if line.startswith("| WEAT")]


def compared(table: pd.DataFrame, estimators: list[str]) -> list[list[str]]:
    """The same rows, from predictions and the truth."""
    rows = []
    for name, own in table.groupby("metric", sort=False):
        for estimator in estimators:
            line = least_squares(own[estimator].to_numpy(), own["true_delta"].to_numpy())
            error = np.sqrt(np.mean((own[estimator] - own["true_delta"]) ** 2))
            numbers = [str(len(own)), f"{line.r2:.3f}", f"{line.slope:.3f}", f"{error:.4f}"]
            rows.append([NAMES[name], estimator, *numbers])
    return rows


@pytest.mark.parametrize(
    ("heading", "file", "estimators"),
    [
        ("# Replaying documents", "replay.csv", ["relearn", "replay"]),
        ("## Small sets", "replay_sets.csv", ["influence", "relearn", "replay"]),
    ],
)
def test_the_tables_are_those_of_what_was_retrained(heading, file, estimators):
    assert rows_of(heading) == compared(pd.read_csv(CERTAINTY / file), estimators)


def test_the_sets_are_those_of_the_settings():
    setup = yaml.safe_load((CERTAINTY / "replay.yaml").read_text())["setups"]["simplewiki-2021-replay"]
    table = pd.read_csv(CERTAINTY / "replay_sets.csv")
    sizes = [f"{way}-{size}" for way in ("decrease", "increase") for size in setup["perturbation"]["sizes"]]
    assert table.groupby("metric")["set"].agg(sorted).to_dict() == dict.fromkeys(setup["metrics"], sorted(sizes))


def test_the_retrained_documents_are_those_that_the_reproduction_keeps():
    kept = ROOT / "docs" / "reproduction" / "earlier" / "60-epochs" / "tables"
    truth = pd.read_csv(CERTAINTY / "replay_truth.csv", dtype={"id": str})
    singles = pd.read_csv(kept / "single_documents.csv").query("estimator == 'relearn'")
    merged = truth.merge(singles, on=["metric", "set"], suffixes=("", "_kept"), validate="1:1")
    assert len(merged) == len(truth) == 60
    assert list(merged["true_delta"]) == list(merged["true_delta_kept"])
    # the same document: the same prediction from the same baseline
    replays = pd.read_csv(CERTAINTY / "replay.csv").merge(singles, on=["metric", "set"], validate="1:1")
    assert list(replays["relearn"]) == pytest.approx(list(replays["predicted_delta"]), abs=2e-6)
    for name in NAMES:
        influential = pd.read_csv(kept / f"influential_{name}.csv", dtype={"id": str})
        for direction, sign in (("bias increasing", "decrease"), ("bias decreasing", "increase")):
            listed = influential[influential["document"] == direction].sort_values("place")["id"].head(10)
            chosen = truth[(truth["metric"] == name) & truth["set"].str.startswith(f"single-{sign}-")]
            assert list(chosen["id"]) == list(listed)


def test_no_number_of_the_prose_stands_alone():
    prose = "\n".join(line for line in (CERTAINTY / "replay.md").read_text().splitlines() if not line.startswith("|"))
    assert not re.findall(r"\d\.\d+", prose)

"""The numbers of docs/certainty are those of the tables beside them."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from origins.analysis.evaluation import least_squares

ROOT = Path(__file__).parents[2]
CERTAINTY = ROOT / "docs" / "certainty"
NAMES = {"weat1": "WEAT 1", "weat2": "WEAT 2"}


def rows_of(page: str) -> list[list[str]]:
    lines = (CERTAINTY / page).read_text().splitlines()
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if line.startswith("| WEAT")]


def test_the_table_of_replays_is_that_of_the_retrained_documents():
    table = pd.read_csv(CERTAINTY / "replay.csv")
    expected = []
    for name, documents in table.groupby("metric", sort=False):
        for estimator in ("relearn", "replay"):
            line = least_squares(documents[estimator].to_numpy(), documents["true_delta"].to_numpy())
            error = np.sqrt(np.mean((documents[estimator] - documents["true_delta"]) ** 2))
            numbers = [str(len(documents)), f"{line.r2:.3f}", f"{line.slope:.3f}", f"{error:.4f}"]
            expected.append([NAMES[name], estimator, *numbers])
    assert rows_of("replay.md") == expected


def test_the_retrained_documents_are_those_that_the_reproduction_keeps():
    kept = ROOT / "docs" / "reproduction" / "60-epochs" / "tables"
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

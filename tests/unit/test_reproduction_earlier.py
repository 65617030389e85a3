"""Every number that docs/reproduction/earlier/README.md reports of a run is the one that the run gave.

Tables are compared cell by cell. Sentences are rebuilt from the kept tables and have to stand in the text word for
word; whatever decimal number or percentage is then left in the prose is a number that nobody checks, and fails.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from claims_earlier import KEPT, RUNS, agreement, claims, kept
from doc_pages import table_of, unchecked

from origins import config

ROOT = Path(__file__).parents[2]
PAGE = KEPT / "README.md"


def reported(pattern: str) -> Callable[[str, str], str]:
    """What a run's table of the paper's numbers says in the rows of this name, in order."""

    def cell(run: str, column: str) -> str:
        given = kept(run, "paper")
        column = next(name for name in given if name.startswith(column))
        found = given.loc[given["what"].str.fullmatch(pattern), column]
        assert len(found), pattern
        return "; ".join(filter(None, found))

    return cell


def predicted(of: str, estimator: str, column: str) -> Callable[[str, str], str]:
    """How well an estimator predicts the targeted sets; the paper has no such number."""

    def cell(run: str, source: str) -> str:
        values = agreement(run, "targeted", of, estimator, column)
        return "; ".join(f"{value:.3f}" for value in values) if source == "ours" else ""

    return cell


# the rows of the pages' tables, and where their cells come from
ROWS = {
    "documents": reported("documents"),
    "tokens": reported("tokens"),
    "vocabulary": reported("vocabulary"),
    "baseline WEAT 1": reported("baseline weat1, .*"),
    "baseline WEAT 2": reported("baseline weat2, .*"),
    "r² of predicted and true bias, WEAT 1, paper's estimator": reported("r² .* weat1, .* influence"),
    "r² of predicted and true bias, WEAT 2, paper's estimator": reported("r² .* weat2, .* influence"),
    "r² of paired differences, paper's estimator, WEAT 1; WEAT 2": predicted("delta", "influence", "r2"),
    "r² of predicted and true bias, `relearn`, WEAT 1; WEAT 2": predicted("bias", "relearn", "r2"),
    "r² of paired differences, `relearn`, WEAT 1; WEAT 2": predicted("delta", "relearn", "r2"),
    "root mean square error of the bias, paper's estimator, WEAT 1; WEAT 2": predicted("bias", "influence", "rmse"),
    "root mean square error of the bias, `relearn`, WEAT 1; WEAT 2": predicted("bias", "relearn", "rmse"),
    "targeted sets that differ from the baseline (Welch, p < 0.05)": reported("targeted sets that differ .*"),
    "TOP-1 analogies": reported("TOP-1 analogies"),
    **{
        f"{change}, chosen by PPMI and by influence (ours: `relearn`)": reported(
            f"{change.replace('WEAT 1', 'weat1')}, .*"
        )
        for objective in ("correct", "aggravate")
        for size in (10, 100)
        for change in [f"change of WEAT 1 without {size} documents to {objective} it"]
    },
}


def test_every_cell_of_the_comparison_is_what_the_runs_gave():
    table = table_of(PAGE, "ours, 300 epochs")
    assert set(table.index) == {*ROWS}
    for label, row in table.iterrows():
        for heading, run in RUNS.items():
            assert row[heading] == ROWS[label](run, "ours"), (label, run)
        for paper in ("paper, Wiki", "paper, NYT"):
            assert row[paper] == ROWS[label]("300-epochs", paper), (label, paper)


def test_estimators_of_single_documents_compare_as_in_the_runs():
    table = table_of(PAGE, "r², 300 epochs")
    for run, documents in zip(RUNS.values(), re.findall(r"\d+", table.index.name), strict=True):
        assert set(kept(run, "correlation").query("sets == 'single' and of == 'delta'")["n"]) == {documents}
        for label, row in table.iterrows():
            for what, column in (("r²", "r2"), ("error", "rmse")):
                weat1, weat2 = agreement(run, "single", "delta", label.split("`")[1], column)
                assert row[f"{what}, {run.replace('-', ' ')}"] == f"{weat1:.3f}, {weat2:.3f}", (run, label)


def test_every_sentence_with_numbers_says_what_the_runs_gave():
    assert not unchecked(PAGE, claims()), "no kept table is compared with these numbers"


@pytest.mark.parametrize("folder", ["300-epochs", "60-epochs"])
def test_the_settings_kept_are_those_of_the_runs(folder):
    epochs = int(folder.split("-")[0])
    merged = config.load(ROOT / "config.yaml", KEPT / "config.yaml")
    trained = {name: merged["setups"][name]["glove"]["epochs"] for name in merged["run"]}
    assert epochs in trained.values()
    assert pd.read_csv(KEPT / folder / "tables" / "convergence.csv")["epoch"].max() == epochs

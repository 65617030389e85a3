"""What README.md and docs/reproduction say of the runs on Simple Wikipedia is what these runs gave."""

import itertools
import re
from pathlib import Path

import pandas as pd
import pytest

from origins import config

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "reproduction"
COLUMN = "ours, Simple Wikipedia"


# a row of the README, and what its numbers are called in a run's table
ROWS = {
    "documents": "documents",
    "tokens": "tokens",
    "baseline WEAT 1": "baseline weat1, .*",
    "baseline WEAT 2": "baseline weat2, .*",
    "r² of predicted and true, WEAT 1, .*": "r² .* weat1, .* influence",
    "r² of predicted and true, WEAT 2, .*": "r² .* weat2, .* influence",
    "the same with `relearn`.*": "r² .* relearn",
    "root mean square error.* WEAT 1": "r² .* weat1, .* (influence|relearn)",
    "root mean square error.* WEAT 2": "r² .* weat2, .* (influence|relearn)",
    "targeted sets that differ.*": "targeted sets that differ .*",
    "random sets that differ": "random sets that differ .*",
    "TOP-1 analogies": "TOP-1 analogies",
    "their change .*": "TOP-1 analogies after .*",
    "change of WEAT 1 without 10 documents to correct it.*": "change of weat1 without 10 documents to correct it.*",
    "change of WEAT 1 without 100 documents to correct it.*": "change of weat1 without 100 documents to correct it.*",
    "change of WEAT 1 without 10 documents to aggravate it.*": "change of weat1 without 10 .* aggravate it.*",
    "change of WEAT 1 without 100 documents to aggravate it.*": "change of weat1 without 100 .* aggravate it.*",
    "r² of WEAT in GloVe and in PPMI.*": "r² of WEAT in GloVe and in ppmi.* weat1",
    "r² of WEAT in GloVe and in word2vec.*": "r² of WEAT in GloVe and in word2vec.* weat1",
    "WEAT 1 in word2vec .*": "weat1 in word2vec .*",
    "r² of a word's log frequency .*": "r² of log frequency .*",
    "of the 50 most influential documents.*": "of the 50 most influential documents .*",
}


def numbers(text: str) -> set[str]:
    """As they are written, without signs and thousands' separators."""
    return set(re.findall(r"\d+\.?\d*", text.replace(",", "")))


def readme_rows() -> list[tuple[str, str, str]]:
    """The run, the label and our numbers of every row of the README's table."""
    lines = (ROOT / "README.md").read_text().splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("|") and COLUMN in line)
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start:])
    head, _, *cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    column, run, rows = head.index(COLUMN), "60-epochs", []
    for row in cells:
        if section := re.match(r"\*\*(\d+) epochs", row[0]):
            run = f"{section[1]}-epochs"
        else:
            rows.append((run, row[0], row[column]))
    return rows


def test_every_number_of_the_readme_is_one_that_the_runs_gave():
    rows = readme_rows()
    assert len(rows) == len(ROWS) + 5  # baselines and r² of both runs, analogies of both
    for run, label, ours in rows:
        table = pd.read_csv(KEPT / run / "tables" / "paper.csv", dtype=str).fillna("")
        named = next(name for row, name in ROWS.items() if re.fullmatch(row, label))
        given = table[table["what"].str.fullmatch(named)]
        assert len(given), named
        assert numbers(re.sub(r"\(4 sets, 1 retrain\)", "", ours)) <= numbers(
            " ".join(given.iloc[:, -2:].to_numpy().ravel())
        ), label


@pytest.mark.parametrize("folder", ["300-epochs", "60-epochs"])
def test_the_settings_kept_are_those_of_the_runs(folder):
    epochs = int(folder.split("-")[0])
    merged = config.load(ROOT / "config.yaml", KEPT / "config.yaml")
    trained = {name: merged["setups"][name]["glove"]["epochs"] for name in merged["run"]}
    assert epochs in trained.values()
    assert pd.read_csv(KEPT / folder / "tables" / "convergence.csv")["epoch"].max() == epochs


def test_nothing_kept_holds_a_text_of_the_corpus():
    for file in KEPT.rglob("*.csv"):
        longest = pd.read_csv(file, dtype=str).fillna("").map(len).to_numpy().max(initial=0)
        assert longest < 200, file
    assert sum(file.stat().st_size for file in KEPT.rglob("*") if file.is_file()) < 4_000_000

"""What README.md and docs/reproduction say of the runs on Simple Wikipedia is what these runs gave."""

import itertools
import re
from pathlib import Path

import pandas as pd
import pytest

from origins import config

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "reproduction"
RUNS = {"ours, 300 epochs": "300-epochs", "ours, 60 epochs": "60-epochs"}  # by column of the README


# the rows of the README's table, and what their numbers are called in a run's table
ROWS = {
    "documents": "documents",
    "tokens": "tokens",
    "baseline WEAT 1": "baseline weat1, .*",
    "baseline WEAT 2": "baseline weat2, .*",
    "r² of predicted and true, WEAT 1": "r² .* weat1, .* influence",
    "r² of predicted and true, WEAT 2": "r² .* weat2, .* influence",
    "the same with `relearn`, WEAT 1 and 2": "r² .* relearn",
    "root mean square error, paper's estimator and `relearn`: WEAT 1": "r² .* weat1, .* (influence|relearn)",
    "root mean square error, paper's estimator and `relearn`: WEAT 2": "r² .* weat2, .* (influence|relearn)",
    "targeted sets that differ from the baseline (Welch, p < 0.05)": "targeted sets that differ .*",
    "random sets that differ": "random sets that differ .*",
    "TOP-1 analogies": "TOP-1 analogies",
    "their change when a targeted set is removed": "TOP-1 analogies after .*",
    **{
        f"{change}, chosen by PPMI and by influence": f"{change.replace('WEAT 1', 'weat1')}, .*"
        for objective in ("correct", "aggravate")
        for size in (10, 100)
        for change in [f"change of WEAT 1 without {size} documents to {objective} it"]
    },
    "r² of WEAT in GloVe and in PPMI, 2000 random word sets": "r² of WEAT in GloVe and in ppmi.* weat1",
    "r² of WEAT in GloVe and in word2vec, 2000 random word sets": "r² of WEAT in GloVe and in word2vec.* weat1",
    "WEAT 1 in word2vec without the largest `decrease` set": "weat1 in word2vec .*",
    "r² of a word's log frequency and how far the sets move it, WEAT 1; WEAT 2": "r² of log frequency .*",
    "of the 50 most influential documents, without any target word, WEAT 1; WEAT 2": "of the 50 most .*",
}


def numbers(text: str) -> set[str]:
    """As they are written, without signs and thousands' separators."""
    return set(re.findall(r"\d+\.?\d*", text.replace(",", "")))


def readme_table(heading: str) -> pd.DataFrame:
    """The README's table that has a column of this name, with its first column as the index."""
    lines = (ROOT / "README.md").read_text().splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("|") and f"| {heading} |" in line)
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start:])
    head, _, *cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    return pd.DataFrame(cells, columns=head).set_index(head[0])


def kept(run: str, table: str) -> pd.DataFrame:
    """A table of a run, as it was written."""
    return pd.read_csv(KEPT / run / "tables" / f"{table}.csv", dtype=str).fillna("")


def test_every_number_of_the_readme_is_one_that_the_runs_gave():
    table = readme_table("ours, 300 epochs")
    assert list(table.index) == list(ROWS)
    for heading, run in RUNS.items():
        given = kept(run, "paper")
        for label, ours in table[heading].items():
            named = given[given["what"].str.fullmatch(ROWS[label])]
            assert numbers(ours) <= numbers(" ".join(named.iloc[:, -2:].to_numpy().ravel())), (run, label)
            assert bool(ours) == bool(len(named)), (run, label)


def test_the_readme_compares_estimators_of_single_documents_as_the_runs_did():
    table = readme_table("r², 300 epochs")
    for run, documents in zip(RUNS.values(), re.findall(r"\d+", table.index.name), strict=True):
        given = kept(run, "correlation").query("sets == 'single' and of == 'delta'")
        assert set(given["n"]) == {documents}
        given = given.set_index(["estimator", "metric"])[["r2", "rmse"]].astype(float)
        for label, row in table.iterrows():
            agreement = given.loc[label.split("`")[1]]
            for what, column in (("r²", "r2"), ("error", "rmse")):
                weat1, weat2 = agreement.loc[["weat1", "weat2"], column]
                assert row[f"{what}, {run.replace('-', ' ')}"] == f"{weat1:.3f}, {weat2:.3f}", (run, label)


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

"""Every number that README.md and docs/reproduction/README.md report of a run is the one that the run gave.

Tables are compared cell by cell. Sentences are rebuilt from the kept tables and have to stand in the text word for
word; whatever decimal number or percentage is then left in the prose is a number that nobody checks, and fails.
"""

import itertools
import re
import tarfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from claims import KEPT, RUNS, agreement, claims, claims_of_the_readme, kept

from origins import config

ROOT = Path(__file__).parents[2]
PAGES = {"README.md": ROOT / "README.md", "docs/reproduction/README.md": KEPT / "README.md"}


def text_of(page: str) -> str:
    """As it is read: ASCII signs, so that numbers can be compared with those of the tables."""
    return PAGES[page].read_text().replace("−", "-")


def table_of(page: str, heading: str) -> pd.DataFrame:
    """The page's table that has a column of this name, with its first column as the index."""
    lines = text_of(page).splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("|") and f"| {heading} |" in line)
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start:])
    head, _, *cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    return pd.DataFrame(cells, columns=head).set_index(head[0])


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
    "r² of predicted and true bias, WEAT 1; WEAT 2": reported("r² pred.* influence"),
    "r² of paired differences, paper's estimator, WEAT 1; WEAT 2": predicted("delta", "influence", "r2"),
    "r² of predicted and true bias, `relearn`, WEAT 1; WEAT 2": predicted("bias", "relearn", "r2"),
    "r² of paired differences, `relearn`, WEAT 1; WEAT 2": predicted("delta", "relearn", "r2"),
    "root mean square error of the bias, paper's estimator, WEAT 1; WEAT 2": predicted("bias", "influence", "rmse"),
    "root mean square error of the bias, `relearn`, WEAT 1; WEAT 2": predicted("bias", "relearn", "rmse"),
    "targeted sets that differ from the baseline (Welch, p < 0.05)": reported("targeted sets that differ .*"),
    "random sets that differ from the baseline (one set, both metrics)": reported("random sets that differ .*"),
    "TOP-1 analogies": reported("TOP-1 analogies"),
    "TOP-1 analogies after removing a targeted set": reported("TOP-1 analogies after .*"),
    **{
        f"{change}, chosen by PPMI and by influence (ours: `relearn`)": reported(
            f"{change.replace('WEAT 1', 'weat1')}, .*"
        )
        for objective in ("correct", "aggravate")
        for size in (10, 100)
        for change in [f"change of WEAT 1 without {size} documents to {objective} it"]
    },
    "r² of WEAT in GloVe and in PPMI, 2000 random word sets": reported("r² of .* in ppmi.* weat1"),
    "r² of WEAT in GloVe and in word2vec, 2000 random word sets": reported("r² of .* in word2vec.* weat1"),
    "WEAT 1 in word2vec without the largest `decrease` set": reported("weat1 in word2vec .*"),
    "of the 50 most influential documents, without any target word, WEAT 1; WEAT 2": reported("of the 50 most .*"),
}


def test_every_cell_of_the_comparison_is_what_the_runs_gave():
    table = table_of("docs/reproduction/README.md", "ours, 300 epochs")
    assert set(table.index) == {*ROWS} - {"r² of predicted and true bias, WEAT 1; WEAT 2"}
    for label, row in table.iterrows():
        for heading, run in RUNS.items():
            assert row[heading] == ROWS[label](run, "ours"), (label, run)
        for paper in ("paper, Wiki", "paper, NYT"):
            assert row[paper] == ROWS[label]("300-epochs", paper), (label, paper)


def test_every_cell_of_the_readme_is_what_the_run_gave():
    table = table_of("README.md", "ours")
    assert len(table) == 5
    for label, row in table.iterrows():
        assert row["ours"] == ROWS[label]("300-epochs", "ours"), label
        wiki, nyt = (ROWS[label]("300-epochs", paper) for paper in ("paper, Wiki", "paper, NYT"))
        assert row["paper"] == (wiki or f"{nyt} (New York Times)"), label


def test_estimators_of_single_documents_compare_as_in_the_runs():
    table = table_of("docs/reproduction/README.md", "r², 300 epochs")
    for run, documents in zip(RUNS.values(), re.findall(r"\d+", table.index.name), strict=True):
        assert set(kept(run, "correlation").query("sets == 'single' and of == 'delta'")["n"]) == {documents}
        for label, row in table.iterrows():
            for what, column in (("r²", "r2"), ("error", "rmse")):
                weat1, weat2 = agreement(run, "single", "delta", label.split("`")[1], column)
                assert row[f"{what}, {run.replace('-', ' ')}"] == f"{weat1:.3f}, {weat2:.3f}", (run, label)


def prose_of(page: str) -> str:
    """A page without tables, code, pictures and addresses, in one line."""
    text = re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL)
    lines = [line for line in text.splitlines() if not line.startswith(("|", "    ", "!["))]
    text = " ".join(" ".join(line.removeprefix("> ") for line in lines).split())
    return re.sub(r"\]\([^)]*\)", "]", text)


def test_every_sentence_with_numbers_says_what_the_runs_gave():
    prose = prose_of("docs/reproduction/README.md")
    for claim in claims():
        assert prose.count(claim) == 1, f"the kept tables say: {claim}"
        prose = prose.replace(claim, "")
    left = re.findall(r"[^ ]* ?[-+]?\d+\.\d+|[-+]?\d+ ?%", prose.replace("p < 0.05", "").replace("95 % bootstrap", ""))
    assert not left, "no kept table is compared with these numbers"


def test_the_readme_says_what_the_run_gave():
    text, section = " ".join(text_of("README.md").split()), prose_of("README.md")
    section = section.partition("## Does it reproduce?")[2].partition("##")[0]
    assert "In this run" in section
    for claim in claims_of_the_readme():
        assert text.count(claim) == 1, f"the kept tables say: {claim}"
        section = section.replace(claim, "")
    assert not re.findall(r"\d+\.\d+|\d+ ?%", section), "no kept table is compared with these numbers"


@pytest.mark.parametrize("folder", ["300-epochs", "60-epochs"])
def test_the_settings_kept_are_those_of_the_runs(folder):
    epochs = int(folder.split("-")[0])
    merged = config.load(ROOT / "config.yaml", KEPT / "config.yaml")
    trained = {name: merged["setups"][name]["glove"]["epochs"] for name in merged["run"]}
    assert epochs in trained.values()
    assert pd.read_csv(KEPT / folder / "tables" / "convergence.csv")["epoch"].max() == epochs


def test_nothing_kept_holds_a_text_of_the_corpus():
    loose = [file for file in KEPT.rglob("*") if file.is_file() and file.suffix != ".xz"]
    for file in loose:
        if file.suffix == ".csv":
            assert longest_cell(file) < 200, file
    assert sum(file.stat().st_size for file in loose) < 4_000_000
    for path in KEPT.rglob("*.tar.xz"):
        with tarfile.open(path) as archive:
            for entry in archive:
                content = archive.extractfile(entry)
                match Path(entry.name).suffix:
                    case ".csv":
                        assert longest_cell(content) < 200, entry.name
                    case ".txt":  # one id per line
                        assert max(map(len, content.read().split())) < 20, entry.name
                    case suffix:
                        assert suffix in (".npz", ".json"), entry.name


def longest_cell(file) -> int:
    return pd.read_csv(file, dtype=str).fillna("").map(len).to_numpy().max(initial=0)

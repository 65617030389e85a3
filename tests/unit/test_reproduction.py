"""What README.md and docs/reproduction say of the runs on Simple Wikipedia is what these runs gave."""

import re
from pathlib import Path

import pandas as pd
import pytest

from origins import config

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "reproduction"
COLUMN = "ours, Simple Wikipedia"


def numbers(text: str) -> set[str]:
    """As they are written, whatever the minus sign and the thousands' separator."""
    return set(re.findall(r"\d+\.?\d*", text.replace(",", "").replace("−", "-")))


def readme_rows() -> list[tuple[str, str]]:
    lines = [line.strip("| ").split(" | ") for line in (ROOT / "README.md").read_text().splitlines() if "|" in line]
    start = next(place for place, cells in enumerate(lines) if any(COLUMN in cell for cell in cells))
    column = next(place for place, cell in enumerate(lines[start]) if COLUMN in cell)
    return [(cells[0], cells[column].strip()) for cells in lines[start + 2 :] if len(cells) == len(lines[start])]


def test_every_number_of_the_readme_is_one_that_the_runs_gave():
    tables = [pd.read_csv(file, dtype=str).fillna("") for file in KEPT.glob("*-epochs/tables/paper.csv")]
    given = numbers(" ".join(" ".join(table.to_numpy().ravel()) for table in tables))
    rows = readme_rows()
    assert len(rows) > 15
    for label, ours in rows:
        words = re.sub(r"WEAT \d|\d+ (epochs|sets|seeds|retrains?)|\d+ of \d+ sets", "", ours)
        assert numbers(words) <= given, f"{label}: {ours}"


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

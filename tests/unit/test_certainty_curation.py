"""The numbers of docs/certainty/curation.md are those of the tables beside it."""

import re
from pathlib import Path

import pandas as pd

CERTAINTY = Path(__file__).parents[2] / "docs" / "certainty"
PAGE = (CERTAINTY / "curation.md").read_text()


def kept(name: str) -> pd.DataFrame:
    return pd.read_csv(CERTAINTY / "curation" / f"{name}.csv")


def test_the_table_says_how_many_documents_each_way_takes():
    expected = []
    for metric in ("career", "weat1"):
        for row in kept(f"curation_answers_{metric}").itertuples():
            numbers = [f"{value:.0f}" if value == value else "–" for value in (row.predicted, row.too_few, row.enough)]
            expected.append(f"| {metric} | {row.way} | {' | '.join(numbers)} |")
    assert [line for line in PAGE.splitlines() if line.startswith(("| career", "| weat1"))] == expected


def test_the_sentences_are_those_of_the_table():
    career = kept("curation_career").set_index(["way", "documents"])
    half, more, chance = (career.loc[key] for key in (("adaptive", 27), ("adaptive", 40), ("random", 108)))
    text = " ".join(PAGE.split())
    claims = [
        f"falls from {half.baseline:.2f} to {half.reached:.2f}, and without 40 to {more.reached:.2f}:",
        f"deviation over the two seeds is {half.reached_std:.2f} and {more.reached_std:.2f}.",
        f"108 random documents leave {chance.reached:.2f}.",
    ]
    for claim in claims:
        assert claim in text, claim
    assert len(re.findall(r"\d\.\d\d", text)) == sum(len(re.findall(r"\d\.\d\d", claim)) for claim in claims)
    promised, kept_of_it = half.baseline - half.predicted, half.baseline - half.reached
    assert 1 / 9 < 1 - kept_of_it / promised < 1 / 6  # "about an eighth"
    assert set(career["seeds"]) == {2}

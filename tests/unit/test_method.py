"""The numbers of `starter` in docs/method.md are those of the reference run."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLES = json.loads((ROOT / "workflow" / "reference" / "starter.json").read_text())["tables"]
TEXT = " ".join((ROOT / "docs" / "method.md").read_text().split())
METRICS = ("career", "weat1", "weat2")


def test_random_word_sets_closer_to_zero():
    closer = TABLES["tables/null.csv"]["columns"]["closer"]  # by seed, then by metric
    spans = [(min(closer[k::3]), max(closer[k::3])) for k in range(3)]
    (c0, c1), (a0, a1), (b0, b1) = [(f"{low:.0f}", f"{high:.0f}") for low, high in spans]
    assert (
        f"{c0} to {c1} % of them are closer to zero than `career`, {a0} to {a1} % than WEAT 1, and {b0} to {b1} % than"
        in TEXT
    )


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ((11,), "the root mean square difference is {} for the three metrics, and {} for the sum of single effects"),
        ((2, 6), "for random choices of ten, {} and {}."),
    ],
)
def test_errors_of_free_choices(places, sentence):
    def span(column: str) -> str:
        tables = [TABLES[f"tables/choices_{metric}.csv"]["columns"] for metric in METRICS]
        values = [table[column][place] for table in tables for place in places]
        return f"{min(values):.3f} to {max(values):.3f}"

    assert sentence.format(span("error_shifts"), span("error_sum")) in TEXT

"""Two metrics crossed, counted one document at a time."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from origins.analysis.certainty import is_clear
from origins.analysis.crossed import CELLS, DIRECTIONS, documents, pairs
from origins.errors import OriginsError


def scores_of(deltas):
    """A table of scores from documents × seeds."""
    mean = deltas.mean(axis=1)
    return pd.DataFrame(
        {
            "id": [f"d{k}" for k in range(len(deltas))],
            "title": [f"Document {k}" for k in range(len(deltas))],
            "delta_mean": mean,
            "delta_std": deltas.std(axis=1, ddof=1),
            "delta_low": mean - 2 * deltas.std(axis=1, ddof=1),
            "delta_high": mean + 2 * deltas.std(axis=1, ddof=1),
        }
    )


@pytest.fixture
def scores():
    rng = np.random.default_rng(9)
    common = rng.normal(size=(200, 1))
    return {
        name: scores_of(weight * common + rng.normal(size=(200, 1)) + 0.5 * rng.normal(size=(200, 3)))
        for name, weight in (("gender", 1.0), ("race", 0.8), ("age", -0.5))
    }


def verb(scores, k):
    """What removing nothing but document k would show."""
    row = scores.iloc[k]
    if not is_clear(scores)[k]:
        return 0
    return 1 if row["delta_mean"] > 0 else -1


def test_every_document_is_in_the_cell_of_its_two_signs(scores):
    table = pairs(scores)
    assert table[["first", "second"]].to_numpy().tolist() == [["gender", "race"], ["gender", "age"], ["race", "age"]]
    for row in table.to_dict("records"):
        a, b = scores[row["first"]], scores[row["second"]]
        cells = [(verb(a, k), verb(b, k)) for k in range(200)]
        assert {name: row[name] for name in CELLS} == {name: cells.count(cell) for name, cell in CELLS.items()}
        assert sum(row[name] for name in CELLS) == row["documents"] == 200
        assert row["both_expected"] == pytest.approx(is_clear(a).mean() * is_clear(b).mean() * 200)
        assert row["pearson"] == pytest.approx(stats.pearsonr(a["delta_mean"], b["delta_mean"]).statistic)
        assert row["spearman"] == pytest.approx(stats.spearmanr(a["delta_mean"], b["delta_mean"]).statistic)
    assert table.loc[0, "both_raised"] > table.loc[0, "raised_lowered"] > 0
    assert table.loc[1, "raised_lowered"] > table.loc[1, "both_raised"]


def test_the_documents_listed_are_the_most_extreme_in_both(scores):
    table = documents(scores, count=4)
    for (first, second, direction), own in table.groupby(["first", "second", "direction"], sort=False):
        a, b = scores[first], scores[second]
        found = []
        for k in range(200):
            if (verb(a, k), verb(b, k)) == CELLS[direction]:
                sizes = [abs(each["delta_mean"][k]) / each["delta_mean"].std() for each in (a, b)]
                found.append((-min(sizes), f"d{k}"))
        best = sorted(found)[:4]
        assert own["id"].tolist() == [name for _, name in best]
        assert own["strength"].tolist() == pytest.approx([-size for size, _ in best])
        assert own["place"].tolist() == list(range(1, len(best) + 1))
        k = int(own["id"].iloc[0][1:])
        assert own[["first_delta", "second_std"]].iloc[0].tolist() == [a["delta_mean"][k], b["delta_std"][k]]
        assert own["title"].iloc[0] == f"Document {k}"
    assert set(table["direction"]) == set(DIRECTIONS)


def test_a_score_that_never_changes_has_no_correlation_and_no_documents(scores):
    flat = scores["age"].assign(delta_mean=0.0, delta_std=0.0)
    both = {"gender": scores["gender"], "ect1": flat}
    assert pairs(both)[["pearson", "spearman"]].isna().all(axis=None)
    assert len(documents(both)) == 0
    assert documents(both).columns.tolist() == documents(scores).columns.tolist()


def test_scores_of_different_documents_are_not_crossed(scores):
    other = scores["race"].iloc[::-1].reset_index(drop=True)
    with pytest.raises(OriginsError, match="gender and race are of different documents"):
        pairs({"gender": scores["gender"], "race": other})

"""Two metrics crossed: do the documents that change one score change another, and in which direction?

Every metric is paired with every other. A document raises a score if its Δ is positive, and lowers it if negative; it
counts if that is clear (see `certainty`). Whether a higher score is more bias depends on the metric.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
import pandas as pd

from origins.analysis.certainty import is_clear
from origins.errors import OriginsError

LISTED = 10  # documents of each pair of metrics and each direction
# signs of the clear effects on the first and the second metric; 0: no clear effect
CELLS = {
    "both_raised": (1, 1),
    "both_lowered": (-1, -1),
    "raised_lowered": (1, -1),
    "lowered_raised": (-1, 1),
    "first_raised_only": (1, 0),
    "first_lowered_only": (-1, 0),
    "second_raised_only": (0, 1),
    "second_lowered_only": (0, -1),
    "neither": (0, 0),
}
DIRECTIONS = list(CELLS)[:4]
COLUMNS = [
    "first", "second", "direction", "place", "id", "title", "first_delta", "first_std", "second_delta", "second_std",
    "strength",
]  # fmt: skip


def pairs(scores: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """For every two metrics, the numbers of documents by the sign of their clear effects, and correlations of Δ.

    `both_expected` is how many documents would have a clear effect on both if the two had nothing to do with each
    other. The correlations, Pearson's and Spearman's, are over all documents; missing if a score never changes.
    """
    rows = []
    for first, second in _combined(scores):
        a, b = scores[first], scores[second]
        of_a, of_b = _signs(a), _signs(b)
        rows.append(
            {
                "first": first,
                "second": second,
                "documents": len(a),
                "pearson": _correlation(a["delta_mean"], b["delta_mean"]),
                "spearman": _correlation(a["delta_mean"].rank(), b["delta_mean"].rank()),
                "both_expected": np.count_nonzero(of_a) * np.count_nonzero(of_b) / len(a),
                **{name: np.count_nonzero((of_a == x) & (of_b == y)) for name, (x, y) in CELLS.items()},
            }
        )
    return pd.DataFrame(rows)


def documents(scores: Mapping[str, pd.DataFrame], count: int = LISTED) -> pd.DataFrame:
    """The documents with the largest clear effects on both of two metrics, for each of the four directions.

    The strength of a document is the smaller of its two Δ, each in standard deviations of that metric's Δ over all
    documents, so that a document has to be extreme in both.
    """
    found = []
    for first, second in _combined(scores):
        a, b = scores[first], scores[second]
        strength = np.minimum(*(each["delta_mean"].abs() / each["delta_mean"].std() for each in (a, b)))
        signs = np.stack([_signs(a), _signs(b)], axis=1)
        for direction in DIRECTIONS:
            chosen = strength[(signs == CELLS[direction]).all(axis=1)]
            rows = chosen.sort_values(ascending=False, kind="stable").head(count).index
            own = pd.DataFrame({"first": first, "second": second, "direction": direction}, index=rows)
            own["place"] = np.arange(1, len(rows) + 1)
            own[["id", "title"]] = a.loc[rows, ["id", "title"]]
            own[["first_delta", "first_std"]] = a.loc[rows, ["delta_mean", "delta_std"]]
            own[["second_delta", "second_std"]] = b.loc[rows, ["delta_mean", "delta_std"]]
            own["strength"] = chosen[rows]
            found.append(own)
    return pd.concat(found, ignore_index=True)[COLUMNS]


def _combined(scores: Mapping[str, pd.DataFrame]) -> Iterator[tuple[str, str]]:
    for first, second in combinations(scores, 2):
        if not scores[first]["id"].equals(scores[second]["id"]):
            raise OriginsError(
                f"the scores of {first} and {second} are of different documents; run the workflow again."
            )
        yield first, second


def _signs(scores: pd.DataFrame) -> np.ndarray:
    """1 and −1 for documents that clearly raise and lower the score, 0 for all others."""
    return np.where(is_clear(scores), np.sign(scores["delta_mean"]), 0).astype(int)


def _correlation(x: pd.Series, y: pd.Series) -> float:
    return float(x.corr(y)) if min(np.ptp(x), np.ptp(y)) > 0 else np.nan

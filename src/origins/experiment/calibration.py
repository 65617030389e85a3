"""Which documents are retrained one by one to calibrate the interval of every document's Δ, and which to test it."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

STRATA = {"top 20": 20, "top 100": 100, "top 500": 500}  # the last rank of each; everything else is in the REST
REST = "rest"
CALIBRATE, TEST = "calibrate", "test"


def ranks(delta_mean: np.ndarray) -> np.ndarray:
    """The rank of every document by the size of its Δ, from 1; equal ones in order of the corpus."""
    found = np.empty(len(delta_mean), dtype=np.int64)
    found[np.argsort(-np.abs(delta_mean), kind="stable")] = np.arange(1, len(delta_mean) + 1)
    return found


def strata(ranks: np.ndarray) -> np.ndarray:
    """The stratum of every rank, by name."""
    return np.array([*STRATA, REST], dtype=object)[np.searchsorted(list(STRATA.values()), ranks)]


def sample(delta_means: Sequence[np.ndarray], seed: int = 0) -> pd.DataFrame:
    """All documents in the order in which they are drawn: row, stratum and part.

    A document's stratum is that of its best rank by any metric; `delta_means` has the Δ of all documents by each.
    Strata take turns, so that any number of draws has as many of each as it can. Every second draw of a stratum
    calibrates, the others test; all this is known before anything is retrained.
    """
    best = strata(np.min([ranks(delta) for delta in delta_means], axis=0))
    drawn = np.random.default_rng([seed, 2, 0]).permutation(len(best))
    table = pd.DataFrame({"row": drawn, "stratum": best[drawn]})
    turn = table.groupby("stratum").cumcount()
    table["part"] = np.where(turn % 2 == 0, CALIBRATE, TEST)
    place = table["stratum"].map({name: k for k, name in enumerate([*STRATA, REST])})
    return table.iloc[np.lexsort((place, turn))].reset_index(drop=True)

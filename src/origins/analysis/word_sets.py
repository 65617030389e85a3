"""Random word sets of a metric's sizes: does WEAT say the same in GloVe, PPMI and word2vec (sections 5.3 and 5.4)?

`sets` has a row a word set, the ids of S, T, A and B one after the other; `sizes` says how many words each has.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from origins.analysis.evaluation import bootstrap, least_squares
from origins.errors import OriginsError
from origins.files.csvfile import write_csv
from origins.metrics.weat import WEAT, weat_kernel


def draw(vocabulary: int, sizes: Sequence[int], *, number: int = 2000, words: int = 5000, seed: int = 0) -> np.ndarray:
    """Word sets drawn from the most frequent words, all alike; no word is in a word set twice."""
    frequent, needed = min(words, vocabulary), sum(sizes)
    if frequent < needed:
        raise OriginsError(
            f"word_sets.words: a word set has {needed} words, but only {frequent} of the vocabulary's {vocabulary} may "
            "be drawn; raise it, or lower vocabulary.min_count."
        )
    rng = np.random.default_rng(seed)
    return np.array([rng.choice(frequent, size=needed, replace=False) for _ in range(number)])


def save(path: str | Path, sets: np.ndarray, sizes: Sequence[int], words: Sequence[str]) -> None:
    """Write word sets for people too: number, and the words of S, T, A and B with spaces between."""
    table = {"number": np.arange(1, len(sets) + 1)}
    for name, ids in zip(WEAT.SETS, split(sets, sizes), strict=True):
        table[name] = [" ".join(words[id] for id in row) for row in ids]
    write_csv(pd.DataFrame(table), path)


def load(path: str | Path, ids: Mapping[str, int]) -> tuple[np.ndarray, list[int]]:
    """The word sets of a file and their sizes; `ids` are those of the vocabulary's words."""
    rows = [[text.split() for text in row] for row in pd.read_csv(path)[list(WEAT.SETS)].to_numpy()]
    sizes = [len(words) for words in rows[0]]
    try:
        return np.array([[ids[word] for words in row for word in words] for row in rows]), sizes
    except KeyError as error:
        raise OriginsError(f"{path}: {error} is not in the vocabulary; draw the word sets again.") from None


def split(sets: np.ndarray, sizes: Sequence[int]) -> list[np.ndarray]:
    """S, T, A and B, a row a word set each."""
    return np.split(sets, np.cumsum(sizes)[:-1], axis=1)


def effect_sizes(W: np.ndarray, sets: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
    """B_weat of every word set in an embedding, W having at least the rows that the sets name."""
    W = W[: sets.max() + 1].astype(np.float64)
    return np.array([weat_kernel(W, *each) for each in zip(*split(sets, sizes), strict=True)])


def compare(glove: np.ndarray, **others: np.ndarray) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The effect sizes (number, glove and the others), and how well each of the others agrees with GloVe.

    All are given as seeds × word sets, or as word sets where there is one embedding only; seeds are averaged.
    """
    means = {name: np.atleast_2d(sizes).mean(axis=0) for name, sizes in {"glove": glove, **others}.items()}
    agreements = [{"representation": name} | agreement(means["glove"], means[name]) for name in others]
    return pd.DataFrame({"number": np.arange(1, len(means["glove"]) + 1), **means}), pd.DataFrame(agreements)


def agreement(glove: np.ndarray, other: np.ndarray, *, resamples: int = 2000, seed: int = 0) -> dict[str, float]:
    """The line of the other's effect sizes on GloVe's, and r² with the bootstrap's 95 % interval over word sets."""
    slope, intercept, r2 = least_squares(glove, other)
    low, high = bootstrap(glove, other, resamples, seed)
    return {"n": len(glove), "r2": r2, "r2_low": low, "r2_high": high, "slope": slope, "intercept": intercept}

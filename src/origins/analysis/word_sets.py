"""Random word sets: does WEAT say the same in GloVe, PPMI and word2vec (Section 5.3, Figure 9)?

As the authors' code draws them: every word of S, T, A and B uniformly from the most frequent words, with replacement,
so a word may occur twice, also in two of the four sets. `sets` has the ids, word sets × 4 × size.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import scipy.sparse

from origins.analysis.evaluation import bootstrap, least_squares
from origins.metrics.weat import WEAT, weat_kernel
from origins.representations import ppmi

FREQUENT = (300, 1000, 3000, 5000, 10_000)  # draws from so many words show how much their frequency matters


def draw(words: int, *, number: int = 2000, size: int = 8, seed: int = 0) -> np.ndarray:
    """Word sets drawn from the `words` most frequent words."""
    return np.random.default_rng(seed).integers(words, size=(number, len(WEAT.SETS), size))


def limits(words: int) -> list[int]:
    """From how many of the most frequent words to draw: those of FREQUENT below `words`, and `words` itself."""
    return [*(limit for limit in FREQUENT if limit < words), words]


class Representations(NamedTuple):
    """The vectors of the most frequent words: one matrix per embedding, and the rows of PPMI."""

    glove: Sequence[np.ndarray]
    ppmi: scipy.sparse.csr_array
    word2vec: Sequence[np.ndarray]

    def effect_sizes(self, sets: np.ndarray) -> pd.DataFrame:
        """B_weat of every word set in each representation; means over embeddings."""
        return pd.DataFrame(
            {
                "glove": np.mean([effect_sizes(W, sets) for W in self.glove], axis=0),
                "ppmi": [ppmi.effect_size(self.ppmi, *each) for each in sets],
                "word2vec": np.mean([effect_sizes(W, sets) for W in self.word2vec], axis=0),
            }
        )

    def agreement(self, effects: pd.DataFrame) -> pd.DataFrame:
        """How well PPMI and word2vec agree with GloVe on the word sets, one row each; `embeddings` were averaged."""
        counts = {"ppmi": 1, "word2vec": len(self.word2vec)}
        rows = [
            {"representation": name, "embeddings": count, "glove_embeddings": len(self.glove)}
            | agreement(effects["glove"].to_numpy(), effects[name].to_numpy())
            for name, count in counts.items()
        ]
        return pd.DataFrame(rows)


def effect_sizes(W: np.ndarray, sets: np.ndarray) -> np.ndarray:
    """B_weat of every word set in an embedding; 0 where all associations are the same, as in WEAT."""
    W = W.astype(np.float64)
    return np.array([weat_kernel(W, *each) for each in sets])


def agreement(glove: np.ndarray, other: np.ndarray, *, resamples: int = 2000, seed: int = 0) -> dict[str, float]:
    """The line of the other's effect sizes on GloVe's, and r² with the bootstrap's 95 % interval over word sets."""
    slope, intercept, r2 = least_squares(glove, other)
    low, high = bootstrap(glove, other, resamples, seed)
    return {"n": len(glove), "r2": r2, "r2_low": low, "r2_high": high, "slope": slope, "intercept": intercept}


def with_words(effects: pd.DataFrame, sets: np.ndarray, words: Sequence[str]) -> pd.DataFrame:
    """The effect sizes beside the words of S, T, A and B, separated by spaces, and the word set's number."""
    texts = {name: [" ".join(words[id] for id in ids) for ids in sets[:, k]] for k, name in enumerate(WEAT.SETS)}
    return pd.DataFrame({"number": np.arange(1, len(sets) + 1), **texts}).join(effects)

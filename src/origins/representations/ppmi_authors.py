"""The PPMI baseline as the paper's authors computed it, to be compared with the exact one of `ppmi`.

Their PMI_ij = log(X_ij T / (r n_i n_j)): word i occurs n_i times among T tokens, and r = 2 Σ_d 1/d is what an
occurrence with a whole window adds to X. So the row sums are r n_i in place of the exact ones, and N = r T. Without a
document, n_i and n_j fall by its own row sums over r, but only in the pairs that it has; T stays. (Their floor of 1
under n_i binds only for words that vanish with the document, which have no pair left.)
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import TokenStore
from origins.metrics.weat import WEAT
from origins.representations import ppmi, ppmi_kernels


def bias(X: Cooccurrence, corpus: TokenStore, metric: WEAT) -> float:
    """The metric's effect size in the authors' PPMI of the whole corpus."""
    return ppmi.bias(X, metric, _sums(X, corpus))


def documents(X: Cooccurrence, corpus: TokenStore, metric: WEAT, threads: int = 1) -> np.ndarray:
    """Δ_doc B of every document by the authors' update; exactly 0 if it has no pair with a word of the metric."""
    return ppmi.differential_bias(X, corpus, metric, _sums(X, corpus), ppmi_kernels.associations_updated, threads)


def overlap(exact: np.ndarray, authors: np.ndarray, sizes: Sequence[int]) -> pd.DataFrame:
    """How many documents at either end of the two rankings are the same, for the first `sizes` of them.

    `spearman` is the rank correlation over all documents, `spearman_moved` that over the `moved` documents whose Δ by
    the authors' update is not 0.
    """
    rows = []
    for size in sizes:
        for direction, sign in (("decrease", -1), ("increase", 1)):
            ours, theirs = (np.argsort(sign * delta, kind="stable")[:size] for delta in (exact, authors))
            shared = len(np.intersect1d(ours, theirs))
            rows.append({"kind": direction, "size": size, "shared": shared, "share": shared / size})
    moved = authors != 0
    return pd.DataFrame(rows, columns=["kind", "size", "shared", "share"]).assign(
        spearman=spearmanr(exact, authors).statistic,
        moved=np.count_nonzero(moved),
        spearman_moved=spearmanr(exact[moved], authors[moved]).statistic,
    )


def _sums(X: Cooccurrence, corpus: TokenStore) -> np.ndarray:
    """r n_i of every word, in units."""
    return 2 * X.weights.sum() * corpus.frequencies()

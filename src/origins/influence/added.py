"""What adding documents would do: X + Y in place of X − Y, for words that the vocabulary has.

To the estimators, a document that is added is one whose removal takes off negative counts. Pairs that never met before
count as well, as g_ij(0) = 0; only the linear estimate says nothing of them, since ∇_X B has no value there. What no
estimator can see are words that are not in the vocabulary, and that the contexts' vectors would change, too.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numba import njit

from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.row_index import Documents
from origins.corpus.tokens import TokenStore
from origins.glove.embedding import Embedding
from origins.influence.estimators import ESTIMATORS
from origins.influence.scoring import Setting
from origins.influence.trained import Trained
from origins.metrics.base import Metric


def score_added(setting: Setting, embeddings: Sequence[Path], added: TokenStore, estimator: str) -> pd.DataFrame:
    """What an estimator (not `gradient`) predicts of adding documents: bias and change by seed, mean, deviation."""
    X = with_room(setting.X, setting.metric, added)
    rows = {}
    for path in embeddings:
        embedding = Embedding.load(path, fingerprint=setting.corpus.fingerprint)
        baseline = to_add(X, setting.corpus, embedding, setting.metric, added, setting.threads)
        change = -ESTIMATORS[estimator](baseline, setting.threads).set(np.arange(len(added)))
        row = {"baseline": baseline.bias, "predicted": baseline.bias + change, "change": change}
        rows[f"seed {embedding.seed}"] = row
    table = pd.DataFrame.from_dict(rows, orient="index")
    return pd.concat([table, table.agg(["mean", "std"])])


def to_add(
    X: Cooccurrence, corpus: TokenStore, embedding: Embedding, metric: Metric, added: TokenStore, threads: int = 1
) -> Trained:
    """A baseline whose documents are those to be added: −Δ of a set is what adding it does. X must have room for them.

    Estimators need not know: removing a negative count adds it.
    """
    baseline = Trained(X, corpus, embedding, metric, threads)
    baseline.documents = Documents.of(added, -X.weights)
    baseline.rows.g[baseline.rows.count == 0] = 0.0
    return baseline


def with_room(X: Cooccurrence, metric: Metric, added: TokenStore) -> Cooccurrence:
    """The metric's rows of X, with a count of 0 for every pair that only the added documents have."""
    place = np.full(X.words, -1, dtype=np.int32)
    place[metric.words] = np.arange(len(metric.words))
    met = np.zeros((len(metric.words), X.words), dtype=np.bool_)
    _mark(added.ids, added.texts, place, X.window, met)
    starts, context, count = X.rows_of(metric.words)
    contexts, counts, lengths = [], [], np.zeros(X.words, dtype=np.int64)
    for i, word in enumerate(metric.words):
        own = slice(starts[i], starts[i + 1])
        row = np.zeros(X.words, dtype=np.int64)
        row[context[own]] = count[own]
        met[i, context[own]] = True
        contexts.append(np.flatnonzero(met[i]).astype(np.int32))
        counts.append(row[contexts[-1]])
        lengths[word] = len(contexts[-1])
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    return Cooccurrence(indptr, np.concatenate(contexts), np.concatenate(counts), X.window, X.fingerprint)


@njit(cache=True, nogil=True)
def _mark(ids, texts, place, window, met):
    """met[i, j] where word i of the metric has context j in some text."""
    for text in range(len(texts) - 1):
        start, end = texts[text], texts[text + 1]
        for position in range(start, end):
            i = place[ids[position]]
            if i < 0:
                continue
            for other in range(max(start, position - window), min(end, position + window + 1)):
                if other != position:
                    met[i, ids[other]] = True

"""The most influential documents, and what they contain: target, attribute and rare words (section 5.5)."""

import numpy as np
import pandas as pd

from origins.corpus.tokens import TokenStore
from origins.metrics.base import Metric

OF_DELTA = ("delta_mean", "delta_std", "sign_agreement", "delta_low", "delta_high", "delta_percent")


def influential_table(scores: pd.DataFrame, mean_bias: float = np.nan, count: int = 25) -> pd.DataFrame:
    """The appendix's list: the `count` most bias-increasing documents (Δ > 0), then the most bias-decreasing ones.

    Removing a bias-increasing document lowers the bias: these are the documents of the `decrease` sets. `scores` has
    id, title and delta_mean; its other columns about Δ come along. `delta_percent` is Δ in percent of the mean baseline
    bias, as in the paper's histograms.
    """
    scores = scores.assign(delta_percent=100 * scores["delta_mean"] / abs(mean_bias))
    ordered = scores.sort_values("delta_mean", kind="stable")
    increasing = scores.sort_values("delta_mean", ascending=False, kind="stable").query("delta_mean > 0").head(count)
    decreasing = ordered.query("delta_mean < 0").head(count)
    columns = [column for column in scores if column in OF_DELTA]
    both = {"bias increasing": increasing, "bias decreasing": decreasing}
    return pd.concat(
        [
            documents[[*columns, "title", "id"]].assign(document=name, place=range(1, len(documents) + 1))
            for name, documents in both.items()
        ],
        ignore_index=True,
    )[["document", "place", *columns, "title", "id"]]


def secondary_table(
    scores: pd.DataFrame, corpus: TokenStore, metric: Metric, vocabulary: pd.Series, count: int = 25
) -> pd.DataFrame:
    """The `count` most influential documents of each direction, and how many of their tokens are words of the metric.

    `secondary` marks documents with no target word (S ∪ T): they change the bias only through the company that
    attribute words (A ∪ B) keep with other words. `rarest` names which of the rarest words of the sets the document
    contains. `scores` has one row per document of the corpus, in its order.
    """
    if len(scores) != len(corpus):
        raise ValueError(f"{len(scores)} scores for {len(corpus)} documents")
    table = influential_table(scores, count=count).drop(columns="delta_percent")
    documents = [corpus[row] for row in pd.Index(scores["id"]).get_indexer(table["id"])]
    for name, sets in (("target_words", "ST"), ("attribute_words", "AB")):
        words = np.concatenate([metric.sets[metric.SETS.index(key)] for key in sets if key in metric.SETS])
        tokens = [np.isin(document, metric.words[words]).sum() for document in documents]
        table[name] = np.array(tokens, dtype=np.int64)
    rarest = rarest_words(metric, vocabulary)
    table["rarest"] = [" ".join(word for word, row in rarest.items() if row in document) for document in documents]
    return table.assign(secondary=table["target_words"] == 0)


def rarest_words(metric: Metric, vocabulary: pd.Series) -> dict[str, int]:
    """The rarest word of each of the metric's sets, with its row in the vocabulary; `vocabulary` has the counts."""
    rows = [metric.words[positions] for positions in metric.sets]
    rarest = [row[vocabulary.iloc[row].to_numpy().argmin()] for row in rows]
    return {str(vocabulary.index[row]): int(row) for row in rarest}

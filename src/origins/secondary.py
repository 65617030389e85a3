"""What the most influential documents contain: target words, attribute words, the rarest words (section 5.5)."""

import numpy as np
import pandas as pd

from origins.comparison import influential_table
from origins.metrics import Metric
from origins.tokens import TokenStore


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

"""Influential documents without a single target word: secondary co-occurrences (section 5.5)."""

import numpy as np
import pandas as pd

from origins.comparison import influential_table
from origins.metrics import Metric
from origins.tokens import TokenStore


def secondary_table(scores: pd.DataFrame, corpus: TokenStore, metric: Metric, count: int = 25) -> pd.DataFrame:
    """The `count` most influential documents of each direction, and how many of their tokens are words of the metric.

    `secondary` marks documents with no target word (S ∪ T): they change the bias only through the company that
    attribute words (A ∪ B) keep with other words. `scores` has a row for every document of the corpus, in its order.
    """
    if len(scores) != len(corpus):
        raise ValueError(f"{len(scores)} scores for {len(corpus)} documents")
    table = influential_table(scores, count)
    documents = pd.Index(scores["id"]).get_indexer(table["id"])
    for name, sets in (("target_words", "ST"), ("attribute_words", "AB")):
        words = np.concatenate([metric.sets[metric.SETS.index(key)] for key in sets if key in metric.SETS])
        tokens = [np.isin(corpus[document], metric.words[words]).sum() for document in documents]
        table[name] = np.array(tokens, dtype=np.int64)
    return table.assign(secondary=table["target_words"] == 0)

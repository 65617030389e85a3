"""The table of scores: one row per document, its effect on bias over the seeds."""

import numpy as np
import pandas as pd

from origins.corpus.tokens import TokenStore
from origins.influence import kernels
from origins.metrics.base import Metric


def count_metric_words(corpus: TokenStore, metric: Metric) -> np.ndarray:
    """How many tokens of each document are words of the metric."""
    is_word = np.zeros(corpus.words, dtype=np.bool_)
    is_word[metric.words] = True
    counts = np.zeros(len(corpus), dtype=np.int64)
    kernels.count_tokens(corpus.ids, corpus.offsets, is_word, counts)
    return counts


def score_table(deltas: np.ndarray, documents: pd.DataFrame, metric_words: np.ndarray) -> pd.DataFrame:
    """What is known of each document, then Δ_doc B = B(w) − B(w̃), "the bias this document adds", over the seeds.

    `deltas` is documents × seeds. delta_std is the sample deviation (0 for one seed), sign_agreement the share of
    seeds with the sign of the mean, and rank 1 the largest delta_mean (ties by id).
    """
    mean = deltas.mean(axis=1)
    std = deltas.std(axis=1, ddof=1) if deltas.shape[1] > 1 else np.zeros(len(deltas))
    rank = np.empty(len(deltas), dtype=np.int64)
    rank[np.lexsort((documents["id"].to_numpy(dtype=object), -mean))] = np.arange(1, len(deltas) + 1)
    return documents.assign(
        delta_mean=mean,
        delta_std=std,
        sign_agreement=(np.sign(deltas) == np.sign(mean)[:, None]).mean(axis=1),
        rank=rank,
        metric_words=metric_words,
    )

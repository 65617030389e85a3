"""Documents and sets of documents scored with every baseline embedding, as tables."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.tokens import TokenStore, load_vocabulary, word_ids
from origins.glove.embedding import Embedding
from origins.influence.estimators import ESTIMATORS
from origins.influence.gradient import entry_gradient, top_pairs
from origins.influence.names import BEST, PAPER, sum_of
from origins.influence.scores import count_metric_words, score_table
from origins.influence.trained import Trained
from origins.metrics.base import Metric
from origins.metrics.definitions import metric

log = logging.getLogger(__name__)

RANKED = ["delta_mean", "delta_std", "sign_agreement", "rank"]  # what a table of scores has of each estimator
INTERVAL = ["delta_low", "delta_high"]  # of the best estimator only
RERANKED = 50  # documents at either end of a ranking that count as influential


class Scored(NamedTuple):
    """The result of scoring a corpus: one row per document, the pairs behind the bias, words with too few contexts.

    `biases` are those of the baselines.
    """

    scores: pd.DataFrame
    pairs: pd.DataFrame
    singular_words: pd.DataFrame
    biases: np.ndarray


class Setting(NamedTuple):
    """One corpus and one metric, to be scored with several embeddings."""

    X: Cooccurrence
    corpus: TokenStore
    metric: Metric
    vocabulary: Sequence[str]
    threads: int = 1

    @classmethod
    def load(
        cls,
        cooccurrence: Path,
        tokens: Path,
        vocabulary: Path,
        name: str,
        definition: Mapping[str, Any],
        threads: int = 1,
    ) -> "Setting":
        """From the files of a setup, and a metric as the config defines it."""
        words = load_vocabulary(vocabulary)
        measured = metric(name, definition, word_ids(words))
        return cls(Cooccurrence.load(cooccurrence), TokenStore.load(tokens), measured, list(words.index), threads)

    def baselines(self, embeddings: Iterable[Path]) -> Iterator[Trained]:
        """One embedding at a time; those of another corpus are refused."""
        for path in embeddings:
            embedding = Embedding.load(path, fingerprint=self.corpus.fingerprint)
            log.info("scoring with the baseline of seed %d", embedding.seed)
            yield Trained(self.X, self.corpus, embedding, self.metric, self.threads)


def score_corpus(setting: Setting, embeddings: Sequence[Path], documents: pd.DataFrame) -> Scored:
    """Δ of every document (Algorithm 1) over all baselines, by two estimators.

    The columns of the best estimator have plain names, as the page shows its ranking; those of the paper's, on which
    everything that is compared with the paper rests, begin with its name (see `ranked_by`).
    """
    deltas = {name: np.empty((len(documents), len(embeddings))) for name in (BEST, PAPER)}
    starts, _, _ = setting.X.rows_of(setting.metric.words)
    gradient = np.zeros(starts[-1])
    singular, biases = [], []
    for column, baseline in enumerate(setting.baselines(embeddings)):
        for name, values in deltas.items():
            estimator = ESTIMATORS[name](baseline, setting.threads)
            values[:, column] = estimator.documents()
            if name == BEST:
                gradient += entry_gradient(baseline, estimator.inverses) / len(embeddings)
        biases.append(baseline.bias)
        singular.append(baseline.singular_words(setting.vocabulary).assign(seed=baseline.embedding.seed))
    words = count_metric_words(setting.corpus, setting.metric)
    scores, paper = (score_table(deltas[name], documents, words) for name in (BEST, PAPER))
    scores = scores.assign(**{f"{PAPER}_{column}": paper[column] for column in RANKED})
    pairs = top_pairs(setting.X, setting.metric, gradient, setting.vocabulary)
    return Scored(scores, pairs, pd.concat(singular, ignore_index=True), np.array(biases))


def ranked_by(scores: pd.DataFrame, estimator: str) -> pd.DataFrame:
    """The scores with the columns of one estimator under their plain names, and those of the other left out."""
    other = [f"{PAPER}_{column}" for column in RANKED]
    if estimator == PAPER:
        scores = scores.assign(**{column: scores[f"{PAPER}_{column}"] for column in RANKED})
        scores = scores.drop(columns=INTERVAL, errors="ignore")
    return scores.drop(columns=other)


def reranked(scores: pd.DataFrame) -> pd.DataFrame:
    """The documents that only one of the two estimators counts among the most influential, with both ranks."""

    def is_influential(rank: pd.Series) -> pd.Series:
        return (rank <= RERANKED) | (rank > len(scores) - RERANKED)

    changed = is_influential(scores["rank"]) != is_influential(scores[f"{PAPER}_rank"])
    columns = ["id", "title", "rank", f"{PAPER}_rank", "delta_mean", f"{PAPER}_delta_mean"]
    return scores.loc[changed, columns].sort_values("rank", kind="stable").reset_index(drop=True)


def predict_sets(
    setting: Setting, embeddings: Sequence[Path], sets: Mapping[str, np.ndarray], summed: Sequence[str] = (PAPER,)
) -> pd.DataFrame:
    """The bias B(w̃) that each estimator predicts for removing each set, with one row per baseline.

    The effects of the single documents by the estimators `summed` are added up, as a contrast: effects do not add.
    "sum" is the sum of the paper's effects, "sum of relearn" that of another estimator.
    """
    frames = []
    for baseline in setting.baselines(embeddings):
        effects = {}
        for name, estimator in ESTIMATORS.items():
            estimate = estimator(baseline, setting.threads)
            effects[name] = estimate.sets(list(sets.values()))
            if name in summed:
                singles = estimate.documents()
                effects[sum_of(name)] = np.array([singles[documents].sum() for documents in sets.values()])
        for name, delta in effects.items():
            frame = pd.DataFrame({"estimator": name, "set": list(sets), "bias": baseline.bias - delta})
            frames.append(frame.assign(seed=baseline.embedding.seed))
    table = pd.concat(frames, ignore_index=True)
    return table[["estimator", "set", "seed", "bias"]]


def score_set(setting: Setting, embeddings: Sequence[Path], documents: np.ndarray, estimator: str) -> pd.DataFrame:
    """What one estimator predicts of removing one set: bias, predicted bias and Δ by seed, then mean and deviation."""
    rows = {}
    for baseline in setting.baselines(embeddings):
        delta = ESTIMATORS[estimator](baseline, setting.threads).set(documents)
        row = {"baseline": baseline.bias, "predicted": baseline.bias - delta, "delta": delta}
        rows[f"seed {baseline.embedding.seed}"] = row
    table = pd.DataFrame.from_dict(rows, orient="index")
    return pd.concat([table, table.agg(["mean", "std"])])

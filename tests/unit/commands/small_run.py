"""Settings and embeddings of a small run, for its commands."""

import numpy as np

from origins import config
from origins.glove.embedding import Embedding

DOCUMENTS, D, SEEDS = 30, 4, 2
GLOVE = {"x_max": 100.0, "alpha": 0.75, "learning_rate": 0.05, "epochs": 25}


def settings() -> dict:
    """The settings of the setup `mine`, as resolved for a run."""
    mine = {
        "corpus": {"kind": "jsonl", "path": "mine.jsonl", "min_tokens": 1},
        "glove": {"dimension": D, "seeds": SEEDS},
        "metrics": ["weat1"],
        "further_metrics": ["ripa1"],
    }
    return config.resolve(config.merge(config.load(config.DEFAULT), {"run": ["mine"], "setups": {"mine": mine}}))


def embedding(V: int, seed: int, corpus: str, vocabulary: str) -> Embedding:
    """An embedding as from a training, with the state of AdaGrad."""
    rng = np.random.default_rng(seed)
    W, U, G_W = rng.normal(size=(3, V, D))
    b, c, G_b = rng.normal(size=(3, V))
    return Embedding(W, U, b, c, seed, corpus, vocabulary, {"dimension": D, **GLOVE}, G_W=1 + G_W**2, G_b=1 + G_b**2)

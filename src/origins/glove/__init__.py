"""GloVe, trained in parallel; a seed gives the same bits for any number of threads."""

from origins.glove.trainer import GloVe, Parameters

__all__ = ["GloVe", "Parameters"]

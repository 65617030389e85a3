"""Which documents gave this word embedding its bias, and how sure are we?

import origins

corpus = origins.Corpus.from_file("reviews.csv", fields={"text": "body"})
study = origins.trace(corpus, metrics=["weat1"])
study.bias                                  # the bias, and whether chance explains it
study.documents("weat1")                    # what every document does to it
study.without(["17", "42"]).retrain().bias  # predicted and measured
"""

import importlib
from typing import Any

__version__ = "0.3.0"

# what a notebook needs; imported on first use, as most programs here need none of it
_PUBLIC = {
    "Corpus": "origins.study.corpus",
    "OriginsError": "origins.errors",
    "Study": "origins.study.study",
    "trace": "origins.study.trace",
    "weat": "origins.study.wordsets",
}
__all__ = list(_PUBLIC)


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_PUBLIC[name]), name)

"""Bias metrics B(w): functions of the vectors of a few words, chosen by name in the config."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np

from origins.errors import OriginsError
from origins.metrics.weat import WEAT


class Metric(Protocol):
    """What every kind of metric offers; `vectors` is always the |U| × D matrix of the metric's own rows.

    `words` are the vocabulary ids of U, `sets` the positions in U of each word set named in SETS, and
    `kernel(vectors, *sets)` is the same as `bias`, compiled, for scoring many perturbed embeddings.
    """

    SETS: ClassVar[tuple[str, ...]]
    kernel: ClassVar[Callable[..., float]]
    words: np.ndarray
    sets: tuple[np.ndarray, ...]
    missing: tuple[str, ...]

    def bias(self, vectors: np.ndarray) -> float: ...

    def gradient(self, vectors: np.ndarray) -> np.ndarray: ...


KINDS: dict[str, type[Metric]] = {"weat": WEAT}


def metric(name: str, spec: Mapping[str, Any], vocabulary: Mapping[str, int]) -> Metric:
    """The metric that the config describes under `metrics.<name>`, on the words that the vocabulary has.

    Words it lacks are left out, as in the paper, and listed in `missing`; every set must keep two.
    """
    kind = spec.get("kind")
    if kind not in KINDS:
        raise OriginsError(f"metrics.{name}.kind is {kind!r}, which is not a known metric; use {' or '.join(KINDS)}.")
    sets = {key: list(dict.fromkeys(spec[key])) for key in KINDS[kind].SETS}
    missing = {key: [word for word in words if word not in vocabulary] for key, words in sets.items()}
    for key, words in sets.items():
        if len(words) - len(missing[key]) < 2:
            raise OriginsError(_too_few(f"metrics.{name}.{key}", len(words) - len(missing[key]), missing[key]))
    ids = {key: [vocabulary[word] for word in words if word in vocabulary] for key, words in sets.items()}
    return KINDS[kind](**ids, missing=tuple(dict.fromkeys(word for words in missing.values() for word in words)))


def _too_few(key: str, left: int, missing: Sequence[str]) -> str:
    found = "no word" if left == 0 else "only 1 word"
    lacking = f" (missing: {', '.join(missing)})" if missing else ""
    return f"{key} has {found} in the vocabulary{lacking}; give at least 2 words that the corpus has often enough."

"""Embeddings trained by the reference C program as baselines, so that documents can be scored with them too."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.errors import OriginsError
from origins.files.fingerprints import fingerprint
from origins.glove import formats
from origins.glove.embedding import Embedding

LARGEST = 1e4  # no training of GloVe ends near such a number


def take_as_baseline(
    folder: Path,
    seed: int,
    binary: Path,
    vocabulary_file: Path,
    settings: Mapping[str, Any],
    *,
    dimension: int | None = None,
    squared_gradients: Path | None = None,
    before_2019: bool = False,
) -> Path:
    """Store the program's parameters as baseline `seed` of the setup in `folder`, in the order of our vocabulary.

    `settings` are what it was trained with (x_max, alpha, learning_rate, epochs), `dimension` is that of the other
    baselines. Estimators that follow the training (damped, relearn) need the squared gradients, too.
    """
    reference = formats.import_reference(binary, vocabulary_file)
    _check_values(binary, reference)
    words = list(load_vocabulary(folder / "corpus" / "vocabulary.csv").index)
    rows = _rows(words, reference.words, vocabulary_file, folder)
    if dimension not in (None, reference.W.shape[1]):
        raise OriginsError(
            f"{binary} has vectors of {reference.W.shape[1]} dimensions, but the setup's glove.dimension is "
            f"{dimension}; train it with -vector-size {dimension}."
        )
    state = {}
    if squared_gradients:
        G_W, G_b = formats.import_squared_gradients(squared_gradients, reference)
        # Until July 2019 the bias took steps η g/√G with G = 1 + Σ(η g)², as the vectors do; since then it takes steps
        # g/√G with G = 1 + Σ g², which is the former with η² G.
        scale = 1.0 if before_2019 else settings["learning_rate"] ** 2
        state = {"G_W": G_W[rows], "G_b": scale * G_b[rows]}
    path = folder / "baseline" / f"embedding-{seed}.npz"
    path.parent.mkdir(exist_ok=True)
    Embedding(
        W=reference.W[rows],
        U=reference.U[rows],
        b=reference.b[rows],
        c=reference.c[rows],
        seed=seed,
        corpus_fingerprint=TokenStore.load(folder / "corpus" / "tokens").fingerprint,
        vocabulary_fingerprint=fingerprint(*words),
        settings={"dimension": reference.W.shape[1], **settings, "trained_by": "reference program"},
        **state,
    ).save(path)
    return path


def _check_values(path: Path, reference: formats.Reference) -> None:
    largest = max(float(np.abs(part).max()) for part in (reference.W, reference.U, reference.b, reference.c))
    if largest > LARGEST:
        raise OriginsError(f"{path} contains numbers up to {largest:.3g}, which no training gives; is it another file?")
    if not reference.W.any() or not reference.U.any():
        raise OriginsError(f"{path} contains only zeros for words or contexts; the training failed.")


def _rows(words: list[str], theirs: list[str], vocabulary_file: Path, folder: Path) -> np.ndarray:
    """Where each of our words stands in their vocabulary, which must be the same."""
    place = {word: row for row, word in enumerate(theirs)}
    missing = [word for word in words if word not in place]
    if missing or len(words) != len(place):
        raise OriginsError(
            f"{vocabulary_file} is not the vocabulary of {folder}: it lacks {len(missing)} of {len(words)} words and "
            f"has {len(place) - len(words) + len(missing)} others; train on the same tokens and minimum count."
        )
    return np.array([place[word] for word in words])

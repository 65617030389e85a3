"""Embeddings trained by the reference C program as baselines, so that documents can be scored with them too."""

from pathlib import Path

import numpy as np

from origins.corpus.tokens import TokenStore, load_vocabulary
from origins.errors import OriginsError
from origins.files.fingerprints import fingerprint
from origins.glove import formats
from origins.glove.embedding import Embedding


def take_as_baseline(folder: Path, seed: int, binary: Path, vocabulary_file: Path) -> Path:
    """Store the program's parameters as baseline `seed` of the setup in `folder`, in the order of our vocabulary."""
    reference = formats.import_reference(binary, vocabulary_file)
    words = list(load_vocabulary(folder / "corpus" / "vocabulary.csv").index)
    place = {word: row for row, word in enumerate(reference.words)}
    missing = [word for word in words if word not in place]
    if missing or len(words) != len(place):
        raise OriginsError(
            f"{vocabulary_file} is not the vocabulary of {folder}: it lacks {len(missing)} of {len(words)} words and "
            f"has {len(place) - len(words) + len(missing)} others; train on the same tokens and minimum count."
        )
    rows = np.array([place[word] for word in words])
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
        settings={"trained_by": "reference program"},
    ).save(path)
    return path

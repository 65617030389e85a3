"""The word vectors that a training leaves behind: those of the words that metrics measure, by seed.

A file has the arrays `words` (which rows there are), `asked` (which were asked for: the vocabulary may lack some) and
`seed_1`, `seed_2`, ... Metrics are measured from these files, so a new metric on words that were kept trains nothing.
"""

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from origins.errors import OriginsError
from origins.files.atomic import replacing


class KeptVectors:
    """The rows of some words, in embeddings of several seeds."""

    def __init__(self, words: Sequence[str], by_seed: Mapping[int, np.ndarray], asked: Sequence[str] | None = None):
        self.words = list(words)
        self.by_seed = dict(sorted(by_seed.items()))
        self.asked = list(words if asked is None else asked)

    @classmethod
    def choose(cls, words: Sequence[str], embeddings: Mapping[int, np.ndarray], asked: Sequence[str]) -> "KeptVectors":
        """The vectors of the words `asked` for that the vocabulary `words` has, in its order; of all words if empty."""
        wanted = set(asked)
        rows = [row for row, word in enumerate(words) if word in wanted or not asked]
        return cls([words[row] for row in rows], {seed: W[rows] for seed, W in embeddings.items()}, asked)

    def save(self, path: str | Path) -> None:
        """Write the .npz atomically."""
        arrays: dict[str, Any] = {f"seed_{seed}": rows for seed, rows in self.by_seed.items()}
        with replacing(path) as file:
            np.savez(file, words=np.array(self.words, dtype=str), asked=np.array(self.asked, dtype=str), **arrays)

    @classmethod
    def load(cls, path: str | Path) -> "KeptVectors":
        """Read what `save` wrote."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                seeds = [name for name in arrays.files if name.startswith("seed_")]
                by_seed = {int(name.removeprefix("seed_")): arrays[name] for name in seeds}
                return cls(arrays["words"].tolist(), by_seed, arrays["asked"].tolist())
        except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
            raise OriginsError(f"{path} is damaged or incomplete ({error}); remove it and run again.") from error

    def of(self, words: Sequence[str]) -> dict[int, np.ndarray]:
        """By seed, the rows of these words in this order."""
        row_of = {word: row for row, word in enumerate(self.words)}
        if lacking := [word for word in words if word not in row_of]:
            raise OriginsError(f"no vector was kept of {', '.join(lacking[:5])}; retrain to have it.")
        rows = [row_of[word] for word in words]
        return {seed: W[rows] for seed, W in self.by_seed.items()}


def load_all(files: Iterable[Path]) -> dict[tuple[str, str], list[KeptVectors]]:
    """The files of several retrains, by the family and the name of their set: <family>/<set>/<batch>.npz."""
    found: dict[tuple[str, str], list[KeptVectors]] = {}
    for file in map(Path, files):
        found.setdefault((file.parts[-3], file.parts[-2]), []).append(KeptVectors.load(file))
    return found


def by_set(files: Iterable[Path], words: Sequence[str]) -> dict[str, dict[int, np.ndarray]]:
    """The vectors of some words without each set of one family, by the set's name and the seed."""
    return {
        name: dict(sorted(item for each in kept for item in each.of(words).items()))
        for (_, name), kept in load_all(files).items()
    }


def asked_of(path: str | Path) -> list[str] | None:
    """The words that were asked for when a file was made; None if there is no such file."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return arrays["asked"].tolist()
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError):
        return None

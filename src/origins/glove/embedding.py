"""A trained embedding and its file: one .npz that plain NumPy reads, with its provenance."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from origins.errors import OriginsError
from origins.files.atomic import replacing


@dataclass(frozen=True, eq=False)
class Embedding:
    """What GloVe learned: vectors W and U (V × D), biases b and c (V), row i being word i of the vocabulary.

    All float32. G_W and G_b are AdaGrad's squared gradients of W and b, if kept; `losses` has one number per epoch.
    """

    W: np.ndarray
    U: np.ndarray
    b: np.ndarray
    c: np.ndarray
    seed: int
    corpus_fingerprint: str
    vocabulary_fingerprint: str
    settings: dict[str, Any] = field(default_factory=dict)
    losses: np.ndarray = field(default_factory=lambda: np.empty(0))
    G_W: np.ndarray | None = None
    G_b: np.ndarray | None = None

    def __post_init__(self) -> None:
        shape = np.shape(self.W)
        shapes = {"W": shape, "U": shape, "b": shape[:1], "c": shape[:1], "G_W": shape, "G_b": shape[:1]}
        for name, expected in shapes.items():
            if (values := getattr(self, name)) is not None:
                values = np.ascontiguousarray(values, dtype=np.float32)
                if values.shape != expected or len(shape) != 2:
                    raise ValueError(f"{name} has shape {values.shape}, W has {shape}")
                object.__setattr__(self, name, values)
        object.__setattr__(self, "losses", np.ascontiguousarray(self.losses, dtype=np.float64))

    def save(self, path: str | Path) -> None:
        """Write the .npz atomically: the same embedding gives the same bytes, and a failure leaves no file behind."""
        names = ("W", "U", "b", "c", "losses", "G_W", "G_b")
        arrays = {name: values for name in names if (values := getattr(self, name)) is not None}
        about = {
            "seed": int(self.seed),
            "corpus_fingerprint": self.corpus_fingerprint,
            "vocabulary_fingerprint": self.vocabulary_fingerprint,
            "settings": self.settings,
        }
        with replacing(path) as file:
            np.savez(file, **arrays, about=np.array(json.dumps(about, sort_keys=True)))

    @classmethod
    def load(
        cls, path: str | Path, *, fingerprint: str | None = None, vocabulary_fingerprint: str | None = None
    ) -> "Embedding":
        """Read everything; an error if it was trained on another corpus or vocabulary than the given fingerprints."""
        with _opened(path, fingerprint, vocabulary_fingerprint) as (arrays, about):
            return cls(**{name: arrays[name] for name in arrays.files if name != "about"}, **about)


def load_vectors(
    path: str | Path, *, fingerprint: str | None = None, vocabulary_fingerprint: str | None = None
) -> np.ndarray:
    """W alone, for measuring: reads a quarter to a half of the file. Checks fingerprints as `Embedding.load` does."""
    with _opened(path, fingerprint, vocabulary_fingerprint) as (arrays, _):
        return arrays["W"]


def training_of(path: str | Path) -> dict[str, Any]:
    """The settings with which it was trained."""
    with _opened(path, None, None) as (_, about):
        return about["settings"]


@contextmanager
def _opened(path: str | Path, corpus: str | None, vocabulary: str | None) -> Iterator[tuple[Any, dict[str, Any]]]:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            about = json.loads(str(arrays["about"]))
            for what, given in (("corpus", corpus), ("vocabulary", vocabulary)):
                if given is not None and given != about[f"{what}_fingerprint"]:
                    raise OriginsError(
                        f"{path} was trained on another {what} than the one given; train it again on this {what}, "
                        f"or give the {what} it came from."
                    )
            yield arrays, about
    except FileNotFoundError:
        raise OriginsError(f"{path} does not exist; train the embedding first.") from None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        raise OriginsError(f"{path} is not a complete embedding file ({error}); remove it and train again.") from error

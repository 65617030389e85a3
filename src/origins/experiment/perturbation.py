"""Perturbation sets (appendix, step III), their files, and the co-occurrence matrix without a set's documents.

Documents are row numbers of the corpus; files hold their ids.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from origins.errors import OriginsError
from origins.experiment.sets import CHANCE, DocumentSet
from origins.files.atomic import replacing


def perturbation_set(
    chosen: DocumentSet, documents: int, delta_mean: np.ndarray | None = None, seed: int = 0
) -> np.ndarray:
    """The rows of a set in a corpus of so many documents; `delta_mean` is Δ by the ranking that chooses it, if any.

    Targeted sets are in order of influence, equal Δ in order of the corpus. A random set depends on the seed, its size
    and its number only: other sizes, or more sets, leave it as it is.
    """
    if chosen.size >= documents:
        raise OriginsError(
            f"perturbation.sizes: a set of {chosen.size} documents is larger than the corpus, or all of it: "
            f"{documents} documents; choose less."
        )
    if chosen.number > documents and chosen.single:
        raise OriginsError(
            f"perturbation: the corpus has only {documents} documents, so none for {chosen}; choose fewer."
        )
    if chosen.chosen_by != CHANCE:
        ranking = _ranking(chosen.direction, delta_mean)
        return ranking[chosen.number - 1 : chosen.number] if chosen.single else ranking[: chosen.size]
    if chosen.single:
        return np.random.default_rng([seed, 1, 0]).permutation(documents)[chosen.number - 1 : chosen.number]
    drawn = np.random.default_rng([seed, chosen.size, chosen.number])
    return np.sort(drawn.choice(documents, chosen.size, replace=False))


def _ranking(direction: str, delta_mean: np.ndarray) -> np.ndarray:
    """The documents whose removal changes the bias most in a direction, in order."""
    if not np.isfinite(delta_mean).all():
        raise ValueError("every document needs a finite Δ to be ranked")
    return np.argsort(-delta_mean if direction == "decrease" else delta_mean, kind="stable")


def save_set(path: str | Path, documents: np.ndarray, ids: Sequence[str]) -> None:
    """Write a set as a plain list, one document id a line; `ids` are those of the whole corpus, by row."""
    lines = [str(ids[row]) for row in documents]
    for line in lines:
        if not line or re.search(r"[\r\n]", line):
            raise OriginsError(f"{path} cannot hold the document id {line!r}, as ids are lines here; change that id.")
    with replacing(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def load_set(path: str | Path, ids: Sequence[str]) -> np.ndarray:
    """The row numbers of the documents listed in a file, in its order. Empty lines are skipped."""
    try:
        lines = Path(path).read_bytes().decode("utf-8-sig").split("\n")
    except FileNotFoundError:
        raise OriginsError(f"{path} does not exist; give a file with one document id a line.") from None
    except UnicodeDecodeError as error:
        raise OriginsError(f"{path} is not UTF-8 text ({error}); give a file with one document id a line.") from error
    row_of = {str(id): row for row, id in enumerate(ids)}
    first_line: dict[int, int] = {}
    for number, line in enumerate(lines, start=1):
        if not (id := line.removesuffix("\r")):
            continue
        if id not in row_of:
            raise OriginsError(f"{path}:{number}: no document of the corpus has the id {id[:200]!r}; correct it.")
        if (row := row_of[id]) in first_line:
            raise OriginsError(f"{path}:{number}: the id is on line {first_line[row]} already; remove one of them.")
        first_line[row] = number
    return np.array(list(first_line), dtype=np.int64)

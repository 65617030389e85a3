"""The documents of a perturbation set (appendix C, step III), as row numbers of the corpus."""

import logging

import numpy as np

from origins.errors import OriginsError
from origins.experiment.sets import CHANCE, DocumentSet

log = logging.getLogger(__name__)


def perturbation_set(
    chosen: DocumentSet, documents: int, delta_mean: np.ndarray | None = None, seed: int = 0
) -> np.ndarray:
    """The rows of a set in a corpus of `documents` documents; `delta_mean` is Δ by the ranking that chooses it, if any.

    Targeted sets are in order of influence, equal Δ in order of the corpus. A random set depends only on the seed,
    its size (or share of the documents) and its number: other sizes or more sets leave it unchanged.
    """
    if chosen.percent:
        drawn = np.random.default_rng([seed, chosen.percent, chosen.number, 1])
        return np.sort(drawn.choice(documents, share_of(documents, chosen.percent), replace=False))
    if chosen.size >= documents:
        raise OriginsError(
            f"perturbation.sizes: a set of {chosen.size} documents leaves nothing of the corpus, which has "
            f"{documents}; choose less."
        )
    if chosen.number > documents and chosen.single:
        raise OriginsError(
            f"perturbation: the corpus has only {documents} documents, so none for {chosen}; choose fewer."
        )
    if chosen.chosen_by != CHANCE:
        if delta_mean is None:
            raise ValueError(f"{chosen} is chosen by a ranking, so it needs one")
        ranking = _ranking(chosen.direction, delta_mean)
        useful = np.count_nonzero(delta_mean > 0 if chosen.direction == "decrease" else delta_mean < 0)
        if useful < (chosen.number if chosen.single else chosen.size):
            log.warning(
                "%s: only %d of %d documents are predicted to %s the bias when removed; the set holds others, too",
                chosen, useful, documents, chosen.direction,
            )  # fmt: skip
        return ranking[chosen.number - 1 : chosen.number] if chosen.single else ranking[: chosen.size]
    if chosen.single:
        return np.random.default_rng([seed, 1, 0]).permutation(documents)[chosen.number - 1 : chosen.number]
    drawn = np.random.default_rng([seed, chosen.size, chosen.number])
    return np.sort(drawn.choice(documents, chosen.size, replace=False))


def share_of(documents: int, percent: int) -> int:
    """How many of the documents a percentage of them is; some must be left out and some must remain."""
    if not 0 < (size := (documents * percent + 50) // 100) < documents:
        raise OriginsError(
            f"lds.left_out: {percent} % of {documents} documents leaves {'nothing' if size else 'all'} of the corpus; "
            f"choose {'less' if size else 'more'}."
        )
    return size


def _ranking(direction: str, delta_mean: np.ndarray) -> np.ndarray:
    """All documents, ordered by how much their removal changes the bias in a direction."""
    if not np.isfinite(delta_mean).all():
        raise ValueError("every document needs a finite Δ to be ranked")
    return np.argsort(-delta_mean if direction == "decrease" else delta_mean, kind="stable")

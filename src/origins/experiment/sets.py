"""Which sets of documents an experiment removes, by name. Imports little, since the workflow needs it for planning."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from origins.errors import OriginsError
from origins.influence.names import BEST, PAPER

SHARED = "shared"  # the family of the random sets: one for all metrics
DIRECTIONS = ("decrease", "increase")
PPMI = "ppmi"  # the ranking by WEAT in the PPMI representation
CHANCE = "random"
SAMPLED = "sampled"  # single documents that calibrate the intervals of Δ (see `sample`); in none of the paper's tables
NAME = re.compile(
    rf"(?:(?P<ranking>{BEST}|{PPMI})-)?(?P<targeted>increase|decrease)-(?P<size>[1-9]\d*)"
    r"|random-(?P<drawn>[1-9]\d*)-(?P<number>[1-9]\d*)"
    r"|single-(?P<single>increase|decrease|random)-(?P<place>[1-9]\d*)"
    rf"|{SAMPLED}-(?P<sampled>[1-9]\d*)"
)


@dataclass(frozen=True)
class DocumentSet:
    """One set of documents to remove; it is parsed from its name and printed as its name.

    `decrease` sets hold documents whose removal lowers the bias (largest Δ), `increase` sets the opposite. `number`
    distinguishes random sets of one size, and is the rank of a single document.
    """

    chosen_by: str  # a ranking, or chance
    direction: str  # decrease, increase, random or sampled
    size: int
    number: int = 0
    single: bool = False

    @classmethod
    def parse(cls, name: str) -> "DocumentSet":
        """decrease-10, relearn-decrease-10, ppmi-increase-30, random-10-1, single-increase-2, sampled-7."""
        if not (found := NAME.fullmatch(name)):
            raise OriginsError(f"{name!r} is not the name of a perturbation set, such as decrease-10 or random-10-1.")
        if found["targeted"]:
            return cls(found["ranking"] or PAPER, found["targeted"], int(found["size"]))
        if found["drawn"]:
            return cls(CHANCE, CHANCE, int(found["drawn"]), int(found["number"]))
        if found["sampled"]:
            return cls(CHANCE, SAMPLED, 1, int(found["sampled"]), single=True)
        chosen_by = CHANCE if found["single"] == CHANCE else BEST
        return cls(chosen_by, found["single"], 1, int(found["place"]), single=True)

    def __str__(self) -> str:
        if self.direction == SAMPLED:
            return f"{SAMPLED}-{self.number}"
        if self.single:
            return f"single-{self.direction}-{self.number}"
        if self.chosen_by == CHANCE:
            return f"random-{self.size}-{self.number}"
        return ("" if self.chosen_by == PAPER else f"{self.chosen_by}-") + f"{self.direction}-{self.size}"

    @property
    def kind(self) -> str:
        """Its name in tables: decrease and increase (the paper's sets), relearn, ppmi, random, single, or sampled."""
        if self.direction == SAMPLED:
            return SAMPLED
        if self.single:
            return "single"
        return self.direction if self.chosen_by == PAPER else self.chosen_by


def targeted(perturbation: Mapping[str, Any], ranking: str = PAPER) -> list[DocumentSet]:
    """The sets that one ranking chooses, of every size and both directions."""
    sizes = perturbation["sizes"]
    if ranking == PPMI and perturbation["ppmi_sizes"] is not None:
        sizes = perturbation["ppmi_sizes"]
    return [DocumentSet(ranking, direction, size) for size in sizes for direction in DIRECTIONS]


def single(perturbation: Mapping[str, Any]) -> list[DocumentSet]:
    """The most influential documents, one at a time."""
    places = range(1, perturbation["single_documents"] + 1)
    return [DocumentSet(BEST, direction, 1, k, single=True) for direction in DIRECTIONS for k in places]


def random(perturbation: Mapping[str, Any]) -> list[DocumentSet]:
    """The sets chosen at random."""
    sizes = perturbation["random_sizes"] or perturbation["sizes"]
    numbers = range(1, perturbation["random_sets"] + 1)
    return [DocumentSet(CHANCE, CHANCE, size, number) for size in sizes for number in numbers]


def single_random(perturbation: Mapping[str, Any]) -> list[DocumentSet]:
    """Single documents chosen at random."""
    places = range(1, perturbation["single_random"] + 1)
    return [DocumentSet(CHANCE, CHANCE, 1, k, single=True) for k in places]


def sampled(perturbation: Mapping[str, Any]) -> list[DocumentSet]:
    """The single documents that calibrate the intervals of Δ."""
    places = range(1, perturbation.get("calibration", 0) + 1)
    return [DocumentSet(CHANCE, SAMPLED, 1, k, single=True) for k in places]


def rankings(setup: Mapping[str, Any], metric: str) -> list[str]:
    """The rankings that choose sets for a metric; PPMI's is known for WEAT only."""
    perturbation, definition = setup["perturbation"], setup["metrics"][metric]
    only = perturbation["ppmi_metrics"]
    by_ppmi = definition["kind"] == "weat" and (only is None or metric in only)
    return [ranking for ranking in perturbation["rankings"] if ranking != PPMI or by_ppmi]


def all_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """Every set that GloVe is retrained without, with its family: a metric, or SHARED."""
    perturbation = setup["perturbation"]
    for metric in setup["metrics"]:
        for ranking in rankings(setup, metric):
            for each in targeted(perturbation, ranking):
                yield metric, each
        for each in single(perturbation):
            yield metric, each
    for each in [*random(perturbation), *single_random(perturbation)]:
        yield SHARED, each


def transfer_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """The sets whose effect on other representations is measured: the paper's targeted ones."""
    for metric in setup["metrics"]:
        for each in targeted(setup["perturbation"]):
            yield metric, each


def retrains(setup: Mapping[str, Any], family: str, chosen: DocumentSet) -> int:
    """How many embeddings are trained without a set; sets compared with PPMI's get at least as many as those."""
    perturbation = setup["perturbation"]
    seeds = perturbation["retrain_seeds"]
    if chosen.single:
        return perturbation["single_seeds"] or seeds
    of_ppmi = perturbation["ppmi_seeds"] or seeds
    if chosen.chosen_by == PPMI:
        return of_ppmi
    compared = (
        chosen.chosen_by == PAPER
        and PPMI in rankings(setup, family)
        and chosen.size in {each.size for each in targeted(perturbation, PPMI)}
    )
    return max(seeds, of_ppmi) if compared else seeds


def batches(seeds: int, seeds_per_job: int) -> dict[int, list[int]]:
    """The seeds 1, 2, ..., divided into jobs, each of which trains its seeds one after the other."""
    every = range(1, seeds + 1)
    starts = range(0, seeds, seeds_per_job)
    return {number: list(every[start : start + seeds_per_job]) for number, start in enumerate(starts, start=1)}

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
# what sets are for that are no part of the paper's experiment, and in none of its tables
LEFT_OUT = "leftout"  # a random share of the documents, for the linear datamodeling score
SAMPLED = "sampled"  # single documents that calibrate the intervals of Δ
CURATED = "curated"  # documents that take a bias to a target
GROUP = "group"  # documents with the same metadata
WAYS = ("adaptive", "once", PAPER, PPMI, CHANCE)  # to take a bias to a target
OWN_SEEDS = {LEFT_OUT: "lds", CURATED: "curation"}  # the sections that say how often they are retrained
SMALL = 10  # documents in a set that can be replayed
NAME = re.compile(
    rf"(?:(?P<ranking>{BEST}|{PPMI})-)?(?P<targeted>increase|decrease)-(?P<size>[1-9]\d*)"
    r"|random-(?P<drawn>[1-9]\d*)-(?P<number>[1-9]\d*)"
    r"|single-(?P<single>increase|decrease|random)-(?P<place>[1-9]\d*)"
    rf"|{LEFT_OUT}-(?P<left_out>[1-9]\d?)-(?P<subset>[1-9]\d*)"
    rf"|{SAMPLED}-(?P<sampled>[1-9]\d*)"
    rf"|{CURATED}-(?P<way>{'|'.join(WAYS)})-(?P<share>[1-9]\d*)"
    rf"|{GROUP}-(?P<group>[A-Za-z0-9][A-Za-z0-9_-]*)"
)


@dataclass(frozen=True)
class DocumentSet:
    """One set of documents to remove; it is parsed from its name and printed as its name.

    `decrease` sets hold documents whose removal lowers the bias (largest Δ), `increase` sets the opposite. `number`
    distinguishes random sets of one size, and is the rank of a single document. A set with a `purpose` is no part of
    the paper's experiment. Its size may be 0, if only the corpus tells it: `percent` is then the share of all documents
    that it leaves out or, if it is curated, of those that one way to the target takes.
    """

    chosen_by: str  # a ranking, chance, a way to a target, or GROUP
    direction: str  # decrease, increase or random; of a group, its name
    size: int
    number: int = 0
    single: bool = False
    purpose: str = ""  # LEFT_OUT, SAMPLED, CURATED or GROUP
    percent: int = 0

    @classmethod
    def parse(cls, name: str) -> "DocumentSet":
        """decrease-10, relearn-decrease-10, ppmi-increase-30, random-10-1, single-increase-2, and those of a purpose.

        These are leftout-5-17, sampled-7, curated-once-50 and group-women.
        """
        if not (found := NAME.fullmatch(name)):
            raise OriginsError(f"{name!r} is not the name of a perturbation set, such as decrease-10 or random-10-1.")
        if found["targeted"]:
            return cls(found["ranking"] or PAPER, found["targeted"], int(found["size"]))
        if found["drawn"]:
            return cls(CHANCE, CHANCE, int(found["drawn"]), int(found["number"]))
        if found["left_out"]:
            return cls(CHANCE, CHANCE, 0, int(found["subset"]), purpose=LEFT_OUT, percent=int(found["left_out"]))
        if found["sampled"]:
            return cls(CHANCE, CHANCE, 1, int(found["sampled"]), single=True, purpose=SAMPLED)
        if found["way"]:
            return cls(found["way"], CURATED, 0, purpose=CURATED, percent=int(found["share"]))
        if found["group"]:
            return cls(GROUP, found["group"], 0, purpose=GROUP)
        chosen_by = CHANCE if found["single"] == CHANCE else BEST
        return cls(chosen_by, found["single"], 1, int(found["place"]), single=True)

    def __str__(self) -> str:
        match self.purpose:
            case "leftout":
                return f"{LEFT_OUT}-{self.percent}-{self.number}"
            case "sampled":
                return f"{SAMPLED}-{self.number}"
            case "curated":
                return f"{CURATED}-{self.chosen_by}-{self.percent}"
            case "group":
                return f"{GROUP}-{self.direction}"
        if self.single:
            return f"single-{self.direction}-{self.number}"
        if self.chosen_by == CHANCE:
            return f"random-{self.size}-{self.number}"
        return ("" if self.chosen_by == PAPER else f"{self.chosen_by}-") + f"{self.direction}-{self.size}"

    @property
    def kind(self) -> str:
        """Its name in tables: decrease, increase (the paper's sets), relearn, ppmi, random, single, or its purpose."""
        if self.purpose:
            return self.purpose
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


def rankings(setup: Mapping[str, Any], metric: str) -> list[str]:
    """The rankings that choose sets for a metric; PPMI's is known for WEAT only."""
    perturbation, definition = setup["perturbation"], setup["metrics"][metric]
    only = perturbation["ppmi_metrics"]
    by_ppmi = definition["kind"] == "weat" and (only is None or metric in only)
    return [ranking for ranking in perturbation["rankings"] if ranking != PPMI or by_ppmi]


def all_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """Every set of the paper's experiment, with its family: a metric, or SHARED."""
    perturbation = setup["perturbation"]
    for metric in setup["metrics"]:
        for ranking in rankings(setup, metric):
            for each in targeted(perturbation, ranking):
                yield metric, each
        for each in single(perturbation):
            yield metric, each
    for each in [*random(perturbation), *single_random(perturbation)]:
        yield SHARED, each


def small_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """Single documents and sets of a few, which can be replayed."""
    return ((family, each) for family, each in all_sets(setup) if each.size <= SMALL)


def transfer_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """The sets whose effect on other representations is measured: the paper's targeted ones."""
    for metric in setup["metrics"]:
        for each in targeted(setup["perturbation"]):
            yield metric, each


def left_out_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """The subsets of the linear datamodeling score."""
    for percent in setup["lds"]["left_out"]:
        for number in range(1, setup["lds"]["subsets"] + 1):
            yield SHARED, DocumentSet(CHANCE, CHANCE, 0, number, purpose=LEFT_OUT, percent=percent)


def sampled_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """The single documents that calibrate the intervals of Δ."""
    for number in range(1, setup["perturbation"]["calibration"] + 1):
        yield SHARED, DocumentSet(CHANCE, CHANCE, 1, number, single=True, purpose=SAMPLED)


def curated_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """The sets that take a metric to a target. Chance gets two sizes."""
    shares = sorted(setup["curation"]["shares"])
    for metric in setup["curation"]["metrics"]:
        for way in ways(setup, metric):
            for share in sorted({shares[0], shares[-1]}) if way == CHANCE else shares:
                yield metric, DocumentSet(way, CURATED, 0, purpose=CURATED, percent=share)


def group_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """The groups that the config defines by metadata."""
    for name in setup["perturbation"]["groups"]:
        yield SHARED, DocumentSet(GROUP, name, 0, purpose=GROUP)


def sets_beyond(setup: Mapping[str, Any]) -> Iterator[tuple[str, DocumentSet]]:
    """Every set that is no part of the paper's experiment."""
    for sets in (left_out_sets, sampled_sets, curated_sets, group_sets):
        yield from sets(setup)


def ways(setup: Mapping[str, Any], metric: str) -> list[str]:
    """The ways to take a metric to a target; PPMI ranks documents for WEAT only."""
    definition = (setup["metrics"] | setup["further_metrics"])[metric]
    return [way for way in WAYS if way != PPMI or definition["kind"] == "weat"]


def retrains(setup: Mapping[str, Any], family: str, chosen: DocumentSet) -> int:
    """How many embeddings are trained without a set; sets compared with PPMI's get at least as many as those."""
    perturbation = setup["perturbation"]
    seeds = perturbation["retrain_seeds"]
    if chosen.purpose in OWN_SEEDS:
        return setup[OWN_SEEDS[chosen.purpose]]["seeds"]
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

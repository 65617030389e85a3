"""Which perturbation sets an experiment has, by name. Light enough for the workflow to import when it plans."""

from collections.abc import Iterator, Mapping
from typing import Any

SHARED = "shared"  # the family of the random sets: one for all metrics


def targeted_names(perturbation: Mapping[str, Any]) -> list[str]:
    """The sets that a metric's ranking gives: decrease-10, increase-10, ..., and single-decrease-1, ..."""
    kinds = ("decrease", "increase")
    sets = [f"{kind}-{size}" for size in perturbation["sizes"] for kind in kinds]
    return sets + [f"single-{kind}-{k}" for kind in kinds for k in range(1, perturbation["single_documents"] + 1)]


def random_names(perturbation: Mapping[str, Any]) -> list[str]:
    """The sets drawn by chance: random-10-1, ..., and single-random-1, ..."""
    sizes = perturbation["random_sizes"] or perturbation["sizes"]
    sets = [f"random-{size}-{number}" for size in sizes for number in range(1, perturbation["random_sets"] + 1)]
    return sets + [f"single-random-{k}" for k in range(1, perturbation["single_random"] + 1)]


def all_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every set of a setup, as its family (a metric, or SHARED) and its name."""
    for metric in setup["metrics"]:
        for name in targeted_names(setup["perturbation"]):
            yield metric, name
    for name in random_names(setup["perturbation"]):
        yield SHARED, name


def batches(perturbation: Mapping[str, Any]) -> dict[int, list[int]]:
    """The retrain seeds, cut into the jobs that train them one after the other."""
    seeds = list(range(1, perturbation["retrain_seeds"] + 1))
    step = perturbation["seeds_per_job"]
    return {number: seeds[start : start + step] for number, start in enumerate(range(0, len(seeds), step), start=1)}

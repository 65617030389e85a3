"""Which perturbation sets an experiment has, by name. Light enough for the workflow to import when it plans."""

from collections.abc import Iterator, Mapping
from typing import Any

SHARED = "shared"  # the family of the random sets: one for all metrics


KINDS = ("decrease", "increase")


def targeted_names(perturbation: Mapping[str, Any]) -> list[str]:
    """The sets that a metric's ranking gives: decrease-10, increase-10, ..."""
    return [f"{kind}-{size}" for size in perturbation["sizes"] for kind in KINDS]


def single_names(perturbation: Mapping[str, Any]) -> list[str]:
    """The most influential documents one at a time: single-decrease-1, ..."""
    return [f"single-{kind}-{k}" for kind in KINDS for k in range(1, perturbation["single_documents"] + 1)]


def ppmi_names(perturbation: Mapping[str, Any]) -> list[str]:
    """The sets that WEAT in the PPMI representation chooses: ppmi-decrease-10, ..."""
    sizes = perturbation["ppmi_sizes"]
    return [f"ppmi-{kind}-{size}" for size in (perturbation["sizes"] if sizes is None else sizes) for kind in KINDS]


def random_names(perturbation: Mapping[str, Any]) -> list[str]:
    """The sets drawn by chance: random-10-1, ..."""
    sizes = perturbation["random_sizes"] or perturbation["sizes"]
    return [f"random-{size}-{number}" for size in sizes for number in range(1, perturbation["random_sets"] + 1)]


def all_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every set that GloVe is retrained without, as its family (a metric, or SHARED) and its name."""
    perturbation = setup["perturbation"]
    for metric, definition in setup["metrics"].items():
        ppmi = ppmi_names(perturbation) if definition["kind"] == "weat" else []
        for name in [*targeted_names(perturbation), *single_names(perturbation), *ppmi]:
            yield metric, name
    for name in random_names(perturbation):
        yield SHARED, name
    for k in range(1, perturbation["single_random"] + 1):
        yield SHARED, f"single-random-{k}"


def transfer_sets(setup: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The sets whose effect on other representations is measured: the targeted and the random ones."""
    for metric in setup["metrics"]:
        for name in targeted_names(setup["perturbation"]):
            yield metric, name
    for name in random_names(setup["perturbation"]):
        yield SHARED, name


def retrains(perturbation: Mapping[str, Any], name: str) -> int:
    """How many embeddings are trained without a set; those compared with PPMI's sets get no fewer than these."""
    seeds = perturbation["retrain_seeds"]
    if name.startswith("single-"):
        return perturbation["single_seeds"] or seeds
    of_ppmi = perturbation["ppmi_seeds"] or seeds
    if name.startswith("ppmi-"):
        return of_ppmi
    return max(seeds, of_ppmi) if f"ppmi-{name}" in ppmi_names(perturbation) else seeds


def batches(seeds: int, seeds_per_job: int) -> dict[int, list[int]]:
    """The seeds 1, 2, ..., cut into the jobs that train them one after the other."""
    every = range(1, seeds + 1)
    starts = range(0, seeds, seeds_per_job)
    return {number: list(every[start : start + seeds_per_job]) for number, start in enumerate(starts, start=1)}

"""The word sets of published work that come with the package (library.yaml), and how well a corpus covers word sets."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from origins.errors import OriginsError

FILE = Path(__file__).with_name("library.yaml")


class Entry(NamedTuple):
    """A metric of the library: what it asks, who published its words, the code of their language, and the metric."""

    about: str
    source: str
    language: str
    definition: dict[str, Any]


class Coverage(NamedTuple):
    """How well a corpus covers the words of a metric.

    `words` is how many different words the metric has and `found` how many of them occur; the `rarest` of these occurs
    `least` times. `problem` is the sentence that would stop a run, or empty if the metric can be measured.
    """

    words: int
    found: int
    missing: tuple[str, ...]
    rarest: str
    least: int
    problem: str


@cache
def entries() -> dict[str, Entry]:
    """The library with its sources, by the names that setups use."""
    content = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {
        name: Entry(entry.pop("about"), entry.pop("source"), entry.pop("language"), entry)
        for name, entry in content.items()
    }


def library() -> dict[str, dict[str, Any]]:
    """The metrics of the library as a configuration would define them."""
    return {name: entry.definition for name, entry in entries().items()}


def words_of(definition: Mapping[str, Any]) -> list[str]:
    """The different words of a metric, in the order of its sets."""
    return list(dict.fromkeys(word for key, words in definition.items() if key != "kind" for word in words))


def coverage(definition: Mapping[str, Any], counts: Mapping[str, int], name: str = "") -> Coverage:
    """Which words of a metric occur, and how often; `counts` has every word of the corpus's vocabulary."""
    from origins.metrics.definitions import metric  # compiles kernels, which readers of the configuration do not need

    words = words_of(definition)
    found = {word: int(counts[word]) for word in words if word in counts}
    missing = tuple(word for word in words if word not in found)
    rarest = min(found, key=found.__getitem__, default="")
    try:
        metric(name, definition, {word: number for number, word in enumerate(found)})
        problem = ""
    except OriginsError as error:
        problem = str(error)
    return Coverage(len(words), len(found), missing, rarest, found.get(rarest, 0), problem)

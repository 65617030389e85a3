"""The settings of a trace, chosen from the corpus, each with its reason, as a config file that people can edit."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import yaml

from origins.errors import OriginsError
from origins.files.schema import hint
from origins.metrics.library import coverage
from origins.study.survey import Survey

# below so many tokens: how often a word must occur, dimension, epochs
BY_SIZE = ((1e6, 5, 50, 100), (5e7, 15, 75, 60), (float("inf"), 15, 200, 30))
SHORT, VERY_SHORT = 20, 5  # tokens below which a document is left out
LONG = 10_000  # tokens above which a document is left out, unless that would leave out any
SIZES = (3, 10, 30, 100, 300, 1000, 3000)  # of sets of documents
FIRST = ("career", "weat1", "weat2")  # asked first if nobody says what to ask
ENOUGH, HALF = 0.75, 0.5  # of a metric's words must be there for it to be chosen unasked; the best may have fewer


class Choice(NamedTuple):
    """A setting and why it was chosen; without a reason it was given, or follows from the others."""

    section: str
    key: str
    value: Any
    reason: str = ""

    @property
    def shown(self) -> str:
        """The value as the config file has it; JSON is YAML."""
        return json.dumps(self.value, ensure_ascii=False)


def choose(
    given: Mapping[str, Mapping[str, Any]],
    survey: Survey,
    library: Mapping[str, Mapping[str, Any]],
    metrics: Sequence[str] = (),
    seeds: int | None = None,
) -> list[Choice]:
    """The settings of a setup, section by section: those that were given, and the rest by the size of the corpus."""
    settings: dict[tuple[str, str], Choice] = {}

    def settle(choices: Iterable[Choice]) -> None:
        for choice in choices:
            value = given.get(choice.section, {}).get(choice.key)
            settings[choice[:2]] = choice if value is None else Choice(*choice[:2], value)

    settle(Choice(section, key, value) for section, values in given.items() for key, value in values.items())
    settle(_by_size(survey))
    chance = Choice("glove", "seeds", 5, "enough to estimate the spread due to chance")
    settle([chance if seeds is None else Choice("glove", "seeds", seeds)])
    settle([_metrics(library, survey.vocabulary(settings["vocabulary", "min_count"].value), metrics)])
    documents = survey.documents(*(settings["corpus", f"{bound}_tokens"].value for bound in ("min", "max")))
    settle(_sets(documents, settings["glove", "seeds"].value))
    sections = list(dict.fromkeys(choice.section for choice in settings.values()))
    return sorted(settings.values(), key=lambda choice: sections.index(choice.section))


def check_names(metrics: Iterable[str], library: Iterable[str]) -> None:
    """Every metric must be one of the library."""
    for name in metrics:
        if name not in library:
            raise OriginsError(f"{name} is not a built-in metric.{hint(name, library)} `origins metrics` lists them.")


def _by_size(survey: Survey) -> Iterator[Choice]:
    if not survey.tokens:
        raise OriginsError("the corpus has no tokens; check its text and corpus.tokenizer.")
    short = float(np.mean(survey.lengths < SHORT))
    least = VERY_SHORT if short > 0.1 else SHORT
    _, min_count, dimension, epochs = next(row for row in BY_SIZE if survey.tokens < row[0])
    size = f"for {survey.tokens:,} tokens"
    yield Choice("corpus", "min_tokens", least, f"{short:.0%} of the documents have fewer than {SHORT}")
    longest = int(survey.lengths.max())
    yield Choice("corpus", "max_tokens", max(LONG, longest), f"the longest document has {longest:,}")
    words = len(survey.vocabulary(min_count))
    yield Choice("vocabulary", "min_count", min_count, f"{size}; {words:,} words occur at least that often")
    yield Choice("glove", "dimension", dimension, size)
    yield Choice("glove", "epochs", epochs, f"{size}; smaller corpora need more epochs")


def _metrics(library: Mapping[str, Mapping[str, Any]], vocabulary: Mapping[str, int], asked: Sequence[str]) -> Choice:
    check_names(asked, library)
    for name in asked:
        if problem := coverage(library[name], vocabulary, name).problem:  # said before anything is trained
            raise OriginsError(problem)
    if asked:
        return Choice("", "metrics", list(asked))
    found = {name: coverage(library[name], vocabulary) for name in library if library[name]["kind"] == "weat"}
    shares = {name: each.found / each.words for name, each in found.items() if not each.problem}
    covered = [name for name, share in shares.items() if share >= ENOUGH]
    if chosen := [name for name in FIRST if name in covered] or covered[:3]:
        return Choice("", "metrics", chosen, f"at least {ENOUGH:.0%} of their words occur often enough")
    best = max(shares, key=shares.__getitem__, default="")
    if shares.get(best, 0) < HALF:
        raise OriginsError(
            "none of the built-in metrics has enough of its words in this corpus: see `origins metrics CORPUS`, or give"
            " word sets of your own (--words on the command line, origins.weat in Python)."
        )
    reason = f"covered best: {found[best].found} of its {found[best].words} words occur often enough"
    return Choice("", "metrics", [best], reason)


def _sets(documents: int, seeds: int) -> Iterator[Choice]:
    """The sets that `all` retrains without; `trace` needs none."""
    sizes = [size for size in SIZES if size <= documents / 40][-2:] or [1]
    yield Choice("perturbation", "sizes", sizes, f"of {documents:,} documents; only for runs with retraining")
    yield Choice("perturbation", "random_sets", 1)
    yield Choice("perturbation", "random_sizes", sizes[-1:])
    yield Choice("perturbation", "single_documents", 1)
    yield Choice("perturbation", "single_random", 1)
    yield Choice("perturbation", "retrain_seeds", min(3, seeds))
    yield Choice("word2vec", "seeds", min(2, seeds))


def as_config(name: str, choices: Iterable[Choice], own: Mapping[str, Mapping[str, Any]]) -> str:
    """A config file with one setting per line, each with its reason."""
    name = _as_key(name)
    lines = ["# Edit what you like, and give the path of this file instead of the corpus to run it as it is."]
    lines += [f"run: [{name}]", "setups:", f"  {name}:"]
    section = ""
    for choice in choices:
        if choice.section and choice.section != section:
            lines.append(f"    {choice.section}:")
        section = choice.section
        because = f" # {choice.reason}" if choice.reason else ""
        lines.append(f"{'      ' if section else '    '}{choice.key}: {choice.shown}{because}")
    if own:
        lines.append("metrics:")
        lines += [f"  {_as_key(metric)}: {json.dumps(spec, ensure_ascii=False)}" for metric, spec in own.items()]
    return "\n".join(lines) + "\n"


def _as_key(name: str) -> str:
    """A name as YAML has it: 2024 would be a number."""
    return name if yaml.safe_load(name) == name else json.dumps(name, ensure_ascii=False)

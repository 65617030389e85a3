"""`origins metrics`: the built-in word sets, and how much of them a corpus has."""

import argparse
from pathlib import Path
from typing import Any

from origins.commands.common import command, corpus_of, corpus_options

EXAMPLE = """\
  origins metrics
  origins metrics reviews.csv --text-field body"""
EACH = 4  # words of a set to show


def add(commands: Any) -> None:
    """Declare the command."""
    parser = command(commands, "metrics", run, help="list the built-in word sets", example=EXAMPLE)
    corpus_options(parser, "list only metrics that have enough words in these documents", required=False)
    parser.add_argument(
        "--min-count", type=int, default=5, help="minimum number of occurrences for a word to count (default: 5)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Print one line per metric, and one per word set; with a corpus only those that can be measured in it."""
    from origins.metrics.library import coverage, entries
    from origins.study.trace import built_in, look

    counts = None
    if arguments.corpus:
        corpus = corpus_of(arguments)
        folder = Path(arguments.out or f"origins-{corpus.name}").absolute()
        folder.mkdir(parents=True, exist_ok=True)
        counts = look(corpus.name, corpus.settle(folder), folder, arguments.cores).vocabulary(arguments.min_count)
    lacking = []
    for name, definition in built_in().items():
        found = None if counts is None else coverage(definition, counts, name)
        if found and found.problem:
            lacking.append(name)
            continue
        entry = entries().get(name)
        print(f"{name}, {definition['kind']}{f': {entry.about} ({entry.source})' if entry else ''}")
        if found:
            print(f"  {found.found} of {found.words} words occur; the rarest, {found.rarest}, {found.least} times")
        for key, words in definition.items():
            if key != "kind":
                more = f", and {len(words) - EACH} more" if len(words) > EACH else ""
                print(f"  {key:<5} {', '.join(words[:EACH])}{more}")
    if lacking:
        print(f"Too few of their words occur to measure {', '.join(lacking)}.")

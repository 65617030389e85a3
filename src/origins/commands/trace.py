"""`origins trace`: from a file or folder of documents to the page, with settings chosen from the corpus."""

import argparse
from typing import Any

from origins.commands.common import command, corpus_of, corpus_options
from origins.errors import OriginsError

EXAMPLE = """\
  origins trace reviews.csv --text-field body --metric career
  origins trace news.parquet --words trust "doctor,nurse" "banker,lawyer" "honest,fair" "liar,fraud"
  origins trace origins-reviews/config.yaml   (the same settings again, after editing them)"""
CONFIG = (".yaml", ".yml")


def add(commands: Any) -> None:
    """Declare the command."""
    parser = command(commands, "trace", run, help="find which documents gave a corpus its bias", example=EXAMPLE)
    corpus_options(parser, "a file or folder of documents, or the config.yaml of an earlier trace")
    parser.add_argument(
        "--metric",
        action="append",
        default=[],
        metavar="NAME",
        help="a built-in metric, see `origins metrics`; can be repeated (default: those of career, weat1 and weat2 "
        "that have 75 %% of their words in the corpus, or else up to three other WEATs that do, or else the WEAT that "
        "is covered best)",
    )
    parser.add_argument(
        "--words",
        action="append",
        default=[],
        nargs=5,
        metavar=("NAME", "S", "T", "A", "B"),
        help="a WEAT of your own: its name and four lists of words, separated by commas; can be repeated",
    )
    parser.add_argument("--seeds", type=int, help="how many baseline embeddings to train (default: 5)")
    parser.add_argument("--retrain", action="store_true", help="also retrain without documents, to check the result")


def run(arguments: argparse.Namespace) -> None:
    """Trace a corpus, or the settings of an earlier trace."""
    from origins.study.trace import trace
    from origins.study.wordsets import weat

    how = {"cores": arguments.cores, "retrain": arguments.retrain}
    if arguments.corpus.suffix in CONFIG:
        fields = (f"{field}_field" for field in ("text", "title", "id"))
        for option in ("metric", "words", "seeds", "out", "kind", "tokenizer", *fields):
            if getattr(arguments, option) not in (None, []):
                raise OriginsError(f"--{option.replace('_', '-')}: set this in {arguments.corpus} instead.")
        trace(arguments.corpus, **how)
    else:
        own = [weat(name, *(_words(words) for words in sets)) for name, *sets in arguments.words]
        metrics = [*arguments.metric, *own]
        trace(corpus_of(arguments), metrics, seeds=arguments.seeds, out=arguments.out, **how)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]

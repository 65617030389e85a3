"""Which documents gave a word embedding its bias: trace a corpus, and ask about a finished run."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from origins.commands import check, curate, export, import_, metrics, score, trace
from origins.errors import OriginsError, sentence_of
from origins.runtime import machine

COMMANDS = (trace, metrics, check, score, curate, export, import_)


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one sentence, as all our errors."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise OriginsError(f"{message}; see {self.prog} --help.")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments name; an error is one sentence and exit code 1."""
    for library in ("OMP", "OPENBLAS", "MKL"):  # as in the workflow's jobs, so that the numbers are the same
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    try:
        machine.check_memory()
        parsed = _parser().parse_args(arguments)
        parsed.run(parsed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit("origins: interrupted.")
    except Exception as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
        if sentence := sentence_of(error):
            sys.exit(f"origins: {sentence}")
        raise


def _parser() -> Parser:
    parser = Parser(prog="origins", description=__doc__)
    parser.add_argument("--results", type=Path, default=Path("results"), help="the results folder (default: results)")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser


if __name__ == "__main__":
    main()

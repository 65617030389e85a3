"""`origins check`: are the settings of a run valid? Says so before anything is read or trained."""

import argparse
from pathlib import Path
from typing import Any

from origins.commands.common import command

EXAMPLE = """\
  python -m origins check mine.yaml"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = command(commands, "check", run, help="check settings before a run", example=EXAMPLE)
    parser.add_argument("--setup", help="check this setup (default: those under `run`)")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="settings merged over config.yaml")


def run(arguments: argparse.Namespace) -> None:
    """Check the files as the workflow does."""
    from origins import config

    settings = config.load(config.DEFAULT, *arguments.files)
    if arguments.setup:
        settings["run"] = arguments.setup
    setups = config.resolve(settings)
    config.check_sources(setups, arguments.results)
    print(f"The settings of {', '.join(setups)} are valid.")

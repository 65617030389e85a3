"""What the commands share: how one is declared, and where the results of its setup are."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from origins.corpus.kinds import KINDS
from origins.errors import OriginsError
from origins.study.corpus import Corpus

Run = Callable[[argparse.Namespace], None]


def command(commands: Any, name: str, run: Run, *, help: str, example: str) -> argparse.ArgumentParser:
    """A new command, with an example under its --help."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog=f"example:\n{example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_setup(parser: argparse.ArgumentParser) -> None:
    """The options that say which results are meant."""
    parser.add_argument("--setup", required=True, help="the name of the setup, as in results/<setup>")
    parser.add_argument(
        "--configfile",
        type=Path,
        action="append",
        default=[],
        help="settings merged over config.yaml (default: those of the setup's last run); can be repeated",
    )


def folder_of(arguments: argparse.Namespace) -> Path:
    """The folder with the results of the setup that the command names."""
    folder: Path = arguments.results / arguments.setup
    if not folder.is_dir():
        raise OriginsError(f"{folder} does not exist; run the workflow on the setup {arguments.setup} first.")
    return folder


def corpus_options(parser: argparse.ArgumentParser, help: str, required: bool = True) -> None:
    """The options of commands that read documents of one's own."""
    parser.add_argument("corpus", type=Path, metavar="CORPUS", nargs=None if required else "?", help=help)
    parser.add_argument("--kind", choices=KINDS, help="kind of corpus (default: inferred from name and content)")
    for field in ("text", "title", "id"):
        parser.add_argument(
            f"--{field}-field", metavar="NAME", help=f"the column or key of the {field} (default: {field})"
        )
    parser.add_argument("--tokenizer", choices=["letters", "whitespace"], help="how to find words (default: letters)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder to work in (default: origins-<name>)")
    parser.add_argument("--cores", type=int, help="how many cores to use (default: all)")


def corpus_of(arguments: argparse.Namespace) -> Corpus:
    """The corpus that these options name."""
    fields = {name: getattr(arguments, f"{name}_field") for name in ("text", "title", "id")}
    fields = {name: field for name, field in fields.items() if field}
    settings = {"tokenizer": arguments.tokenizer} if arguments.tokenizer else {}
    return Corpus.from_file(arguments.corpus, kind=arguments.kind, fields=fields, **settings)


def settings_of(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The complete settings of the setup: from --configfile, or else as its last run remembers them."""
    from origins import config

    if not arguments.configfile and (folder / config.REMEMBERED).exists():
        return config.recall(folder)
    files = [config.DEFAULT, *arguments.configfile]
    settings = config.load(*files)
    if arguments.setup not in settings.get("setups", {}):
        raise OriginsError(
            f"{files[-1]} has no setup {arguments.setup}; give the settings it was run with: --configfile mine.yaml."
        )
    return config.resolve(settings | {"run": [arguments.setup]})[arguments.setup]


def parts_of(folder: Path, *names: str) -> list[Path]:
    """Some files and folders of a setup's results, which must be there."""
    for name in names:
        if not (folder / name).exists():
            raise OriginsError(f"{folder} lacks {name}; run the workflow on the setup {folder.name} first.")
    return [folder / name for name in names]


def ids_of(table: Path) -> list[str]:
    """The ids of all documents. Without Arrow's threads, which wait without end where memory is limited."""
    import pyarrow.parquet

    read = pyarrow.parquet.read_table(table, columns=["id"], use_threads=False, pre_buffer=False)
    return read["id"].to_pylist()


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Damaged results are one sentence, too: our own files are read inside."""
    try:
        yield
    except (ValueError, KeyError, EOFError) as error:  # also what Arrow and JSON raise
        reason = " ".join(str(error).split())[:200]
        raise OriginsError(f"{folder}: a file is damaged ({reason}); remove it and run the workflow again.") from error

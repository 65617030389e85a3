"""`origins import`: an embedding trained by the reference C program as a baseline."""

import argparse
from pathlib import Path
from typing import Any

from origins.commands.common import add_setup, command, folder_of, parts_of, reading, settings_of
from origins.errors import OriginsError

EXAMPLE = """\
  glove -input-file cooccurrence.shuf.bin -vocab-file vocab.txt -save-file vectors -binary 1 -save-gradsq 1 -iter 40
  python -m origins import --setup starter --seed 1 --epochs 40 --gradsq gradsq.bin vectors.bin vocab.txt"""
# The program's options and their defaults (github.com/stanfordnlp/GloVe, src/glove.c), under our names
OPTIONS = (
    ("x_max", "-x-max", 100.0),
    ("alpha", "-alpha", 0.75),
    ("learning_rate", "-eta", 0.05),
    ("epochs", "-iter", 25),
)
WITHOUT_STATE = ("influence", "refit", "gradient")  # the estimators that do not ask how training went


def add(commands: Any) -> None:
    """Declare the command."""
    help = "use an embedding of the reference C program as a baseline"
    parser = command(commands, "import", run, help=help, example=EXAMPLE)
    add_setup(parser)
    parser.add_argument("--seed", type=int, required=True, help="the baseline that it replaces")
    parser.add_argument("--gradsq", type=Path, metavar="FILE", help="squared gradients, written with -save-gradsq 1")
    parser.add_argument(
        "--before-2019",
        action="store_true",
        help="the program is from before July 2019: its bias updates use a different step size (matters for --gradsq)",
    )
    for name, theirs, default in OPTIONS:
        option, help = f"--{name.replace('_', '-')}", f"the program's {theirs} (default: {default:g})"
        parser.add_argument(option, type=type(default), default=default, metavar="N", help=help)
    parser.add_argument("binary", type=Path, help="the parameters that the program wrote with -binary 1")
    parser.add_argument("vocabulary", type=Path, help="the vocabulary file it was trained with")


def run(arguments: argparse.Namespace) -> None:
    """Store the program's parameters as a baseline of the setup."""
    from origins import config
    from origins.glove.c_program import take_as_baseline
    from origins.influence.estimators import ESTIMATORS

    folder = folder_of(arguments)
    glove = settings_of(arguments, folder)["glove"]
    if not 1 <= arguments.seed <= glove["seeds"]:
        raise OriginsError(f"--seed {arguments.seed}: the setup has the seeds 1 to {glove['seeds']}.")
    settings = {name: getattr(arguments, name) for name, *_ in OPTIONS}
    try:
        config.check_section("glove", settings)
    except OriginsError as error:
        raise OriginsError(f"--{str(error).replace('_', '-', 1)}") from None
    parts_of(folder, "corpus/vocabulary.csv", "corpus/tokens")
    with reading(folder):
        path = take_as_baseline(
            folder,
            arguments.seed,
            arguments.binary,
            arguments.vocabulary,
            settings,
            dimension=glove["dimension"],
            squared_gradients=arguments.gradsq,
            before_2019=arguments.before_2019,
        )
    served = ESTIMATORS if arguments.gradsq else WITHOUT_STATE
    print(f"{path} now holds {arguments.binary}. Estimators that can use it: {', '.join(served)}.")
    if not arguments.gradsq:
        print("For the others, and to run the workflow on it, give the squared gradients (-save-gradsq 1): --gradsq.")

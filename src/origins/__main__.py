"""Command-line tools for a finished run."""

import argparse
import sys
from pathlib import Path

import pandas as pd

from origins.errors import OriginsError
from origins.experiment.sets import BEST, PAPER


def main() -> None:
    parser = argparse.ArgumentParser(prog="origins", description=__doc__)
    parser.add_argument("--results", type=Path, default=Path("results"), help="the results folder (default: results)")
    commands = parser.add_subparsers(dest="command", required=True)

    score = commands.add_parser("score", help="predict the bias without some documents")
    score.add_argument("--setup", required=True)
    score.add_argument("--documents", type=Path, required=True, metavar="FILE", help="document ids, one per line")
    score.add_argument("--metric", help="score only this metric (default: all metrics of the setup)")
    score.add_argument("--estimator", default=BEST, help=f"how to predict (default: {BEST}; the paper's: {PAPER})")
    score.add_argument(
        "--configfile",
        type=Path,
        action="append",
        default=[],
        help="settings merged over config.yaml, as for the workflow; can be repeated",
    )
    score.set_defaults(run=_score)

    export = commands.add_parser("export", help="write a baseline embedding for other programs")
    export.add_argument("--setup", required=True)
    export.add_argument("--seed", type=int, default=1, help="which baseline (default: 1)")
    export.add_argument(
        "--format",
        choices=["glove", "word2vec", "reference"],
        default="glove",
        help="GloVe text, word2vec text, or the reference C program's binary with its vocabulary beside it",
    )
    export.add_argument("output", type=Path, help="the file to write")
    export.set_defaults(run=_export)

    bring = commands.add_parser("import", help="use an embedding of the reference C program as a baseline")
    bring.add_argument("--setup", required=True)
    bring.add_argument("--seed", type=int, required=True, help="the baseline that it replaces")
    bring.add_argument("binary", type=Path, help="the parameters that the program wrote with -binary 1")
    bring.add_argument("vocabulary", type=Path, help="the vocabulary file it was trained with")
    bring.set_defaults(run=_import)

    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except OriginsError as error:
        sys.exit(f"origins: {error}")


def _score(arguments: argparse.Namespace) -> None:
    from origins import config
    from origins.corpus.id_lists import load_ids
    from origins.influence import scoring

    folder = _folder(arguments)
    settings = config.load(config.DEFAULT, *arguments.configfile) | {"run": [arguments.setup]}
    setup = config.resolve(settings)[arguments.setup]
    if arguments.metric and arguments.metric not in setup["metrics"]:
        raise OriginsError(f"--metric {arguments.metric}: the setup has {', '.join(setup['metrics'])}.")
    if arguments.estimator not in scoring.ESTIMATORS:
        raise OriginsError(f"--estimator {arguments.estimator}: choose from {', '.join(scoring.ESTIMATORS)}.")
    ids = pd.read_parquet(folder / "corpus" / "documents.parquet", columns=["id"])["id"]
    documents = load_ids(arguments.documents, ids)
    embeddings = [folder / "baseline" / f"embedding-{seed}.npz" for seed in range(1, setup["glove"]["seeds"] + 1)]
    files = folder / "cooccurrence", folder / "corpus" / "tokens", folder / "corpus" / "vocabulary.csv"
    for name, definition in setup["metrics"].items():
        if arguments.metric in (None, name):
            setting = scoring.Setting.load(*files, name, definition)
            table = scoring.score_set(setting, embeddings, documents, arguments.estimator)
            print(
                f"{name} without {len(documents)} documents, as predicted by {arguments.estimator} (Δ = B(w) − B(w̃)):"
            )
            print(table.to_string(float_format="{:+.4f}".format))


def _export(arguments: argparse.Namespace) -> None:
    from origins.corpus.tokens import load_vocabulary
    from origins.glove import formats
    from origins.glove.embedding import Embedding

    folder = _folder(arguments)
    vocabulary = load_vocabulary(folder / "corpus" / "vocabulary.csv")
    embedding = Embedding.load(folder / "baseline" / f"embedding-{arguments.seed}.npz")
    words, output = list(vocabulary.index), arguments.output
    match arguments.format:
        case "glove":
            formats.write_glove_text(output, words, embedding.W)
        case "word2vec":
            formats.write_word2vec_text(output, words, embedding.W)
        case "reference":
            names = output, output.with_suffix(".vocab.txt")
            formats.export_reference(*names, words, vocabulary, embedding.W, embedding.U, embedding.b, embedding.c)


def _import(arguments: argparse.Namespace) -> None:
    from origins.glove.c_program import take_as_baseline

    path = take_as_baseline(_folder(arguments), arguments.seed, arguments.binary, arguments.vocabulary)
    print(f"{path} now holds {arguments.binary}")


def _folder(arguments: argparse.Namespace) -> Path:
    folder = arguments.results / arguments.setup
    if not folder.is_dir():
        raise OriginsError(f"{folder} does not exist; run the workflow on the setup {arguments.setup} first.")
    return folder


if __name__ == "__main__":
    main()

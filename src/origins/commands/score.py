"""`origins score`: what a finished run predicts for removing any set of documents, or for adding others."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from origins.commands.common import add_setup, command, folder_of, ids_of, parts_of, reading, settings_of
from origins.errors import OriginsError
from origins.influence.names import BEST, PAPER

if TYPE_CHECKING:
    import numpy as np

    from origins.corpus.added import Added

EXAMPLE = """\
  python -m origins score --setup starter --documents ids.txt --metric weat1
  python -m origins score --setup starter --add more.csv --text-field body"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = command(
        commands, "score", run, help="predict the bias without some documents, or with more", example=EXAMPLE
    )
    add_setup(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--documents", type=Path, metavar="FILE", help="remove these: document ids, one per line")
    which.add_argument("--add", type=Path, metavar="FILE", help="add these: a file or folder of documents of any kind")
    parser.add_argument("--text-field", metavar="NAME", help="the text column of --add (default: text)")
    parser.add_argument(
        "--metric",
        help="score only this metric (default: all `metrics` of the setup; its `further_metrics` only by name)",
    )
    parser.add_argument("--estimator", default=BEST, help=f"how to predict (default: {BEST}; the paper's: {PAPER})")


def run(arguments: argparse.Namespace) -> None:
    """Print one table per metric."""
    from origins.influence import scoring
    from origins.influence.added import score_added

    folder = folder_of(arguments)
    setup = settings_of(arguments, folder)
    metrics = setup["metrics"] | setup["further_metrics"]
    if arguments.metric and arguments.metric not in metrics:
        raise OriginsError(f"--metric {arguments.metric}: the setup has {', '.join(metrics)}.")
    if arguments.estimator not in scoring.ESTIMATORS:
        raise OriginsError(f"--estimator {arguments.estimator}: choose from {', '.join(scoring.ESTIMATORS)}.")
    if arguments.add and arguments.estimator == "gradient":
        raise OriginsError("--estimator gradient knows only pairs that co-occur already; choose another for --add.")
    table, X, tokens, words = parts_of(
        folder, "corpus/documents.parquet", "cooccurrence", "corpus/tokens", "corpus/vocabulary.csv"
    )
    embeddings = [folder / "baseline" / f"embedding-{seed}.npz" for seed in range(1, setup["glove"]["seeds"] + 1)]
    if arguments.add:
        added = _added(arguments, words, setup["corpus"])
        documents = f"with {len(added.store)} more documents"
    else:
        rows = _removed(arguments.documents, folder, table)
        documents = f"without {len(rows)} documents"
    for name in [arguments.metric] if arguments.metric else setup["metrics"]:
        with reading(folder):
            setting = scoring.Setting.load(X, tokens, words, name, metrics[name])
        if arguments.add:
            scored = score_added(setting, embeddings, added.store, arguments.estimator)
        else:
            scored = scoring.score_set(setting, embeddings, rows, arguments.estimator)
        meaning = "" if arguments.add else " (Δ = B(w) − B(w̃))"
        print(f"{name} {documents}, as predicted by {arguments.estimator}{meaning}:")
        print(scored.to_string(float_format="{:+.4f}".format))


def _removed(file: Path, folder: Path, table: Path) -> "np.ndarray":
    """The rows of the documents listed in a file."""
    from origins.corpus.id_lists import load_ids

    with reading(folder):
        ids = ids_of(table)
    documents = load_ids(file, ids)
    if not 0 < len(documents) < len(ids):
        some = "all" if len(documents) else "no"
        raise OriginsError(f"{file} lists {some} documents of the corpus; list some of its {len(ids)}.")
    return documents


def _added(arguments: argparse.Namespace, words: Path, corpus: Mapping[str, Any]) -> "Added":
    """The documents to be added; says what of them cannot be seen."""
    from origins.corpus.added import encode_added
    from origins.corpus.readers import read
    from origins.corpus.tokens import load_vocabulary, word_ids
    from origins.files.given import readable

    if not arguments.add.is_dir():
        readable(arguments.add, "a file or folder of documents")
    fields = {"text": arguments.text_field} if arguments.text_field else None
    documents = read(arguments.add, fields=fields)
    added = encode_added(documents, word_ids(load_vocabulary(words)), corpus)
    known = len(added.store.ids)
    print(
        f"{len(added.store)} documents, {known + added.unknown} tokens; {added.unknown} tokens are not in the "
        "vocabulary and are ignored."
    )
    if added.left_out:
        print(f"Skipped {added.left_out} documents outside the setup's length limits (min_tokens, max_tokens).")
    return added

"""`origins export`: a baseline embedding in the formats of other programs."""

import argparse
from pathlib import Path
from typing import Any

from origins.commands.common import command, folder_of, parts_of, reading
from origins.files.given import streams

EXAMPLE = """\
  python -m origins export --setup starter --seed 1 --format word2vec vectors.txt"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser = command(commands, "export", run, help="write a baseline embedding for other programs", example=EXAMPLE)
    parser.add_argument("--setup", required=True, help="the name of the setup, as in results/<setup>")
    parser.add_argument("--seed", type=int, default=1, help="which baseline (default: 1)")
    parser.add_argument(
        "--format",
        choices=["glove", "word2vec", "reference"],
        default="glove",
        help="GloVe text, word2vec text, or the reference C program's binary with its vocabulary beside it",
    )
    parser.add_argument("output", type=Path, help="the file to write; /dev/stdout and pipes work, too")


def run(arguments: argparse.Namespace) -> None:
    """Write the file, or the two files of the reference program."""
    from origins.corpus.tokens import load_vocabulary
    from origins.glove import formats
    from origins.glove.embedding import Embedding

    folder = folder_of(arguments)
    names = "corpus/vocabulary.csv", f"baseline/embedding-{arguments.seed}.npz"
    streams(arguments.output)  # refuses what cannot be written before anything is read
    words_file, embedding_file = parts_of(folder, *names)
    with reading(folder):
        vocabulary, embedding = load_vocabulary(words_file), Embedding.load(embedding_file)
    words, output = list(vocabulary.index), arguments.output
    match arguments.format:
        case "glove":
            formats.write_glove_text(output, words, embedding.W)
        case "word2vec":
            formats.write_word2vec_text(output, words, embedding.W)
        case "reference":
            files = output, output.with_suffix(".vocab.txt")
            formats.export_reference(*files, words, vocabulary, embedding.W, embedding.U, embedding.b, embedding.c)

"""The kinds of corpus that a setup can name."""

from collections.abc import Iterator
from pathlib import Path

from origins.corpus import jsonl, nitf, starter, textfiles, wikiextractor, wikimedia
from origins.corpus.document import Document


def read(kind: str, path: Path, processes: int = 1) -> Iterator[Document]:
    """The documents of a source, in an order that does not depend on the number of processes."""
    match kind:
        case "starter":
            return starter.read(path)
        case "wikimedia":
            return wikimedia.read(path, processes)
        case "wikiextractor":
            return wikiextractor.read(path)
        case "nitf":
            return nitf.read(path, processes)
        case "jsonl":
            return jsonl.read(path)
        case "text":
            return textfiles.read(path)
    raise ValueError(f"unknown kind of corpus: {kind}")

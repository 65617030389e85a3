"""One entry point to every kind of corpus."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from origins.corpus import csvtable, jsonl, nitf, parquet, starter, textfiles, wikiextractor, wikimedia
from origins.corpus.document import Document
from origins.corpus.kinds import KINDS, TABLES, kind_of, misplaced
from origins.corpus.records import Fields, Record
from origins.errors import OriginsError


def read(
    path: Path,
    *,
    kind: str | None = None,
    fields: Mapping[str, str] | None = None,
    metadata: Path | None = None,
    processes: int = 1,
) -> Iterator[Document]:
    """The documents of a source, in an order that does not depend on the number of processes.

    `kind` is told from the path if it is not given. `fields` names what holds the text, title and id of the documents
    of a table, or the title and id of a folder's `metadata`, a table with one row per text file.
    """
    path = Path(path)
    kind = kind or kind_of(path)
    if unknown := [name for name in fields or () if name not in Fields._fields]:
        raise OriginsError(f'corpus.fields: "{unknown[0]}" is not one of {", ".join(Fields._fields)}.')
    if problem := misplaced(kind, fields, metadata):
        raise OriginsError(problem)
    named = Fields(**(fields or {}))
    match kind:
        case "csv" | "tsv":
            return csvtable.read(path, named, tabs=kind == "tsv")
        case "parquet":
            return parquet.read(path, named)
        case "jsonl":
            return jsonl.read(path, named)
        case "text":
            return textfiles.read(path, rows(Path(metadata)) if metadata else None, named)
        case "wikiextractor":
            return wikiextractor.read(path)
        case "wikimedia":
            return wikimedia.read(path, processes)
        case "nitf":
            return nitf.read(path, processes)
        case "starter":
            return starter.read(path)
    raise OriginsError(f"corpus.kind must be one of {', '.join(KINDS)}, not {kind}.")


def rows(path: Path) -> Iterator[Record]:
    """The rows of a table of any kind, which need not have a text."""
    match kind_of(path):
        case "csv":
            return csvtable.rows(path)
        case "tsv":
            return csvtable.rows(path, tabs=True)
        case "parquet":
            return parquet.rows(path)
        case "jsonl":
            return jsonl.rows(path)
    raise OriginsError(f"{path} is not a table. Give one of the kinds {', '.join(TABLES)}.")

"""Metadata of text files from a table beside them: one row per file."""

import logging
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from origins.corpus.records import FIELDS, Fields, Record, scalar
from origins.errors import OriginsError

log = logging.getLogger(__name__)

KEYS = ("file", "filename")  # columns that may hold the file's name instead of "id"


class Description(NamedTuple):
    """What a row says about a file; `title` is empty if it names none."""

    title: str
    metadata: dict[str, str]


def describe(names: Sequence[str], rows: Iterable[Record], fields: Fields = FIELDS) -> dict[str, Description]:
    """The rows by the names of the files they describe, with or without the ending .txt.

    Files without a row and rows without a file are counted in the log; it is an error if nothing matches.
    """
    file_of = {str(PurePosixPath(name).with_suffix("")): name for name in names} | {name: name for name in names}
    found: dict[str, Description] = {}
    strangers: list[str] = []
    place_of: dict[str, str] = {}
    has_title = fields.title == FIELDS.title
    for record in rows:
        key = _key(record, fields)
        has_title = has_title or fields.title in record.values
        name = record.values.get(key)
        value = scalar(record.place, key, "" if name is None else name)
        if (file := file_of.get(value)) is None:
            strangers.append(f"{record.place} ({value[:200]!r})")
            continue
        if file in place_of:
            raise OriginsError(f"{record.place}: {file} is described twice, first in {place_of[file]}. Remove one row.")
        place_of[file] = record.place
        values = {name: scalar(record.place, name, item) for name, item in record.values.items() if item is not None}
        title = values.pop(fields.title, "")
        values.pop(key, None)
        found[file] = Description(title, values)
    if not has_title and (found or strangers):
        raise OriginsError(f'corpus.fields: no row of the metadata has "{fields.title}". Check the name.')
    if not found:
        example = f"the first row is {strangers[0]}" if strangers else "there are no rows"
        raise OriginsError(
            f"corpus.metadata: no row has the name of a file; {example}, the first file {names[0]}. Name the column "
            "with the files' names: corpus.fields: {id: ...}."
        )
    log.info("metadata: rows with a file: %d of %d", len(found), len(found) + len(strangers))
    if strangers:
        log.warning("metadata: rows without a file: %d, the first of them %s", len(strangers), strangers[0])
    if left := [name for name in names if name not in found]:
        log.warning("metadata: files without a row: %d, the first of them %s", len(left), left[0])
    return found


def _key(record: Record, fields: Fields) -> str:
    """The column that holds the file's name."""
    keys = (fields.id, *KEYS) if fields.id == FIELDS.id else (fields.id,)
    for key in keys:
        if key in record.values:
            return key
    columns = ", ".join(f'"{name}"' for name in record.values)
    raise OriginsError(
        f'{record.place}: "{fields.id}" is missing; found {columns}. Name the column with the files\' names: '
        "corpus.fields: {id: ...}."
    )

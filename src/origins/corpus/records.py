"""Rows of tables and lines of JSON, and the documents they make: which field is the text, the title and the id."""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from typing import NamedTuple

from origins.corpus.document import Document, checked_id
from origins.errors import OriginsError

log = logging.getLogger(__name__)


class Fields(NamedTuple):
    """The names of the fields that hold a document's text, title and id; all others are metadata."""

    text: str = "text"
    title: str = "title"
    id: str = "id"


FIELDS = Fields()


class Record(NamedTuple):
    """One row or line: where it stands, for errors, its number, and its values by field."""

    place: str
    number: int
    values: Mapping[str, object]


def documents(records: Iterable[Record], fields: Fields = FIELDS, *, noun: str = "row") -> Iterator[Document]:
    """The documents of the records. Without an id, the record's number is the id.

    A record whose text is null has an empty text, which is always too short to be kept; the log counts these.
    """
    number_of: dict[str, int] = {}
    unseen = {name for name, default in zip(fields, FIELDS, strict=True) if name != default}
    empty = first_empty = 0
    for record in records:
        document = _document(record, fields, noun)
        if (first := number_of.setdefault(document.id, record.number)) != record.number:
            raise OriginsError(
                f'{record.place}: the id "{document.id}" is taken by {noun} {first}. Make ids unique or omit them.'
            )
        if record.values[fields.text] is None:
            empty, first_empty = empty + 1, first_empty or record.number
        if unseen:
            unseen -= record.values.keys()
        yield document
    if unseen and number_of:
        raise OriginsError(f"corpus.fields: no {noun} has {_listed(sorted(unseen))}. Check the names.")
    if empty:
        log.warning("%ss without text, which are left out: %d, the first of them %s %d", noun, empty, noun, first_empty)


def check_columns(place: str, columns: Iterable[str], fields: Fields | None) -> None:
    """The columns of a table must be distinct and, with `fields`, include the text and every field that was named."""
    columns = list(columns)
    for name in columns:
        if columns.count(name) > 1:
            raise OriginsError(f'{place}: two columns are called "{name}". Rename one of them.')
    for key, name in fields._asdict().items() if fields else ():
        if name not in columns and (key == "text" or name != getattr(FIELDS, key)):
            raise OriginsError(f"{place}: {_missing(key, name, columns)}")


def scalar(place: str, name: str, value: object) -> str:
    """A single value as text: JSON's own way of writing numbers, true and false; dates as 2004-05-31."""
    match value:
        case str():
            return value
        case bool() | int() | float():
            return json.dumps(value)
        case dict() | list() | tuple():
            raise OriginsError(
                f'{place}: "{name}" is a nested value. Metadata must be strings, numbers, true or false; '
                "turn it into one of them or remove it."
            )
        case bytes():
            try:
                return value.decode()
            except UnicodeDecodeError as error:
                raise OriginsError(f'{place}: "{name}" is not UTF-8 ({error.reason}). Store it as text.') from None
        case date():
            return value.isoformat().removesuffix("T00:00:00")
    return str(value)


def _document(record: Record, fields: Fields, noun: str) -> Document:
    place, number, values = record
    if fields.text not in values:
        raise OriginsError(f"{place}: {_missing('text', fields.text, values)} Or fix or remove the {noun}.")
    text, title, identifier = (values.get(name) for name in fields)
    if isinstance(text, bytes):
        text = scalar(place, fields.text, text)
    if text is not None and not isinstance(text, str):
        raise OriginsError(f'{place}: "{fields.text}" is not a string. Fix or remove the {noun}.')
    if identifier is None:
        identifier = number
    elif not isinstance(identifier, str | int | bytes) or isinstance(identifier, bool):
        raise OriginsError(f'{place}: "{fields.id}" is neither a string nor a whole number. Fix or remove it.')
    metadata = {
        name: scalar(place, name, value) for name, value in values.items() if name not in fields and value is not None
    }
    title = "" if title is None else scalar(place, fields.title, title)
    return Document(checked_id(scalar(place, fields.id, identifier), place), title, text or "", metadata)


def _missing(key: str, name: str, present: Iterable[str]) -> str:
    meant = next(iter(get_close_matches(name, present, n=1)), "...")
    return (
        f'"{name}" is missing; found {_listed(present)}. If another field holds the {key}, name it: '
        f"corpus.fields: {{{key}: {meant}}}, or --{key}-field on the command line."
    )


def _listed(names: Iterable[str], most: int = 20) -> str:
    names = [f'"{name}"' for name in names]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "no fields") + more

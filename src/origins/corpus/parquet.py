"""A corpus as a Parquet file, read a few rows at a time."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import types

from origins.corpus.document import Document
from origins.corpus.records import FIELDS, Fields, Record, check_columns, documents
from origins.errors import OriginsError

ROWS = 1000  # in memory at a time


def read(path: Path, fields: Fields = FIELDS) -> Iterator[Document]:
    """One document per row, in the order of the file."""
    return documents(rows(path, fields), fields)


def rows(path: Path, fields: Fields | None = None) -> Iterator[Record]:
    """The rows, numbered from 1. The index that pandas writes as a column is ignored.

    `fields`, if given, must be among the columns, and the text must be of a type that holds text.
    """
    try:
        with pq.ParquetFile(path) as file:
            columns = [column for column in file.schema_arrow if not column.name.startswith("__index_level_")]
            names = [column.name for column in columns]
            check_columns(str(path), names, fields)
            for column in columns:
                _check_type(path, column, fields)
            number = 0
            for batch in file.iter_batches(ROWS, columns=names):
                values = [_values(path, name, batch.column(name), number) for name in names]
                for row in zip(*values, strict=True):
                    number += 1
                    yield Record(f"{path}: row {number}", number, dict(zip(names, row, strict=True)))
    except FileNotFoundError:
        raise OriginsError(f"{path} does not exist. Check the path.") from None
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise OriginsError(
            f"{path} is corrupt, or not a Parquet file ({reason}). Download or copy it again."
        ) from error


def _check_type(path: Path, column: pa.Field, fields: Fields | None) -> None:
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if types.is_nested(kind):
        raise OriginsError(
            f'{path}: the column "{column.name}" is nested ({kind}). Columns must be strings, numbers, dates, true or '
            "false; turn it into one of them or remove it."
        )
    of_text = (types.is_string, types.is_large_string, types.is_string_view, types.is_binary, types.is_large_binary)
    if fields and column.name == fields.text and not any(is_type(kind) for is_type in (*of_text, types.is_null)):
        raise OriginsError(
            f'{path}: the column "{column.name}" holds {kind}, not text. If another column holds the text, name it: '
            "corpus.fields: {text: ...}, or --text-field on the command line."
        )


def _values(path: Path, name: str, column: pa.Array, before: int) -> list[object]:
    """A column's values, or which row has none that can be read; `before` rows precede it."""
    try:
        return column.to_pylist()
    except (UnicodeDecodeError, OverflowError, ValueError):
        for number, value in enumerate(column, start=before + 1):
            try:
                value.as_py()
            except UnicodeDecodeError as error:
                raise OriginsError(
                    f'{path}: row {number}: "{name}" is not UTF-8 ({error.reason}). Store it as UTF-8.'
                ) from None
            except (OverflowError, ValueError) as error:
                raise OriginsError(
                    f'{path}: row {number}: "{name}" cannot be read ({error}). Correct it or remove the row.'
                ) from None
        raise

"""A corpus as a table of text, CSV or TSV, with the names of the columns in the first row."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from origins.corpus.archives import BYTE_ORDER_MARK, opened
from origins.corpus.document import Document
from origins.corpus.records import FIELDS, Fields, Record, check_columns, documents
from origins.errors import OriginsError

LONGEST = 1 << 26  # characters in a cell; more is most likely the rest of the file after a stray quotation mark
QUOTES = "A cell that begins with a quotation mark must end with one, and those inside it must be doubled."


def read(path: Path, fields: Fields = FIELDS, *, tabs: bool = False) -> Iterator[Document]:
    """One document per row, in the order of the file (.csv or .tsv, also .gz, .bz2, .xz), read row by row."""
    return documents(rows(path, fields, tabs=tabs), fields)


def rows(path: Path, fields: Fields | None = None, *, tabs: bool = False) -> Iterator[Record]:
    """The rows below the header, numbered as a spreadsheet shows them: the header is row 1, and blank rows count.

    Cells may hold line breaks if they are quoted. Empty cells are null, and columns without a name (such as the index
    that pandas writes) are ignored. Semicolons separate cells if the header has some and no comma, as where the comma
    is the decimal point. `fields`, if given, must be among the columns.
    """
    csv.field_size_limit(LONGEST)
    with opened(path) as stream:
        start = stream.readline().removeprefix(BYTE_ORDER_MARK)
        delimiter = "\t" if tabs else ";" if b";" in start and b"," not in start else ","
        table = _numbered(path, csv.reader(_decoded(start, stream), delimiter=delimiter, strict=True))
        _, first = next(table, (1, []))
        header = [name.strip() for name in first]
        if not any(header):
            raise OriginsError(f"{path}: row 1 is empty. It must name the columns.")
        check_columns(str(path), filter(None, header), fields)
        for number, cells in table:
            if cells and len(cells) != len(header):
                raise OriginsError(
                    f"{path}: row {number} has {len(cells)} cells, but the header has {len(header)}. Fix the row; text "
                    "that contains the separator or a line break must be in quotation marks."
                )
            if cells:
                values = {name: cell or None for name, cell in zip(header, cells, strict=True) if name}
                yield Record(f"{path}: row {number}", number, values)


def _decoded(start: bytes, stream: BinaryIO) -> Iterator[str]:
    yield start.decode()
    yield from (line.decode() for line in stream)


def _numbered(path: Path, reader: Iterable[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """The rows with their numbers; errors name the row in which they begin."""
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            yield number, cells
    except UnicodeDecodeError as error:
        raise OriginsError(f"{path}: row {number + 1}: not UTF-8 ({error.reason}). Save the file as UTF-8.") from None
    except csv.Error as error:
        problem, remedy = f"not a valid row ({error})", QUOTES
        if "new-line character" in str(error):
            problem, remedy = "a carriage return outside quotation marks", "End lines with \\n or \\r\\n."
        elif "end of data" in str(error):
            problem = "a quotation mark opens a cell here and is never closed"
        elif "field limit" in str(error):
            problem = f"a cell has more than {LONGEST:,} characters"
        raise OriginsError(f"{path}: row {number + 1}: {problem}. {remedy}") from None

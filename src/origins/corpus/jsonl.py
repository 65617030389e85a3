"""A corpus with one JSON object per line: a text, and optionally a title, an id and any metadata."""

import json
from collections.abc import Iterator
from pathlib import Path

from origins.corpus.archives import BYTE_ORDER_MARK, opened
from origins.corpus.document import Document
from origins.corpus.magic import not_text
from origins.corpus.records import FIELDS, Fields, Record, documents
from origins.errors import OriginsError


def read(path: Path, fields: Fields = FIELDS) -> Iterator[Document]:
    """One document per line, in the order of the file (.jsonl, also .gz, .bz2, .xz)."""
    return documents(rows(path), fields, noun="line")


def rows(path: Path) -> Iterator[Record]:
    """The lines with their numbers; blank lines are skipped."""
    with opened(path) as stream:
        for number, line in enumerate(stream, start=1):
            if number == 1:
                line = line.removeprefix(BYTE_ORDER_MARK)
            if line and not line.isspace():
                place = f"{path}:{number}"
                yield Record(place, number, parse(place, line))


def parse(place: str, line: bytes) -> dict[str, object]:
    """The JSON object of a line, or a one-sentence error that names the line."""
    try:
        fields = json.loads(line.decode().rstrip())
        if b"\\ud" in line or b"\\uD" in line:
            json.dumps(fields, ensure_ascii=False).encode()  # an unpaired surrogate is valid JSON but not valid text
    except UnicodeDecodeError as error:
        reason = not_text(line) or f"not UTF-8 ({error.reason}). Save the file as UTF-8."
        raise OriginsError(f"{place}: {reason}") from None
    except UnicodeEncodeError:
        raise OriginsError(f"{place}: contains an unpaired surrogate escape. Fix or remove the line.") from None
    except RecursionError:
        raise OriginsError(f"{place}: too deeply nested. Fix or remove the line.") from None
    except ValueError as error:
        if binary := not_text(line):
            raise OriginsError(f"{place}: {binary}") from None
        reason = str(error)
        if isinstance(error, json.JSONDecodeError):
            reason = f"{error.msg.removesuffix(' at')} at column {error.colno}"
        raise OriginsError(f"{place}: not valid JSON ({reason}). Fix or remove the line.") from None
    if not isinstance(fields, dict):
        raise OriginsError(f'{place}: not a JSON object. Each line must be like {{"text": "..."}}.')
    return fields

"""A corpus with one JSON object per line: "text", and optionally "title", "id" and any metadata."""

import json
from collections.abc import Iterator
from pathlib import Path

from origins.corpus.archives import opened
from origins.corpus.document import Document, checked_id
from origins.errors import OriginsError


def read(path: Path) -> Iterator[Document]:
    """The documents of a JSON Lines file (.jsonl, also .gz, .bz2, .xz), in its order; blank lines are skipped."""
    lines_of: dict[str, int] = {}
    with opened(path) as stream:
        for number, line in enumerate(stream, start=1):
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.isspace() or not line:
                continue
            document = _document(f"{path}:{number}", line, number)
            if (first := lines_of.setdefault(document.id, number)) != number:
                raise OriginsError(
                    f'{path}:{number}: the id "{document.id}" is taken by line {first}. Make ids unique or omit them.'
                )
            yield document


def parse(place: str, line: bytes) -> dict[str, object]:
    """The JSON object of a line, or a one-sentence error that names the line."""
    try:
        fields = json.loads(line.decode().rstrip())
        if b"\\ud" in line or b"\\uD" in line:
            json.dumps(fields, ensure_ascii=False).encode()  # an unpaired surrogate is valid JSON but not valid text
    except UnicodeDecodeError as error:
        raise OriginsError(f"{place}: not UTF-8 ({error.reason}). Save the file as UTF-8.") from None
    except UnicodeEncodeError:
        raise OriginsError(f"{place}: contains an unpaired surrogate escape. Fix or remove the line.") from None
    except RecursionError:
        raise OriginsError(f"{place}: too deeply nested. Fix or remove the line.") from None
    except ValueError as error:
        reason = str(error)
        if isinstance(error, json.JSONDecodeError):
            reason = f"{error.msg.removesuffix(' at')} at column {error.colno}"
        raise OriginsError(f"{place}: not valid JSON ({reason}). Fix or remove the line.") from None
    if not isinstance(fields, dict):
        raise OriginsError(f'{place}: not a JSON object. Each line must be like {{"text": "..."}}.')
    return fields


def _document(place: str, line: bytes, number: int) -> Document:
    fields = parse(place, line)
    text, title, identifier = fields.pop("text", None), fields.pop("title", None), fields.pop("id", None)
    if not isinstance(text, str):
        raise OriginsError(
            f'{place}: "text" is {"not a string" if text is not None else "missing"}. Fix or remove the line.'
        )
    if identifier is None:
        identifier = number
    elif not isinstance(identifier, str | int) or isinstance(identifier, bool):
        raise OriginsError(f'{place}: "id" is neither a string nor a whole number. Fix or remove it.')
    title = "" if title is None else _scalar(place, "title", title)
    metadata = {name: _scalar(place, name, value) for name, value in fields.items() if value is not None}
    return Document(checked_id(str(identifier), place), title, text, metadata)


def _scalar(place: str, name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict | list):
        raise OriginsError(f'{place}: "{name}" is a nested value. Metadata must be strings, numbers, true or false.')
    return json.dumps(value)

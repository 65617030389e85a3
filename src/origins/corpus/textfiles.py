"""A corpus of plain text files: every .txt file in a folder is a document."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from origins.corpus.described import Description, describe
from origins.corpus.document import Document, checked_id
from origins.corpus.magic import not_text
from origins.corpus.records import FIELDS, Fields, Record
from origins.errors import OriginsError
from origins.files.given import readable, refuse_ways_out

NOTHING = Description("", {})


def read(folder: Path, rows: Iterable[Record] | None = None, fields: Fields = FIELDS) -> Iterator[Document]:
    """Every .txt in a folder and its subfolders, ordered by relative path, which is also the id.

    `rows` of a table can give their titles and metadata; `fields` then names its columns (see `describe`).

    Links that lead out of the folder are rejected; links to folders inside it are not followed.
    """
    if not folder.is_dir():
        raise OriginsError(f"{folder} is not a folder. Give a folder of .txt files.")
    names = sorted(_text_files(folder))
    if not names:
        raise OriginsError(f"{folder} has no .txt files. Give a folder of .txt files.")
    described = {} if rows is None else describe(names, rows, fields)
    for name in names:
        path = folder / name
        try:
            name.encode()
            data = readable(path, "a regular file").read_bytes()
            text = data.decode("utf-8-sig")
        except UnicodeEncodeError:
            raise OriginsError(f"{os.fsencode(path)!r}: the file's name is not UTF-8. Rename it.") from None
        except UnicodeDecodeError as error:
            reason = not_text(data) or f"not UTF-8 at byte {error.start}. Save it as UTF-8."
            raise OriginsError(f"{path} is not text: {reason}") from None
        except OSError as error:
            raise OriginsError(f"{path} cannot be read ({error.strerror}).") from error
        if "\0" in text:
            raise OriginsError(f"{path} is not text: it has NUL characters. Save it as UTF-8 or remove it.")
        title, metadata = described.get(name, NOTHING)
        yield Document(checked_id(name, str(folder)), title or path.stem, text, metadata)


def _text_files(folder: Path) -> Iterator[str]:
    for parent, folders, files in os.walk(folder, onerror=_refuse):
        texts = [name for name in files if name.lower().endswith(".txt")]
        refuse_ways_out(folder, (Path(parent, name) for name in folders + texts))
        yield from (Path(parent, name).relative_to(folder).as_posix() for name in texts)


def _refuse(error: OSError) -> None:
    """A folder that cannot be read must not be left out in silence."""
    raise OriginsError(f"{error.filename} cannot be read ({error.strerror}). Change its permissions or remove it.")

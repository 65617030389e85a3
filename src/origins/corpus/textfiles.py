"""A corpus of plain text files: every .txt file in a folder is a document."""

import os
from collections.abc import Iterator
from pathlib import Path

from origins.corpus.document import Document, checked_id
from origins.errors import OriginsError


def read(folder: Path) -> Iterator[Document]:
    """Every .txt in a folder and its subfolders, ordered by relative path, which is also the id.

    Links that lead out of the folder are rejected; links to folders inside it are not followed.
    """
    if not folder.is_dir():
        raise OriginsError(f"{folder} is not a folder. Give a folder of .txt files.")
    names = sorted(_text_files(folder))
    if not names:
        raise OriginsError(f"{folder} has no .txt files. Give a folder of .txt files.")
    for name in names:
        path = folder / name
        try:
            name.encode()
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeEncodeError:
            raise OriginsError(f"{os.fsencode(path)!r}: the file's name is not UTF-8. Rename it.") from None
        except UnicodeDecodeError as error:
            raise OriginsError(f"{path} is not text: not UTF-8 at byte {error.start}. Save it as UTF-8.") from None
        except OSError as error:
            raise OriginsError(f"{path} cannot be read ({error.strerror}).") from error
        if "\0" in text:
            raise OriginsError(f"{path} is not text: it has NUL characters. Save it as UTF-8 or remove it.")
        yield Document(checked_id(name, str(folder)), path.stem, text, {})


def _text_files(folder: Path) -> Iterator[str]:
    home = folder.resolve()
    for parent, folders, files in os.walk(folder):
        texts = [name for name in files if name.lower().endswith(".txt")]
        for name in folders + texts:
            path = Path(parent, name)
            if path.is_symlink() and not path.resolve().is_relative_to(home):
                raise OriginsError(
                    f"{path} is a link that leads out of {folder}. Copy the files there or remove the link."
                )
        yield from (Path(parent, name).relative_to(folder).as_posix() for name in texts)

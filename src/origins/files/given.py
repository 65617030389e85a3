"""Files that the user names: they may be folders, devices, pipes or nothing at all."""

import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from origins.errors import OriginsError
from origins.files.atomic import replacing

STREAM = re.compile(r"/dev/(fd/\d+|std\w+)|/proc/[^/]+/fd/\d+")  # what a shell makes of <(...), too


def readable(path: str | Path, wanted: str) -> Path:
    """The path, which must be a file that can be read to its end; `wanted` says what it should be.

    A pipe without a writer would be waited for without end, so only the shell's own are taken.
    """
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise OriginsError(f"{path} does not exist; give {wanted}.") from None
    except OSError as error:
        raise OriginsError(f"{_short(path)} cannot be read ({error.strerror}); give {wanted}.") from None
    if stat.S_ISDIR(mode):
        raise OriginsError(f"{path} is a folder; give {wanted}.")
    if not stat.S_ISREG(mode) and not (stat.S_ISFIFO(mode) and _is_stream(path)):
        raise OriginsError(f"{path} is not a regular file; give {wanted}.")
    return path


def read_text(path: str | Path, wanted: str) -> str:
    """The text of a file that the user names, which must be UTF-8."""
    try:
        return readable(path, wanted).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OriginsError(f"{path} is not UTF-8 text ({error.reason} at byte {error.start}); give {wanted}.") from None
    except OSError as error:
        raise OriginsError(f"{path} cannot be read ({error.strerror}); give {wanted}.") from None


@contextmanager
def writing(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write: a regular one appears complete or not at all, anything else gets the bytes and stays what it is.

    A link is followed. An existing folder and a missing one above the file are refused.
    """
    path = Path(path)
    if streams(path):
        with path.open("ab") as file:  # does not shorten a file that a shell appends to
            yield file
        return
    with replacing(path.resolve()) as file:
        yield file


def streams(path: str | Path) -> bool:
    """Whether a path is a device or pipe, which takes bytes but cannot be replaced; refuses what cannot be written."""
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if not path.resolve().parent.is_dir():
            raise OriginsError(f"{path}: the folder {path.resolve().parent} does not exist; create it first.") from None
        return False
    except OSError as error:
        raise OriginsError(f"{_short(path)} cannot be written ({error.strerror}); give another path.") from None
    if stat.S_ISDIR(mode):
        raise OriginsError(f"{path} is a folder; give the path of a file.")
    return not stat.S_ISREG(mode) or _is_stream(path)


def _is_stream(path: Path) -> bool:
    return bool(STREAM.fullmatch(str(path.absolute())))


def refuse_ways_out(folder: Path, paths: Iterable[Path]) -> None:
    """Links among the contents of a folder must not lead out of it."""
    home = folder.resolve()
    for path in paths:
        if path.is_symlink() and not _target(path).is_relative_to(home):
            raise OriginsError(f"{path} is a link that leads out of {folder}. Copy the files there or remove the link.")


def _target(link: Path) -> Path:
    """Where a link leads; itself if it leads in a circle, which `readable` refuses."""
    try:
        return link.resolve()
    except (OSError, RuntimeError):  # the latter until Python 3.12
        return link.parent.resolve()


def _short(path: Path) -> str:
    text = str(path)
    return text if len(text) <= 200 else f"{text[:100]}…"

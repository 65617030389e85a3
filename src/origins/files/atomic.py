"""Files that take their place when they are whole, and not before."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write that takes its place at `path` when all went well, and is removed otherwise."""
    path, partial = Path(path), partial_of(path)
    try:
        with partial.open("wb") as file:
            yield file
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def partial_of(path: str | Path) -> Path:
    """Where a file is written until it is whole."""
    return Path(path).with_name(Path(path).name + ".partial")

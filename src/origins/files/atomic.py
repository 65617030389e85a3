"""Files that appear at their path only when they are complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write that is moved to `path` on success, and removed otherwise."""
    path, partial = Path(path), partial_of(path)
    try:
        with partial.open("wb") as file:
            yield file
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def partial_of(path: str | Path) -> Path:
    """Where a file is written until it is complete."""
    return Path(path).with_name(Path(path).name + ".partial")

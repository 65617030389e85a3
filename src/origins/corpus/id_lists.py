"""Lists of documents in files, one id per line."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from origins.errors import OriginsError
from origins.files.atomic import replacing
from origins.files.given import read_text


def save_ids(path: str | Path, documents: np.ndarray, ids: Sequence[str]) -> None:
    """Write a set as a plain list, one document id per line; `ids` are those of the whole corpus, by row."""
    with replacing(path) as file:
        file.write("".join(f"{ids[row]}\n" for row in documents).encode())


def load_ids(path: str | Path, ids: Sequence[str]) -> np.ndarray:
    """The row numbers of the documents listed in a file, in its order. Empty lines are skipped."""
    lines = read_text(path, "a file with one document id per line").split("\n")
    row_of = {str(id): row for row, id in enumerate(ids)}
    first_line: dict[int, int] = {}
    for number, line in enumerate(lines, start=1):
        if not (id := line.removesuffix("\r")):
            continue
        if id not in row_of:
            raise OriginsError(f"{path}:{number}: no document of the corpus has the id {id[:200]!r}; correct it.")
        if (row := row_of[id]) in first_line:
            raise OriginsError(f"{path}:{number}: the id is already on line {first_line[row]}; remove one of them.")
        first_line[row] = number
    return np.array(list(first_line), dtype=np.int64)

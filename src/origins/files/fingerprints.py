"""Fingerprints of contents: of arrays and texts in memory, and of files."""

import hashlib
from pathlib import Path

import numpy as np


def fingerprint(*parts: np.ndarray | bytes | str) -> str:
    """SHA-256 of the parts, their types and their shapes, in hexadecimal."""
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            head, data = f"{part.dtype.str}{part.shape}", np.ascontiguousarray(part).tobytes()
        else:
            data = part.encode() if isinstance(part, str) else part
            head = f"{type(part).__name__}({len(data)})"
        digest.update(head.encode() + b"\n")
        digest.update(data)
    return digest.hexdigest()


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    return sum_of(path, "sha256")


def sum_of(path: Path, name: str) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, name).hexdigest()

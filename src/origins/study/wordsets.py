"""Word sets of one's own."""

from collections.abc import Sequence
from typing import Any


def weat(name: str, S: Sequence[str], T: Sequence[str], A: Sequence[str], B: Sequence[str]) -> dict[str, Any]:
    """A WEAT for `trace`: positive where S goes with A and T with B.

    >>> weat("royalty", S=["king", "prince"], T=["queen", "princess"], A=["he", "him"], B=["she", "her"])["kind"]
    'weat'
    """
    return {"name": name, "kind": "weat"} | {key: list(words) for key, words in zip("STAB", (S, T, A, B), strict=True)}

"""Back from tokens to the text they came from, with its punctuation and its capitals."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from origins.corpus.tokenizer import Tokenizer

SHOWN = 20_000  # characters of a document that the page shows
AROUND = 160  # characters to either side of a word, where not all is shown


class Passages(NamedTuple):
    """Text and words in turn, text first and last; `numbers` has one per word. `left_out` counts characters."""

    parts: list[str]
    numbers: np.ndarray
    left_out: int


def known_tokens(text: str, ids: Mapping[str, int], tokenizer: Tokenizer) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """The vocabulary ids of a text's tokens, as the corpus has them, and where in the text each begins and ends."""
    found, places = [], []
    for word, begin, end in tokenizer.places(text):
        if tokenizer.keeps(word) and word in ids:
            found.append(ids[word])
            places.append((begin, end))
    return np.array(found, dtype=np.int64), places


def passages(text: str, places: list[tuple[int, int]], values: np.ndarray, shown: int = SHOWN) -> Passages:
    """The text cut at the words that have a value; of a long text, only what is around those that have most.

    A gap is marked with […].
    """
    marked = [k for k in np.argsort(-np.abs(values), kind="stable").tolist() if values[k] != 0]
    whole = len(text) <= shown
    kept = [(0, len(text))] if whole else _around([places[k] for k in marked], len(text), shown)
    parts, numbers, position = [""], [], 0
    for begin, end in kept:
        if begin > position:
            parts[-1] += " […] " if position else "[…] "
        position = begin
        for k in sorted(k for k in marked if begin <= places[k][0] and places[k][1] <= end):
            start, stop = places[k]
            parts[-1] += text[position:start]
            parts += [text[start:stop], ""]
            numbers.append(values[k])
            position = stop
        parts[-1] += text[position:end]
        position = end
    if position < len(text):
        parts[-1] += " […]"
    left_out = len(text) - sum(end - begin for begin, end in kept)
    return Passages(parts, np.array(numbers, dtype=float), left_out)


def _around(words: list[tuple[int, int]], length: int, shown: int) -> list[tuple[int, int]]:
    """Stretches around the first of the words, as many as fit, in the order of the text; its beginning if there is no
    word."""
    chosen: list[tuple[int, int]] = []
    room = shown
    for begin, end in words or [(0, 0)]:
        stretch = max(0, begin - AROUND), min(length, end + AROUND)
        room -= stretch[1] - stretch[0]
        if room < 0:
            break
        chosen.append(stretch)
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(chosen):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((begin, end))
    return merged

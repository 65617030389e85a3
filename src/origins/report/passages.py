"""Back from tokens to the text they came from, with its punctuation and its capitals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from origins.corpus.tokens import LETTERS, is_token

SHOWN = 20_000  # characters of a document that the page shows
AROUND = 160  # characters to either side of a word, where not all is shown


class Passages(NamedTuple):
    """Text and words in turn, text first and last; `numbers` has one per word. `left_out` counts characters."""

    parts: list[str]
    numbers: np.ndarray
    left_out: int


def known_tokens(
    text: str, ids: Mapping[str, int], min_letters: int, max_letters: int | None
) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """The vocabulary ids of a text's tokens, as the corpus has them, and where in the text each begins and ends."""
    found, places = [], []
    for word, begin, end in _runs(text, max_letters):
        if is_token(word, min_letters, max_letters) and word in ids:
            found.append(ids[word])
            places.append((begin, end))
    return np.array(found, dtype=np.int64), places


def _runs(text: str, max_letters: int | None) -> Iterator[tuple[str, int, int]]:
    """`letter_runs` with the place of each in the text as it is written."""
    if max_letters is None:
        yield from ((run.group().lower(), *run.span()) for run in LETTERS.finditer(text))
        return
    lower = text.lower()
    origin: Sequence[int] = range(len(text) + 1)
    if len(lower) != len(text):  # İ becomes two characters
        lengths = [len(character.lower()) for character in text]
        origin = np.append(np.repeat(np.arange(len(text)), lengths), len(text)).tolist()
    for run in LETTERS.finditer(lower):
        yield run.group(), origin[run.start()], origin[run.end() - 1] + 1


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

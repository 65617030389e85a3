"""A first look at a corpus, from which the settings of a trace are chosen."""

import dataclasses
from collections import Counter
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from origins.corpus import store, tokens
from origins.runtime.parallel import process_map


class Survey(NamedTuple):
    """How many tokens every document has, and how often every word occurs."""

    lengths: np.ndarray
    counts: Counter[str]
    units: np.ndarray | None = None  # the number of each text's document, where `unit` groups texts

    @property
    def tokens(self) -> int:
        """Of all documents together."""
        return int(self.lengths.sum())

    def documents(self, least: int, most: int) -> int:
        """How many documents there are of texts that have from `least` to `most` tokens."""
        kept = (self.lengths >= least) & (self.lengths <= most)
        return int(kept.sum()) if self.units is None else len(np.unique(self.units[kept]))

    def vocabulary(self, min_count: int) -> dict[str, int]:
        """The words that occur often enough, with their counts."""
        return {word: count for word, count in self.counts.items() if count >= min_count}


def survey(documents: Path, selection: tokens.Selection, processes: int = 1) -> Survey:
    """Tokenize the stored documents once and count, without leaving out any for its length."""
    everything = dataclasses.replace(selection, min_tokens=0, max_tokens=1 << 62, max_total_tokens=None)
    lengths, counts, units = [np.empty(0, dtype=np.int64)], Counter[str](), list[object]()
    for chunk in process_map(partial(tokens.encode_chunk, selection=everything), store.chunks(documents), processes):
        units += chunk.table[selection.unit].tolist() if selection.unit in chunk.table else [None] * len(chunk.table)
        lengths.append(chunk.table["tokens"].to_numpy())
        found = np.bincount(chunk.ids, minlength=len(chunk.words)).tolist()
        counts.update(dict(zip(chunk.words, found, strict=True)))
    return Survey(np.concatenate(lengths), counts, _numbers(units) if selection.unit else None)


def _numbers(units: list[object]) -> np.ndarray:
    """Equal numbers for equal units; a text without one is a document of its own."""
    numbers, _ = pd.factorize(pd.Series(units, dtype=object).replace("", None))
    return np.where(numbers < 0, len(units) + np.arange(len(units)), numbers)

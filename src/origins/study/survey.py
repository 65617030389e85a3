"""A first look at a corpus, from which the settings of a trace are chosen."""

import dataclasses
from collections import Counter
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from origins.corpus import store, tokens
from origins.runtime.parallel import process_map


class Survey(NamedTuple):
    """How many tokens every document has, and how often every word occurs."""

    lengths: np.ndarray
    counts: Counter[str]

    @property
    def tokens(self) -> int:
        """Of all documents together."""
        return int(self.lengths.sum())

    def vocabulary(self, min_count: int) -> dict[str, int]:
        """The words that occur often enough, with their counts."""
        return {word: count for word, count in self.counts.items() if count >= min_count}


def survey(documents: Path, selection: tokens.Selection, processes: int = 1) -> Survey:
    """Tokenize the stored documents once and count, without leaving out any for its length."""
    everything = dataclasses.replace(selection, min_tokens=0, max_tokens=1 << 62, max_total_tokens=None)
    lengths, counts = [np.empty(0, dtype=np.int64)], Counter[str]()
    for chunk in process_map(partial(tokens.encode_chunk, selection=everything), store.chunks(documents), processes):
        lengths.append(chunk.table["tokens"].to_numpy())
        found = np.bincount(chunk.ids, minlength=len(chunk.words)).tolist()
        counts.update(dict(zip(chunk.words, found, strict=True)))
    return Survey(np.concatenate(lengths), counts)

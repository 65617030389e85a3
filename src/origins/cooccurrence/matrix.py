"""The co-occurrence matrix X of the paper, counted exactly.

X_ij adds 1/d for every pair of words at distance d ≤ window. Counts are integers in units of 1/lcm(1..window), so
their sums do not depend on order, threads or memory, and subtracting a document leaves no trace of it.
"""

import itertools
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.sparse

from origins.cooccurrence.kernels import LINE, copy_rows, count_rows, find_occurrences, take_off_rows
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.files.npy import NpyWriter, read_only, release
from origins.runtime.parallel import thread_map


def unit_of(window: int) -> int:
    """The number of units in a count of 1: lcm(1..window)."""
    return math.lcm(*range(1, window + 1))


def weights_of(window: int) -> np.ndarray:
    """weights[d] = unit / d, for every distance d up to the window."""
    unit = unit_of(window)
    return np.array([0] + [unit // distance for distance in range(1, window + 1)], dtype=np.int64)


class Removed(NamedTuple):
    """Y by words: word i loses amounts[e] at the place places[e] of its row, for starts[i] ≤ e < ends[i]."""

    starts: np.ndarray
    ends: np.ndarray
    places: np.ndarray
    amounts: np.ndarray


@dataclass(frozen=True)
class Cooccurrence:
    """X, or X − Y, as compressed sparse rows, columns in order. Symmetric.

    X − Y is kept as the stored counts of X, which many jobs can share, and what Y takes off them.
    """

    indptr: np.ndarray
    indices: np.ndarray
    stored: np.ndarray
    window: int
    fingerprint: str = ""
    removed: Removed | None = None

    @property
    def counts(self) -> np.ndarray:
        """X_ij · unit of every entry; of X − Y a copy in memory."""
        if not self.removed:
            return self.stored
        counts = np.array(self.stored)
        take_off_rows(np.arange(self.words), np.array(self.indptr), *self.removed, counts)
        return counts

    @property
    def unit(self) -> int:
        """The number of units in a count of 1."""
        return unit_of(self.window)

    @property
    def weights(self) -> np.ndarray:
        """weights[d] = unit / d: what a pair at distance d adds, in units."""
        return weights_of(self.window)

    @property
    def words(self) -> int:
        """V, the size of the vocabulary."""
        return len(self.indptr) - 1

    @property
    def nonzeros(self) -> int:
        """The number of word pairs that co-occur."""
        return len(self.indices)

    def rows_of(self, words: Sequence[int] | np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Some words' rows end to end: where each starts (and the last ends), their contexts and their counts."""
        words = np.asarray(words, dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(self.indptr[words + 1] - self.indptr[words])]).astype(np.int64)
        context, count = np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1], dtype=np.int64)
        copy_rows(words, *map(read_only, (self.indptr, self.indices, self.stored)), starts, context, count)
        if self.removed:
            take_off_rows(words, starts, *self.removed, count)
        return starts, context, count

    def release(self) -> None:
        """Give the memory of what was read of a mapped matrix back to the system, which reads it again if needed."""
        release(self.indices, self.stored)

    def tosparse(self) -> scipy.sparse.csr_array:
        """The integer counts as a SciPy matrix."""
        return scipy.sparse.csr_array((self.counts, self.indices, self.indptr), shape=(self.words, self.words))

    @classmethod
    def load(cls, folder: Path) -> "Cooccurrence":
        """Memory-map what `count` wrote; several trainings share one copy in memory."""
        folder = Path(folder)
        meta = json.loads((folder / "meta.json").read_text())
        names = ("indptr", "indices", "counts")
        indptr, indices, stored = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in names)
        return cls(indptr, indices, stored, window=meta["window"], fingerprint=meta["fingerprint"])


def count(corpus: TokenStore, folder: Path, *, window: int, memory_mb: float = 2000, threads: int = 1) -> Cooccurrence:
    """Count X of a corpus into `folder`, within `memory_mb` of working memory.

    The words are cut into ranges small enough for the memory. A range's occurrences are found in one pass over the
    corpus; then each word's windows are added up in one dense row, which stays in cache. Rows are independent, so
    the bytes written are the same for any number of threads and any bound.
    """
    folder = Path(folder)
    frequencies = corpus.frequencies()
    check_window(window, int(frequencies.sum()))
    folder.mkdir(parents=True, exist_ok=True)
    weights = weights_of(window)
    V = len(frequencies)
    ranges, workers = _plan(frequencies, window, memory_mb, threads)

    def rows_of(words: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        first, last = words
        starts = np.concatenate([[0], np.cumsum(frequencies[first:last])])
        occurrences = np.empty(starts[-1], dtype=np.int64)
        find_occurrences(corpus.ids, corpus.texts, first, last, window, starts[:-1].copy(), occurrences)
        lines = -(-V // LINE)
        row, flags = np.zeros(lines * LINE, dtype=np.int64), np.zeros(lines, dtype=np.uint8)
        bound = 1 + int(np.minimum(V, 2 * window * frequencies[first:last]).sum())
        ends = np.empty(last - first, dtype=np.int64)
        # untouched memory pages cost nothing, so the generous bound is only address space
        indices, counts = np.empty(bound, dtype=np.int32), np.empty(bound, dtype=np.int64)
        n = count_rows(corpus.ids, starts, occurrences, weights, row, flags, ends, indices, counts)
        return ends, indices[:n], counts[:n]

    nonzeros = 0
    with (
        NpyWriter(folder / "indptr.npy", np.int64) as all_indptr,
        NpyWriter(folder / "indices.npy", np.int32) as all_indices,
        NpyWriter(folder / "counts.npy", np.int64) as all_counts,
    ):
        all_indptr.append(np.zeros(1, dtype=np.int64))
        for ends, indices, counts in thread_map(rows_of, ranges, workers):
            all_indptr.append(ends + nonzeros)
            all_indices.append(indices)
            all_counts.append(counts)
            nonzeros += len(indices)
    sizes = {"window": window, "unit": unit_of(window), "words": V, "nonzeros": nonzeros}
    meta = sizes | {"fingerprint": corpus.fingerprint}
    (folder / "meta.json").write_text(json.dumps(meta, indent=1) + "\n")
    return Cooccurrence.load(folder)


def check_window(window: int, tokens: int) -> None:
    """Refuse a window whose counts could exceed int64: the sum of X is at most 2 · tokens · Σ 1/d."""

    def fits(window: int) -> bool:
        unit = unit_of(window)
        return 2 * max(tokens, 1) * sum(unit // distance for distance in range(1, window + 1)) < 2**63

    if window < 1:
        raise OriginsError(f"cooccurrence.window: the window is {window} words wide; use 1 or more.")
    largest = next(size for size in itertools.count(1) if not fits(size + 1))
    if window > largest:
        raise OriginsError(
            f"cooccurrence.window: counts with a window of {window} would not be exact; use at most {largest}."
        )


def _plan(frequencies: np.ndarray, window: int, memory_mb: float, threads: int) -> tuple[list[tuple[int, int]], int]:
    """Cut the words into ranges; returns them and how many may be in progress at once within the memory."""
    V = len(frequencies)
    dense = 9 * V  # a dense row and its flags
    cost = 8 * frequencies + 12 * np.minimum(V, 2 * window * frequencies)  # bytes: occurrences, indices and counts
    least = 2 * (dense + int(cost.max()))
    if memory_mb * 1e6 < least:
        raise OriginsError(
            f"cooccurrence.memory_mb: {memory_mb:g} is too little for this corpus; set it to {math.ceil(least / 1e6)} "
            "or more."
        )
    # one range per thread in progress, and one waiting to be written
    workers = min(threads, int(memory_mb * 1e6 // (dense + cost.max())) - 1)
    bound = memory_mb * 1e6 / (workers + 1) - dense
    # several ranges per thread, so that no thread idles for long at the end
    fair = frequencies.sum() / (4 * workers) if workers > 1 else np.inf
    return list(_ranges(np.maximum(cost / bound, frequencies / fair))), workers


def _ranges(share: np.ndarray) -> Iterator[tuple[int, int]]:
    """Cut 0..V into ranges whose shares add up to at most 1, or that are a single word."""
    first, total = 0, 0.0
    for word, each in enumerate(share.tolist()):
        if total + each > 1 and word > first:
            yield first, word
            first, total = word, 0.0
        total += each
    yield first, len(share)

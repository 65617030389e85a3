"""The co-occurrence matrix X of the paper, counted exactly.

X_ij adds 1/d for every pair of words at distance d ≤ window. Counts are integers in units of 1/lcm(1..window), so
their sums do not depend on order, threads or memory, and subtracting a document leaves no trace of it.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse

from origins.cooccurrence.kernels import LINE, count_rows, find_occurrences
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.files.npy import NpyWriter
from origins.runtime.parallel import thread_map


def unit_of(window: int) -> int:
    """The number of units in a count of 1: lcm(1..window)."""
    return math.lcm(*range(1, window + 1))


def weights_of(window: int) -> np.ndarray:
    """weights[d] = unit / d, for every distance d up to the window."""
    unit = unit_of(window)
    return np.array([0] + [unit // distance for distance in range(1, window + 1)], dtype=np.int64)


@dataclass(frozen=True)
class Cooccurrence:
    """X as compressed sparse rows, columns in order; X_ij = counts / unit. Symmetric."""

    indptr: np.ndarray
    indices: np.ndarray
    counts: np.ndarray
    window: int
    fingerprint: str = ""

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
        slices = [slice(self.indptr[word], self.indptr[word + 1]) for word in words]
        starts = np.concatenate([[0], np.cumsum([each.stop - each.start for each in slices])]).astype(np.int64)
        context, count = (np.concatenate([values[each] for each in slices]) for values in (self.indices, self.counts))
        return starts, context, count

    def tosparse(self) -> scipy.sparse.csr_array:
        """The integer counts as a SciPy matrix."""
        return scipy.sparse.csr_array((self.counts, self.indices, self.indptr), shape=(self.words, self.words))

    @classmethod
    def load(cls, folder: Path) -> "Cooccurrence":
        """Memory-map what `count` wrote; several trainings share one copy in memory."""
        folder = Path(folder)
        meta = json.loads((folder / "meta.json").read_text())
        names = ("indptr", "indices", "counts")
        indptr, indices, counts = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in names)
        return cls(indptr, indices, counts, window=meta["window"], fingerprint=meta["fingerprint"])


def count(corpus: TokenStore, folder: Path, *, window: int, memory_mb: float = 2000, threads: int = 1) -> Cooccurrence:
    """Count X of a corpus into `folder`, within `memory_mb` of working memory.

    The words are cut into ranges small enough for the memory. A range's occurrences are found in one pass over the
    corpus; then each word's windows are added up in one dense row, which stays in cache. Rows are independent, so
    the bytes written are the same for any number of threads and any bound.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    weights = weights_of(window)
    frequencies = corpus.frequencies()
    V = len(frequencies)
    ranges, workers = _plan(frequencies, window, memory_mb, threads)

    def rows_of(words: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        first, last = words
        starts = np.concatenate([[0], np.cumsum(frequencies[first:last])])
        occurrences = np.empty(starts[-1], dtype=np.int64)
        find_occurrences(corpus.ids, corpus.offsets, first, last, window, starts[:-1].copy(), occurrences)
        lines = -(-V // LINE)
        row, flags = np.zeros(lines * LINE, dtype=np.int64), np.zeros(lines, dtype=np.uint8)
        bound = int(np.minimum(V, 2 * window * frequencies[first:last]).sum())
        ends = np.empty(last - first, dtype=np.int64)
        # untouched memory pages cost nothing, so the generous bound is only address space
        indices, counts = np.empty(bound, dtype=np.int32), np.empty(bound, dtype=np.int64)
        n, _ = count_rows(corpus.ids, starts, occurrences, weights, row, flags, ends, indices, counts)
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
    fair = frequencies.sum() / (4 * workers)  # several ranges per thread, so that no thread idles for long at the end
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

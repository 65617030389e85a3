import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.matrix import Cooccurrence
from origins.errors import OriginsError

sixty_examples = settings(max_examples=60)


def brute_force_counts(document, words, window):
    """One document's own X, pair by pair."""
    X = np.zeros((words, words), dtype=np.int64)
    unit = cooccurrence.unit_of(window)
    for p, word in enumerate(document):
        for q, context in enumerate(document):
            if 0 < abs(p - q) <= window:
                X[word, context] += unit // abs(p - q)
    return X


@sixty_examples
@given(corpus=corpora(), window=st.integers(1, 10), threads=st.integers(1, 3))
def test_counts_are_the_sum_of_the_documents_own_counts(tmp_path, corpus, window, threads):
    X = cooccurrence.count(corpus, tmp_path, window=window, threads=threads)
    parts = sum(brute_force_counts(corpus[k], corpus.words, window) for k in range(len(corpus)))
    np.testing.assert_array_equal(X.tosparse().toarray(), parts)  # exact: integers, not "close"


@sixty_examples
@given(corpus=corpora(max_documents=20, vocabulary=40, max_length=60), window=st.integers(1, 8))
def test_rows_are_sorted_and_the_matrix_is_symmetric_without_stored_zeros(tmp_path, corpus, window):
    X = cooccurrence.count(corpus, tmp_path, window=window)
    for word in range(X.words):
        row = X.indices[X.indptr[word] : X.indptr[word + 1]]
        assert np.all(np.diff(row) > 0)
    assert np.all(X.counts > 0)
    assert (X.tosparse() != X.tosparse().T).nnz == 0


def zipf_corpus(tokens=30_000, words=900, seed=0):
    rng = np.random.default_rng(seed)
    ids = np.minimum(rng.zipf(1.3, tokens) - 1, words - 1)
    return token_store(np.array_split(ids, 40))


def test_any_memory_and_any_number_of_threads_give_the_same_bytes(tmp_path):
    corpus = zipf_corpus()
    written = []
    for threads, memory_mb in ((1, 2000), (1, 0.3), (2, 0.5), (3, 2000), (8, 3)):
        folder = tmp_path / f"{threads}-{memory_mb}"
        cooccurrence.count(corpus, folder, window=8, memory_mb=memory_mb, threads=threads)
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert all(files == written[0] for files in written)
    assert set(written[0]) == {"indptr.npy", "indices.npy", "counts.npy", "meta.json"}


def test_little_memory_means_more_ranges_of_words():
    frequencies = zipf_corpus().frequencies()
    many, workers = cooccurrence._plan(frequencies, window=8, memory_mb=0.3, threads=4)
    few, _ = cooccurrence._plan(frequencies, window=8, memory_mb=2000, threads=1)
    assert len(many) > len(few)
    assert workers < 4
    for ranges in (many, few):
        assert [last for _, last in ranges[:-1]] == [first for first, _ in ranges[1:]]
        assert (ranges[0][0], ranges[-1][1]) == (0, len(frequencies))


def test_memory_that_cannot_do_is_refused_with_the_least_that_can(tmp_path):
    with pytest.raises(OriginsError, match=r"cooccurrence.memory_mb: 0.001 is too little .* set it to 1 or more"):
        cooccurrence.count(zipf_corpus(), tmp_path / "X", window=8, memory_mb=0.001)


def test_a_count_is_whole_units_for_every_distance_in_the_window():
    for window in range(1, 21):
        assert all(cooccurrence.unit_of(window) % distance == 0 for distance in range(1, window + 1))
    assert cooccurrence.unit_of(8) == 840


def test_a_stored_matrix_is_memory_mapped_and_carries_the_corpus_fingerprint(tmp_path):
    corpus = token_store([[0, 1, 2, 1]])
    corpus = type(corpus)(corpus.ids, corpus.offsets, corpus.words, fingerprint="abc")
    cooccurrence.count(corpus, tmp_path, window=2)
    X = Cooccurrence.load(tmp_path)
    assert isinstance(X.counts, np.memmap)
    assert (X.fingerprint, X.unit, X.words, X.nonzeros) == ("abc", 2, 3, 7)


def test_a_window_whose_counts_could_overflow_is_refused(tmp_path):
    corpus = token_store([[0, 1] * 50])
    with pytest.raises(
        OriginsError, match=r"cooccurrence.window: counts with a window of 42 would not be exact; use at"
    ):
        cooccurrence.count(corpus, tmp_path, window=42)
    with pytest.raises(OriginsError, match=r"a window of 10000000 would not be exact"):  # at once
        cooccurrence.count(corpus, tmp_path, window=10_000_000)
    with pytest.raises(OriginsError, match=r"cooccurrence.window: the window is 0 words wide"):
        cooccurrence.count(corpus, tmp_path, window=0)
    assert not list(tmp_path.iterdir())


def test_the_largest_window_that_is_named_still_counts_exactly(tmp_path):
    corpus = token_store([[0, 0, 0, 0] * 25])
    with pytest.raises(OriginsError, match=r"use at most (\d+)") as error:
        cooccurrence.count(corpus, tmp_path, window=60)
    largest = int(re.search(r"at most (\d+)", str(error.value))[1])
    X = cooccurrence.count(corpus, tmp_path, window=largest)
    expected = sum(2 * (100 - d) * (math.lcm(*range(1, largest + 1)) // d) for d in range(1, largest + 1))
    assert X.counts.tolist() == [expected]

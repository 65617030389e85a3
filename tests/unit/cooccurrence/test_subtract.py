import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError

sixty_examples = settings(max_examples=60)


def remaining(corpus, gone):
    """The same corpus in which the documents are empty, so that words keep their ids."""
    documents = [corpus[k] if k not in gone else corpus[k][:0] for k in range(len(corpus))]
    offsets = np.concatenate([[0], np.cumsum([len(document) for document in documents])])
    return TokenStore(np.concatenate(documents), offsets, words=corpus.words)


@sixty_examples
@given(corpus=corpora(max_documents=8), window=st.integers(1, 8), threads=st.integers(1, 3), data=st.data())
def test_subtracting_documents_equals_counting_the_others_from_scratch(tmp_path, corpus, window, threads, data):
    gone = data.draw(st.lists(st.integers(0, len(corpus) - 1), unique=True))
    rest = remaining(corpus, gone)
    assume(len(rest.ids))
    X = cooccurrence.count(corpus, tmp_path / "whole", window=window)
    expected = cooccurrence.count(rest, tmp_path / "rest", window=window)
    difference = subtract(X, corpus, np.array(gone, dtype=int), threads=threads)
    np.testing.assert_array_equal(difference.tosparse().toarray(), expected.tosparse().toarray())  # exact


def test_the_difference_shares_rows_and_columns_with_the_whole_which_stays_as_it_is(tmp_path):
    corpus = token_store([[0, 1, 2, 0], [2, 3, 2]])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    before = np.array(X.counts)
    difference = subtract(X, corpus, np.array([1]))
    assert difference.indices is X.indices
    assert difference.indptr is X.indptr
    assert difference.stored is X.stored  # no copy: at the scale of the New York Times it would take 6 GB
    np.testing.assert_array_equal(X.counts, before)


@sixty_examples
@given(corpus=corpora(max_documents=8), data=st.data())
def test_any_rows_of_the_difference_are_those_of_the_dense_one(tmp_path, corpus, data):
    gone = data.draw(st.lists(st.integers(0, len(corpus) - 1), unique=True))
    words = data.draw(st.lists(st.integers(0, corpus.words - 1)))
    X = cooccurrence.count(corpus, tmp_path, window=3)
    difference = subtract(X, corpus, np.array(gone, dtype=int))
    dense, pattern = difference.tosparse().toarray(), X.tosparse().toarray() > 0
    starts, context, count = difference.rows_of(words)
    assert starts[-1] == len(context) == len(count)
    for k, word in enumerate(words):
        row = slice(starts[k], starts[k + 1])
        np.testing.assert_array_equal(context[row], np.flatnonzero(pattern[word]))
        np.testing.assert_array_equal(count[row], dense[word, context[row]])


def test_a_pair_that_met_only_in_the_removed_document_has_a_count_of_exactly_zero(tmp_path):
    corpus = token_store([[0, 0, 0, 1, 1], [2, 3]])
    X = cooccurrence.count(corpus, tmp_path, window=3)
    difference = subtract(X, corpus, np.array([1]))
    assert difference.counts.dtype.kind == "i"
    assert difference.tosparse()[2, 3] == difference.tosparse()[3, 2] == 0
    assert (difference.counts == 0).sum() == 2


def test_counts_of_more_than_32_bits_are_removed_exactly(tmp_path):
    corpus = token_store([[0, 1] * 20_000, [0, 1, 1]])
    X = cooccurrence.count(corpus, tmp_path / "whole", window=16)
    assert X.counts.max() > 10 * 2**32
    expected = cooccurrence.count(remaining(corpus, [0]), tmp_path / "rest", window=16)
    difference = subtract(X, corpus, np.array([0]), threads=2)
    np.testing.assert_array_equal(difference.tosparse().toarray(), expected.tosparse().toarray())


def test_nothing_is_left_when_every_document_goes(tmp_path):
    corpus = token_store([[0, 1, 2, 0], [2, 3, 2], []])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    assert not subtract(X, corpus, [2, 0, 1]).counts.any()


def test_a_large_corpus_gives_the_same_counts_for_any_number_of_threads(tmp_path):
    rng = np.random.default_rng(0)
    corpus = token_store(np.array_split(np.minimum(rng.zipf(1.3, 30_000) - 1, 899), 40))
    X = cooccurrence.count(corpus, tmp_path / "whole", window=8)
    gone = [0, 7, 20, 39]
    expected = cooccurrence.count(remaining(corpus, gone), tmp_path / "rest", window=8).tosparse()
    for threads in (1, 2, 8):
        difference = subtract(X, corpus, gone, threads=threads)
        assert abs(difference.tosparse() - expected).nnz == 0


def test_a_difference_is_known_as_another_corpus_whatever_the_order_of_the_documents(tmp_path):
    corpus = token_store([[0, 1], [1, 0, 1], [0, 0, 1]])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    one, other, third = (subtract(X, corpus, gone) for gone in ([0, 2], [2, 0], [1]))
    assert one.fingerprint == other.fingerprint
    assert len({X.fingerprint, one.fingerprint, third.fingerprint}) == 3
    assert subtract(X, corpus, []).fingerprint == X.fingerprint


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([0, 0], "a document cannot be removed twice"),
        ([3], "the corpus has documents 0 to 2"),
        ([-1], "the corpus has documents 0 to 2"),
    ],
)
def test_what_cannot_be_removed_is_refused(tmp_path, documents, message):
    corpus = token_store([[0, 1], [1, 0, 1], [0, 0, 1]])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    with pytest.raises(OriginsError, match=message):
        subtract(X, corpus, documents)


@pytest.mark.parametrize("other", [[[0, 0], [1, 1], [2, 2]], [[0, 1, 2, 0, 1, 2, 0, 1, 2], [], []]])
def test_documents_that_the_matrix_was_not_counted_from_are_refused(tmp_path, other):
    X = cooccurrence.count(token_store([[0, 1], [1, 2, 0], [2]]), tmp_path, window=2)
    with pytest.raises(OriginsError, match="lacks pairs of the documents to be removed"):
        subtract(X, token_store(other), [0])


def test_a_pair_that_the_matrix_lacks_is_not_taken_from_its_neighbour(tmp_path):
    X = cooccurrence.count(token_store([[0, 1] * 5, [2]]), tmp_path, window=1)
    with pytest.raises(OriginsError, match="lacks pairs of the documents to be removed"):
        subtract(X, token_store([[0, 0], [1], [2]]), [0])


def test_a_matrix_of_another_fingerprint_is_refused(tmp_path):
    corpus = token_store([[0, 1], [1, 0]])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    other = TokenStore(corpus.ids, corpus.offsets, corpus.words, fingerprint="other")
    with pytest.raises(OriginsError, match="counted from another corpus"):
        subtract(X, other, [0])

import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.id_lists import load_ids, save_ids
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.experiment import perturbation, sets
from origins.experiment.sets import DocumentSet

sixty_examples = settings(max_examples=60)
deltas = st.lists(st.floats(-1, 1), min_size=12, max_size=40).map(np.array)


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


def rows_of(name, delta, seed=0):
    return perturbation.perturbation_set(DocumentSet.parse(name), len(delta), np.asarray(delta), seed).tolist()


def test_decrease_sets_hold_the_largest_delta_and_increase_sets_the_most_negative():
    delta = [0.1, -0.5, 0.3, 0.0, -0.2, 0.2]
    assert rows_of("decrease-1", delta) == [2]
    assert rows_of("decrease-2", delta) == [2, 5]
    assert rows_of("increase-1", delta) == [1]
    assert rows_of("increase-2", delta) == [1, 4]
    assert rows_of("single-decrease-2", delta) == [5]
    assert rows_of("single-increase-2", delta) == [4]


def test_documents_with_the_same_delta_are_taken_in_the_order_of_the_corpus():
    delta = [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]
    assert rows_of("decrease-4", delta) == [1, 3, 5, 0]
    assert rows_of("increase-2", delta) == [0, 2]


@sixty_examples
@given(delta=deltas, seed=st.integers(0, 2**31), size=st.integers(1, 11))
def test_sets_have_their_size_and_no_document_twice_and_no_outsider_is_more_influential(delta, seed, size):
    for kind in ("decrease", "increase", "random"):
        rows = rows_of(f"{kind}-{size}" + ("-1" if kind == "random" else ""), delta, seed)
        assert len(set(rows)) == len(rows) == size
        assert set(rows) <= set(range(len(delta)))
        outside = np.delete(delta, rows)
        if kind == "decrease":
            assert delta[rows].min() >= outside.max()
        elif kind == "increase":
            assert delta[rows].max() <= outside.min()


def test_random_sets_differ_by_size_number_and_seed_and_need_no_scores():
    drawn = [
        tuple(perturbation.perturbation_set(DocumentSet.parse(name), 500, seed=seed)[:5])
        for name, seed in (("random-10-1", 3), ("random-10-2", 3), ("random-11-1", 3), ("random-10-1", 4))
    ]
    assert len(set(drawn)) == 4


def test_random_sets_are_drawn_uniformly():
    names = [f"random-3-{number}" for number in range(1, 2001)]
    rows = [perturbation.perturbation_set(DocumentSet.parse(name), 10) for name in names]
    drawn = np.bincount(np.concatenate(rows), minlength=10)
    assert np.all(abs(drawn - 600) < 100)  # 5 standard deviations


def test_single_random_documents_are_different_ones():
    names = [f"single-random-{number}" for number in range(1, 9)]
    rows = [perturbation.perturbation_set(DocumentSet.parse(name), 8).item() for name in names]
    assert sorted(rows) == list(range(8))


@sixty_examples
@given(documents=st.integers(2, 300), percent=st.integers(1, 99), number=st.integers(1, 50))
def test_a_subset_leaves_out_its_share_of_the_documents_or_is_refused(documents, percent, number):
    chosen = DocumentSet.parse(f"leftout-{percent}-{number}")
    assert (str(chosen), chosen.kind, chosen.single) == (f"leftout-{percent}-{number}", "leftout", False)
    if not 50 <= documents * percent < documents * 100 - 50:  # less than half a document
        with pytest.raises(OriginsError, match=r"lds\.left_out"):
            perturbation.perturbation_set(chosen, documents)
        return
    rows = perturbation.perturbation_set(chosen, documents)
    assert abs(len(rows) - documents * percent / 100) <= 0.5
    assert rows.min() >= 0
    assert rows.max() < documents
    assert (np.diff(rows) > 0).all()
    np.testing.assert_array_equal(rows, perturbation.perturbation_set(chosen, documents))  # by its name alone


def test_subsets_are_drawn_uniformly_and_apart_from_random_sets():
    rows = [perturbation.perturbation_set(DocumentSet.parse(f"leftout-30-{number}"), 10) for number in range(1, 2001)]
    assert np.all(abs(np.bincount(np.concatenate(rows), minlength=10) - 600) < 100)  # 5 standard deviations
    other = perturbation.perturbation_set(DocumentSet.parse("random-50-1"), 100)
    assert set(other) != set(perturbation.perturbation_set(DocumentSet.parse("leftout-50-1"), 100))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("decrease-7", "perturbation.sizes: a set of 7 documents is larger than the corpus, or all of it: 7"),
        ("random-8-1", "perturbation.sizes: a set of 8 documents is larger than the corpus, or all of it: 7"),
        ("single-random-8", "perturbation: the corpus has only 7 documents, so none for single-random-8"),
        ("single-increase-8", "perturbation: the corpus has only 7 documents, so none for single-increase-8"),
    ],
)
def test_a_set_that_the_corpus_cannot_give_is_refused(name, sentence):
    with pytest.raises(OriginsError, match=re.escape(sentence)):
        perturbation.perturbation_set(DocumentSet.parse(name), 7, np.zeros(7))


def test_documents_without_a_finite_delta_are_not_ranked():
    with pytest.raises(ValueError, match="finite"):
        rows_of("decrease-1", [0.1, np.nan, 0.2])


SETTINGS = {
    "rankings": ["influence", "relearn", "ppmi"],
    "sizes": [1, 2],
    "random_sets": 2,
    "random_sizes": None,
    "single_documents": 1,
    "single_random": 2,
    "retrain_seeds": 3,
    "single_seeds": None,
    "ppmi_metrics": None,
    "ppmi_sizes": [2],
    "ppmi_seeds": 5,
}
METRICS = {"weat1": {"kind": "weat"}, "weat2": {"kind": "weat"}, "ripa1": {"kind": "ripa"}}


def experiment(**changed):
    return {"metrics": METRICS, "perturbation": SETTINGS | changed}


def names(chosen):
    return [f"{family} {each}" for family, each in chosen]


def test_every_set_of_an_experiment_has_a_name_of_its_own_that_parses_to_it():
    found = list(sets.all_sets(experiment()))
    assert len(set(names(found))) == len(found) == 3 * (4 + 4 + 2) + 2 * 2 + (4 + 2)
    for _, each in found:
        assert DocumentSet.parse(str(each)) == each
    kinds = {(each.kind, each.size) for _, each in found}
    assert kinds == {
        *((kind, size) for kind in ("decrease", "increase", "relearn", "random") for size in (1, 2)),
        *(("single", 1), ("ppmi", 2)),
    }
    assert {family for family, each in found if each.chosen_by == "ppmi"} == {"weat1", "weat2"}  # WEAT only
    assert list(map(str, sets.random(SETTINGS | {"random_sizes": [7]}))) == ["random-7-1", "random-7-2"]


def test_one_setting_says_which_rankings_choose_sets_and_single_documents_are_always_those_of_relearn():
    found = [each for _, each in sets.all_sets(experiment(rankings=["influence"]))]
    assert {each.chosen_by for each in found if not each.single} == {"influence", "random"}
    assert {each.chosen_by for each in found if each.single} == {"relearn", "random"}
    only = sets.all_sets(experiment(ppmi_metrics=["weat2"]))
    assert {family for family, each in only if each.chosen_by == "ppmi"} == {"weat2"}


def test_the_papers_targeted_sets_are_those_whose_transfer_is_measured():
    assert names(sets.transfer_sets(experiment()))[:4] == [
        "weat1 decrease-1",
        "weat1 increase-1",
        "weat1 decrease-2",
        "weat1 increase-2",
    ]
    assert {each.chosen_by for _, each in sets.transfer_sets(experiment())} == {"influence"}


def test_subsets_are_no_sets_of_the_experiment_and_have_their_own_number_of_retrains():
    setup = experiment() | {"lds": {"subsets": 2, "left_out": [5, 50], "seeds": 7}}
    wanted = ["leftout-5-1", "leftout-5-2", "leftout-50-1", "leftout-50-2"]
    assert names(sets.left_out_sets(setup)) == [f"shared {name}" for name in wanted]
    assert not {name for name in names(sets.all_sets(setup)) if "leftout" in name}
    assert {sets.retrains(setup, family, each) for family, each in sets.left_out_sets(setup)} == {7}
    assert not list(sets.left_out_sets(setup | {"lds": {"subsets": 0, "left_out": [5], "seeds": 7}}))


def retrains(*chosen, **changed):
    return [sets.retrains(experiment(**changed), "weat1", DocumentSet.parse(name)) for name in chosen]


def test_sets_that_are_compared_with_ppmi_are_retrained_as_often_as_its_own():
    chosen = ["ppmi-increase-2", "increase-2", "increase-1", "single-increase-2", "relearn-increase-2"]
    assert retrains(*chosen) == [5, 5, 3, 3, 3]
    assert retrains("increase-2", ppmi_seeds=1) == [3]
    assert retrains("increase-2", ppmi_metrics=["weat2"]) == retrains("increase-2", rankings=["influence"]) == [3]
    assert retrains(*chosen, ppmi_sizes=None, ppmi_seeds=None) == [3] * 5
    same = SETTINGS | {"ppmi_sizes": None}
    assert [str(each) for each in sets.targeted(same, "ppmi")] == [f"ppmi-{each}" for each in sets.targeted(same)]


def test_single_documents_may_have_fewer_retrains():
    assert retrains("single-increase-1", "single-random-1", "increase-1", single_seeds=1) == [1, 1, 3]


def test_sets_of_other_rankings_are_chosen_like_the_paper_s():
    delta = np.array([0.3, -0.2, 0.5, 0.0])
    for ranking in ("ppmi", "relearn"):
        for direction in ("decrease", "increase"):
            assert rows_of(f"{ranking}-{direction}-2", delta) == rows_of(f"{direction}-2", delta)


def test_seeds_are_cut_into_jobs_without_losing_one():
    assert sets.batches(5, 2) == {1: [1, 2], 2: [3, 4], 3: [5]}


@pytest.mark.parametrize(
    "name",
    ["", "decrease", "decrease-", "decrease-0", "decrease-01", "decrease-10 ", "worst-10", "random-10", "ppmi-10",
     "random-10-1-2", "random-9-0", "single-1", "single-increase", "single-increase-0", "ppmi-random-9",
     "influence-decrease-9", "leftout-5", "leftout-0-1", "leftout-100-1", "leftout-5-0"],
)  # fmt: skip
def test_a_name_that_is_no_set_is_refused(name):
    with pytest.raises(OriginsError, match="is not the name of a perturbation set"):
        DocumentSet.parse(name)


@sixty_examples
@given(
    ids=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), min_size=1),
        min_size=1,
        unique=True,
    ),
    data=st.data(),
)
def test_a_set_comes_back_from_its_file(tmp_path, ids, data):
    ids[0] = ids[0].removeprefix("\ufeff") or "first"  # a byte order mark is not part of a first id
    rows = data.draw(st.lists(st.integers(0, len(ids) - 1), unique=True))
    save_ids(tmp_path / "set.txt", rows, [f"{id}-{k}" for k, id in enumerate(ids)])
    loaded = load_ids(tmp_path / "set.txt", [f"{id}-{k}" for k, id in enumerate(ids)])
    assert loaded.tolist() == rows


def test_a_list_written_on_windows_and_with_empty_lines_is_read(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes("\ufeffb\r\n\r\na\r\n".encode())
    assert load_ids(path, ["a", "b", "c"]).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\nwho\n", r"mine.txt:2: no document of the corpus has the id 'who'"),
        (b"a\nb\n\na\n", r"mine.txt:4: the id is already on line 1"),
        (b"\xff\xfe", r"mine.txt is not UTF-8 text"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_with_its_line(tmp_path, content, message):
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises(OriginsError, match=message):
        load_ids(path, ["a", "b"])


def test_a_list_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(OriginsError, match=r"none.txt does not exist"):
        load_ids(tmp_path / "none.txt", ["a"])

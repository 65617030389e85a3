import logging
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.errors import OriginsError
from origins.experiment import perturbation
from origins.experiment.sets import DocumentSet

sixty_examples = settings(max_examples=60)
deltas = st.lists(st.floats(-1, 1), min_size=12, max_size=40).map(np.array)


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
        ("decrease-7", "perturbation.sizes: a set of 7 documents leaves nothing of the corpus, which has 7"),
        ("random-8-1", "perturbation.sizes: a set of 8 documents leaves nothing of the corpus, which has 7"),
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


def test_sets_of_other_rankings_are_chosen_like_the_paper_s():
    delta = np.array([0.3, -0.2, 0.5, 0.0])
    for ranking in ("ppmi", "relearn"):
        for direction in ("decrease", "increase"):
            assert rows_of(f"{ranking}-{direction}-2", delta) == rows_of(f"{direction}-2", delta)


@pytest.mark.parametrize(
    ("name", "is_said"), [("decrease-2", False), ("decrease-3", True), ("single-increase-2", True)]
)
def test_a_set_that_holds_documents_without_the_effect_is_said(caplog, name, is_said):
    delta = np.zeros(50)
    delta[[7, 30, 40]] = 0.2, 0.1, -0.1
    with caplog.at_level(logging.WARNING):
        rows_of(name, delta)
    assert ("are predicted to" in caplog.text) == is_said

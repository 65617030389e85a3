import base64
import json

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import corpora, token_store
from unit.influence import twins

from origins.influence.estimators import ESTIMATORS
from origins.influence.shifts import document_shifts
from origins.report import choices


@settings(max_examples=20)
@given(corpus=corpora(max_documents=6, vocabulary=10, max_length=25))
def test_a_documents_shifts_give_its_own_effect(tmp_path, corpus):
    """The effect that the estimator reports is that of the vectors moved by these shifts, and of no others."""
    base = twins.baseline(corpus, tmp_path, window=3)
    for name in ("influence", "relearn"):
        estimator = ESTIMATORS[name](base)
        documents = np.arange(len(corpus))[::-1]
        shifts = document_shifts(estimator, documents)
        for k, document in enumerate(documents):
            vectors = base.vectors.copy()
            for m in range(shifts.ends[k], shifts.ends[k + 1]):
                vectors[shifts.word[m]] -= shifts.by[m]
            expected = base.bias - base.metric.bias(vectors)
            assert estimator.set([document]) == pytest.approx(expected, abs=1e-9)


def test_a_byte_per_coordinate_is_right_to_half_a_step():
    by = np.random.default_rng(0).normal(size=(40, 75)) * 10.0 ** np.arange(-20, 20)[:, None]
    by[3] = 0
    made = choices.quantise(by)
    assert made.by.dtype == np.int8
    back = made.by * made.scale[:, None].astype(float)
    assert (np.abs(back - by) <= 0.501 * made.scale[:, None]).all()
    assert (np.abs(made.by).max(axis=1)[by.any(axis=1)] == 127).all()


def test_random_choices_have_the_asked_sizes_and_no_document_twice():
    sides = [np.arange(6), np.arange(6, 10)]
    made = choices.trial_choices(sides, sizes=(2, 5, 11), number=4)
    assert [chosen.tolist() for name, chosen in made if name == "strongest"] == [[0, 1], [6, 7], [0, 1, 2, 3, 4]]
    made = [each for each in made if each[0] != "strongest"]
    assert [(name, len(chosen)) for name, chosen in made] == [
        *[("all", 2)] * 4,
        *[("all", 5)] * 4,
        *[("one side", 2)] * 4,
        *[("one side", 5)] * 2,  # the other side has too few documents
    ]
    assert all(len(set(chosen.tolist())) == len(chosen) for _, chosen in made)
    for name, chosen in made:
        assert name == "all" or (chosen < 6).all() or (chosen >= 6).all()
    assert {(chosen < 6).all() for name, chosen in made if name == "one side"} == {True, False}


def test_errors_are_root_mean_squares_by_size():
    made = [("all", np.arange(2)), ("all", np.arange(2)), ("one side", np.arange(5))]
    whole = np.array([1.0, -2.0, 3.0])
    table = choices._errors(made, whole, whole + np.array([0.3, -0.4, 0.5]), whole + np.array([0, 0, 1]))
    assert list(table) == choices.COLUMNS
    assert table.round(9).values.tolist() == [
        ["all", 2, 2, 1.5, round(np.sqrt(0.125), 9), 0.0],
        ["one side", 5, 1, 3.0, 0.5, 1.0],
    ]


def test_the_page_gets_shifts_whose_sum_is_close_to_the_sets_own_estimate(tmp_path):
    rng = np.random.default_rng(0)
    corpus = token_store([rng.integers(25, size=40).tolist() for _ in range(40)])
    base = twins.baseline(corpus, tmp_path, window=3)

    class Setting:
        metric, threads = base.metric, 1

        def baselines(self, embeddings):
            return (base for _ in embeddings)

    documents = np.arange(40)
    made = choices.measure(Setting(), ["one", "two"], documents, raising=25)
    json.dumps(made.shifts)
    moves = made.shifts["ends"][-1]
    assert len(made.shifts["word"]) == moves
    assert len(base64.b64decode(made.shifts["by"])) == 2 * moves * made.shifts["dimension"]
    vectors = np.frombuffer(base64.b64decode(made.shifts["vectors"]), "<f4").reshape(2, *base.vectors.shape)
    np.testing.assert_array_equal(vectors[0], base.vectors)
    assert set(made.errors["documents"]) == {2, 5, 10, 30}
    pairs = made.errors[(made.errors["documents"] == 2) & (made.errors["chosen_from"] != "strongest")]
    assert (pairs["error_shifts"] < pairs["effect"] / 2).all()


def test_a_corpus_without_influential_documents_has_no_shifts_and_no_errors(tmp_path):
    base = twins.baseline(token_store([[0, 1, 2, 3, 4, 5]] * 3), tmp_path, window=3)

    class Setting:
        metric, threads = base.metric, 1

        def baselines(self, embeddings):
            return (base for _ in embeddings)

    made = choices.measure(Setting(), ["one"], np.empty(0, dtype=np.int64), raising=0)
    assert made.shifts["ends"] == [0] and made.shifts["by"] == ""
    assert len(made.errors) == 0 and list(made.errors) == choices.COLUMNS

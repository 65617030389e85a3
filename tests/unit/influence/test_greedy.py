from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.errors import OriginsError
from origins.influence import estimators, greedy
from origins.influence.estimators import ESTIMATORS
from origins.influence.removed import without
from origins.influence.trained import Trained

SHIFTS = {"influence": twins.influence_shift, "relearn": twins.relearn_shift}


def some_corpus(documents, seed=0, words=30, length=60):
    rng = np.random.default_rng(seed)
    return token_store([list(np.minimum(rng.zipf(1.3, length) - 1, words - 1)) for _ in range(documents)])


@pytest.fixture(scope="module")
def make(tmp_path_factory):
    """Twelve documents in two baselines, as the best estimator sees them through a metric."""
    corpus = some_corpus(12)
    X = cooccurrence.count(corpus, tmp_path_factory.mktemp("X"), window=3)
    embeddings = [twins.embedding(corpus.words, 4, seed) for seed in (1, 2)]
    return lambda metric: [ESTIMATORS["relearn"](Trained(X, corpus, each, metric)) for each in embeddings]


@pytest.fixture(scope="module")
def twelve(make):
    return make(twins.WEAT([0, 12], [3, 15], [6, 18], [9, 20]))


@pytest.fixture(scope="module")
def others(make):
    return make(twins.WEAT([1, 5], [2, 11], [0, 4], [3, 7]))


def mean_bias(estimators, documents=()):
    """As predicted without the documents, from the whole set's own Y."""
    return np.mean([each.baseline.bias - each.set(documents) for each in estimators])


def a_target(estimators, documents):
    """A bias that can be reached: that without the documents that lower it most, as a rank made once says."""
    order = np.argsort(-np.mean([each.documents() for each in estimators], axis=0))
    return mean_bias(estimators, order[:documents])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["influence", "gradient", "damped", "relearn"])
@settings(max_examples=15)
@given(corpus=corpora(max_documents=8, vocabulary=12, max_length=40), data=st.data())
def test_documents_scored_again_have_the_effect_of_the_larger_set(tmp_path, name, corpus, data):
    base = twins.baseline(corpus, tmp_path, window=3, dimension=data.draw(st.integers(1, 4)), seed=1)
    with pytest.MonkeyPatch.context() as patch:  # where a step is not believed, what is left cannot be scored exactly
        patch.setattr(estimators, "LEAST", 0.0)
        estimator = ESTIMATORS[name](base)
    gone = sorted(data.draw(st.sets(st.integers(0, len(corpus) - 1), max_size=len(corpus) - 1)))
    after = without(estimator, np.array(gone, dtype=np.int64))
    assert after.baseline.bias == pytest.approx(base.bias - estimator.set(gone), abs=1e-12)
    rest = [k for k in range(len(corpus)) if k not in gone]
    expected = [estimator.set([*gone, k]) - estimator.set(gone) for k in rest]
    np.testing.assert_allclose(after.sets([[k] for k in rest]), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_they_have_it_whatever_the_estimator(tmp_path, name):
    estimator = ESTIMATORS[name](twins.baseline(some_corpus(40), tmp_path, window=3, dimension=3))
    gone = np.arange(0, 40, 5)
    expected = [estimator.set([*gone, k]) - estimator.set(gone) for k in (1, 2, 39)]
    assert np.abs(expected).min() > 1e-5
    np.testing.assert_allclose(without(estimator, gone).sets([[1], [2], [39]]), expected, rtol=1e-6, atol=1e-10)


@pytest.mark.parametrize("name", SHIFTS)
def test_they_are_those_of_algorithm_1_with_all_of_x_perturbed(tmp_path, name):
    corpus = some_corpus(8)
    base = twins.baseline(corpus, tmp_path, window=3, dimension=3)
    after = without(ESTIMATORS[name](base), np.array([1, 4, 6]))

    def slowly(documents):
        return twins.differential_bias(corpus, 3, base.embedding, base.metric, documents, SHIFTS[name])

    expected = [slowly([1, 4, 6, k]) - slowly([1, 4, 6]) for k in (0, 2, 7)]
    assert np.abs(expected).min() > 1e-4
    np.testing.assert_allclose(after.sets([[0], [2], [7]]), expected, rtol=1e-6)


def test_one_by_one_it_removes_what_brute_force_finds_best(twelve):
    target = a_target(twelve, 4)
    expected = []
    while mean_bias(twelve, expected) > target:
        rest = [k for k in range(12) if k not in expected]
        expected.append(min(rest, key=lambda k: mean_bias(twelve, [*expected, k])))
    assert greedy.adaptive(twelve, target, step=1).tolist() == expected


@pytest.mark.parametrize("documents", [1, 2, 3, 4])
@pytest.mark.parametrize("step", [1, 3])
def test_it_takes_at_most_one_document_more_than_the_smallest_of_all_sets(twelve, documents, step):
    target = a_target(twelve, documents)
    fewest = next(
        n for n in range(1, 12) if any(mean_bias(twelve, each) <= target + 1e-9 for each in combinations(range(12), n))
    )
    found = greedy.adaptive(twelve, target + 1e-9, step=step)
    assert mean_bias(twelve, found) <= target + 1e-8
    assert len(found) <= fewest + 1


def test_the_bias_can_also_be_raised_and_progress_is_told(twelve):
    before, told = mean_bias(twelve), []
    found = greedy.adaptive(twelve, before + 0.05, step=2, tell=lambda n, bias: told.append((n, bias)))
    assert mean_bias(twelve, found) >= before + 0.05 - 1e-9
    assert told[0] == (0, pytest.approx(before))
    assert told[-1] == (len(found), pytest.approx(mean_bias(twelve, found)))


def test_it_goes_on_from_what_is_gone_already(twelve):
    target = a_target(twelve, 4)
    first = greedy.adaptive(twelve, a_target(twelve, 2), step=1)
    assert greedy.adaptive(twelve, target, step=1, start=first)[: len(first)].tolist() == first.tolist()


def test_a_document_without_effect_now_may_have_one_later(twelve, monkeypatch):
    """A metric that changes in steps gives many an effect of exactly 0."""
    rounds = []

    def effects(_, rest):
        rounds.append(rest.tolist())
        return np.where(rest == 3, len(rounds) - 1.0, 0.5 * (rest == 5))

    choose = greedy._best(twelve, -9.0, step=1)
    monkeypatch.setattr(greedy, "_effects", effects)
    assert choose(np.array([], dtype=int), twelve).tolist() == [5]
    assert choose(np.array([5]), twelve).tolist() == [3]


def test_documents_without_a_word_of_the_metric_are_never_asked_about(tmp_path):
    corpus = token_store([[2, 3, 4, 5], [0, 1, 0, 1], [2, 0, 3, 4], [1], []])
    assert corpus.ids[:4].tolist() == [2, 3, 4, 5]  # not renamed
    baseline = Trained(
        cooccurrence.count(corpus, tmp_path, window=3), corpus, twins.embedding(6, 4, 1), twins.WEAT([2], [3], [4], [5])
    )
    assert greedy._holding(ESTIMATORS["influence"](baseline)).tolist() == [0, 2]


def test_an_order_made_before_is_followed_until_the_target(twelve):
    order = greedy.once(twelve, -9.0)
    assert greedy.ranked(twelve, a_target(twelve, 3) + 1e-9, order, step=2).tolist() == order[:3].tolist()
    assert greedy.once(twelve, 9.0)[0] == order[-1]


def test_other_metrics_stay_within_their_limits(twelve, others):
    target = a_target(twelve, 3)
    free = greedy.adaptive(twelve, target, step=2)
    before = mean_bias(others)
    moved = abs(mean_bias(others, free) - before)
    limit = greedy.Limit("other", others, moved / 2)
    kept = greedy.adaptive(twelve, target, step=2, limits=[limit])
    assert mean_bias(twelve, kept) <= target + 1e-9
    assert abs(mean_bias(others, kept) - before) <= moved / 2 + 1e-9
    assert set(kept) != set(free)
    with pytest.raises(OriginsError, match=r"while keeping other: .* no other document helps; .* or wider limits"):
        greedy.adaptive(twelve, target, limits=[limit._replace(tolerance=0.0)])


def test_what_cannot_be_reached_is_one_sentence(twelve):
    with pytest.raises(OriginsError, match=r"to -9: without \d documents it is -0.\d+, and more than half"):
        greedy.adaptive(twelve, -9.0, step=1)
    with pytest.raises(OriginsError, match=r"without 6 documents .* more than half of the corpus would have to go"):
        greedy.ranked(twelve, -9.0, range(12), step=4)

"""The effect size, its gradient and its kernel, against the formula of the paper written out word by word."""

import json
import math
import statistics
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.errors import OriginsError
from origins.metrics.definitions import metric
from origins.metrics.weat import WEAT, associations, effect_size, effect_size_gradient, weat_kernel


def cosine(x, y):
    return math.fsum(p * q for p, q in zip(x, y, strict=True)) / math.hypot(*x) / math.hypot(*y)


def effect_size_by_the_paper(S, T, A, B):
    def g(c):
        return statistics.fmean(cosine(c, a) for a in A) - statistics.fmean(cosine(c, b) for b in B)

    difference = statistics.fmean(g(s) for s in S) - statistics.fmean(g(t) for t in T)
    return difference / statistics.stdev([g(c) for c in [*S, *T]])


@st.composite
def vector_sets(draw):
    """S, T, A, B of random sizes and dimension, lengths from 0.01 to 100."""
    sizes = draw(st.tuples(*[st.integers(2, 6)] * 4))
    dimension = draw(st.integers(2, 9))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return [rng.normal(size=(n, dimension)) * 10 ** rng.uniform(-2, 2, size=(n, 1)) for n in sizes]


@st.composite
def metrics_and_vectors(draw):
    """A metric whose sets may share words, and the rows of its words in a random vocabulary of ten."""
    ids = st.lists(st.integers(0, 9), min_size=2, max_size=6, unique=True)
    weat = WEAT(*(draw(ids) for _ in range(4)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return weat, rng.normal(size=(10, draw(st.integers(2, 9))))[weat.words]


@settings(deadline=None)
@given(vector_sets())
def test_effect_size_is_the_formula_of_the_paper(sets):
    expected = effect_size_by_the_paper(*(W.tolist() for W in sets))
    assert effect_size(*sets) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_effect_size_of_two_opposite_targets_is_known():
    # g is 1, 1, −1, −1: mean difference 2, sample variance 4/3
    size = effect_size([[2, 0], [3, 0]], [[-1, 0], [-5, 0]], [[1, 0], [1, 0]], [[0, 1], [0, 4]])
    assert size == pytest.approx(2 / math.sqrt(4 / 3), abs=1e-15)


def test_effect_size_agrees_with_wefe_after_the_standard_deviation_factor():
    """WEFE divides by the deviation over n, the paper over n − 1. How the numbers were made: golden/make_wefe.py."""
    golden = json.loads((Path(__file__).parent / "golden" / "wefe.json").read_text())
    for case in golden["cases"]:
        S, T, A, B = ([golden["vectors"][word] for word in case[key]] for key in "STAB")
        N = len(S) + len(T)
        assert effect_size(S, T, A, B) == pytest.approx(case["effect_size"] * math.sqrt((N - 1) / N), abs=1e-14)


@settings(deadline=None)
@given(vector_sets())
def test_gradient_is_the_slope_of_the_effect_size(sets):
    gradients = effect_size_gradient(*sets)
    for k, (W, gradient) in enumerate(zip(sets, gradients, strict=True)):
        assert gradient.shape == W.shape
        for i, j in np.ndindex(W.shape):
            step = 1e-6 * np.linalg.norm(W[i])
            sizes = []
            for sign in (1, -1):
                moved = [other.copy() for other in sets]
                moved[k][i, j] += sign * step
                sizes.append(effect_size(*moved))
            slope = (sizes[0] - sizes[1]) / (2 * step)
            scale = 1 / np.linalg.norm(W[i])
            assert gradient[i, j] == pytest.approx(slope, rel=1e-4, abs=1e-4 * scale)


@settings(deadline=None)
@given(vector_sets(), st.floats(0.01, 100))
def test_length_of_a_vector_does_not_matter_so_the_gradient_is_orthogonal_to_it(sets, factor):
    for k, gradient in enumerate(effect_size_gradient(*sets)):
        np.testing.assert_allclose((gradient * sets[k]).sum(axis=1), 0, atol=1e-9)
        longer = [W.copy() for W in sets]
        longer[k][0] *= factor
        assert effect_size(*longer) == pytest.approx(effect_size(*sets), abs=1e-9)


@settings(deadline=None)
@given(metrics_and_vectors())
def test_gradient_of_a_metric_adds_up_over_the_sets_a_word_is_in(case):
    weat, vectors = case
    gradient = weat.gradient(vectors)
    direction = np.random.default_rng(0).normal(size=vectors.shape)
    step = 1e-6
    slope = (weat.bias(vectors + step * direction) - weat.bias(vectors - step * direction)) / (2 * step)
    assert (gradient * direction).sum() == pytest.approx(slope, rel=1e-3, abs=1e-3)


@settings(deadline=None)
@given(metrics_and_vectors())
def test_kernel_is_the_effect_size(case):
    weat, vectors = case
    assert weat.kernel is weat_kernel
    assert weat.kernel(vectors, *weat.sets) == pytest.approx(weat.bias(vectors), rel=1e-12, abs=1e-12)


def test_metric_takes_its_own_rows_of_the_embedding():
    W = np.random.default_rng(3).normal(size=(20, 5)).astype(np.float32)
    S, T, A, B = [17, 2], [5, 2], [9, 0, 17], [4, 1]
    weat = WEAT(S, T, A, B)
    assert weat.words.tolist() == [0, 1, 2, 4, 5, 9, 17]
    assert weat.bias(W[weat.words]) == effect_size(W[S], W[T], W[A], W[B])
    assert weat.gradient(W[weat.words]).shape == (7, 5)


def test_cosine_with_a_zero_vector_is_zero():
    A, B = [[1, 0], [1, 0]], [[0, 1], [0, 0]]
    np.testing.assert_array_equal(associations([[0, 0], [0, 3]], A, B), [0, -0.5])


def test_zero_vectors_never_give_nan():
    vectors = np.random.default_rng(1).normal(size=(8, 3))
    weat = WEAT([0, 1], [2, 3], [4, 5], [6, 7])
    for zeros in ([0], [4], [0, 1, 2, 3], [4, 5, 6, 7], list(range(8))):
        some = vectors.copy()
        some[zeros] = 0
        assert np.isfinite(weat.bias(some))
        assert weat.kernel(some, *weat.sets) == pytest.approx(weat.bias(some), abs=1e-12)
        assert np.isfinite(weat.gradient(some)).all()
        assert not weat.gradient(some)[zeros].any()


def test_effect_size_is_zero_where_all_targets_have_the_same_association():
    rng = np.random.default_rng(2)
    same = np.tile(rng.normal(size=7), (3, 1)) * [[1], [3], [0.1]]  # equal but for round-off
    A, B = rng.normal(size=(2, 4, 7))
    vectors = np.concatenate([same, same, A, B])
    weat = WEAT([0, 1, 2], [3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13])
    assert weat.bias(vectors) == 0
    assert weat.kernel(vectors, *weat.sets) == 0
    assert not weat.gradient(vectors).any()


def vocabulary_of(text):
    return {word: i for i, word in enumerate(text.split())}


SPEC = {
    "kind": "weat",
    "S": ["physics", "nasa", "science"],
    "T": ["art", "dance"],
    "A": ["he", "son", "nasa"],
    "B": ["she", "her"],
}


def test_metric_by_name_leaves_out_and_reports_words_that_the_vocabulary_lacks():
    vocabulary = vocabulary_of("the he she her son art dance physics science")
    weat = metric("weat1", SPEC, vocabulary)
    assert weat.missing == ("nasa",)
    assert [weat.words[positions].tolist() for positions in weat.sets] == [[7, 8], [5, 6], [1, 4], [2, 3]]


def test_set_with_fewer_than_two_words_left_is_named_with_what_is_missing():
    vocabulary = vocabulary_of("the he she her son art dance physics")
    with pytest.raises(OriginsError, match=r"^metrics\.weat1\.S has only 1 word in .*\(missing: nasa, science\)"):
        metric("weat1", SPEC, vocabulary)
    with pytest.raises(OriginsError, match=r"^metrics\.mine\.B has no word in .*\(missing: she, her\)"):
        metric("mine", SPEC, vocabulary_of("science he son art dance physics"))


def test_word_given_twice_counts_once():
    vocabulary = vocabulary_of("he she her son art dance physics science")
    twice = metric("m", {**SPEC, "S": ["physics", "science", "physics"]}, vocabulary)
    assert [len(positions) for positions in twice.sets] == [2, 2, 2, 2]


def test_unknown_kind_of_metric_is_named():
    with pytest.raises(OriginsError, match=r"metrics\.mine\.kind is 'weta'.*use weat"):
        metric("mine", {**SPEC, "kind": "weta"}, {})

"""The permutation test against one that goes through the partitions one by one."""

from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.metrics import permutation
from origins.metrics.permutation import permutation_test
from origins.metrics.weat import associations

A, B = np.array([[1.0, 0.0]] * 2), np.array([[-1.0, 0.0]] * 2)


def targets(cosines):
    """Unit vectors whose association with A against B is twice the given cosine."""
    cosines = np.asarray(cosines)
    return np.column_stack([cosines, np.sqrt(1 - cosines**2)])


def p_value_one_by_one(W_S, W_T, W_A, W_B):
    g = associations(np.concatenate([W_S, W_T]), W_A, W_B)

    def s(chosen):
        rest = [i for i in range(len(g)) if i not in chosen]
        return g[list(chosen)].mean() - g[rest].mean()

    observed = s(tuple(range(len(W_S))))
    extreme = [s(chosen) >= observed - 1e-9 for chosen in combinations(range(len(g)), len(W_S))]
    return sum(extreme) / len(extreme)


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 2**32))
def test_small_sets_are_counted_exactly(n_S, n_T, seed):
    rng = np.random.default_rng(seed)
    sets = [rng.normal(size=(n, 4)) for n in (n_S, n_T, 3, 2)]
    p, partitions, exact = permutation_test(*sets)
    assert (partitions, exact) == (comb(n_S + n_T, n_S), True)
    assert p == pytest.approx(p_value_one_by_one(*sets), abs=1e-15)


@settings(deadline=None)
@given(st.lists(st.sampled_from([-0.3, 0.1, 0.1, 0.7]), min_size=8, max_size=8))
def test_partitions_that_tie_with_the_observed_one_count_as_extreme(cosines):
    S, T = targets(cosines[:4]), targets(cosines[4:])
    assert permutation_test(S, T, A, B).p == pytest.approx(p_value_one_by_one(S, T, A, B), abs=1e-15)


def test_perfectly_separated_targets_are_as_rare_as_it_gets():
    high, low = np.linspace(0.5, 0.9, 8), np.linspace(-0.9, -0.5, 8)
    assert permutation_test(targets(high), targets(low), A, B) == (1 / comb(16, 8), 12_870, True)
    assert permutation_test(targets(low), targets(high), A, B).p == 1
    assert permutation_test(targets(high), targets(low[:3]), A, B).p == 1 / comb(11, 3)
    assert permutation_test(targets(high[:3]), targets(low), A, B).p == 1 / comb(11, 3)


def test_targets_without_association_are_no_surprise():
    flat = targets([0.25] * 6)
    assert permutation_test(flat, flat, A, B).p == 1


def test_sample_agrees_with_the_exact_value(monkeypatch):
    rng = np.random.default_rng(7)
    sets = [rng.normal(size=(n, 4)) for n in (7, 9, 3, 3)]
    exact = permutation_test(*sets).p
    monkeypatch.setattr(permutation, "EXACT_UP_TO", 100)
    sampled = permutation_test(*sets, samples=20_000, seed=1)
    assert sampled[1:] == (20_000, False)
    assert abs(sampled.p - exact) < 4 * sqrt(exact * (1 - exact) / 20_000)
    assert 0.02 < exact < 0.98
    assert sampled.p != exact


def test_sample_depends_on_the_seed_and_not_on_the_chunks(monkeypatch):
    rng = np.random.default_rng(8)
    sets = [rng.normal(size=(n, 4)) for n in (25, 25, 3, 3)]
    whole = permutation_test(*sets, samples=1000, seed=1)
    assert len({permutation_test(*sets, samples=1000, seed=seed).p for seed in range(5)}) > 1
    monkeypatch.setattr(permutation, "CHUNK", 50 * 7)
    assert permutation_test(*sets, samples=1000, seed=1) == whole


def test_sample_never_gives_a_p_value_of_zero():
    high, low = np.linspace(0.5, 0.9, 25), np.linspace(-0.9, -0.5, 25)
    assert permutation_test(targets(high), targets(low), A, B, samples=999) == (1 / 1000, 999, False)

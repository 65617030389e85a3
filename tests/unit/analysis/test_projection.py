import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.analysis import projection
from origins.metrics.base import unit
from origins.metrics.definitions import metric

WORDS = ["he", "she", "science", "art", "man", "woman", "physics", "dance"]
VOCABULARY = pd.Series(range(800, 0, -100), index=pd.Index(WORDS, name="word"), name="count")
IDS = {word: number for number, word in enumerate(WORDS)}
DEFINITION = {
    "kind": "weat",
    "S": ["physics", "science"],
    "T": ["art", "dance"],
    "A": ["man", "he", "his"],
    "B": ["woman", "she", "hers"],
}


def weat(**changes):
    definition = DEFINITION | changes
    return metric("m", definition, IDS), definition


def pairs(**changes):
    """The pairs as words."""
    made, definition = weat(**changes)
    found = projection.attribute_pairs(made, definition, IDS)
    return [(WORDS[made.words[a]], WORDS[made.words[b]]) for a, b in zip(found.A, found.B, strict=True)]


def gender_direction(vectors_A, vectors_B):
    """The twin: all vectors of all pairs less their pair's mean, at length 1, and the eigenvector of their products."""
    rows = []
    for a, b in zip(vectors_A, vectors_B, strict=True):
        mean = (a + b) / 2
        rows += [(a - mean) / np.linalg.norm(a - mean), (b - mean) / np.linalg.norm(b - mean)]
    return np.linalg.eigh(np.transpose(rows) @ rows)[1][:, -1]


def test_sets_of_equal_length_are_paired_in_the_order_of_the_config():
    assert pairs(A=["he", "man"], B=["woman", "she"]) == [("he", "woman"), ("man", "she")]


def test_a_pair_with_a_missing_word_is_dropped_and_the_others_stay_paired():
    assert pairs() == [("man", "woman"), ("he", "she")]
    assert pairs(A=["his", "man", "he"], B=["dance", "woman", "hers"], T=["art", "she"]) == [("man", "woman")]


def test_sets_of_different_length_or_without_a_whole_pair_are_paired_all_with_all():
    everything = [("man", "woman"), ("man", "she"), ("he", "woman"), ("he", "she")]
    assert pairs(A=["man", "he"], B=["woman", "she", "hers"]) == everything
    assert pairs(A=["man", "he", "x", "y"], B=["x", "y", "woman", "she"]) == everything


@given(st.integers(1, 9), st.integers(2, 8), st.integers(0, 999))
def test_the_axis_is_the_first_singular_vector_of_the_centred_pairs_at_length_1(number, dimension, seed):
    A, B = np.random.default_rng(seed).normal(size=(2, number, dimension))
    axis = projection.axis(A, B)
    spread = np.linalg.svd(unit(A - B)[0], compute_uv=False)
    if len(spread) == 1 or spread[1] < 0.99 * spread[0]:  # else there are two, as good as each other
        np.testing.assert_allclose(abs(axis @ gender_direction(A, B)), 1, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(axis), 1)
    assert (unit(A - B)[0] @ axis).mean() > -1e-12


def test_pairs_are_centred_as_they_were_learned_and_each_counts_alike():
    """By hand: differences of (40, 0), (0, 2) and (0, 4), at length 1 (1, 0), (0, 1), (0, 1): two against one.

    Unit vectors first would give differences of (1.6, 0), (0, 0) and (0, 0), so the axis (1, 0); so would differences
    that keep their length.
    """
    A, B = np.array([[20.0, -15], [0, 3], [0, 9]]), np.array([[-20.0, -15], [0, 1], [0, 5]])
    np.testing.assert_allclose(projection.axis(A, B), [0, 1], atol=1e-12)
    np.testing.assert_allclose(np.abs(np.linalg.svd(unit(A)[0] - unit(B)[0]).Vh[0]), [1, 0], atol=1e-12)
    np.testing.assert_allclose(np.abs(np.linalg.svd(A - B).Vh[0]), [1, 0], atol=1e-12)


def test_the_axis_points_from_b_to_a():
    A, B = np.random.default_rng(1).normal(size=(2, 5, 4))
    np.testing.assert_allclose(projection.axis(B, A), -projection.axis(A, B))
    np.testing.assert_allclose(projection.axis(7 * A, 7 * B), projection.axis(A, B))


def test_no_difference_has_no_axis_and_zero_vectors_give_no_nan():
    A = np.random.default_rng(2).normal(size=(3, 4))
    assert not projection.axis(A, A).any()
    assert not projection.axis(0 * A, 0 * A).any()
    assert np.isfinite(projection.axis(A, 0 * A)).all()


@pytest.fixture
def table():
    made, definition = weat()
    found = projection.attribute_pairs(made, definition, IDS)
    rng = np.random.default_rng(3)
    seeds = {"baseline": (1, 2, 3), "decrease-10": (1, 2), "increase-10": (1,)}
    size = len(made.words), 5
    conditions = {name: {seed: rng.normal(size=size) for seed in chosen} for name, chosen in seeds.items()}
    return conditions, made, found, projection.projection_table(conditions, made, found, VOCABULARY)


def test_every_embedding_projects_the_target_words_onto_its_own_axis(table):
    conditions, made, found, result = table
    assert list(result) == ["condition", "seed", "word", "side", "count", "projection"]
    assert len(result) == 4 * 6
    for row in result.itertuples():
        vectors = conditions[row.condition][row.seed]
        vector = vectors[list(made.words).index(IDS[row.word])]
        axis = projection.axis(vectors[found.A], vectors[found.B])
        np.testing.assert_allclose(row.projection, vector @ axis / np.linalg.norm(vector))
        assert row.side == ("S" if row.word in DEFINITION["S"] else "T")
    assert result["count"].tolist() == [VOCABULARY[word] for word in result["word"]]


def test_means_and_deviations_are_over_the_seeds_of_a_condition(table):
    means = projection.projection_means(table[-1])
    assert len(means) == 4 * 3
    for row in means.itertuples():
        chosen = table[-1].query("condition == @row.condition and word == @row.word")["projection"]
        np.testing.assert_allclose([row.mean, row.std], [chosen.mean(), chosen.std(ddof=1)])
        assert row.seeds == len(chosen)
    assert means["std"].isna().sum() == 4  # one seed has no deviation


def test_a_word_on_both_sides_is_kept_apart():
    made, definition = weat(T=["art", "physics"])
    vectors = {1: np.random.default_rng(4).normal(size=(len(made.words), 3))}
    found = projection.attribute_pairs(made, definition, IDS)
    means = projection.projection_means(projection.projection_table({"baseline": vectors}, made, found, VOCABULARY))
    assert means[means["word"] == "physics"]["side"].tolist() == ["S", "T"]

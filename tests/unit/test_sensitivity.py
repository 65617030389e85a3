import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins import sensitivity
from origins.analysis.evaluation import least_squares
from origins.metrics.weat import WEAT

VOCABULARY = pd.Series([5000, 900, 300, 80, 20, 7], index=list("uvwxyz"))
METRIC = WEAT([1, 5], [3], [5, 0], [2])  # id 5 is in S and in A, id 4 in none


def slow_movement(before, after):
    """The twin: a loop over words and over the others."""

    def cosine(a, b):
        return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))

    words = range(len(before))
    return [
        np.sqrt(np.mean([(cosine(after[i], after[j]) - cosine(before[i], before[j])) ** 2 for j in words if j != i]))
        for i in words
    ]


def embeddings(*seeds, start=0):
    return {seed: np.random.default_rng([start, seed]).normal(size=(5, 4)) for seed in seeds}


@given(st.integers(2, 8), st.integers(2, 6), st.integers(0, 999))
def test_movement_is_the_root_mean_square_change_of_cosines_with_the_other_words(words, dimension, seed):
    before, after = np.random.default_rng(seed).normal(size=(2, words, dimension))
    np.testing.assert_allclose(sensitivity.movement(before, after), slow_movement(before, after), atol=1e-12)


def test_turning_and_stretching_an_embedding_moves_no_word():
    before = np.random.default_rng(0).normal(size=(6, 4))
    rotation = np.linalg.qr(np.random.default_rng(1).normal(size=(4, 4))).Q
    np.testing.assert_allclose(sensitivity.movement(before, 3 * before @ rotation), 0, atol=1e-12)
    after = before.copy()
    after[2] = -after[2]
    moved = sensitivity.movement(before, after)
    assert moved.argmax() == 2
    after[2] = 0  # a word that vanished has cosine 0 with all
    assert np.isfinite(sensitivity.movement(before, after)).all()


def test_retrains_are_paired_with_the_baseline_of_their_own_seed_and_averaged():
    baselines = embeddings(1, 2, 3)
    retrains = {"decrease-10": embeddings(1, 3, start=1), "increase-10": embeddings(3, 1, start=2)}
    table = sensitivity.sensitivity_table(baselines, retrains, METRIC, VOCABULARY)
    by_seed = [
        np.mean([slow_movement(baselines[seed], vectors[seed]) for vectors in retrains.values()], axis=0)
        for seed in (1, 3)
    ]
    np.testing.assert_allclose(table["movement"], np.mean(by_seed, axis=0))
    np.testing.assert_allclose(table["movement_std"], np.std(by_seed, axis=0, ddof=1))
    assert (table[["sets", "seeds"]] == [2, 2]).all(axis=None)


def test_a_row_a_word_with_its_roles_and_its_frequency():
    table = sensitivity.sensitivity_table(embeddings(1), {"decrease-10": embeddings(1, start=1)}, METRIC, VOCABULARY)
    assert table["word"].tolist() == list("uvwxz")
    assert table["role"].tolist() == ["A", "S", "B", "T", "S+A"]
    assert table["count"].tolist() == [5000, 900, 300, 80, 7]
    np.testing.assert_allclose(10 ** table["log10_count"], table["count"])
    assert table["movement_std"].isna().all()  # one seed


def test_the_fit_is_of_movement_on_log_frequency():
    table = sensitivity.sensitivity_table(embeddings(1), {"decrease-10": embeddings(1, start=1)}, METRIC, VOCABULARY)
    table["movement"] = 0.3 - 0.05 * np.log10(table["count"])
    np.testing.assert_allclose(sensitivity.frequency_fit(table), (-0.05, 0.3, 1))
    table["movement"] += [0.01, -0.02, 0, 0.03, 0]
    expected = least_squares(np.log10(table["count"].to_numpy()), table["movement"].to_numpy())
    assert sensitivity.frequency_fit(table) == expected
    assert expected.r2 < 0.99


def test_retrains_without_a_baseline_are_refused():
    with pytest.raises(ValueError, match="no seed"):
        sensitivity.sensitivity_table(embeddings(1), {"decrease-10": embeddings(2)}, METRIC, VOCABULARY)
    with pytest.raises(ValueError, match="no seed"):
        sensitivity.sensitivity_table(embeddings(1), {}, METRIC, VOCABULARY)

import numpy as np
import pandas as pd
import pytest

from origins.analysis import frequency

# science: 0.3 without decrease-10 (mean of 0.2 and 0.4), −0.1 without increase-10; null: 0.1 and 0.2; dance: 0 and 0.05
PROJECTIONS = pd.DataFrame(
    [
        ("baseline", 1, "science", "S", 1000, 9.0),
        ("baseline", 1, "null", "S", 100, 9.0),
        ("baseline", 1, "dance", "T", 10, 9.0),
        ("increase-10", 1, "science", "S", 1000, -0.2),
        ("increase-10", 1, "null", "S", 100, 0.2),
        ("increase-10", 1, "dance", "T", 10, 0.05),
        ("increase-10", 2, "science", "S", 1000, 0.0),
        ("increase-10", 2, "null", "S", 100, 0.2),
        ("increase-10", 2, "dance", "T", 10, 0.05),
        ("decrease-10", 2, "dance", "T", 10, 0.0),
        ("decrease-10", 2, "null", "S", 100, 0.1),
        ("decrease-10", 2, "science", "S", 1000, 0.4),
        ("decrease-10", 1, "dance", "T", 10, 0.0),
        ("decrease-10", 1, "null", "S", 100, 0.1),
        ("decrease-10", 1, "science", "S", 1000, 0.2),
    ],
    columns=["condition", "seed", "word", "side", "count", "projection"],
)


def test_change_is_the_distance_between_the_mean_projections_without_either_set():
    table = frequency.frequency_table(PROJECTIONS)
    assert table["word"].tolist() == ["science", "null", "dance"]
    assert table["side"].tolist() == ["S", "S", "T"]
    assert table["count"].tolist() == [1000, 100, 10]
    np.testing.assert_allclose(table["log10_count"], [3, 2, 1])
    np.testing.assert_allclose(table["without_decrease"], [0.3, 0.1, 0])
    np.testing.assert_allclose(table["without_increase"], [-0.1, 0.2, 0.05])
    np.testing.assert_allclose(table["change"], [0.4, 0.1, 0.05])
    np.testing.assert_allclose(table["change_std"], [0, 0, 0], atol=1e-15)  # 0.4 with either seed
    assert table["pairs"].tolist() == [2, 2, 2]


def test_means_are_over_all_retrains_and_deviations_over_shared_seeds():
    further = pd.DataFrame(
        {"condition": "decrease-10", "seed": 3, "word": ["science", "null", "dance"], "side": "S", "count": 1}
    ).assign(projection=[0.9, 0.1, 0.0])
    changed = PROJECTIONS.copy()
    changed.loc[3, "projection"] = -0.4  # science, increase-10, seed 1: differences of 0.6 and 0.4
    table = frequency.frequency_table(pd.concat([changed, further])).set_index("word")
    assert table.loc["science", "without_decrease"] == pytest.approx(0.5)
    assert table.loc["science", "change"] == pytest.approx(0.5 + 0.2)
    assert table.loc["science", "change_std"] == pytest.approx(np.std([0.6, 0.4], ddof=1))
    assert table.loc["science", "pairs"] == 2


def test_one_retrain_has_no_deviation_and_a_word_on_both_sides_counts_once():
    one = PROJECTIONS[PROJECTIONS["seed"] == 1]
    table = frequency.frequency_table(pd.concat([one, one[one["word"] == "null"].assign(side="T")]))
    assert table["word"].tolist() == ["science", "null", "dance"]
    assert table["change_std"].isna().all()
    np.testing.assert_allclose(table["change"], [0.4, 0.1, 0.05])


def test_r2_is_that_of_change_on_log_frequency_with_an_interval():
    rng = np.random.default_rng(0)
    log10_count = rng.uniform(1, 4, 16)
    exact = pd.DataFrame({"log10_count": log10_count, "change": 0.3 - 0.05 * log10_count})
    fit = frequency.frequency_fit(exact)
    assert list(fit) == ["n", "r2", "r2_low", "r2_high", "slope", "intercept"]
    np.testing.assert_allclose(list(fit.values()), [16, 1, 1, 1, -0.05, 0.3])
    noisy = exact.assign(change=exact["change"] + rng.normal(0, 0.04, 16))
    fit = frequency.frequency_fit(noisy)
    assert fit["r2"] == pytest.approx(np.corrcoef(np.log(10.0**log10_count), noisy["change"])[0, 1] ** 2)
    assert 0 <= fit["r2_low"] < fit["r2"] < fit["r2_high"] <= 1
    assert fit == frequency.frequency_fit(noisy)  # the same draws


def test_two_words_have_no_r2():
    assert np.isnan(frequency.frequency_fit(pd.DataFrame({"log10_count": [1.0, 2], "change": [0.1, 0.2]}))["r2"])

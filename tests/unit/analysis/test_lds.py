import numpy as np
import pandas as pd
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.analysis import lds
from origins.analysis.lds import linear_datamodeling_score, subset_effects
from origins.influence.names import NOT_ADDITIVE, sum_of

BASELINES = pd.DataFrame({"metric": "m", "seed": [1, 2, 3], "bias": [1.0, 2.0, 5.0]})


def rows(values, **named):
    """One row per subset and seed: {seed: the bias without leftout-5-1, leftout-5-2, ...}."""
    table = [
        {"metric": "m", **named, "set": f"leftout-5-{number}", "seed": seed, "bias": bias}
        for seed, biases in values.items()
        for number, bias in enumerate(biases, start=1)
    ]
    return pd.DataFrame(table)


# true Δ: (0.1 + 0.3)/2, (0.4 + 0.2)/2, (0.5 + 0.7)/2, (0.8 + 0.8)/2 = 0.2, 0.3, 0.6, 0.8
RETRAINS = rows({1: [0.9, 0.6, 0.5, 0.2], 2: [1.7, 1.8, 1.3, 1.2]}, family="shared")
PREDICTIONS = pd.concat(
    [
        rows({1: [0.8, 0.9, 0.4, 0.3], 2: [1.8, 1.9, 1.4, 1.3], 3: [4.9, 4.8, 4.7, 4.6]}, estimator="influence"),
        rows({1: [0.6, 0.7, 0.1, 0.2], 2: [1.6, 1.7, 1.1, 1.2], 3: [4.6, 4.7, 4.8, 4.9]}, estimator="sum"),
    ],
    ignore_index=True,
)


def scores(*tables, **settings):
    found = linear_datamodeling_score(*(tables or (BASELINES, PREDICTIONS, RETRAINS)), **settings).scores
    return found.set_index(["seeds", "estimator", "effects"])


def test_the_score_of_four_subsets_by_hand():
    found = scores()
    # true ranks 1 2 3 4. Predicted Δ, paired: 0.2 0.1 0.6 0.7 (ranks 2 1 3 4), added up 0.4 0.3 0.9 0.8 (2 1 4 3);
    # unpaired: 0.1 0.2 0.3 0.4 (1 2 3 4), added up 0.4 0.3 0.2 0.1 (4 3 2 1). ρ = 1 − 6 Σd² / (4 · 15)
    assert found["spearman"].to_dict() == pytest.approx(
        {
            ("paired", "influence", "set"): 0.8,
            ("paired", "influence", "sum"): 0.6,
            ("unpaired", "influence", "set"): 1.0,
            ("unpaired", "influence", "sum"): -1.0,
        }
    )
    assert set(found["subsets"]) == {4}
    assert set(found["retrains"]) == {2}
    assert found["baselines"].to_list() == [2, 2, 1, 1]
    assert set(found["left_out"]) == {5}
    # the line through (0.1, 0.2), (0.2, 0.3), (0.3, 0.6), (0.4, 0.8): Σxy / Σx² about the means (0.25, 0.475)
    slope = (0.15 * 0.275 + 0.05 * 0.175 + 0.05 * 0.125 + 0.15 * 0.325) / 0.05
    unpaired = found.loc["unpaired", "influence", "set"]
    assert unpaired["slope"] == pytest.approx(slope)
    assert unpaired[["predicted_mean", "true_mean"]].to_list() == pytest.approx([0.25, 0.475])
    assert unpaired["true_std"] == pytest.approx(np.std([0.2, 0.3, 0.6, 0.8], ddof=1))


def test_differences_are_those_of_the_scores():
    found = linear_datamodeling_score(BASELINES, PREDICTIONS, RETRAINS).differences
    found = found.set_index(["seeds", "effects", "than"])["difference"]
    assert found.to_dict() == pytest.approx(
        {
            ("paired", "set", "sum"): 0.2,
            ("unpaired", "set", "sum"): 2.0,
            ("paired", "set", "unpaired"): -0.2,
            ("paired", "sum", "unpaired"): 1.6,
        }
    )


def test_without_other_baselines_nothing_is_unpaired():
    two = BASELINES[BASELINES["seed"] < 3]
    found = linear_datamodeling_score(two, PREDICTIONS[PREDICTIONS["seed"] < 3], RETRAINS)
    assert set(found.scores["seeds"]) == {"paired"}
    assert set(found.differences["than"]) == {"sum"}


def test_the_noise_ceiling_needs_two_retrains():
    one = RETRAINS[RETRAINS["seed"] == 1]
    assert scores(BASELINES, PREDICTIONS, one)["noise_ceiling"].isna().all()
    deltas = np.array([[0.1, 0.3], [0.4, 0.2], [0.5, 0.7], [0.8, 0.8]])
    alpha = 2 * (1 - deltas.var(axis=0, ddof=1).sum() / deltas.sum(axis=1).var(ddof=1))
    assert scores()["noise_ceiling"].to_list() == pytest.approx([alpha] * 4)


def test_a_shift_of_a_whole_seed_changes_no_score():
    shifted = [
        table.assign(bias=table["bias"] + 10 * (table["seed"] == 1)) for table in (BASELINES, PREDICTIONS, RETRAINS)
    ]
    columns = ["spearman", "low", "high", "slope", "true_mean"]
    pd.testing.assert_frame_equal(scores(*shifted)[columns], scores()[columns])


def noisy(subsets=40, seed=0):
    """Two metrics by two shares; relearn is right but for a little noise, the others are worse."""
    rng = np.random.default_rng(seed)
    baselines, predictions, retrains = [], [], []
    for metric in ("weat2", "weat1"):
        baselines += [{"metric": metric, "seed": s, "bias": s} for s in range(1, 6)]
        for percent in (50, 5):
            for number in rng.permutation(subsets) + 1:
                delta = rng.normal()
                row = {"metric": metric, "set": f"leftout-{percent}-{number}"}
                retrains += [{**row, "seed": s, "bias": s - delta - 0.1 * rng.normal()} for s in (1, 2)]
                for s in range(1, 6):
                    for k, name in enumerate(("relearn", "damped", "refit", "gradient", "influence")):
                        for estimator in [name, sum_of(name)] if name in NOT_ADDITIVE else [name]:
                            off = 0.2 * (k + 1) * (1 if estimator == name else 2) * rng.normal()
                            predictions.append({**row, "estimator": estimator, "seed": s, "bias": s - delta - off})
    return pd.DataFrame(baselines), pd.DataFrame(predictions), pd.DataFrame(retrains)


def test_every_metric_and_share_is_scored_apart_whatever_the_order_of_the_rows():
    found = linear_datamodeling_score(*noisy(), resamples=20)
    assert len(found.scores) == 2 * 2 * 2 * 9
    assert list(found.scores["metric"].unique()) == ["weat2", "weat1"]
    assert list(found.scores["left_out"].unique()) == [5, 50]
    baselines, predictions, retrains = noisy()
    again = linear_datamodeling_score(
        baselines, predictions.sort_values("seed", kind="stable"), retrains[::-1], resamples=20
    )
    keys = ["metric", "left_out", *lds.PREDICTION]
    one, two = (table.scores.set_index(keys).sort_index() for table in (found, again))
    pd.testing.assert_frame_equal(one, two)


def test_intervals_are_seeded_hold_the_estimate_and_narrow_with_more_subsets():
    few, many = (linear_datamodeling_score(*noisy(subsets), resamples=200).scores for subsets in (15, 150))
    for table in (few, many):
        assert table["spearman"].between(table["low"], table["high"]).mean() > 0.95
        assert (table["high"] > table["low"]).all()
    assert (many["high"] - many["low"]).mean() < 0.5 * (few["high"] - few["low"]).mean()
    pd.testing.assert_frame_equal(few, linear_datamodeling_score(*noisy(15), resamples=200).scores)
    other = linear_datamodeling_score(*noisy(15), resamples=200, seed=1).scores
    assert not few["low"].equals(other["low"])


def test_the_better_of_two_predictions_is_found_with_certainty():
    found = linear_datamodeling_score(*noisy(150), resamples=200).differences
    relearn = found[(found["estimator"] == "relearn") & (found["effects"] == "set")]
    assert (relearn.loc[relearn["than"] == "influence", "low"] > 0).all()
    summed = found[(found["estimator"] == "influence") & (found["than"] == "sum") & (found["seeds"] == "unpaired")]
    assert (summed["difference"] > 0).all()
    assert found["difference"].between(found["low"], found["high"]).mean() > 0.95


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=20))
def test_spearman_is_that_of_scipy_also_with_ties(points):
    x, y = np.array(points, dtype=float).T
    found = lds.resampled(x, y, 10, 0)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert np.isnan(found.spearman)
        assert np.isnan(found.draws).all()
    else:
        assert found.spearman == pytest.approx(scipy.stats.spearmanr(x, y).statistic)


def test_draws_are_the_correlations_of_resampled_subsets():
    x, y = np.random.default_rng(1).normal(size=(2, 8))
    drawn = np.random.default_rng(3).integers(8, size=(50, 8))
    expected = [scipy.stats.spearmanr(x[each], y[each]).statistic for each in drawn]
    np.testing.assert_allclose(lds.resampled(x, y, 50, 3).draws, expected)


def test_two_subsets_are_too_few_for_a_score():
    few = [table[table["set"].isin(["leftout-5-1", "leftout-5-2"])] for table in (PREDICTIONS, RETRAINS)]
    found = scores(BASELINES, *few)
    assert found[["spearman", "low", "high", "r2"]].isna().all(axis=None)


def test_effects_of_subsets_stand_in_the_order_of_their_numbers():
    effects = subset_effects(*noisy(12))
    one = effects[(effects["metric"] == "weat1") & (effects["left_out"] == 5) & (effects["seeds"] == "paired")]
    one = one[(one["estimator"] == "relearn") & (one["effects"] == "set")]
    assert one["set"].to_list() == [f"leftout-5-{number}" for number in range(1, 13)]

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.analysis import intervals
from origins.analysis.certainty import is_clear
from origins.analysis.intervals import conformal, coverage, measured, with_interval


def scores(documents=400, seed=0):
    rng = np.random.default_rng(seed)
    delta = rng.standard_t(3, documents) / 100
    return pd.DataFrame(
        {
            "id": [f"d{k}" for k in range(documents)],
            "delta_mean": delta,
            "delta_std": rng.uniform(0, 0.3, documents) * np.abs(delta),
            "sign_agreement": 1.0,
        }
    )


def twin(table, biases):
    """The half-width, one document after the other."""
    mean = sum(biases) / len(biases)
    deviation = math.sqrt(sum((bias - mean) ** 2 for bias in biases) / (len(biases) - 1))
    return [intervals.Q * math.sqrt(std**2 + (intervals.NOISE * deviation) ** 2) for std in table["delta_std"]]


BIASES = [0.5, 0.7, 0.8]


def test_the_interval_is_that_of_the_formula_and_lies_around_delta():
    table = with_interval(scores(), BIASES)
    half = twin(table, BIASES)
    assert (table["delta_mean"] - table["delta_low"]).to_numpy() == pytest.approx(half)
    assert (table["delta_high"] - table["delta_mean"]).to_numpy() == pytest.approx(half)


@given(factor=st.floats(1e-3, 1e3))
def test_a_metric_in_another_unit_has_the_same_intervals_in_that_unit(factor):
    table = scores()
    scaled = table.assign(delta_mean=factor * table["delta_mean"], delta_std=factor * table["delta_std"])
    found = with_interval(scaled, [factor * bias for bias in BIASES])
    for end in ("delta_low", "delta_high"):
        assert found[end].to_numpy() == pytest.approx(factor * with_interval(table, BIASES)[end].to_numpy())


def test_one_baseline_has_no_interval_and_so_no_clear_effect():
    table = with_interval(scores(), BIASES[:1])
    assert table[["delta_low", "delta_high"]].isna().all(axis=None)
    assert not is_clear(table).any()


def test_the_quantile_is_the_conformal_one():
    assert conformal(np.arange(1, 20)) == 19  # ⌈20 · 0.95⌉
    assert conformal(np.arange(1, 40)[::-1]) == 38  # ⌈40 · 0.95⌉
    assert conformal(np.arange(1, 19)) == math.inf  # 18 are too few


@pytest.mark.parametrize("n", [19, 50, 75])
def test_conformal_intervals_hold_at_least_as_often_as_promised(n):
    rng = np.random.default_rng(n)
    ratios = np.abs(rng.standard_cauchy((20_000, n + 1)))
    found = np.array([conformal(row[:-1]) for row in ratios])
    share = (ratios[:, -1] <= found).mean()
    assert 0.95 - 0.005 <= share <= 0.95 + 1 / (n + 1) + 0.005


def experiment():
    table = scores()
    drawn = pd.DataFrame({"set": ["sampled-1", "sampled-2"], "row": [7, 2], "part": ["calibrate", "test"]})
    baselines = pd.DataFrame({"metric": "weat1", "seed": [1, 2, 3], "bias": [0.5, 0.7, 9.0]})
    retrains = pd.DataFrame(
        {
            "family": "shared",
            "set": ["sampled-1", "sampled-1", "sampled-2", "sampled-2"],
            "metric": "weat1",
            "seed": [1, 2, 1, 2],
            "bias": [0.4, 0.4, 0.5, 0.7],
        }
    )
    return table, baselines, retrains, drawn


def test_the_truth_is_the_mean_over_pairs_of_a_baseline_and_a_retrain_with_the_same_seed():
    table, baselines, retrains, drawn = experiment()
    found = measured({"weat1": table}, baselines, retrains, drawn).set_index("set")
    assert found["true_delta"].to_dict() == pytest.approx({"sampled-1": 0.2, "sampled-2": 0.0})
    assert found["true_delta_std"].to_dict() == pytest.approx({"sampled-1": math.sqrt(0.02), "sampled-2": 0.0})
    assert (found["pairs"] == 2).all()
    assert found["id"].to_dict() == {"sampled-1": "d7", "sampled-2": "d2"}
    assert found["part"].to_dict() == {"sampled-1": "calibrate", "sampled-2": "test"}
    for name, row in (("sampled-1", 7), ("sampled-2", 2)):
        larger = table["delta_mean"].abs() > abs(table["delta_mean"][row])
        assert found["size_rank"][name] == 1 + larger.sum()
    assert found["bias_std"].to_numpy() == pytest.approx(np.std([0.5, 0.7, 9.0], ddof=1))


def test_coverage_counts_the_intervals_that_hold_the_truth():
    table = pd.DataFrame(
        {
            "part": ["test"] * 5 + ["calibrate"],
            "metric": ["weat1"] * 3 + ["weat2"] * 2 + ["weat1"],
            "stratum": ["top 20", "top 20", "rest", "rest", "rest", "rest"],
            "delta_mean": 0.0,
            "delta_std": np.array([0.2, 0.2, 0.2, 0.4, 0.2, 0.2]) / intervals.Q,
            "bias_std": 0.0,
            "true_delta": [0.1, -0.3, 0.2, 0.2, 0.21, 9],
        }
    )
    found = coverage(table).set_index(["part", "metric", "stratum"])
    counted = found[["held", "n"]].apply(tuple, axis=1).to_dict()
    assert counted[("test", "weat1", "top 20")] == (1, 2)
    assert counted[("test", "weat1", "rest")] == (1, 1)
    assert counted[("test", "weat1", "all")] == (2, 3)
    assert counted[("test", "all", "all")] == (3, 5)
    assert counted[("calibrate", "all", "all")] == (0, 1)
    assert ("test", "weat2", "top 20") not in counted
    one = found.loc[("test", "weat1", "all")]
    assert one["coverage"] == pytest.approx(2 / 3)
    assert one["coverage_low"] < 2 / 3 < one["coverage_high"] < 1
    assert found.loc[("test", "all", "all"), "mean_width"] == pytest.approx(0.48)

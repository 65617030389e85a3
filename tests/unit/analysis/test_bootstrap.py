import math

import numpy as np
import pandas as pd
import pytest

from origins.analysis.bootstrap import compare, interval_of_std


def experiment(resamples=200, documents=50):
    """A bias that is the sum of what its documents add, with noise from seeds."""
    rng = np.random.default_rng(0)
    delta = rng.normal(0, 0.02, documents)
    times = {k: np.bincount(rng.integers(documents, size=documents), minlength=documents) for k in range(1, 201)}
    rows = []
    for number, often in times.items():
        bias = 0.5 + (often - 1) @ delta
        rows += [("weat1", 1, bias, number), ("weat1", 1 + number, bias + rng.normal(0, 0.1), number)]
    scores = pd.DataFrame({"delta_mean": delta, "influence_delta_mean": 2 * delta})
    errors = pd.DataFrame({"metric": ["weat1"], "documents_error": 9.0, "seeds_std": 0.1, "analytic_error": 0.3})
    baselines = pd.DataFrame({"metric": "weat1", "seed": [1, 2], "bias": [0.5, 0.7]})
    table = pd.DataFrame(rows, columns=["metric", "seed", "bias", "number"]).sample(frac=1, random_state=0)
    return errors, baselines, {"weat1": scores}, table, times


def test_the_spread_over_resamples_is_the_jackknife_where_effects_add_up():
    given = experiment()
    resamples, table = compare(*given)
    row = table.iloc[0]
    delta = given[2]["weat1"]["delta_mean"]
    jackknife = math.sqrt((len(delta) - 1) * delta.var(ddof=0))
    assert row["one_seed_std"] == pytest.approx(jackknife, rel=0.15)
    assert row["one_seed_low"] < jackknife < row["one_seed_high"]
    assert row["influence_documents_error"] == pytest.approx(2 * jackknife)
    assert (row["slope"], row["r2"]) == pytest.approx((1, 1))
    assert row["predicted_std"] == pytest.approx(row["one_seed_std"])
    assert row["other_seeds_std"] == pytest.approx(math.hypot(jackknife, 0.1), rel=0.15)
    assert (row["bias"], row["mean"], row["resamples"]) == (0.5, pytest.approx(0.5, abs=0.03), 200)
    assert row["documents_error"] == pytest.approx(jackknife)  # whatever else was drawn for the table of errors
    assert (row["seeds_std"], row["analytic_error"]) == (0.1, 0.3)
    assert resamples["number"].tolist() == list(range(1, 201))
    assert resamples["bias"].to_numpy() == pytest.approx(resamples["predicted_bias"].to_numpy())


def test_the_interval_of_a_deviation_holds_it_as_often_as_promised():
    values = np.random.default_rng(1).normal(0, 3, (4000, 12))
    ends = np.array([interval_of_std(each.std(ddof=1), 12) for each in values])
    assert ((ends[:, 0] <= 3) & (ends[:, 1] >= 3)).mean() == pytest.approx(0.95, abs=0.012)
    assert all(math.isnan(end) for end in interval_of_std(math.nan, 1))

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from frames import synthetic
from hypothesis import given, settings
from hypothesis import strategies as st

from origins.analysis import evaluation, significance

numbers = st.floats(-2, 2).map(lambda value: round(value, 3))


def tiny():
    """Two seeds, three sets, one estimator; by hand."""
    baselines = pd.DataFrame({"metric": "m", "seed": [1, 2, 3], "bias": [1.0, 2.0, 3.0]})
    sets = [
        ("decrease-1", "decrease", [0.5, 1.0]),
        ("increase-1", "increase", [1.5, 2.75]),
        ("increase-2", "increase", [3, 4]),
    ]
    truth = pd.DataFrame(
        [
            ("m", name, kind, 1, seed, bias)
            for name, kind, biases in sets
            for seed, bias in zip((1, 2), biases, strict=True)
        ],
        columns=["metric", "set", "kind", "size", "seed", "bias"],
    )
    predicted = {"decrease-1": [0.0, 1.0, 2.0], "increase-1": [2.0, 2.0, 5.0], "increase-2": [3.0, 3.0, 6.0]}
    predictions = pd.DataFrame(
        [
            ("m", "influence", name, kind, 1, seed, bias)
            for name, kind, _ in sets
            for seed, bias in zip((1, 2, 3), predicted[name], strict=True)
        ],
        columns=["metric", "estimator", "set", "kind", "size", "seed", "bias"],
    )
    return baselines, predictions, truth


def test_means_of_biases_use_all_seeds_and_deltas_only_the_paired_ones():
    row = evaluation.set_means(*tiny()).set_index("set").loc["increase-1"]
    assert (row["baseline_mean"], row["baseline_std"], row["baseline_seeds"]) == (2, 1, 3)
    assert (row["predicted_mean"], row["predicted_seeds"]) == (3, 3)
    assert row["predicted_std"] == pytest.approx(np.sqrt(3))
    assert (row["true_mean"], row["true_seeds"]) == (2.125, 2)
    assert row["true_std"] == pytest.approx(1.25 / np.sqrt(2))
    # Δ = B(w) − B(w̃) of seeds 1 and 2: predicted −1, 0; true −0.5, −0.75
    assert (row["predicted_delta"], row["true_delta"], row["pairs"]) == (-0.5, -0.625, 2)
    assert row["predicted_delta_std"] == pytest.approx(1 / np.sqrt(2))
    assert row["true_delta_std"] == pytest.approx(0.25 / np.sqrt(2))


def test_sets_come_in_one_order_whatever_the_order_of_the_runs():
    frames = synthetic(sizes=(10, 100, 30), random_sets=11, singles=2, metrics=("weat1",))
    shuffled = [frame.sample(frac=1, random_state=1) for frame in frames]
    names = evaluation.set_means(*frames).query("estimator == 'sum'")["set"].tolist()
    assert names[:6] == ["decrease-10", "decrease-30", "decrease-100", "increase-10", "increase-30", "increase-100"]
    assert names[6:17] == [f"random-10-{number}" for number in range(1, 12)]
    assert evaluation.set_means(*shuffled).query("estimator == 'sum'")["set"].tolist() == names


def test_sets_share_their_seeds_and_single_documents_keep_all_of_theirs():
    kinds = ["decrease", "random", "single"]
    truth = pd.DataFrame([{"kind": kind, "seed": seed} for kind in kinds for seed in (1, 2, 3)])
    seeds = evaluation.of_equal_seeds(truth, 2).groupby("kind")["seed"].agg(list)
    assert seeds.to_dict() == {"decrease": [1, 2], "random": [1, 2], "single": [1, 2, 3]}


def test_a_set_without_retrains_is_left_out_and_one_without_paired_seeds_has_no_delta():
    baselines, predictions, truth = tiny()
    truth = truth[truth["set"] != "increase-2"].assign(seed=lambda frame: frame["seed"] + 10)
    means = evaluation.set_means(baselines, predictions, truth)
    assert means["set"].tolist() == ["decrease-1", "increase-1"]
    assert means["pairs"].tolist() == [0, 0]
    assert means["true_delta"].isna().all()
    assert means["true_mean"].tolist() == [0.75, 2.125]


def test_a_seed_that_occurs_twice_is_refused():
    baselines, predictions, truth = tiny()
    with pytest.raises(pd.errors.MergeError):
        evaluation.set_means(pd.concat([baselines, baselines]), predictions, truth)
    with pytest.raises(pd.errors.MergeError):
        evaluation.set_means(baselines, predictions, pd.concat([truth, truth]))
    with pytest.raises(ValueError, match="a seed occurs twice"):
        significance.welch(pd.concat([baselines, baselines]), truth)


@settings(max_examples=60)
@given(points=st.lists(st.tuples(numbers, numbers), min_size=3, max_size=12))
def test_the_line_is_that_of_least_squares_and_r2_the_squared_correlation(points):
    x, y = np.array(points).T
    line = evaluation.least_squares(x, y)
    if len(np.unique(x)) == 1:
        assert np.isnan(line).all()
        return
    slope, intercept = np.polyfit(x, y, 1)
    assert (line.slope, line.intercept) == (pytest.approx(slope, abs=1e-6), pytest.approx(intercept, abs=1e-6))
    if len(np.unique(y)) > 1:
        assert line.r2 == pytest.approx(np.corrcoef(x, y)[0, 1] ** 2, abs=1e-9)
    else:
        assert np.isnan(line.r2)


@pytest.mark.parametrize("points", [[], [1.0], [1.0, 2.0]])
def test_fewer_than_three_points_have_no_line(points):
    assert np.isnan(evaluation.least_squares(np.array(points), np.array(points))).all()


def test_correlation_of_the_tiny_example_by_hand():
    table = evaluation.correlation(*tiny()).set_index("of")
    predicted, true = [1.0, 3.0, 4.0], [0.75, 2.125, 3.5]
    row = table.loc["bias"]
    assert row["r2"] == pytest.approx(np.corrcoef(predicted, true)[0, 1] ** 2)
    assert row["slope"] == pytest.approx(np.polyfit(predicted, true, 1)[0])
    assert row["rmse"] == pytest.approx(np.sqrt((0.25**2 + 0.875**2 + 0.5**2) / 3))
    assert (row["n"], row["spearman"], row["sign_accuracy"]) == (3, pytest.approx(1), 1)
    # paired: predicted Δ 1, −0.5, −1.5, true Δ 0.75, −0.625, −2
    row = table.loc["delta"]
    assert row["r2"] == pytest.approx(np.corrcoef([1, -0.5, -1.5], [0.75, -0.625, -2])[0, 1] ** 2)
    assert row["rmse"] == pytest.approx(np.sqrt((0.25**2 + 0.125**2 + 0.5**2) / 3))
    assert row["sign_accuracy"] == 1


def test_sign_accuracy_counts_sets_whose_delta_goes_the_predicted_way_and_leaves_out_those_without_prediction():
    baselines, predictions, truth = tiny()
    wrong = predictions.assign(bias=predictions["bias"].mask(predictions["set"] == "increase-1", 0.0))
    none = predictions.merge(baselines, on=["metric", "seed"], suffixes=("", "_base"))
    none["bias"] = none["bias"].mask(none["set"] == "increase-1", none["bias_base"])
    none = none.drop(columns="bias_base")
    assert evaluation.correlation(baselines, wrong, truth)["sign_accuracy"].tolist() == [2 / 3, 2 / 3]
    assert evaluation.correlation(baselines, none, truth)["sign_accuracy"].tolist() == [1, 1]


def test_targeted_random_and_single_sets_are_judged_apart_and_say_how_many_seeds_each_side_has():
    table = evaluation.correlation(*synthetic())
    assert set(table["sets"]) == {"targeted", "random", "single"}
    assert len(table) == 2 * 3 * 3 * 2  # metrics, estimators, groups, bias and delta
    seeds = table.set_index("of")[["baselines", "retrains"]].drop_duplicates()
    assert seeds.loc["bias"].tolist() == [10, 5]
    assert seeds.loc["delta"].tolist() == [5, 5]


def test_paired_means_are_of_the_seeds_that_were_retrained():
    baselines, predictions, truth = synthetic(metrics=("weat1",))
    means = evaluation.set_means(baselines, predictions, truth)
    row = means.query("set == 'decrease-30' and estimator == 'damped'").iloc[0]
    own = baselines[baselines["seed"] <= 5]["bias"].mean()
    assert row["paired_baseline"] == pytest.approx(own)
    assert row["baseline_mean"] == pytest.approx(baselines["bias"].mean())
    assert row["paired_true"] == pytest.approx(own - row["true_delta"])
    assert row["paired_predicted"] == pytest.approx(own - row["predicted_delta"])


def test_a_better_estimator_has_the_smaller_error_and_adding_up_overshoots():
    table = evaluation.correlation(*synthetic()).query("sets == 'targeted' and of == 'delta' and metric == 'weat1'")
    table = table.set_index("estimator")
    assert table.loc["damped", "rmse"] < table.loc["influence", "rmse"] < table.loc["sum", "rmse"]
    assert table.loc["damped", "slope"] == pytest.approx(1, abs=0.05)
    assert table.loc["sum", "slope"] == pytest.approx(0.5, abs=0.05)


def test_bootstrap_intervals_are_seeded_hold_the_estimate_and_narrow_with_more_sets():
    frames = synthetic(random_sets=6)
    table = evaluation.correlation(*frames)
    again = evaluation.correlation(*frames)
    pd.testing.assert_frame_equal(table, again)
    assert (table["r2_low"] < table["r2"]).all()
    assert (table["r2"] < table["r2_high"] + 1e-3).all()
    other = evaluation.correlation(*frames, seed=1)
    assert (other["r2_low"] != table["r2_low"]).any()
    rng = np.random.default_rng(0)
    x = rng.normal(size=400)
    y = x + rng.normal(size=400)
    few, many = (np.diff(evaluation.bootstrap(x[:n], y[:n], 500, seed=0)) for n in (20, 400))
    assert many < few


def test_one_seed_has_no_deviation_no_tests_and_no_ceiling_but_everything_else():
    frames = synthetic(seeds=1, retrain_seeds=1)
    means = evaluation.set_means(*frames)
    assert means[["predicted_std", "true_std", "predicted_delta_std", "true_delta_std"]].isna().all(axis=None)
    table = evaluation.correlation(*frames).query("sets == 'targeted'")
    assert table["r2"].notna().all()
    assert table["noise_ceiling"].isna().all()
    tests = significance.welch(frames[0], frames[2])
    assert tests[["p_welch", "p_paired"]].isna().all(axis=None)
    assert (significance.counts(tests)[["tested", "differ_welch"]] == 0).all(axis=None)


def test_constant_biases_give_nan_and_no_exception():
    baselines, predictions, truth = synthetic(random_sets=0, singles=0)
    flat = evaluation.correlation(baselines, predictions.assign(bias=0.3), truth)
    assert flat[flat["of"] == "bias"][["r2", "r2_low", "slope", "spearman"]].isna().all(axis=None)
    flat = evaluation.correlation(baselines, predictions, truth.assign(bias=0.3))
    assert flat[flat["of"] == "bias"][["r2", "r2_high", "spearman"]].isna().all(axis=None)
    tests = significance.welch(baselines.assign(bias=0.3), truth.assign(bias=0.3))
    assert tests[["p_welch", "p_paired"]].isna().all(axis=None)


def test_two_sets_are_too_few_for_a_correlation():
    table = evaluation.correlation(*synthetic(sizes=(10,), random_sets=0, singles=0))
    assert (table["n"] == 2).all()
    assert table[["r2", "r2_low", "slope", "noise_ceiling"]].isna().all(axis=None)
    assert table["rmse"].notna().all()


def test_the_noise_ceiling_is_the_average_of_all_splits_of_the_seeds_into_halves():
    rng = np.random.default_rng(0)
    biases = rng.normal(size=(8, 1)) + rng.normal(0, 0.7, size=(8, 6))
    splits = []
    for half in combinations(range(6), 3):
        other = [seed for seed in range(6) if seed not in half]
        a, b = biases[:, list(half)].mean(axis=1), biases[:, other].mean(axis=1)
        # the split-half reliability of the whole, without assuming that the halves vary alike (Flanagan, Rulon)
        splits.append(4 * np.cov(a, b)[0, 1] / np.var(a + b, ddof=1))
    assert evaluation.noise_ceiling(pd.DataFrame(biases)) == pytest.approx(np.mean(splits))


def test_the_noise_ceiling_is_the_r2_that_a_perfect_prediction_reaches():
    rng = np.random.default_rng(1)
    expected = rng.normal(size=20_000)
    biases = pd.DataFrame(expected[:, None] + rng.normal(0, 1.5, size=(20_000, 5)) + rng.normal(size=5))
    reached = np.corrcoef(expected, biases.mean(axis=1))[0, 1] ** 2
    assert evaluation.noise_ceiling(biases) == pytest.approx(reached, abs=0.01)
    noise = pd.DataFrame(np.array([[1.0, -1.0], [-1.0, 1.2], [0.5, -0.4]]))
    assert evaluation.noise_ceiling(noise) == 0  # halves that disagree


def test_welch_and_the_paired_test_are_those_of_scipy():
    baselines, _, truth = synthetic(metrics=("weat1",))
    row = significance.welch(baselines, truth).set_index("set").loc["increase-30"]
    base, retrained = baselines["bias"], truth[truth["set"] == "increase-30"]["bias"]
    welch = scipy.stats.ttest_ind(retrained, base, equal_var=False)
    paired = scipy.stats.ttest_rel(base[:5], retrained)
    assert (row["t_welch"], row["p_welch"]) == (pytest.approx(welch.statistic), pytest.approx(welch.pvalue))
    assert (row["t_paired"], row["p_paired"]) == (pytest.approx(paired.statistic), pytest.approx(paired.pvalue))
    assert (row["baseline_seeds"], row["seeds"], row["pairs"]) == (10, 5, 5)


def test_the_paired_test_sees_a_change_that_hides_in_the_variation_between_seeds():
    baselines, _, truth = synthetic(random_sets=0, singles=1, metrics=("weat1",))
    row = significance.welch(baselines, truth).set_index("set").loc["single-decrease-1"]  # Δ = 0.09, deviation 0.15
    assert row["p_welch"] > 0.05
    assert row["p_paired"] < 0.001


def test_counts_of_differing_sets_count_every_test_and_random_sets_also_once_each():
    tests = pd.DataFrame(
        [
            ("weat1", "decrease-10", "decrease", 0.01, 0.001),
            ("weat1", "increase-10", "increase", 0.2, 0.04),
            ("weat1", "random-10-1", "random", 0.5, np.nan),
            ("weat1", "random-10-2", "random", 0.01, np.nan),  # left out when each counts once
            ("weat2", "random-10-1", "random", 0.03, 0.06),  # so is this
            ("weat2", "random-10-2", "random", 0.04, 0.06),
        ],
        columns=["metric", "set", "kind", "p_welch", "p_paired"],
    )
    counts = significance.counts(tests).set_index(["metric", "sets"])
    assert counts.loc[("all", "targeted")].tolist() == [2, 1, 2]
    assert counts.loc[("all", "random")].tolist() == [4, 3, 0]
    assert counts.loc[("weat1", "random")].tolist() == [2, 1, 0]
    assert counts.loc[("each once", "random")].tolist() == [2, 1, 0]
    assert ("each once", "targeted") not in counts.index


def test_analogies_are_tested_like_biases_for_the_sets_of_every_metric():
    accuracy = pd.DataFrame({"seed": [1, 2, 3], "accuracy": [0.30, 0.32, 0.34]})
    truth = pd.DataFrame(
        [(m, "decrease-10", "decrease", 10, s, a) for m in ("a", "b") for s, a in ((1, 0.29), (2, 0.32))],
        columns=["metric", "set", "kind", "size", "seed", "accuracy"],
    )
    table = significance.analogies(accuracy, truth)
    assert table["metric"].tolist() == ["a", "b"]
    assert table["mean"].tolist() == [pytest.approx(0.305)] * 2
    assert table["delta_mean"].tolist() == [pytest.approx(0.005)] * 2
    assert table["baseline_mean"].tolist() == [pytest.approx(0.32)] * 2


def test_single_documents_show_predicted_and_true_delta_with_their_spread():
    baselines, predictions, truth = synthetic(singles=2)
    table = evaluation.single_documents(baselines, predictions, truth)
    assert len(table) == 2 * 3 * 6
    row = table.query("metric == 'weat1' and estimator == 'damped' and set == 'single-increase-1'").iloc[0]
    by_seed = truth.query("metric == 'weat1' and set == 'single-increase-1'").merge(baselines, on=["metric", "seed"])
    delta = by_seed["bias_y"] - by_seed["bias_x"]
    assert row["true_delta"] == pytest.approx(delta.mean())
    assert row["true_delta_std"] == pytest.approx(delta.std())
    assert row["error"] == pytest.approx(row["predicted_delta"] - row["true_delta"])


@settings(max_examples=60)
@given(delta=st.lists(st.floats(-1, 1), min_size=1), baseline=st.sampled_from([0.957, -0.958]))
def test_the_histogram_counts_every_document_once_in_percent_of_the_baseline_and_keeps_the_sign(delta, baseline):
    bins = evaluation.delta_histogram(np.array(delta), [baseline - 0.1, baseline, baseline + 0.1])
    assert bins["documents"].sum() == len(delta)
    low, high = bins["low"].to_numpy(), bins["high"].to_numpy()
    middle = (low < 0) & (high > 0)
    assert middle.sum() == 1
    percent = 100 * np.array(delta) / abs(baseline)
    edge = high[middle]
    assert bins["documents"][low >= edge - 1e-12].sum() == (percent >= edge).sum()


def test_a_baseline_that_may_be_zero_is_no_unit():
    delta = np.array([-0.02, 0.0, 0.05])
    for baselines in ([0.2, 0.0, 0.4], []):  # 0.2 ± 0.2
        bins = evaluation.delta_histogram(delta, baselines)
        assert set(bins["unit"]) == {"score"} and bins["high"].max() == 0.05
    bins = evaluation.delta_histogram(delta, [0.5, 0.5])
    assert set(bins["unit"]) == {"percent of the baseline"} and bins["high"].max() == pytest.approx(10)


def test_the_sampling_error_of_a_mean_is_its_standard_error():
    values = np.random.default_rng(0).normal(size=50)
    without_each = np.array([np.delete(values, k).mean() for k in range(50)])
    error = evaluation.sampling_error(values.mean() - without_each)
    assert error == pytest.approx(scipy.stats.sem(values))


def test_the_sampling_error_over_authors_is_the_spread_of_drawing_whole_authors():
    rng = np.random.default_rng(0)
    author = rng.integers(30, size=200)
    delta = rng.normal(size=30)[author] + rng.normal(size=200)
    added = np.array([delta[author == each].sum() for each in range(30)])
    drawn = [added[rng.integers(30, size=30)].sum() for _ in range(20000)]
    error = evaluation.sampling_error(delta, author)
    assert error == pytest.approx(np.std(drawn), rel=0.03)  # √(29/30) of it, and the noise of the draws
    assert error > 1.5 * evaluation.sampling_error(delta)
    assert np.isnan(evaluation.sampling_error(delta, np.zeros(200, dtype=int)))
    assert evaluation.sampling_error(delta, np.arange(200)) == pytest.approx(evaluation.sampling_error(delta))

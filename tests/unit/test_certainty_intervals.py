"""The numbers of docs/certainty/intervals.md are those of the tables beside it, and Q is what they calibrate."""

from pathlib import Path

import numpy as np
import pandas as pd
import scipy.stats

from origins.analysis import intervals

CERTAINTY = Path(__file__).parents[2] / "docs" / "certainty"
PAGE = (CERTAINTY / "intervals.md").read_text()
TEXT = " ".join(PAGE.split())


def kept(name: str) -> pd.DataFrame:
    return pd.read_csv(CERTAINTY / "intervals" / f"{name}.csv")


def scale(table: pd.DataFrame) -> np.ndarray:
    return np.hypot(table["delta_std"], intervals.NOISE * table["bias_std"]).to_numpy()


def test_q_is_the_conformal_quantile_of_the_documents_that_calibrate():
    table = kept("calibration").query("part == 'calibrate'")
    ratios = (table["true_delta"] - table["delta_mean"]).abs().to_numpy() / scale(table)
    assert round(intervals.conformal(ratios), 2) == intervals.Q
    assert f"$Q$ = {intervals.Q}:" in TEXT
    assert f"$\\nu$ = {intervals.NOISE} " in TEXT


def test_the_coverage_is_that_of_the_retrained_documents():
    table = kept("calibration")
    pd.testing.assert_frame_equal(intervals.coverage(table), kept("intervals"), rtol=1e-6)
    rows = kept("intervals").query("metric == 'all'").set_index(["part", "stratum"])
    shown = {
        "that set Q": ("calibrate", "all"),
        "that played no part": ("test", "all"),
        "of these, among the 20 strongest of a metric": ("test", "top 20"),
        "of these, ranks 21 to 100": ("test", "top 100"),
    }
    for name, key in shown.items():
        row = rows.loc[key]
        share, low, high = (100 * row[column] for column in ("coverage", "coverage_low", "coverage_high"))
        coverage = f"{share:.1f} % ({low:.1f} to {high:.1f})"
        line = f"| {name} | {row.n:.0f} | {row.held:.0f} | {coverage} | {row.mean_width:.3f} |"
        assert line in PAGE, line
    assert table["id"].nunique() == 72
    assert f"{table['id'].nunique()} documents of `starter`" in TEXT
    assert set(table["pairs"]) == {2}
    assert rows.loc[("test", "all"), "coverage_low"] < 0.95 < rows.loc[("test", "all"), "coverage_high"]


def test_clear_effects_have_the_sign_that_retraining_gives():
    table = kept("calibration")
    same = np.sign(table["true_delta"]) == np.sign(table["delta_mean"])
    size = table["delta_mean"].abs()
    clear = size > intervals.Q * scale(table)
    before = (table["sign_agreement"] > 1 - 1e-9) & (size >= 2 * table["delta_std"]) & (size > 0)
    assert f"that holds for {clear.sum()} cases, in {(clear & same).sum()} of which" in TEXT
    assert f"calls {before.sum()} cases clear, and {(before & ~same).sum()} of these had the other sign" in TEXT


def elsewhere() -> pd.DataFrame:
    """Single documents of Simple English Wikipedia, retrained with one seed.

    Only the most influential have a Δ by all ten baselines, which the tables of influential documents give by place.
    """
    tables = []
    for run in ("60-epochs", "300-epochs"):
        folder = CERTAINTY.parent / "reproduction" / "earlier" / run / "tables"
        deviation = pd.read_csv(folder / "baseline_bias.csv").groupby("metric")["bias"].std()
        single = pd.read_csv(folder / "single_documents.csv").query("estimator == 'relearn'")
        for metric, own in single.groupby("metric"):
            listed = pd.read_csv(folder / f"influential_{metric}.csv")
            direction = listed["document"].map({"bias increasing": "decrease", "bias decreasing": "increase"})
            listed["set"] = "single-" + direction + "-" + listed["place"].astype(str)
            own = own.merge(listed[["set", "delta_mean", "delta_std"]], on="set", how="left")
            tables.append(own.assign(bias_std=deviation[metric], chosen=own["delta_mean"].notna()))
    table = pd.concat(tables, ignore_index=True)
    return table.assign(
        delta_mean=table["delta_mean"].fillna(table["predicted_delta"]), delta_std=table["delta_std"].fillna(0)
    )


def test_the_interval_holds_on_a_corpus_that_played_no_part():
    table = elsewhere()
    held = (table["true_delta"] - table["delta_mean"]).abs() <= intervals.half_widths(table, table["bias_std"])
    assert table["set"].str.contains("random").eq(~table["chosen"]).all()
    top, chance = held[table["chosen"]], held[~table["chosen"]]
    low, high = scipy.stats.binomtest(int(top.sum()), len(top)).proportion_ci(0.95, "exact")
    span = f"({100 * top.mean():.1f} %, {100 * low:.1f} to {100 * high:.1f})"
    assert f"of {len(top)} cases, {top.sum()} lie within their intervals {span}" in TEXT
    assert f"Of {len(chance)} documents chosen at random" in TEXT
    assert f"all {chance.sum()} lie within" in TEXT
    assert chance.all()


def test_few_baselines_give_intervals_that_are_too_narrow():
    by_seed, table = kept("by_seed"), kept("calibration").set_index(["metric", "set"])
    held = {}
    for number in (2, 3, 4, 5):
        first = by_seed[by_seed["seed"] <= number].groupby(["metric", "set"])
        scores = first["delta"].agg(delta_mean="mean", delta_std="std").join(first["bias"].std().rename("bias_std"))
        half = pd.Series(intervals.half_widths(scores, scores["bias_std"]), index=scores.index)
        own = table.loc[scores.index]
        if number == 5:
            np.testing.assert_allclose(scores["delta_mean"], own["delta_mean"], rtol=1e-6, atol=1e-12)
        within = (own["true_delta"] - scores["delta_mean"]).abs() <= half
        held[number] = within[own["part"] == "test"]
    counts = [each.sum() for each in held.values()]
    assert f"{counts[0]}, {counts[1]}, {counts[2]} and {counts[3]}." in TEXT
    assert f"Of the {len(held[5])} cases of" in TEXT


def test_resamples_vary_and_are_biased_as_the_page_says():
    table = kept("bootstrap").set_index("metric")
    own = [f"{value:.2f}" for value in table["other_seeds_std"]]
    assert f"gives {own[0]}, {own[1]} and {own[2]}:" in TEXT
    assert (table["other_seeds_std"] < table["one_seed_high"]).all()
    mean, bias = table["mean"]["career"], table["bias"]["career"]
    assert f"({mean:.2f} instead of {bias:.2f}, the bias with that seed, for `career`)" in TEXT


def test_the_standard_errors_are_those_of_the_bootstrap():
    for row in kept("bootstrap").itertuples():
        bootstrap = f"{row.one_seed_std:.2f} ({row.one_seed_low:.2f} to {row.one_seed_high:.2f})"
        others = (row.documents_error, row.influence_documents_error, row.analytic_error, row.seeds_std)
        line = f"| {row.metric} | {bootstrap} | {' | '.join(f'{value:.2f}' for value in others)} |"
        assert line in PAGE, line
        assert row.resamples == 40


def test_what_is_said_of_the_standard_errors_holds():
    table = kept("bootstrap").set_index("metric")
    low, high = table["one_seed_low"], table["one_seed_high"]
    nearest = (table["documents_error"] - table["one_seed_std"]).abs()
    for other in ("influence_documents_error", "analytic_error", "seeds_std"):
        assert (nearest < (table[other] - table["one_seed_std"]).abs()).all()
    inside = table["documents_error"].between(low, high)
    assert list(inside[~inside].index) == ["weat1"]
    for name in ("influence_documents_error", "analytic_error"):
        assert (table[name] > table["one_seed_std"]).all()
        assert (table[name] > high).sum() == 2
    assert (table["seeds_std"] < table[["one_seed_std", "documents_error", "analytic_error"]].min(axis=1)).all()

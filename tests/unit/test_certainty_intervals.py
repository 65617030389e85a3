"""The numbers of docs/certainty/intervals.md are those of the tables beside it, and Q is what they calibrate."""

from pathlib import Path

import numpy as np
import pandas as pd

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
    assert f"called {before.sum()} cases clear, and {(before & ~same).sum()} of these had the other sign" in TEXT


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

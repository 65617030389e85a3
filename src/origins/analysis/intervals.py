"""An interval for the Δ of every document, made to hold 95 % of what retraining without single documents gives.

Δ is predicted with every baseline. How far the mean may be off has two parts: the baselines differ (delta_std), and
removing any document at all disturbs training a little, whatever its Δ. That moves the bias as another seed would, only
less, so it is in proportion to the deviation of the bias over baselines. The half-width is

    Q · √(delta_std² + (NOISE · deviation of the bias)²)

Q is calibrated by split conformal prediction on documents of `starter` that were retrained one by one; others, which
played no part in it, test it (docs/certainty/intervals.md). One baseline alone has no deviation and so no interval.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import scipy.stats

from origins.experiment.calibration import CALIBRATE, REST, STRATA, TEST, ranks, strata

LEVEL = 0.95
NOISE = 0.0125
Q = 2.65


def half_widths(scores: pd.DataFrame, deviation: Any) -> np.ndarray:
    """Half the width of every document's interval; `deviation` is that of the metric's bias over baselines."""
    return Q * np.hypot(scores["delta_std"].to_numpy(), NOISE * deviation)


def with_interval(scores: pd.DataFrame, biases: Sequence[float] | np.ndarray | pd.Series) -> pd.DataFrame:
    """The scores with the ends of every document's interval, delta_low and delta_high; `biases` are the baselines'."""
    half = half_widths(scores, pd.Series(biases, dtype=float).std())
    return scores.assign(delta_low=scores["delta_mean"] - half, delta_high=scores["delta_mean"] + half)


def conformal(ratios: np.ndarray | Sequence[float], level: float = LEVEL) -> float:
    """The factor by which intervals hold a new value with this probability: a quantile of |error| / scale.

    With n of them it is the ⌈(n + 1) · level⌉-th smallest; infinite if there are too few. The probability holds if the
    new ratio and the old ones are exchangeable, which those of one document by several metrics are only roughly.
    """
    place = math.ceil((len(ratios) + 1) * level)
    return float(np.sort(ratios)[place - 1]) if place <= len(ratios) else math.inf


def measured(
    scores: Mapping[str, pd.DataFrame], baselines: pd.DataFrame, retrains: pd.DataFrame, drawn: pd.DataFrame
) -> pd.DataFrame:
    """One row per metric and retrained document: what was predicted, and Δ over pairs of a baseline and a retrain.

    `drawn` has the set's name, the document's row and its part; `stratum` is that of its rank by the metric itself, and
    `bias_std` the deviation of the bias over all baselines.
    """
    pairs = retrains.merge(baselines, on=["metric", "seed"], suffixes=("", "_baseline"), validate="m:1")
    delta = pairs.assign(delta=pairs["bias_baseline"] - pairs["bias"]).groupby(["metric", "set"])["delta"]
    true = delta.agg(true_delta="mean", true_delta_std="std", pairs="size").reset_index()
    deviations = baselines.groupby("metric")["bias"].std()
    tables = []
    for metric, own in scores.items():
        rank = ranks(own["delta_mean"].to_numpy())
        ranked = own.assign(size_rank=rank, stratum=strata(rank))
        columns = ["stratum", "id", "size_rank", "delta_mean", "delta_std", "sign_agreement"]
        found = ranked[columns].iloc[drawn["row"].to_numpy()].reset_index(drop=True)
        found = drawn[["part", "set"]].reset_index(drop=True).join(found)
        tables.append(found.assign(metric=metric, bias_std=deviations[metric]))
    table = pd.concat(tables, ignore_index=True).merge(true, on=["metric", "set"], validate="1:1")
    return table[["metric", *table.columns.drop("metric")]]


def coverage(table: pd.DataFrame) -> pd.DataFrame:
    """How many intervals hold the retrained Δ, by part, metric and stratum, with a 95 % interval of that share.

    `metric` and `stratum` are "all" in rows over all of them; there a document counts once for every metric, so the
    interval of the share, which takes all cases for independent, is too narrow.
    """
    half = half_widths(table, table["bias_std"])
    table = table.assign(held=(table["true_delta"] - table["delta_mean"]).abs() <= half, width=2 * half)
    rows = []
    for part in (CALIBRATE, TEST):
        for metric in [*table["metric"].unique(), "all"]:
            for stratum in [*STRATA, REST, "all"]:
                own = table[
                    (table["part"] == part)
                    & ((table["metric"] == metric) | (metric == "all"))
                    & ((table["stratum"] == stratum) | (stratum == "all"))
                ]
                if len(own):
                    rows.append({"part": part, "metric": metric, "stratum": stratum} | _share(own))
    return pd.DataFrame(rows)


def _share(own: pd.DataFrame) -> dict[str, float]:
    held = int(own["held"].sum())
    low, high = scipy.stats.binomtest(held, len(own)).proportion_ci(LEVEL, "exact")
    shares = {"coverage": held / len(own), "coverage_low": float(low), "coverage_high": float(high)}
    return {"n": len(own), "held": held, **shares, "mean_width": own["width"].mean()}

"""The linear datamodeling score (LDS): how well predictions rank random subsets of the documents by retrained bias.

Ilyas et al. (2022) and Park et al. (2023, TRAK) attribute a value to every document, add the values up over a subset,
and report Spearman's correlation with models trained on that subset. Here a prediction is the effect of the documents
left out, either of the set as a whole (`effects` = set) or of its documents added up (sum); only the latter is what the
field calls LDS. Everywhere Δ = B(w) − B(w̃).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd
import scipy.stats

from origins.analysis.evaluation import constant, least_squares, noise_ceiling
from origins.experiment.sets import DocumentSet
from origins.influence.names import NOT_ADDITIVE, PAPER, sum_of

SUMS = {sum_of(name): name for name in NOT_ADDITIVE}
PREDICTION = ["seeds", "estimator", "effects"]


class LDS(NamedTuple):
    """`scores` has one row per prediction, `differences` one row per pair of them that is worth comparing."""

    scores: pd.DataFrame
    differences: pd.DataFrame


class Resampled(NamedTuple):
    """Spearman's correlation over the subsets, and over each resample of them."""

    spearman: float
    draws: np.ndarray


def subset_effects(baselines: pd.DataFrame, predictions: pd.DataFrame, retrains: pd.DataFrame) -> pd.DataFrame:
    """Predicted and true Δ of every subset, as means over seeds: one row per metric, subset and prediction.

    True is the mean over the seeds that were retrained, each compared with its own baseline. `seeds` = paired predicts
    from the baselines of these seeds, unpaired from the others, which share no noise of training with the truth.
    """
    base = baselines.rename(columns={"bias": "baseline"})
    true, predicted = (table.merge(base, on=["metric", "seed"], validate="m:1") for table in (retrains, predictions))
    true["true"] = true["baseline"] - true["bias"]
    true = true.groupby(["metric", "set"]).agg(true=("true", "mean"), retrains=("true", "size"))
    predicted["predicted"] = predicted["baseline"] - predicted["bias"]
    predicted["seeds"] = np.where(predicted["seed"].isin(retrains["seed"]), "paired", "unpaired")
    predicted["effects"] = np.where(predicted["estimator"].isin(SUMS), "sum", "set")
    predicted["estimator"] = predicted["estimator"].replace(SUMS)
    means = predicted.groupby(["metric", "set", *PREDICTION], sort=False)["predicted"].agg(["mean", "size"])
    means = means.rename(columns={"mean": "predicted", "size": "baselines"}).reset_index()
    chosen = {name: DocumentSet.parse(name) for name in means["set"].unique()}
    means.insert(1, "left_out", [chosen[name].percent for name in means["set"]])
    # the subsets in one order: every prediction is resampled with the same draws
    order = means.assign(number=[chosen[name].number for name in means["set"]], metric=pd.factorize(means["metric"])[0])
    means = means.loc[order.sort_values(["metric", "left_out", "seeds", "number"], kind="stable").index]
    return means.merge(true.reset_index(), on=["metric", "set"])


def linear_datamodeling_score(
    baselines: pd.DataFrame, predictions: pd.DataFrame, retrains: pd.DataFrame, *, resamples: int = 2000, seed: int = 0
) -> LDS:
    """Every prediction's score, and how much better one is than another, with 95 % bootstrap intervals over subsets.

    `noise_ceiling` is the r² with the retrained means that a perfect prediction would reach (see the function).
    """
    scores, differences = [], []
    effects = subset_effects(baselines, predictions, retrains)
    for (metric, left_out), compared in effects.groupby(["metric", "left_out"], sort=False):
        of_metric = retrains[(retrains["metric"] == metric) & retrains["set"].isin(compared["set"])]
        ceiling = noise_ceiling(of_metric.pivot_table(index="set", columns="seed", values="bias"))
        place = {"metric": metric, "left_out": left_out}
        found = {}
        for key, subsets in compared.groupby(PREDICTION, sort=False):
            x, y = subsets["predicted"].to_numpy(), subsets["true"].to_numpy()
            found[key] = resampled(x, y, resamples, seed)
            line = least_squares(x, y)
            scores.append(
                {**place, **dict(zip(PREDICTION, key, strict=True)), "subsets": len(x)}
                | {name: int(subsets[name].min()) for name in ("retrains", "baselines")}
                | {"spearman": found[key].spearman, **_interval(found[key].draws)}
                | {"r2": line.r2, "slope": line.slope, "noise_ceiling": ceiling}
                | {"predicted_mean": x.mean(), "predicted_std": x.std(ddof=1) if len(x) > 1 else np.nan}
                | {"true_mean": y.mean(), "true_std": y.std(ddof=1) if len(y) > 1 else np.nan}
            )
        for key, other, than in _pairs(found):
            one, two = found[key], found[other]
            row = {**place, **dict(zip(PREDICTION, key, strict=True)), "than": than}
            row |= {"difference": one.spearman - two.spearman, **_interval(one.draws - two.draws)}
            differences.append(row)
    columns = ["metric", "left_out", *PREDICTION, "than", "difference", "low", "high"]
    return LDS(pd.DataFrame(scores), pd.DataFrame(differences, columns=columns))


def _pairs(found: dict[tuple[str, str, str], Resampled]) -> Iterator[tuple[tuple, tuple, str]]:
    """A set's own estimate and the sum; paired and unpaired seeds; the other estimators and the paper's."""
    for key in found:
        seeds, estimator, effects = key
        if effects == "set" and (seeds, estimator, "sum") in found:
            yield key, (seeds, estimator, "sum"), "sum"
        if seeds == "paired" and ("unpaired", estimator, effects) in found:
            yield key, ("unpaired", estimator, effects), "unpaired"
        if estimator != PAPER and (seeds, PAPER, effects) in found:
            yield key, (seeds, PAPER, effects), PAPER


def resampled(x: np.ndarray, y: np.ndarray, resamples: int, seed: int) -> Resampled:
    """Spearman's correlation and its bootstrap over pairs; NaN for fewer than three, or where all x or y are equal."""
    if len(x) < 3 or constant(x) or constant(y):
        return Resampled(np.nan, np.full(resamples, np.nan))
    drawn = np.random.default_rng(seed).integers(len(x), size=(resamples, len(x)))
    return Resampled(float(spearman(x, y)), spearman(x[drawn], y[drawn]))


def spearman(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Spearman's rank correlation along the last axis, with mean ranks for equal values; NaN where all are equal."""
    x, y = (scipy.stats.rankdata(values, axis=-1) for values in (x, y))
    x, y = (ranks - ranks.mean(axis=-1, keepdims=True) for ranks in (x, y))
    with np.errstate(invalid="ignore"):
        return (x * y).sum(axis=-1) / np.sqrt((x**2).sum(axis=-1) * (y**2).sum(axis=-1))


def _interval(draws: np.ndarray) -> dict[str, float]:
    """The bounds of the 95 % percentile interval."""
    known = draws[np.isfinite(draws)]
    low, high = np.percentile(known, [2.5, 97.5]) if len(known) else (np.nan, np.nan)
    return {"low": float(low), "high": float(high)}

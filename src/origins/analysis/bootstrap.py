"""The standard errors of a bias against embeddings trained on resampled documents."""

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
import scipy.stats

from origins.analysis.evaluation import least_squares, sampling_error
from origins.influence.names import PAPER

ERRORS = ["seeds_std", "analytic_error"]
SEED = 1  # every resample is trained with this seed, and once more with one of its own


def compare(
    errors: pd.DataFrame,
    baselines: pd.DataFrame,
    scores: Mapping[str, pd.DataFrame],
    resamples: pd.DataFrame,
    times: Mapping[int, np.ndarray],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The bias of every resample, then one row per metric: the spread of resamples beside the standard errors.

    `resamples` has metric, number, seed and bias; `times` says how often each resample has every document, which gives
    the bias that the Δ of single documents predict for it to the first order, as the jackknife assumes:
    B + Σ_k (times_k − 1) Δ_k. `slope` and `r2` are those of the bias with the same seed on this prediction.
    """
    base = baselines[baselines["seed"] == SEED].set_index("metric")["bias"]
    wide = pd.DataFrame(
        {
            "bias": resamples[resamples["seed"] == SEED].set_index(["metric", "number"])["bias"],
            "other_seed_bias": resamples[resamples["seed"] != SEED].set_index(["metric", "number"])["bias"],
        }
    ).sort_index()
    drawn = {
        (metric, number): base[metric] + float((often - 1) @ scores[metric]["delta_mean"].to_numpy())
        for metric in scores
        for number, often in times.items()
    }
    wide = wide.assign(predicted_bias=pd.Series(drawn)).reset_index()
    rows = []
    for metric in scores:
        own = wide[wide["metric"] == metric]
        line = least_squares(own["predicted_bias"].to_numpy(), own["bias"].to_numpy())
        row = {"metric": metric, "resamples": len(own), "bias": base[metric], "mean": own["bias"].mean()}
        for name, values in (("one_seed", own["bias"]), ("other_seeds", own["other_seed_bias"])):
            low, high = interval_of_std(values.std(), len(values))
            row |= {f"{name}_std": values.std(), f"{name}_low": low, f"{name}_high": high}
        row |= {"predicted_std": own["predicted_bias"].std(), "slope": line.slope, "r2": line.r2}
        for prefix in (f"{PAPER}_", ""):  # over documents, as the resamples are, even where authors are drawn elsewhere
            row[f"{prefix}documents_error"] = sampling_error(scores[metric][f"{prefix}delta_mean"])
        known = errors.set_index("metric").loc[metric]
        rows.append(row | {name: known[name] for name in ERRORS})
    return wide, pd.DataFrame(rows)


def interval_of_std(deviation: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """The interval of a standard deviation from n normal values, by χ² with n − 1 degrees of freedom."""
    if n < 2:
        return math.nan, math.nan
    quantiles = scipy.stats.chi2.ppf([(1 + level) / 2, (1 - level) / 2], n - 1)
    low, high = deviation * np.sqrt((n - 1) / quantiles)
    return float(low), float(high)

"""How well predictions agree with retrained truth (Section 5.2), on tidy frames with one measured bias per row.

`baselines`: metric, seed, bias.
`predictions`: metric, estimator, set, kind, size, seed, bias; B(w̃) as approximated with that seed's baseline.
`truth`: metric, set, kind, size, seed, bias; measured in an embedding retrained with the same seed as the baseline.

Everywhere Δ = B(w) − B(w̃), the bias that the removed documents add.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import scipy.stats

from origins.experiment.sets import SHARED, DocumentSet

GROUPS = {
    "decrease": "targeted",
    "increase": "targeted",
    "relearn": "relearn",
    "ppmi": "ppmi",
    "random": "random",
    "single": "single",
}
SET = ["metric", "set"]


def truth_table(retrains: pd.DataFrame, value: str = "bias") -> pd.DataFrame:
    """All retrains as the evaluation wants them: a metric's own sets and the random ones, with kind and size."""
    own, shared = retrains["family"] == retrains["metric"], retrains["family"] == SHARED
    table = retrains[own | (shared & retrains["metric"].isin(retrains["family"]))]  # further metrics have no sets
    return with_kinds(table)[["metric", "set", "kind", "size", "seed", value]].reset_index(drop=True)


def with_kinds(table: pd.DataFrame) -> pd.DataFrame:
    """The table with the kind and the size that the name in its column `set` says."""
    named = {name: DocumentSet.parse(name) for name in table["set"].unique()}
    kinds, sizes = ([getattr(named[name], what) for name in table["set"]] for what in ("kind", "size"))
    return table.assign(kind=kinds, size=sizes)


def of_equal_seeds(truth: pd.DataFrame, seeds: int) -> pd.DataFrame:
    """The same seeds 1, 2, ... of every set, also where more were trained; single documents keep all of theirs."""
    return truth[(truth["seed"] <= seeds) | (truth["kind"] == "single")]


def set_means(baselines: pd.DataFrame, predictions: pd.DataFrame, truth: pd.DataFrame) -> pd.DataFrame:
    """One row per metric, estimator and set: predicted and true bias, and Δ, as means and deviations over seeds.

    `*_mean` are unpaired, as in the paper: predictions and baselines over all seeds, truth over all retrains. Every Δ
    and everything `paired_*` is over the `pairs` of a baseline and a retrain with the same seed, predictions included:
    only these may stand side by side.
    """
    base = baselines.rename(columns={"bias": "baseline"})
    by_seed = predictions.merge(base, on=["metric", "seed"], validate="m:1").merge(
        truth[[*SET, "seed", "bias"]], on=[*SET, "seed"], suffixes=("_predicted", "_true"), validate="m:1"
    )
    by_seed["predicted_delta"] = by_seed["baseline"] - by_seed["bias_predicted"]
    by_seed["true_delta"] = by_seed["baseline"] - by_seed["bias_true"]
    paired = by_seed.groupby([*SET, "estimator"]).agg(
        paired_baseline=("baseline", "mean"),
        paired_predicted=("bias_predicted", "mean"),
        paired_true=("bias_true", "mean"),
        predicted_delta=("predicted_delta", "mean"),
        predicted_delta_std=("predicted_delta", "std"),
        true_delta=("true_delta", "mean"),
        true_delta_std=("true_delta", "std"),
        pairs=("true_delta", "size"),
    )
    means = _summary(predictions, ["metric", "estimator", "set", "kind", "size"], "predicted")
    means = means.merge(_summary(truth, SET, "true"), on=SET).merge(_summary(baselines, ["metric"], "baseline"))
    means = means.merge(paired.reset_index(), on=[*SET, "estimator"], how="left").fillna({"pairs": 0})
    return in_order(means.astype({"pairs": int}))


def _summary(frame: pd.DataFrame, keys: list[str], name: str) -> pd.DataFrame:
    """Mean, sample standard deviation and number of the biases; one alone has no deviation."""
    columns = {f"{name}_mean": "mean", f"{name}_std": "std", f"{name}_seeds": "count"}
    biases = frame.groupby(keys, sort=False)["bias"]
    return biases.agg(**columns).reset_index()


def in_order(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows by metric and estimator as they first appear, then by kind, size and number of the set."""
    keys = frame.assign(
        metric=pd.factorize(frame["metric"])[0],
        estimator=pd.factorize(frame["estimator"])[0] if "estimator" in frame else 0,
        kind=frame["kind"].map({kind: k for k, kind in enumerate(GROUPS)}),
        # numbers as numbers: random-10-2 comes before random-10-10
        set=frame["set"].map(lambda name: re.sub(r"\d+", lambda digits: digits[0].zfill(9), name)),
    )
    order = keys.sort_values(["metric", "estimator", "kind", "size", "set"], kind="stable").index
    return frame.loc[order].reset_index(drop=True)


class Line(NamedTuple):
    """The least-squares line of true on predicted, and r², the squared correlation."""

    slope: float
    intercept: float
    r2: float


def least_squares(predicted: np.ndarray, true: np.ndarray) -> Line:
    """The line through the points; NaN for fewer than three, or where all predictions (r²: or truths) are equal."""
    if len(predicted) < 3 or constant(predicted):
        return Line(np.nan, np.nan, np.nan)
    fit = scipy.stats.linregress(predicted, true)
    return Line(float(fit.slope), float(fit.intercept), np.nan if constant(true) else float(fit.rvalue**2))


def correlation(
    baselines: pd.DataFrame,
    predictions: pd.DataFrame,
    truth: pd.DataFrame,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> pd.DataFrame:
    """How well each estimator predicts the truth, for every group of sets apart (see GROUPS).

    `of` says what is compared over the sets: "bias", the unpaired mean biases as in the paper, or "delta", the mean Δ
    of paired seeds; `baselines` and `retrains` say how many seeds each mean has at least. `r2_low` and `r2_high` bound
    the bootstrap's 95 % interval over sets, `sign_accuracy` is the share of sets whose Δ has the predicted sign,
    `noise_ceiling` the r² that a perfect prediction would reach (see the function).
    """
    means = set_means(baselines, predictions, truth)
    rows = []
    for (metric, estimator, group), sets in means.groupby(
        ["metric", "estimator", means["kind"].map(GROUPS)], sort=False
    ):
        retrains = truth[(truth["metric"] == metric) & truth["set"].isin(sets["set"])]
        ceiling = noise_ceiling(retrains.pivot_table(index="set", columns="seed", values="bias"))
        base = sets["baseline_mean"]
        for of, delta in (
            ("bias", (base - sets["predicted_mean"], base - sets["true_mean"])),
            ("delta", (sets["predicted_delta"], sets["true_delta"])),
        ):
            compared = (sets["predicted_mean"], sets["true_mean"]) if of == "bias" else delta
            x, y, x_delta, y_delta = (np.asarray(values) for values in (*compared, *delta))
            rows.append(
                {"metric": metric, "estimator": estimator, "sets": group, "of": of}
                | _agreement(x, y, x_delta, y_delta, resamples, seed)
                | {"noise_ceiling": ceiling}
                | {"baselines": int(sets["predicted_seeds" if of == "bias" else "pairs"].min())}
                | {"retrains": int(sets["true_seeds" if of == "bias" else "pairs"].min())}
            )
    return pd.DataFrame(rows)


def _agreement(predicted, true, predicted_delta, true_delta, resamples: int, seed: int) -> dict[str, float]:
    known = np.isfinite(predicted) & np.isfinite(true)
    x, y = predicted[known], true[known]
    slope, intercept, r2 = least_squares(x, y)
    low, high = bootstrap(x, y, resamples, seed)
    signed = known & (predicted_delta != 0)  # a set without any of the metric's words has no predicted sign
    same_sign = np.sign(predicted_delta[signed]) == np.sign(true_delta[signed])
    return {
        "n": len(x),
        "r2": r2,
        "r2_low": low,
        "r2_high": high,
        "slope": slope,
        "intercept": intercept,
        "spearman": np.nan if np.isnan(r2) else float(scipy.stats.spearmanr(x, y).statistic),
        "rmse": float(np.sqrt(np.mean((x - y) ** 2))) if len(x) else np.nan,
        "sign_accuracy": float(same_sign.mean()) if len(same_sign) else np.nan,
    }


def bootstrap(x: np.ndarray, y: np.ndarray, resamples: int, seed: int) -> tuple[float, float]:
    """The 95 % percentile interval of r² over resampled sets; the same draws for every estimator."""
    if len(x) < 3 or constant(x) or constant(y):
        return np.nan, np.nan
    drawn = np.random.default_rng(seed).integers(len(x), size=(resamples, len(x)))
    x, y = (values - values.mean(axis=1, keepdims=True) for values in (x[drawn], y[drawn]))
    with np.errstate(invalid="ignore"):  # a draw of one set only has no correlation
        r2 = (x * y).sum(axis=1) ** 2 / ((x**2).sum(axis=1) * (y**2).sum(axis=1))
    low, high = np.nanpercentile(r2, [2.5, 97.5])
    return float(low), float(high)


def noise_ceiling(biases: pd.DataFrame) -> float:
    """The share of the retrained means' variance over sets (rows) that would come again with other seeds (columns).

    Cronbach's α over seeds: for an even number, the mean over all splits into halves of Rulon's split-half reliability.
    (Spearman–Brown's correction gives the same only where halves vary alike.) If noise is independent between runs, it
    is the r² that a perfect prediction of the expected bias would reach; predictions from the retrains' own seeds share
    some of the noise and may come out above.
    """
    values = biases.dropna(axis="columns").to_numpy()
    sets, n = values.shape
    if sets < 3 or n < 2 or constant(values.mean(axis=1)):
        return np.nan
    of_seeds, of_sum = values.var(axis=0, ddof=1).sum(), values.sum(axis=1).var(ddof=1)
    return float(max(0.0, n / (n - 1) * (1 - of_seeds / of_sum)))


def single_documents(baselines: pd.DataFrame, predictions: pd.DataFrame, truth: pd.DataFrame) -> pd.DataFrame:
    """Predicted against true Δ of single documents, from paired seeds: one row per metric, estimator and document."""
    means = set_means(baselines, predictions, truth).query("kind == 'single'")
    columns = ["predicted_delta", "predicted_delta_std", "true_delta", "true_delta_std", "pairs"]
    table = means[["metric", "estimator", "set", *columns]].reset_index(drop=True)
    return table.assign(error=table["predicted_delta"] - table["true_delta"])


def delta_histogram(delta_mean: np.ndarray, baselines: np.ndarray | Sequence[float], bins: int = 101) -> pd.DataFrame:
    """How many documents have a Δ in each bin (low, high), one of them around 0.

    As in the paper, in percent of the mean bias of the baselines; but where that is within two standard deviations of 0
    (or there is no baseline), a percentage would say nothing, and the unit is the score itself.
    """
    delta, baselines = np.asarray(delta_mean), np.asarray(baselines)
    spread = baselines.std(ddof=1) if len(baselines) > 1 else 0.0
    in_percent = len(baselines) > 0 and abs(baselines.mean()) > 2 * spread
    values = 100 * delta / abs(baselines.mean()) if in_percent else delta
    largest = max(np.abs(values).max(initial=0), 1e-9)
    edges = np.linspace(-largest, largest, bins + 1)
    documents, _ = np.histogram(values, edges)
    unit = "percent of the baseline" if in_percent else "score"
    return pd.DataFrame({"low": edges[:-1], "high": edges[1:], "documents": documents, "unit": unit})


def sampling_error(delta: np.ndarray | pd.Series, units: np.ndarray | None = None) -> float:
    """How far the bias would vary with other documents of the same kind: the jackknife's standard error.

    `delta` has the Δ of every document. Where `units` has its author, whole authors are left out, whose Δ add up to the
    first order. Seeds vary the bias further; they are not in here. NaN for fewer than two documents or authors.
    """
    delta = np.asarray(delta) if units is None else np.bincount(units, weights=delta)
    if len(delta) < 2:
        return float("nan")
    return float(np.sqrt((len(delta) - 1) * delta.var()))


def constant(values: np.ndarray) -> bool:
    """Whether values differ by no more than rounding."""
    return bool(np.ptp(values) <= 1e-12 * np.abs(values).max())

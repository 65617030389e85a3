"""Predicted against true: the paper's figures of means and of every set, and ours of single documents.

`means` is `evaluation.set_means` (or `single_documents`) of one metric, and of one estimator except where said.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.analysis.evaluation import least_squares
from origins.experiment.sets import DocumentSet
from origins.figures.style import (
    COLOURS,
    COLUMN,
    NO_LINE,
    PAGE,
    error_points,
    estimator_name,
    heading,
    panel_title,
    styled,
)


@styled
def effect_means(means: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """Approximated against retrained bias: one point per set, error bars of 1 std over seeds (paper's Figure 2)."""
    figure = Figure(figsize=(COLUMN, 3.6))
    axes = figure.subplots()
    for kind, sets in means.groupby("kind", sort=False):
        error_points(
            axes, sets["predicted_mean"], sets["true_mean"], sets["predicted_std"], sets["true_std"], kind, label=kind
        )
    baseline = means["baseline_mean"].iloc[0]
    axes.axvline(baseline, color=COLOURS["baseline"], linestyle=":", linewidth=0.8, label="baseline mean")
    _fit_and_identity(axes, means["predicted_mean"], means["true_mean"])
    axes.set_xlabel(f"bias without the set, predicted (n = {_range(means['predicted_seeds'])})")
    axes.set_ylabel(f"bias without the set, retrained (n = {_range(means['true_seeds'])})")
    heading(figure, _by(means, "Bias {} and retrained"), setup, metric, f"{len(means)} sets", "mean ± 1 std")
    axes.legend(loc="upper left", frameon=True, framealpha=0.9, edgecolor="none")  # points are near the diagonal
    return figure


@styled
def effect_by_set(means: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """Approximation and validation for every set, arranged vertically as type - size (the paper's Figure 3).

    Targeted sets run from the largest decrease set through the smallest ones to the largest increase set.
    """
    means = means.sort_values("size", kind="stable")
    decrease, increase = (means[means["kind"] == kind] for kind in ("decrease", "increase"))
    others = means[~means["kind"].isin(["decrease", "increase"])]
    means = pd.concat([decrease.iloc[::-1], increase, others], ignore_index=True)
    figure = Figure(figsize=(COLUMN, 1.55 + 0.19 * len(means)))
    axes = figure.subplots()
    place = np.arange(len(means))
    for what, name, column, shift in (
        ("prediction", "predicted", "predicted", -0.16),
        ("truth", "retrained", "true", 0.16),
    ):
        seeds = _range(means[f"{column}_seeds"])
        label = f"{name} (n = {seeds})"
        error_points(
            axes,
            means[f"{column}_mean"],
            place + shift,
            means[f"{column}_std"],
            None,
            what,
            label=label,
            markersize=3.5,
        )
    _baselines(axes, means)
    axes.set_yticks(place, [_label(name) for name in means["set"]])
    for tick, kind in zip(axes.get_yticklabels(), means["kind"], strict=True):
        tick.set_color(COLOURS[kind])
    axes.set_ylim(len(means) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", color="#e8e8e8", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel("bias without the set, mean ± 1 std")
    number = f"{len(means)} {'set' if len(means) == 1 else 'sets'}"
    heading(figure, _by(means, "Bias without each set, {} and retrained"), setup, metric, number)
    _legend_below(figure, axes, columns=2)
    return figure


def _baselines(axes: Axes, means: pd.DataFrame) -> None:
    """The mean of all baselines and, where not all of their seeds were retrained, of those that were."""
    first = means.iloc[0]
    lines = {"baseline": (first["baseline_mean"], f"baselines (n = {first['baseline_seeds']})")}
    if len(means[["paired_baseline", "pairs"]].drop_duplicates()) == 1 and 0 < first["pairs"] < first["baseline_seeds"]:
        lines["truth"] = first["paired_baseline"], f"baselines, seeds retrained (n = {first['pairs']})"
    for what, (mean, label) in lines.items():
        axes.axvline(mean, color=COLOURS[what], linestyle=":", linewidth=0.8, label=label)


@styled
def single_documents(table: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """Predicted against true Δ of single documents with paired seeds, one panel per estimator."""
    estimators = list(table["estimator"].unique())
    columns = min(3, len(estimators))
    rows = -(-len(estimators) // columns)
    width = COLUMN if columns == 1 else PAGE
    figure = Figure(figsize=(width, 0.75 + rows * (0.85 * width / columns)))
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes, estimator in zip(panels.flat, estimators, strict=False):
        chosen = table[table["estimator"] == estimator]
        direction = chosen["set"].str.extract("(decrease|increase|random)", expand=False).fillna("random")
        for kind, documents in chosen.groupby(direction):
            deviations = documents["predicted_delta_std"], documents["true_delta_std"]
            error_points(axes, documents["predicted_delta"], documents["true_delta"], *deviations, kind, label=kind)
        axes.axhline(0, color="#bbbbbb", linewidth=0.5, zorder=0)
        axes.axvline(0, color="#bbbbbb", linewidth=0.5, zorder=0)
        line = least_squares(chosen["predicted_delta"].to_numpy(), chosen["true_delta"].to_numpy())
        axes.axline((0, 0), slope=1, color=COLOURS["baseline"], linewidth=0.7, linestyle="--", label="y = x")
        r2 = _r2(line.r2) if len(chosen) > 3 else ""  # over three points it says nothing
        panel_title(axes, estimator_name(estimator), r2, share=1 / columns)
    for axes in panels.flat[len(estimators) :]:
        axes.remove()
    for axes in panels.flat[max(0, len(estimators) - columns) : len(estimators)]:
        axes.tick_params(labelbottom=True)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.set_xlabel("predicted Δ")
    for axes in panels[:, 0]:
        axes.set_ylabel("retrained Δ, mean ± 1 std")
    documents, pairs = table["set"].nunique(), _range(table["pairs"])
    seeds = "seed" if pairs == "1" else "seeds"
    what = "Predicted and retrained effect of single documents, by estimator"
    heading(figure, what, setup, metric, f"{documents} documents, {pairs} paired {seeds}")
    _legend_below(figure, panels.flat[0], columns=2 * columns if columns < 3 else 4)
    return figure


def _fit_and_identity(axes: Axes, x: pd.Series, y: pd.Series) -> None:
    line = least_squares(x.to_numpy(), y.to_numpy())
    ends = np.array([x.min(), x.max()])
    if np.isfinite(line.slope) and line.r2 >= NO_LINE:
        label = f"least squares, {_r2(line.r2)}"
        axes.plot(ends, line.intercept + line.slope * ends, color=COLOURS["fit"], linestyle="--", label=label)
    else:
        axes.plot([], [], linestyle="none", label=_r2(line.r2))
    axes.axline(
        (x.mean(), x.mean()), slope=1, color="#aaaaaa", linewidth=0.7, label="diagonal: exact prediction", zorder=0
    )


def _by(means: pd.DataFrame, what: str) -> str:
    """What is shown, predicted by which estimator."""
    return what.format(f"predicted by {estimator_name(means['estimator'].iloc[0])}")


def _label(name: str) -> str:
    """type - size, and the number of a random set in brackets."""
    chosen = DocumentSet.parse(name)
    return f"{chosen.direction} - {chosen.size}" + (f" ({chosen.number})" if chosen.number else "")


def _r2(r2: float) -> str:
    return f"r² = {r2:.3f}" if np.isfinite(r2) else "r² undefined"


def _range(numbers: pd.Series) -> str:
    low, high = int(numbers.min()), int(numbers.max())
    return f"{low}" if low == high else f"{low}–{high}"


def _legend_below(figure: Figure, axes: Axes, columns: int = 3) -> None:
    """Outside the axes, where no point can be hidden by it."""
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=columns)

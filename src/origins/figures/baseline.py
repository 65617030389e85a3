"""The baseline bias and its spread: one dot per seed (the paper's table of baselines, as a figure)."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.figures.style import COLOURS, COLUMN, heading, plain, styled


@styled
def baselines(table: pd.DataFrame, *, setup: str = "") -> Figure:
    """The bias of every baseline embedding, one row per metric, with mean ± 1 std; `table` has metric, seed, bias.

    Effect sizes (metrics with a p-value) share a panel and its scale; of the others, each has its own.
    """
    is_effect = table["p"].notna() if "p" in table else pd.Series(True, index=table.index)
    panels = [list(table.loc[is_effect, "metric"].unique())] if is_effect.any() else []
    panels += [[metric] for metric in table.loc[~is_effect, "metric"].unique()]
    rows = [len(metrics) for metrics in panels]
    figure = Figure(figsize=(COLUMN, 0.7 + 0.45 * len(panels) + 0.35 * sum(rows)))
    drawn = figure.subplots(len(panels), 1, squeeze=False, height_ratios=rows).flat
    for axes, metrics in zip(drawn, panels, strict=True):
        _panel(axes, [table.loc[table["metric"] == metric, "bias"] for metric in metrics])
        axes.set_yticks(range(len(metrics)), [plain(metric) for metric in metrics])
        effects = is_effect[table["metric"] == metrics[0]].all()
        axes.set_xlabel("effect size" if effects else plain(f"score of {metrics[0]}"))
    heading(figure, "Bias of the baseline embeddings", setup, f"{table['seed'].nunique()} seeds", "bar: mean ± 1 std")
    return figure


def _panel(axes: Axes, biases: list[pd.Series]) -> None:
    look = {"color": COLOURS["baseline"], "linestyle": "none"}
    for place, each in enumerate(biases):
        axes.plot(each, np.full(len(each), place), marker="o", alpha=0.45, markeredgewidth=0, **look)
        deviation = each.std() if len(each) > 1 else 0
        axes.errorbar(each.mean(), place + 0.22, xerr=deviation, marker="|", markersize=7, **look)
    everything = pd.concat(biases)
    if everything.abs().max() < 5 * max(np.ptp(everything), 1e-9):  # zero is near enough to be shown
        axes.axvline(0, color="#bbbbbb", linewidth=0.7, zorder=0)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.set_ylim(len(biases) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)

"""The baseline bias and its spread: one dot per seed (the paper's table of baselines, as a figure)."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from origins.figures.style import COLOURS, COLUMN, plain, styled, title


@styled
def baselines(table: pd.DataFrame, *, setup: str = "") -> Figure:
    """The bias of every baseline embedding, one row per metric, with mean ± 1 std; `table` has metric, seed, bias."""
    metrics = list(table["metric"].unique())
    figure = Figure(figsize=(COLUMN, 1.0 + 0.35 * len(metrics)))
    axes = figure.subplots()
    look = {"color": COLOURS["baseline"], "linestyle": "none"}
    for place, metric in enumerate(metrics):
        biases = table.loc[table["metric"] == metric, "bias"]
        axes.plot(biases, np.full(len(biases), place), marker="o", alpha=0.45, markeredgewidth=0, **look)
        deviation = biases.std() if len(biases) > 1 else 0
        axes.errorbar(biases.mean(), place + 0.22, xerr=deviation, marker="|", markersize=7, **look)
    axes.axvline(0, color="#bbbbbb", linewidth=0.7, zorder=0)
    axes.set_yticks(range(len(metrics)), [plain(metric) for metric in metrics])
    axes.set_ylim(len(metrics) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("bias of a baseline, mean ± 1 std")
    title(axes, setup, f"{table['seed'].nunique()} seeds")
    return figure

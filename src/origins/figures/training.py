"""How training went: the loss of every epoch."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter, StrMethodFormatter

from origins.figures.style import COLOURS, COLUMN, heading, styled


@styled
def convergence(losses: pd.DataFrame, *, setup: str = "") -> Figure:
    """Mean loss of a co-occurrence by epoch, one line per seed; `losses` has seed, epoch, loss."""
    figure = Figure(figsize=(COLUMN, 2.6))
    axes = figure.subplots()
    seeds = losses["seed"].nunique()
    for number, (_, run) in enumerate(losses.groupby("seed")):
        label = "one seed" if number == 0 else None
        axes.plot(run["epoch"], run["loss"], color=COLOURS["baseline"], linewidth=0.5, label=label)
    mean = losses.groupby("epoch")["loss"].mean()
    label = f"mean; last epoch {mean.iloc[-1]:.4g}"
    # wide and below the seeds, which lie so close together that it would hide them
    axes.plot(mean.index, mean, color=COLOURS["truth"], linewidth=4, alpha=0.45, zorder=1, label=label)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    # less than a decade has no other labels
    within_a_decade = losses["loss"].max() < 10 * losses["loss"].min()
    axes.yaxis.set_minor_formatter(StrMethodFormatter("{x:g}") if within_a_decade else NullFormatter())
    axes.xaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10], integer=True))
    axes.set_xlabel("epoch")
    axes.set_ylabel("mean loss of a pair")
    axes.legend()
    heading(figure, "Loss of the baselines in training", setup, f"{seeds} seeds", f"{losses['epoch'].max()} epochs")
    return figure

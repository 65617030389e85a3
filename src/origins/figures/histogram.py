"""The histogram of Δ over all documents (the paper's Figure 1)."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from origins.experiment.sets import PAPER
from origins.figures.style import COLOURS, COLUMN, estimator_name, heading, styled


@styled
def histogram(
    bins: pd.DataFrame, *, metric: str, setup: str = "", estimator: str = PAPER, baselines: int | None = None
) -> Figure:
    """Documents by the Δ that an estimator predicts, averaged over this many baselines, log counts.

    `bins` as `delta_histogram` makes them.
    """
    figure = Figure(figsize=(COLUMN, 2.7))
    axes = figure.subplots()
    middle = (bins["low"] + bins["high"]) / 2
    # the colours of the sets that such documents would be in
    centred = bins["low"] * bins["high"] < 0
    colours = np.select([centred, middle > 0], [COLOURS["random"], COLOURS["decrease"]], COLOURS["increase"])
    axes.bar(middle, bins["documents"], width=bins["high"] - bins["low"], color=colours, linewidth=0)
    axes.set_yscale("log")
    axes.set_ylim(0.6, max(10, 2 * bins["documents"].max()))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    unit = "% of the baseline mean" if bins["unit"].iloc[0].startswith("percent") else f"points of {metric}"
    axes.set_xlabel(f"Δ of a document ({unit})")
    axes.set_ylabel("documents")
    for side, x, text in (("increase", 0.02, "bias rises without it"), ("decrease", 0.98, "bias falls without it")):
        align = "left" if x < 0.5 else "right"
        axes.text(x, 0.97, text, transform=axes.transAxes, ha=align, va="top", fontsize=7, color=COLOURS[side])
    number = f"{bins['documents'].sum():,} documents"
    averaged = f"mean of {baselines} baselines" if baselines else ""
    what = f"Effect of every document, predicted by {estimator_name(estimator)}"
    heading(figure, what, setup, metric, number, averaged)
    return figure

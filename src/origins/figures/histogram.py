"""The histogram of Δ over all documents (the paper's Figure 1)."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from origins.figures.style import COLOURS, COLUMN, styled, title


@styled
def histogram(bins: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """Documents by Δ in percent of the mean baseline bias, log counts; `bins` as `delta_histogram` makes them."""
    figure = Figure(figsize=(COLUMN, 2.4))
    axes = figure.subplots()
    middle = (bins["low"] + bins["high"]) / 2
    # the colours of the sets that such documents would be in
    centred = bins["low"] * bins["high"] < 0
    colours = np.select([centred, middle > 0], [COLOURS["random"], COLOURS["decrease"]], COLOURS["increase"])
    axes.bar(middle, bins["documents"], width=bins["high"] - bins["low"], color=colours, linewidth=0)
    axes.set_yscale("log")
    axes.set_ylim(0.6, max(10, 2 * bins["documents"].max()))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    axes.set_xlabel("Δ of a document (% of the baseline mean)")
    axes.set_ylabel("documents")
    for side, x, text in (("increase", 0.02, "removal raises bias"), ("decrease", 0.98, "removal lowers bias")):
        align = "left" if x < 0.5 else "right"
        axes.text(x, 0.97, text, transform=axes.transAxes, ha=align, va="top", fontsize=6.5, color=COLOURS[side])
    title(axes, setup, metric, f"{bins['documents'].sum():,} documents")
    return figure

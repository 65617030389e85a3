"""How few documents it takes: documents removed against the bias reached, by every way to choose them."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from origins.figures.style import COLOURS, PAGE, heading, styled

# the paper's ranking and chance as in the other figures
WAYS = {
    "adaptive": ("adaptive: scored again after every step", "#D55E00", "o"),
    "once": ("ranked once by relearn", "#CC79A7", "s"),
    "influence": ("ranked once by influence (the paper’s)", COLOURS["decrease"], "v"),
    "ppmi": ("ranked once by PPMI", "#56B4E9", "D"),
    "random": ("at random", COLOURS["random"], "x"),
}


@styled
def curation(table: pd.DataFrame, ways: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """Bias against documents removed: a line as predicted for every number, points with error bars where retrained.

    `table` is `analysis.curation.curation_table`, `ways` is `experiment.curation.ways_to`.
    """
    figure = Figure(figsize=(PAGE, 4.0))
    axes = figure.subplots()
    first = table.iloc[0]
    axes.axhline(first["baseline"], color=COLOURS["baseline"], linestyle=":", linewidth=0.8, label="baseline mean")
    axes.axhline(first["target"], color=COLOURS["baseline"], linestyle="--", linewidth=0.8, label="target")
    for way, (label, colour, marker) in WAYS.items():
        predicted, retrained = ways[ways["way"] == way], table[table["way"] == way]
        if predicted.empty:
            continue
        axes.plot(predicted["documents"], predicted["predicted"], color=colour, alpha=0.8)
        look = {"color": colour, "marker": marker, "linestyle": "none", "elinewidth": 0.7}
        look |= {"markerfacecolor": "none", "markersize": 5.5}  # hollow: two ways may choose the same documents
        deviation = None if retrained["reached_std"].isna().all() else retrained["reached_std"]
        axes.errorbar(retrained["documents"], retrained["reached"], yerr=deviation, label=label, **look)
    axes.plot([], [], color="#555555", label="lines: predicted by relearn")
    axes.set_xscale("log")
    axes.set_xlim(0.9, 1.15 * max(ways["documents"].max(), 2))
    narrow = ways["documents"].max() < 200
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if narrow else (1, 3)))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("documents removed")
    seeds = int(table["seeds"].max())
    points = "points: retrained, " + ("1 paired seed" if seeds == 1 else f"mean ± 1 std of {seeds} paired seeds")
    axes.set_ylabel("bias without them")
    what = "Bias against the number of documents removed, by way to choose them"
    heading(figure, what, setup, metric, points)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure

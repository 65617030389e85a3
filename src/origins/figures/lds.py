"""The linear datamodeling score of every estimator: how well it ranks random subsets by their retrained bias."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.figures.style import COLOURS, PAGE, estimator_name, heading, panel_title, plain, styled

# colour: the baselines that predict; filled: the set's own estimate, open: its documents' effects added up
COLOUR = {"paired": COLOURS["prediction"], "unpaired": COLOURS["baseline"]}
MARKER = {"paired": "o", "unpaired": "s"}
EFFECTS = {"set": "set’s own estimate", "sum": "sum of single effects"}


@styled
def lds(table: pd.DataFrame, *, setup: str = "") -> Figure:
    """Spearman's correlation with its bootstrap interval: one row of panels per metric, one column per share left out.

    `table` is the `scores` of `linear_datamodeling_score`.
    """
    metrics, shares = list(table["metric"].unique()), sorted(table["left_out"].unique())
    names = list(table["estimator"].unique())
    figure = Figure(figsize=(PAGE, 1.2 + len(metrics) * (0.45 + 0.33 * len(names))))
    panels = figure.subplots(len(metrics), len(shares), sharex=True, sharey=True, squeeze=False)
    for row, metric in zip(panels, metrics, strict=True):
        for axes, share in zip(row, shares, strict=True):
            chosen = table[(table["metric"] == metric) & (table["left_out"] == share)]
            _panel(axes, chosen, names)
            panel_title(axes, metric, f"{share} % of the documents left out", share=1 / len(shares))
    for axes in panels[-1]:
        axes.set_xlabel("Spearman’s ρ, 95 % interval")
        axes.xaxis.set_major_locator(MaxNLocator(6))
    lowest = np.nanmin([0.0, *table["low"], *table["spearman"]])
    panels[0, 0].set_xlim(lowest - 0.04 * (1 - lowest), 1 + 0.04 * (1 - lowest))
    what = "How well each estimator ranks random subsets of the documents by the bias that retraining gives"
    retrains = "1 retrain" if table["retrains"].max() == 1 else f"{table['retrains'].max()} retrains"
    heading(figure, what, setup, f"{table['subsets'].max()} subsets per panel", f"{retrains} each")
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def _panel(axes: Axes, table: pd.DataFrame, names: list[str]) -> None:
    kinds = [(seeds, effects) for seeds in COLOUR for effects in EFFECTS]
    for number, (seeds, effects) in enumerate(kinds):
        chosen = table[(table["seeds"] == seeds) & (table["effects"] == effects)]
        if chosen.empty:
            continue
        chosen = chosen.set_index("estimator").reindex(names)
        place = np.arange(len(names)) + 0.18 * (number - (len(kinds) - 1) / 2)
        reach = [chosen["spearman"] - chosen["low"], chosen["high"] - chosen["spearman"]]
        axes.errorbar(
            chosen["spearman"],
            place,
            xerr=np.maximum(0, np.nan_to_num(reach)),  # of a skewed bootstrap, it may lie to one side of the estimate
            color=COLOUR[seeds],
            marker=MARKER[seeds],
            markerfacecolor=COLOUR[seeds] if effects == "set" else "white",
            markersize=3.5,
            linestyle="none",
            elinewidth=0.8,
            label=f"{seeds} seeds, {EFFECTS[effects]}",
        )
    axes.axvline(0, color="#bbbbbb", linewidth=0.7, zorder=0)
    axes.set_yticks(range(len(names)), [plain(estimator_name(name)) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)

"""The estimators side by side: how much of the truth each explains, and how far off it is."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.figures.style import COLOURS, PAGE, estimator_name, heading, panel_title, plain, styled

PAIRINGS = {"bias": "means, unpaired as in the paper", "delta": "Δ, paired by seed"}


@styled
def estimators(table: pd.DataFrame, *, setup: str = "", sets: str = "targeted") -> Figure:
    """r² with its bootstrap interval, and RMSE, of every estimator, unpaired and paired; a row of panels per metric.

    `table` is `evaluation.correlation`; the dashed line is the noise ceiling of the truth.
    """
    table = table[table["sets"] == sets]
    metrics, names = list(table["metric"].unique()), list(table["estimator"].unique())
    figure = Figure(figsize=(PAGE, 1.3 + len(metrics) * (0.55 + 0.24 * len(names))))
    panels = figure.subplots(len(metrics), 2, sharex="col", sharey=True, squeeze=False)
    place = np.arange(len(names))
    for (left, right), metric in zip(panels, metrics, strict=True):
        counts = []
        for (of, label), shift, inside in zip(
            PAIRINGS.items(), (-0.14, 0.14), (COLOURS["prediction"], "white"), strict=True
        ):
            chosen = table[(table["metric"] == metric) & (table["of"] == of)].set_index("estimator").reindex(names)
            look = {"color": COLOURS["prediction"], "marker": "o", "linestyle": "none", "markerfacecolor": inside}
            reach = [chosen["r2"] - chosen["r2_low"], chosen["r2_high"] - chosen["r2"]]
            # the interval of a skewed bootstrap may lie to one side of the estimate
            spread = np.maximum(0, np.nan_to_num(reach))
            left.errorbar(chosen["r2"], place + shift, xerr=spread, label=label, **look)
            right.plot(chosen["rmse"], place + shift, **look)
            counts += [f"{chosen[column].max():.0f}" for column in ("baselines", "retrains")]
        ceiling = table.loc[table["metric"] == metric, "noise_ceiling"].max()
        left.axvline(ceiling, color=COLOURS["truth"], linestyle="--", linewidth=0.8, label="noise ceiling of the truth")
        left.set_yticks(place, [plain(estimator_name(name)) for name in names])
        left.set_ylim(len(names) - 0.5, -0.5)
        for axes in (left, right):
            axes.grid(axis="y", color="#e8e8e8", linewidth=0.5)
            axes.set_axisbelow(True)
            axes.tick_params(axis="y", length=0)
        panel_title(left, metric, f"{chosen['n'].max():.0f} {sets} sets", share=0.5)
        panel_title(right, "{} baselines, {} retrains (paired: {}, {})".format(*counts), share=0.5)
    left, right = panels[-1]
    lowest = np.nanmin([*table["r2_low"], *table["r2"], *table["noise_ceiling"], 0.99])
    left.set_xlim(lowest - 0.08 * (1 - lowest), 1 + 0.08 * (1 - lowest))
    left.xaxis.set_major_locator(MaxNLocator(6))
    right.set_xlim(0, 1.1 * max(np.nanmax([*table["rmse"], 0]), 1e-9))
    left.set_xlabel("r², 95 % interval")
    right.set_xlabel("RMSE")
    heading(figure, "How well each estimator predicts the bias that retraining gives", setup)
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure

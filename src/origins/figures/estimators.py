"""The estimators side by side: how much of the truth each explains, and how far off it is."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.figures.style import COLOURS, PAGE, estimator_name, heading, panel_title, plain, styled


@styled
def estimators(table: pd.DataFrame, *, setup: str = "", sets: str = "targeted", of: str = "bias") -> Figure:
    """r² with its bootstrap interval, and RMSE, of every estimator; a row of panels a metric.

    `table` is `evaluation.correlation`; the dashed line is the noise ceiling of the truth.
    """
    table = table[(table["sets"] == sets) & (table["of"] == of)]
    metrics, names = list(table["metric"].unique()), list(table["estimator"].unique())
    figure = Figure(figsize=(PAGE, 1.1 + len(metrics) * (0.55 + 0.2 * len(names))))
    panels = figure.subplots(len(metrics), 2, sharex="col", sharey=True, squeeze=False)
    for (left, right), metric in zip(panels, metrics, strict=True):
        chosen = table[table["metric"] == metric].set_index("estimator").reindex(names)
        place = np.arange(len(names))
        look = {"color": COLOURS["prediction"], "marker": "o", "linestyle": "none"}
        reach = [chosen["r2"] - chosen["r2_low"], chosen["r2_high"] - chosen["r2"]]
        # the interval of a skewed bootstrap may lie to one side of the estimate
        left.errorbar(chosen["r2"], place, xerr=np.maximum(0, np.nan_to_num(reach)), **look)
        ceiling = chosen["noise_ceiling"].max()
        left.axvline(ceiling, color=COLOURS["truth"], linestyle="--", linewidth=0.8, label="noise ceiling of the truth")
        right.plot(chosen["rmse"], place, **look)
        left.set_yticks(place, [plain(estimator_name(name)) for name in names])
        left.set_ylim(len(names) - 0.5, -0.5)
        for axes in (left, right):
            axes.grid(axis="y", color="#e8e8e8", linewidth=0.5)
            axes.set_axisbelow(True)
            axes.tick_params(axis="y", length=0)
        panel_title(left, metric, f"{chosen['n'].max():.0f} {sets} sets", share=0.5)
    left, right = panels[-1]
    lowest = np.nanmin([*table["r2_low"], *table["r2"], *table["noise_ceiling"], 0.99])
    left.set_xlim(lowest - 0.08 * (1 - lowest), 1 + 0.08 * (1 - lowest))
    left.xaxis.set_major_locator(MaxNLocator(6))
    right.set_xlim(0, 1.1 * max(np.nanmax([*table["rmse"], 0]), 1e-9))
    unit = "mean bias" if of == "bias" else "paired Δ"
    left.set_xlabel(f"r² of {unit}, 95 % interval")
    right.set_xlabel(f"RMSE of {unit}")
    heading(figure, "How well each estimator predicts the bias that retraining gives", setup)
    panels[0, 0].legend(loc="lower left")
    return figure

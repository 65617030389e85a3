"""Rare words move further: movement among the metric's words against frequency (section 5.5)."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, StrMethodFormatter

from origins.figures.style import COLOURS, COLUMN, plain, styled, title
from origins.sensitivity import frequency_fit

# what is measured in retrained embeddings has one colour; full and hollow are the two sides
MARKERS = {
    "S": {"marker": "o"},
    "T": {"marker": "o", "markerfacecolor": "white"},
    "A": {"marker": "^"},
    "B": {"marker": "^", "markerfacecolor": "white"},
}
SEVERAL = {"marker": "s"}
LABELS = 10  # words to name, where there is room


@styled
def sensitivity(table: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """How far each word moves against how often the corpus has it, with the least-squares line on log frequency."""
    figure = Figure(figsize=(COLUMN, 2.9))
    axes = figure.subplots()
    for role, words in table.groupby("role"):
        look = {"color": COLOURS["truth"], "linestyle": "none", "elinewidth": 0.7} | MARKERS.get(role, SEVERAL)
        axes.errorbar(words["count"], words["movement"], yerr=words["movement_std"], label=plain(role), **look)
    line = frequency_fit(table)
    if np.isfinite(line.slope):
        ends = np.array([table["log10_count"].min(), table["log10_count"].max()])
        look = {"color": COLOURS["fit"], "linestyle": "--", "label": "least squares"}
        axes.plot(10**ends, line.intercept + line.slope * ends, zorder=0, **look)
    axes.set_xscale("log")
    axes.set_xlim(table["count"].min() / 1.4, table["count"].max() * 1.4)
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(0, 1.08 * (table["movement"] + table["movement_std"].fillna(0)).max() or 1)
    _name_the_most_moved(axes, table)
    axes.set_xlabel("occurrences in the corpus")
    axes.set_ylabel("movement (RMS change of cosines)")
    r2 = f"r² = {line.r2:.3f}" if np.isfinite(line.r2) else "r² undefined"
    title(axes, setup, metric, f"{len(table)} words", r2)
    sets, seeds = table["sets"].iloc[0], table["seeds"].iloc[0]
    label = f"mean of {sets} sets, ± 1 std over {seeds} paired seeds"
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=5, title=label)
    return figure


def _name_the_most_moved(axes: Axes, table: pd.DataFrame) -> None:
    """The most moved words by name, each to the right of its point where it covers neither a point nor a name."""
    to_axes = axes.transData + axes.transAxes.inverted()
    x, y, deviation = (table[name].fillna(0).to_numpy() for name in ("count", "movement", "movement_std"))
    low, points, high = (to_axes.transform(np.column_stack([x, y + k * deviation])) for k in (-1, 0, 1))
    taken = [
        (x - 0.015, x + 0.015, min(bottom, y - 0.02), max(top, y + 0.02))
        for (x, y), bottom, top in zip(points, low[:, 1], high[:, 1], strict=True)
    ]
    most_moved = np.argsort(-table["movement"].to_numpy(), kind="stable")[:LABELS]
    for (x, y), word in zip(points[most_moved], table["word"].to_numpy()[most_moved], strict=True):
        for left, middle in ((x + 0.02, y), (x, y + 0.045), (x, y - 0.045)):
            box = left, left + 0.022 * len(word), middle - 0.02, middle + 0.02
            if box[1] < 1 and not any(_overlap(box, other) for other in taken):
                axes.text(left, middle, plain(word), va="center", fontsize=6.5, transform=axes.transAxes)
                taken.append(box)
                break


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes (left, right, bottom, top) share any of their area."""
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]

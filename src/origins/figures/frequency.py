"""Rare words move further: how far the largest sets move each target word, against its frequency (section 5.5)."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from origins.figures.projection import side_name
from origins.figures.style import COLOURS, COLUMN, NO_LINE, heading, plain, styled

# what is measured in retrained embeddings has one colour; full and hollow are the two sides
MARKERS = {"S": {"marker": "o"}, "T": {"marker": "o", "markerfacecolor": "white"}}
LABELS = 16  # words to name, where there is room


@styled
def frequency(
    table: pd.DataFrame,
    fit: Mapping[str, float],
    words_of: Mapping[str, Sequence[str]],
    *,
    metric: str,
    setup: str = "",
) -> Figure:
    """How far each word moves against how often it occurs, with the least-squares line on log frequency.

    `table` and `fit` are those of `frequency.frequency_table` and `frequency.frequency_fit`; `words_of` has the words
    of each set. Without a correlation there is no line.
    """
    figure = Figure(figsize=(COLUMN, 3.4))
    axes = figure.subplots()
    for side, words in table.groupby("side"):
        look = {"color": COLOURS["truth"], "linestyle": "none", "elinewidth": 0.7} | MARKERS[side]
        axes.errorbar(
            words["count"], words["change"], yerr=words["change_std"], label=plain(side_name(side, words_of)), **look
        )
    if np.isfinite(fit["slope"]) and fit["r2"] >= NO_LINE:
        ends = np.array([table["log10_count"].min(), table["log10_count"].max()])
        look = {"color": COLOURS["fit"], "linestyle": "--", "label": _r2(fit)}
        axes.plot(10**ends, fit["intercept"] + fit["slope"] * ends, zorder=0, **look)
    else:
        axes.plot([], [], linestyle="none", label=_r2(fit))
    axes.set_xscale("log")
    axes.set_xlim(table["count"].min() / 1.4, table["count"].max() * 1.4)
    narrow = table["count"].max() < 100 * table["count"].min()
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if narrow else (1,)))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(0, 1.08 * (table["change"] + table["change_std"].fillna(0)).max() or 1)
    _name_the_most_moved(axes, table)
    axes.set_xlabel("occurrences in the corpus")
    A, B = (plain(words_of[name][0]) for name in "AB")
    axes.set_ylabel(f"distance on the axis {A} – {B}")
    what = "Distance of each target word between the embeddings without the decrease set and without the increase set"
    pairs = table["pairs"].iloc[0]
    heading(figure, what, setup, metric, f"{len(table)} target words", f"± 1 std (n = {pairs})")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def _r2(fit: Mapping[str, float]) -> str:
    if not np.isfinite(fit["r2"]):
        return "r² undefined"
    return f"r² = {fit['r2']:.3f} ({fit['r2_low']:.2f} to {fit['r2_high']:.2f})"


def _name_the_most_moved(axes: Axes, table: pd.DataFrame) -> None:
    """The most moved words by name, each to the right of its point where it covers neither a point nor a name."""
    to_axes = axes.transData + axes.transAxes.inverted()
    x, y, deviation = (table[name].fillna(0).to_numpy() for name in ("count", "change", "change_std"))
    low, points, high = (to_axes.transform(np.column_stack([x, y + k * deviation])) for k in (-1, 0, 1))
    taken = [
        (x - 0.015, x + 0.015, min(bottom, y - 0.02), max(top, y + 0.02))
        for (x, y), bottom, top in zip(points, low[:, 1], high[:, 1], strict=True)
    ]
    most_moved = np.argsort(-table["change"].to_numpy(), kind="stable")[:LABELS]
    for (x, y), word in zip(points[most_moved], table["word"].to_numpy()[most_moved], strict=True):
        for left, middle in ((x + 0.02, y), (x, y + 0.045), (x, y - 0.045)):
            box = left, left + 0.024 * len(word), middle - 0.022, middle + 0.022
            if box[1] < 1 and not any(_overlap(box, other) for other in taken):
                axes.text(left, middle, plain(word), va="center", fontsize=7, transform=axes.transAxes)
                taken.append(box)
                break


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes (left, right, bottom, top) share any of their area."""
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]

"""Target words on the gender axis, before and after removing documents (the paper's figure of direct bias)."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.figures.style import COLOURS, COLUMN, MARKERS, kind_of, plain, styled


@styled
def projections(
    means: pd.DataFrame, attributes: Mapping[str, Sequence[str]], *, metric: str, setup: str = ""
) -> Figure:
    """Projection by word, frequent words first, one panel per set of target words; error bars of 1 std over seeds.

    `means` is `projection.projection_means`: the baseline and, as the paper shows them, the largest decrease and
    increase set. `attributes` has the words of A and B, whose first ones name the ends of the axis. As in the paper,
    A (male) is on the left, so that values fall from left to right. Counts in the corpus are in parentheses.
    """
    conditions, sides = list(means["condition"].unique()), list(means["side"].unique())
    words = {side: _words(means[means["side"] == side]) for side in sides}
    rows = [len(words[side]) for side in sides]
    figure = Figure(figsize=(COLUMN, 1.4 + 0.25 * len(sides) + 0.19 * sum(rows)))
    panels = figure.subplots(len(sides), 1, sharex=True, squeeze=False, height_ratios=rows).ravel()
    for axes, side in zip(panels, sides, strict=True):
        place = np.arange(len(words[side]))
        for condition, shift in zip(conditions, np.linspace(-0.2, 0.2, len(conditions)), strict=True):
            chosen = means[(means["side"] == side) & (means["condition"] == condition)]
            chosen = chosen.set_index("word").reindex(words[side].index)
            kind = kind_of(condition)
            axes.errorbar(
                chosen["mean"],
                place + shift,
                xerr=chosen["std"],
                color=COLOURS[kind],
                marker=MARKERS.get(kind, "o"),
                linestyle="none",
                elinewidth=0.7,
                markersize=3.5,
                label=_label(condition, chosen["seeds"]),
            )
        axes.axvline(0, color="#bbbbbb", linewidth=0.5, zorder=0)
        axes.set_yticks(place, [plain(f"{word} ({count:,})") for word, count in words[side].items()])
        axes.set_ylim(len(place) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", color="#e8e8e8", linewidth=0.5)
        axes.set_axisbelow(True)
        axes.set_title(plain(side), loc="left", fontweight="bold")
    panels[-1].invert_xaxis()  # shared by all panels
    panels[-1].xaxis.set_major_locator(MaxNLocator(5))
    A, B = (plain(attributes[name][0]) for name in "AB")
    panels[-1].set_xlabel(f"{A} … ← projection → {B} …")
    what = " · ".join(plain(part) for part in (setup, metric, f"{sum(rows)} target words") if part)
    figure.suptitle(what, fontsize=8.5, x=0.02, ha="left")
    handles = panels[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", title="mean ± 1 std over embeddings")
    return figure


def _words(means: pd.DataFrame) -> pd.Series:
    """Counts by word, frequent ones first."""
    return means.drop_duplicates("word").set_index("word")["count"].sort_values(ascending=False, kind="stable")


def _label(condition: str, seeds: pd.Series) -> str:
    name = condition if condition == "baseline" else f"without {condition}"
    return plain(f"{name} (n = {seeds.max():.0f})")

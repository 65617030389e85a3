"""Target words on the gender axis, before and after removing documents (the paper's figure of direct bias)."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.figures.style import COLOURS, COLUMN, MARKERS, heading, kind_of, panel_title, plain, styled


@styled
def projections(means: pd.DataFrame, words_of: Mapping[str, Sequence[str]], *, metric: str, setup: str = "") -> Figure:
    """Projection by word, frequent words first, one panel per set of target words; error bars of 1 std over seeds.

    `means` is `projection.projection_means`: the baseline and, as the paper shows them, the largest decrease and
    increase set. `words_of` has the words of each set, whose first ones name it and the ends of the axis. As in the
    paper, A (male) is on the left, so that values fall from left to right. Counts in the corpus are in parentheses.
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
        panel_title(axes, side_name(side, words_of))
    panels[-1].invert_xaxis()  # shared by all panels
    panels[-1].xaxis.set_major_locator(MaxNLocator(5))
    A, B = (plain(words_of[name][0]) for name in "AB")
    panels[-1].set_xlabel(f"{A} …  ←  projection  →  {B} …")
    what = "Target words on the axis of the attributes, before and after removing documents"
    heading(figure, what, setup, metric, f"{sum(rows)} target words")
    handles = panels[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", title="mean ± 1 std over embeddings")
    return figure


def side_name(side: str, words_of: Mapping[str, Sequence[str]]) -> str:
    """A set of target words by its first ones."""
    return f"{side}: {', '.join(words_of[side][:2])}, …" if side in words_of else side


def _words(means: pd.DataFrame) -> pd.Series:
    """Counts by word, frequent ones first."""
    return means.drop_duplicates("word").set_index("word")["count"].sort_values(ascending=False, kind="stable")


def _label(condition: str, seeds: pd.Series) -> str:
    name = condition if condition == "baseline" else f"without {condition}"
    return plain(f"{name} (n = {seeds.max():.0f})")

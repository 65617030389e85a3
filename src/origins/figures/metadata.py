"""Bias by metadata: mean and sum of Δ over the documents of a topic, a source, a month."""

import textwrap

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from origins.analysis.metadata import OTHER
from origins.experiment.sets import BEST
from origins.figures.style import COLOURS, PAGE, estimator_name, heading, panel_title, plain, styled

WHAT = "How the bias would change without documents of a kind"
VALUES = 15
LETTERS = 32
SMALL = 1e-4  # matplotlib puts a factor in the corner


@styled
def metadata(table: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """Mean Δ of a document and, beside it, the sum, with 95 % intervals; a row of panels for each field.

    `table` is `metadata.by_metadata`, or the rows of one field. Of more than 15 values, those with the largest |sum|;
    what rare values have together says little and is left out.
    """
    table = table[table["value"] != OTHER]
    fields = {field: _largest(values) for field, values in table.groupby("field", sort=False)}
    if not fields:
        return _nothing(metric, setup)
    rows = [len(values) for values in fields.values()]
    drawn = pd.concat(fields.values())
    units = {what: _unit(drawn[[f"delta_{what}", f"{what}_low", f"{what}_high"]]) for what in ("mean", "sum")}
    figure = Figure(figsize=(PAGE, 0.7 + 0.6 * len(rows) + 0.17 * sum(rows)))
    panels = figure.subplots(len(fields), 2, squeeze=False, height_ratios=rows, sharey="row")
    for (left, right), (field, values) in zip(panels, fields.items(), strict=True):
        place = np.arange(len(values))
        for axes, what in ((left, "mean"), (right, "sum")):
            unit, named = units[what]
            delta, low, high = (values[name] / unit for name in (f"delta_{what}", f"{what}_low", f"{what}_high"))
            # the colours of the sets that such documents would be in
            colours = np.where(delta > 0, COLOURS["decrease"], COLOURS["increase"])
            # the interval of a skewed bootstrap may lie to one side of the estimate
            reach = np.maximum(0, [delta - low, high - delta])
            axes.barh(place, delta, height=0.65, color=colours, xerr=reach, error_kw={"elinewidth": 0.7})
            axes.axvline(0, color=COLOURS["baseline"], linewidth=0.7)
            axes.xaxis.set_major_locator(MaxNLocator(5))
            axes.tick_params(axis="y", length=0)
            axes.set_xlabel(f"{what} of Δ{named}, 95 % interval")
        names = zip(values["value"], values["documents"], strict=True)
        left.set_yticks(place, [plain(f"{_short(value)} ({documents:,})") for value, documents in names])
        left.set_ylim(len(place) - 0.5, -0.5)
        total = (table["field"] == field).sum()
        shown = f"{len(values)} of {total} values" if total > len(values) else f"{total} values"
        panel_title(left, f"by {_short(field)}", shown, share=0.4)
    heading(figure, WHAT, setup, metric, f"predicted by {estimator_name(BEST)}", "Δ > 0: the bias falls without them")
    return figure


def _unit(values: pd.DataFrame) -> tuple[float, str]:
    """What to divide by so that the axis needs no factor in its corner, and how the label says so."""
    return (1e-6, " in units of 10⁻⁶") if values.abs().max(axis=None) < SMALL else (1, "")


def _largest(values: pd.DataFrame) -> pd.DataFrame:
    """The values with the largest |sum|, in the order of the table."""
    return values.loc[values["delta_sum"].abs().nlargest(VALUES).index.sort_values()]


def _short(text: str) -> str:
    """The beginning of a text that may be long, up to the end of a word if it has several."""
    return textwrap.shorten(text, LETTERS, placeholder="…") if " " in text else text[:LETTERS]


def _nothing(metric: str, setup: str) -> Figure:
    figure = Figure(figsize=(PAGE, 1))
    axes = figure.subplots()
    axes.axis("off")
    axes.text(0, 0.5, "This corpus has no metadata with a few values, so there is nothing to compare.")
    heading(figure, WHAT, setup, metric)
    return figure

"""Does it carry over to other representations? Effects of removing sets, and WEAT of random word sets (section 5.4)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from origins.figures.style import COLOURS, COLUMN, NO_LINE, PAGE, heading, kind_of, plain, styled

NAMES = {"glove": "GloVe", "ppmi": "PPMI", "word2vec": "word2vec"}
# what is retrained in GloVe is the truth of the other figures
LOOKS = {
    "glove": {"color": COLOURS["truth"], "marker": "D"},
    "ppmi": {"color": "#56B4E9", "marker": "s"},
    "word2vec": {"color": "#882255", "marker": "o"},
}


@styled
def transfer(table: pd.DataFrame, *, metric: str, setup: str = "") -> Figure:
    """WEAT after removing each set, in GloVe, PPMI and word2vec; error bars of 1 std over seeds (the paper's figure).

    `table`: representation, set, kind, size, mean, std, runs; every representation has a row whose set is "baseline".
    From the largest decrease set through the baseline to the largest increase set, random sets to the right.
    """
    targeted, random = _in_order(table.drop_duplicates("set"))
    gap = 0.6 if random else 0
    place = {name: k + gap * (name in random) for k, name in enumerate([*targeted, *random])}
    figure = Figure(figsize=(COLUMN if len(place) <= 16 else PAGE, 3.1))
    axes = figure.subplots()
    representations = list(table["representation"].unique())
    for name, shift in zip(representations, np.linspace(-0.2, 0.2, len(representations)), strict=True):
        look = LOOKS[name]
        effects = table[table["representation"] == name].set_index("set")
        effects = effects.reindex([each for each in place if each in effects.index])
        x = effects.index.map(place).to_numpy(dtype=float)
        style = {"linestyle": "none", "elinewidth": 0.7, "markersize": 3.5}
        runs = effects["runs"]["baseline"], effects["runs"].drop("baseline").min()
        label = NAMES[name] if name == "ppmi" else f"{NAMES[name]} (n = {runs[0]}; {runs[1]})"
        axes.errorbar(x + shift, effects["mean"], yerr=effects["std"], label=label, **style, **look)
        middle = effects["mean"][effects.index.isin(targeted)]
        axes.plot(x[: len(middle)] + shift, middle, color=look["color"], linewidth=0.6, alpha=0.5)
        axes.axhline(effects["mean"]["baseline"], color=look["color"], linestyle=":", linewidth=0.8, zorder=0)
    if random:
        axes.axvline(len(targeted) - 0.5 + gap / 2, color="#bbbbbb", linewidth=0.7)
    axes.set_xticks(list(place.values()), [plain(name) for name in place], rotation=90)
    for tick, name in zip(axes.get_xticklabels(), place, strict=True):
        tick.set_color(COLOURS[kind_of(name)])
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="x", color="#eeeeee", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel("documents removed (type - size); dotted: baseline\nn: embeddings of the corpus; without each set")
    axes.set_ylabel("bias, mean ± 1 std")
    heading(figure, "Bias without each set, by representation", setup, metric, f"{len(place) - 1} sets")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


@styled
def word_set_agreement(effects: pd.DataFrame, agreement: Mapping[str, Any], *, setup: str = "") -> Figure:
    """WEAT of random word sets in GloVe against another representation, with the least-squares line.

    `effects` has a column for each representation; `agreement` is a row of `word_sets.Representations.agreement`.
    """
    other = agreement["representation"]
    figure = Figure(figsize=(COLUMN, 3.2))
    axes = figure.subplots()
    x, y = effects["glove"].to_numpy(), effects[other].to_numpy()
    axes.scatter(x, y, s=5, alpha=0.35, linewidths=0, color=LOOKS[other]["color"], rasterized=True)
    r2 = f"r² = {agreement['r2']:.3f} ({agreement['r2_low']:.3f} to {agreement['r2_high']:.3f})"
    if np.isfinite(agreement["slope"]) and agreement["r2"] >= NO_LINE:
        ends = np.array([x.min(), x.max()])
        line = agreement["intercept"] + agreement["slope"] * ends
        axes.plot(ends, line, color=COLOURS["fit"], linestyle="--", label=r2)
    elif np.isfinite(agreement["r2"]):
        axes.plot([], [], linestyle="none", label=r2)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left")
    averaged = "" if other == "ppmi" else f" (n = {agreement['embeddings']})"
    axes.set_xlabel(f"effect size in GloVe (n = {agreement['glove_embeddings']})")
    axes.set_ylabel(f"effect size in {NAMES[other]}{averaged}")
    heading(figure, f"WEAT in GloVe and in {NAMES[other]}", setup, f"{len(effects):,} random word sets")
    return figure


def _in_order(sets: pd.DataFrame) -> tuple[list[str], list[str]]:
    """The names of the baseline and the targeted sets, and of the random sets, as they stand from left to right."""
    sets = sets.sort_values("size", kind="stable")
    decrease, increase, random = (
        list(sets["set"][sets["kind"] == kind]) for kind in ("decrease", "increase", "random")
    )
    return [*decrease[::-1], "baseline", *increase], random

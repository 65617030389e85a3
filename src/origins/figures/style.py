"""One look for every figure: the same colour for the same thing, sizes for a column of a paper, reproducible files."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from origins.experiment.sets import DocumentSet
from origins.files.atomic import replacing

COLUMN = 3.4  # inches
PAGE = 6.9

# Okabe and Ito's palette, which colour-blind people can tell apart
COLOURS = {
    "decrease": "#0072B2",
    "increase": "#D55E00",
    "random": "#777777",
    "prediction": "#E69F00",
    "truth": "#009E73",
    "baseline": "#000000",
    "fit": "#CC79A7",
}
# so that black and white print will do
MARKERS = {"decrease": "v", "increase": "^", "random": "o", "prediction": "o", "truth": "D"}

SETTINGS = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same everywhere
    "font.size": 7.5,
    "axes.titlesize": 8.5,
    "axes.labelsize": 8,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "lines.linewidth": 1.0,
    "lines.markersize": 4.5,
    "errorbar.capsize": 1.5,
    "savefig.dpi": 200,
    "pdf.fonttype": 42,  # text stays text
    "figure.constrained_layout.use": True,
}


LETTERS_AN_INCH = 13  # of a title, beside the labels of the y axis


def styled(draw: Callable[..., Figure]) -> Callable[..., Figure]:
    """Draw a figure in the house style, whatever the user's matplotlib settings are."""

    @wraps(draw)
    def wrapper(*args, **kwargs) -> Figure:
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            return draw(*args, **kwargs)

    return wrapper


@styled
def save(figure: Figure, pdf: str | Path, png: str | Path) -> Figure:
    """Write the figure; the same figure gives the same bytes (no dates, no versions of programs)."""
    for path, form, metadata in (
        (pdf, "pdf", {"CreationDate": None, "Creator": None, "Producer": None}),
        (png, "png", {"Software": None}),
    ):
        with replacing(path) as file:
            figure.savefig(file, format=form, metadata=metadata)
    return figure


def kind_of(name: str) -> str:
    """What a set, or the baseline, is drawn as: a key of COLOURS."""
    return name if name == "baseline" else DocumentSet.parse(name).kind


def plain(text: str) -> str:
    """Text that matplotlib shows as it is: dollar signs do not begin a formula, and lines do not break."""
    return " ".join(str(text).split()).replace("$", r"\$")


def title(axes: Axes, *parts: str) -> None:
    """What the figure is of, and how much is behind it; in smaller letters if it would not fit the figure."""
    text = " · ".join(plain(part) for part in parts if part)
    room = LETTERS_AN_INCH * axes.figure.get_figwidth()
    axes.set_title(text, loc="left", fontsize=SETTINGS["axes.titlesize"] * min(1.0, room / max(1, len(text))))


def error_points(axes: Axes, x, y, xerr, yerr, what: str, **settings) -> None:
    """Points with error bars of one standard deviation, in the colour and marker of what they are."""
    look = {"color": COLOURS[what], "marker": MARKERS[what], "linestyle": "none", "elinewidth": 0.7}
    axes.errorbar(x, y, xerr=xerr, yerr=yerr, **(look | settings))

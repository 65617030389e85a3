"""One look for every figure: the same colour for the same thing, sizes for a column of a paper, reproducible files."""

import io
import textwrap
from collections.abc import Callable
from functools import wraps
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from origins.experiment.sets import PAPER, DocumentSet
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


LETTERS_AN_INCH = 15  # of a title
LINES = 3  # at most, of a title
NO_LINE = 0.1  # where r² is smaller, a fitted line would only suggest what is not there


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


def heading(figure: Figure, what: str, *parts: str) -> None:
    """What the figure shows, in a sentence without a verb; below it, of what, and how much is behind it."""
    room = int(LETTERS_AN_INCH * figure.get_figwidth())
    lines = [*_wrapped(what, room), *_wrapped(" · ".join(part for part in parts if part), room)]
    figure.suptitle("\n".join(map(plain, lines)), fontsize=SETTINGS["axes.titlesize"], x=0.01, ha="left")


def panel_title(axes: Axes, *parts: str, share: float = 1.0) -> None:
    """The title of one of several panels, which has this share of the figure's width."""
    room = int(LETTERS_AN_INCH * axes.figure.get_figwidth() * share)
    lines = _wrapped(" · ".join(part for part in parts if part), room)
    axes.set_title("\n".join(map(plain, lines)), loc="left", fontsize=SETTINGS["axes.labelsize"])


def _wrapped(text: str, room: int) -> list[str]:
    return textwrap.wrap(" ".join(str(text).split()), room, max_lines=LINES, placeholder=" …")


def estimator_name(name: str) -> str:
    """An estimator, and whether it is the paper's."""
    return f"{name} (the paper’s)" if name == PAPER else name


def error_points(axes: Axes, x, y, xerr, yerr, what: str, **settings) -> None:
    """Points with error bars of one standard deviation, in the colour and marker of what they are."""
    look = {"color": COLOURS[what], "marker": MARKERS[what], "linestyle": "none", "elinewidth": 0.7}
    axes.errorbar(x, y, xerr=xerr, yerr=yerr, **(look | settings))


def shown_in_notebooks(figure: Figure) -> Figure:
    """The figure, as one that a notebook shows as a picture, which it does by itself only with those of pyplot."""

    def picture() -> bytes:
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=150)
        return buffer.getvalue()

    figure._repr_png_ = picture
    return figure

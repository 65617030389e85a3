"""Figures as their readers get them: the text on them, and their bytes."""

from collections.abc import Iterable
from pathlib import Path

import matplotlib.text
from matplotlib.figure import Figure

from origins.figures import style


def texts(figure: Figure) -> list[str]:
    """All text on a figure, as it would be read."""
    return [text.get_text() for text in figure.findobj(matplotlib.text.Text) if text.get_text()]


def saved(figures: Iterable[tuple[str, Figure]], folder: Path) -> dict[str, bytes]:
    """Figures by name, written; the content of every file."""
    folder.mkdir(exist_ok=True)
    for name, figure in figures:
        style.save(figure, folder / f"{name}.pdf", folder / f"{name}.png")
    return {path.name: path.read_bytes() for path in folder.iterdir()}

"""Pages of the documentation as a test reads them: tables by cell, prose in one line."""

import itertools
import re
from pathlib import Path

import pandas as pd


def text_of(page: Path) -> str:
    """As it is read: ASCII signs, so that numbers can be compared with those of the tables."""
    return page.read_text().replace("−", "-")


def table_of(page: Path, heading: str) -> pd.DataFrame:
    """The page's table that has a column of this name, with its first column as the index."""
    lines = [line.strip() for line in text_of(page).splitlines()]
    start = next(place for place, line in enumerate(lines) if line.startswith("|") and f"| {heading} |" in line)
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start:])
    head, _, *cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table]
    return pd.DataFrame(cells, columns=head).set_index(head[0])


def prose_of(page: Path) -> str:
    """A page without tables, code, pictures and addresses, in one line."""
    text = re.sub(r"```.*?```", "", text_of(page), flags=re.DOTALL)
    lines = [line for line in text.splitlines() if not line.startswith(("|", "  |", "    ", "!["))]
    return re.sub(r"\]\([^)]*\)", "]", " ".join(" ".join(lines).split()))


def unchecked(page: Path, claims: list[str]) -> list[str]:
    """Decimal numbers and percentages in a page's prose outside these claims, each of which stands there once."""
    prose = prose_of(page)
    for claim in claims:
        assert prose.count(claim) == 1, f"the tables say: {claim}"
        prose = prose.replace(claim, "")
    return re.findall(r"[^ ]* ?[-+]?\d+\.\d+|[-+]?\d+ ?%", prose.replace("p < 0.05", "").replace("95 % bootstrap", ""))

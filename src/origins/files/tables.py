"""Tables for people: Markdown and LaTeX beside the CSV. Titles are untrusted text and are escaped."""

import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from origins.files.atomic import replacing
from origins.files.csvfile import one_line, write_csv

MARKDOWN = re.compile(r"([\\`*_\[\]<>|~$&#])")
LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "±": r"$\pm$", "−": "$-$", "²": "$^2$", "Δ": r"$\Delta$",
}  # fmt: skip


def write_table(
    frame: pd.DataFrame,
    csv: str | Path,
    *,
    markdown: str | Path | None = None,
    latex: str | Path | None = None,
    precision: int = 3,
) -> None:
    """Write a frame as CSV and, if paths are given, as Markdown or LaTeX with `precision` significant digits."""
    write_csv(frame, csv)
    for path, form in ((markdown, markdown_table), (latex, latex_table)):
        if path is not None:
            with replacing(path) as file:
                file.write(form(frame, precision).encode("utf-8", "replace"))


def markdown_table(frame: pd.DataFrame, precision: int = 3) -> str:
    """The frame as a Markdown table, numbers aligned to the right."""
    header, rows, right = _cells(frame, precision, escape_markdown)
    rule = ["---:" if numeric else "---" for numeric in right]
    return "".join(f"| {' | '.join(row)} |\n" for row in [header, rule, *rows])


def latex_table(frame: pd.DataFrame, precision: int = 3) -> str:
    """The frame as a LaTeX tabular, for the booktabs package. Titles in other scripts need XeLaTeX or LuaLaTeX."""
    header, rows, right = _cells(frame, precision, escape_latex)
    columns = "".join("r" if numeric else "l" for numeric in right)
    lines = [f"\\begin{{tabular}}{{{columns}}}", "\\toprule", f"{' & '.join(header)} \\\\", "\\midrule"]
    # {} because a row that begins with [ or * would become an argument of the preceding \\
    lines += [f"{{}}{' & '.join(row)} \\\\" for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", ""])


def escape_markdown(text: str) -> str:
    """Text that Markdown shows verbatim, also inside a table."""
    return MARKDOWN.sub(r"\\\1", text)


def escape_latex(text: str) -> str:
    """Text that LaTeX shows verbatim."""
    return "".join(LATEX.get(character, character) for character in text)


def _cells(frame: pd.DataFrame, precision: int, escape: Callable[[str], str]) -> tuple[list, list, list]:
    columns = [[escape(_text(value, precision, column == "id")) for value in frame[column]] for column in frame]
    header = [escape(one_line(column).replace("_", " ")) for column in frame]
    right = [pd.api.types.is_numeric_dtype(dtype) for dtype in frame.dtypes]
    return header, [list(row) for row in zip(*columns, strict=True)], right


def _text(value: object, precision: int, exact: bool) -> str:
    if pd.isna(value):
        return ""
    if exact:
        return str(value)
    return f"{value:.{precision}g}" if isinstance(value, float) else one_line(value)

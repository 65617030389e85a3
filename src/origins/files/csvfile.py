"""CSV files: no times and no paths, floats with a fixed number of digits, so that two runs compare byte for byte.

Spreadsheets take a cell that begins with = + - or @ for a formula. Text that does gets an apostrophe before it, and so
does text that begins with apostrophes and then one of these: removing one apostrophe, as `read_csv` does, gives the
exact value again. Numbers stay numbers.
"""

import re
from pathlib import Path

import pandas as pd

from origins.files.atomic import replacing

DIGITS = 9  # significant digits: enough for any float32
# columns that hold words or metadata of the corpus, where "007", "null" and "" are text
TEXT = ("id", "title", "word", "context", "field", "value")

# anything that could start a new line or change the direction of the text that follows
UNPRINTABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+")
FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")  # the wide ones count in some languages
MARKED = re.compile(r"'+[=+\-@\t\r＝＋－＠]")


def write_csv(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a frame without its index: \\n ends lines, floats have 9 digits, missing values are empty.

    Text is put on one line, except for ids, which stay exactly as they are.
    """
    text = frame.select_dtypes(["object", "string", "category"]).columns
    frame = frame.assign(**{name: frame[name].map(_id if name == "id" else _cell, na_action="ignore") for name in text})
    frame = frame.rename(columns=_cell)
    lines = frame.to_csv(index=False, float_format=f"%.{DIGITS}g", lineterminator="\n")
    with replacing(path) as file:
        file.write(lines.encode("utf-8", "replace"))  # unpaired surrogates are not text


def read_csv(path: str | Path) -> pd.DataFrame:
    """Read what `write_csv` wrote. An empty cell is a missing value, in a column of TEXT it is empty text."""
    missing = {name: [""] for name in pd.read_csv(path, nrows=0) if name not in TEXT}
    frame = pd.read_csv(path, dtype=dict.fromkeys(TEXT, str), keep_default_na=False, na_values=missing)
    frame = frame.rename(columns=_without_mark)
    text = frame.select_dtypes(["object", "string"]).columns
    return frame.assign(**{name: frame[name].map(_without_mark, na_action="ignore") for name in text})


def one_line(value: object) -> str:
    """Text on one line, without control characters and marks that change the writing direction."""
    return UNPRINTABLE.sub(" ", str(value)).strip()


def _cell(value: object) -> object:
    return _with_mark(one_line(value)) if isinstance(value, str) else value


def _id(value: object) -> object:
    return _with_mark(value) if isinstance(value, str) else value


def _with_mark(text: str) -> str:
    return f"'{text}" if FORMULA.match(text) else text


def _without_mark(value: object) -> object:
    return value[1:] if isinstance(value, str) and MARKED.match(value) else value

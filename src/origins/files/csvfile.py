"""CSV files: no times and no paths, floats with a fixed number of digits, so that two runs compare byte for byte."""

import re
from pathlib import Path

import pandas as pd

from origins.files.atomic import replacing

DIGITS = 9  # significant digits: enough for any float32

# anything that could start a new line or change the direction of the text that follows
UNPRINTABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+")


def write_csv(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a frame without its index: \\n ends lines, floats have 9 digits, missing values are empty."""
    text = frame.select_dtypes(["object", "string", "category"]).columns
    frame = frame.assign(**{column: frame[column].map(one_line, na_action="ignore") for column in text})
    lines = frame.to_csv(index=False, float_format=f"%.{DIGITS}g", lineterminator="\n")
    with replacing(path) as file:
        file.write(lines.encode("utf-8", "replace"))  # unpaired surrogates are not text


def one_line(value: object) -> str:
    """Text on one line, without control characters and marks that change the writing direction."""
    return UNPRINTABLE.sub(" ", str(value)).strip()

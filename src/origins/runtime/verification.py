"""Whether results agree with the reference: fingerprints of values and, where they differ, by how much.

A fingerprint is the SHA-256 of a table's values, column by column, as text with nine digits: it does not depend on
dates, types or the order of keys. Where bits may differ (another CPU, other versions), numbers are compared instead.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from origins.errors import OriginsError
from origins.files.atomic import replacing
from origins.files.csvfile import DIGITS, read_csv
from origins.runtime import machine

ROWS = 200  # longer columns are kept as quantiles
QUANTILES = (0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1)
TOLERANCE = 0.01  # of a column's range, on platforms without their own fingerprints


class Difference(NamedTuple):
    """Where a table differs most from the reference; `share` is relative to the column's range."""

    table: str
    column: str
    largest: float
    share: float

    def __str__(self) -> str:
        return f"{self.table}: {self.column} differs by up to {self.largest:.3g} ({self.share:.2%} of its range)"


def fingerprint(table: pd.DataFrame) -> str:
    """SHA-256 of the values: equal for tables with equal values."""
    digest = hashlib.sha256()
    for name in table:
        column = table[name]
        if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
            cells = [f"{value:.{DIGITS}g}" for value in column.astype(float)]
        else:
            cells = ["" if pd.isna(value) else str(value) for value in column]
        digest.update("\n".join([str(name), *cells, ""]).encode())
    return digest.hexdigest()


def summarize(table: pd.DataFrame) -> dict[str, Any]:
    """What the reference keeps of a table, to quantify differences: its numbers, or quantiles of long columns."""
    numbers = table.select_dtypes("number").astype(float)
    if len(numbers) > ROWS:
        numbers = numbers.quantile(QUANTILES) if len(numbers.columns) else numbers.iloc[:0]
    columns = {name: [None if np.isnan(x) else float(f"{x:.{DIGITS}g}") for x in numbers[name]] for name in numbers}
    return {"rows": len(table), "columns": columns}


def main_tables(results: Path) -> dict[str, pd.DataFrame]:
    """The main tables of a run, by path: scores, predictions, and everything in tables/."""
    files = sorted(path for folder in ("predictions", "scores", "tables") for path in (results / folder).glob("*.csv"))
    return {str(path.relative_to(results)): _read(path) for path in files}


def write_reference(results: Path, reference: Path) -> None:
    """Make these results the reference; fingerprints of other platforms are kept if the numbers agree."""
    tables = main_tables(results)
    summaries = {name: summarize(table) for name, table in tables.items()}
    platforms: dict[str, dict[str, str]] = {}
    if reference.exists():
        known = json.loads(reference.read_text())
        same = not compare(tables, known["tables"], tolerance=TOLERANCE)
        platforms = known["platforms"] if same and known["tables"].keys() == summaries.keys() else {}
    platforms[machine.key()] = {name: fingerprint(table) for name, table in tables.items()}
    content = {"platforms": platforms, "tables": summaries}
    reference.parent.mkdir(parents=True, exist_ok=True)
    with replacing(reference) as file:
        file.write((json.dumps(content, indent=1, sort_keys=True) + "\n").encode())


def verify(results: Path, reference: Path) -> list[str]:
    """Compare results with the reference; returns sentences, or raises an error if they differ.

    On a platform with known fingerprints bits must agree; elsewhere numbers, within 1 % of a column's range.
    """
    if not reference.exists():
        raise OriginsError(
            f"{reference} does not exist: there is no reference for this setup. `snakemake fingerprints` makes these "
            "results the reference."
        )
    known = json.loads(reference.read_text())
    tables = main_tables(results)
    if missing := known["tables"].keys() - tables.keys():
        raise OriginsError(f"{results}: {', '.join(sorted(missing))} of the reference is missing; run the workflow.")
    tables = {name: tables[name] for name in known["tables"]}
    prints = {name: fingerprint(table) for name, table in tables.items()}
    here = machine.key()
    expected = known["platforms"].get(here)
    if any(prints == each for each in known["platforms"].values()):
        return [f"{len(prints)} tables have the fingerprints of the reference: the same to the last digit."]
    departed = compare(tables, known["tables"])
    changed = {name for name, value in prints.items() if expected and value != expected[name]}
    changed -= {difference.table for difference in departed}
    lines = [str(difference) for difference in departed]
    lines += [f"{name}: the numbers kept are the same, but others or the text differ" for name in sorted(changed)]
    if expected:
        raise OriginsError("; ".join(lines) + f". The reference was made on a platform like this one ({here}).")
    too_far = [str(each) for each in departed if not each.share <= TOLERANCE]
    if too_far:
        raise OriginsError("; ".join(too_far) + f". At most {TOLERANCE:.0%} is allowed on another platform ({here}).")
    return [
        *lines,
        f"No reference was made on a platform like this one ({here}): numbers were compared instead of bits. "
        f"All are within {TOLERANCE:.0%} of their column's range.",
    ]


def compare(
    tables: Mapping[str, pd.DataFrame], reference: Mapping[str, Mapping[str, Any]], tolerance: float = 0.0
) -> list[Difference]:
    """The column of each table that differs most, if by more than the tolerance."""
    found = []
    for name in tables.keys() & reference.keys():
        departed = list(_differences(name, summarize(tables[name]), reference[name]))
        worst = max(departed, key=lambda each: each.share, default=None)
        if worst and not worst.share <= tolerance:
            found.append(worst)
    return sorted(found)


def _differences(table: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterable[Difference]:
    if ours["rows"] != theirs["rows"]:
        yield Difference(table, "number of rows", abs(ours["rows"] - theirs["rows"]), np.inf)
        return
    for column in sorted(ours["columns"].keys() ^ theirs["columns"].keys()):
        yield Difference(table, f"{column} (only in one of the two)", np.inf, np.inf)
    for column in ours["columns"].keys() & theirs["columns"].keys():
        a, b = (np.array(each["columns"][column], dtype=float) for each in (ours, theirs))
        if np.any(np.isnan(a) != np.isnan(b)):
            yield Difference(table, f"{column} (missing values)", np.inf, np.inf)
            continue
        a, b = a[~np.isnan(a)], b[~np.isnan(b)]
        largest = float(np.max(np.abs(a - b), initial=0))
        if largest > 0:
            spread = float(np.ptp(b)) or float(np.max(np.abs(b))) or 1.0
            yield Difference(table, column, largest, largest / spread)


def _read(path: Path) -> pd.DataFrame:
    try:
        return read_csv(path)
    except pd.errors.EmptyDataError:
        return pd.DataFrame()

"""What the jobs of a run took, by rule."""

import re
from pathlib import Path

import pandas as pd

from origins.runtime.job import TOOK


def by_rule(results: Path) -> pd.DataFrame:
    """The number of jobs, their wall time, CPU time and largest memory.

    Snakemake's benchmarks have time and memory, but sample CPU time and memory too rarely; jobs write their own into
    their logs. The logs of earlier runs lack them: then they are the benchmark's, CPU time up to 30 seconds per job too
    low. A benchmark's memory is that of all processes of a job together, a log's that of the largest.
    """
    rows = []
    for file in sorted((results / "benchmarks").rglob("*.tsv")):
        name = file.relative_to(results / "benchmarks")
        row = pd.read_csv(file, sep="\t").iloc[-1]
        said = re.search(TOOK, _text(results / "logs" / name.with_suffix(".log")), re.MULTILINE)
        rule = said[1] if said else re.sub(r"_(\d+|[a-z]+\d)$", "", name.parts[0].removesuffix(".tsv"))
        cpu = float(said[2]) if said else row["cpu_time"]
        rss = max(row["max_rss"], float(said[3] or 0)) if said else row["max_rss"]
        rows.append({"rule": rule, "s": row["s"], "cpu": cpu, "rss": rss})
    totals = pd.DataFrame(rows).groupby("rule").agg(
        jobs=("s", "size"), seconds=("s", "sum"), cpu_seconds=("cpu", "sum"), peak_mb=("rss", "max")
    )  # fmt: skip
    return totals.round(1).reset_index()


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""

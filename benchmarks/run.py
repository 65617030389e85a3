"""What does a run cost? Jobs, time, and CPU time inside and outside jobs. Run by hand:

    python benchmarks/run.py CHECKOUT                      # of a finished run: its jobs, by rule
    python benchmarks/run.py CHECKOUT --make reproduce     # runs it first: also time, and CPU time outside jobs

CHECKOUT is a clone with an installed environment (`make .venv/run.done`); with --make it must not have results yet.
"""

import argparse
import resource
import subprocess
import time
from pathlib import Path

from origins.runtime import times

GROUPS = {"GloVe": ("train_baseline", "retrain"), "word2vec": ("word2vec", "word2vec_baseline")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--make", choices=["trace", "reproduce"], help="what to run first")
    parser.add_argument("--setup", default="starter")
    options = parser.parse_args()
    results = options.checkout / "results" / options.setup
    if options.make:
        if results.exists():
            raise SystemExit(f"{results}: there are results already; use a fresh clone.")
        began, before = time.monotonic(), children()
        subprocess.run(["make", "-C", options.checkout, options.make, f"SETUP={options.setup}"], check=True)
        wall, total = time.monotonic() - began, children() - before
    if not results.exists():
        raise SystemExit(f"{results}: there are no results; --make reproduce makes them.")
    table = times.by_rule(results).sort_values("cpu_seconds", ascending=False)
    inside = table["cpu_seconds"].sum()
    for name, rules in GROUPS.items():
        chosen = table[table["rule"].isin(rules)]
        print(f"{name}: {chosen['jobs'].sum()} jobs, {chosen['cpu_seconds'].sum():,.0f} s of CPU time")
    print(f"all: {table['jobs'].sum()} jobs, {inside:,.0f} s of CPU time inside jobs")
    if options.make:
        print(f"outside jobs: {total - inside:,.0f} s of CPU time; all in {wall / 60:.1f} minutes")
    print(table.to_string(index=False))


def children() -> float:
    """CPU time of all programs started from here that have ended, and of those that they started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()

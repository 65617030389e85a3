"""A run that is killed continues, to the same bytes."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.xdist_group("workflow")


def bytes_of(project):
    """Every result but logs, benchmarks and embeddings' checkpoints, by path."""
    results = project.folder / "results" / "mine"
    return {
        path.relative_to(results): path.read_bytes()
        for path in sorted(results.rglob("*"))
        if path.is_file() and not {"logs", "benchmarks"} & set(path.parts) and path.name != ".snakemake_timestamp"
    }


def test_a_run_killed_in_the_middle_continues_to_the_same_results(finished, fresh):
    command = [sys.executable, "-m", "snakemake", "--cores", "2", "--configfile", "mine.yaml"]
    with (fresh.folder / "killed.log").open("w") as log:
        run = subprocess.Popen(command, cwd=fresh.folder, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + 300
        while not list(fresh.folder.glob("results/mine/retrains/*/*/*.csv")):
            assert run.poll() is None, (fresh.folder / "killed.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert not (fresh.folder / "results/mine/summary.md").exists()
    fresh.snakemake("--unlock", "--configfile", "mine.yaml")
    fresh.snakemake("--cores", "1", "--configfile", "mine.yaml")  # nor does the number of cores change a byte
    assert bytes_of(fresh) == bytes_of(finished)

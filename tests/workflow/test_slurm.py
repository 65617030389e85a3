"""The whole workflow on a real Slurm, which loses a job and a compute daemon on the way. Run by `make test-slurm`."""

import os
import signal
import time

import pytest
from slurm_cluster import Cluster

SETTINGS = ["profiles/slurm/settings.yaml", "mine.yaml"]
pytestmark = [pytest.mark.slurm, pytest.mark.xdist_group("workflow")]


@pytest.fixture
def cluster(tmp_path):
    assert os.geteuid() == 0, "make test-slurm starts daemons: run it as root on Debian"
    with Cluster(tmp_path / "slurm") as cluster:
        yield cluster


def until(condition, run, seconds=600):
    """Wait for a condition, but neither for ever nor for a run that has ended."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert run.poll() is None, "the run ended too early"
        assert time.monotonic() < deadline, "nothing happened for too long"
        time.sleep(0.2)
    return value


@pytest.fixture
def local(fresh, tmp_path):
    """What a local run with the same settings gives."""
    project = fresh.copy(tmp_path / "local")
    project.snakemake("--cores", "2", "--configfile", *SETTINGS)
    return project.results()


def test_a_run_that_loses_a_job_and_a_daemon_gives_the_bytes_of_a_local_run(local, cluster, fresh):
    profile = ["--profile", "profiles/slurm", "--cores", str(cluster.cpus), "--configfile", *SETTINGS]
    began = time.monotonic()
    run = fresh.start(*profile, **cluster.environment)
    try:
        training = fresh.folder / "results/mine/cooccurrence/meta.json"
        until(training.exists, run)
        job = until(cluster.running, run)[0]
        cluster.ask("scancel", job)
        print(f"\n{time.monotonic() - began:.0f} s: cancelled job {job}")

        until(lambda: list(fresh.folder.glob("results/mine/retrains/*/*/*.csv")), run)
        lost = until(cluster.running, run)
        cluster.kill("slurmd")
        print(f"{time.monotonic() - began:.0f} s: killed slurmd and job {', '.join(lost)}")
        until(lambda: "down" in cluster.ask("sinfo", "--noheader", "--format=%T"), run)
        cluster.start("slurmd", "-D")
        print(f"{time.monotonic() - began:.0f} s: started slurmd again")

        assert run.wait(1200) == 0, (fresh.folder / "run.log").read_text()
        print(f"{time.monotonic() - began:.0f} s: done")
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
        print((fresh.folder / "run.log").read_text()[-3000:])
    assert fresh.results() == local
    assert list(fresh.folder.glob("results/.slurm/**/*.log")), "Slurm's own logs are kept"

"""Locks that the kernel forgets with their process."""

import multiprocessing
import os
import signal
import time
from itertools import pairwise

import pytest

from origins.runtime import locks


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(locks.RUN, "")  # given back after the test
    yield tmp_path
    while locks._held:
        locks._held.pop().close()


def in_another_process(function, *arguments):
    process = multiprocessing.get_context("fork").Process(target=function, args=arguments)
    process.start()
    return process


def live(folder, ready):
    """A run as it is while it works: in the folder, with Snakemake's locks."""
    locks.enter_folder(folder)
    (folder / "locks").mkdir(exist_ok=True)
    (folder / "locks" / "0.output.lock").write_text("results/mine\n")
    ready.set()
    time.sleep(60)


def start_run(folder):
    ready = multiprocessing.get_context("fork").Event()
    run = in_another_process(live, folder, ready)
    assert ready.wait(30)
    return run


def test_the_locks_of_a_killed_run_are_cleared_and_those_of_a_live_one_stay(folder):
    run = start_run(folder)
    assert locks.enter_folder(folder)
    assert (folder / "locks" / "0.output.lock").exists()
    locks._held.pop().close()
    os.kill(run.pid, signal.SIGKILL)
    run.join()
    assert not locks.enter_folder(folder)
    assert not (folder / "locks").exists()


def test_who_looks_on_does_not_stand_in_the_way_of_a_run(folder):
    locks.enter_folder(folder)  # a dry run, say
    run = start_run(folder)
    assert (folder / "locks" / "0.output.lock").exists()
    run.kill()
    run.join()


def test_a_folder_that_cannot_be_locked_is_left_to_snakemake(folder):
    (folder / "file").write_text("")
    assert not locks.enter_folder(folder / "file")


def make(folder, name, lines):
    with locks.only_one(name, folder), (folder / "lines").open("a") as file:
        for _ in range(lines):
            print(name, os.getpid(), file=file, flush=True)
            time.sleep(0.01)


def test_two_jobs_that_make_the_same_thing_follow_each_other(folder):
    jobs = [in_another_process(make, folder, "thing", 20) for _ in range(3)]
    for job in jobs:
        job.join()
    lines = (folder / "lines").read_text().splitlines()
    assert len(lines) == 60
    assert sum(a != b for a, b in pairwise(lines)) == 2  # never mixed


def test_a_job_does_not_wait_for_one_that_makes_something_else(folder):
    with locks.only_one("one thing", folder):
        job = in_another_process(make, folder, "another thing", 1)
        job.join(30)
        assert job.exitcode == 0


def work_in(run, ready):
    os.environ[locks.RUN] = run
    locks.end_with_run(seconds=0.05)
    ready.set()
    time.sleep(60)


def test_a_job_ends_with_its_run_on_the_same_machine(folder):
    run = start_run(folder)
    ready = multiprocessing.get_context("fork").Event()
    job = in_another_process(work_in, f"{locks.socket.gethostname()} {run.pid}", ready)
    assert ready.wait(30)
    assert job.is_alive()
    run.kill()
    run.join()
    job.join(30)
    assert job.exitcode == 1


@pytest.mark.parametrize("run", ["", "elsewhere 1", f"{locks.socket.gethostname()} 4194305"])
def test_a_job_whose_run_cannot_be_seen_goes_on(folder, run):
    ready = multiprocessing.get_context("fork").Event()
    job = in_another_process(work_in, run, ready)
    assert ready.wait(30)
    job.join(0.5)
    assert job.is_alive()
    job.kill()
    job.join()

"""Fault drill: whatever breaks, a clear message or a clean resume, and the same final bytes. See docs/faults.md."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("workflow")

RUN = ["--cores", "2", "--configfile", "mine.yaml"]
CORPUS = ["--", "results/mine/cooccurrence"]
TRAINING = ["--", "results/mine/baseline/embedding-1.npz", "results/mine/baseline/embedding-2.npz"]


def until(condition, seconds=300):
    """Wait for a condition, but not for ever."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "nothing happened for too long"
        time.sleep(0.01)
    return value


def jobs_of(project, rule=""):
    """The processes in a project's folder that run the script of a rule."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            script = f".{rule}" if rule else ".snakemake/scripts"
            if (entry / "cwd").readlink() == project.folder and script in (entry / "cmdline").read_text():
                found.append(int(entry.name))
        except OSError:  # it has ended
            continue
    return found


def under(project, *folders):
    """The results in some folders, by path."""
    return {name: content for name, content in project.results().items() if name.startswith(folders)}


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 12 MB."""
    if os.geteuid():
        pytest.skip("mounting a small file system needs root")
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_run_killed_at_random_moments_continues_to_the_same_results(finished, fresh):
    seed = int(os.environ.get("ORIGINS_SEED") or random.randrange(1 << 32))
    print(f"ORIGINS_SEED={seed} kills at the same moments again")
    moments = random.Random(seed)
    for _ in range(3):
        run = fresh.start(*RUN)
        time.sleep(moments.uniform(1, 12))
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    fresh.snakemake("--cores", "1", "--configfile", "mine.yaml")  # nor does the number of cores change a byte
    assert fresh.results() == finished.results()
    assert not list(fresh.folder.rglob("*partial*"))


def test_jobs_end_when_only_their_run_is_killed(finished, fresh):
    run = fresh.start(*RUN, *CORPUS)
    until(lambda: jobs_of(fresh))
    run.kill()
    run.wait()
    until(lambda: not jobs_of(fresh), seconds=30)
    fresh.snakemake(*RUN, *CORPUS)
    assert under(fresh, "cooccurrence", "corpus/tokens") == under(finished, "cooccurrence", "corpus/tokens")


def test_a_killed_worker_stops_the_run_and_the_same_command_continues(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    for path in (project.folder / "results/mine/baseline").glob("embedding-*"):
        path.unlink()
    run = project.start(*RUN, *TRAINING)
    os.kill(until(lambda: jobs_of(project, "train_baseline"))[0], signal.SIGKILL)
    assert run.wait(120) != 0
    said = (project.folder / "run.log").read_text()
    assert "Error in rule train_baseline" in said
    assert "Stopped. A job was killed, or failed without an error message; the same command resumes." in said
    project.snakemake(*RUN, *TRAINING)
    assert under(project, "baseline") == under(finished, "baseline")


def test_a_full_disk_is_said_and_once_there_is_room_the_run_continues(finished, fresh, small_disk):
    project = fresh.copy(small_disk / "project")
    free = os.statvfs(small_disk)
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(free.f_bavail * free.f_frsize - 150_000))
    run = project.snakemake(*RUN, *CORPUS, check=False)
    assert run.returncode != 0
    assert "origins: the disk is full or the quota reached; free some space and run again." in run.stdout, run.stdout
    assert "Traceback" not in run.stdout
    ballast.unlink()
    project.snakemake(*RUN, *CORPUS)
    assert under(project, "cooccurrence", "corpus/tokens") == under(finished, "cooccurrence", "corpus/tokens")


def test_a_results_folder_that_cannot_be_written_to_is_said_at_once(fresh, small_disk):
    results = fresh.folder / "results"
    subprocess.run(["mount", "--bind", small_disk, results], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", results], check=True)
        run = fresh.snakemake(*RUN, *CORPUS, check=False)
    finally:
        subprocess.run(["umount", "--lazy", results], check=True)
    assert run.returncode != 0
    assert "origins: results: this folder is not writable; make it writable and run again." in run.stdout
    assert "Traceback" not in run.stdout
    fresh.snakemake(*RUN, "--", "results/mine/corpus/documents.jsonl.gz")


def test_a_missing_network_is_said_in_one_sentence(fresh, monkeypatch):
    nowhere = "http://127.0.0.1:9"  # the discard port: nobody answers
    for name, value in {"INDEX_URL": nowhere, "CONFIG_FILE": os.devnull, "RETRIES": "0"}.items():
        monkeypatch.setenv(f"PIP_{name}", value)
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"):
        monkeypatch.delenv(name, raising=False)
    run = fresh.snakemake("--cores", "1", "--config", "run=starter", "--", "data/starter", check=False)
    assert run.returncode != 0
    assert any(
        line.startswith("origins: ") and "Is its index reachable?" in line for line in run.stdout.splitlines()
    ), run.stdout
    assert not (fresh.folder / "data/starter").exists()


def test_a_second_run_in_the_same_folder_is_refused_and_the_first_goes_on(finished, fresh):
    first = fresh.start(*RUN, *CORPUS)
    until(lambda: list((fresh.folder / ".snakemake/locks").glob("*.output.lock")))
    os.killpg(first.pid, signal.SIGSTOP)  # so that it cannot end before the second one looks
    try:
        second = fresh.snakemake(*RUN, *CORPUS, check=False)
    finally:
        os.killpg(first.pid, signal.SIGCONT)
    assert second.returncode != 0
    assert "origins: another run is at work in this folder" in second.stdout
    assert first.wait(300) == 0
    assert under(fresh, "cooccurrence", "corpus/tokens") == under(finished, "cooccurrence", "corpus/tokens")


def test_settings_that_snakemake_lets_pass_are_refused_in_one_sentence(fresh):
    os.mkfifo(fresh.folder / "pipe.jsonl")
    mine = (fresh.folder / "mine.yaml").read_text()
    for settings, sentence in (
        (mine + "run: [starter]\n", 'the key "run" is already on line 1; remove one.'),
        (mine + "metrics: &a [*a]\n", "the anchor contains itself; write the values out."),
        (mine.replace("mine.jsonl", '"pipe.jsonl"'), "pipe.jsonl is neither a file nor a folder; give the path"),
    ):
        (fresh.folder / "wrong.yaml").write_text(settings)
        run = fresh.snakemake("--dry-run", "--configfile", "wrong.yaml", check=False)
        *_, last = run.stdout.splitlines()
        assert run.returncode == 1
        assert last.startswith("origins: ")
        assert sentence in last
        assert "Traceback" not in run.stdout

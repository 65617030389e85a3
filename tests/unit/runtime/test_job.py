import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from origins.errors import OriginsError
from origins.runtime import machine, times
from origins.runtime.job import TOOK, job, reasons
from origins.runtime.manifest import describe, machine_of

RULES = Path(__file__).parents[3] / "workflow" / "rules"


class Named(list):
    """As Snakemake passes files and parameters: a list, some of it named."""

    def __init__(self, **named):
        super().__init__(named.values())
        self._named = named

    def items(self):
        return self._named.items()


@pytest.fixture
def snakemake(tmp_path):
    (tmp_path / "logs").mkdir()
    return SimpleNamespace(
        rule="count",
        input=Named(),
        output=Named(table=str(tmp_path / "table.csv"), folder=str(tmp_path / "folder")),
        params=Named(code="abc", window=8),
        wildcards=Named(setup="mine"),
        resources=SimpleNamespace(mem_mb=10),
        threads=3,
        log=[str(tmp_path / "logs" / "count.log")],
    )


def files_in(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if "logs" not in path.parts)


def write(run, text="x"):
    run.output.table.write_text(text)
    run.output.folder.mkdir()
    (run.output.folder / "part").write_text(text)


def test_outputs_appear_whole_when_the_script_ends(snakemake, tmp_path):
    with job(snakemake) as run:
        write(run)
        assert run.output.table.suffix == ".csv"
        assert not (tmp_path / "table.csv").exists()
    assert files_in(tmp_path) == ["folder", "folder/part", "table.csv"]


@pytest.mark.parametrize("error", [OriginsError("mine.jsonl:17: not valid JSON."), ZeroDivisionError()])
def test_a_failing_script_leaves_nothing_and_exits_with_an_error(snakemake, tmp_path, error):
    with pytest.raises(SystemExit) as exit_, job(snakemake) as run:
        write(run)
        raise error
    assert exit_.value.code == 1
    assert files_in(tmp_path) == []


def test_an_error_for_users_is_one_sentence_without_a_traceback(snakemake, tmp_path, capsys):
    with pytest.raises(SystemExit), job(snakemake):
        raise OriginsError("mine.jsonl:17: not valid JSON.")
    assert capsys.readouterr().err == "origins: mine.jsonl:17: not valid JSON.\n"
    assert "Traceback" not in (tmp_path / "logs" / "count.log").read_text()


def test_a_defect_keeps_its_traceback_in_the_log(snakemake, tmp_path):
    with pytest.raises(SystemExit), job(snakemake):
        raise ZeroDivisionError
    assert "ZeroDivisionError" in (tmp_path / "logs" / "count.log").read_text()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (MemoryError(), "origins: there is not enough memory; use fewer cores"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "origins: there is not enough memory"),
        (OSError(errno.ENOSPC, "No space left on device", "x.npy"), "x.npy: the disk is full or the quota reached"),
        (OriginsError("found x\ny\x1b[2J."), "origins: found x y [2J."),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "origins: the disk is full or the quota reached"),
        (OSError("8000 requested and 120 written"), "origins: the disk is full"),  # NumPy's words
        (OSError(errno.EROFS, "Read-only file system", "x.npy"), "x.npy: not allowed (Read-only file system)"),
    ],
)
def test_a_disk_or_memory_that_takes_no_more_is_said_in_one_sentence(snakemake, capsys, error, sentence):
    with pytest.raises(SystemExit), job(snakemake):
        raise error
    (said,) = capsys.readouterr().err.splitlines()
    assert sentence in said


def test_other_errors_of_the_system_keep_their_traceback(snakemake, capsys):
    with pytest.raises(SystemExit), job(snakemake):
        raise OSError(errno.EIO, "Input/output error")
    assert "Traceback" in capsys.readouterr().err


def test_a_folder_that_has_appeared_meanwhile_is_replaced(snakemake, tmp_path):
    with job(snakemake) as run:
        write(run, "new")
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "part").write_text("old")
    assert (tmp_path / "folder" / "part").read_text() == "new"


def test_the_log_names_the_machine(snakemake):
    with job(snakemake) as run:
        write(run)
    assert machine_of(Path(snakemake.log[0])) == machine.describe()


def test_the_log_ends_with_the_cpu_time_of_the_job_and_its_children(snakemake):
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    before = sum(os.times()[:4])
    with job(snakemake) as run:
        write(run)
        subprocess.run([sys.executable, "-c", busy], check=True)
    took = re.search(TOOK, Path(snakemake.log[0]).read_text().splitlines()[-1])
    assert took[1] == "count"
    assert before + 0.2 <= float(took[2]) <= sum(os.times()[:4]) + 0.1  # os.times() counts in hundredths


def test_the_log_says_how_much_memory_the_job_had_at_most(snakemake):
    with job(snakemake) as run:
        write(run)
        bytearray(300 << 20)[:: 1 << 12] = bytes([1]) * (300 << 8)  # every page is touched, and then gone
    took = re.search(TOOK, Path(snakemake.log[0]).read_text().splitlines()[-1])
    assert int(took[3]) >= 300


def test_times_are_added_up_by_rule(tmp_path):
    for name, seconds, cpu_time, rss, took in (
        ("retrain/weat1_increase-10_1", 58, 43, 500, 57.5),
        ("retrain/weat1_increase-10_2", 60, 45, 600, 59.25),
        ("document_tables_career", 2, 0, 100, "1.5 seconds of CPU time and 130 MB"),
        ("score_documents_weat1", 9, 8, 300, None),  # of a version that did not say
    ):
        benchmark, log = tmp_path / "benchmarks" / f"{name}.tsv", tmp_path / "logs" / f"{name}.log"
        for file in (benchmark, log):
            file.parent.mkdir(parents=True, exist_ok=True)
        benchmark.write_text(f"s\tmax_rss\tcpu_time\n{seconds}\t{rss}\t{cpu_time}\n")
        rule = "retrain" if name.startswith("retrain") else "document_tables"
        used = took if isinstance(took, str) else f"{took} seconds of CPU time"
        last = f"2026-01-01T00:00:00 {rule} took {used}\n" if took else ""
        log.write_text("2026-01-01T00:00:00 epoch 40 of 40\n" + last)
    table = times.by_rule(tmp_path).set_index("rule")
    assert table.loc["retrain"].tolist() == [2, 118, 116.8, 600]
    assert table.loc["document_tables"].tolist() == [1, 2, 1.5, 130]
    assert table.loc["score_documents"].tolist() == [1, 9, 8, 300]


def test_every_benchmark_has_a_log_of_the_same_name():
    for file in RULES.glob("*.smk"):
        pairs = re.findall(
            r'"(\S+)/logs/(\S+)\.log",\n    benchmark:\n +"(\S+)/benchmarks/(\S+)\.tsv"', file.read_text()
        )
        assert len(pairs) == file.read_text().count("/benchmarks/")
        assert all(pair[:2] == pair[2:] for pair in pairs)


def test_the_manifest_has_the_seeds_of_every_set(tmp_path):
    settings, retrains = {"glove": {"seeds": 2}}, {"weat1/decrease-10": 3, "shared/random-10-1": 1}
    seeds = describe(tmp_path, [], "mine", settings, retrains, maker=lambda file: None)["seeds"]
    assert seeds == {"baselines": [1, 2], "retrains": {"weat1/decrease-10": [1, 2, 3], "shared/random-10-1": [1]}}


def test_what_a_killed_attempt_left_is_removed_first(snakemake, tmp_path):
    (tmp_path / ".partial-folder").mkdir()
    (tmp_path / ".partial-folder" / "old").write_text("half")
    with job(snakemake) as run:
        write(run)
    assert files_in(tmp_path) == ["folder", "folder/part", "table.csv"]


def test_a_script_sees_its_parameters_but_not_the_code_digest(snakemake):
    with job(snakemake) as run:
        write(run)
        assert vars(run.params) == {"window": 8}
        assert run.threads == 3


def test_the_reasons_of_failures_are_found_in_the_logs(tmp_path):
    logs = tmp_path / "mine" / "logs"
    logs.mkdir(parents=True)
    (logs / "a.log").write_text("2026-01-01T00:00:00 origins: first reason.\n")
    (logs / "b.log").write_text("2026-01-01T00:00:00 all is well\n")
    traceback = (
        'rule x failed\nTraceback (most recent call last):\n  File "x.py", line 1\nZeroDivisionError: division\n'
    )
    (logs / "c.log").write_text(f"2026-01-01T00:00:00 {traceback}")
    (tmp_path / ".verification").mkdir()
    (tmp_path / ".verification" / "verify.log").write_text("2026-01-01T00:00:00 origins: tables differ.\n")
    found = ["origins: tables differ.", "origins: first reason.", "ZeroDivisionError: division"]
    assert reasons(tmp_path, since=0) == found
    assert reasons(tmp_path, since=(logs / "c.log").stat().st_mtime + 1) == []

import errno
from pathlib import Path
from types import SimpleNamespace

import pytest

from origins.errors import OriginsError
from origins.runtime import machine
from origins.runtime.job import job, reasons
from origins.runtime.manifest import describe, machine_of


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
        (OSError(errno.ENOSPC, "No space left on device", "x.npy"), "x.npy: the disk is full or the quota reached"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "origins: the disk is full or the quota reached"),
        (OSError("8000 requested and 120 written"), "origins: the disk is full"),  # NumPy's words
        (OSError(errno.EROFS, "Read-only file system", "x.npy"), "x.npy: not allowed (Read-only file system)"),
    ],
)
def test_a_disk_that_takes_no_more_is_said_in_one_sentence(snakemake, capsys, error, sentence):
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
    assert reasons(tmp_path, since=0) == ["origins: first reason."]
    assert reasons(tmp_path, since=(logs / "a.log").stat().st_mtime + 1) == []

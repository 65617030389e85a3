import logging
import re
from pathlib import Path

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

from snakemake_logger_plugin_origins import LONG, OTHERS, STAGES, TARGETS, LogHandler, clock, stage_of, work

ROOT = Path(__file__).parents[3]


@pytest.fixture
def handler(monkeypatch):
    monkeypatch.setenv("ORIGINS_TERMINAL", "")
    return LogHandler(common_settings=None, settings=None)


def record(event, message="", level=logging.INFO, **values):
    made = logging.LogRecord("snakemake", level, "", 0, message, None, None)
    vars(made).update(values, event=event)
    return made


def test_a_stage_is_told_once_when_its_last_job_ends(handler, capsys):
    handler.emit(record(LogEvent.RUN_INFO, stats={"tokens": 1, "retrain": 2, "all": 1, "total": 4}))
    for number, rule in enumerate(["tokens", "retrain", "retrain"]):
        handler.emit(record(LogEvent.JOB_INFO, jobid=number, rule_name=rule))
        handler.emit(record(LogEvent.JOB_FINISHED, job_id=number))
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == (0 if number == 1 else 1)
    assert "retraining" in lines[0]
    assert "2 jobs" in lines[0]


def test_what_snakemake_says_of_itself_is_left_out_but_not_its_errors(handler, capsys):
    handler.emit(record(None, "Building DAG of jobs..."))
    handler.emit(record(None, "At least one job did not complete successfully.", logging.ERROR))
    assert capsys.readouterr().err == ""
    handler.emit(record(None, "Missing input files for rule documents", logging.ERROR))
    assert "Missing input files" in capsys.readouterr().err


def test_what_snakemake_itself_fails_at_is_said_in_a_line(handler, capsys):
    traceback = 'Traceback (most recent call last):\n\n  File "x.py", line 1\n\nNotADirectoryError: results\n'
    errors = {
        "WorkflowError:\nConfig file must be given.": "WorkflowError:\nConfig file must be given.",
        traceback: "NotADirectoryError: results",
        "WorkflowError:\nAt least one job did not complete successfully.": "",
        "CalledProcessError in file x.smk: Command returned non-zero exit status 1.": "",
        "LockException:\nError: Directory cannot be locked.": "",
    }
    for message, said in errors.items():
        handler.emit(record(LogEvent.ERROR, message, logging.ERROR, exception="x"))
        assert capsys.readouterr().err.strip() == said


def test_a_failed_job_is_named_with_its_log(handler, capsys):
    handler.emit(record(LogEvent.JOB_ERROR, "Error", logging.ERROR, rule_name="retrain", log=["results/a/logs/x.log"]))
    assert capsys.readouterr().err == "  ✗ retrain failed; its log: results/a/logs/x.log\n"


def test_every_rule_belongs_to_one_stage():
    files = [ROOT / "Snakefile", *(ROOT / "workflow" / "rules").glob("*.smk")]
    found = [re.findall(r"^(?:use rule \w+ as|rule) (\w+)", file.read_text(), re.MULTILINE) for file in files]
    rules = [rule for stage in STAGES.values() for rule in stage]
    assert len(rules) == len(set(rules))
    assert {*rules, *LONG, *TARGETS} - {"total"} <= {rule for rules in found for rule in rules}
    assert stage_of("retrain") == "retraining"
    assert stage_of("weat_figures") == OTHERS


def test_long_jobs_weigh_more():
    assert work({"retrain": 1}) > work({"weat_figures": 5})


def test_times_are_read_at_a_glance():
    assert [clock(9), clock(61), clock(3661)] == ["0:09", "1:01", "1:01:01"]

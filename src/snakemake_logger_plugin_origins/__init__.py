"""What people see of a run: one line per finished stage, and one that moves. Snakemake's own log goes to its file.

`make` chooses it with `--logger origins`; plain Snakemake keeps its own output. Snakemake finds logger plugins by the
name of this package.
"""

import logging
import os
import sys
import time
from collections import Counter

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

QUIET = "ORIGINS_TERMINAL"  # set, jobs say nothing on the terminal: what failed is said once, at the end
MOVING = "ORIGINS_MOVING"  # set, a line may move although this is no terminal: who reads it shows it on one

STAGES = {
    "corpus": ("fetch_packages", "fetch_dump", "documents", "tokens"),
    "co-occurrences": ("cooccurrence", "corpus_summary"),
    "baselines": ("train_baseline", "measure_baseline", "baseline_tables"),
    "scores of every document": ("score_documents", "document_tables", "explain_documents"),
    "sets of documents": ("targeted_set", "random_set", "ppmi_set", "ppmi_documents", "predict_sets", "ppmi_sets"),
    "retraining": ("retrain", "measure_retrains"),
    "word2vec": ("word2vec", "word2vec_baseline", "measure_word2vec"),
    "page": ("trace_page", "report", "manifest"),
}
OTHERS = "tables and figures"
LONG = {"train_baseline": 20, "retrain": 40, "word2vec": 20, "word2vec_baseline": 20}  # about the seconds of a job
# these do no work
TARGETS = ("total", "all", "trace", "figures", "lds", "curation", "intervals", "bootstrap", "replay")
BAR = 24
EVERY = 30  # seconds between lines where nothing can move


class LogHandler(LogHandlerBase):
    """Counts jobs by stage and says how far the run is."""

    def __post_init__(self) -> None:
        os.environ[QUIET] = "quiet"
        self.started = self.last = time.monotonic()
        self.planned: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.rules: dict[int, str] = {}
        self.moving = sys.stderr.isatty() or MOVING in os.environ
        self.width = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Take one event of Snakemake."""
        match getattr(record, "event", None):
            case LogEvent.RUN_INFO:
                self.planned = Counter({rule: jobs for rule, jobs in record.stats.items() if rule not in TARGETS})
            case LogEvent.JOB_INFO:
                self.rules[record.jobid] = record.rule_name
                self._status()
            case LogEvent.JOB_FINISHED:
                self._finished(self.rules.get(record.job_id, ""))
            case LogEvent.JOB_ERROR:  # the job itself may have had no chance to say why, if it was killed
                self._say(f"  ✗ {record.rule_name} failed; its log: {' '.join(map(str, record.log)) or 'none'}")
            case None | LogEvent.ERROR if record.levelno >= logging.ERROR and not _is_echo(record.getMessage()):
                self._say(_without_traceback(record.getMessage()))

    def _finished(self, rule: str) -> None:
        if rule not in self.planned:
            return
        self.done[rule] += 1
        stage = stage_of(rule)
        if self._of(self.done, stage) == self._of(self.planned, stage):
            jobs, elapsed = self._of(self.planned, stage), clock(time.monotonic() - self.started)
            self._say(f"  ✓ {stage:<26} {jobs:>4} {'job ' if jobs == 1 else 'jobs'}  {elapsed}")
        self._status()

    def _of(self, counts: Counter[str], stage: str) -> int:
        return sum(count for rule, count in counts.items() if stage_of(rule) == stage)

    def _status(self) -> None:
        now = time.monotonic()
        if not self.planned or (not self.moving and now - self.last < EVERY):
            return
        self.last = now
        share = work(self.done) / work(self.planned)
        if share >= 1:
            return
        elapsed = now - self.started
        left = f", about {clock(elapsed * (1 - share) / share)} left" if share > 0.1 else ""
        bar = "█" * round(BAR * share) + "░" * (BAR - round(BAR * share))
        under_way = [
            f"{stage} {self._of(self.done, stage)}/{self._of(self.planned, stage)}"
            for stage in dict.fromkeys(map(stage_of, self.planned))
            if 0 < self._of(self.done, stage) < self._of(self.planned, stage)
        ]
        self._say(f"  {bar} {share:4.0%}  {clock(elapsed)}{left}  {' · '.join(under_way[:2])}", moving=True)

    def _say(self, line: str, moving: bool = False) -> None:
        end = "\r" if moving and self.moving else "\n"
        sys.stderr.write(line.ljust(self.width if self.moving else 0) + end)
        sys.stderr.flush()
        self.width = len(line) if end == "\r" else 0

    @property
    def writes_to_stream(self) -> bool:
        return True

    @property
    def writes_to_file(self) -> bool:
        return False

    @property
    def has_filter(self) -> bool:
        return True

    @property
    def has_formatter(self) -> bool:
        return True

    @property
    def needs_rulegraph(self) -> bool:
        return False


def stage_of(rule: str) -> str:
    """What a rule is a part of, in words."""
    return next((stage for stage, rules in STAGES.items() if rule in rules), OTHERS)


def work(jobs: Counter[str]) -> float:
    """How much some jobs are, in rough seconds."""
    return sum(count * LONG.get(rule, 2) for rule, count in jobs.items())


def clock(seconds: float) -> str:
    """Minutes and seconds, or hours."""
    minutes, seconds = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


def _is_echo(message: str) -> bool:
    """What Snakemake says of a failed job or of a second run; the Snakefile says why."""
    inside = ("did not complete successfully", "CalledProcessError")
    return message.startswith(("Exiting because a job", "LockException")) or any(echo in message for echo in inside)


def _without_traceback(message: str) -> str:
    """The last line of a traceback, which says what happened; other messages as they are."""
    lines = message.strip().splitlines()
    return lines[-1] if any(line.startswith("  File ") for line in lines) else "\n".join(lines)

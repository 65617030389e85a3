"""What every workflow script shares: its log, one-sentence errors, and outputs that appear complete or not at all."""

import json
import logging
import os
import resource
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from origins.errors import sentence_of
from origins.runtime import dependencies, locks, machine

log = logging.getLogger("origins")
MADE_BY = "made by "  # how a job's log names its machine
TOOK = r" (\w+) took ([\d.]+) seconds of CPU time(?: and ([\d]+) MB)?$"  # how it ends


class Files(list[Path]):
    """Paths by position, and by name where the rule gives one."""

    def __init__(self, files: Any, place=Path):
        super().__init__(place(file) for file in files)
        for name, value in files.items():
            many = not isinstance(value, str)
            setattr(self, name, [place(file) for file in value] if many else place(value))


class Job:
    """A rule's job as its script sees it. Outputs are written to temporary paths and moved into place at the end."""

    def __init__(self, snakemake: Any):
        self.input = Files(snakemake.input)
        self.output = Files(snakemake.output, _partial)
        self.params = SimpleNamespace(**{name: value for name, value in snakemake.params.items() if name != "code"})
        self.wildcards = snakemake.wildcards
        self.resources = snakemake.resources
        self.threads = snakemake.threads
        self._final = [Path(file) for file in snakemake.output]

    def discard(self) -> None:
        """Remove unfinished outputs, of this attempt or of a killed one."""
        for path in self.output:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def publish(self) -> None:
        """Move the finished outputs to their place."""
        for path, final in zip(self.output, self._final, strict=True):
            if final.is_dir():  # a folder can replace only an empty one
                shutil.rmtree(final)
            path.replace(final)


@contextmanager
def job(snakemake: Any) -> Iterator[Job]:
    """Run a script's body with its log file, one-sentence errors and atomic outputs."""
    run = Job(snakemake)
    _start_log(snakemake)
    locks.end_with_run()
    with locks.only_one(str(snakemake.output), Path(".snakemake")):
        try:
            run.discard()
            yield run
            run.publish()
            log.info("%s took %.2f seconds of CPU time and %d MB", snakemake.rule, *_used())
        except Exception as error:
            run.discard()
            if sentence := sentence_of(error):
                log.error("origins: %s", sentence)
            else:
                log.exception("rule %s failed", snakemake.rule)
            sys.exit(1)


def prepare_environment(results: Path) -> None:
    """Set what jobs inherit: the library of this checkout, single-threaded linear algebra, a cache of compiled kernels.

    We distribute threads ourselves: BLAS would take every core, and sum in an order that depends on their number. Numba
    checks only the file of a compiled function, not those of the functions it calls, so each state of the code gets its
    own cache.
    """
    path = [str(dependencies.PACKAGE.parent), os.environ.get("PYTHONPATH")]
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ[f"{library}_NUM_THREADS"] = "1"
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    compiled = Path(os.environ.get("ORIGINS_KERNELS", results / ".numba"))  # set where runs in many folders share them
    cache = compiled / dependencies.digest(dependencies.all_code())
    os.environ["NUMBA_CACHE_DIR"] = str(cache.resolve())


def reasons(results: Path, since: float) -> list[str]:
    """The error sentences that jobs have logged since then, and the last lines of tracebacks."""
    logs = [path for path in results.rglob("*.log") if path.stat().st_mtime >= since]
    return [reason for path in sorted(logs) if (reason := _reason(path.read_text().splitlines()))]


def _reason(lines: list[str]) -> str:
    """Why a job has failed, by its log; empty if that does not say."""
    for line in lines:
        if " origins: " in line:
            return line.partition(" ")[2]
    failed = any(line.startswith("Traceback ") for line in lines)
    return lines[-1] if failed else ""


def _used() -> tuple[float, int]:
    """CPU time of this process and of its children that have ended, and the most memory that one of them had, in MB."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10  # macOS counts in bytes
    return sum(each.ru_utime + each.ru_stime for each in used), max(each.ru_maxrss for each in used) // unit


def _partial(path: str) -> Path:
    """Where an output is written until it is complete; the suffix is kept, since writers depend on it."""
    return Path(path).with_name(f".partial-{Path(path).name}")


def _start_log(snakemake: Any) -> None:
    """Everything goes to the rule's log; the terminal gets errors, and occasional progress."""
    where = " ".join([snakemake.rule, *map(str, snakemake.wildcards)])
    file = logging.FileHandler(snakemake.log[0], mode="w")
    file.setFormatter(logging.Formatter("%(asctime)s %(message)s", datefmt="%Y-%m-%dT%H:%M:%S"))
    terminal = logging.StreamHandler()
    terminal.setFormatter(_Terminal(where))
    terminal.addFilter(_NowAndThen(seconds=10))
    log.setLevel(logging.INFO)
    # where the terminal shows stages, it says at the end what failed
    log.handlers = [file] if os.environ.get("ORIGINS_TERMINAL") == "quiet" else [file, terminal]
    log.info("%s%s", MADE_BY, json.dumps(machine.describe()))
    logging.raiseExceptions = False  # do not fail because the log is on a full disk
    log.propagate = False


class _Terminal(logging.Formatter):
    """Prefixes progress with its job; errors are shown as they are."""

    def __init__(self, where: str):
        super().__init__("%(message)s")
        self._where = where

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        return text if record.levelno >= logging.ERROR else f"[{self._where}] {text}"


class _NowAndThen(logging.Filter):
    """Lets progress through every `seconds` seconds, warnings and errors always."""

    def __init__(self, seconds: float):
        super().__init__()
        self._seconds = seconds
        self._next = time.monotonic() + seconds

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.INFO:
            return True
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + self._seconds
        return True

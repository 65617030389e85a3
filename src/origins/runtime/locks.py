"""Locks on folders and jobs. The kernel releases a lock when its process dies, however it dies, so none is stale."""

import fcntl
import hashlib
import logging
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

log = logging.getLogger(__name__)

RUN = "ORIGINS_RUN"  # the run that a job belongs to, as host and process
_held: list[TextIO] = []  # an open lock lasts as long as the process


def enter_folder(folder: Path) -> bool:
    """Remove the locks that a killed Snakemake left in its folder; returns whether another one is running there.

    Every Snakemake holds a shared lock while it runs. Only one that is alone gets the exclusive lock for a moment; any
    lock files that exist then are stale.
    """
    os.environ[RUN] = f"{socket.gethostname()} {os.getpid()}"
    try:
        folder.mkdir(exist_ok=True)
        file = (folder / "origins.lock").open("a")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder / "locks", ignore_errors=True)
        except BlockingIOError:
            pass
        fcntl.flock(file, fcntl.LOCK_SH)
    except OSError:  # a read-only folder, or a file system without locks: Snakemake's own lock is still there
        return False
    _held.append(file)
    return any((folder / "locks").glob("*.output.lock"))


@contextmanager
def only_one(what: str, folder: Path) -> Iterator[None]:
    """Wait while another process makes the same output: a job of a killed run may still be running elsewhere."""
    place = int.from_bytes(hashlib.sha256(what.encode()).digest()[:7], "big")  # each output locks one byte of one file
    try:
        file = (folder / "jobs.lock").open("a")
    except OSError:
        yield
        return
    with file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):
            log.warning("waiting for another job that is making %s", what)
            fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
        except OSError:  # a file system without locks
            pass
        yield


def end_with_run(seconds: float = 1.0) -> None:
    """End this job soon after its run on this machine was killed, since nothing else would stop it."""
    host, _, process = os.environ.get(RUN, "").partition(" ")
    if host != socket.gethostname() or not _lives(int(process)):
        return

    def watch() -> None:
        while _lives(int(process)):
            time.sleep(seconds)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True

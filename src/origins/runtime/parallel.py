"""Work spread over threads or processes; results come in the order of the tasks for any number of workers."""

import multiprocessing
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from origins.errors import OriginsError

T = TypeVar("T")
R = TypeVar("R")


def thread_map(function: Callable[[T], R], tasks: Iterable[T], threads: int) -> Iterator[R]:
    """function(task) for every task, in order. For kernels, which release the GIL."""
    with ThreadPoolExecutor(threads) as pool:
        yield from _in_order(pool, function, tasks, ahead=threads)


def process_map(function: Callable[[T], R], tasks: Iterable[T], processes: int) -> Iterator[R]:
    """function(task) for every task, in order. For Python code; with one process, in this process."""
    if processes == 1:
        yield from map(function, tasks)
        return
    # fork, because a Snakemake script has no importable __main__ that a spawned process could start from
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processes, fork, initializer=_end_with, initargs=(os.getpid(),)) as pool:
        try:
            yield from _in_order(pool, function, tasks, ahead=2 * processes)
        except BrokenProcessPool as error:
            raise OriginsError("a worker process was killed, perhaps for lack of memory; use fewer cores.") from error


def _end_with(parent: int) -> None:
    """End a worker when its parent is killed, since nothing else would stop it."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _in_order(pool: Executor, function: Callable[[T], R], tasks: Iterable[T], ahead: int) -> Iterator[R]:
    """Keep at most `ahead` tasks in progress, so that neither tasks nor results pile up in memory."""
    pending: deque[Future[R]] = deque()
    try:
        for task in tasks:
            pending.append(pool.submit(function, task))
            if len(pending) > ahead:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from origins.errors import OriginsError
from origins.runtime.parallel import process_map, thread_map


def square(number):
    return number * number


def fail_on_three(number):
    if number == 3:
        raise ValueError("three")
    return number


@pytest.mark.parametrize("mapper", [thread_map, process_map])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(mapper, workers):
    assert list(mapper(square, range(50), workers)) == [n * n for n in range(50)]


@pytest.mark.parametrize("mapper", [thread_map, process_map])
def test_a_failing_task_fails_the_whole(mapper):
    with pytest.raises(ValueError, match="three"):
        list(mapper(fail_on_three, range(10), 2))


def test_tasks_are_taken_only_as_fast_as_results_are_used():
    taken = 0

    def tasks():
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    results = thread_map(square, tasks(), 2)
    next(results)
    assert taken <= 5
    results.close()


def test_threads_really_run_at_the_same_time():
    barrier = threading.Barrier(2, timeout=10)
    assert sorted(thread_map(lambda _: barrier.wait(), range(2), 2)) == [0, 1]


def kill_self(_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_worker_is_said_in_a_sentence():
    with pytest.raises(OriginsError, match="a worker process was killed"):
        list(process_map(kill_self, range(4), 2))


def test_workers_end_when_their_parent_is_killed():
    program = """
import os, sys, time
from origins.runtime.parallel import process_map
def say(_):
    os.write(1, b"%d\\n" % os.getpid())  # at once, or two workers' lines could mix
    time.sleep(60)
list(process_map(say, range(2), 2))
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        parent.kill()
    deadline = time.monotonic() + 20
    while any(running(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True

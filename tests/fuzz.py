"""Hostile input, made up from a seed: how many cases, which values, and what each may cost.

`ORIGINS_FUZZ=20 pytest tests/unit -k fuzz` tries twenty times as many cases.
"""

import datetime
import os
import random
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS, MEGABYTES = 20, 1000  # of one case, and by which memory may grow over all


def seeds(number: int) -> range:
    """The seeds of the cases of a run."""
    return range(number * int(os.environ.get("ORIGINS_FUZZ", "1")))


@contextmanager
def bounded(case: object) -> Iterator[None]:
    """Stop a case that takes too long or too much memory."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"{case}: more than {SECONDS} seconds")

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < MEGABYTES, f"{case}: {grown:.0f} MB"


WORDS = [
    "he", "Привет", "É", "_x", "a_b", "he\n", "", " ", "two words", "é", "é", "x" * 300, "日本", "İ", "ß", "9", "a\0b",
    "\ud800", "=HYPERLINK(1)", "../x", "null", "\u202ehe", "<script>", "{x}", "%s", "$(x)", "'", '"', "\\",
]  # fmt: skip
NUMBERS = [
    0, -1, 1, 2, 3.0, 2.5, 0.5, -0.0, 1e-300, 1e300, float("nan"), float("inf"), -float("inf"), 10**6, 10**12, 10**30,
    -(10**30), 2**63, 10**5000, 5e-324,
]  # fmt: skip


def value(rng: random.Random, depth: int = 0) -> object:
    """Anything that YAML, or a mistake, can put in the place of a setting."""
    kind = rng.randrange(9 if depth < 3 else 4)
    match kind:
        case 0:
            return rng.choice(NUMBERS)
        case 1:
            return rng.choice(WORDS)
        case 2:
            return rng.choice([None, True, False])
        case 3:
            return rng.choice([datetime.date(2024, 1, 31), b"\xff", {1, 2}, (1, 2), object()])
        case 4 | 5:
            return [value(rng, depth + 1) for _ in range(rng.randrange(5))]
        case 6:
            return {
                rng.choice([*WORDS, "kind", "S", 1, None, True]): value(rng, depth + 1) for _ in range(rng.randrange(4))
            }
        case 7:
            return [value(rng, 3)] * rng.choice([2, 1000, 5000])
        case _:
            nested: object = 1
            for _ in range(rng.choice([5, 60, 3000])):
                nested = [nested]
            return nested

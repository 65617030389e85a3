"""How fast is the GloVe trainer, alone and beside the reference program? Run by hand:

    python benchmarks/glove.py FOLDER [--reference BUILD] [--epochs 10]
    python benchmarks/glove.py FOLDER --reference BUILD --epochs 2 --dimensions     # the ratios alone

FOLDER holds a co-occurrence matrix (indptr.npy, indices.npy, counts.npy, meta.json), BUILD the reference program's
binaries, for example built with `make CFLAGS="-Ofast -march=native -pthread"`. The ratios take about two minutes for
the matrix of `starter`.
"""

import argparse
import re
import resource
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from origins.cooccurrence.matrix import Cooccurrence
from origins.glove import schedule, trainer
from origins.glove.trainer import GloVe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reference", type=Path, help="folder with the reference program's `glove`")
    parser.add_argument("--epochs", type=int, default=10, help="for the comparison of losses")
    parser.add_argument("--dimensions", type=int, nargs="*", default=[50, 75, 100, 200, 300])
    options = parser.parse_args()
    matrix = Cooccurrence.load(options.folder)
    print(f"V = {len(matrix.indptr) - 1:,}, {len(matrix.indices):,} nonzero entries; updates in millions a second")

    GloVe(epochs=1, threads=2).fit(matrix)  # compile, and read the files
    starting(matrix)
    if options.reference:
        beside_reference(matrix, options.reference, options.epochs)
    for dimension in options.dimensions:
        one, two = (speed(matrix, dimension, threads)[0] for threads in (1, 2))
        print(
            f"D = {dimension:3}: {one:6.1f} with 1 thread, {two:6.1f} with 2 ({two / one:.2f} times as fast)",
            flush=True,
        )


def speed(matrix: Cooccurrence, dimension: int, threads: int) -> np.ndarray:
    """Updates a second, and a second of CPU time, both of the fastest epoch: others use the machine too."""
    times = []

    def progress(*_: object) -> None:
        times.append((time.perf_counter(), time.process_time()))

    GloVe(dimension, epochs=4, threads=threads).fit(matrix, progress=progress)
    return len(matrix.indices) / np.diff(times, axis=0).min(axis=0) / 1e6


def starting(matrix: Cooccurrence) -> None:
    """The time and the memory it takes to lay out the schedule, against an epoch."""
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as pool:
            began = time.perf_counter()
            plan = schedule.build(matrix, trainer.padded_length(75), 100.0, 0.75, 1, pool.map)
            took = time.perf_counter() - began
        epoch = len(matrix.indices) / speed(matrix, 75, threads)[0] / 1e6
        size = sum(array.nbytes for array in vars(plan).values()) / plan.nonzeros
        print(
            f"schedule, {threads} thread(s): {took:.2f} s, {took / epoch:.2f} of an epoch ({epoch:.2f} s); "
            f"P = {plan.groups}, {size:.1f} bytes a nonzero entry",
            flush=True,
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory, mapped files included: {peak:.0f} MB")


def beside_reference(matrix: Cooccurrence, build: Path, epochs: int) -> None:
    """Speed of both at 1 and 2 threads, in turns, then the losses after the same number of epochs."""
    with tempfile.TemporaryDirectory() as folder:
        reference = Reference(matrix, build.resolve() / "glove", Path(folder))
        ratios = []
        for threads in (1, 2):
            ours, theirs = np.max(
                [(speed(matrix, 75, threads), reference.speed(75, threads)) for _ in range(2)], axis=0
            )
            for what, mine, other in zip(("a second", "a second of CPU time"), ours, theirs, strict=True):
                print(f"D = 75, {threads} thread(s), {what}: {mine:.1f} against {other:.2f}: {mine / other:.1f} times")
                ratios.append(mine / other)
        print(f"D = 75: {min(ratios):.1f} to {max(ratios):.1f} times as fast", flush=True)
        ours, theirs = GloVe(75, epochs).fit(matrix).losses, reference.losses(75, epochs)
        for epoch in sorted({1, epochs // 2, epochs} - {0}):
            mine, other = ours[epoch - 1], theirs[epoch - 1]
            print(f"loss after {epoch:2} epochs: {mine:.6f} against {other:.6f} ({mine / other - 1:+.2%})")


class Reference:
    """The C program, fed with the same matrix in its own format, shuffled."""

    def __init__(self, matrix: Cooccurrence, program: Path, folder: Path):
        self.program, self.folder, self.nonzeros = program, folder, len(matrix.indices)
        V = len(matrix.indptr) - 1
        records = np.empty(self.nonzeros, np.dtype([("word1", "<i4"), ("word2", "<i4"), ("value", "<f8")]))
        records["word1"] = np.repeat(np.arange(1, V + 1), np.diff(matrix.indptr))
        records["word2"] = matrix.indices + 1
        records["value"] = matrix.counts / matrix.unit
        np.random.default_rng(0).shuffle(records)
        records.tofile(folder / "records")
        (folder / "vocabulary").write_text("".join(f"word{i} 1\n" for i in range(V)))

    def run(self, dimension: int, threads: int, epochs: int) -> str:
        command = [
            self.program,
            "-input-file",
            "records",
            "-vocab-file",
            "vocabulary",
            "-save-file",
            "out",
            "-binary",
            "1",
        ]
        settings = {"-vector-size": dimension, "-threads": threads, "-iter": epochs, "-seed": 1, "-verbose": 2}
        command += [str(item) for pair in settings.items() for item in pair]
        return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stderr

    def speed(self, dimension: int, threads: int) -> tuple[float, float]:
        """One epoch with its start and end, which take a hundredth of it."""
        began, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        self.run(dimension, threads, 1)
        seconds, total = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = total.ru_utime + total.ru_stime - used.ru_utime - used.ru_stime
        return self.nonzeros / seconds / 1e6, self.nonzeros / cpu / 1e6

    def losses(self, dimension: int, epochs: int) -> list[float]:
        return [float(cost) for cost in re.findall(r"cost: ([\d.]+)", self.run(dimension, 2, epochs))]


if __name__ == "__main__":
    main()

"""Speed and memory of tokenizing and of the co-occurrence count. Run by hand:

python benchmarks/corpus.py documents.jsonl.xz [--reference FOLDER]

The corpus is JSON lines (as `kind: jsonl`). With the folder of the reference C program's binaries, its `cooccur` is run
on the same tokens, and the ratio is printed.
"""

import argparse
import multiprocessing
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from origins.cooccurrence import matrix as cooccurrence
from origins.corpus import jsonl, store, tokens
from origins.corpus.tokens import Selection, TokenStore

SELECTION = Selection(min_tokens=200, max_tokens=10_000, min_count=15)
WINDOW = 8


def measured(function, *arguments):
    """Wall and CPU seconds and peak memory in MB of a call, in a process of its own."""
    receiver, sender = multiprocessing.get_context("fork").Pipe(duplex=False)

    def run():
        start = time.perf_counter()
        function(*arguments)
        wall = time.perf_counter() - start
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        cpu = sum(each.ru_utime + each.ru_stime for each in used)
        sender.send((wall, cpu, sum(each.ru_maxrss for each in used) / 1e3))

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    process.join()
    if process.exitcode:
        raise SystemExit(f"{function.__name__} failed")
    return receiver.recv()


def encode(folder: Path, processes: int) -> None:
    tokens.encode(
        folder / "documents.jsonl.gz",
        folder / "tokens",
        folder / "vocabulary.csv",
        folder / "documents.parquet",
        SELECTION,
        processes,
    )


def count(folder: Path, threads: int, memory_mb: float = 2000) -> None:
    corpus = TokenStore.load(folder / "tokens")
    cooccurrence.count(corpus, folder / "X", window=WINDOW, memory_mb=memory_mb, threads=threads)


def reference_count(folder: Path, binaries: Path) -> None:
    with (folder / "corpus.txt").open() as text, (folder / "reference.bin").open("wb") as output:
        subprocess.run(
            [
                *(binaries / "cooccur", "-vocab-file", folder / "vocab.txt", "-overflow-file", folder / "overflow"),
                *("-window-size", str(WINDOW), "-memory", "8", "-verbose", "0"),
            ],
            stdin=text,
            stdout=output,
            stderr=subprocess.DEVNULL,
            check=True,
        )


def tokenizing(folder: Path, corpus: Path) -> None:
    store.write(jsonl.read(corpus), folder / "documents.jsonl.gz", drop_duplicates=False)
    for processes in (1, 2):
        wall, cpu, memory = measured(encode, folder, processes)
        total = int(np.sum(pd.read_parquet(folder / "documents.parquet")["tokens"]))
        print(f"tokenizing, {processes} process(es): {total:,} tokens in {wall:.2f} s ({cpu:.2f} s CPU), "
              f"{total / wall / 1e6:.2f} M tokens/s, {memory:.0f} MB")  # fmt: skip


def counting(folder: Path, binaries: Path | None) -> None:
    store_ = TokenStore.load(folder / "tokens")
    count(folder, 1)  # compiles
    ours = {threads: min(measured(count, folder, threads) for _ in range(3)) for threads in (1, 2)}
    X = cooccurrence.Cooccurrence.load(folder / "X")
    size = (X.indices.nbytes + X.counts.nbytes + X.indptr.nbytes) / 1e6
    print(f"co-occurrence: V = {X.words:,}, {X.nonzeros:,} non-zeros, {size:.0f} MB, {len(store_.ids):,} tokens")
    for threads, (wall, cpu, memory) in ours.items():
        print(
            f"  ours, {threads} thread(s): {wall:.2f} s ({cpu:.2f} s CPU), "
            f"peak {memory:.0f} MB ({memory / size:.1f} × result)"
        )
    for memory_mb in (500, 100):
        wall, cpu, memory = measured(count, folder, 2, memory_mb)
        print(f"  ours, 2 threads, memory_mb {memory_mb}: {wall:.2f} s ({cpu:.2f} s CPU), peak {memory:.0f} MB")
    if binaries:
        words = tokens.load_vocabulary(folder / "vocabulary.csv")
        words.to_csv(folder / "vocab.txt", sep=" ", header=False)
        with (folder / "corpus.txt").open("w") as file:
            for document in store.read(folder / "documents.jsonl.gz"):
                kept = tokens.tokenize(document.text)
                if SELECTION.min_tokens <= len(kept) <= SELECTION.max_tokens:
                    file.write(" ".join(kept) + "\n")
        wall, cpu, _ = min(measured(reference_count, folder, binaries) for _ in range(2))
        entries = (folder / "reference.bin").stat().st_size // 16
        print(f"  reference: {wall:.2f} s ({cpu:.2f} s CPU), {entries:,} non-zeros")
        for threads, (own_wall, own_cpu, _) in ours.items():
            print(f"  ratio, {threads} thread(s): {wall / own_wall:.1f} in time, {cpu / own_cpu:.1f} in CPU time")


def scaling(folder: Path) -> None:
    print("cost per token on generated Zipf text (50,000 words, exponent 1.1, documents of 500 tokens, min_count 15):")
    rng = np.random.default_rng(0)
    cumulative = np.cumsum(1 / np.arange(1, 50_001) ** 1.1)
    zipf_count(TokenStore(np.zeros(9, dtype=np.int32), np.array([0, 9]), words=1), folder)  # compiles
    for millions in (1, 3, 10, 30, 100):
        draws = (rng.random(1_000_000) * cumulative[-1] for _ in range(millions))
        ids = np.concatenate([np.searchsorted(cumulative, draw).astype(np.int32) for draw in draws])
        counts = np.bincount(ids, minlength=50_000)
        order = np.argsort(-counts, kind="stable")
        words = int(np.sum(counts >= 15))
        new_ids = np.empty(50_000, dtype=np.int32)
        new_ids[order] = np.arange(50_000)
        ids = new_ids[ids]
        ids = ids[ids < words]
        corpus = TokenStore(ids, np.append(np.arange(0, len(ids), 500), len(ids)), words=words)
        wall, cpu, memory = min(measured(zipf_count, corpus, folder) for _ in range(3))
        print(f"  {millions:>3} M tokens, V = {words:,}: {1e3 * cpu / millions:.0f} ns CPU a token, "
              f"{1e3 * wall / millions:.0f} ns with 2 threads, peak {memory:.0f} MB")  # fmt: skip


def zipf_count(corpus: TokenStore, folder: Path) -> None:
    cooccurrence.count(corpus, folder / "zipf", window=WINDOW, memory_mb=2000, threads=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--reference", type=Path, metavar="FOLDER", help="binaries of the reference C program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tokenizing(folder, arguments.corpus)
        counting(folder, arguments.reference)
        scaling(folder)


if __name__ == "__main__":
    main()

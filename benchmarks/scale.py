"""Does it scale to the New York Times? Time and memory on generated text, and what they project to. Run by hand:

    python benchmarks/scale.py [--millions 25 50 100] [--threads 2]

Text of 25, 50 and 100 million tokens goes through the stages of the workflow with the paper's D = 200, each in a
process of its own. Words follow Zipf's law (exponent 1 up to rank 10,000, 2.1 beyond, so that a billion tokens have
213,000 words that occur 15 times); documents have 690 tokens, as those of the New York Times do. Prints the
second part of docs/scale.md (benchmarks/stages.py prints the first). Projections use CPU time, since the machine may be
shared.
"""

import argparse
import json
import math
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd
from corpus import measured

from origins import config
from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.matrix import Cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus import store, tokens
from origins.corpus.document import Document
from origins.corpus.tokens import Selection, TokenStore
from origins.experiment import sets
from origins.glove.embedding import Embedding
from origins.glove.trainer import GloVe
from origins.influence import scoring
from origins.runtime import machine

ROOT = Path(__file__).parents[1]
NYT_DOCUMENTS, NYT_TOKENS = 1_412_846, 975_624_317
DOCUMENT = 690
TYPES = 400_000
STAGES = {"tokenizing": "M tokens", "co-occurrence": "M tokens", "one epoch": "M non-zeros", "scoring": "M tokens"}
MOST = {"tokenizing": 8, "co-occurrence": 8, "scoring": 8}  # threads that the rules ask for


def words(weat: dict) -> np.ndarray:
    """Made-up words by rank; those of a metric take every 150th place."""
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    names = np.array(["zz" + "".join(letters[[rank // 26**k % 26 for k in range(4)]]) for rank in range(TYPES)], object)
    names[150 : 150 * (1 + sum(len(weat[key]) for key in "STAB")) : 150] = [
        word for key in "STAB" for word in weat[key]
    ]
    return names


def documents(number: int, names: np.ndarray):
    """Documents of independent draws, a few at a time."""
    rank = np.arange(1.0, TYPES + 1)
    weight = np.where(rank <= 1e4, 1 / rank, 1e4**1.1 / rank**2.1)
    cumulative = np.cumsum(weight) / weight.sum()
    rng = np.random.default_rng(0)
    for start in range(0, number, 1000):
        drawn = names[np.minimum(np.searchsorted(cumulative, rng.random((1000, DOCUMENT))), TYPES - 1)]
        for k in range(min(1000, number - start)):
            yield Document(f"d{start + k}", f"Document {start + k}", " ".join(drawn[k]), {})


def encode(folder: Path, threads: int) -> None:
    files = (folder / name for name in ("documents.jsonl.gz", "tokens", "vocabulary.csv", "documents.parquet"))
    tokens.encode(*files, Selection(min_tokens=100, max_tokens=30_000, min_count=15), threads)


def count(folder: Path, threads: int, memory_mb: float) -> None:
    cooccurrence.count(TokenStore.load(folder / "tokens"), folder / "X", window=8, memory_mb=memory_mb, threads=threads)


def train(folder: Path, threads: int, settings: dict) -> None:
    """Two epochs: the second tells what an epoch takes, the rest what it takes to begin."""
    X = Cooccurrence.load(folder / "X")
    ends = [(time.perf_counter(), time.process_time())]
    model = GloVe(**settings, threads=threads)
    learned = model.fit(X, progress=lambda epoch, loss: ends.append((time.perf_counter(), time.process_time())))
    (_, start), (wall, cpu), (last_wall, last_cpu) = ends
    epoch = {"wall": last_wall - wall, "cpu": last_cpu - cpu, "begin": cpu - start - (last_cpu - cpu)}
    (folder / "epoch.json").write_text(json.dumps(epoch))
    Embedding(
        **vars(learned), seed=1, settings=settings, corpus_fingerprint=X.fingerprint, vocabulary_fingerprint=""
    ).save(folder / "embedding.npz")


def retrain(folder: Path, threads: int, settings: dict) -> None:
    """One epoch without a hundredth of the documents, for its memory."""
    corpus = TokenStore.load(folder / "tokens")
    X = subtract(Cooccurrence.load(folder / "X"), corpus, np.arange(0, len(corpus), 100), threads=threads)
    GloVe(**settings | {"epochs": 1}, threads=threads).fit(X)


def score(folder: Path, threads: int, weat: dict) -> None:
    setting = scoring.Setting.load(folder / "X", folder / "tokens", folder / "vocabulary.csv", "weat1", weat, threads)
    scoring.score_corpus(setting, [folder / "embedding.npz"], pd.read_parquet(folder / "documents.parquet"))


def measure(millions: int, threads: int, nyt: dict) -> dict:
    """Time and memory of every stage at one size."""
    weat = nyt["metrics"]["weat1"]
    settings = {key: value for key, value in nyt["glove"].items() if key != "seeds"} | {"epochs": 2}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        said(f"{millions} M tokens: writing text")
        text = documents(round(millions * 1e6 / DOCUMENT), words(weat))
        store.write(text, folder / "documents.jsonl.gz", drop_duplicates=False)
        stages = {}
        for stage, function, *arguments in (
            ("tokenizing", encode),
            ("co-occurrence", count, nyt["cooccurrence"]["memory_mb"]),
            ("one epoch", train, settings),
            ("retrain", retrain, settings),
            ("scoring", score, weat),
        ):
            wall, cpu, memory = measured(function, folder, threads, *arguments)
            stages[stage] = {"wall": wall, "cpu": cpu, "memory": memory}
            said(f"{millions} M tokens: {stage} {wall:.1f} s ({cpu:.1f} s CPU), {memory:.0f} MB")
        meta = json.loads((folder / "X" / "meta.json").read_text())
        epoch = json.loads((folder / "epoch.json").read_text())
        stages["one epoch"] |= epoch
        return {
            "tokens": millions,
            "V": meta["words"],
            "nonzeros": meta["nonzeros"] / 1e6,
            "parameters": 32 * meta["words"] * (settings["dimension"] + 16),
        } | stages


def amount(row: dict, stage: str) -> float:
    """The work of a stage, in millions."""
    return row["nonzeros"] if stage == "one epoch" else row["tokens"]


def project(rows: list[dict], nyt: dict) -> list[str]:
    """The whole New York Times by the speeds at the largest size, on more cores."""
    last = rows[-1]
    slope = np.polyfit(*(np.log([row[key] for row in rows]) for key in ("tokens", "nonzeros")), 1)[0]
    size = NYT_TOKENS / 1e6
    nonzeros = last["nonzeros"] * (size / last["tokens"]) ** slope
    retrains = [sets.retrains(nyt, family, each) for family, each in sets.all_sets(nyt)]
    trainings = nyt["glove"]["seeds"] + sum(retrains)
    seconds = {stage: last[stage]["cpu"] / amount(last, stage) for stage in STAGES}  # of CPU, per million
    each = (
        nyt["glove"]["epochs"] * seconds["one epoch"] * nonzeros
        + last["one epoch"]["begin"] * nonzeros / last["nonzeros"]
    )
    lines = [
        f"Non-zeros grow as tokens to the power {slope:.2f}: we expect {nonzeros:,.0f} million for {size:,.0f} "
        f"million tokens. The setup `nyt` trains {trainings} times ({nyt['glove']['seeds']} baselines and "
        f"{sum(retrains)} retrains of {len(retrains)} sets) for {nyt['glove']['epochs']} epochs (PPMI and word2vec "
        "take little time in comparison and are not counted). "
        f"Its matrix takes {12 * nonzeros / 1e3:,.0f} GB on disk, a training about "
        f"{memory_of_training(rows, nonzeros) / 1e3:,.0f} GB of memory. If memory is short, "
        "run fewer trainings at once, with more threads each (`--set-threads retrain=8`).",
        "",
        "| | 2 cores | 16 cores | 256 cores |",
        "| --- | --- | --- | --- |",
    ]
    totals = dict.fromkeys((2, 16, 256), 0.0)
    for stage, runs in (("tokenizing", 1), ("co-occurrence", 1), ("trainings", trainings), ("scoring", 0)):
        cells = []
        for cores in totals:
            if stage == "trainings":
                time_taken = runs * each / cores
            else:
                runs = runs or nyt["glove"]["seeds"] * len(nyt["metrics"])
                time_taken = runs * seconds[stage] * size / min(cores, MOST[stage])
            totals[cores] += time_taken
            cells.append(spoken(time_taken))
        lines.append(f"| {stage}{f' ({runs})' if runs > 1 else ''} | {' | '.join(cells)} |")
    lines.append(f"| **all** | {' | '.join(f'**{spoken(total)}**' for total in totals.values())} |")
    return lines


def memory_of_training(rows: list[dict], nonzeros: float) -> float:
    """Megabytes of a retrain, by the line through the sizes measured."""
    return float(
        np.polyval(
            np.polyfit([row["nonzeros"] for row in rows], [row["retrain"]["memory"] for row in rows], 1), nonzeros
        )
    )


def memory_by_nonzero(row: dict) -> str:
    """What a training holds at its peak beside its parameters, at one size."""
    each = [
        (row[stage]["memory"] * 1e6 - row["parameters"]) / (row["nonzeros"] * 1e6) for stage in ("one epoch", "retrain")
    ]
    return (
        f"At {row['tokens']} M tokens a training takes {each[0]:.1f} bytes per non-zero plus its parameters "
        f"({row['parameters'] / 1e6:.0f} MB), a retrain without 1 % of the documents {each[1]:.1f}, Python included."
    )


def spoken(seconds: float) -> str:
    """A duration in the unit that suits it."""
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{math.ceil(seconds)} seconds"


def page(rows: list[dict], nyt: dict, threads: int) -> list[str]:
    about = machine.describe()
    lines = [
        "## The New York Times, projected from generated text",
        "",
        "Generated by `python benchmarks/scale.py`, which describes the text it generates. "
        f"{about['cpu']}, {threads} threads, {about['system']}, Python {about['python']}, numba {about['numba']}. "
        "Seconds are wall time on a shared machine; growth and projections use CPU time.",
        "",
        "| M tokens | V | M non-zeros | " + " | ".join(f"{stage}: s, GB" for stage in STAGES) + " |",
        "| --- | --- | --- |" + " --- |" * len(STAGES),
    ]
    for row in rows:
        cells = [f"{row[stage]['wall']:.1f}, {row[stage]['memory'] / 1e3:.2f}" for stage in STAGES]
        lines.append(f"| {row['tokens']} | {row['V']:,} | {row['nonzeros']:,.0f} | {' | '.join(cells)} |")
    lines += [
        "",
        "Growth: CPU seconds per million (tokens, or non-zeros for training), and the exponent of CPU time.",
        "",
    ]
    lines += [
        "| | " + " | ".join(f"{row['tokens']} M tokens" for row in rows) + " | exponent |",
        "| --- |" + " --- |" * (len(rows) + 1),
    ]
    for stage, unit in STAGES.items():
        work, cpu = [amount(row, stage) for row in rows], [row[stage]["cpu"] for row in rows]
        each = [f"{c / w:.3f}" for w, c in zip(work, cpu, strict=True)]
        exponent = np.polyfit(np.log(work), np.log(cpu), 1)[0] if len(rows) > 1 else float("nan")
        lines.append(f"| {stage}, per {unit} | {' | '.join(each)} | {exponent:.2f} |")
    peak = max(row[stage]["memory"] for row in rows for stage in STAGES)
    lines += [
        "",
        f"Peak memory of any stage: {peak / 1e3:.1f} GB, mapped files included. {memory_by_nonzero(rows[-1])}",
        "",
        "### The whole New York Times",
        "",
    ]
    return lines + project(rows, nyt)


def said(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=int, nargs="+", default=[25, 50, 100], help="tokens, in millions")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    settings = config.load(ROOT / "config.yaml") | {"run": ["nyt"]}
    settings["setups"]["nyt"]["corpus"]["path"] = str(ROOT)  # there has to be something
    nyt = config.resolve(settings)["nyt"]
    measure(1, options.threads, nyt)  # compiles
    rows = [measure(millions, options.threads, nyt) for millions in options.millions]
    print("\n".join(page(rows, nyt, options.threads)))


if __name__ == "__main__":
    main()

"""What a run is going to do and how long that may take, and at its end where to look."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

KNOWN = 3.18e6, 9.04e6  # tokens and non-zeros of the starter corpus, window 8
# of the source: nitf and Parquet are compressed, and nearly half of what WikiExtractor writes is in articles under
# 200 tokens
TOKENS_PER_BYTE = {
    **dict.fromkeys(("jsonl", "csv", "tsv"), 0.16),
    "parquet": 0.3,
    "text": 0.17,
    "wikimedia": 0.03,
    "wikiextractor": 0.07,
    "nitf": 0.3,
}
COMPRESSED = {".gz": 2.7, ".bz2": 4.0, ".xz": 4.0}  # how much larger text is when unpacked
WORD2VEC = 1.6e8  # tokens per second and core, times the dimension, that word2vec trains on, with ten noise words
BESIDES = 5.0  # seconds a training takes besides its epochs: starting, ordering the entries, measuring
SHORT = 3e8  # updates that are not worth a calibration
LEADS_ON = '<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=../report/index.html">\n'


def expected_nonzeros(setup: Mapping[str, Any], files: list[Path]) -> float | None:
    """A guess at the size of X before it is counted, from the size of the source; None if that is not there yet."""
    corpus = setup["corpus"]
    tokens = corpus["max_total_tokens"] or float("inf")
    if corpus["kind"] == "starter":
        tokens = min(tokens, KNOWN[0])
    elif all(file.is_file() for file in files) and files:
        size = sum(file.stat().st_size * COMPRESSED.get(file.suffix, 1) for file in files)
        tokens = min(tokens, size * TOKENS_PER_BYTE[corpus["kind"]])
    if tokens == float("inf"):
        return None
    window = setup["cooccurrence"]["window"]
    # meets ever fewer new pairs: by this power between 3 and 13 million tokens of Wikipedia
    return min(2 * window * tokens, KNOWN[1] * (tokens / KNOWN[0]) ** 0.75 * (window / 8) ** 0.8)


def calibrate(dimension: int, epochs: int = 6, seed: int = 0) -> float:
    """Updates a second of a core of this machine, from a made-up matrix of a million entries: about a second."""
    import scipy.sparse

    from origins.cooccurrence.matrix import Cooccurrence
    from origins.glove.trainer import GloVe

    rng = np.random.default_rng(seed)
    words, pairs = 12_000, 500_000
    i, j = (words * rng.random((2, pairs)) ** 2).astype(np.int64)  # frequent words meet more often
    half = scipy.sparse.coo_array((np.ones(pairs, dtype=np.int64), (i, j)), shape=(words, words)).tocsr()
    X = (half + half.T).tocsr()
    matrix = Cooccurrence(X.indptr.astype(np.int64), X.indices.astype(np.int32), X.data, window=1)
    ends: list[float] = []
    model = GloVe(dimension=dimension, epochs=epochs, threads=1)
    model.fit(matrix, progress=lambda epoch, loss: ends.append(time.perf_counter()))
    return X.nnz * (epochs - 1) / (ends[-1] - ends[0])  # the first epoch may have had to compile


def plan(
    name: str, setup: Mapping[str, Any], jobs: Mapping[str, int], nonzeros: float | None, counted: bool, cores: int
) -> str:
    """What a run will do for a setup. `jobs` has the trainings to do now, by what they are; `nonzeros` those of X."""
    if not sum(jobs.values()):
        return f"{name}: nothing to train."
    of_word2vec = jobs.get("word2vec", 0)
    trainings = sum(jobs.values()) - of_word2vec
    what = ", ".join(
        f"{count} of word2vec" if kind == "word2vec" else _count(count, kind) for kind, count in jobs.items() if count
    )
    epochs, dimension = setup["glove"]["epochs"], setup["glove"]["dimension"]
    text = f"{name}: {_count(trainings + of_word2vec, 'training')} to do ({what})"
    if nonzeros is None:
        return f"{text}; the time can be estimated once the corpus has been read."
    about = "" if counted else "about "
    text += f", GloVe with {epochs} epochs over {about}{nonzeros / 1e6:.1f} million co-occurrences"
    tokens = KNOWN[0] * (nonzeros / KNOWN[1]) ** (1 / 0.75)
    if trainings * epochs * nonzeros + of_word2vec * tokens < SHORT:
        return f"{text}: less than a minute of training."
    rate = cores * calibrate(dimension)
    at_once = min(cores, trainings + of_word2vec)
    seconds = trainings * (epochs * nonzeros / rate + BESIDES / at_once)
    if of_word2vec:
        slow = setup["word2vec"]["epochs"] * tokens * dimension / WORD2VEC
        seconds += of_word2vec * (slow + BESIDES) / at_once
    rough = "" if counted else " (rough: co-occurrences not counted yet)"
    return (
        f"{text}: {duration(seconds)} on {_count(cores, 'core')}{rough}, at "
        f"{rate / 1e6:.0f} million updates per second, as just measured on this machine."
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def duration(seconds: float) -> str:
    """About so long, in words."""
    if seconds < 90:
        return "about a minute"
    if seconds < 5400:
        return f"about {seconds / 60:.0f} minutes"
    if seconds < 2 * 86400:
        return f"about {seconds / 3600:.1f} hours"
    return f"about {seconds / 86400:.1f} days"


def headlines(folder: Path) -> list[str]:
    """What came out, and where to look; nothing if only a part was made."""
    from origins.analysis.baselines import mean_and_deviation
    from origins.influence.names import BEST

    page, baseline, correlation = page_of(folder), folder / "tables/baseline.csv", folder / "tables/correlation.csv"
    if page is None or not baseline.exists():
        return []
    retrained = page.parent.name == "report"
    r2 = pd.Series(dtype=float)
    if retrained and correlation.exists():
        agreement = pd.read_csv(correlation).query("sets == 'targeted' and of == 'delta'")
        r2 = agreement[agreement["estimator"] == BEST].set_index("metric")["r2"]
    lines = []
    for row in pd.read_csv(baseline).itertuples():
        line = f"  {row.metric}: {mean_and_deviation(row.mean, row.std)} over {row.seeds} baselines"
        if row.metric in r2.index and pd.notna(r2[row.metric]):
            line += f"; predicted and retrained agree with r² {r2[row.metric]:.3f}"
        lines.append(line)
    if retrained:
        place = f"  Open {page} in a browser; {folder / 'summary.md'} has the paper's numbers beside these."
    else:
        place = f"  Open {page} in a browser. `make reproduce` with the same SETUP or CONFIG adds checks by retraining."
    return [*lines, place]


def page_of(folder: Path) -> Path | None:
    """The page to open, if any: the full one, unless `trace` has made its own since then, from other settings."""
    trace, report = (folder / name / "index.html" for name in ("trace", "report"))
    if not trace.exists():
        return report if report.exists() else None
    if not report.exists():
        return trace
    with trace.open(encoding="utf-8") as page:
        leads_on = page.read(len(LEADS_ON)) == LEADS_ON
    return report if leads_on or trace.stat().st_mtime <= report.stat().st_mtime else trace


def lead_on(folder: Path) -> None:
    """Let the page of `trace` lead to the full one, once that is newer."""
    trace = folder / "trace" / "index.html"
    if trace.exists() and page_of(folder) != trace:
        trace.write_text(LEADS_ON, encoding="utf-8")

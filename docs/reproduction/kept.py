"""Packs and unpacks the small files that tables and figures are made from, so that nobody has to train again.

    python docs/reproduction/kept.py pack results/simplewiki-2021     # after a run: docs/reproduction/kept/*.tar.xz
    python docs/reproduction/kept.py unpack results/simplewiki-2021   # before `snakemake ... figures`

Kept are the vectors of metric words and the analogies of every embedding, the sets (document ids), the predictions,
and the tables that need the corpus itself. No text of the corpus is among them. `pack` also writes what the targeted
sets say so far: kept/sets.csv and kept/correlation.csv.
"""

import io
import lzma
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from origins import config
from origins.analysis import evaluation
from origins.experiment.measures import retrain_table
from origins.experiment.sets import all_sets
from origins.experiment.vectors import KeptVectors
from origins.files.csvfile import read_csv, write_csv

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ARCHIVES = HERE / "kept"
# which files go into which archive, first come first served: one archive is complete when its part of the run is
PARTS = {
    "targeted": ["retrains/*/decrease-*/*", "retrains/*/increase-*/*"],
    "relearn": ["retrains/*/relearn-*/*"],
    "ppmi": ["retrains/*/ppmi-*/*"],
    "random": ["retrains/shared/random-*/*"],
    "single": ["retrains/*/single-*/*"],
    "word2vec": ["word2vec/**/*"],
    "corpus": [
        "corpus/summary.json",
        "corpus/vocabulary.csv",
        "baseline/vectors/*.npz",
        "sets/*/*.txt",
        "predictions/*.csv",
        "ppmi/sets_*.csv",
        *(
            f"tables/{name}.csv"
            for name in (
                "baseline_bias",
                "baseline",
                "analogies",
                "convergence",
                "influential_*",
                "secondary_*",
                "histogram_*",
                "metadata_*",
                "choices_*",
                "null",
                "pairs_*",
                "reranked_*",
                "singular_words_*",
                "ppmi_overlap_*",
                "word_sets*",
            )
        ),
    ],
}


def pack(results: Path) -> None:
    """Write the archives: sorted, without dates and owners, so that the same files give the same bytes."""
    ARCHIVES.mkdir(exist_ok=True)
    for part, patterns in PARTS.items():
        if not (files := found(results, patterns)):
            continue
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for file in files:
                content = compact(file)
                entry = tarfile.TarInfo(str(file.relative_to(results)))
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        target = ARCHIVES / f"{part}.tar.xz"
        target.write_bytes(lzma.compress(buffer.getvalue(), preset=9))
        print(f"{target.name}: {len(files)} files, {target.stat().st_size / 1e6:.2f} MB")
    setup = config.resolve(config.load(ROOT / "config.yaml", HERE / "repeated.yaml"))["simplewiki-2021"]
    sets, correlation = so_far(results, setup)
    write_csv(sets, ARCHIVES / "sets.csv")
    write_csv(correlation, ARCHIVES / "correlation.csv")


def found(results: Path, patterns: list[str]) -> list[Path]:
    """The finished files of a part."""
    files = {file for pattern in patterns for file in results.glob(pattern) if file.is_file()}
    return sorted(file for file in files if not file.name.startswith((".", "checkpoint")))


def so_far(results: Path, setup: dict) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Predicted and true bias of the targeted sets, and how well they agree, over the seeds that no set lacks."""
    files = [file for file in found(results, PARTS["targeted"]) if file.suffix == ".npz"]
    truth = evaluation.truth_table(retrain_table(files, setup["metrics"]))
    sets = sum(each.kind in ("decrease", "increase") for _, each in all_sets(setup))
    seeds = truth.groupby("seed").size()
    truth = truth[truth["seed"].isin(seeds.index[seeds == sets])]
    baselines = read_csv(results / "tables" / "baseline_bias.csv")[["metric", "seed", "bias"]]
    predictions = pd.concat([read_csv(results / "predictions" / f"{metric}.csv") for metric in setup["metrics"]])
    measured = baselines, evaluation.with_kinds(predictions), truth
    return evaluation.set_means(*measured), evaluation.correlation(*measured)


def compact(file: Path) -> bytes:
    """A file's content; of vectors, those of metric words only, without the frequent words that word sets use."""
    if file.suffix != ".npz":
        return file.read_bytes()
    kept = KeptVectors.load(file)
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, file.name)
        KeptVectors.choose(kept.words, kept.by_seed, kept.asked).save(small)
        return small.read_bytes()


def unpack(results: Path) -> None:
    """Bring the archives where the workflow expects their files, all with the same date: none is newer than another."""
    now = time.time()
    for path in sorted(ARCHIVES.glob("*.tar.xz")):
        with tarfile.open(path, "r:xz") as archive:
            for entry in archive.getmembers():
                entry.mtime = now
                if not (results / entry.name).exists():
                    archive.extract(entry, results, filter="data")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["pack", folder]:
            pack(Path(folder))
        case ["unpack", folder]:
            unpack(Path(folder))
        case _:
            sys.exit(__doc__)

"""Packs, unpacks and shows the run on Simple English Wikipedia, so that nobody has to train again.

    python docs/reproduction/kept.py pack results/simplewiki-2021     # after a run: docs/reproduction/kept/*.tar.xz
    python docs/reproduction/kept.py unpack results/simplewiki-2021   # before `snakemake ... figures`
    python docs/reproduction/kept.py show results/simplewiki-2021     # after it: docs/reproduction/run/

Kept are the vectors of metric words and the analogies of every embedding, the sets (document ids), the predictions,
and the tables that need the corpus itself. No text of the corpus is among them.
"""

import io
import lzma
import os
import shutil
import sys
import tarfile
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from origins.experiment.vectors import KeptVectors

HERE = Path(__file__).parent
ARCHIVES = HERE / "kept"
SHOWN = HERE / "run"
LARGEST = 200_000  # bytes of a table that is shown: those of every word set or document are left out
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


def pack(results: Path, parts: Mapping[str, list[str]] = PARTS, archives: Path = ARCHIVES) -> None:
    """Write the archives: sorted, without dates and owners, so that the same files give the same bytes."""
    archives.mkdir(exist_ok=True)
    for part, patterns in parts.items():
        if not (files := found(results, patterns)):
            continue
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for file in files:
                content = compact(file)
                entry = tarfile.TarInfo(str(file.relative_to(results)))
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        target = archives / f"{part}.tar.xz"
        target.write_bytes(lzma.compress(buffer.getvalue(), preset=9))
        print(f"{target.name}: {len(files)} files, {target.stat().st_size / 1e6:.2f} MB")


def found(results: Path, patterns: list[str]) -> list[Path]:
    """The finished files of a part."""
    files = {file for pattern in patterns for file in results.glob(pattern) if file.is_file()}
    return sorted(file for file in files if not file.name.startswith((".", "checkpoint")))


def compact(file: Path) -> bytes:
    """A file's content; of vectors, those of metric words only, without the frequent words that word sets use."""
    if file.suffix != ".npz":
        return file.read_bytes()
    kept = KeptVectors.load(file)
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder, file.name)
        KeptVectors.choose(kept.words, kept.by_seed, kept.asked).save(small)
        return small.read_bytes()


def unpack(results: Path, archives: Path = ARCHIVES) -> None:
    """Bring the archives where the workflow expects their files, all with the date of now: none is newer than another.

    A file that is there already is kept and dated as the others, so that none is older than a corpus made in the
    meantime; but the corpus itself stays older than what was counted from it.
    """
    now = time.time()
    for path in sorted(archives.glob("*.tar.xz")):
        with tarfile.open(path, "r:xz") as archive:
            for entry in archive.getmembers():
                entry.mtime = now
                target = results / entry.name
                if not target.exists():
                    archive.extract(entry, results, filter="data")
                elif target.parent.name != "corpus":
                    os.utime(target, (now, now))


def show(results: Path, folder: Path = SHOWN, figures: str = "*.png") -> None:
    """Copy the summary, small tables and these figures to where readers find them."""
    if not (results / "summary.md").exists():
        sys.exit(f"origins: {results} has no summary.md; make it with `snakemake ... figures` first.")
    shutil.rmtree(folder, ignore_errors=True)
    small = [file for file in results.glob("tables/*.csv") if file.stat().st_size <= LARGEST]
    chosen = [*results.glob(f"figures/{figures}"), results / "corpus" / "summary.json", results / "summary.md"]
    for file in [*small, *chosen]:
        target = folder / file.relative_to(results)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["pack", folder]:
            pack(Path(folder))
        case ["unpack", folder]:
            unpack(Path(folder))
        case ["show", folder]:
            show(Path(folder))
        case _:
            sys.exit(__doc__)

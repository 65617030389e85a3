"""A copy of the project with a small generated corpus, on which the whole workflow runs in seconds."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import yaml

ROOT = Path(__file__).parents[1]
PARTS = ["Snakefile", "config.yaml", "workflow", "src", "envs", "profiles"]


class Project:
    """A checkout of its own, to run Snakemake in and to change files of."""

    def __init__(self, folder: Path):
        self.folder = folder

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess:
        """Run a command in the checkout; output and errors come in one text."""
        environment = os.environ | {"PYTHONPATH": str(self.folder / "src")}
        environment.pop("NUMBA_CACHE_DIR", None)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        run = subprocess.run(command, cwd=self.folder, env=environment, **pipes)
        if check:
            assert run.returncode == 0, run.stdout
        return run

    def snakemake(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess:
        """Run Snakemake as a user would."""
        return self.run(sys.executable, "-m", "snakemake", *arguments, check=check)

    def planned(self, *arguments: str) -> set[str]:
        """The rules that would run now."""
        output = self.snakemake("--dry-run", "--configfile", "mine.yaml", *arguments).stdout
        lines = output.splitlines()
        return {line.split()[1].rstrip(":") for line in lines if line.startswith(("rule ", "localrule "))} - {"all"}

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen:
        """Start Snakemake in a process group of its own; what it says goes to run.log."""
        command = [sys.executable, "-m", "snakemake", *arguments]
        with (self.folder / "run.log").open("a") as log:
            options = {"stdout": log, "stderr": log, "start_new_session": True}
            return subprocess.Popen(command, cwd=self.folder, env=os.environ | environment, **options)

    def results(self) -> dict[str, bytes]:
        """Every result by path, but logs and benchmarks, which hold times."""
        results = self.folder / "results" / "mine"
        return {
            str(path.relative_to(results)): path.read_bytes()
            for path in sorted(results.rglob("*"))
            if path.is_file() and not {"logs", "benchmarks"} & set(path.parts) and path.name != ".snakemake_timestamp"
        }

    def append(self, file: str, text: str) -> None:
        path = self.folder / file
        path.write_text(path.read_text() + text)

    def configure(self, **sections: dict | list) -> None:
        """Change sections of the setup `mine`; a list takes the place of what was there."""
        path = self.folder / "mine.yaml"
        settings = yaml.safe_load(path.read_text())
        for section, values in sections.items():
            if isinstance(values, list):
                settings["setups"]["mine"][section] = values
            else:
                settings["setups"]["mine"].setdefault(section, {}).update(values)
        path.write_text(yaml.safe_dump(settings))

    def metric(self, name: str) -> dict:
        """A metric as config.yaml defines it."""
        return yaml.safe_load((self.folder / "config.yaml").read_text())["metrics"][name]

    def define(self, **metrics: dict) -> None:
        """Add metrics to the settings of one's own."""
        path = self.folder / "mine.yaml"
        settings = yaml.safe_load(path.read_text())
        path.write_text(yaml.safe_dump(settings | {"metrics": metrics}))

    def copy(self, folder: Path) -> "Project":
        """A second checkout in the same state, results included."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Project(folder)


def write_corpus(path: Path, documents: int = 80, seed: int = 0) -> None:
    """Documents of random words, frequent ones more often, with the words of WEAT 1 strewn in."""
    rng = np.random.default_rng(seed)
    weat1 = yaml.safe_load((ROOT / "config.yaml").read_text())["metrics"]["weat1"]
    special = [word for words in (weat1[key] for key in "STAB") for word in words]
    filler = ["".join(chr(97 + int(letter)) for letter in rng.integers(0, 26, 5)) for _ in range(150)]
    with path.open("w") as file:
        for number in range(documents):
            ranks = np.minimum(rng.zipf(1.4, 120) - 1, len(filler) - 1)
            words = [filler[rank] for rank in ranks] + list(rng.choice(special, 20))
            rng.shuffle(words)
            topic = ["science", "arts"][number % 2]
            record = {"id": f"d{number}", "title": f"Document {number}", "text": " ".join(words), "topic": topic}
            file.write(json.dumps(record) + "\n")


def write_vectors(path: Path) -> None:
    """Random vectors of the words of WEAT 1, but for one, as GloVe writes them."""
    rng = np.random.default_rng(1)
    weat1 = yaml.safe_load((ROOT / "config.yaml").read_text())["metrics"]["weat1"]
    words = [word for words in (weat1[key] for key in "STAB") for word in words if word != "nasa"]
    path.write_text("".join(f"{word} {' '.join(map(str, rng.normal(size=5)))}\n" for word in words))


def make_project(folder: Path) -> Project:
    folder.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, folder / part)
    compiled = ROOT / "results" / ".numba"  # named by the state of the code: compile once for all copies
    compiled.mkdir(parents=True, exist_ok=True)
    (folder / "results").mkdir()
    (folder / "results" / ".numba").symlink_to(compiled)
    write_corpus(folder / "mine.jsonl")
    write_vectors(folder / "vectors.txt")
    settings = {
        "run": ["mine"],
        "setups": {
            "mine": {
                "corpus": {"kind": "jsonl", "path": "mine.jsonl", "min_tokens": 20},
                "vocabulary": {"min_count": 2},
                "cooccurrence": {"window": 4, "memory_mb": 100},
                "glove": {"dimension": 8, "epochs": 4, "seeds": 2},
                "metrics": ["weat1"],
                "further_metrics": ["ripa1"],
                "pretrained": {"random": "vectors.txt"},
                "perturbation": {
                    "sizes": [2, 5],
                    "random_sets": 1,
                    "single_documents": 1,
                    "single_random": 1,
                    "retrain_seeds": 2,
                    "ppmi_sizes": [5],
                    "ppmi_seeds": 2,
                    "seeds_per_job": 2,
                    "groups": {"arts": {"topic": "arts"}},
                },
                "word2vec": {"epochs": 1, "seeds": 2},
                "word_sets": {"number": 20, "words": 100, "size": 3},
            }
        },
    }
    (folder / "mine.yaml").write_text(yaml.safe_dump(settings))
    return Project(folder)

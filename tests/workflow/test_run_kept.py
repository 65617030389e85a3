"""The run that docs/reproduction keeps: its tables made from its retrains, and continued without its baselines."""

import json
import re
import shutil
import sys

import pandas as pd
import pytest
from projects import ROOT, Project, make_project

from origins.files.csvfile import read_csv

pytestmark = pytest.mark.xdist_group("workflow")
REPRODUCTION = ROOT / "docs" / "reproduction"
RESULTS = "results/simplewiki-2021"
CONFIG = ["--rerun-triggers", "mtime", "--configfile", "docs/reproduction/config.yaml"]


@pytest.fixture
def project(tmp_path):
    """A checkout with the documentation, nothing unpacked."""
    project = make_project(tmp_path / "project")
    shutil.copytree(REPRODUCTION, project.folder / "docs" / "reproduction")
    return project


@pytest.fixture
def continued(project):
    """The same with the kept run and, older than it, files by the names of the corpus: enough for planning."""
    results = project.folder / RESULTS
    (results / "corpus").mkdir(parents=True)
    (project.folder / "simplewiki-2021.jsonl.xz").touch()
    for file in ("documents.jsonl.gz", "documents.parquet", "vocabulary.csv"):
        (results / "corpus" / file).touch()
    for folder, file in (("corpus/tokens", "ids.npy"), ("cooccurrence", "meta.json")):
        (results / folder).mkdir()
        (results / folder / file).write_text(json.dumps({"words": 10, "nonzeros": 100}))
    unpack(project)
    return project


def unpack(project: Project) -> None:
    project.run(sys.executable, "docs/reproduction/kept.py", "unpack", RESULTS)


def rules(project: Project, *arguments: str) -> set[str]:
    """The rules that would run."""
    output = project.snakemake("--dry-run", *CONFIG, *arguments, "--", "figures").stdout
    return set(re.findall(r"^(?:local)?rule (\w+):", output, flags=re.MULTILINE))


def test_the_tables_shown_are_those_of_the_kept_retrains_made_without_training(project):
    """As `make paper` does, without the corpus."""
    kept = "docs/reproduction/kept.yaml"
    unpack(project)
    assert not {rule for rule in rules(project, kept) if rule.startswith(("train", "retrain", "word2vec", "documents"))}
    project.snakemake("--cores", "2", *CONFIG, kept, "--", "figures")
    tables = sorted((REPRODUCTION / "run" / "tables").glob("*.csv"))
    assert len(tables) > 30
    for shown in tables:
        made = project.folder / RESULTS / "tables" / shown.name
        pd.testing.assert_frame_equal(read_csv(made), read_csv(shown), rtol=1e-6, atol=1e-9, obj=shown.name)
    for shown in (REPRODUCTION / "run" / "figures").glob("*.png"):
        assert (project.folder / RESULTS / "figures" / shown.name).stat().st_size > 5000, shown.name


def test_a_deleted_retrain_would_be_trained_again(continued):
    kept = "docs/reproduction/kept.yaml"
    assert "retrain" not in rules(continued, kept)
    (continued.folder / RESULTS / "retrains" / "weat1" / "decrease-10" / "1.npz").unlink()
    assert "retrain" in rules(continued, kept)


def test_the_kept_run_goes_on_without_training_a_baseline(continued):
    planned = rules(continued)
    assert "retrain" in planned
    assert not planned & {"train_baseline", "score_documents", "targeted_set", "predict_sets", "null"}

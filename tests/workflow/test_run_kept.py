"""The run that docs/reproduction keeps: continued without training its baselines again."""

import json
import shutil
import sys

import pytest
from projects import ROOT, make_project

pytestmark = pytest.mark.xdist_group("workflow")


def test_the_kept_run_goes_on_without_training_a_baseline(tmp_path):
    project = make_project(tmp_path / "project")
    shutil.copytree(ROOT / "docs" / "reproduction", project.folder / "docs" / "reproduction")
    results = project.folder / "results" / "simplewiki-2021"
    (results / "corpus").mkdir(parents=True)
    (project.folder / "simplewiki-2021.jsonl.xz").touch()
    for file in ("documents.jsonl.gz", "documents.parquet", "vocabulary.csv"):
        (results / "corpus" / file).touch()
    for folder, file in (("corpus/tokens", "ids.npy"), ("cooccurrence", "meta.json")):
        (results / folder).mkdir()
        (results / folder / file).write_text(json.dumps({"words": 10, "nonzeros": 100}))
    project.run(sys.executable, "docs/reproduction/kept.py", "unpack", "results/simplewiki-2021")
    options = ["--configfile", "docs/reproduction/repeated.yaml", "--rerun-triggers", "mtime"]
    output = project.snakemake("--dry-run", *options, "--", "figures").stdout
    planned = {line.split()[1].rstrip(":") for line in output.splitlines() if line.startswith(("rule ", "localrule "))}
    assert "retrain" in planned
    assert not planned & {"train_baseline", "score_documents", "targeted_set", "predict_sets", "null"}, output

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
    for folder in ("corpus/tokens", "cooccurrence"):
        (results / folder).mkdir(parents=True)
    (results / "cooccurrence" / "meta.json").write_text(json.dumps({"words": 10, "nonzeros": 100}))
    for file in (
        "simplewiki-2021.jsonl.xz",
        results / "corpus/documents.jsonl.gz",
        results / "corpus/documents.parquet",
    ):
        (project.folder / file).touch()
    project.run(sys.executable, "docs/reproduction/kept.py", "unpack", "results/simplewiki-2021")
    options = ["--configfile", "docs/reproduction/repeated.yaml", "--rerun-triggers", "mtime"]
    output = project.snakemake("--dry-run", *options, "--", "figures").stdout
    planned = {line.split()[1].rstrip(":") for line in output.splitlines() if line.startswith(("rule ", "localrule "))}
    assert "retrain" in planned
    assert not planned & {"train_baseline", "score_documents", "targeted_set", "predict_sets", "null"}, output

"""What docs/reproduction keeps of the long run: complete, and free of text."""

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from origins import config
from origins.experiment.measures import retrain_table
from origins.experiment.sets import DocumentSet, all_sets
from origins.files.csvfile import read_csv

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "reproduction"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    subprocess.run([sys.executable, KEPT / "kept.py", "unpack", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def setup():
    return config.resolve(config.load(ROOT / "config.yaml", KEPT / "config.yaml"))["simplewiki-2021"]


def test_the_bias_of_every_baseline_is_that_of_the_kept_vectors(results, setup):
    files = sorted((results / "baseline" / "vectors").glob("*.npz"))
    assert len(files) == setup["glove"]["seeds"]
    measured = retrain_table(files, setup["metrics"]).set_index(["metric", "seed"])["bias"]
    told = read_csv(results / "tables" / "baseline_bias.csv").set_index(["metric", "seed"])["bias"]
    pd.testing.assert_series_equal(measured.sort_index(), told.sort_index(), rtol=1e-8)


def test_every_set_of_the_experiment_is_kept_and_predicted(results, setup):
    wanted = {(family, str(each)) for family, each in all_sets(setup)}
    assert {(path.parent.name, path.stem) for path in results.glob("sets/*/*.txt")} == wanted
    for path in results.glob("sets/*/*.txt"):
        assert len(path.read_text().splitlines()) == DocumentSet.parse(path.stem).size
    for metric in setup["metrics"]:
        predicted = set(read_csv(results / "predictions" / f"{metric}.csv")["set"])
        assert predicted == {name for family, name in wanted if family in (metric, "shared")}


def test_no_text_of_the_corpus_is_kept(results):
    names = {path.name for path in results.rglob("*") if path.is_file()}
    assert not names & {"documents.jsonl.gz", "documents.parquet"}
    assert max(path.stat().st_size for path in results.rglob("*") if path.is_file()) < 2e6

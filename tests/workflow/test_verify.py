"""The manifest of a run, and `snakemake verify`."""

import hashlib
import json

import pandas as pd
import pytest

from origins.files.csvfile import write_csv

pytestmark = pytest.mark.xdist_group("workflow")
RUN = ["--cores", "1", "--configfile", "mine.yaml"]


def sum_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_manifest_says_what_made_every_result(finished):
    results = finished.folder / "results" / "mine"
    manifest = json.loads((results / "manifest.json").read_text())
    assert manifest["settings"]["glove"]["epochs"] == 4
    assert manifest["seeds"]["baselines"] == [1, 2]
    retrains = manifest["seeds"]["retrains"]
    assert set(map(tuple, retrains.values())) == {(1, 2)}
    vectors = (results / "retrains").glob("*/*/*.npz")
    assert retrains.keys() == {str(file.parent.relative_to(results / "retrains")) for file in vectors}
    assert manifest["input"]["mine.jsonl"]["sha256"] == sum_of(finished.folder / "mine.jsonl")
    (machine,) = manifest["machines"]
    assert {"cpu", "system", "python", "numpy", "numba"} <= machine.keys()

    names = set(finished.results()) - {"manifest.json", "settings.yaml"}
    assert set(manifest["results"]) == {name for name in names if "/." not in f"/{name}"}
    for name, entry in manifest["results"].items():
        assert entry["sha256"] == sum_of(results / name)
        assert entry["machine"] == 0, name
    made = manifest["results"]["baseline/embedding-2.npz"]
    assert (made["rule"], made["wildcards"]["seed"]) == ("train_baseline", "2")
    assert manifest["results"]["cooccurrence/counts.npy"]["rule"] == "cooccurrence"
    assert manifest["results"]["retrains/shared/random-2-1/1.npz"]["rule"] == "retrain"


def test_results_are_verified_against_a_reference(finished, tmp_path):
    project = finished.copy(tmp_path / "copy")
    run = project.snakemake(*RUN, "--", "verify", check=False)
    assert run.returncode != 0
    assert "there is no reference for this setup. `snakemake fingerprints` makes these results" in run.stdout
    project.snakemake(*RUN, "--", "fingerprints")
    for _ in range(2):  # it looks again every time
        assert "the same to the last digit" in project.snakemake(*RUN, "--", "verify").stdout

    table = project.folder / "results/mine/tables/correlation.csv"
    frame = pd.read_csv(table)
    frame.loc[0, "rmse"] += 0.125
    write_csv(frame, table)
    run = project.snakemake(*RUN, "--", "verify", check=False)
    assert run.returncode != 0
    assert "tables/correlation.csv: rmse differs by up to 0.125" in run.stdout

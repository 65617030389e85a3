"""What checks intervals and standard errors: off by default, and apart from the experiment."""

import pandas as pd
import pytest

from origins.analysis.intervals import coverage, with_interval
from origins.experiment.calibration import sample

pytestmark = pytest.mark.xdist_group("workflow")


def test_scores_have_the_interval_of_every_document(finished):
    results = finished.folder / "results" / "mine"
    biases = pd.read_csv(results / "tables" / "baseline_bias.csv").set_index("metric")["bias"]
    for name in ("weat1", "ripa1"):
        scores = pd.read_parquet(results / "scores" / f"{name}.parquet")
        expected = with_interval(scores.drop(columns=["delta_low", "delta_high"]), biases[name].to_numpy())
        pd.testing.assert_frame_equal(scores, expected, rtol=1e-6)


def test_single_documents_are_retrained_and_documents_resampled_only_where_this_is_asked_for(finished, tmp_path):
    assert not {"sampled_set", "resample", "calibration"} & finished.planned("--forceall")
    said = finished.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", "intervals", check=False).stdout
    assert "origins: no setup of this run asks for intervals; set perturbation.calibration" in said

    project = finished.copy(tmp_path / "project")
    before = project.results()
    project.configure(perturbation={"calibration": 3, "bootstrap": 2})
    planned = project.planned("--", "intervals", "bootstrap")
    assert planned - {"intervals", "bootstrap"} == {
        "sampled_set", "retrain", "calibration", "resample", "compare_errors", "standard_errors",
    } - ({"standard_errors"} if "tables/standard_errors.csv" in before else set())  # fmt: skip
    project.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", "intervals", "bootstrap")
    after = project.results()
    assert {name for name in before if before[name] != after[name]} <= {"settings.yaml"}

    tables = project.folder / "results" / "mine" / "tables"
    documents = pd.read_csv(tables / "calibration.csv")
    scores = pd.read_parquet(tables.parent / "scores" / "weat1.parquet")
    drawn = scores["id"].iloc[sample([scores["delta_mean"].to_numpy()])["row"].head(3)]
    own = documents.query("metric == 'weat1'").set_index("set")
    assert own["id"].to_dict() == dict(zip(["sampled-1", "sampled-2", "sampled-3"], drawn, strict=True))
    assert (documents["pairs"] == 2).all()
    assert set(documents["metric"]) == {"weat1", "ripa1"}
    pd.testing.assert_frame_equal(
        pd.read_csv(tables / "intervals.csv"), coverage(documents), check_dtype=False, rtol=1e-6
    )

    errors = pd.read_csv(tables / "bootstrap.csv")
    assert errors["metric"].tolist() == ["weat1"]
    resamples = pd.read_csv(tables / "resamples.csv")
    assert resamples["number"].tolist() == [1, 2]
    assert errors.loc[0, "one_seed_std"] == pytest.approx(resamples["bias"].std())
    assert not list((tables.parent / "bootstrap").rglob("cooccurrence"))  # only the vectors are kept
    assert project.planned("--", "intervals", "bootstrap") == set()

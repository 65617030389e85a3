"""A finished run, asked from Python, and a trace that begins with texts."""

import json

import matplotlib
import pandas as pd
import pytest
import yaml
from projects import ROOT, write_corpus

import origins
from origins.files.csvfile import read_csv
from origins.study.trace import look

pytestmark = pytest.mark.xdist_group("workflow")


@pytest.fixture
def study(finished):
    return origins.Study(finished.folder / "results" / "mine")


def members(study, family, name):
    return (study.folder / "sets" / family / f"{name}.txt").read_text().split()


def test_a_study_shows_what_the_workflow_found(study):
    assert study.metrics == ["weat1", "ripa1"]
    assert len(study.corpus) == 80
    table = read_csv(study.folder / "tables" / "baseline_bias.csv").query("metric == 'weat1'")
    assert study.bias["mean"]["weat1"] == pytest.approx(table["bias"].mean())
    errors = study.standard_errors.loc["weat1"]
    assert errors["bias"] == pytest.approx(table["bias"].mean())
    assert errors[["seeds_std", "documents_error", "analytic_error"]].astype(float).gt(0).all()
    ours, papers = study.documents("weat1"), study.documents("weat1", estimator="influence")
    assert ours["delta_mean"].is_monotonic_decreasing and papers["delta_mean"].is_monotonic_decreasing
    assert members(study, "weat1", "decrease-5") == papers["id"].head(5).tolist()
    assert ours["id"].tolist() != papers["id"].tolist()


def test_predictions_and_retrains_are_those_of_the_workflow(study):
    ids = members(study, "weat1", "decrease-5")
    without = study.without(ids)
    predicted = read_csv(study.folder / "predictions" / "weat1.csv")
    expected = predicted.query("estimator == 'relearn' and set == 'decrease-5'").set_index("seed")["bias"]
    assert without.by_seed["predicted"]["weat1"].to_dict() == pytest.approx(expected.to_dict())
    retrains = read_csv(study.folder / "tables" / "retrains.csv")
    measured = retrains.query("family == 'weat1' and set == 'decrease-5'").set_index(["metric", "seed"])["bias"]
    again = without.retrain(threads=1)
    assert again.by_seed["retrained"].to_dict() == pytest.approx(measured.to_dict(), rel=1e-8)  # as the table rounds
    means = again.by_seed.groupby("metric").mean()
    assert again.bias.loc["weat1", "retrained_change"] == pytest.approx(
        (means["retrained"] - means["baseline"])["weat1"]
    )
    assert again.bias["seeds"].tolist() == [2, 2]
    assert without.retrain(1).by_seed.index.tolist() == [("weat1", 1), ("ripa1", 1)]
    study.settings["glove"]["epochs"] += 1  # as if the baselines came from elsewhere
    with pytest.raises(origins.OriginsError, match="the baseline of seed 1 was not trained here with the settings"):
        without.retrain(1)
    study.settings["glove"]["epochs"] -= 1


def test_a_study_measures_its_metrics_in_vectors_of_others(study, finished):
    table = study.pretrained(others=finished.folder / "vectors.txt")
    expected = read_csv(study.folder / "tables" / "pretrained.csv").set_index("metric")["bias"]
    assert table["bias"].xs("others", level="vectors").to_dict() == pytest.approx(expected.to_dict(), rel=1e-8)


def test_a_study_draws_and_copies_its_page(study, tmp_path):
    assert isinstance(study.plot_histogram("weat1"), matplotlib.figure.Figure)
    page = study.report(tmp_path / "page")
    assert page.read_bytes() == (study.folder / "report" / "index.html").read_bytes()
    assert (page.parent / "data").is_dir()


def test_impossible_questions_are_refused_in_a_sentence(study, tmp_path):
    for question, said in (
        (lambda: study.documents("weat2"), "weat2 was not measured in this study; it has weat1, ripa1."),
        (lambda: study.documents("weat1", estimator="sum"), "ranks no documents"),
        (lambda: study.without(["nobody"]), "no document of the corpus has the id 'nobody'"),
        (lambda: study.without([]), "0 of 80 documents cannot be taken away"),
        (lambda: study.without(study.corpus["id"]), "80 of 80 documents cannot be taken away"),
        (lambda: study.without(["d1"]).retrain([3]), "the baselines have the seeds 1 to 2"),
        (lambda: origins.Study(tmp_path), "is not the folder results/<setup> of a run"),
    ):
        with pytest.raises(origins.OriginsError, match=said):
            question()


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """A trace of texts, with as little training as possible."""
    compiled = ROOT / "results" / ".numba"  # shared with the other tests
    folder = tmp_path_factory.mktemp("traced")
    write_corpus(folder / "some.jsonl")
    records = [json.loads(line) for line in (folder / "some.jsonl").open()]
    corpus = origins.Corpus.from_texts(
        [record["text"] for record in records],
        titles=[record["title"] for record in records],
        metadata=pd.DataFrame({"topic": [record["topic"] for record in records]}),
    )
    arguments = {"seeds": 2, "settings": {"glove": {"epochs": 3, "dimension": 4}}, "out": folder / "out", "cores": 2}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ORIGINS_KERNELS", str(compiled))
        yield corpus, arguments, origins.trace(corpus, **arguments)


def test_texts_become_a_page_in_one_call(traced):
    _, _, study = traced
    assert study.metrics[0] == "weat1"  # the only built-in one whose words these texts have
    assert study.corpus["id"].tolist()[:2] == ["1", "2"]
    assert set(study.corpus["topic"]) == {"science", "arts"}
    assert len(study.documents("weat1")) == 80
    assert study.page == study.folder / "trace" / "index.html" and study.page.exists()
    assert study.settings["glove"]["epochs"] == 3
    assert study.standard_errors.index.tolist() == list(study.settings["metrics"])


def test_a_second_trace_computes_nothing(traced):
    corpus, arguments, study = traced
    before = {path: path.stat().st_mtime_ns for path in study.folder.rglob("*") if path.is_file()}
    origins.trace(corpus, **arguments)
    assert {path: path.stat().st_mtime_ns for path in study.folder.rglob("*") if path.is_file()} == before


def test_settings_that_someone_edited_are_kept_and_can_be_run(traced):
    corpus, arguments, study = traced
    file = arguments["out"] / "config.yaml"
    assert yaml.safe_load(file.read_text())["setups"][corpus.name]["glove"]["seeds"] == 2
    written = file.read_text()
    file.write_text(written.replace("seeds: 2", "seeds: 1", 1))
    with pytest.raises(origins.OriginsError, match="has been edited"):
        origins.trace(corpus, **arguments)
    assert origins.trace(file, cores=2).bias["seeds"].tolist() == [1] * len(study.metrics)
    file.write_text(written)


def test_a_new_look_at_the_documents_asks_nothing_of_earlier_results_and_leaves_their_settings(traced):
    corpus, arguments, study = traced
    settings = origins.Study(study.folder).settings
    found = look(corpus.name, corpus.settle(arguments["out"]) | {"drop_duplicates": False}, arguments["out"], cores=2)
    assert len(found.lengths) == 80
    assert origins.Study(study.folder).settings == settings

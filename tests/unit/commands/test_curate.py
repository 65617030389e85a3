"""`origins curate` and `study.curate`: the documents, what retraining without them gives, and what is refused."""

import re

import numpy as np
import pandas as pd
import pytest
from small_run import DOCUMENTS

import origins as library
from origins.cooccurrence.matrix import Cooccurrence
from origins.corpus.id_lists import load_ids
from origins.glove.embedding import Embedding
from origins.glove.trainer import GloVe
from origins.study.curate import Curation
from origins.study.without import Without

CURATE = ("curate", "--setup", "mine", "--metric", "weat1")


@pytest.fixture
def study(results):
    return library.Study(results / "mine")


@pytest.fixture
def trained(study):
    """The study with baselines that were really trained, if briefly."""
    study.settings["glove"]["epochs"] = 15
    X = Cooccurrence.load(study.folder / "cooccurrence")
    training = {name: value for name, value in study.settings["glove"].items() if name != "seeds"}
    for seed, file in study.embeddings.items():
        learned = GloVe(**training, seed=seed, threads=1).fit(X)
        Embedding(
            **vars(learned), seed=seed, settings=training, corpus_fingerprint=X.fingerprint, vocabulary_fingerprint=""
        ).save(file)
    return study


def bias_of(study):
    return np.mean([each.baseline.bias for each in Curation(study, "weat1", 1e-9).estimators])


def nearer(bias, share):
    """A target between a bias and 0."""
    return f"{share * bias:.6f}"


def test_the_target_is_reached_as_predicted(study):
    bias = bias_of(study)
    without = study.curate("weat1", target=0.5 * bias)
    assert abs(without.bias.loc["weat1", "predicted"]) <= abs(0.5 * bias) + 1e-9
    assert 0 < len(without.rows) <= DOCUMENTS // 2


def test_the_command_writes_the_ids_and_reports_what_retraining_gives(origins, trained, monkeypatch):
    monkeypatch.setattr("origins.study.study.config.recall", lambda _: trained.settings)
    target = nearer(bias_of(trained), 0.7)
    code, said = origins(*CURATE, f"--target={target}", "--step", "2", "--out", "ids.txt")
    assert code == 0, said
    rows = load_ids("ids.txt", trained.corpus["id"].tolist())
    expected = Without(trained, rows).retrain(2, threads=1).bias.loc["weat1"]
    found = re.search(
        r"weat1: (\S+) with them, (\S+) without, retrained \(change (\S+) ± (\S+), 2 paired seeds\)", said
    )
    assert found, said
    numbers = expected[["baseline", "retrained", "retrained_change", "retrained_change_std"]]
    np.testing.assert_allclose([float(each) for each in found.groups()], numbers, atol=2e-4)
    assert f"{len(rows)} of {DOCUMENTS} documents" in said
    short = (expected["retrained"] > float(target)) == (expected["baseline"] > float(target))
    assert short == ("falls short" in said)


def test_it_goes_on_where_retraining_falls_short(study, monkeypatch):
    target = 0.6 * bias_of(study)

    def weaker(self, seeds, threads=None, analogies=False):
        table = self.by_seed.loc[["weat1"]]
        measured = table["baseline"] + 0.7 * (table["predicted"] - table["baseline"])
        return Without(self.study, self.rows, self.estimator, measured.to_frame("retrained"), pd.DataFrame())

    monkeypatch.setattr(Without, "retrain", weaker)
    curation = Curation(study, "weat1", target)
    first = curation.choose(step=1)
    assert abs(first.retrain(2).measured("weat1").mean()) > abs(target)
    verified = curation.verified(2, step=1)
    assert abs(verified.measured("weat1").mean()) <= abs(target)
    assert verified.rows[: len(first.rows)].tolist() == first.rows.tolist()
    assert len(curation.verified(2, step=1, rounds=1).rows) == len(first.rows)


def test_what_was_retrained_is_kept_if_no_further_round_can_be_chosen(study, monkeypatch, capsys):
    def useless(self, seeds, threads=None, analogies=False):
        measured = self.by_seed.loc[["weat1"]]["baseline"]
        return Without(self.study, self.rows, self.estimator, measured.to_frame("retrained"), pd.DataFrame())

    monkeypatch.setattr(Without, "retrain", useless)
    bias = bias_of(study)
    curation = Curation(study, "weat1", 0.5 * bias)
    found = curation.verified(2, rounds=30)  # aims further and further
    assert found.measured("weat1").mean() == pytest.approx(bias)
    assert "no set of documents is predicted to take the bias to" in capsys.readouterr().err


def test_one_metric_to_keep_needs_no_list(study):
    assert [limit.name for limit in Curation(study, "weat1", 0.0, "ripa1").limits] == ["ripa1"]


def test_without_retraining_it_only_predicts(origins, study):
    target = nearer(bias_of(study), 0.5)
    code, said = origins(*CURATE, f"--target={target}", "--retrain", "0", "--keep", "ripa1=9")
    assert code == 0, said
    assert "predicted (change" in said
    assert "ripa1 stayed within 9.0000" in said
    assert "Removing documents in the order of their single effects" in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--target", "9"], "in the baselines, and 9 is no nearer to 0; choose a target between the two."),
        (["--target", "nan"], "target: nan cannot be reached; give a number."),
        (["--metric", "weat9"], "--metric weat9: the setup has weat1, ripa1."),
        (["--keep", "weat9"], "--keep weat9: the setup has weat1, ripa1."),
        (["--keep", "ripa1=much"], "--keep ripa1=much: 'much' is not a number"),
        (["--keep", "ripa1=-1"], "--keep ripa1=-1: give a number of 0 or more"),
        (["--keep", "analogies=nan", "--retrain", "2"], "--keep analogies=nan: give a number of 0 or more"),
        (["--keep", "ripa1, weat9"], "--keep weat9: the setup has weat1, ripa1."),
        (["--keep", "weat1"], "keep: weat1 is the metric to change"),
        (["--keep", "analogies", "--retrain", "1"], "--keep analogies: only retraining can tell"),
        (["--retrain", "3"], "--retrain 3: the setup has 2 baselines."),
        (["--step", "0"], "--step 0: remove at least 1 document at a time."),
        (["--estimator", "magic"], "estimator: 'magic' is not known; choose from influence"),
        (["--out", "nowhere/ids.txt"], "nowhere does not exist; create it first."),
        (["--keep", "ripa1=0", "--retrain", "0"], "while keeping ripa1: without 0 documents it is"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(origins, options, sentence):
    code, said = origins(*CURATE, "--retrain", "0", *options)
    assert code == 1, said
    assert said.splitlines()[-1].startswith("origins: ")
    assert sentence in said

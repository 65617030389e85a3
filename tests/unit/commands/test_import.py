"""What the reference C program trained, from its files to scores and predictions."""

import numpy as np
import pandas as pd
import pytest
from small_run import settings

from origins.corpus.tokens import load_vocabulary
from origins.glove.embedding import Embedding
from origins.influence import scoring
from origins.metrics.definitions import KINDS

METRIC = "weat1"


def write_as_the_program(folder, results, seed=2):
    """The files of `glove -binary 1 -save-gradsq 1` for a stored embedding, its vocabulary in another order.

    All numbers are doubles: every word's vector and bias, then every context's.
    """
    stored = Embedding.load(results / f"mine/baseline/embedding-{seed}.npz")
    vocabulary = load_vocabulary(results / "mine/corpus/vocabulary.csv")
    order = np.random.default_rng(5).permutation(len(vocabulary))
    (folder / "vocab.txt").write_text("".join(f"{vocabulary.index[k]} {vocabulary.iloc[k]}\n" for k in order))
    ones = np.ones_like(stored.W), np.ones_like(stored.b)  # of the contexts, which nobody asks for
    parts = {"vectors.bin": (stored.W, stored.b, stored.U, stored.c), "gradsq.bin": (stored.G_W, stored.G_b, *ones)}
    for name, (words, word_biases, contexts, context_biases) in parts.items():
        flat = [x for k in order for x in [*words[k], word_biases[k]]]
        flat += [x for k in order for x in [*contexts[k], context_biases[k]]]
        np.array(flat, dtype="<f8").tofile(folder / name)
    return stored


@pytest.fixture
def program(tmp_path, results):
    return write_as_the_program(tmp_path, results)


FILES = ("vectors.bin", "vocab.txt")
IMPORT = ("import", "--setup", "mine", "--seed", "1")


def scored(results, seed):
    """Scores of all documents and predictions of two sets by every estimator, from one baseline."""
    mine = results / "mine"
    files = mine / "cooccurrence", mine / "corpus/tokens", mine / "corpus/vocabulary.csv"
    setting = scoring.Setting.load(*files, METRIC, settings()["mine"]["metrics"][METRIC])
    embeddings = [mine / f"baseline/embedding-{seed}.npz"]
    table = pd.read_parquet(mine / "corpus/documents.parquet")
    sets = {"one": np.array([3]), "some": np.array([1, 2, 20])}
    predictions = scoring.predict_sets(setting, embeddings, sets).drop(columns="seed")
    return scoring.score_corpus(setting, embeddings, table).scores, predictions


def test_the_whole_way_from_the_programs_files_to_scores_and_predictions(origins, results, program):
    code, said = origins(*IMPORT, "--before-2019", "--gradsq", "gradsq.bin", *FILES)
    assert code == 0, said
    assert "Estimators that can use it: influence, gradient, refit, damped, relearn." in said
    for ours, theirs in zip(scored(results, seed=2), scored(results, seed=1), strict=True):
        pd.testing.assert_frame_equal(theirs, ours)  # the same to the last bit
        assert ours.select_dtypes("number").abs().to_numpy().sum() > 0


def test_without_squared_gradients_it_serves_the_estimators_that_do_not_need_them(origins, results, program, tmp_path):
    code, said = origins(*IMPORT, *FILES)
    assert code == 0, said
    assert "Estimators that can use it: influence, refit, gradient." in said
    (tmp_path / "ids.txt").write_text("d3\nd4\n")
    score = "score", "--setup", "mine", "--documents", "ids.txt", "--estimator"
    for estimator in ("influence", "refit", "gradient"):
        code, said = origins(*score, estimator)
        rows = {line[:6]: line.split()[2:] for line in said.splitlines() if line.startswith("seed ")}
        assert code == 0, said
        assert rows["seed 1"] == rows["seed 2"]
    for estimator in ("damped", "relearn"):
        code, said = origins(*score, estimator)
        assert code == 1
        assert "the baseline of seed 1 has no squared gradients of AdaGrad; import it with --gradsq, or use" in said


def test_settings_come_from_the_options_and_else_are_the_programs(origins, results, program):
    origins(*IMPORT, *FILES)
    path = results / "mine/baseline/embedding-1.npz"
    given = {"x_max": 100.0, "alpha": 0.75, "learning_rate": 0.05, "epochs": 25}
    assert given.items() <= Embedding.load(path).settings.items()
    origins(*IMPORT, "--x-max", "10", "--alpha", "0.5", "--learning-rate", "0.1", "--epochs", "7", *FILES)
    assert {"x_max": 10, "alpha": 0.5, "learning_rate": 0.1, "epochs": 7}.items() <= Embedding.load(
        path
    ).settings.items()


def test_biases_of_the_newer_program_take_the_same_steps(origins, results, program):
    """Its steps g/√G, where G = 1 + Σ g², are ours, η g/√G', with G' = η² G."""
    origins(*IMPORT, "--gradsq", "gradsq.bin", *FILES)
    taken = Embedding.load(results / "mine/baseline/embedding-1.npz")
    np.testing.assert_allclose(1 / np.sqrt(program.G_b), 0.05 / np.sqrt(taken.G_b), rtol=1e-6)
    np.testing.assert_array_equal(taken.G_W, program.G_W)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (("--x-max", "nan"), "--x-max must be a number, not NaN."),
        (("--x-max", "1e300"), "--x-max must be at most 1,000,000,000"),
        (("--alpha", "inf"), "--alpha must be a number, not Infinity."),
        (("--alpha", "7"), "--alpha must be at most 1, not 7.0."),
        (("--learning-rate", "0"), "--learning-rate must be at least 0.0001"),
        (("--epochs", "0"), "--epochs must be at least 1"),
        (("--epochs", str(10**30)), "--epochs must be at most 100,000"),
        (("--epochs", "many"), "argument --epochs: invalid int value: 'many'; see origins import --help."),
        (("--seed", "-1"), "--seed -1: the setup has the seeds 1 to 2."),
        (("--seed", "0"), "--seed 0: the setup has the seeds 1 to 2."),
        (("--seed", "3"), "--seed 3: the setup has the seeds 1 to 2."),
        (("--gradsq", "nowhere.bin"), "nowhere.bin does not exist; give a file"),
        (("--gradsq", "vectors.bin"), "vectors.bin contains numbers that are not positive"),
        (("--gradsq", "vocab.txt"), "vocab.txt has"),
        (("--gradsq", "."), ". is a folder; give a file"),
    ],
)
def test_options_that_do_not_fit_are_refused_and_the_baseline_stays(origins, results, program, option, sentence):
    before = (results / "mine/baseline/embedding-1.npz").read_bytes()
    code, said = origins(*IMPORT, *option, *FILES)
    assert (code, said.count("\n")) == (1, 0)
    assert said.startswith("origins: ")
    assert sentence in said
    assert (results / "mine/baseline/embedding-1.npz").read_bytes() == before


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (np.nan, "vectors.bin contains NaN or infinite numbers"),
        (-np.inf, "vectors.bin contains NaN or infinite numbers"),
        (1e200, "vectors.bin contains numbers up to 1e+200"),
        (2e4, "vectors.bin contains numbers up to 2e+04"),
    ],
)
def test_numbers_that_no_training_gives_are_refused(origins, program, tmp_path, value, sentence):
    numbers = np.fromfile(tmp_path / "vectors.bin")
    numbers[17] = value
    numbers.tofile(tmp_path / "vectors.bin")
    code, said = origins(*IMPORT, *FILES)
    assert code == 1
    assert sentence in said


def test_vectors_of_another_dimension_are_refused(origins, program, tmp_path):
    V = len((tmp_path / "vocab.txt").read_text().splitlines())
    np.full(2 * V * 8, 0.5).tofile(tmp_path / "vectors.bin")
    code, said = origins(*IMPORT, *FILES)
    assert code == 1
    assert "has vectors of 7 dimensions, but the setup's glove.dimension is 4" in said


def test_a_training_that_learned_nothing_is_refused(origins, program, tmp_path):
    np.zeros_like(np.fromfile(tmp_path / "vectors.bin")).tofile(tmp_path / "vectors.bin")
    assert "contains only zeros" in origins(*IMPORT, *FILES)[1]


def test_every_kind_of_metric_can_be_scored_with_an_imported_embedding(origins, program, tmp_path):
    assert "ripa" in KINDS
    origins(*IMPORT, *FILES)
    (tmp_path / "ids.txt").write_text("d3\n")
    score = "score", "--setup", "mine", "--documents", "ids.txt", "--metric", "ripa1", "--estimator", "influence"
    code, said = origins(*score)
    assert code == 0, said
    assert said.startswith("ripa1 without 1 documents")

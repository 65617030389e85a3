import copy
from pathlib import Path

import pytest
import yaml

from origins import config
from origins.errors import OriginsError
from origins.experiment.suitability import check_sizes

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shipped():
    return config.load(ROOT / "config.yaml")


def changed(shipped, key, value):
    """The shipped configuration with one key set (or removed, for None)."""
    mapping = copy.deepcopy(shipped)
    *sections, name = key.split(".")
    section = mapping
    for each in sections:
        section = section.setdefault(each, {})
    section[name] = value
    return mapping


def error_of(mapping):
    with pytest.raises(OriginsError) as error:
        config.resolve(mapping)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_shipped_setup_is_complete(shipped, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nyt_corpus").mkdir()
    given = {"setups": {"simplewiki-2021": {"corpus": {"path": "."}}}}  # its path comes from the command line
    setups = config.resolve(config.merge(shipped, given) | {"run": list(shipped["setups"])})
    assert set(setups) >= {"starter", "wiki", "simplewiki-2021", "nyt"}


def test_a_setup_without_its_path_says_so_when_it_is_run(shipped):
    assert 'setups.simplewiki-2021.corpus of kind jsonl takes "path".' in error_of(shipped | {"run": "simplewiki-2021"})


def test_wiki_and_nyt_have_the_papers_hyper_parameters(shipped, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nyt_corpus").mkdir()
    setups = config.resolve(shipped | {"run": ["wiki", "nyt"]})
    wiki, nyt = setups["wiki"], setups["nyt"]
    assert (wiki["corpus"]["min_tokens"], wiki["corpus"]["max_tokens"]) == (200, 10_000)
    assert (nyt["corpus"]["min_tokens"], nyt["corpus"]["max_tokens"]) == (100, 30_000)
    assert [setup["corpus"]["min_letters"] for setup in (wiki, nyt)] == [2, 1]
    assert [setup["corpus"]["max_letters"] for setup in (wiki, nyt)] == [15, None]
    for setup, dimension, epochs in ((wiki, 75, 300), (nyt, 200, 150)):
        glove = {
            "dimension": dimension,
            "epochs": epochs,
            "learning_rate": 0.05,
            "x_max": 100,
            "alpha": 0.75,
            "seeds": 10,
        }
        assert setup["glove"] == glove
        assert setup["vocabulary"] == {"min_count": 15}
        assert setup["cooccurrence"]["window"] == 8
        assert setup["perturbation"]["retrain_seeds"] == 5
    assert wiki["perturbation"]["sizes"] == [10, 30, 100, 300, 1000]
    assert nyt["perturbation"]["sizes"] == [100, 300, 1000, 3000, 10_000]
    assert [len(wiki["metrics"][name]["S"]) for name in ("weat1", "weat2")] == [8, 25]


def test_a_setup_takes_from_the_defaults_what_it_leaves_out(shipped):
    mapping = changed(shipped, "setups.mine", {"corpus": {"kind": "starter"}, "glove": {"epochs": 7}}) | {"run": "mine"}
    setup = config.resolve(mapping)["mine"]
    assert setup["glove"] == shipped["defaults"]["glove"] | {"epochs": 7}
    assert setup["metrics"] == {name: shipped["metrics"][name] for name in shipped["defaults"]["metrics"]}


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("setups.starter.glove.epohcs", 3, 'setups.starter.glove.epohcs is not a known key. Did you mean "epochs"?'),
        ("setps", {}, 'setps is not a known key. Did you mean "setups"?'),
        ("setups.starter.cooccurrence.window", 0, "setups.starter.cooccurrence.window must be at least 1, not 0."),
        ("setups.starter.cooccurrence.window", "8", 'window must be a whole number, not "8". Numbers inside'),
        ("setups.starter.glove.learning_rate", 0, "glove.learning_rate must be more than 0, not 0."),
        ("setups.starter.glove.alpha", 2, "glove.alpha must be at most 1, not 2."),
        (
            "setups.starter.corpus.kind",
            "json",
            'must be one of starter, wikimedia, wikiextractor, nitf, jsonl, text, not "json".',
        ),
        ("metrics.weat1.S", [], "metrics.weat1.S must have at least 2 entries, not 0."),
        ("metrics.weat1.S", ["he", False], "metrics.weat1.S[1] must be text, not false."),
        (
            "metrics.weat1.S",
            ["he", "New York"],
            'metrics.weat1.S[1] must be one word in lower-case letters, not "New York".',
        ),
        ("metrics.weat1.S", ["he", "he"], 'metrics.weat1.S names "he" twice.'),
        (
            "metrics.weat1.kind",
            "wheat",
            'metrics.weat1.kind must be one of weat, ripa, rnd, mac, not "wheat". Did you mean "weat"?',
        ),
        ("metrics.mine", {"S": ["he", "she"]}, 'metrics.mine needs "kind".'),
        ("metrics.mine", ["he", "she"], 'metrics.mine must be a mapping, not ["he", "she"].'),
        ("metrics.mine", {"kind": "weat"}, 'metrics.mine needs "S".'),
        ("metrics.ripa1.kind", "weat", 'metrics.ripa1 needs "T".'),
        ("metrics.mine", {"kind": "mac", "S": ["he", "she"]}, 'metrics.mine needs "A".'),
        ("metrics.weat1.kind", "rnd", "metrics.weat1.T is not a known key."),
        ("metrics.weat1.kinds", "weat", 'metrics.weat1.kinds is not a known key. Did you mean "kind"?'),
        ("metrics.mac1.B", ["he"], "metrics.mac1.B must have at least 2 entries, not 1."),
        ("setups.starter.metrics", ["weat3"], '"weat3" is not a metric. Did you mean "weat2"?'),
        ("setups.starter.further_metrics", ["mac2"], 'further_metrics: "mac2" is not a metric. Did you mean "mac1"?'),
        ("setups.starter.further_metrics", ["weat1"], "weat1 is one of the metrics already; name it once."),
        ("setups.starter.perturbation.ppmi_sizes", [20], "ppmi_sizes: 20 is not one of the sizes"),
        ("setups.starter.word2vec.epochs", 0, "setups.starter.word2vec.epochs must be at least 1, not 0."),
        ("setups.starter.perturbation.sizes", [10, 0], "perturbation.sizes[1] must be at least 1, not 0."),
        ("setups.starter.corpus.max_tokens", 1, "setups.starter.corpus.min_tokens must be at most max_tokens (1)."),
        ("setups.starter.corpus.max_letters", 1, "corpus.min_letters must be at most max_letters (1)."),
        ("setups.starter.corpus.max_letters", 0, "corpus.max_letters must be at least 1, not 0."),
        ("setups.starter.corpus.path", "x", "setups.starter.corpus of kind starter takes neither path nor url."),
        ("run", "wikki", 'run: "wikki" is not a setup. Did you mean "wiki"?'),
        ("run", [], "run"),
        ("defaults", {}, "setups.starter.vocabulary is missing, and so is defaults.vocabulary."),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence(shipped, tmp_path, monkeypatch, key, value, sentence):
    monkeypatch.chdir(tmp_path)
    assert sentence in error_of(changed(shipped, key, value))


def test_a_corpus_that_is_not_there_is_named_unless_its_results_are(shipped, tmp_path):
    setups = config.resolve(shipped | {"run": ["nyt"]})
    with pytest.raises(OriginsError, match=r"setups.nyt.corpus.path: nyt_corpus does not exist; give the path"):
        config.check_sources(setups, tmp_path)
    (tmp_path / "nyt" / "corpus").mkdir(parents=True)
    (tmp_path / "nyt" / "corpus" / "summary.json").write_text("{}")
    config.check_sources(setups, tmp_path)


def test_a_set_that_leaves_nothing_of_the_corpus_is_refused():
    with pytest.raises(
        OriginsError, match=r"setups.mine.perturbation.sizes: a set of 200 documents leaves nothing of .* has 200"
    ):
        check_sizes("setups.mine", {"sizes": [10, 200], "random_sizes": None}, documents=200)
    with pytest.raises(OriginsError, match=r"perturbation.single_random: the corpus has only 200 documents"):
        check_sizes("setups.mine", {"sizes": [199], "single_random": 201}, documents=200)
    check_sizes("setups.mine", {"sizes": [10, 199], "random_sizes": [199], "single_random": 200}, documents=200)


def test_a_file_of_ones_own_is_merged_over_the_shipped_one(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text("run: [mine]\nsetups: {mine: {corpus: {kind: starter}}}\n")
    merged = config.load(ROOT / "config.yaml", mine)
    assert merged["run"] == ["mine"]
    assert set(merged["setups"]) == {"mine", *yaml.safe_load((ROOT / "config.yaml").read_text())["setups"]}


def test_a_file_that_is_not_yaml_is_named(tmp_path):
    (tmp_path / "mine.yaml").write_text("run: [mine\n")
    with pytest.raises(OriginsError, match=r"mine.yaml: not valid YAML"):
        config.load(tmp_path / "mine.yaml")

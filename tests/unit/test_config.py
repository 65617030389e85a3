import copy
import os
from datetime import date
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
        ("setups.starter.glove.learning_rate", 0, "glove.learning_rate must be at least 0.0001, not 0."),
        ("setups.starter.glove.alpha", 2, "glove.alpha must be at most 1, not 2."),
        (
            "setups.starter.corpus.kind",
            "json",
            'must be one of csv, tsv, parquet, jsonl, text, wikiextractor, wikimedia, nitf, starter, not "json".',
        ),
        (
            "setups.starter.lds",
            {"left_out": [0.05]},
            "setups.starter.lds.left_out[0] must be a whole number, not 0.05.",
        ),
        ("setups.starter.lds", {"subsets": 5, "seeds": 6}, "setups.starter.lds.seeds must be at most glove.seeds (5)."),
        ("setups.starter.pretrained", "glove.txt", 'setups.starter.pretrained must be a mapping, not "glove.txt".'),
        ("metrics.weat1.S", [], "metrics.weat1.S must have at least 2 entries, not 0."),
        ("metrics.weat1.S", ["he", False], "metrics.weat1.S[1] must be text, not false."),
        (
            "metrics.weat1.S",
            ["he", "New York"],
            'metrics.weat1.S[1]: "New York" can never be a token: as text it becomes new, york. Change the word, or',
        ),
        ("metrics.weat1.S", ["he", "He"], '"He" can never be a token: as text it becomes he.'),
        ("metrics.weat1.S", ["he", "x"], '"x" can never be a token: it has fewer letters than corpus.min_letters (2).'),
        ("metrics.weat1.S", ["he", "Ñandú"], '"Ñandú" can never be a token: as text it becomes ñandú.'),
        ("metrics.weat1.S", ["he", "he"], 'metrics.weat1.S names "he" twice.'),
        ("setups.starter.corpus.tokenizer", "spaces", 'corpus.tokenizer must be one of letters, whitespace, not "sp'),
        ("setups.starter.corpus.fields", {"body": "text"}, "setups.starter.corpus.fields.body is not a known key."),
        ("setups.starter.corpus.fields", {"text": "body"}, "setups.starter.corpus.fields is for csv, tsv, parquet, j"),
        ("setups.starter.corpus.metadata", "a.csv", "setups.starter.corpus.metadata is for folders of text, not for"),
        (
            "metrics.weat1.kind",
            "wheat",
            'metrics.weat1.kind must be one of weat, ripa, rnd, mac, ect, rnsb, not "wheat". Did you mean "weat"?',
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
        ("setups.starter.metrics", ["shared"], 'starter.metrics: "shared" is the name of a folder; choose another.'),
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
        (
            "defaults",
            {},
            "setups.starter.corpus.fields is missing, and so is defaults.corpus.fields.",
        ),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence(shipped, tmp_path, monkeypatch, key, value, sentence):
    monkeypatch.chdir(tmp_path)
    assert sentence in error_of(changed(shipped, key, value))


def test_the_kind_of_a_corpus_is_told_from_its_path(shipped, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def setup(**corpus):
        return config.resolve(changed(shipped, "setups.mine", {"corpus": corpus}) | {"run": "mine"})["mine"]

    assert setup(path="mine.csv.gz")["corpus"]["kind"] == "csv"
    assert setup(path="mine.csv", kind="tsv")["corpus"]["kind"] == "tsv"
    with pytest.raises(OriginsError, match=r"setups.mine.corpus.path: gone: does not exist. Check the path, or give"):
        setup(path="gone")
    with pytest.raises(OriginsError, match=r"setups.mine.corpus.path: x+: cannot be used \(File name too long\)"):
        setup(path="x" * 300)
    with pytest.raises(OriginsError, match=r'setups.mine.corpus needs "path" or "kind"'):
        setup()


def test_dates_are_text_as_snakemake_too_reads_them(shipped):
    groups = {"old": {"date": date(2017, 2, 7)}, "some": {"date": [date(2017, 2, 8)]}}
    mapping = config.without_dates(changed(shipped, "setups.starter.perturbation", {"groups": groups}))
    groups = config.resolve(mapping)["starter"]["perturbation"]["groups"]
    assert groups == {"old": {"date": "2017-02-07"}, "some": {"date": ["2017-02-08"]}}


@pytest.mark.parametrize("prefix", ["relearn", "fit", "ways", "answers"])
def test_metrics_that_would_share_files_are_refused(shipped, prefix):
    mapping = changed(shipped, f"metrics.{prefix}_weat1", shipped["metrics"]["weat1"])
    mapping["setups"]["starter"]["further_metrics"] = [f"{prefix}_weat1"]
    assert f'"{prefix}_weat1" and "weat1" would share files' in error_of(mapping)


def test_words_are_those_that_the_tokenizer_of_the_setup_makes(shipped):
    names = {"kind": "weat", "S": ["Адам", "New_York"], "T": ["我", "她"], "A": ["he", "his"], "B": ["she", "her"]}
    mapping = shipped | {"metrics": shipped["metrics"] | {"names": names}}
    corpus = {"kind": "starter", "tokenizer": "whitespace", "min_letters": None, "max_letters": None}
    mapping = changed(mapping, "setups.mine", {"corpus": corpus, "metrics": ["names"]}) | {"run": "mine"}
    assert config.resolve(mapping)["mine"]["metrics"]["names"] == names
    assert '"我" can never be a token' in error_of(changed(mapping, "setups.mine.corpus.min_letters", 2))
    assert '"Адам" can never be a token' in error_of(changed(mapping, "setups.mine.corpus.tokenizer", "letters"))


def test_a_corpus_that_is_not_there_is_named_unless_its_results_are(shipped, tmp_path):
    setups = config.resolve(shipped | {"run": ["nyt"]})
    with pytest.raises(OriginsError, match=r"setups.nyt.corpus.path: nyt_corpus does not exist; give the path"):
        config.check_sources(setups, tmp_path)
    (tmp_path / "nyt" / "corpus").mkdir(parents=True)
    (tmp_path / "nyt" / "corpus" / "summary.json").write_text("{}")
    config.check_sources(setups, tmp_path)
    config.remember(setups, tmp_path)
    config.check_sources(setups, tmp_path)
    setups["nyt"]["corpus"]["path"] = "nyt_copus"  # not what the results were made from
    with pytest.raises(OriginsError, match=r"nyt_copus does not exist"):
        config.check_sources(setups, tmp_path)


def test_vectors_of_others_that_are_not_there_are_named(shipped, tmp_path):
    missing = str(tmp_path / "glove.txt")
    setups = config.resolve(changed(shipped, "setups.starter.pretrained", {"glove.6B": missing}))
    with pytest.raises(OriginsError, match=r"setups.starter.pretrained.glove.6B: .*glove.txt does not exist; give"):
        config.check_sources(setups, tmp_path)
    (tmp_path / "glove.txt").touch()
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


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("setups.starter.glove.alpha", float("nan"), "setups.starter.glove.alpha must be a number, not NaN."),
        ("setups.starter.glove.x_max", float("inf"), "setups.starter.glove.x_max must be a number, not Infinity."),
        ("setups.starter.glove.learning_rate", float("nan"), "glove.learning_rate must be a number, not NaN."),
        ("setups.starter.glove.learning_rate", 1e300, "glove.learning_rate must be at most 10, not 1e+300."),
        ("setups.starter.glove.seeds", 10**30, "setups.starter.glove.seeds must be at most 1,000, not 1000000"),
        ("setups.starter.glove.seeds", 3.0, "setups.starter.glove.seeds must be a whole number, not 3.0."),
        ("setups.starter.glove.seeds", True, "setups.starter.glove.seeds must be a whole number, not true."),
        ("setups.starter.glove.epochs", 10**30, "setups.starter.glove.epochs must be at most 100,000, not 1000000"),
        ("setups.starter.perturbation.sizes", [2**63], "perturbation.sizes[0] must be at most 100,000,000"),
        ("setups.starter.perturbation.sizes", list(range(1, 200)), "sizes must have at most 100 entries, not 199."),
        ("setups.starter.perturbation.random_sizes", [3, 3], "perturbation.random_sizes names 3 twice."),
        ("setups.starter.curation", {"metrics": ["rnd9"]}, 'curation.metrics: "rnd9" is not a metric of this setup.'),
        ("setups.starter.curation", {"metrics": ["weat1"], "seeds": 9}, "seeds must be at most glove.seeds (5)"),
        ("metrics.weat1.T", "S", "metrics.weat1: S and T are the same words"),
        ("metrics.ripa1.B", "A", "metrics.ripa1: A and B are the same words"),
        ("metrics.weat1.S", ["he", "Привет"], '"Привет" can never be a token: as text it becomes привет.'),
        ("metrics.weat1.S", ["he", "É"], '"É" can never be a token: as text it becomes é.'),
        ("metrics.weat1.S", ["he", "_x"], "metrics.weat1.S[1]: "),
        ("metrics.weat1.S", ["he", "a_b\n"], "metrics.weat1.S[1]: "),
        ("metrics.weat1.S", ["he", "she\n"], '"she\\n" can never be a token: as text it becomes she.'),
        ("metrics.weat1.S", ["he", "incomprehensibilities"], "it has more letters than corpus.max_letters (15)."),
        ("setups", {"mine\n": {}}, 'setups: the name "mine\\n" must be at most 60 letters from a to z'),
        ("setups", {"x" * 300: {}}, "must be at most 60 letters from a to z, digits, - and _"),
        ("setups", {1: {}}, "setups: the name 1 must be at most 60 letters"),
        ("metrics", {"../x": {}}, 'metrics: the name "../x" must be at most 60 letters'),
        ("run", "starter,starter", 'run names "starter" twice.'),
        ("run", ["starter", "starter"], 'run names "starter" twice.'),
        ("run", "starter,", 'run: "" is not a setup.'),
        ("run", 5, "run must be text or a list, not 5."),
        (
            "setups.wiki.corpus.url",
            "file:///etc/passwd",
            "corpus.url must be the http:// or https:// address of a dump (.xml, .bz2 or .gz), without blanks",
        ),
        ("setups.wiki.corpus.url", "https://x.org/dump.zip", "corpus.url must be the http:// or https:// address of a"),
        ("setups.wiki.corpus.sha1", "0" * 40 + "\n", "corpus.sha1 must be 40 hexadecimal digits in lower case"),
        ("setups.wiki.corpus.path", "", "setups.wiki.corpus.path must not be empty."),
        ("setups.starter.glove", {"x\ny" * 99: 1}, "is not a known key."),
    ],
)
def test_nonsense_is_refused_with_the_key_and_the_bound(shipped, key, value, sentence):
    if value in ("S", "A"):  # the set of that name
        value = list(reversed(shipped["metrics"][key.split(".")[1]][value]))
    error = error_of(changed(shipped, key, value))
    assert sentence in error
    assert len(error) < 300


def test_every_number_of_the_schema_has_bounds():
    """Also those that are added later."""

    def unbounded(node, path=""):
        if isinstance(node, dict):
            types = node.get("type", [])
            if {"integer", "number"} & set([types] if isinstance(types, str) else types) and not {
                "minimum",
                "maximum",
            } <= set(node):
                yield path
            if "array" in types and "maxItems" not in node and "enum" not in node.get("items", {}):
                yield path
            for key, branch in node.items():
                yield from unbounded(branch, f"{path}.{key}")

    assert list(unbounded(yaml.safe_load(config.SCHEMA.read_text()))) == []


def test_words_with_a_line_below_are_tokens_where_no_longest_token_is_set(shipped):
    """As gensim.utils.tokenize makes them, which the New York Times setup uses."""
    mapping = changed(shipped, "metrics.weat1.S", ["_x", "a_b"]) | {"run": ["nyt"]}
    config.resolve(mapping)
    assert '"_x" can never be a token: it begins with _.' in error_of(mapping | {"run": ["starter"]})


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere.jsonl", "does not exist"),
        ("a{x}.jsonl", "contains braces or control characters"),
        ("a\nb.jsonl", "contains braces or control characters"),
        ("x" * 300, r"cannot be read \(File name too long\)"),
        ("loop", r"cannot be read \(Too many levels of symbolic links\)"),
        ("pipe", "is neither a file nor a folder"),
        ("/dev/zero", "is neither a file nor a folder"),
        ("file/x", "does not exist"),
    ],
)
def test_a_path_that_is_no_corpus_is_refused_before_anything_runs(shipped, tmp_path, monkeypatch, path, reason):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("")
    (tmp_path / "a{x}.jsonl").write_text("")
    mapping = changed(shipped, "setups.mine", {"corpus": {"kind": "jsonl", "path": path}}) | {"run": ["mine"]}
    with pytest.raises(OriginsError, match=rf"setups.mine.corpus.path: .* {reason}.*; give the path of your corpus\."):
        config.check_sources(config.resolve(mapping), tmp_path / "results")


def test_keys_that_occur_twice_and_anchors_in_themselves_are_refused(tmp_path):
    for text, sentence in (
        ("setups: {mine: {glove: {epochs: 1, epochs: 2}}}\n", 'the key "epochs" is already on line 1'),
        ("setups: &a {mine: *a}\n", "the anchor contains itself"),
    ):
        (tmp_path / "mine.yaml").write_text(text)
        with pytest.raises(OriginsError, match=sentence):
            config.load(config.DEFAULT, tmp_path / "mine.yaml")

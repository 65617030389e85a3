import json

import pandas as pd
import pytest

from origins import Corpus
from origins.errors import OriginsError
from origins.study.corpus import setup_name


def test_texts_are_written_once_as_json_lines(tmp_path):
    table = pd.DataFrame({"year": [1999, None], "when": pd.to_datetime(["2020-01-02", "2020-01-03"])})
    corpus = Corpus.from_texts(["One İ", "two\nlines"], titles=["a", "b"], ids=["x", "y"], metadata=table)
    settings = corpus.settle(tmp_path)
    path = tmp_path / "corpus.jsonl"
    assert settings == {"kind": "jsonl", "path": str(path)}
    first, second = (json.loads(line) for line in path.open())
    assert first == {"text": "One İ", "title": "a", "id": "x", "year": 1999, "when": "2020-01-02 00:00:00"}
    assert second["text"] == "two\nlines" and second["year"] is None
    before = path.stat().st_mtime_ns
    corpus.settle(tmp_path)
    assert path.stat().st_mtime_ns == before


def test_the_starter_corpus_does_not_get_the_settings_of_the_setup():
    assert Corpus.starter().name == "starter-corpus"


def test_the_name_of_texts_changes_with_them():
    one, same, other = Corpus.from_texts(["a", "b"]), Corpus.from_texts(["a", "b"]), Corpus.from_texts(["a", "c"])
    assert one.name == same.name != other.name


def test_a_file_tells_its_kind_and_gives_the_name(tmp_path):
    path = tmp_path / "My Reviews (2020).csv.gz"
    with pytest.raises(OriginsError, match="does not exist; give the path of your corpus"):
        Corpus.from_file(path)
    pd.DataFrame({"body": ["x"]}).to_csv(path)
    corpus = Corpus.from_file(path, fields={"text": "body"}, tokenizer="whitespace")
    assert corpus.name == "my-reviews-2020"
    assert corpus.settings == {
        "kind": "csv", "path": str(path), "fields": {"text": "body"}, "tokenizer": "whitespace",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name"),
    [("Ünder_Score", "nder-score"), ("新闻", "corpus-5118da"), ("x" * 300, "x" * 40), ("wiki", "wiki-corpus")],
)
def test_every_file_gives_a_name_that_a_setup_can_have(text, name):
    assert setup_name(text) == name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"texts": []}, "texts: there is none"),
        ({"texts": ["a", None]}, r"texts\[1\] is NoneType, not str"),
        ({"texts": ["a", "b"], "titles": ["x"]}, "title: there are 1 for 2 texts"),
        ({"texts": ["a"], "metadata": pd.DataFrame({"text": ["b"]})}, "the column text has an argument of its own"),
        ({"texts": ["a", "\ud800"]}, r"texts\[1\] or its metadata has an unpaired surrogate"),
        ({"texts": ["a"], "metadata": pd.DataFrame([[1, 2]], columns=["y", "y"])}, "the column y occurs twice"),
        ({"texts": ["a"], "metadata": pd.DataFrame({"year": [1, 2]})}, "year: there are 2 for 1 texts"),
    ],
)
def test_texts_that_do_not_fit_are_refused(arguments, said):
    with pytest.raises(OriginsError, match=said):
        Corpus.from_texts(**arguments)

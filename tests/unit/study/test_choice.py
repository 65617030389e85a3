from collections import Counter

import numpy as np
import pytest
import yaml

from origins.errors import OriginsError
from origins.study.choice import as_config, choose
from origins.study.survey import Survey

LIBRARY = {
    "weat1": {"kind": "weat", "S": ["a", "b"], "T": ["c", "d"], "A": ["e", "f"], "B": ["g", "h"]},
    "other": {"kind": "weat", "S": ["a", "b"], "T": ["c", "d"], "A": ["e", "f"], "B": ["i", "j", "k", "l"]},
}


def corpus(documents=1000, length=100, words="abcdefgh", count=50):
    return Survey(np.full(documents, length), Counter(dict.fromkeys(words, count)))


def values(choices):
    return {".".join(filter(None, choice[:2])): choice.value for choice in choices}


def test_the_size_of_the_corpus_decides():
    small, middle, large = (values(choose({}, corpus(documents), LIBRARY)) for documents in (9_000, 20_000, 500_000))
    assert [each["vocabulary.min_count"] for each in (small, middle, large)] == [5, 15, 15]
    assert [each["glove.dimension"] for each in (small, middle, large)] == [50, 75, 200]
    assert [each["glove.epochs"] for each in (small, middle, large)] == [100, 60, 30]
    assert [each["perturbation.sizes"] for each in (small, middle, large)] == [[30, 100], [100, 300], [1000, 3000]]


def test_short_documents_are_kept_where_they_are_many():
    lengths = np.array([8] * 200 + [100] * 800)
    assert values(choose({}, corpus()._replace(lengths=lengths), LIBRARY))["corpus.min_tokens"] == 5
    lengths[:110] = 100
    assert values(choose({}, corpus()._replace(lengths=lengths), LIBRARY))["corpus.min_tokens"] == 20


def test_no_document_is_left_out_for_its_length():
    survey = corpus()._replace(lengths=np.array([100] * 999 + [20_000]))
    (chosen,) = (choice for choice in choose({}, survey, LIBRARY) if choice.key == "max_tokens")
    assert chosen.value == 20_000 and chosen.reason == "the longest document has 20,000"
    assert values(choose({}, corpus(), LIBRARY))["corpus.max_tokens"] == 10_000


def test_sets_have_the_sizes_of_documents_not_of_their_texts():
    units = np.arange(4_000) % 400
    assert values(choose({}, corpus(4_000), LIBRARY))["perturbation.sizes"] == [30, 100]
    assert values(choose({}, corpus(4_000)._replace(units=units), LIBRARY))["perturbation.sizes"] == [3, 10]


def test_what_was_given_is_kept_and_has_no_reason():
    given = {"glove": {"epochs": 7, "alpha": 0.5}, "vocabulary": {"min_count": 51}}
    with pytest.raises(OriginsError, match="none of the built-in metrics has enough of its words"):
        choose(given, corpus(), LIBRARY)
    given["vocabulary"]["min_count"] = 50
    choices = choose(given, corpus(), LIBRARY, seeds=2)
    chosen = values(choices)
    assert (chosen["glove.epochs"], chosen["glove.alpha"], chosen["glove.seeds"]) == (7, 0.5, 2)
    assert {choice.reason for choice in choices if choice.key in ("epochs", "alpha", "seeds")} == {""}


def test_metrics_are_those_whose_words_are_there():
    assert values(choose({}, corpus(), LIBRARY))["metrics"] == ["weat1"]
    assert values(choose({}, corpus(words="abcdefghijkl"), LIBRARY))["metrics"] == ["weat1"]  # asked first
    others = {"other": LIBRARY["other"], "third": LIBRARY["weat1"]}
    assert values(choose({}, corpus(words="abcdefghijkl"), others))["metrics"] == ["other", "third"]
    assert values(choose({}, corpus(words="abcdefghij"), LIBRARY, ["other"]))["metrics"] == ["other"]
    with pytest.raises(OriginsError, match=r"weat3 is not a built-in metric\. Did you mean \"weat1\"\?"):
        choose({}, corpus(), LIBRARY, ["weat3"])
    with pytest.raises(OriginsError, match=r"metrics\.other\.B has no word in the vocabulary"):
        choose({}, corpus(), LIBRARY, ["other"])
    with pytest.raises(OriginsError, match="no tokens"):
        choose({}, corpus(length=0), LIBRARY)


def test_without_a_metric_that_is_covered_well_the_best_is_taken_if_half_of_its_words_are_there():
    large = {"large": {"kind": "weat", "S": list("abcd"), "T": list("efgh"), "A": list("ijkl"), "B": list("mnop")}}
    (best,) = (choice for choice in choose({}, corpus(words="abcefijmn"), large) if choice.key == "metrics")
    assert best.value == ["large"] and best.reason == "covered best: 9 of its 16 words occur often enough"
    large["large"]["B"] += ["q", "r", "s"]
    with pytest.raises(OriginsError, match="none of the built-in metrics has enough of its words"):
        choose({}, corpus(words="abcefijmn"), large)


@pytest.mark.parametrize("name", ["2024", "no", "null", "1e3", "mine"])
def test_a_name_stays_a_name_in_the_file(name):
    config = yaml.safe_load(as_config(name, choose({}, corpus(), LIBRARY), {name: LIBRARY["weat1"]}))
    assert list(config["metrics"]) == [name]
    assert config["run"] == [name]
    assert list(config["setups"]) == [name]


def test_the_file_has_every_choice_and_its_reason():
    given = {"corpus": {"kind": "csv", "path": 'odd "name" # 1.csv'}}
    choices = choose(given, corpus(), LIBRARY)
    text = as_config("mine", choices, {"own": LIBRARY["weat1"]})
    config = yaml.safe_load(text)
    assert config["run"] == ["mine"] and config["metrics"] == {"own": LIBRARY["weat1"]}
    setup = config["setups"]["mine"]
    assert setup["corpus"]["path"] == 'odd "name" # 1.csv'
    for choice in choices:
        assert (setup[choice.section] if choice.section else setup)[choice.key] == choice.value
        assert choice.reason in text

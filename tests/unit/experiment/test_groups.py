import numpy as np
import pandas as pd
import pytest

from origins.errors import OriginsError
from origins.experiment import sets
from origins.experiment.groups import group
from origins.experiment.sets import DocumentSet

DOCUMENTS = pd.DataFrame(
    {
        "id": list("abcdef"),
        "gender": ["female", "male", "female", None, "male", "female"],
        "age": [17.0, 17.0, 25.0, np.nan, 33.0, 17.0],  # as whole numbers become where one is missing
        "checked": [True, False, False, False, False, False],
    }
)


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ({"gender": "female"}, [0, 2, 5]),
        ({"gender": "female", "age": 17}, [0, 5]),
        ({"age": ["17", 33]}, [0, 1, 4, 5]),
        ({"checked": True}, [0]),
        ({"gender": ["female", "male"], "age": 25}, [2]),
    ],
)
def test_a_group_has_the_documents_with_every_value(where, rows):
    assert group("mine", DOCUMENTS, where).tolist() == rows


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ({"sex": "female"}, "no document has the field 'sex'; found gender, age, checked"),
        ({"gender": "woman"}, "no document has such a 'gender'; found female, male\\.$"),
        ({"gender": "fem"}, "no document has such a 'gender'"),  # not by a part of the value
        ({"gender": "male", "age": 25}, "no document is in this group"),
    ],
)
def test_a_group_that_cannot_be_removed_is_refused_by_name(where, words):
    with pytest.raises(OriginsError, match=f"perturbation.groups.mine: {words}"):
        group("mine", DOCUMENTS, where)


@pytest.mark.parametrize(("has", "given"), [("17.0", 17), ("17", 17.0), ("17.0", "17"), ("True", True), ("true", True)])
def test_values_match_however_a_table_writes_them(has, given):
    documents = pd.DataFrame({"id": ["a", "b"], "field": [has, "other"]})
    assert group("mine", documents, {"field": given}).tolist() == [0]


def test_the_whole_corpus_is_no_group():
    with pytest.raises(OriginsError, match="each of the 3 documents is in this group"):
        group("women", DOCUMENTS.query("gender == 'female'").reset_index(drop=True), {"gender": "female"})


@pytest.mark.parametrize("name", ["women", "Men_2", "decrease-10", "a-b-3"])
def test_a_group_is_parsed_from_its_name_and_printed_as_it(name):
    chosen = DocumentSet.parse(f"group-{name}")
    assert (str(chosen), chosen.kind, chosen.direction) == (f"group-{name}", "group", name)


def test_groups_are_retrained_as_other_sets_but_are_none_of_the_papers(starter):
    perturbation = starter["perturbation"] | {"groups": {"women": {"gender": "female"}}, "retrain_seeds": 4}
    setup = starter | {"perturbation": perturbation}
    assert [(family, str(each)) for family, each in sets.group_sets(setup)] == [("shared", "group-women")]
    assert all(each.kind != "group" for _, each in sets.all_sets(setup))
    assert sets.retrains(setup, "shared", DocumentSet.parse("group-women")) == 4


@pytest.fixture
def starter():
    from origins import config

    return config.resolve(config.load(config.DEFAULT))["starter"]

import pytest

from origins.errors import OriginsError
from origins.experiment import sets
from origins.experiment.sets import DocumentSet

SETTINGS = {
    "rankings": ["influence", "relearn", "ppmi"],
    "sizes": [1, 2],
    "random_sets": 2,
    "random_sizes": None,
    "single_documents": 1,
    "single_random": 2,
    "retrain_seeds": 3,
    "single_seeds": None,
    "ppmi_metrics": None,
    "ppmi_sizes": [2],
    "ppmi_seeds": 5,
}
METRICS = {"weat1": {"kind": "weat"}, "weat2": {"kind": "weat"}, "ripa1": {"kind": "ripa"}}


def experiment(**changed):
    return {"metrics": METRICS, "perturbation": SETTINGS | changed}


def names(chosen):
    return [f"{family} {each}" for family, each in chosen]


def test_every_set_of_an_experiment_has_a_name_of_its_own_that_parses_to_it():
    found = list(sets.all_sets(experiment()))
    assert len(set(names(found))) == len(found) == 3 * (4 + 4 + 2) + 2 * 2 + (4 + 2)
    for _, each in found:
        assert DocumentSet.parse(str(each)) == each
    kinds = {(each.kind, each.size) for _, each in found}
    assert kinds == {
        *((kind, size) for kind in ("decrease", "increase", "relearn", "random") for size in (1, 2)),
        *(("single", 1), ("ppmi", 2)),
    }
    assert {family for family, each in found if each.chosen_by == "ppmi"} == {"weat1", "weat2"}  # WEAT only
    assert list(map(str, sets.random(SETTINGS | {"random_sizes": [7]}))) == ["random-7-1", "random-7-2"]


def test_one_setting_says_which_rankings_choose_sets_and_single_documents_are_always_those_of_relearn():
    found = [each for _, each in sets.all_sets(experiment(rankings=["influence"]))]
    assert {each.chosen_by for each in found if not each.single} == {"influence", "random"}
    assert {each.chosen_by for each in found if each.single} == {"relearn", "random"}
    only = sets.all_sets(experiment(ppmi_metrics=["weat2"]))
    assert {family for family, each in only if each.chosen_by == "ppmi"} == {"weat2"}


def test_the_papers_targeted_sets_are_those_whose_transfer_is_measured():
    assert names(sets.transfer_sets(experiment()))[:4] == [
        "weat1 decrease-1",
        "weat1 increase-1",
        "weat1 decrease-2",
        "weat1 increase-2",
    ]
    assert {each.chosen_by for _, each in sets.transfer_sets(experiment())} == {"influence"}


def test_subsets_are_no_sets_of_the_experiment_and_have_their_own_number_of_retrains():
    setup = experiment() | {"lds": {"subsets": 2, "left_out": [5, 50], "seeds": 7}}
    wanted = ["leftout-5-1", "leftout-5-2", "leftout-50-1", "leftout-50-2"]
    assert names(sets.left_out_sets(setup)) == [f"shared {name}" for name in wanted]
    assert not {name for name in names(sets.all_sets(setup)) if "leftout" in name}
    assert {sets.retrains(setup, family, each) for family, each in sets.left_out_sets(setup)} == {7}
    assert not list(sets.left_out_sets(setup | {"lds": {"subsets": 0, "left_out": [5], "seeds": 7}}))


def retrains(*chosen, **changed):
    return [sets.retrains(experiment(**changed), "weat1", DocumentSet.parse(name)) for name in chosen]


def test_sets_that_are_compared_with_ppmi_are_retrained_as_often_as_its_own():
    chosen = ["ppmi-increase-2", "increase-2", "increase-1", "single-increase-2", "relearn-increase-2"]
    assert retrains(*chosen) == [5, 5, 3, 3, 3]
    assert retrains("increase-2", ppmi_seeds=1) == [3]
    assert retrains("increase-2", ppmi_metrics=["weat2"]) == retrains("increase-2", rankings=["influence"]) == [3]
    assert retrains(*chosen, ppmi_sizes=None, ppmi_seeds=None) == [3] * 5
    same = SETTINGS | {"ppmi_sizes": None}
    assert [str(each) for each in sets.targeted(same, "ppmi")] == [f"ppmi-{each}" for each in sets.targeted(same)]


def test_single_documents_may_have_fewer_retrains():
    assert retrains("single-increase-1", "single-random-1", "increase-1", single_seeds=1) == [1, 1, 3]


def test_seeds_are_cut_into_jobs_without_losing_one():
    assert sets.batches(5, 2) == {1: [1, 2], 2: [3, 4], 3: [5]}


@pytest.mark.parametrize(
    "name",
    ["", "decrease", "decrease-", "decrease-0", "decrease-01", "decrease-10 ", "worst-10", "random-10", "ppmi-10",
     "random-10-1-2", "random-9-0", "single-1", "single-increase", "single-increase-0", "ppmi-random-9",
     "influence-decrease-9", "leftout-5", "leftout-0-1", "leftout-100-1", "leftout-5-0"],
)  # fmt: skip
def test_a_name_that_is_no_set_is_refused(name):
    with pytest.raises(OriginsError, match="is not the name of a perturbation set"):
        DocumentSet.parse(name)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.experiment import sets
from origins.experiment.calibration import CALIBRATE, REST, STRATA, TEST, ranks, sample, strata
from origins.experiment.sets import DocumentSet


def deltas(documents=3000, metrics=2):
    rng = np.random.default_rng(0)
    return [rng.standard_t(3, documents) for _ in range(metrics)]


def test_documents_are_ranked_by_the_size_of_delta_equal_ones_in_order():
    assert ranks(np.array([0.1, -0.5, 0.5, 0.0])).tolist() == [3, 1, 2, 4]
    assert strata(np.array([1, 20, 21, 100, 101, 500, 501])).tolist() == [
        *["top 20"] * 2, *["top 100"] * 2, *["top 500"] * 2, REST,
    ]  # fmt: skip


def test_a_document_belongs_to_the_stratum_of_its_best_rank_by_any_metric():
    both = deltas()
    drawn = sample(both).set_index("row")["stratum"].sort_index()
    best = np.minimum(ranks(both[0]), ranks(both[1]))
    for stratum, last in STRATA.items():
        assert drawn[best == last].eq(stratum).all()
    assert drawn[int(np.argmax(np.abs(both[1])))] == "top 20"


@given(number=st.integers(1, 400))
def test_any_number_of_draws_has_as_many_of_every_stratum_and_half_of_each_tests(number):
    drawn = sample(deltas()).head(number)
    counts = drawn["stratum"].value_counts().reindex([*STRATA, REST], fill_value=0)
    full = np.array([len(sample(deltas()).query("stratum == @name")) for name in counts.index])
    open_ones = counts[counts < full]
    assert open_ones.max() - open_ones.min() <= 1
    parts = drawn.groupby("stratum")["part"].value_counts().unstack(fill_value=0).reindex(columns=[CALIBRATE, TEST])
    assert (parts[CALIBRATE] - parts[TEST].fillna(0)).isin([0, 1]).all()


def test_every_document_is_drawn_once_and_within_a_stratum_by_chance():
    drawn = sample(deltas())
    assert sorted(drawn["row"]) == list(range(3000))
    top = drawn.query("stratum == 'top 100'")["row"].to_numpy()
    assert (np.diff(top) > 0).mean() == pytest.approx(0.5, abs=0.15)
    assert not sample(deltas(), seed=1).equals(drawn)


def test_a_small_corpus_can_be_drawn_whole():
    assert sorted(sample(deltas(documents=30)).head(30)["row"]) == list(range(30))


def test_sampled_documents_are_sets_that_stay_out_of_the_experiment():
    setup = {"metrics": {"weat1": {"kind": "weat"}}, "perturbation": {"calibration": 3, "retrain_seeds": 5}}
    found = [each for _, each in sets.sampled_sets(setup)]
    assert [str(each) for each in found] == ["sampled-1", "sampled-2", "sampled-3"]
    assert [DocumentSet.parse(str(each)) for each in found] == found
    assert {each.kind for each in found} == {"sampled"}
    for single_seeds, expected in ((None, 5), (2, 2)):
        setup["perturbation"]["single_seeds"] = single_seeds
        assert sets.retrains(setup, sets.SHARED, found[0]) == expected

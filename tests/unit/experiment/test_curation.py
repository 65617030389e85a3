"""How few documents take a bias to a target: the order in which each way removes them, the sets, and the tables."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from strategies import token_store
from unit.influence import twins

from origins.analysis import curation as analysis
from origins.cooccurrence import matrix as cooccurrence
from origins.errors import OriginsError
from origins.experiment import curation, sets
from origins.experiment.sets import DocumentSet
from origins.files.csvfile import read_csv, write_csv
from origins.influence import estimators as kinds
from origins.influence import greedy
from origins.influence.estimators import ESTIMATORS
from origins.influence.trained import Trained

DOCUMENTS = pd.DataFrame({"id": [f"d{k}" for k in range(24)], "title": "T", "tokens": np.arange(100, 124)})
SETUP = {
    "metrics": {"weat1": {"kind": "weat"}},
    "further_metrics": {"ripa1": {"kind": "ripa"}},
    "perturbation": {"retrain_seeds": 5},
    "curation": {"metrics": ["weat1", "ripa1"], "shares": [100, 25, 150], "seeds": 3},
}


@pytest.fixture(scope="module")
def estimators(tmp_path_factory):
    """24 documents in two baselines; every text stands there three times, so that each copy needs the others gone."""
    rng = np.random.default_rng(5)
    texts = [list(np.minimum(rng.zipf(1.3, 60) - 1, 29)) for _ in range(8)]
    corpus = token_store(3 * texts)
    X = cooccurrence.count(corpus, tmp_path_factory.mktemp("X"), window=3)
    metric = twins.WEAT([0, 12], [3, 15], [6, 18], [9, 20])
    embeddings = [replace(twins.embedding(corpus.words, 4, seed), seed=seed) for seed in (1, 2)]
    with pytest.MonkeyPatch.context() as patch:  # where a step is not believed, what is left cannot be scored exactly
        patch.setattr(kinds, "LEAST", 0.0)
        return [ESTIMATORS["relearn"](Trained(X, corpus, each, metric)) for each in embeddings]


def bias(estimators, rows=()):
    return np.array([each.baseline.bias - each.set(rows) for each in estimators])


def fixed(estimators, down=1):
    delta = np.mean([each.documents() for each in estimators], axis=0)
    scores = pd.DataFrame({"delta_mean": delta, "influence_delta_mean": delta[::-1]})
    scores = scores.assign(
        **{f"{p}{c}": 0 for p in ("", "influence_") for c in ("delta_std", "sign_agreement", "rank")}
    )
    return curation.orders(scores, pd.DataFrame({"delta_mean": -delta}), down)


@pytest.fixture(scope="module")
def target(estimators):
    once = greedy.once(estimators, -9.0)
    return bias(estimators, once[:6]).mean()


@pytest.fixture(scope="module")
def ways(estimators, target):
    return curation.ways_to(target, estimators, fixed(estimators), DOCUMENTS, step=1, furthest=150, most=1.5)


def of(ways, way):
    return ways[ways["way"] == way]


def test_the_fixed_orders_rank_by_their_own_scores_towards_the_target(estimators):
    delta = np.mean([each.documents() for each in estimators], axis=0)
    down, up = fixed(estimators), fixed(estimators, down=-1)
    assert list(down) == ["once", "influence", "ppmi", "random"]
    np.testing.assert_array_equal(down["once"], np.argsort(-delta, kind="stable"))
    np.testing.assert_array_equal(down["influence"], np.argsort(-delta[::-1], kind="stable"))
    np.testing.assert_array_equal(down["ppmi"], up["once"])
    np.testing.assert_array_equal(np.sort(down["random"]), np.arange(24))
    np.testing.assert_array_equal(down["random"], up["random"])


def test_what_is_predicted_after_every_document_is_what_the_set_as_a_whole_is_predicted_to_do(estimators, ways):
    for way in sets.WAYS:
        own = of(ways, way)
        assert own["documents"].tolist() == list(range(1, len(own) + 1))
        rows = own["id"].str[1:].astype(int).to_numpy()
        assert len(set(rows)) == len(rows)
        expected = np.array([bias(estimators, rows[: m + 1]) for m in range(len(rows))])
        np.testing.assert_allclose(own[["seed_1", "seed_2"]], expected, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(own["predicted"], expected.mean(axis=1), rtol=1e-5, atol=1e-6)


def test_a_way_ends_beyond_the_target_or_where_it_is_given_up(ways, target):
    adaptive = of(ways, "adaptive")
    enough = int((adaptive["share"] <= 100).sum())
    assert adaptive["predicted"].iloc[enough - 1] <= target + 1e-6 < adaptive["predicted"].iloc[enough - 2]
    assert adaptive["share"].iloc[enough - 1] == 100
    assert len(adaptive) == int(np.ceil(1.5 * enough))
    ppmi = of(ways, "ppmi")  # it has the documents in the opposite order
    assert not ppmi["reaches"].any()
    assert (ppmi["predicted"] > target).all()
    assert len(ppmi) == int(np.ceil(1.5 * enough))
    assert ppmi["share"].iloc[-1] == pytest.approx(150)


def test_where_texts_repeat_scoring_again_takes_fewer_documents_than_ranking_once(estimators, ways):
    def size(table, way):
        own = of(table, way)
        return (own["share"] <= 100).sum() if own["reaches"].all() else np.inf

    assert size(ways, "adaptive") <= size(ways, "once")
    harder = bias(estimators, of(ways, "once")["id"].str[1:].astype(int)).mean()
    again = curation.ways_to(harder, estimators, fixed(estimators), DOCUMENTS, step=1)
    assert size(again, "adaptive") < size(again, "once") < np.inf


def test_a_bias_that_nothing_moves_is_one_sentence(estimators):
    now = bias(estimators).mean()
    with pytest.raises(OriginsError, match=r"no document takes the bias any nearer to"):
        curation.ways_to(now, estimators, {}, DOCUMENTS)


def test_a_set_has_its_share_of_its_way_also_after_it_was_written(ways, tmp_path):
    write_csv(ways, tmp_path / "ways.csv")
    again = read_csv(tmp_path / "ways.csv")
    for way in sets.WAYS:
        own = of(ways, way)
        for share in (1, 25, 50, 100, 150):
            found = curation.curated_set(again, DocumentSet.parse(f"curated-{way}-{share}"))
            n = max(1, int(share * len(own) / own["share"].iloc[-1] + 1e-6))
            assert found["id"].tolist() == own["id"].tolist()[:n]


def test_curated_sets_are_named_and_never_among_those_of_the_paper():
    every = list(sets.curated_sets(SETUP))
    assert [str(each) for metric, each in every if metric == "ripa1"] == [
        *(f"curated-{way}-{share}" for way in ("adaptive", "once", "influence") for share in (25, 100, 150)),
        "curated-random-25",
        "curated-random-150",
    ]
    assert {each.chosen_by for metric, each in every if metric == "weat1"} == set(sets.WAYS)
    for metric, each in every:
        assert DocumentSet.parse(str(each)) == each
        assert each.kind == "curated"
        assert sets.retrains(SETUP, metric, each) == 3
    perturbation = {
        "rankings": ["influence", "ppmi"], "sizes": [10], "random_sizes": None, "random_sets": 1, "ppmi_metrics": None,
        "ppmi_sizes": None, "single_documents": 1, "single_random": 1,
    }  # fmt: skip
    papers = SETUP | {"perturbation": perturbation}
    kinds = {each.kind for found in (sets.all_sets, sets.transfer_sets) for _, each in found(papers)}
    assert kinds == {"decrease", "increase", "ppmi", "single", "random"}


def hand_made():
    """Two ways from 0.5 to 0: one is predicted to take 4 documents, the other never gets there."""
    ways = pd.DataFrame(
        {
            "way": 6 * ["adaptive"] + 3 * ["random"],
            "documents": [1, 2, 3, 4, 5, 6, 1, 2, 3],
            "share": [25, 50, 75, 100, 125, 150, 50, 100, 150],
            "reaches": 6 * [True] + 3 * [False],
            "tokens": 9 * [10],
            "predicted": [0.4, 0.3, 0.1, 0.0, -0.1, -0.2, 0.5, 0.5, 0.5],
        }
    )
    ways = ways.assign(seed_1=ways["predicted"] + 0.1, seed_2=ways["predicted"] - 0.1, seed_3=ways["predicted"])
    baselines = pd.DataFrame({"seed": [1, 2, 3], "bias": [0.6, 0.5, 0.4], "accuracy": [0.2, 0.4, 0.9]})
    after = {
        "curated-adaptive-50": (0.4, 0.3),
        "curated-adaptive-100": (0.1, 0.1),
        "curated-adaptive-150": (0.0, -0.1),
        "curated-random-150": (0.6, 0.6),
    }
    rows = [(name, seed, each, 0.1) for name, both in after.items() for seed, each in enumerate(both, start=1)]
    return ways, baselines, pd.DataFrame(rows, columns=["set", "seed", "bias", "accuracy"])


def test_the_table_adds_the_paired_change_to_the_mean_of_all_baselines():
    ways, baselines, retrained = hand_made()
    table = analysis.curation_table(ways, 0.0, baselines, retrained, tokens=1000).set_index(["way", "percent"])
    row = table.loc[("adaptive", 100)]
    assert row["documents"] == 4
    assert row["tokens"] == 40
    assert row["tokens_share"] == 0.04
    assert row["reached"] == pytest.approx(0.5 + (0.1 - 0.6 + 0.1 - 0.5) / 2)
    assert row["reached_std"] == pytest.approx(np.std([-0.5, -0.4], ddof=1))
    assert row["predicted"] == 0.0
    assert [row[f"{name}_paired"] for name in ("baseline", "predicted", "retrained")] == pytest.approx([0.55, 0, 0.1])
    assert [row["top1_before"], row["top1_after"], row["seeds"]] == pytest.approx([0.3, 0.1, 2])
    assert table["is_reached"].tolist() == [False, False, True, False]
    assert analysis.curation_table(ways, 1.0, baselines, retrained, 1000)["is_reached"].sum() == 0  # from below


def test_the_answer_is_between_the_last_size_that_falls_short_and_the_first_that_does_not():
    ways, baselines, retrained = hand_made()
    table = analysis.curation_table(ways, 0.0, baselines, retrained, tokens=1000)
    found = analysis.answers(table, ways).set_index("way")
    assert found.loc["adaptive"].tolist() == [4, 40, 4, 6, 6]
    assert found.loc["random", ["too_few", "tried"]].tolist() == [3, 3]
    assert found.loc["random", ["predicted", "predicted_tokens", "enough"]].isna().all()
    all_of_them = analysis.answers(table.assign(is_reached=True), ways).set_index("way")
    assert all_of_them.loc["adaptive", "enough"] == 2
    assert pd.isna(all_of_them.loc["adaptive", "too_few"])

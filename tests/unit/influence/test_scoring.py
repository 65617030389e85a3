import numpy as np
import pandas as pd
import pytest
from strategies import encoded

from origins.analysis.evaluation import truth_table
from origins.corpus.document import Document
from origins.corpus.tokens import Selection
from origins.errors import OriginsError
from origins.glove.c_program import take_as_baseline
from origins.glove.embedding import Embedding
from origins.glove.formats import export_reference
from origins.influence import scoring


def test_documents_that_only_one_estimator_calls_influential_are_listed():
    n = 300
    rank = np.arange(1, n + 1)
    paper_rank = rank.copy()
    paper_rank[[0, 199]] = paper_rank[[199, 0]]  # the first and one from the middle change places
    paper_rank[[1, 299]] = paper_rank[[299, 1]]  # from one end to the other: influential to both
    scores = pd.DataFrame({"id": [f"d{k}" for k in range(n)], "title": "", "rank": rank, "influence_rank": paper_rank})
    table = scoring.reranked(scores.assign(delta_mean=0.0, influence_delta_mean=0.0))
    assert list(table["id"]) == ["d0", "d199"]
    assert list(table["influence_rank"]) == [200, 1]


def test_a_ranking_shows_its_own_columns_under_plain_names():
    columns = {"delta_mean": [0.5], "delta_std": [0.1], "sign_agreement": [1.0], "rank": [1]}
    paper = {"delta_mean": [0.25], "delta_std": [0.2], "sign_agreement": [0.5], "rank": [7]}
    scores = pd.DataFrame({"id": ["a"], **columns, **{f"influence_{name}": value for name, value in paper.items()}})
    pd.testing.assert_frame_equal(scoring.ranked_by(scores, "relearn"), pd.DataFrame({"id": ["a"], **columns}))
    pd.testing.assert_frame_equal(scoring.ranked_by(scores, "influence"), pd.DataFrame({"id": ["a"], **paper}))


def test_truth_is_a_metrics_own_sets_and_the_shared_ones():
    rows = [
        {"seed": 1, "metric": metric, "bias": 0.5, "family": family, "set": name}
        for family, name in (("weat1", "decrease-10"), ("weat2", "single-increase-3"), ("shared", "random-30-2"))
        for metric in ("weat1", "weat2", "ripa1")  # the last without sets of its own
    ]
    table = truth_table(pd.DataFrame(rows))
    found = set(table[["metric", "set", "kind", "size"]].itertuples(index=False, name=None))
    assert found == {
        ("weat1", "decrease-10", "decrease", 10),
        ("weat2", "single-increase-3", "single", 1),
        ("weat1", "random-30-2", "random", 30),
        ("weat2", "random-30-2", "random", 30),
    }


@pytest.fixture
def setup(tmp_path):
    """A setup's folder with a corpus of the words aa (3 times), bb (2) and cc (1)."""
    encoded([Document("0", "", "aa aa aa bb bb cc", {})], tmp_path / "mine" / "corpus", Selection())
    return tmp_path / "mine"


def test_an_embedding_of_the_reference_program_takes_the_order_of_our_vocabulary(setup, tmp_path):
    W = np.arange(6.0).reshape(3, 2)
    files = tmp_path / "vectors.bin", tmp_path / "vocab.txt"
    export_reference(*files, ["cc", "aa", "bb"], [1, 3, 2], W, W + 10, W[:, 0], W[:, 1])
    path = take_as_baseline(setup, 3, *files, {})
    taken = Embedding.load(path)
    np.testing.assert_array_equal(taken.W, W[[1, 2, 0]])
    np.testing.assert_array_equal(taken.U, W[[1, 2, 0]] + 10)
    assert (path.name, taken.seed) == ("embedding-3.npz", 3)


def test_an_embedding_with_another_vocabulary_is_refused(setup, tmp_path):
    W = np.ones((3, 2))
    files = tmp_path / "vectors.bin", tmp_path / "vocab.txt"
    export_reference(*files, ["aa", "bb", "dd"], [3, 2, 1], W, W, W[:, 0], W[:, 0])
    with pytest.raises(OriginsError, match=r"it lacks 1 of 3 words and has 1 others"):
        take_as_baseline(setup, 1, *files, {})
    assert not (setup / "baseline").exists()

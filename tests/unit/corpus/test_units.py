"""Documents that are groups of texts: the same words, X and embedding as without groups, cut into larger parts."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from strategies import encoded
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.corpus.document import Document
from origins.corpus.tokenizer import Tokenizer
from origins.corpus.tokens import Selection, load_vocabulary
from origins.errors import OriginsError
from origins.influence.estimators import ESTIMATORS
from origins.influence.scores import count_metric_words
from origins.influence.scoring import Setting
from origins.influence.trained import Trained
from origins.report import explain
from origins.representations import ppmi, ppmi_authors, word2vec

WINDOW = 4
SELECTION = Selection(min_tokens=3, max_tokens=60, min_count=3)


def posts():
    """Some posts of six authors by turns, one of whom wrote once; one post is too short, one has only rare words."""
    rng = np.random.default_rng(0)
    words = [a + b for a in "bdfgk" for b in "aeiou"]
    authors = [f"author {number}" for number in rng.integers(0, 5, 40)]
    texts = [" ".join(words[min(n, 24)] for n in rng.zipf(1.3, size) - 1) for size in rng.integers(3, 40, 40)]
    authors[7], authors[20] = "hermit", authors[19]
    texts[5], texts[20] = "ba be", "rare words only"
    return [
        Document(f"post {k}", f"Title {k}", text, {"author": author, "born": author[-1], "day": str(k // 3)})
        for k, (author, text) in enumerate(zip(authors, texts, strict=True))
    ]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The corpus by post and by author, and the posts (rows) of every author."""
    folder = tmp_path_factory.mktemp("units")
    by_post = encoded(posts(), folder / "posts", SELECTION)
    by_author = encoded(posts(), folder / "authors", Selection(**{**vars(SELECTION), "unit": "author"}))
    rows, table = (pd.read_parquet(folder / name / "documents.parquet") for name in ("posts", "authors"))
    members = [np.flatnonzero(rows["author"] == author) for author in table["id"]]
    X, X_by_author = (cooccurrence.count(c, folder / c.fingerprint, window=WINDOW) for c in (by_post, by_author))
    return SimpleNamespace(
        folder=folder, post=by_post, author=by_author, rows=rows, table=table, members=members, X=X, XA=X_by_author
    )


def test_groups_come_in_order_of_their_first_text_with_what_their_texts_share(both):
    assert list(both.table["id"]) == list(dict.fromkeys(both.rows["author"]))
    assert list(both.table["title"]) == list(both.table["id"])
    assert list(both.table["tokens"]) == [both.rows["tokens"].iloc[each].sum() for each in both.members]
    assert list(both.table["born"]) == [author[-1] for author in both.table["id"]]
    hermit = both.table["id"] == "hermit"
    assert list(both.table["day"].notna()) == list(hermit)  # the others wrote on several days
    assert "author" not in both.table
    assert len(both.post) == len(both.rows) == 39  # limits of length are those of posts
    assert len(both.author) == len(both.table) == 6


def test_words_and_x_do_not_depend_on_the_groups(both):
    files = [(both.folder / name / "vocabulary.csv").read_bytes() for name in ("posts", "authors")]
    assert files[0] == files[1]
    assert both.post.fingerprint != both.author.fingerprint
    for name in ("indptr", "indices", "counts"):
        np.testing.assert_array_equal(getattr(both.X, name), getattr(both.XA, name))
    for k, members in enumerate(both.members):
        np.testing.assert_array_equal(both.author[k], np.concatenate([both.post[row] for row in members]))
        texts = both.author.texts_of(np.array([k]))
        ids = (both.folder / "authors" / "tokens" / "text_ids.txt").read_text().splitlines()
        assert [ids[text] for text in texts] == list(both.rows["id"].iloc[members])


def test_y_of_a_group_is_the_sum_of_its_texts(both):
    for k, members in enumerate(both.members):
        without = subtract(both.XA, both.author, np.array([k]))
        np.testing.assert_array_equal(without.counts, subtract(both.X, both.post, members).counts)
        Y = twins.window_counts(both.post, members, WINDOW)
        np.testing.assert_array_equal((both.XA.tosparse() - without.tosparse()).toarray(), Y)


def baselines(both):
    embedding, metric = twins.embedding(both.X.words, 3, 0), twins.some_metric(both.X.words)
    return Trained(both.X, both.post, embedding, metric), Trained(both.XA, both.author, embedding, metric)


@pytest.mark.slow  # compiles kernels
@pytest.mark.parametrize("name", ESTIMATORS)
def test_delta_of_a_group_is_that_of_its_texts_as_a_set_and_of_one_text_that_of_the_text(both, name):
    by_post, by_author = (ESTIMATORS[name](base) for base in baselines(both))
    deltas = by_author.documents()
    np.testing.assert_array_equal(deltas, by_post.sets(both.members))
    together = np.concatenate([both.members[0], both.members[2]])
    assert by_author.set([0, 2]) == pytest.approx(by_post.set(together), rel=1e-12)
    hermit = list(both.table["id"]).index("hermit")
    assert deltas[hermit] == by_post.documents()[both.members[hermit][0]] != 0


@pytest.mark.slow  # compiles kernels
def test_ppmi_and_word2vec_know_groups_too(both):
    metric = twins.some_metric(both.X.words)
    hermit = list(both.table["id"]).index("hermit")
    exact = ppmi.documents(both.XA, both.author, metric)
    expected = [
        ppmi.bias(both.X, metric) - ppmi.bias(subtract(both.X, both.post, each), metric) for each in both.members
    ]
    np.testing.assert_allclose(exact, expected, atol=1e-12)
    for module in (ppmi, ppmi_authors):
        of_author, of_post = module.documents(both.XA, both.author, metric), module.documents(both.X, both.post, metric)
        assert of_author[hermit] == of_post[both.members[hermit][0]]
    settings = {"dimension": 4, "window": WINDOW, "epochs": 1, "negative": 2, "seed": 1}
    np.testing.assert_array_equal(
        word2vec.train(both.author, np.array([1]), **settings), word2vec.train(both.post, both.members[1], **settings)
    )


def test_metric_words_are_counted_by_group(both):
    metric = twins.some_metric(both.X.words)
    by_post = count_metric_words(both.post, metric)
    assert list(count_metric_words(both.author, metric)) == [by_post[each].sum() for each in both.members]


@pytest.mark.slow  # compiles kernels
def test_a_group_is_explained_by_its_texts_one_after_the_other(both, monkeypatch):
    words = list(load_vocabulary(both.folder / "authors" / "vocabulary.csv").index)
    base = baselines(both)[1]
    setting = Setting(both.XA, both.author, base.metric, words)
    monkeypatch.setattr(Setting, "baselines", lambda self, paths: iter([base]))
    delta = ESTIMATORS["relearn"](base).documents()
    scores = pd.DataFrame({"id": both.table["id"], "delta_mean": delta, "rank": 1 + np.argsort(np.argsort(-delta))})
    texts = both.folder / "authors" / "documents.jsonl.gz"
    result = explain.explain(setting, ["a"], scores, texts, Tokenizer())
    text_of = {post.id: post.text for post in posts()}
    assert {document["id"] for document in result["documents"]} == set(both.table["id"])
    for document in result["documents"]:
        k = list(both.table["id"]).index(document["id"])
        expected = "\n\n".join(text_of[id] for id in both.rows["id"].iloc[both.members[k]])
        assert "".join(document["parts"]) == expected
        assert document["deltas"] == [pytest.approx(delta[k], rel=1e-3)]
    pairs = explain.gradient(setting, ["a"], np.arange(1)).pairs
    for k, members in enumerate(both.members):
        of_group = explain.pair_values(both.author, np.array([k]), pairs, WINDOW)
        of_texts = explain.pair_values(both.post, members, pairs, WINDOW)
        np.testing.assert_array_equal(of_group["value"], of_texts["value"])


def test_texts_without_a_value_stay_on_their_own(tmp_path):
    documents = [
        Document("x", "X", "aa bb", {"author": ""}),
        Document("y", "Y", "aa cc", {"author": "z"}),
        Document("w", "W", "aa dd", {"author": "z"}),
    ]
    corpus = encoded(documents, tmp_path, Selection(unit="author"))
    table = pd.read_parquet(tmp_path / "documents.parquet")
    assert [list(table[name]) for name in table] == [["x", "z"], ["X", "z"], [2, 4]]
    assert list(corpus.units) == [0, 1, 3]
    with pytest.raises(OriginsError, match="a document without author has the id 'z', which is also a value"):
        encoded([documents[0]._replace(id="z"), *documents[1:]], tmp_path, Selection(unit="author"))
    with pytest.raises(OriginsError, match=r'corpus\.unit: the documents have no metadata "writer"; found "author"\.'):
        encoded(documents, tmp_path, Selection(unit="writer"))

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from strategies import corpora, encoded
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.corpus import store
from origins.corpus.document import Document
from origins.corpus.tokenizer import Tokenizer
from origins.corpus.tokens import Selection, load_vocabulary
from origins.errors import OriginsError
from origins.influence.estimators import ESTIMATORS
from origins.influence.gradient import bias_gradient
from origins.influence.scoring import BEST, Setting
from origins.report import explain

WINDOW = 3


def brute_force(ids, G, window):
    """Every pair of positions, one after the other: what it adds to the bias, half for each of its words."""
    values = np.zeros(len(ids))
    for p in range(len(ids)):
        for q in range(p + 1, min(len(ids), p + window + 1)):
            value = (G[ids[p], ids[q]] + G[ids[q], ids[p]]) / (q - p)
            values[p] += value / 2
            values[q] += value / 2
    return values


@settings(max_examples=30)
@given(corpus=corpora(max_documents=6, vocabulary=10, max_length=25))
def test_words_have_half_of_the_value_of_each_of_their_pairs(tmp_path, corpus):
    base = twins.baseline(corpus, tmp_path, window=WINDOW)
    estimator = ESTIMATORS["gradient"](base)
    G = bias_gradient(base, estimator.inverses)
    documents = np.arange(len(corpus))[::-1]
    pairs = explain.pair_values(corpus, documents, (G + G.T).tocsr(), WINDOW)
    deltas = estimator.documents()
    for k, document in enumerate(documents):
        values = explain.token_values(pairs[pairs["document"] == k], len(corpus[document]))
        np.testing.assert_allclose(values, brute_force(corpus[document], G.toarray(), WINDOW), atol=1e-12)
        assert values.sum() == pytest.approx(deltas[document], abs=1e-9)  # ∇B · Y, the first-order Δ


TEXTS = [
    "Alpha, beta! <b>gamma</b> delta & alpha.",
    "Beta: gamma; İalpha delta “epsilon” zeta.",
    "zeta eta theta alpha beta gamma delta epsilon",
    "eta theta eta theta alpha zeta gamma",
]


@pytest.fixture
def setting(tmp_path, monkeypatch):
    documents = [Document(f"d{k}", f"Title {k}", text * 3, {}) for k, text in enumerate(TEXTS)]
    corpus = encoded(documents, tmp_path, Selection(min_count=4))
    X = cooccurrence.count(corpus, tmp_path / "X", window=WINDOW)
    words = list(load_vocabulary(tmp_path / "vocabulary.csv").index)
    chosen = Setting(X, corpus, twins.some_metric(len(words)), words)
    embeddings = [twins.embedding(len(words), 3, seed) for seed in (1, 2)]
    bases = [explain_baseline(chosen, embedding) for embedding in embeddings]
    monkeypatch.setattr(Setting, "baselines", lambda self, paths: iter(bases))
    return chosen, bases


def explain_baseline(setting, embedding):
    from origins.influence.trained import Trained

    return Trained(setting.X, setting.corpus, embedding, setting.metric)


def scores_of(bases):
    deltas = np.mean([ESTIMATORS[BEST](base).documents() for base in bases], axis=0)
    rank = np.empty(len(deltas), dtype=int)
    rank[np.argsort(-deltas)] = np.arange(1, len(deltas) + 1)
    return pd.DataFrame({"id": [f"d{k}" for k in range(len(deltas))], "delta_mean": deltas, "rank": rank})


def test_every_explained_document_has_its_text_its_pairs_and_its_deltas(setting, tmp_path):
    setting, bases = setting
    scores = scores_of(bases)
    result = explain.explain(setting, ["a", "b"], scores, tmp_path / "documents.jsonl.gz", Tokenizer())
    by_rank = list(scores.sort_values("rank")["id"])
    assert [document["id"] for document in result["documents"]] == by_rank
    G = sum(bias_gradient(base, ESTIMATORS[BEST](base).inverses) for base in bases).toarray() / 2
    for document in result["documents"]:
        k = int(document["id"][1:])
        assert "".join(document["parts"]) == TEXTS[k] * 3
        expected = brute_force(setting.corpus[k], G, WINDOW)
        np.testing.assert_allclose(document["values"], expected[expected != 0], rtol=1e-3)
        assert document["first_order"] == pytest.approx(expected.sum(), rel=1e-3)
        np.testing.assert_allclose(
            document["deltas"], [ESTIMATORS[BEST](base).set([k]) for base in bases], rtol=1e-3, atol=1e-12
        )
        assert np.mean(document["deltas"]) == pytest.approx(scores["delta_mean"][k], rel=1e-2)
        values = [value for *_, value in document["pairs"]]
        assert values == sorted(values, reverse=True)


def test_the_corpus_pairs_are_gradient_times_count(setting):
    setting, _ = setting
    G = explain.gradient(setting, ["a", "b"], np.array([0])).pairs.toarray()
    X = setting.X.tosparse().toarray() / setting.X.unit
    V = len(X)
    expected = {
        tuple(sorted((setting.vocabulary[i], setting.vocabulary[j]))): G[i, j] * X[i, j] / (2 if i == j else 1)
        for i in range(V)
        for j in range(i, V)
        if G[i, j] != 0
    }
    found = explain.corpus_pairs(setting, explain.gradient(setting, ["a", "b"], np.array([0])).pairs, count=1000)
    assert len(found) == len(expected)
    for first, second, value in found:
        assert value == pytest.approx(expected[first, second], rel=1e-3, abs=1e-12)


def test_a_text_that_is_not_the_encoded_one_is_refused(setting, tmp_path):
    setting, bases = setting
    documents = [Document(f"d{k}", "", text + " alpha alpha", {}) for k, text in enumerate(TEXTS)]
    store.write(documents, tmp_path / "other.jsonl.gz", drop_duplicates=False)
    with pytest.raises(OriginsError, match="is not the text that was encoded"):
        explain.explain(setting, ["a", "b"], scores_of(bases), tmp_path / "other.jsonl.gz", Tokenizer())


def test_the_most_influential_are_the_ends_of_the_ranking_without_those_that_change_nothing():
    scores = pd.DataFrame({"delta_mean": [0.0, 0.3, -0.2, 0.1, 0.0, -0.4], "rank": [3, 1, 5, 2, 4, 6]})
    assert list(explain.most_influential(scores, 2)) == [1, 3, 2, 5]
    assert list(explain.most_influential(scores, 1)) == [1, 5]
    assert list(explain.most_influential(scores.assign(delta_mean=0.0), 2)) == []

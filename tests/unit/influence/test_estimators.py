import logging
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, token_store
from unit.influence import twins

from origins.cooccurrence import matrix as cooccurrence
from origins.errors import OriginsError
from origins.glove.embedding import Embedding
from origins.glove.trainer import GloVe
from origins.influence import kernels, scoring
from origins.influence.estimators import ESTIMATORS
from origins.influence.names import NOT_ADDITIVE, sum_of
from origins.influence.shifts import document_shifts
from origins.influence.trained import Trained
from origins.metrics.ripa import RIPA

pytestmark = pytest.mark.slow  # left out by `make check`

sixty_examples = settings(max_examples=60)
TWINS = {
    "influence": twins.influence_shift,
    "damped": twins.damped_shift,
    "refit": twins.refit_shift,
    "relearn": twins.relearn_shift,
}


def zipf_corpus(documents=300, words=200, seed=0):
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 60, documents)
    return token_store([list(np.minimum(rng.zipf(1.3, n) - 1, words - 1)) for n in lengths])


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory):
    """A baseline without singular words."""
    corpus = zipf_corpus()
    return corpus, twins.baseline(corpus, tmp_path_factory.mktemp("X"), window=4, dimension=10)


@pytest.mark.parametrize("name", ["influence", "damped", "relearn"])
@sixty_examples
@given(
    corpus=corpora(max_documents=8, vocabulary=12, max_length=40),
    window=st.integers(1, 5),
    dimension=st.integers(1, 4),
    seed=st.integers(0, 2**32),
)
def test_scores_are_those_of_algorithm_1_with_all_of_x_perturbed(tmp_path, name, corpus, window, dimension, seed):
    base = twins.baseline(corpus, tmp_path, window, dimension, seed)
    expected = [
        twins.differential_bias(corpus, window, base.embedding, base.metric, [k], TWINS[name])
        for k in range(len(corpus))
    ]
    np.testing.assert_allclose(ESTIMATORS[name](base).documents(), expected, rtol=1e-6, atol=1e-11)


@pytest.mark.parametrize("name", TWINS)
def test_sets_are_removed_together(ordinary, name):
    corpus, base = ordinary
    sets = [[3], [5, 4, 9], list(range(0, 300, 7)), [], list(range(150))]
    expected = [twins.differential_bias(corpus, 4, base.embedding, base.metric, each, TWINS[name]) for each in sets]
    np.testing.assert_allclose(ESTIMATORS[name](base, threads=2).sets(sets), expected, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_set_of_one_document_is_that_document(ordinary, name):
    corpus, base = ordinary
    estimator = ESTIMATORS[name](base)
    effects = estimator.documents()
    np.testing.assert_array_equal(estimator.sets([[k] for k in range(len(corpus))]), effects)
    most = int(np.abs(effects).argmax())
    assert estimator.set([most, most]) == effects[most] != 0  # it can be removed only once


@pytest.mark.parametrize("name", ESTIMATORS)
def test_any_number_of_threads_gives_the_same_bits(ordinary, tmp_path, name):
    corpus, _ = ordinary
    sets = [range(k, 300, 11) for k in range(11)]
    results = []
    for threads in (1, 2, 3):
        estimator = ESTIMATORS[name](twins.baseline(corpus, tmp_path, 4, 10, threads=threads), threads=threads)
        results.append(estimator.documents().tobytes() + estimator.sets(sets).tobytes())
    assert results[0] == results[1] == results[2]


@sixty_examples
@given(corpus=corpora(), window=st.integers(1, 4), data=st.data())
def test_what_remains_of_x_is_exact(tmp_path, corpus, window, data):
    base = twins.baseline(corpus, tmp_path, window)
    gone = np.array(sorted(data.draw(st.sets(st.integers(0, len(corpus) - 1)))), dtype=np.int64)
    rest = [k for k in range(len(corpus)) if k not in gone]
    removed = np.zeros_like(base.rows.count)
    n = kernels.take(gone, base.documents, base.rows, removed, np.empty_like(removed))
    assert n == np.count_nonzero(removed)
    left = twins.window_counts(corpus, rest, window)[base.metric.words[base.rows.row], base.rows.context]
    np.testing.assert_array_equal(base.rows.count - removed, left)


def test_a_pair_that_only_one_document_has_is_gone_without_it(tmp_path):
    corpus = token_store([[0, 1, 2, 3, 0, 1], [0, 4], [0, 1, 2, 3, 3, 2, 1]])
    base = twins.baseline(corpus, tmp_path, window=1, dimension=2)
    removed = np.zeros_like(base.rows.count)
    kernels.take(np.array([1]), base.documents, base.rows, removed, np.empty_like(removed))
    alone = (base.rows.row == base.rows.place[0]) & (base.rows.context == corpus[1][1])
    assert (base.rows.count - removed)[alone].tolist() == [0]
    entry = int(np.flatnonzero(alone)[0])
    assert kernels.gradient_change(entry, 0, base.rows) == -base.rows.g[entry]
    expected = twins.differential_bias(corpus, 1, base.embedding, base.metric, [1])
    assert ESTIMATORS["influence"](base).documents()[1] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_documents_without_words_of_the_metric_add_nothing(tmp_path, name):
    corpus = token_store([[0] * 9 + [1] * 8 + [2] * 7 + [3] * 6 + [4] * 3 + [5], [4, 5, 4], []])
    X = cooccurrence.count(corpus, tmp_path, window=2)
    base = Trained(X, corpus, twins.embedding(6, 2, 0), twins.WEAT([0, 1], [2, 3], [0, 2], [1, 3]))
    deltas = ESTIMATORS[name](base).documents()
    assert deltas[0] != 0
    assert deltas[1:].tolist() == [0, 0]


def test_from_its_optimum_a_refit_word_goes_to_the_optimum_without_the_documents(ordinary, tmp_path):
    corpus, base = ordinary
    e, unit = base.embedding, cooccurrence.unit_of(4)
    W = e.W.astype(float)
    X = twins.window_counts(corpus, range(len(corpus)), 4) / unit
    for i in base.metric.words:
        W[i] -= np.linalg.solve(twins.hessian(X[i], e)[:-1, :-1], twins.gradient(X[i], e, i)[:-1])
    optimal = replace(e, W=W)
    gone = list(range(0, 300, 4))
    X_perturbed = X - twins.window_counts(corpus, gone, 4) / unit
    refit = W.copy()
    for i in base.metric.words:
        gradient = twins.gradient(X_perturbed[i], optimal, i)[:-1]
        refit[i] -= np.linalg.solve(twins.hessian(X_perturbed[i], e)[:-1, :-1], gradient)
    base = Trained(cooccurrence.count(corpus, tmp_path, window=4), corpus, optimal, base.metric)
    assert base.bias - ESTIMATORS["refit"](base).set(gone) == pytest.approx(
        base.metric.bias(refit[base.metric.words]), abs=1e-5
    )


def test_after_endless_training_nothing_is_damped(ordinary, tmp_path):
    corpus, base = ordinary
    endless = replace(base.embedding, settings=base.embedding.settings | {"epochs": 10**6})
    base = Trained(cooccurrence.count(corpus, tmp_path, window=4), corpus, endless, base.metric)
    damped, plain = ESTIMATORS["damped"](base).documents(), ESTIMATORS["influence"](base).documents()
    np.testing.assert_allclose(damped, plain, rtol=1e-6, atol=1e-10)


@pytest.mark.parametrize("others", [0, 1])
def test_a_word_that_loses_nearly_all_contexts_moves_no_further_than_vectors_are_long(tmp_path, others):
    """After long training, its gradient is rounding noise, which an inverse of almost nothing would blow up."""
    rng = np.random.default_rng(0)
    words, dimension = 300, 20
    documents = [list(np.minimum(rng.zipf(1.25, 100) - 1, words - 2)) for _ in range(200)]
    for document, step in [(0, 6), (1, 100)][: 1 + others]:  # in no other document, or once in another one
        documents[document][::step] = [words - 1] * len(documents[document][::step])
    corpus = token_store(documents)
    rare = int(corpus[0][0])
    X = cooccurrence.count(corpus, tmp_path, window=4)
    training = {"dimension": dimension, "epochs": 400, "learning_rate": 0.05, "x_max": 100.0, "alpha": 0.75}
    learned = GloVe(**training, seed=1).fit(X)
    embedding = Embedding(**vars(learned), seed=1, corpus_fingerprint="", vocabulary_fingerprint="", settings=training)
    base = Trained(X, corpus, embedding, RIPA([rare, 40], [20, 21], [23, 24]))
    place = list(base.metric.words).index(rare)
    left = twins.window_counts(corpus, range(1, len(documents)), 4)[rare]
    assert np.count_nonzero(left) < dimension <= base.contexts[place]
    for name in ("damped", "refit", "relearn"):
        shifts = document_shifts(ESTIMATORS[name](base), np.array([0]))
        moved = shifts.by[list(shifts.word).index(place)]
        assert np.linalg.norm(moved) < 3 * np.linalg.norm(base.vectors, axis=1).max(), name


@pytest.mark.parametrize("name", ESTIMATORS)
def test_words_with_fewer_contexts_than_dimensions_are_named_and_never_give_nan(tmp_path, caplog, name):
    corpus = token_store([[0, 1] * 4, [2, 3, 4, 5, 2, 1, 3], [0], list(range(6)) * 30])
    words = "abcdef"
    base = twins.baseline(corpus, tmp_path, window=1, dimension=5)
    with caplog.at_level(logging.WARNING):
        table = base.singular_words(words)
    few = {words[i] for i, n in zip(base.metric.words, base.contexts, strict=True) if n < 5}
    assert few and few <= set(table["word"])
    assert all(word in caplog.text.split(":")[-1] for word in table["word"])
    assert (table["damping"] > 0).all()
    estimator = ESTIMATORS[name](base)
    assert np.isfinite(estimator.documents()).all()
    assert np.isfinite(estimator.set(range(4)))


def test_a_word_without_any_context_is_named_and_stays(tmp_path):
    corpus = token_store([[0], [1, 2, 3, 4] * 5])  # word 0 is the rarest: it gets the last id
    base = twins.baseline(corpus, tmp_path, window=2, dimension=2)
    table = base.singular_words("abcde").set_index("word")
    assert table.loc["e", ["contexts", "damping"]].tolist() == [0, 1]
    for estimator in ESTIMATORS.values():
        assert estimator(base).documents()[0] == 0
        assert np.isfinite(estimator(base).inverses).all()


def test_only_words_beyond_the_bound_are_damped(ordinary):
    _, base = ordinary
    assert base.singular_words(range(200)).empty
    np.testing.assert_allclose(base.condition, [np.linalg.cond(H[:-1, :-1], 1) for H in base.H], rtol=1e-8)
    np.testing.assert_array_equal(base.damping, 0)


def test_documents_that_do_not_exist_are_refused(ordinary):
    with pytest.raises(OriginsError, match="no document 300: the corpus has documents 0 to 299"):
        ESTIMATORS["influence"](ordinary[1]).sets([[1], [300]])


def test_a_matrix_of_another_corpus_is_refused(ordinary, tmp_path):
    corpus, base = ordinary
    X = cooccurrence.count(corpus, tmp_path, window=4)
    with pytest.raises(OriginsError, match="not counted from this corpus"):
        Trained(X, replace(corpus, fingerprint="other"), base.embedding, base.metric)


def test_damping_needs_the_state_of_training(ordinary, tmp_path):
    corpus, base = ordinary
    X = cooccurrence.count(corpus, tmp_path, window=4)
    base = Trained(X, corpus, replace(base.embedding, G_W=None), base.metric)
    with pytest.raises(OriginsError, match="squared gradients"):
        ESTIMATORS["damped"](base)


def test_the_effects_of_single_documents_are_added_up_by_the_estimators_that_do_not_add(ordinary):
    _, base = ordinary
    setting = SimpleNamespace(baselines=lambda files: [base for _ in files], threads=1)
    some = {"one": np.array([7]), "many": np.arange(0, 300, 2)}
    bias = scoring.predict_sets(setting, ["a baseline"], some, NOT_ADDITIVE).set_index(["estimator", "set"])["bias"]
    assert {*NOT_ADDITIVE, "gradient"} == set(ESTIMATORS)
    for name, kind in ESTIMATORS.items():
        added = base.bias - kind(base).documents()[some["many"]].sum()
        if name in NOT_ADDITIVE:
            assert bias[sum_of(name), "many"] == pytest.approx(added)
            assert bias[sum_of(name), "one"] == pytest.approx(bias[name, "one"])
            assert abs(bias[name, "many"] - added) > 1e-4
        else:
            assert bias[name, "many"] == pytest.approx(added)
            assert sum_of(name) not in bias
    assert set(scoring.predict_sets(setting, ["a baseline"], some)["estimator"]) == {*ESTIMATORS, "sum"}

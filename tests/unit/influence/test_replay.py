"""Replaying words against recorded contexts, beside a twin that goes through the trainer's own schedule."""

import dataclasses

import numpy as np
import pytest
from strategies import token_store
from unit.influence.twins import some_metric

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.errors import OriginsError
from origins.glove import kernels, schedule
from origins.glove.embedding import Embedding
from origins.glove.recording import record
from origins.glove.trainer import GloVe, padded_length
from origins.influence.replay import Replay
from origins.influence.trained import Trained

pytestmark = pytest.mark.slow  # left out by `make check`

GLOVE = GloVe(dimension=5, epochs=9, x_max=5.0, seed=3, threads=1)


@pytest.fixture(scope="module")
def corpus():
    rng = np.random.default_rng(0)
    return token_store([list(np.minimum(rng.zipf(1.3, n) - 1, 119)) for n in rng.integers(5, 60, 80)])


@pytest.fixture(scope="module")
def X(corpus, tmp_path_factory):
    return cooccurrence.count(corpus, tmp_path_factory.mktemp("X"), window=4)


def trained(X, corpus, learned, glove=GLOVE, metric=None):
    settings = dataclasses.asdict(glove)
    embedding = Embedding(
        learned.W,
        learned.U,
        learned.b,
        learned.c,
        glove.seed,
        X.fingerprint,
        "",
        settings,
        G_W=learned.G_W,
        G_b=learned.G_b,
    )
    return Trained(X, corpus, embedding, metric or some_metric(X.words))


def replay(X, corpus, memory_mb=2000.0, threads=1):
    learned, trajectory = record(GLOVE, X, memory_mb)
    return Replay(trained(X, corpus, learned), trajectory, threads)


def learned_slowly(X, word, trajectory):
    """The word's vector from every entry of the schedule that is its own, block by block, in double precision."""
    glove = trajectory.glove
    padded = padded_length(glove.dimension)
    plan = schedule.build(X, padded, glove.x_max, glove.alpha, glove.seed)
    state = np.zeros((1, 2 * padded), np.float32)
    D, P = glove.dimension, plan.groups
    kernels.initialize(glove.seed, kernels.WORD, np.array([word]), D, D, D + 1, state)
    w, G = state[0, : D + 1].astype(float), np.ones(D + 1)
    records = [*range(0, glove.epochs, trajectory.every), glove.epochs]
    for epoch in range(glove.epochs):
        for turn, stratum in enumerate(schedule.strata(P, glove.seed, epoch)):
            for r in range(P):
                c = (r + stratum) % P
                for e in range(plan.bounds[c, r], plan.bounds[c, r + 1]):
                    size = plan.group_starts[r + 1] - plan.group_starts[r]
                    if plan.words[plan.group_starts[r] + plan.row[e]] != word:
                        continue
                    context = plan.words[plan.group_starts[c] + plan.column[e]]
                    now = epoch + (turn + plan.row[e] / size) / P
                    u = [np.interp(now, records, values) for values in trajectory.contexts[:, context].T]
                    u, bias = np.array([*u[:-1], 1.0]), u[-1]
                    step = glove.learning_rate * plan.f[e] * (w @ u + bias - plan.log_x[e]) * u
                    w -= step / np.sqrt(G)
                    G += step**2
    return w[:-1]


@pytest.mark.parametrize("memory_mb", [2000.0, 0.01], ids=["every epoch", "every few epochs"])
def test_a_word_learns_from_its_own_entries_in_the_order_of_training(X, corpus, memory_mb):
    estimator = replay(X, corpus, memory_mb)
    assert (estimator.trajectory.every > 1) == (memory_mb < 1)
    removed = np.array([3, 4, 5])
    without = subtract(X, corpus, removed)
    for i, word in enumerate(estimator.baseline.metric.words[:4]):
        expected = learned_slowly(X, word, estimator.trajectory)
        np.testing.assert_allclose(estimator.learned[i], expected, rtol=1e-3, atol=1e-5)
        left = np.concatenate([without.rows_of(np.array([each]))[2] for each in estimator.baseline.metric.words])
        expected = learned_slowly(without, word, estimator.trajectory)
        np.testing.assert_allclose(estimator.learn(i, left), expected, rtol=1e-3, atol=1e-5)


def test_recording_leaves_the_bits_of_a_training_alone(X):
    learned, trajectory = record(GLOVE, X)
    for name, values in vars(GLOVE.fit(X)).items():
        np.testing.assert_array_equal(getattr(learned, name), values)
    assert trajectory.contexts.shape == (GLOVE.epochs + 1, X.words, GLOVE.dimension + 1)
    np.testing.assert_array_equal(trajectory.contexts[-1], np.c_[learned.U, learned.c])
    halfway, _ = record(dataclasses.replace(GLOVE, epochs=4), X)
    np.testing.assert_array_equal(trajectory.contexts[4], np.c_[halfway.U, halfway.c])


def test_replaying_everything_comes_near_what_training_learned(X, corpus):
    estimator = replay(X, corpus)
    error = np.linalg.norm(estimator.learned - estimator.baseline.vectors) / np.linalg.norm(estimator.baseline.vectors)
    assert error < 0.05


def test_a_set_moves_what_training_without_it_moves(X, corpus):
    """Over words as frequent as these, contexts hardly react, and the prediction must be close to the truth."""
    estimator = replay(X, corpus)
    sets = [[k] for k in range(12)] + [[12, 13, 14], [20, 21]]
    metric = estimator.baseline.metric
    true = []
    for each in sets:
        W = GLOVE.fit(subtract(X, corpus, np.array(each))).W[metric.words].astype(float)
        true.append(estimator.baseline.bias - metric.kernel(W, *metric.sets))
    assert np.corrcoef(estimator.sets(sets), true)[0, 1] > 0.9


def test_threads_change_no_bit_and_no_documents_do_nothing(X, corpus):
    sets = [*([k] for k in range(20)), []]
    one, two = (replay(X, corpus, threads=threads).sets(sets) for threads in (1, 2))
    np.testing.assert_array_equal(one, two)
    assert one[-1] == 0
    assert np.count_nonzero(one) > 10


def test_the_recorded_training_must_be_that_of_the_baseline(X, corpus):
    _, trajectory = record(GLOVE, X)
    other = dataclasses.replace(GLOVE, seed=4)
    with pytest.raises(OriginsError, match="not that of the baseline of seed 4"):
        Replay(trained(X, corpus, other.fit(X), other), trajectory)

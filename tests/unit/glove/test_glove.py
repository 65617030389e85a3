import dataclasses
import doctest
import logging
import math
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from unit.glove.matrices import UNIT, random_counts, sparse, window_counts

from origins.errors import OriginsError
from origins.glove import kernels, schedule, trainer
from origins.glove.adagrad import CUBIC
from origins.glove.trainer import GloVe
from origins.runtime.intrinsics import LANES

pytestmark = pytest.mark.slow  # left out by `make check`

SMALL = GloVe(dimension=18, epochs=4, x_max=30.0, seed=3)
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}  # scripts import unit.glove.matrices


def same_bits(one, other):
    return all(
        getattr(one, field.name).tobytes() == getattr(other, field.name).tobytes() for field in dataclasses.fields(one)
    )


def entries_in_order(glove, counts, epoch):
    """(i, j) as the schedule visits them: by stratum, group of rows, row, column."""
    P = schedule.number_of_groups(len(counts), trainer.padded_length(glove.dimension))
    words, starts = schedule.deal(len(counts), P, glove.seed)
    groups = np.split(words, starts[1:-1])
    for s in schedule.strata(P, glove.seed, epoch):
        for r in range(P):
            yield from ((i, j) for i in groups[r] for j in groups[(r + s) % P] if counts[i, j])


def initial(glove, words):
    """Vectors (with bias last) as a plain formula of seed, word and dimension."""
    D = glove.dimension
    bits = [
        [[kernels.random_bits(glove.seed, role, i, k) for k in range(D + 1)] for i in range(words)]
        for role in (kernels.WORD, kernels.CONTEXT)
    ]
    uniform = (np.array(bits, np.uint64) >> np.uint64(40)).astype(np.float32) / np.float32(2**24)
    return (uniform - np.float32(0.5)) / np.float32(D + 1)


def reference(glove, counts):
    """The reference program in double precision, entry by entry in our order: w, u, G and the losses."""
    w, u = initial(glove, len(counts)).astype(np.float64)
    G_w, G_u = np.ones_like(w), np.ones_like(u)
    losses = []
    for epoch in range(glove.epochs):
        loss = 0.0
        for i, j in entries_in_order(glove, counts, epoch):
            X = counts[i, j] / UNIT
            f = min(1, (X / glove.x_max) ** glove.alpha)
            diff = w[i, :-1] @ u[j, :-1] + w[i, -1] + u[j, -1] - math.log(X)
            loss += 0.5 * f * diff * diff
            fdiff = glove.learning_rate * f * diff
            gradient_w, gradient_u = fdiff * np.append(u[j, :-1], 1), fdiff * np.append(w[i, :-1], 1)
            w[i] -= gradient_w / np.sqrt(G_w[i])
            u[j] -= gradient_u / np.sqrt(G_u[j])
            G_w[i] += gradient_w**2
            G_u[j] += gradient_u**2
        losses.append(loss / np.count_nonzero(counts))
    return w, u, G_w, losses


def inverse_root(x):
    guess = (np.int32(0x5F3759DF) - (x.view(np.int32) >> 1)).view(np.float32)
    e = x * guess * guess
    c0, c1, c2, c3 = map(np.float32, CUBIC)
    return guess * (c0 + e * (c1 + e * (c2 + e * c3)))


def twin(glove, counts):
    """The kernel in NumPy: the same float32 operations in the same order."""
    D, padded = glove.dimension, trainer.padded_length(glove.dimension)
    w, u = np.zeros((2, len(counts), padded), np.float32)
    start_w, start_u = initial(glove, len(counts))
    w[:, : D + 1], w[:, D + 1] = start_w, 1
    u[:, :D], u[:, D], u[:, D + 1] = start_u[:, :D], 1, start_u[:, D]
    G_w, G_u = np.ones((2, len(counts), padded), np.float32)
    G_w[:, D + 1] = G_u[:, D] = kernels.HUGE
    for epoch in range(glove.epochs):
        for i, j in entries_in_order(glove, counts, epoch):
            X = counts[i, j] / UNIT
            log_x = np.float32(math.log(counts[i, j]) - math.log(UNIT))
            f = np.float32(min(1, (X / glove.x_max) ** glove.alpha))
            chunks = (w[i] * u[j]).reshape(-1, LANES)
            even, odd = (np.add.reduce(part, axis=0) for part in (chunks[::2], chunks[1::2]))
            lanes = even + odd
            while len(lanes) > 1:
                lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
            fdiff = f * (lanes[0] - log_x) * np.float32(glove.learning_rate)
            step_w, step_u = fdiff * u[j], fdiff * w[i]
            w[i] -= step_w / np.sqrt(G_w[i])
            u[j] -= step_u * inverse_root(G_u[j])
            G_w[i] += step_w * step_w
            G_u[j] += step_u * step_u
    return w, u, G_w


@pytest.mark.parametrize("dimension", [1, 14, 15, 40])
def test_training_is_the_numpy_twin_to_the_last_bit(dimension):
    counts, glove, D = random_counts(25), dataclasses.replace(SMALL, dimension=dimension), dimension
    learned = glove.fit(sparse(counts))
    w, u, G = twin(glove, counts)
    np.testing.assert_array_equal(learned.W, w[:, :D])
    np.testing.assert_array_equal(learned.U, u[:, :D])
    np.testing.assert_array_equal(learned.b, w[:, D])
    np.testing.assert_array_equal(learned.c, u[:, D + 1])
    np.testing.assert_array_equal(learned.G_W, G[:, :D])
    np.testing.assert_array_equal(learned.G_b, G[:, D])


def test_training_is_the_reference_programs_up_to_rounding():
    counts = random_counts(25)
    learned = SMALL.fit(sparse(counts))
    w, u, G, losses = reference(SMALL, counts)
    np.testing.assert_allclose(learned.losses, losses, rtol=1e-5)
    np.testing.assert_allclose(np.column_stack([learned.W, learned.b]), w, atol=2e-5)
    np.testing.assert_allclose(np.column_stack([learned.U, learned.c]), u, atol=2e-5)
    np.testing.assert_allclose(np.column_stack([learned.G_W, learned.G_b]), G, rtol=2e-5)


def test_the_inverse_root_is_good_to_a_millionth():
    x = np.geomspace(1, 1e30, 100_000, dtype=np.float32)
    np.testing.assert_allclose(inverse_root(x) * np.sqrt(x.astype(np.float64)), 1, atol=1e-6)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_the_bits_do_not_depend_on_the_number_of_threads(threads):
    counts = sparse(random_counts(150))
    assert same_bits(SMALL.fit(counts), dataclasses.replace(SMALL, threads=threads).fit(counts))


def test_the_bits_do_not_depend_on_the_vectors_of_the_cpu(tmp_path):
    script = f"""
from origins.glove.trainer import GloVe
from unit.glove.matrices import random_counts, sparse
learned = {SMALL}.fit(sparse(random_counts(40)))
print(learned.W.tobytes().hex(), learned.losses.tobytes().hex())
"""
    # a CPU without any of the extensions of the last twenty years
    plainest = ENVIRONMENT | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    output = subprocess.run([sys.executable, "-c", script], env=plainest, check=True, capture_output=True, text=True)
    learned = SMALL.fit(sparse(random_counts(40)))
    assert output.stdout.split() == [learned.W.tobytes().hex(), learned.losses.tobytes().hex()]


def test_different_seeds_differ():
    counts = sparse(random_counts(40))
    one, other = SMALL.fit(counts), dataclasses.replace(SMALL, seed=4).fit(counts)
    assert not np.isclose(one.W, other.W).all()
    assert one.losses[-1] == pytest.approx(other.losses[-1], rel=0.2)


def test_the_initial_values_depend_on_seed_and_word_only():
    few, many = np.zeros((3, 32), np.float32), np.zeros((9, 32), np.float32)
    kernels.initialize(1, kernels.WORD, np.array([7, 2, 5]), 9, 9, 10, few)
    kernels.initialize(1, kernels.WORD, np.arange(9), 9, 9, 10, many)
    np.testing.assert_array_equal(few, many[[7, 2, 5]])


def test_the_initial_values_are_uniform():
    state = np.zeros((2000, 96), np.float32)
    kernels.initialize(1, kernels.CONTEXT, np.arange(2000), 40, 41, 40, state)
    values = (state[:, [*range(40), 41]] * 41 + 0.5).ravel()
    assert values.min() >= 0 and values.max() <= 1 and len(np.unique(values)) > 0.99 * len(values)
    np.testing.assert_allclose(np.histogram(values, 10, (0, 1))[0] / len(values), 0.1, atol=0.005)


def test_a_removed_document_changes_the_same_seed_far_less_than_another_seed_does():
    rng = np.random.default_rng(0)
    V = 60
    frequency = 1 / np.arange(1, V + 1)
    documents = [rng.choice(V, 150, p=frequency / frequency.sum()) for _ in range(100)]
    counts = sum(window_counts(document, V) for document in documents)
    retrain = counts - window_counts(documents[0], V)

    def cosines(counts, seed):
        W = GloVe(dimension=20, epochs=30, x_max=30.0, seed=seed).fit(sparse(counts)).W
        W = W / np.linalg.norm(W, axis=1, keepdims=True)
        return W @ W.T

    baselines = [cosines(counts, seed) for seed in range(3)]
    paired = np.mean([np.std(cosines(retrain, seed) - baselines[seed]) for seed in range(3)])
    unpaired = np.mean([np.std(baselines[seed] - baselines[seed - 1]) for seed in range(3)])
    assert 0 < paired < unpaired / 5


def test_the_loss_is_half_the_weighted_squared_error_a_nonzero_entry_and_falls():
    counts = random_counts(40)
    still = dataclasses.replace(SMALL, learning_rate=0.0, epochs=1).fit(sparse(counts))
    X = np.where(counts, counts, 1) / UNIT
    f = np.minimum(1, (X / SMALL.x_max) ** SMALL.alpha) * (counts > 0)
    diff = still.W @ still.U.T + still.b[:, None] + still.c - np.log(X)
    assert still.losses[0] == pytest.approx(0.5 * (f * diff**2).sum() / np.count_nonzero(counts), rel=1e-5)

    losses = dataclasses.replace(SMALL, epochs=30).fit(sparse(counts)).losses
    assert losses.shape == (30,)
    assert losses[-1] < losses[2] < losses[1] < losses[0] / 2


def test_entries_that_became_zero_are_as_good_as_absent():
    counts = random_counts(60)
    assert same_bits(SMALL.fit(sparse(counts)), SMALL.fit(sparse(counts, stored=np.ones_like(counts, bool))))


def test_a_memory_mapped_matrix_trains_alike(tmp_path):
    plain, mapped = sparse(random_counts(40)), {}
    for name in ("indptr", "indices", "stored"):
        np.save(tmp_path / f"{name}.npy", getattr(plain, name))
        mapped[name] = np.load(tmp_path / f"{name}.npy", mmap_mode="r")
    assert same_bits(SMALL.fit(plain), SMALL.fit(dataclasses.replace(plain, **mapped)))


def test_an_empty_matrix_is_refused():
    with pytest.raises(OriginsError, match="no nonzero entry"):
        SMALL.fit(sparse(np.zeros((5, 5), np.int64)))


def test_divergence_stops_with_a_sentence():
    wild = dataclasses.replace(SMALL, learning_rate=50.0, epochs=100)
    with pytest.raises(OriginsError, match=r"diverged in epoch 1: .*learning_rate below 50"):
        wild.fit(sparse(random_counts(60)))


def test_a_training_that_diverges_late_leaves_nothing_behind(tmp_path, monkeypatch):
    epoch_loss = GloVe._epoch
    monkeypatch.setattr(GloVe, "_epoch", lambda *state: epoch_loss(*state) if state[-1] < 2 else math.inf)
    with pytest.raises(OriginsError, match="diverged in epoch 3"):
        SMALL.fit(sparse(random_counts(20)), checkpoint=tmp_path / "state", checkpoint_seconds=0)
    assert not list(tmp_path.iterdir())


LONG = dataclasses.replace(SMALL, epochs=200)
TRAINING = f"""
import sys, time
from origins.glove.trainer import GloVe
from unit.glove.matrices import random_counts, sparse
def progress(epoch, loss):
    print(epoch, flush=True)
    time.sleep(0.02)
{LONG}.fit(sparse(random_counts(40)), sys.argv[1], checkpoint_seconds=0, progress=progress)
"""


def test_a_killed_training_continues_to_the_same_bits(tmp_path):
    state = tmp_path / "folder" / "state"
    command = [sys.executable, "-c", TRAINING, str(state)]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as killed:
        while killed.stdout.readline().strip() != "7":
            assert killed.poll() is None
        killed.send_signal(signal.SIGKILL)
    assert state.exists()

    epochs = []
    counts = sparse(random_counts(40))
    continued = LONG.fit(counts, state, progress=lambda epoch, loss: epochs.append(epoch))
    assert 6 <= epochs[0] < 150 and epochs[-1] == 200
    assert same_bits(continued, LONG.fit(counts))
    assert not list(state.parent.iterdir())


class StopTrainingError(Exception):
    pass


def interrupted(glove, counts, state):
    def progress(epoch, loss):
        if epoch == 3:
            raise StopTrainingError

    with pytest.raises(StopTrainingError):
        glove.fit(counts, state, checkpoint_seconds=0, progress=progress)
    assert state.exists()


@pytest.mark.parametrize("change", ["settings", "matrix", "damage"])
def test_a_checkpoint_of_another_training_is_ignored_with_a_line_in_the_log(change, tmp_path, caplog):
    state = tmp_path / "state"
    interrupted(SMALL, sparse(random_counts(40)), state)
    glove, counts = SMALL, random_counts(40)
    if change == "settings":
        glove = dataclasses.replace(SMALL, seed=9)
    elif change == "matrix":
        counts[0, 1] = counts[1, 0] = counts[0, 1] + 1
    else:
        state.write_bytes(state.read_bytes()[:1000])
    epochs = []
    learned = glove.fit(sparse(counts), state, progress=lambda epoch, loss: epochs.append(epoch))
    assert epochs[0] == 1
    assert "starting over" in caplog.text
    assert same_bits(learned, glove.fit(sparse(counts)))


def test_a_checkpoint_may_continue_with_another_number_of_threads(tmp_path):
    state, counts, epochs = tmp_path / "state", sparse(random_counts(40)), []
    interrupted(SMALL, counts, state)
    continued = dataclasses.replace(SMALL, threads=1).fit(counts, state, progress=lambda epoch, _: epochs.append(epoch))
    assert epochs == [3, 4]
    assert same_bits(continued, SMALL.fit(counts))


def test_the_last_epoch_is_logged_with_loss_speed_and_time_left(caplog):
    with caplog.at_level(logging.INFO):
        learned = SMALL.fit(sparse(random_counts(20)))
    assert f"epoch 4 of 4: loss {learned.losses[-1]:.6f}" in caplog.text
    assert "million updates a second, 0 s left" in caplog.text
    assert len(caplog.records) == 1


def test_the_example_in_the_docstring_is_true():
    result = doctest.testmod(trainer)
    assert result.attempted and not result.failed

"""The bits of a training, compared with stored ones: results of earlier runs stay valid as long as these tests pass.

A change that needs new fingerprints makes every earlier embedding, retrain and checkpoint a different one.
"""

import dataclasses
import hashlib

import numpy as np
import pytest
from strategies import token_store

from origins.cooccurrence import matrix as cooccurrence
from origins.cooccurrence.subtract import subtract
from origins.glove.checkpoint import Checkpoint
from origins.glove.schedule import GROUP_BYTES, MIN_GROUPS
from origins.glove.trainer import GloVe

BASELINE = "544800a20b86f1647aca89393a8660f07a6c146dbb85a4e4495978a6478f5cd3"
RETRAIN = "a69b1d00a876e4ee5d1d4187dbbc1f68972a1e6527445b869a8f9587dcf4dfb2"


@pytest.fixture(scope="module")
def corpus():
    """60 documents of 400 tokens from 900 words, frequent and rare, by a generator that no library can change."""
    state, draws = 1, []
    for _ in range(3 * 60 * 400):
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        draws.append((state >> 33) % 900)
    skewed = np.array(draws).reshape(3, 60, 400).prod(axis=0) // 900**2
    return token_store(skewed.tolist())


@pytest.fixture(scope="module")
def X(corpus, tmp_path_factory):
    return cooccurrence.count(corpus, tmp_path_factory.mktemp("X"), window=8)


def fingerprint(matrix, threads):
    learned = GloVe(dimension=75, epochs=3, x_max=10.0, seed=2, threads=threads).fit(matrix)
    digest = hashlib.sha256()
    for values in (learned.W, learned.U, learned.b, learned.c):
        digest.update(np.ascontiguousarray(values, "<f4").data)
    return digest.hexdigest()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_training_has_the_bits_it_always_had(X, threads):
    assert fingerprint(X, threads) == BASELINE


@pytest.mark.parametrize("threads", [1, 2])
def test_a_retrain_has_the_bits_it_always_had(X, corpus, threads):
    without = subtract(X, corpus, np.array([3, 17, 18, 40]), threads=threads)
    assert fingerprint(without, threads) == RETRAIN


def test_a_checkpoint_is_known_by_the_counts_it_was_made_from(X, corpus):
    """Digests of earlier versions, so that a training they began can continue."""
    without = subtract(X, corpus, np.array([3, 17, 18, 40]))
    copied = dataclasses.replace(X, stored=without.counts)
    one, other, whole = (Checkpoint(None, GloVe(), each, 1.0).fingerprint for each in (without, copied, X))
    assert one == other != whole
    decisive = {key: value for key, value in vars(GloVe()).items() if key != "threads"}
    digest = hashlib.blake2b(repr((GROUP_BYTES, MIN_GROUPS, decisive, X.unit)).encode())
    for values in (copied.indptr, copied.indices, copied.stored):
        digest.update(values.tobytes())
    assert one == digest.hexdigest()

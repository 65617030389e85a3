"""The embedding's file: the same bits again, refused when it belongs to something else."""

import numpy as np
import pytest

from origins.errors import OriginsError
from origins.files.atomic import replacing
from origins.files.fingerprints import fingerprint
from origins.glove.embedding import Embedding, load_vectors

SETTINGS = {"learning_rate": 0.05, "epochs": 30, "name": "größer"}


def embedding(V=6, D=4, **changes):
    rng = np.random.default_rng(0)
    parts = {"W": rng.normal(size=(V, D)), "U": rng.normal(size=(V, D)), "b": rng.normal(size=V), "c": np.arange(V)}
    about = {"seed": 3, "corpus_fingerprint": "abc", "vocabulary_fingerprint": "def", "settings": SETTINGS}
    return Embedding(**{**parts, **about, "losses": [0.5, 0.25], **changes})


def test_saved_embedding_is_the_same_when_loaded(tmp_path):
    saved = embedding(G_W=np.ones((6, 4)), G_b=np.full(6, 2))
    saved.save(tmp_path / "e.npz")
    loaded = Embedding.load(tmp_path / "e.npz", fingerprint="abc", vocabulary_fingerprint="def")
    for name in ("W", "U", "b", "c", "G_W", "G_b"):
        assert getattr(loaded, name).dtype == np.float32
        np.testing.assert_array_equal(getattr(loaded, name), getattr(saved, name))
    np.testing.assert_array_equal(loaded.losses, [0.5, 0.25])
    assert (loaded.seed, loaded.settings) == (3, SETTINGS)
    assert (loaded.corpus_fingerprint, loaded.vocabulary_fingerprint) == ("abc", "def")


def test_squared_gradients_may_be_left_out(tmp_path):
    embedding().save(tmp_path / "e.npz")
    assert Embedding.load(tmp_path / "e.npz").G_W is None


def test_same_embedding_gives_the_same_bytes(tmp_path, monkeypatch):
    embedding().save(tmp_path / "one.npz")
    monkeypatch.setattr("time.time", lambda: 2e9)
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    padded = np.zeros((6, 8), dtype=np.float32, order="F")
    padded[:, :4] = embedding().W
    backwards = dict(reversed(SETTINGS.items()))
    embedding(W=padded[:, :4], settings=backwards).save(tmp_path / "two.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_file_is_compact_and_plain_numpy_reads_it(tmp_path):
    embedding(V=1000, D=50).save(tmp_path / "e.npz")
    assert (tmp_path / "e.npz").stat().st_size < 1.01 * 4 * (2 * 1000 * 50 + 2 * 1000)
    with np.load(tmp_path / "e.npz") as arrays:
        assert sorted(arrays.files) == ["U", "W", "about", "b", "c", "losses"]


def test_vectors_alone_can_be_loaded(tmp_path):
    embedding().save(tmp_path / "e.npz")
    np.testing.assert_array_equal(load_vectors(tmp_path / "e.npz", fingerprint="abc"), embedding().W)
    with pytest.raises(OriginsError, match="another corpus"):
        load_vectors(tmp_path / "e.npz", fingerprint="xyz")


@pytest.mark.parametrize("what", ["corpus", "vocabulary"])
def test_embedding_of_another_corpus_or_vocabulary_is_refused(tmp_path, what):
    embedding().save(tmp_path / "e.npz")
    key = {"corpus": "fingerprint", "vocabulary": "vocabulary_fingerprint"}[what]
    with pytest.raises(OriginsError, match=rf"e\.npz was trained on another {what}"):
        Embedding.load(tmp_path / "e.npz", **{key: "xyz"})


@pytest.mark.parametrize("damage", ["empty", "cut", "text", "other", "missing"])
def test_file_that_is_not_a_whole_embedding_is_named(tmp_path, damage):
    path = tmp_path / "e.npz"
    embedding().save(path)
    whole = path.read_bytes()
    if damage == "other":
        np.savez(path, W=np.ones((2, 2)))
    elif damage == "missing":
        path.unlink()
    else:
        path.write_bytes({"empty": b"", "cut": whole[: len(whole) // 2], "text": b"the 0.1 0.2\n"}[damage])
    with pytest.raises(OriginsError, match=r"e\.npz (is not a complete embedding file|does not exist)"):
        Embedding.load(path)


def test_parameters_must_fit_together():
    with pytest.raises(ValueError, match="U has shape"):
        embedding(U=np.ones((5, 4)))


def test_failure_while_writing_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "e.npz"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError, match="disk"), replacing(path) as file:
        file.write(b"half")
        raise RuntimeError("disk full")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("e.npz", b"old")]


def test_fingerprint_tells_types_shapes_and_order_apart():
    a, b = np.arange(4, dtype=np.int32), np.arange(4, dtype=np.int64)
    prints = [fingerprint(*parts) for parts in ((a, b), (b, a), (a,), (a.reshape(2, 2),), ("ab", "c"), ("a", "bc"))]
    assert len(set(prints)) == len(prints)
    assert fingerprint(a) == fingerprint(np.arange(8, dtype=np.int32)[:4])

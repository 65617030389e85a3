from pathlib import Path

import numpy as np
import pytest

from origins.errors import OriginsError
from origins.experiment import measures

WORDS = np.array([2, 3, 5, 8])


def save(folder: Path, *seeds: int) -> Path:
    folder.mkdir(exist_ok=True)
    vectors = {seed: seed + np.arange(20, dtype=np.float32).reshape(10, 2) for seed in seeds}
    measures.save_vectors(folder / f"{seeds[0]}-vectors.npz", vectors, WORDS)
    return folder / f"{seeds[0]}-vectors.npz"


def test_vectors_come_back_by_seed_for_the_words_asked_for(tmp_path):
    files = [save(tmp_path / "decrease-10", 3), save(tmp_path / "decrease-10", 1, 2)]
    loaded = measures.load_vectors(files, np.array([3, 8]))
    assert list(loaded) == [1, 2, 3]
    np.testing.assert_array_equal(loaded[2], [[8, 9], [18, 19]])


def test_vectors_of_several_sets_are_kept_apart(tmp_path):
    files = [save(tmp_path / "increase-10", 1), save(tmp_path / "decrease-10", 1), save(tmp_path / "decrease-10", 2)]
    loaded = measures.vectors_by_set(files, WORDS)
    assert {name: list(vectors) for name, vectors in loaded.items()} == {"increase-10": [1], "decrease-10": [1, 2]}


def test_vectors_without_a_word_that_is_needed_are_refused(tmp_path):
    with pytest.raises(OriginsError, match="lacks vectors of some words"):
        measures.load_vectors([save(tmp_path, 1)], np.array([2, 4]))


def test_every_seed_is_trained_and_measured():
    class Sum:
        words = np.array([0, 2])

        def bias(self, vectors):
            return float(vectors.sum())

    retrained = measures.retrain(lambda seed: np.full((3, 2), seed / 4), [4, 7], {"sum": Sum()}, ["a", "b", "c"])
    assert retrained.bias.to_dict("list") == {"seed": [4, 7], "metric": ["sum", "sum"], "bias": [4.0, 7.0]}
    assert set(retrained.analogies["seed"]) == {4, 7}
    assert list(retrained.vectors) == [4, 7]

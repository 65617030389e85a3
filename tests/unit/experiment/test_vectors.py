import re
from pathlib import Path

import numpy as np
import pytest

from origins.errors import OriginsError
from origins.experiment import measures, vectors
from origins.experiment.vectors import KeptVectors
from origins.metrics.weat import effect_size

WORDS = ["he", "she", "art", "physics", "his", "her", "poem", "atom"]
WEAT = {"kind": "weat", "S": ["physics", "atom"], "T": ["art", "poem"], "A": ["he", "his"], "B": ["she", "her", "hers"]}
ASKED = sorted({word for key in "STAB" for word in WEAT[key]})


def embedding(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(len(WORDS), 3)).astype(np.float32)


def save(folder: Path, family: str, name: str, *seeds: int, asked=("he", "art", "hers")) -> Path:
    path = folder / family / name / f"{seeds[0]}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    KeptVectors.choose(WORDS, {seed: embedding(seed) for seed in seeds}, asked).save(path)
    return path


def test_the_words_asked_for_are_kept_in_the_order_of_the_vocabulary_and_no_others(tmp_path):
    kept = KeptVectors.load(save(tmp_path, "weat1", "decrease-10", 2, 1))
    assert kept.words == ["he", "art"]
    assert kept.asked == ["he", "art", "hers"]  # which the vocabulary lacks
    assert list(kept.by_seed) == [1, 2]
    np.testing.assert_array_equal(kept.of(["art", "he"])[2], embedding(2)[[2, 0]])


def test_nothing_asked_for_keeps_every_word(tmp_path):
    kept = KeptVectors.load(save(tmp_path, "weat1", "decrease-10", 1, asked=()))
    assert kept.words == WORDS
    np.testing.assert_array_equal(kept.by_seed[1], embedding(1))


def test_vectors_of_several_sets_are_kept_apart_and_their_seeds_put_together(tmp_path):
    places = ("increase-10", 1), ("decrease-10", 2), ("decrease-10", 1)
    files = [save(tmp_path, "weat1", name, seed) for name, seed in places]
    found = vectors.by_set(files, ["he"])
    assert {name: list(by_seed) for name, by_seed in found.items()} == {"increase-10": [1], "decrease-10": [1, 2]}


def test_a_word_that_was_not_kept_is_named(tmp_path):
    with pytest.raises(OriginsError, match=re.escape("no vector was kept of she")):
        KeptVectors.load(save(tmp_path, "weat1", "decrease-10", 1)).of(["he", "she"])


def test_what_was_asked_for_is_known_of_a_whole_file_only(tmp_path):
    path = save(tmp_path, "weat1", "decrease-10", 1)
    assert vectors.asked_of(path) == ["he", "art", "hers"]
    assert vectors.asked_of(tmp_path / "none.npz") is None
    path.write_bytes(path.read_bytes()[:100])
    assert vectors.asked_of(path) is None
    with pytest.raises(OriginsError, match="is damaged or incomplete"):
        KeptVectors.load(path)


def test_every_metric_is_measured_in_every_retrain(tmp_path):
    files = [
        save(tmp_path, "weat1", "decrease-10", 1, 2, asked=ASKED),
        save(tmp_path, "shared", "random-9-1", 1, asked=ASKED),
    ]
    table = measures.retrain_table(files, {"weat1": WEAT, "ripa": WEAT | {"kind": "rnd"}})
    assert len(table) == 2 * 2 + 2
    bias = table.set_index(["family", "set", "metric", "seed"])["bias"]
    W = dict(zip(WORDS, embedding(2), strict=True))
    expected = effect_size(*(np.array([W[word] for word in WEAT[key] if word in W]) for key in "STAB"))
    assert bias["weat1", "decrease-10", "weat1", 2] == expected
    assert bias["shared", "random-9-1", "weat1", 1] == bias["weat1", "decrease-10", "weat1", 1]

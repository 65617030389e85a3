"""Analogies: known answers, and the same counts as gensim's own evaluator and a plain loop."""

import numpy as np
import pytest
from gensim.models import KeyedVectors
from gensim.test.utils import datapath

from origins.errors import OriginsError
from origins.metrics import analogies

QUESTIONS = """\
: family
Man Woman King Queen
man woman king prince
Man Woman Uncle Aunt
: capitals
Paris France Rome Italy
Paris France Atlantis Sea
"""


@pytest.fixture
def known(tmp_path):
    """Vectors in which man − woman = king − queen and paris − france = rome − italy."""
    path = tmp_path / "questions.txt"
    path.write_text(QUESTIONS)
    vectors = {
        "king": [1, 0, 1, 0, 0],
        "queen": [1, 0, 0, 1, 0],
        "man": [0, 0.3, 1, 0, 0],
        "woman": [0, 0.3, 0, 1, 0],
        "prince": [1, 0, 0.5, 0, 0],
        "paris": [0, 1, 0, 0, 1],
        "france": [0, 1, 0, 0, -1],
        "rome": [0.4, 1, 0, 0, 1],
        "italy": [0.4, 1, 0, 0, -1],
    }
    return list(vectors), np.array(list(vectors.values()), dtype=np.float32), path


def by_gensim(words, vectors, path):
    model = KeyedVectors(vector_size=vectors.shape[1])
    model.add_vectors(words, vectors)
    sections = model.evaluate_word_analogies(path, restrict_vocab=len(words))[1]
    return [(len(s["correct"]), len(s["correct"]) + len(s["incorrect"])) for s in sections]


def by_loop(words, vectors, path):
    """(correct, answered) of all questions, lower-cased, one at a time."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    ids = {word: i for i, word in enumerate(words)}
    correct = answered = 0
    for line in path.read_text().lower().splitlines():
        question = [ids.get(word) for word in line.split()]
        if line.startswith(":") or None in question:
            continue
        a, b, c, d = question
        scores = unit @ (unit[b] - unit[a] + unit[c])
        scores[[a, b, c]] = -np.inf
        answered += 1
        correct += int(scores.argmax() == d)
    return correct, answered


def counts(table):
    return list(zip(table["correct"], table["answered"], strict=True))


def test_known_answers(known):
    table = analogies.top1(*known)
    assert table.to_dict("list") == {
        "section": ["family", "capitals", "total"],
        "correct": [1, 1, 2],
        "answered": [2, 1, 3],
        "questions": [3, 2, 5],
        "covered": [2 / 3, 1 / 2, 3 / 5],
        "accuracy": [1 / 2, 1, 2 / 3],
    }
    assert counts(table) == by_gensim(*known)
    assert counts(table)[-1] == by_loop(*known)


def test_answers_are_those_of_gensim_and_of_a_plain_loop(tmp_path, monkeypatch):
    """Random vectors in which every group of words is shifted by a common offset, so that some answers are right."""
    monkeypatch.setattr(analogies, "BLOCK", 1000)
    rng = np.random.default_rng(0)
    stems = [f"w{k:02d}" for k in range(30)]
    words = [stem + ending for ending in ("", "s", "ed") for stem in stems]
    base, offsets = rng.normal(size=(30, 10)), 2 * rng.normal(size=(3, 10))
    vectors = (base + offsets[:, None]).reshape(90, 10) + 0.8 * rng.normal(size=(90, 10))
    lines = []
    for ending in ("s", "ed"):
        lines.append(f": {ending}")
        for p, q in rng.integers(0, 33, size=(150, 2)):  # stems 30 to 32 are unknown
            lines.append(f"w{p:02d} W{p:02d}{ending} w{q:02d} w{q:02d}{ending.upper()}")
    path = tmp_path / "questions.txt"
    path.write_text("\n".join(lines) + "\n")
    vectors = vectors.astype(np.float32)
    table = analogies.top1(words, vectors, path)
    assert counts(table) == by_gensim(words, vectors, path)
    assert counts(table)[-1] == by_loop(words, vectors, path)
    assert table["questions"].tolist() == [150, 150, 300]
    total = table.iloc[-1]
    assert 0.1 < total["accuracy"] < 0.9
    assert total["answered"] < 300


def test_words_that_differ_in_case_alone_are_one_word(known):
    """As in gensim: the first one's vector is the question's, and none of them is an answer to itself."""
    words, vectors, path = known
    others = {"King": [0.707, 0, -0.251, 0.958, 0], "ROME": [3, 0, 3, 0, 4]}  # beside queen; king
    words = [*words, *others]
    vectors = np.concatenate([vectors, np.array(list(others.values()), dtype=np.float32)])
    table = analogies.top1(words, vectors, path)
    assert counts(table) == by_gensim(words, vectors, path) == [(1, 2), (1, 1), (2, 3)]


def one_question(tmp_path, answers):
    """The row of a question whose target is (1, 1, −1, 0) but for length, with the given vectors as answers."""
    path = tmp_path / "questions.txt"
    path.write_text(": one\na b c right\n")
    vectors = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], *answers.values()]
    return analogies.top1(["a", "b", "c", *answers], np.array(vectors, dtype=np.float32), path).iloc[0]


def test_word_with_a_zero_vector_is_never_the_answer(tmp_path):
    """Not even where all other words point away."""
    answers = {"nothing": [0, 0, 0, 0], "right": [-1, 0, 0, 0], "wrong": [-1, -1, 1, 0]}
    assert one_question(tmp_path, answers)["correct"] == 1


def test_words_closer_than_float32_can_tell_are_told_apart(tmp_path):
    """The right answer lies exactly at its target, the wrong one beside it: their cosines differ by about 1e-8."""
    rng = np.random.default_rng(5)
    words, vectors = ["a", "b"], list(np.eye(50)[:2])
    for k in range(40):
        c = rng.normal(size=50)
        right = vectors[1] - vectors[0] + c / np.linalg.norm(c)
        words += [f"c{k}", f"wrong{k}", f"right{k}"]
        vectors += [c, right + 3e-5 * rng.normal(size=50), right]
    path = tmp_path / "questions.txt"
    path.write_text(": close\n" + "".join(f"a b c{k} right{k}\n" for k in range(40)))
    assert analogies.top1(words, np.array(vectors, dtype=np.float32), path)["correct"].iloc[0] == 40


def test_questions_of_gensim_are_asked_unless_others_are_given():
    table = analogies.top1(["athens", "greece", "oslo", "norway", "cat"], np.eye(5, dtype=np.float32))
    assert len(table) == 15
    total = table.iloc[-1]
    assert (total["section"], total["questions"]) == ("total", 19_544)
    lines = [line.lower().split() for line in open(datapath("questions-words.txt"))]  # noqa: PTH123, SIM115
    known = {"athens", "greece", "oslo", "norway"}
    assert total["answered"] == sum(set(line) <= known for line in lines) > 0
    assert np.isnan(table["accuracy"].iloc[5])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (": family\nman woman king\n", r"q\.txt:2: expected four words"),
        ("man woman king queen\n", r"q\.txt:1: expected four words below"),
        (": family\n", r"q\.txt has no questions"),
        (None, r"q\.txt does not exist"),
    ],
)
def test_file_without_questions_is_named(tmp_path, text, sentence):
    path = tmp_path / "q.txt"
    if text is not None:
        path.write_text(text)
    with pytest.raises(OriginsError, match=sentence):
        analogies.top1(["a", "b"], np.eye(2), path)

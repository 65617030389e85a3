from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from origins.corpus.tokenizer import Tokenizer
from origins.corpus.tokens import tokenize
from origins.report.passages import AROUND, known_tokens, passages

LETTERS = st.text(alphabet=st.sampled_from("aBcİßΣσς é,.-\n\t<>&\"'_12😀\u202e"), max_size=80)


@given(LETTERS, st.sampled_from([(2, 15), (1, None), (None, None, "whitespace"), (2, 5, "whitespace")]))
def test_tokens_are_those_of_the_corpus_and_stand_where_they_were_found(text, limits):
    expected = tokenize(text, *limits)
    ids = {word: number for number, word in enumerate(sorted(set(expected)))}
    found, places = known_tokens(text, ids, Tokenizer(*limits))
    assert [sorted(ids)[number] for number in found] == expected
    assert all(begin < end for begin, end in places)
    assert all(first[1] <= second[0] for first, second in pairwise(places))
    for number, (begin, end) in zip(found, places, strict=True):
        if "İ" not in text[begin:end]:
            assert len(sorted(ids)[number]) == end - begin


@given(LETTERS)
def test_a_short_text_comes_back_whole(text):
    ids = {word: number for number, word in enumerate(sorted(set(tokenize(text))))}
    _, places = known_tokens(text, ids, Tokenizer())
    values = np.arange(len(places)) - 2.0  # one of them 0: not marked
    shown = passages(text, places, values)
    assert "".join(shown.parts) == text
    assert shown.parts[1::2] == [
        text[begin:end] for (begin, end), value in zip(places, values, strict=True) if value != 0
    ]
    assert list(shown.numbers) == [value for value in values if value != 0]
    assert shown.left_out == 0


def test_words_out_of_the_vocabulary_are_skipped():
    found, places = known_tokens("The Cat, the zebra; THE cat!", {"the": 0, "cat": 1}, Tokenizer())
    assert list(found) == [0, 1, 0, 0, 1]
    assert places[1] == (4, 7)


def test_of_a_megabyte_without_a_line_break_only_what_matters_is_shown():
    text = "word " * 200_000 + "science " + "word " * 200_000 + "him " + "word " * 100
    _, places = known_tokens(text, {"science": 0, "him": 1}, Tokenizer())
    shown = passages(text, places, np.array([0.5, -0.2]), shown=1000)
    assert shown.parts[1::2] == ["science", "him"]
    assert sum(map(len, shown.parts)) < 1000
    assert shown.parts[0].startswith("[…] ")
    assert " […] " in shown.parts[2]
    assert shown.left_out == len(text) - 4 * AROUND - len("science") - len("him")


def test_where_there_is_room_for_some_words_only_the_strongest_are_shown():
    text = " ".join(f"{'x' * 500} science" for _ in range(10))
    _, places = known_tokens(text, {"science": 0}, Tokenizer())
    values = np.arange(1.0, 11.0)
    shown = passages(text, places, values, shown=700)
    assert list(shown.numbers) == [9, 10]

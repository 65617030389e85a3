"""Tokens of other languages, and the words that no token can equal."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import encoded

from origins.corpus.document import Document
from origins.corpus.tokenizer import Tokenizer
from origins.corpus.tokens import Selection, load_vocabulary

LETTERS = Tokenizer()
UNLIMITED = Tokenizer(None, None)
SPACES = Tokenizer(None, None, "whitespace")
TOKENIZERS = st.sampled_from([LETTERS, Tokenizer(1, None), UNLIMITED, SPACES, Tokenizer(2, 4, "whitespace")])

RUSSIAN = "Ёжик и Настасья Филипповна — «Идиот», 1869 г."
GERMAN = "Die Straßenbahn-Haltestelle in GROẞENHAIN heißt Donaudampfschifffahrtsgesellschaft."
TURKISH = "Iğdır'dan İstanbul'a ılık IŞIK"
CHINESE = "我 喜欢 自然语言 处理 。 她 是 医生 ， AI 2024"


@pytest.mark.parametrize(
    "text, tokens",
    [
        (RUSSIAN, "ёжик настасья филипповна идиот"),
        (GERMAN, "die straßenbahn haltestelle in großenhain heißt"),
        # I becomes i, not ı; İ becomes i and a combining dot, at which the word breaks
        (TURKISH, "iğdır dan stanbul ılık işik"),
        (CHINESE, "喜欢 自然语言 处理 医生 ai"),
    ],
)
def test_letters_are_those_of_any_alphabet_in_lower_case(text, tokens):
    assert LETTERS.tokens(text) == tokens.split()


def test_without_limits_long_and_short_words_stay_and_a_dotted_i_keeps_its_dot():
    assert "donaudampfschifffahrtsgesellschaft" in UNLIMITED.tokens(GERMAN)
    assert UNLIMITED.tokens(TURKISH) == ["iğdır", "dan", "i\u0307stanbul", "a", "ılık", "işik"]
    assert UNLIMITED.tokens("她 是") == ["她", "是"]


@pytest.mark.parametrize("text", [RUSSIAN, GERMAN, TURKISH, CHINESE])
def test_tokenized_text_stays_as_it_is(text):
    assert SPACES.tokens(text) == text.split(" ")
    assert Tokenizer(2, 3, "whitespace").tokens(text) == [token for token in text.split() if 2 <= len(token) <= 3]


def test_words_of_any_script_go_through_the_store(tmp_path):
    texts = [RUSSIAN, GERMAN, TURKISH, CHINESE, '007 7 "x" a,b null 1e5 \u00a0 _y é']
    selection = Selection(min_letters=None, max_letters=None, tokenizer="whitespace")
    corpus = encoded([Document(str(k), "", text, {}) for k, text in enumerate(texts)], tmp_path, selection)
    words = list(load_vocabulary(tmp_path / "vocabulary.csv").index)
    assert [[words[word] for word in corpus[k]] for k in range(len(corpus))] == [text.split() for text in texts]


def test_numbers_alone_stay_words(tmp_path):
    encoded([Document("a", "", "007 7 007 1.50", {})], tmp_path, Selection(min_letters=1, tokenizer="whitespace"))
    assert list(load_vocabulary(tmp_path / "vocabulary.csv").index) == ["007", "1.50", "7"]


@given(st.text(st.characters(exclude_categories=["Cs"])), TOKENIZERS)
@example(TURKISH, UNLIMITED)
@example("ΑΣ'Β ΟΔΟΣ ǅ _x __ x² ﬁ", UNLIMITED)
@example("ΑΣ'Β ΟΔΟΣ İ ǅ _x __ x² ﬁ", LETTERS)
def test_every_token_can_be_a_word_of_a_metric(text, tokenizer):
    assert [tokenizer.why_never(token) for token in tokenizer.tokens(text)] == [""] * len(tokenizer.tokens(text))


@given(st.text("aA_ -1İi\u0307ßΣ", min_size=1, max_size=6), TOKENIZERS)
def test_a_word_that_never_matches_is_no_token_of_itself_in_any_case(word, tokenizer):
    if tokenizer.why_never(word):
        for text in (word, word.lower(), word.upper(), word.title(), f"x {word} y"):
            assert word not in tokenizer.tokens(text)


@pytest.mark.parametrize(
    "word, tokenizer, reason",
    [
        ("New York", LETTERS, "as text it becomes new, york"),
        ("New York", SPACES, "as text it becomes New, York"),
        ("Berlin", LETTERS, "as text it becomes berlin"),
        ("İstanbul", LETTERS, "as text it becomes i, stanbul"),
        ("U.S.", LETTERS, "as text it becomes u, s"),
        ("1984", LETTERS, "it has no letters"),
        ("", SPACES, "it has no letters"),
        ("我", LETTERS, "it has fewer letters than corpus.min_letters (2)"),
        ("straßenbahnhaltestelle", LETTERS, "it has more letters than corpus.max_letters (15)"),
        ("_x", LETTERS, "it begins with _"),
        ("_x", UNLIMITED, ""),
        ("i\u0307stanbul", UNLIMITED, ""),
        ("İstanbul", SPACES, ""),
        ("1984", SPACES, ""),
    ],
)
def test_a_word_that_can_never_match_says_why(word, tokenizer, reason):
    assert tokenizer.why_never(word) == reason
    names = ("min_letters", "max_letters", "tokenizer")
    assert Tokenizer.of(dict(zip(names, tokenizer, strict=True))) == tokenizer

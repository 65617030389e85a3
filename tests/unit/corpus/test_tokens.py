import json
from collections import Counter

import gensim.utils
import numpy as np
import pandas as pd
import pytest
from gensim.corpora.wikicorpus import tokenize as gensim_tokenize
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import encoded

from origins.corpus import tokens
from origins.corpus.document import Document
from origins.corpus.tokens import Selection
from origins.errors import OriginsError

TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Z"]), max_size=60)


def documents_of(texts: list[str]) -> list[Document]:
    return [Document(str(k), f"title {k}", text, {}) for k, text in enumerate(texts)]


def store_files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@given(TEXTS)
@example("Foo_bar _x 3rd x² ǅ İstanbul naïve don't ABCDEFGHIJKLMNO ABCDEFGHIJKLMNOP")
def test_tokens_are_those_of_gensims_wikicorpus(text):
    assert tokens.tokenize(text) == gensim_tokenize(text, token_min_len=2, token_max_len=15, lower=True)


@given(st.text())
@example("A B-52, _x_ __ foo_bar 3rd x² ǅ İstanbul naïve don't ΑΣ'Β ABCDEFGHIJKLMNOPQRSTUVWXYZ")
def test_without_an_upper_limit_tokens_are_those_of_gensims_tokenize(text):
    everything = [token.lower() for token in gensim.utils.tokenize(text)]
    assert tokens.tokenize(text, 1, None) == everything
    assert tokens.tokenize(text, 3, None) == [token for token in everything if len(token) >= 3]


def test_one_letter_words_count_where_they_are_tokens(tmp_path):
    texts = ["I am a b_c.", "A plan B", "one, two"]
    corpus = encoded(documents_of(texts), tmp_path, Selection(min_tokens=3, min_letters=1, max_letters=None))
    words = list(tokens.load_vocabulary(tmp_path / "vocabulary.csv").index)
    assert words == ["a", "am", "b", "b_c", "i", "plan"]
    assert [[words[word] for word in corpus[k]] for k in range(len(corpus))] == [
        ["i", "am", "a", "b_c"],
        ["a", "plan", "b"],
    ]
    assert list(pd.read_parquet(tmp_path / "documents.parquet")["tokens"]) == [4, 3]


@settings(max_examples=30)
@given(
    texts=st.lists(st.text("aAbBcC éß1_İΣ'", max_size=40), min_size=1, max_size=8),
    min_count=st.integers(1, 3),
    letters=st.sampled_from([(2, 15), (1, 3), (1, None)]),
)
def test_the_store_holds_each_documents_known_words_in_order(tmp_path, texts, min_count, letters):
    selection = Selection(min_letters=letters[0], max_letters=letters[1], min_count=min_count)
    plain = [tokens.tokenize(text, *letters) for text in texts]
    kept = [document for document in plain if document]
    counts = Counter(token for document in kept for token in document)
    words = sorted((word for word in counts if counts[word] >= min_count), key=lambda word: (-counts[word], word))
    if not words:
        with pytest.raises(OriginsError):
            encoded(documents_of(texts), tmp_path, selection)
        return
    corpus = encoded(documents_of(texts), tmp_path, selection)
    vocabulary = tokens.load_vocabulary(tmp_path / "vocabulary.csv")
    assert list(vocabulary.index) == words
    assert list(vocabulary) == [counts[word] for word in words]
    assert [[words[word] for word in corpus[k]] for k in range(len(corpus))] == [
        [token for token in document if token in words] for document in kept
    ]
    assert list(pd.read_parquet(tmp_path / "documents.parquet")["tokens"]) == [len(document) for document in kept]
    np.testing.assert_array_equal(corpus.frequencies(), vocabulary)


def test_any_number_of_processes_gives_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr("origins.corpus.store.chunks.__defaults__", (200,))
    texts = [f"one two three word{chr(97 + k % 26)} again and again {'long ' * (k % 7)}" for k in range(60)]
    written = []
    for processes in (1, 2, 3):
        folder = tmp_path / str(processes)
        encoded(documents_of(texts), folder, Selection(min_count=2), processes)
        written.append(store_files(folder))
    assert written[0] == written[1] == written[2]


def test_documents_are_chosen_by_their_length_before_rare_words_go(tmp_path):
    documents = documents_of(["aa bb", "aa bb cc", "aa bb cc dd", "aa bb cc dd ee"])
    encoded(documents, tmp_path, Selection(min_tokens=3, max_tokens=4, min_count=2))
    table = pd.read_parquet(tmp_path / "documents.parquet")
    assert list(table["id"]) == ["1", "2"]
    assert list(table["tokens"]) == [3, 4]
    assert list(tokens.load_vocabulary(tmp_path / "vocabulary.csv").index) == ["aa", "bb", "cc"]


def test_the_document_that_reaches_the_cap_is_the_last_one(tmp_path, monkeypatch):
    monkeypatch.setattr("origins.corpus.store.chunks.__defaults__", (100,))
    encoded(documents_of(["aa bb cc"] * 5), tmp_path, Selection(max_total_tokens=7))
    assert list(pd.read_parquet(tmp_path / "documents.parquet")["tokens"]) == [3, 3, 3]
    assert tokens.load_vocabulary(tmp_path / "vocabulary.csv")["aa"] == 3


def test_metadata_become_columns_even_if_only_some_documents_have_them(tmp_path):
    documents = [
        Document("x", "X", "aa bb", {"topic": "science"}),
        Document("y", "", "aa bb cc", {"date": "1987-01-01", "tokens": "mine", "rank": "7"}),
    ]
    encoded(documents, tmp_path, Selection())
    table = pd.read_parquet(tmp_path / "documents.parquet")
    assert list(table.columns) == ["id", "title", "tokens", "topic", "date", "meta_tokens", "meta_rank"]
    assert list(table["topic"].fillna("")) == ["science", ""]
    assert list(table["tokens"]) == [2, 3]


def test_words_that_pandas_takes_for_missing_values_stay_words(tmp_path):
    encoded(documents_of(["null nan none null"]), tmp_path, Selection())
    assert list(tokens.load_vocabulary(tmp_path / "vocabulary.csv").index) == ["null", "nan", "none"]


def test_the_fingerprint_changes_with_the_words_and_with_the_text(tmp_path):
    texts = {"a": ["aa bb aa"], "b": ["aa bb aa bb aa"], "c": ["aa cc aa"], "d": ["aa bb", "aa"]}
    prints = {encoded(documents_of(text), tmp_path / name, Selection()).fingerprint for name, text in texts.items()}
    assert len(prints) == 4


def test_a_corpus_with_nothing_left_says_what_was_left_out(tmp_path):
    with pytest.raises(
        OriginsError, match=r"no document is left; 2 are shorter than corpus.min_tokens \(3\) and 1 longer"
    ):
        encoded(documents_of(["aa", "aa bb", "aa " * 9]), tmp_path, Selection(min_tokens=3, max_tokens=5))


def test_a_corpus_without_frequent_words_says_so(tmp_path):
    with pytest.raises(OriginsError, match=r"vocabulary.min_count: no word occurs 9 times"):
        encoded(documents_of(["aa bb cc"]), tmp_path, Selection(min_count=9))
    assert not (tmp_path / "vocabulary.csv").exists()


def test_the_store_records_what_it_holds(tmp_path):
    encoded(documents_of(["aa bb", "bb cc"]), tmp_path, Selection())
    meta = json.loads((tmp_path / "tokens" / "meta.json").read_text())
    assert meta["documents"] == 2
    assert meta["words"] == 3


def test_metadata_called_tokens_and_meta_tokens_are_both_kept(tmp_path):
    metadata = {"tokens": "theirs", "meta_tokens": "other", "meta_topic": "t"}
    encoded([Document("0", "", "some words here", metadata)], tmp_path, Selection())
    table = pd.read_parquet(tmp_path / "documents.parquet")
    assert table.iloc[0].to_dict() == {
        "id": "0", "title": "", "tokens": 3, "meta_tokens": "theirs", "meta_meta_tokens": "other", "meta_topic": "t"
    }  # fmt: skip

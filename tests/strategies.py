"""Small random corpora, and how to write them where the library expects them."""

from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from origins.corpus import store, tokens
from origins.corpus.document import Document
from origins.corpus.tokens import TokenStore


def corpora(max_documents: int = 6, vocabulary: int = 8, max_length: int = 20) -> st.SearchStrategy[TokenStore]:
    """Token stores of a few short documents, empty ones included, in which every word occurs."""
    words = st.integers(0, vocabulary - 1)
    documents = st.lists(st.lists(words, max_size=max_length), min_size=1, max_size=max_documents)
    return documents.filter(any).map(token_store)


def token_store(documents: list[list[int]]) -> TokenStore:
    """Documents given as lists of numbers; the words get ids 0..V-1 by frequency, as `encode` gives them."""
    flat = np.array([word for document in documents for word in document], dtype=np.int32)
    found, counts = np.unique(flat, return_counts=True)
    order = found[np.lexsort((found, -counts))]
    new_ids = np.zeros(int(found.max()) + 1, dtype=np.int32)
    new_ids[order] = np.arange(len(order))
    offsets = np.concatenate([[0], np.cumsum([len(document) for document in documents])])
    return TokenStore(new_ids[flat], offsets.astype(np.int64), words=len(order))


def encoded(documents: list[Document], folder: Path, selection: tokens.Selection, processes: int = 1) -> TokenStore:
    """Documents through the store and the encoder, as the workflow does it."""
    folder.mkdir(parents=True, exist_ok=True)
    store.write(documents, folder / "documents.jsonl.gz", drop_duplicates=False)
    tokens.encode(
        folder / "documents.jsonl.gz",
        folder / "tokens",
        folder / "vocabulary.csv",
        folder / "documents.parquet",
        selection,
        processes,
    )
    return TokenStore.load(folder / "tokens")

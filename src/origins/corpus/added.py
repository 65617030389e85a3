"""Documents that a corpus might have had as well, in its own vocabulary."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from origins.corpus.document import Document
from origins.corpus.tokenizer import Tokenizer
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError


class Added(NamedTuple):
    """The documents as a token store; how many of their tokens are unknown, how many were too short or long."""

    store: TokenStore
    unknown: int
    left_out: int


def encode_added(documents: Iterable[Document], ids: Mapping[str, int], corpus: Mapping[str, Any]) -> Added:
    """Tokenize documents as the settings of a setup's corpus section say, and drop words that have no id."""
    tokenizer = Tokenizer.of(corpus)
    texts, unknown, left_out = [], 0, 0
    for document in documents:
        tokens = tokenizer.tokens(document.text)
        if not corpus["min_tokens"] <= len(tokens) <= corpus["max_tokens"]:
            left_out += 1
            continue
        texts.append(np.array([ids[token] for token in tokens if token in ids], dtype=np.int32))
        unknown += len(tokens) - len(texts[-1])
    if not texts:
        raise OriginsError(
            f"no document is left to add; {left_out} are shorter than corpus.min_tokens ({corpus['min_tokens']}) or "
            f"longer than corpus.max_tokens ({corpus['max_tokens']})."
        )
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64)
    return Added(TokenStore(np.concatenate(texts), offsets, words=len(ids)), unknown, left_out)

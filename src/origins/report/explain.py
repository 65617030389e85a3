"""Why a document changes the bias: the value of every pair of words that co-occur in it, and of every word.

A pair at distance d adds 1/d to X_ij and to X_ji, hence (∂B/∂X_ij + ∂B/∂X_ji)/d to the bias, to first order; half of
that is each word's. So the words of a document add up to ∇_X B · Y, its first-order Δ, and a word with a positive value
raises the bias. The gradient is that of the best estimator, averaged over the baselines.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import scipy.sparse

from origins.corpus import store
from origins.corpus.tokenizer import Tokenizer
from origins.corpus.tokens import TokenStore
from origins.errors import OriginsError
from origins.experiment.sets import BEST
from origins.influence.estimators import ESTIMATORS
from origins.influence.gradient import entry_gradient
from origins.influence.scoring import Setting
from origins.report.passages import known_tokens, passages

log = logging.getLogger(__name__)

EXPLAINED = 150  # documents at either end of the ranking
PAIRS = 6  # pairs listed of a document, for each direction
CORPUS_PAIRS = 10  # the same, of the whole corpus


class Gradient(NamedTuple):
    """`pairs` is ∂B/∂X_ij + ∂B/∂X_ji (V × V, symmetric), `deltas` Δ of the chosen documents by baseline."""

    pairs: scipy.sparse.csr_array
    deltas: np.ndarray


def most_influential(scores: pd.DataFrame, count: int = EXPLAINED) -> np.ndarray:
    """The documents (rows) at either end of the ranking, rank 1 first, without those that have no effect."""
    order = scores["rank"].to_numpy().argsort()
    delta = scores["delta_mean"].to_numpy()[order]
    up, down = order[delta > 0][:count], order[delta < 0]
    return np.concatenate([up, down[max(0, len(down) - count) :]])


def gradient(setting: Setting, embeddings: Sequence[Path], documents: np.ndarray) -> Gradient:
    """The gradient of the best estimator, averaged over the baselines, and what it gives for some documents."""
    total: np.ndarray | float = 0.0
    deltas = np.empty((len(documents), len(embeddings)))
    for column, baseline in enumerate(setting.baselines(embeddings)):
        estimator = ESTIMATORS[BEST](baseline, setting.threads)
        total = total + entry_gradient(baseline, estimator.inverses) / len(embeddings)
        deltas[:, column] = estimator.sets([[document] for document in documents.tolist()])
    places = setting.metric.words[baseline.rows.row], baseline.rows.context
    G = scipy.sparse.coo_array((total, places), shape=(setting.X.words,) * 2).tocsr()
    return Gradient((G + G.T).tocsr(), deltas)


def pair_values(corpus: TokenStore, documents: np.ndarray, pairs: scipy.sparse.csr_array, window: int) -> pd.DataFrame:
    """The pairs that have a value: document (its place in `documents`), first and second (positions in it), value."""
    ids = np.concatenate([np.empty(0, dtype=np.int64), *(corpus[k] for k in documents)])
    lengths = [len(corpus[k]) for k in documents]
    owner = np.repeat(np.arange(len(documents)), lengths)
    position = np.arange(len(ids)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    numbers = corpus.texts_of(documents)
    text = np.repeat(np.arange(len(numbers)), corpus.texts[numbers + 1] - corpus.texts[numbers])
    found = []
    for distance in range(1, min(window, len(ids) - 1) + 1):
        value = np.asarray(pairs[ids[:-distance], ids[distance:]]).ravel() / distance
        (at,) = np.nonzero((value != 0) & (text[:-distance] == text[distance:]))
        found.append((owner[at], position[at], position[at] + distance, value[at]))
    columns = ["document", "first", "second", "value"]
    if not found:
        return pd.DataFrame({name: np.empty(0) for name in columns}).astype(dict.fromkeys(columns[:3], int))
    return pd.DataFrame(dict(zip(columns, map(np.concatenate, zip(*found, strict=True)), strict=True)))


def token_values(pairs: pd.DataFrame, length: int) -> np.ndarray:
    """Half of each pair's value for either of its words, added up; `pairs` are those of one document."""
    half = pairs["value"].to_numpy() / 2
    first, second = (np.bincount(pairs[side].to_numpy(), half, length) for side in ("first", "second"))
    return first + second


def strongest(words: Sequence[tuple[str, str]], values: np.ndarray, count: int) -> list[list[Any]]:
    """The pairs of words that raise the bias most, then those that lower it most: [word, word, value]."""
    table = pd.DataFrame({"pair": [tuple(sorted(pair)) for pair in words], "value": values})
    totals = table.groupby("pair", sort=True)["value"].sum().sort_values(ascending=False, kind="stable")
    up, down = totals[totals > 0].head(count), totals[totals < 0].tail(count)
    return [[*pair, significant(value)] for pair, value in pd.concat([up, down]).items()]


def corpus_pairs(setting: Setting, pairs: scipy.sparse.csr_array, count: int = CORPUS_PAIRS) -> list[list[Any]]:
    """The co-occurrences that contribute most in the whole corpus: ∂B/∂X_ij times X_ij. By the gradient alone, rare
    pairs would come first."""
    X = setting.X.tosparse()[setting.metric.words] / setting.X.unit
    shares = scipy.sparse.coo_array(X * pairs[setting.metric.words])
    i, j = setting.metric.words[shares.row], shares.col
    value = np.where(i == j, shares.data / 2, shares.data)  # X_ii counts both ways already
    # a pair of two metric words is in the rows of both
    (once,) = np.nonzero((value != 0) & ((i <= j) | ~np.isin(j, setting.metric.words)))
    order = once[np.argsort(-value[once], kind="stable")]
    ends = np.unique(np.concatenate([order[:count], order[max(0, len(order) - count) :]]))
    words = [(setting.vocabulary[a], setting.vocabulary[b]) for a, b in zip(i[ends], j[ends], strict=True)]
    return strongest(words, value[ends], count)


def explain(
    setting: Setting,
    embeddings: Sequence[Path],
    scores: pd.DataFrame,
    texts: Path,
    tokenizer: Tokenizer,
) -> dict[str, Any]:
    """What the page says about the most influential documents, ready for JSON: texts, values, pairs, Δ by seed."""
    documents = most_influential(scores)
    G = gradient(setting, embeddings, documents)
    pairs = pair_values(setting.corpus, documents, G.pairs, setting.X.window)
    of_document = dict(list(pairs.groupby("document")))
    chosen = {scores["id"].iloc[row]: k for k, row in enumerate(documents.tolist())}
    ids_of = {word: number for number, word in enumerate(setting.vocabulary)}
    explained: list[Any] = [None] * len(documents)
    for name, text in _texts(texts, chosen, setting.corpus, documents):
        k = chosen[name]
        ids = setting.corpus[documents[k]]
        found, places = known_tokens(text, ids_of, tokenizer)
        if not np.array_equal(found, ids):
            raise OriginsError(f"{texts}: {name!r} is not the text that was encoded; run the workflow again.")
        own = of_document.get(k, pairs.iloc[:0])
        values = token_values(own, len(ids))
        shown = passages(text, places, values)
        met = [(setting.vocabulary[ids[a]], setting.vocabulary[ids[b]]) for a, b in own[["first", "second"]].to_numpy()]
        explained[k] = {
            "id": name,
            "deltas": [significant(delta) for delta in G.deltas[k]],
            "first_order": significant(values.sum()),
            "parts": shown.parts,
            "values": [significant(value) for value in shown.numbers],
            "left_out": shown.left_out,
            "pairs": strongest(met, own["value"].to_numpy(), PAIRS),
        }
    log.info("%s documents explained", f"{len(explained):,}")
    return {"documents": explained, "pairs": corpus_pairs(setting, G.pairs)}


def significant(value: float, digits: int = 4) -> float:
    """Rounded to so many digits, which is all that the page shows."""
    return float(f"{value:.{digits - 1}e}")


def _texts(
    path: Path, wanted: Mapping[str, int], corpus: TokenStore, documents: np.ndarray
) -> Iterator[tuple[str, str]]:
    """The texts of the wanted documents; if a document is a group of texts, these one after the other."""
    ids_of = {name: [name] for name in wanted}
    if corpus.groups:
        ids, units = corpus.groups.ids.read_bytes().decode().split("\n"), corpus.units
        ids_of = {name: ids[units[row] : units[row + 1]] for name, row in zip(wanted, documents, strict=True)}
    document_of = {id: name for name, ids in ids_of.items() for id in ids}
    found: dict[str, str] = {}
    left = {name: len(ids) for name, ids in ids_of.items()}
    for document in store.read(path) if left else ():
        if (name := document_of.get(document.id)) is None:
            continue
        found[document.id] = document.text
        left[name] -= 1
        if not left[name]:
            yield name, "\n\n".join(found.pop(id) for id in ids_of[name])
            del left[name]
            if not left:
                return
    if left:
        raise OriginsError(f"{path}: documents that were scored are missing; run the workflow again.")

"""From documents to numbers: tokens, the vocabulary, and the token store."""

import hashlib
import json
import logging
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import pandas as pd

from origins.corpus import store
from origins.corpus.tokenizer import Tokenizer
from origins.corpus.units import Grouped, group
from origins.errors import OriginsError
from origins.files.npy import NpyWriter
from origins.runtime.parallel import process_map

log = logging.getLogger(__name__)

TEXT_IDS = "text_ids.txt"


def tokenize(text: str, min_letters: int | None = 2, max_letters: int | None = 15, kind: str = "letters") -> list[str]:
    """The tokens of a text (see Tokenizer)."""
    return Tokenizer(min_letters, max_letters, kind).tokens(text)


class Groups(NamedTuple):
    """The texts of documents that corpus.unit put together (see TokenStore); the file `ids` has the texts' own ids."""

    texts: np.ndarray
    units: np.ndarray
    ids: Path


@dataclass(frozen=True)
class TokenStore:
    """Every document as vocabulary ids: document k is ids[offsets[k] : offsets[k + 1]].

    A document is one text unless corpus.unit groups several. Windows end with the text: text t is
    ids[texts[t] : texts[t + 1]], and those of document k are units[k] ≤ t < units[k + 1].
    """

    ids: np.ndarray
    offsets: np.ndarray
    words: int
    fingerprint: str = ""
    groups: Groups | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, document: int) -> np.ndarray:
        return self.ids[self.offsets[document] : self.offsets[document + 1]]

    @property
    def texts(self) -> np.ndarray:
        """Where the texts begin, and where the last one ends."""
        return self.groups.texts if self.groups else self.offsets

    @property
    def units(self) -> np.ndarray:
        """The first text of every document, and the number of texts."""
        return self.groups.units if self.groups else np.arange(len(self.offsets))

    def texts_of(self, documents: np.ndarray) -> np.ndarray:
        """The numbers of the documents' texts, one document after the other."""
        if not self.groups:
            return np.asarray(documents, dtype=np.int64)
        units = self.groups.units
        return np.concatenate([np.empty(0, dtype=np.int64), *(np.arange(units[k], units[k + 1]) for k in documents)])

    def frequencies(self) -> np.ndarray:
        """How often each word of the vocabulary occurs."""
        counts = np.zeros(self.words, dtype=np.int64)
        for piece in range(0, len(self.ids), 1 << 24):
            counts += np.bincount(self.ids[piece : piece + (1 << 24)], minlength=self.words)
        return counts

    @classmethod
    def load(cls, folder: Path) -> "TokenStore":
        """Memory-map a token store."""
        folder = Path(folder)
        meta = json.loads((folder / "meta.json").read_text())
        ids, offsets = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("ids", "offsets"))
        groups = None
        if "texts" in meta:
            texts, units = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("texts", "units"))
            groups = Groups(texts, units, folder / TEXT_IDS)
        return cls(ids, offsets, words=meta["words"], fingerprint=meta["fingerprint"], groups=groups)


def load_vocabulary(path: Path) -> pd.Series:
    """Counts by word, most frequent first; a word's position is its id."""
    # pandas must not read the word "null" as a missing value, nor "007" as a number
    return pd.read_csv(path, index_col="word", dtype={"word": str}, keep_default_na=False)["count"]


def word_ids(vocabulary: pd.Series) -> dict[str, int]:
    """The id of every word."""
    return {word: number for number, word in enumerate(vocabulary.index)}


@dataclass(frozen=True)
class Selection:
    """Which documents and words belong to the corpus (the paper's table of setups)."""

    min_tokens: int = 1
    max_tokens: int = 1_000_000_000
    max_total_tokens: int | None = None
    min_letters: int | None = 2
    max_letters: int | None = 15
    tokenizer: str = "letters"
    min_count: int = 1
    unit: str | None = None


def encode(
    documents: Path, folder: Path, vocabulary: Path, table: Path, selection: Selection, processes: int = 1
) -> None:
    """Write the token store, the vocabulary and the table of documents (id, title, tokens, metadata).

    One pass over the text numbers words as they appear; once their counts are known, a pass over these numbers assigns
    the final ids and drops rare words. Memory holds the distinct words and one row per document, not the text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as numbered:
        words, counts, rows = _number(documents, numbered, selection, processes)
        kept = sorted(np.flatnonzero(counts >= selection.min_count), key=lambda n: (-counts[n], words[n]))
        if not kept:
            raise OriginsError(
                f"vocabulary.min_count: no word occurs {selection.min_count} times in this corpus; lower it."
            )
        final_ids = np.full(len(words), -1, dtype=np.int32)
        final_ids[kept] = np.arange(len(kept), dtype=np.int32)
        lexicon = pd.DataFrame({"word": [words[n] for n in kept], "count": counts[kept]})
        grouped = group(rows, selection.unit) if selection.unit else None
        order, bounds = (np.arange(len(rows)), "offsets") if grouped is None else (grouped.order, "texts")
        pieces = _pieces(numbered, rows["tokens"].to_numpy(), order, tokens=1 << 22)
        fingerprint = _write_store(pieces, final_ids, folder, bounds)
    if grouped:
        fingerprint.update(_write_groups(grouped, rows["id"], folder).data)
        rows = grouped.table
    fingerprint.update("\n".join(lexicon["word"]).encode())
    lexicon.to_csv(vocabulary, index=False, lineterminator="\n")
    rows.to_parquet(table, index=False)
    meta = {"documents": len(rows), "words": len(kept), "fingerprint": fingerprint.hexdigest()}
    if grouped:
        meta["texts"] = len(grouped.order)
    (folder / "meta.json").write_text(json.dumps(meta, indent=1) + "\n")


def _number(
    documents: Path, numbered: BinaryIO, selection: Selection, processes: int
) -> tuple[list[str], np.ndarray, pd.DataFrame]:
    """First pass: number tokens in order of first appearance; returns the words, their counts, and the rows."""
    number_of = _numbering()
    counts = np.zeros(0, dtype=np.int64)
    tables: list[pd.DataFrame] = []
    left_out: Counter[str] = Counter()
    total = 0
    for chunk in process_map(partial(encode_chunk, selection=selection), store.chunks(documents), processes):
        table, ids = chunk.table, chunk.ids
        reached = total + np.cumsum(table["tokens"].to_numpy())
        if selection.max_total_tokens and len(reached) and reached[-1] >= selection.max_total_tokens:
            # as in the authors' code, the document that reaches the limit is the last one
            table = table.iloc[: 1 + np.searchsorted(reached, selection.max_total_tokens)]
            ids = ids[: table["tokens"].sum()]
        global_ids = np.fromiter(map(number_of.__getitem__, chunk.words), dtype=np.int32, count=len(chunk.words))
        ids = global_ids[ids]
        counts = np.concatenate([counts, np.zeros(len(number_of) - len(counts), dtype=np.int64)])
        counts += np.bincount(ids, minlength=len(counts))
        numbered.write(ids.data)
        tables.append(table)
        total += len(ids)
        left_out.update(chunk.left_out)
        log.info("%s tokens in %s documents", f"{total:,}", f"{sum(map(len, tables)):,}")
        if selection.max_total_tokens and total >= selection.max_total_tokens:
            break
    rows = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["id", "title", "tokens"])
    if rows.empty:
        raise OriginsError(
            f"no document is left; {left_out['short']} are shorter than corpus.min_tokens "
            f"({selection.min_tokens}) and {left_out['long']} longer than corpus.max_tokens ({selection.max_tokens})."
        )
    log.info("left out: %d documents too short, %d too long", left_out["short"], left_out["long"])
    return list(number_of), counts, rows


def _write_store(
    pieces: Iterable[tuple[np.ndarray, np.ndarray]], final_ids: np.ndarray, folder: Path, bounds: str
) -> "hashlib._Hash":
    """Second pass: assign final ids and drop rare words; returns the fingerprint so far."""
    fingerprint = hashlib.sha256()
    end = 0
    with NpyWriter(folder / "ids.npy", np.int32) as ids, NpyWriter(folder / f"{bounds}.npy", np.int64) as offsets:
        offsets.append(np.zeros(1, dtype=np.int64))
        for raw, lengths in pieces:
            final = final_ids[raw]
            known = final >= 0
            final = final[known]
            ends = end + np.concatenate([[0], np.cumsum(known)])[np.cumsum(lengths)]
            ids.append(final)
            offsets.append(ends)
            fingerprint.update(final.data)
            fingerprint.update(ends.data)
            end = int(ends[-1])
    return fingerprint


def _pieces(
    numbered: BinaryIO, lengths: np.ndarray, order: np.ndarray, tokens: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The texts in this order, about so many tokens at a time: their numbers end to end, and their lengths."""
    numbered.flush()
    numbers = np.asarray(np.memmap(numbered, dtype=np.int32, mode="r"))
    starts = np.cumsum(lengths) - lengths
    for piece in np.split(order, np.flatnonzero(np.diff(np.cumsum(lengths[order]) // tokens)) + 1):
        yield np.concatenate([numbers[starts[k] : starts[k] + lengths[k]] for k in piece]), lengths[piece]


def _write_groups(grouped: Grouped, ids: pd.Series, folder: Path) -> np.ndarray:
    """Which texts make up each document, by number, by id and by place; returns the numbers."""
    units = np.append(0, np.cumsum(grouped.sizes))
    offsets = np.load(folder / "texts.npy")[units]
    for name, values in (("units", units), ("offsets", offsets)):
        with NpyWriter(folder / f"{name}.npy", np.int64) as file:
            file.append(values)
    (folder / TEXT_IDS).write_bytes("".join(f"{id}\n" for id in ids.iloc[grouped.order]).encode())
    return units


class Chunk(NamedTuple):
    """Some documents, encoded with a vocabulary of their own."""

    table: pd.DataFrame
    words: list[str]
    ids: np.ndarray
    left_out: Counter


def encode_chunk(lines: list[bytes], selection: Selection) -> Chunk:
    """Tokenize stored documents and number their words, leaving out those of the wrong length."""
    number_of = _numbering()
    tokenizer = Tokenizer(selection.min_letters, selection.max_letters, selection.tokenizer)
    rows, arrays = [], []
    for line in lines:
        document = json.loads(line)
        runs = tokenizer.runs(document["text"])
        arrays.append(np.fromiter(map(number_of.__getitem__, runs), dtype=np.int32, count=len(runs)))
        rows.append({"id": document["id"], "title": document["title"], "tokens": 0} | document["metadata"])
    # check each distinct run once, not each token
    valid = np.array([tokenizer.keeps(run) for run in number_of], dtype=bool)
    arrays = [array[valid[array]] for array in arrays]
    tokens = np.array([len(array) for array in arrays], dtype=np.int64)
    short, long = tokens < selection.min_tokens, tokens > selection.max_tokens
    kept = np.flatnonzero(~short & ~long)
    table = pd.DataFrame([rows[k] for k in kept], columns=None if len(kept) else ["id", "title", "tokens"])
    table["tokens"] = tokens[kept]
    ids = np.concatenate([np.empty(0, dtype=np.int32), *(arrays[k] for k in kept)])
    used = np.zeros(len(number_of), dtype=bool)
    used[ids] = True
    renumbered = np.cumsum(used, dtype=np.int32) - 1
    words = [word for word, is_used in zip(number_of, used, strict=True) if is_used]
    return Chunk(table, words, renumbered[ids], Counter(short=int(short.sum()), long=int(long.sum())))


def _numbering() -> defaultdict[str, int]:
    """A dictionary that gives every new word the next number."""
    number_of: defaultdict[str, int] = defaultdict()
    number_of.default_factory = number_of.__len__
    return number_of

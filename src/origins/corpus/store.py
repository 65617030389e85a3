"""The documents of a setup in one format, whatever the source: compressed JSON lines."""

import gzip
import json
import logging
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

from origins.corpus.document import Document, checked_id
from origins.errors import OriginsError

log = logging.getLogger(__name__)

# columns of our own tables; metadata of the same name is kept as meta_<name>, and meta_<name> as meta_meta_<name>
RESERVED = frozenset(
    {
        *("id", "title", "text", "tokens"),
        *("delta_mean", "delta_std", "sign_agreement", "rank", "metric_words", "delta_low", "delta_high"),
        *("influence_delta_mean", "influence_delta_std", "influence_sign_agreement", "influence_rank"),
    }
)


def write(documents: Iterable[Document], path: Path, *, drop_duplicates: bool) -> None:
    """Store the documents in order; `drop_duplicates` skips those whose text occurred before."""
    texts: set[bytes] = set()
    ids: set[bytes] = set()
    written = dropped = 0
    with gzip.GzipFile(path, "wb", compresslevel=1, mtime=0) as file:
        for document in documents:
            if drop_duplicates and _seen(document.text, texts):
                dropped += 1
                continue
            checked_id(document.id, f"document {written + 1} of the corpus ({document.title[:200]!r})")
            if _seen(document.id, ids):
                raise OriginsError(f"two documents of the corpus have the id {document.id!r}; ids must be unique.")
            metadata = {_column(key): value for key, value in document.metadata.items()}
            line = json.dumps(document._replace(metadata=metadata)._asdict(), ensure_ascii=False)
            file.write(line.encode("utf-8", "replace") + b"\n")  # lone surrogates are not text
            written += 1
            if written % 10_000 == 0:
                log.info("%s documents", f"{written:,}")
    log.info("%s documents written, %s dropped as duplicates", f"{written:,}", f"{dropped:,}")
    if not written:
        raise OriginsError("the corpus has no documents; check the path in the setup's corpus section.")


def chunks(path: Path, size: int = 1 << 22) -> Iterator[list[bytes]]:
    """The stored lines in lists of about `size` bytes, for workers to parse."""
    with gzip.open(path, "rb") as file:
        while lines := file.readlines(size):
            yield lines


def read(path: Path) -> Iterator[Document]:
    """The stored documents, in order."""
    for lines in chunks(path):
        for line in lines:
            yield Document(**json.loads(line))


def _column(key: str) -> str:
    """The name of a metadata field in our tables: never one of ours, and different for different fields."""
    own = key
    while own.startswith("meta_"):
        own = own.removeprefix("meta_")
    return f"meta_{key}" if own in RESERVED else key


def _seen(text: str, digests: set[bytes]) -> bool:
    """Whether the text was seen before; remembers it."""
    digest = blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
    if digest in digests:
        return True
    digests.add(digest)
    return False

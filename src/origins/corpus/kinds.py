"""The kinds of corpus, and how to tell them from a path."""

from pathlib import Path

from origins.corpus.archives import BYTE_ORDER_MARK, opened
from origins.errors import OriginsError

TABLES = ("csv", "tsv", "parquet", "jsonl")  # kinds that have fields
KINDS = (*TABLES, "text", "wikiextractor", "wikimedia", "nitf", "starter")

COMPRESSED = (".gz", ".bz2", ".xz")
ENDINGS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".xml": "wikimedia",
}
BEGINNINGS = {b"PAR1": "parquet", b"<mediawiki": "wikimedia", b"<doc ": "wikiextractor", b"{": "jsonl"}
MONTH = "[0-9][0-9][0-9][0-9]/[0-9][0-9].tgz"
INSIDE = {  # a folder
    "wikiextractor": tuple(f"{above}wiki_[0-9][0-9]{packed}" for above in ("", "*/") for packed in ("", ".[gbx]z*")),
    "nitf": (MONTH, f"data/{MONTH}"),
    "text": ("**/*.[tT][xX][tT]",),
}


def misplaced(kind: str, fields: object, metadata: object) -> str:
    """Which of the settings corpus.fields and corpus.metadata does not suit a kind, as a sentence; empty if they do."""
    if metadata and kind != "text":
        return f"corpus.metadata is for folders of text, not for kind {kind}. Remove it."
    if fields and kind not in TABLES and not metadata:
        return f"corpus.fields is for {', '.join(TABLES)} and for corpus.metadata, not for kind {kind}. Remove it."
    return ""


def kind_of(path: Path) -> str:
    """The kind of the corpus at a path: by what a file begins with, else by its name; by the files in a folder."""
    if path.is_dir():
        for kind, patterns in INSIDE.items():
            if any(next(path.glob(pattern), None) for pattern in patterns):
                return kind
        raise OriginsError(
            f"{path} has neither .txt files nor WikiExtractor's wiki_00. "
            "Give a file, or its kind (corpus.kind or --kind)."
        )
    if path.is_file():  # what is read of a pipe is gone
        with opened(path) as stream:
            start = stream.read(64).removeprefix(BYTE_ORDER_MARK).lstrip()
        for beginning, kind in BEGINNINGS.items():
            if start.startswith(beginning):
                return kind
    names = [ending for ending in path.suffixes if ending not in COMPRESSED]
    if names and (by_name := ENDINGS.get(names[-1].lower())):
        return by_name
    problem = "cannot tell its kind from its name or content" if path.exists() else "does not exist"
    raise OriginsError(
        f"{path}: {problem}. Check the path, or give its kind (corpus.kind or --kind): {', '.join(TABLES)}."
    )

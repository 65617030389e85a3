"""Files that are not text, recognised by how they begin, whatever their name says."""

import bz2
import gzip
import lzma
import os

import pandas as pd
import pytest

from origins.corpus import jsonl, textfiles
from origins.errors import OriginsError

LINE = '{"text": "some words of a document"}\n'


def contents(tmp_path):
    pd.DataFrame({"text": ["words"] * 5}).to_parquet(tmp_path / "table")
    return {
        "a Parquet file": (tmp_path / "table").read_bytes(),
        "compressed with zstd": b"\x28\xb5\x2f\xfd\x04\x58\x19\x00\x00words",
        "compressed with gzip": gzip.compress(LINE.encode()),
        "compressed with bzip2": bz2.compress(LINE.encode()),
        "compressed with xz": lzma.compress(LINE.encode()),
        "UTF-16 text": LINE.encode("utf-16"),
        "NUL bytes": LINE.encode("utf-16-le"),
        "a ZIP archive": b"PK\x03\x04\x14\x00\x00\x00\x08\x00",
        "an SQLite database": b"SQLite format 3\x00\x10\x00",
    }


def test_a_binary_file_is_named(tmp_path):
    for what, content in contents(tmp_path).items():
        (tmp_path / "x.jsonl").write_bytes(content)
        with pytest.raises(OriginsError, match=f"x.jsonl:1: .*{what}"):
            list(jsonl.read(tmp_path / "x.jsonl"))


def test_a_compressed_file_that_holds_utf_16_is_named_too(tmp_path):
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(LINE.encode("utf-16")))
    with pytest.raises(OriginsError, match=r"x.jsonl.gz:1: this is UTF-16 text, not UTF-8 text. Save it as UTF-8."):
        list(jsonl.read(tmp_path / "x.jsonl.gz"))


def test_a_folder_of_text_files_names_what_is_not_text_and_waits_for_no_pipe(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_bytes(gzip.compress(b"words"))
    with pytest.raises(OriginsError, match=r"a.txt is not text: this is compressed with gzip"):
        list(textfiles.read(folder))
    (folder / "a.txt").unlink()
    os.mkfifo(folder / "b.txt")
    with pytest.raises(OriginsError, match=r"b.txt is not a regular file"):
        list(textfiles.read(folder))
    (folder / "b.txt").unlink()
    (folder / "c.txt").symlink_to(folder / "c.txt")
    with pytest.raises(OriginsError, match=r"c.txt cannot be read \(Too many levels of symbolic links\)"):
        list(textfiles.read(folder))


def test_a_pipe_as_a_corpus_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.jsonl")
    with pytest.raises(OriginsError, match=r"x.jsonl is not a regular file"):
        list(jsonl.read(tmp_path / "x.jsonl"))

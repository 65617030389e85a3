import logging
import os
from pathlib import Path

import pytest

from origins.corpus import readers, textfiles
from origins.corpus.document import Document
from origins.corpus.records import Fields, Record
from origins.errors import OriginsError


def write(folder, name, content=b"some words"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_every_text_file_is_a_document_in_order_of_path(tmp_path):
    for name in ["b.txt", "a/z.TXT", "a.txt", "a/b/c.txt", "notes.md", "a/data.bin"]:
        write(tmp_path, name, name.encode())
    write(tmp_path, "bom.txt", "\ufeffcafé\r\n".encode())
    assert list(textfiles.read(tmp_path)) == [
        Document("a.txt", "a", "a.txt", {}),
        Document("a/b/c.txt", "c", "a/b/c.txt", {}),
        Document("a/z.TXT", "z", "a/z.TXT", {}),
        Document("b.txt", "b", "b.txt", {}),
        Document("bom.txt", "bom", "café\r\n", {}),
    ]


@pytest.mark.parametrize("content", [b"caf\xe9", "words".encode("utf-16"), b"a\0b"])
def test_a_file_that_is_not_text_is_named(tmp_path, content):
    write(tmp_path, "a.txt")
    write(tmp_path, "b.txt", content)
    with pytest.raises(OriginsError, match=r"b\.txt is not text"):
        list(textfiles.read(tmp_path))


def test_no_folder_and_no_text_files_are_one_sentence_each(tmp_path):
    write(tmp_path, "notes.md")
    with pytest.raises(OriginsError, match=r"has no \.txt files"):
        list(textfiles.read(tmp_path))
    for path in [tmp_path / "nowhere", tmp_path / "notes.md"]:
        with pytest.raises(OriginsError, match="is not a folder"):
            list(textfiles.read(path))


@pytest.mark.parametrize("name, target", [("link.txt", "out/secret.txt"), ("link", "out")])
def test_links_that_lead_out_of_the_folder_are_refused(tmp_path, name, target):
    write(tmp_path, "out/secret.txt")
    write(tmp_path, "in/a.txt")
    (tmp_path / "in" / name).symlink_to(tmp_path / target)
    with pytest.raises(OriginsError, match=f"{name} is a link that leads out"):
        list(textfiles.read(tmp_path / "in"))


def test_links_inside_the_folder_do_not_repeat_or_loop(tmp_path):
    write(tmp_path, "a/a.txt")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    assert [document.id for document in textfiles.read(tmp_path)] == ["a/a.txt"]


def test_a_broken_link_and_a_name_that_is_not_utf8_are_one_sentence_each(tmp_path):
    write(tmp_path / "one", "a.txt")
    (tmp_path / "one" / "gone.txt").symlink_to(tmp_path / "one" / "nothing.txt")
    with pytest.raises(OriginsError, match=r"gone\.txt does not exist; give a regular file"):
        list(textfiles.read(tmp_path / "one"))
    write(tmp_path / "two", "a.txt")
    Path(os.fsdecode(bytes(tmp_path / "two") + b"/caf\xe9.txt")).write_bytes(b"a")
    with pytest.raises(OriginsError, match="name is not UTF-8"):
        list(textfiles.read(tmp_path / "two"))


def table(tmp_path, content):
    (tmp_path / "table.csv").write_text(content)
    for name in ["a.txt", "sub/b.txt", "c.txt"]:
        write(tmp_path / "texts", name, name.encode())
    return tmp_path / "texts", tmp_path / "table.csv"


@pytest.mark.parametrize("key", ["id", "file", "filename", "path"])
def test_a_table_gives_titles_and_metadata_by_the_names_of_files(tmp_path, caplog, key):
    folder, metadata = table(tmp_path, f"title,{key},year\nFirst,a.txt,1999\n,sub/b,2000\nNobody,d.txt,2001\n")
    fields = {"id": "path"} if key == "path" else None
    with caplog.at_level(logging.INFO):
        documents = list(readers.read(folder, metadata=metadata, fields=fields))
    assert documents == [
        Document("a.txt", "First", "a.txt", {"year": "1999"}),
        Document("c.txt", "c", "c.txt", {}),
        Document("sub/b.txt", "b", "sub/b.txt", {"year": "2000"}),
    ]
    assert "rows with a file: 2 of 3" in caplog.text
    assert f"rows without a file: 1, the first of them {metadata}: row 4 ('d.txt')" in caplog.text
    assert "files without a row: 1, the first of them c.txt" in caplog.text


@pytest.mark.parametrize(
    "content, message",
    [
        ("name,year\na.txt,1\n", r'row 2: "id" is missing; found "name", "year"\. Name the column with the files\''),
        ("id,year\na,1\na.txt,2\n", r"table\.csv: row 3: a\.txt is described twice, first in .*: row 2\. Remove one"),
        ("id,year\nx,1\n", r"no row has the name of a file; the first row is .*: row 2 \('x'\), the first file a\.txt"),
        ("id,year\n", r"no row has the name of a file; there are no rows, the first file a\.txt"),
    ],
)
def test_a_table_that_does_not_fit_the_files_is_one_sentence(tmp_path, content, message):
    folder, metadata = table(tmp_path, content)
    with pytest.raises(OriginsError, match=message):
        list(readers.read(folder, metadata=metadata))


def test_a_folder_that_cannot_be_read_is_named(tmp_path, monkeypatch):
    write(tmp_path, "a/1.txt")
    write(tmp_path, "b/2.txt")
    scandir = os.scandir

    def refusing(path):
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    with pytest.raises(OriginsError, match=r"/b cannot be read \(Permission denied\)"):
        list(textfiles.read(tmp_path))


def test_a_row_can_name_the_file_by_a_number_even_by_zero(tmp_path):
    write(tmp_path, "0.txt")
    rows = [Record("row 1", 1, {"id": 0, "title": "Nought", "topic": "x"})]
    assert list(textfiles.read(tmp_path, rows)) == [Document("0.txt", "Nought", "some words", {"topic": "x"})]


def test_a_column_for_the_title_may_be_that_of_the_name_but_must_be_there(tmp_path):
    write(tmp_path, "1.txt")
    rows = [Record("row 1", 1, {"file": "1.txt", "topic": "x"})]
    (document,) = textfiles.read(tmp_path, rows, Fields(title="file"))
    assert document.title == "1.txt"
    with pytest.raises(OriginsError, match=r'corpus.fields: no row of the metadata has "heading"'):
        list(textfiles.read(tmp_path, rows, Fields(title="heading")))

import os
from pathlib import Path

import pytest

from origins.corpus import textfiles
from origins.corpus.document import Document
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
    with pytest.raises(OriginsError, match=r"gone\.txt cannot be read"):
        list(textfiles.read(tmp_path / "one"))
    write(tmp_path / "two", "a.txt")
    Path(os.fsdecode(bytes(tmp_path / "two") + b"/caf\xe9.txt")).write_bytes(b"a")
    with pytest.raises(OriginsError, match="name is not UTF-8"):
        list(textfiles.read(tmp_path / "two"))

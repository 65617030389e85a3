import json

import pytest

from origins.corpus import jsonl, nitf, store, textfiles, wikiextractor
from origins.corpus.document import Document
from origins.errors import OriginsError

LINE_BREAKS = ["two\nlines", "two\rlines", "ends\n"]


def refused(documents):
    with pytest.raises(OriginsError) as error:
        list(documents)
    return str(error.value)


@pytest.mark.parametrize("id", LINE_BREAKS)
def test_an_id_with_a_line_break_is_refused_where_it_stands(tmp_path, id):
    path = tmp_path / "mine.jsonl"
    path.write_text('{"text": "a"}\n' + json.dumps({"id": id, "text": "b"}) + "\n")
    assert refused(jsonl.read(path)) == f"{path}:2: the id {id!r} contains a line break. Change the id."

    shard = tmp_path / "AA" / "wiki_00"
    shard.parent.mkdir()
    shard.write_text(json.dumps({"id": id, "title": "t", "text": "b"}) + "\n")
    assert refused(wikiextractor.read(tmp_path)) == f"{shard}:1: the id {id!r} contains a line break. Change the id."

    with pytest.raises(OriginsError, match=r"^document 1 of the corpus \('t'\): the id .* contains a line break"):
        store.write([Document(id, "t", "text", {})], tmp_path / "documents.jsonl.gz", drop_duplicates=False)


def test_a_file_name_with_a_line_break_is_refused(tmp_path):
    (tmp_path / "two\nlines.txt").write_text("text")
    assert refused(textfiles.read(tmp_path)).startswith(f"{tmp_path}: the id 'two\\nlines.txt' contains a line break")


def test_an_article_number_with_a_line_break_is_refused(tmp_path):
    file = tmp_path / "1987" / "01" / "0000001.xml"
    file.parent.mkdir(parents=True)
    body = '<body><body.content><block class="full_text"><p>text</p></block></body.content></body>'
    file.write_text(f'<nitf><head><docdata><doc-id id-string="a&#10;b"/></docdata></head>{body}</nitf>')
    assert refused(nitf.read(tmp_path)) == f"{file}: the id 'a\\nb' contains a line break. Change the id."


def test_an_empty_id_is_refused(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text('{"id": "", "text": "a"}\n')
    assert refused(jsonl.read(path)) == f"{path}:1: the id is empty. Give every document an id."
    with pytest.raises(OriginsError, match="the id is empty"):
        store.write([Document("", "t", "text", {})], tmp_path / "documents.jsonl.gz", drop_duplicates=False)

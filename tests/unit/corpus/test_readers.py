"""Every kind of table tells the same documents, and a corpus needs no kind."""

import csv
import gzip
import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import encoded

from origins import config
from origins.corpus import readers
from origins.corpus.document import Document
from origins.corpus.kinds import KINDS, kind_of
from origins.corpus.tokens import Selection
from origins.errors import OriginsError

ODD = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)  # "" is null in a table of text
ONE_LINE = ODD.filter(lambda text: not {"\r", "\n"} & set(text))
DOCUMENTS = st.lists(st.tuples(ONE_LINE, ODD, ODD, ODD), min_size=1, max_size=6, unique_by=lambda row: row[0])


def write(folder, rows, columns=("id", "title", "text", "topic")):
    """The same table in every format; returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, opener, options in [
        ("mine.csv", open, {"quoting": csv.QUOTE_ALL, "lineterminator": "\n"}),
        ("mine.tsv", open, {"quoting": csv.QUOTE_ALL, "delimiter": "\t"}),
        ("mine.csv.gz", gzip.open, {"quoting": csv.QUOTE_NONNUMERIC, "delimiter": ";"}),
    ]:
        with opener(folder / name, "wt", encoding="utf-8-sig", newline="") as file:
            csv.writer(file, **options).writerows([columns, *rows])
    pq.write_table(pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True))), folder / "mine.parquet")
    lines = [json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows]
    (folder / "mine.jsonl").write_text("".join(lines))
    return sorted(folder.iterdir())


@settings(max_examples=20)
@given(rows=DOCUMENTS)
@example(rows=[("1", '"', ',";\t', "\0"), ("'2", " a ", 'a\r\n"b"\n\n\rc', "\ufeff"), ("=3", "\u2028", "\x85", "null")])
def test_any_text_comes_back_from_every_format(tmp_path_factory, rows):
    expected = [Document(id, title, text, {"topic": topic}) for id, title, text, topic in rows]
    for path in write(tmp_path_factory.mktemp("any"), rows):
        assert list(readers.read(path)) == expected, path.name


def test_every_format_gives_the_same_token_store_byte_for_byte(tmp_path):
    texts = [
        "Le café était fermé. Она пишет книгу,\nи он пишет.",
        "Größe, \"Maße\"; 'İstanbul'",
        "она пишет",
        "x " * 30,
    ]
    rows = [(f"k{k}", f"T {k}", text, "news") for k, text in enumerate(texts)]
    stores = {}
    for path in write(tmp_path / "in", rows):
        folder = tmp_path / "out" / path.name
        encoded(list(readers.read(path)), folder, Selection(min_letters=1))
        stores[path.name] = {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    assert len(stores) == 5
    first, *others = stores.values()
    assert {"ids.npy", "offsets.npy", "meta.json", "vocabulary.csv", "documents.parquet"} <= first.keys()
    assert all(other == first for other in others)


def test_fields_of_ones_own_mean_the_same_in_every_format(tmp_path):
    rows = [("u1", "H1", "some words", "art"), ("u2", "H2", "more words", "art")]
    fields = {"text": "body", "title": "headline", "id": "url"}
    for path in write(tmp_path, rows, columns=("url", "headline", "body", "topic")):
        assert list(readers.read(path, fields=fields)) == [
            Document(id, title, text, {"topic": topic}) for id, title, text, topic in rows
        ]
        with pytest.raises(OriginsError, match=r'"text" is missing; found "url", "headline", "body", "topic"\. If'):
            list(readers.read(path))


def test_a_field_that_no_line_has_is_said(tmp_path):
    (tmp_path / "mine.jsonl").write_text('{"text": "a", "headline": "b"}\n')
    with pytest.raises(OriginsError, match=r'corpus\.fields: no line has "headlin"\. Check the names\.'):
        list(readers.read(tmp_path / "mine.jsonl", fields={"title": "headlin"}))


def test_kinds_and_fields_that_do_not_exist_are_refused(tmp_path):
    with pytest.raises(OriginsError, match=r"corpus\.kind must be one of csv, tsv, .* starter, not cvs\."):
        readers.read(tmp_path / "mine.csv", kind="cvs")
    with pytest.raises(OriginsError, match=r'corpus\.fields: "body" is not one of text, title, id\.'):
        readers.read(tmp_path / "mine.csv", fields={"body": "text"})
    schema = yaml.safe_load(config.SCHEMA.read_text())["$defs"]["setup"]["properties"]["corpus"]["properties"]
    assert schema["kind"]["enum"] == list(KINDS)


def test_fields_and_metadata_where_there_are_none_are_refused(tmp_path):
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(OriginsError, match=r"corpus\.fields is for csv, .* not for kind text"):
        readers.read(tmp_path, fields={"text": "body"})
    with pytest.raises(OriginsError, match=r"corpus\.metadata is for folders of text, not for kind csv"):
        readers.read(tmp_path / "mine.csv", metadata=tmp_path / "a.csv")
    (tmp_path / "b.csv.gz").write_bytes(b"")
    with pytest.raises(OriginsError, match="is not a table"):
        readers.read(tmp_path, metadata=tmp_path / "dump.xml")


@pytest.mark.parametrize(
    "name, content, kind",
    [
        ("mine.csv", b"text\na\n", "csv"),
        ("mine.2004.CSV", b"text\na\n", "csv"),
        ("mine.tsv.xz", None, "tsv"),
        ("mine.tab", b"text\na\n", "tsv"),
        ("mine.parquet", None, "parquet"),
        ("mine.csv", b"PAR1 and so on", "parquet"),
        ("mine.jsonl.bz2", None, "jsonl"),
        ("mine.json", b'\xef\xbb\xbf\n {"text": "a"}\n', "jsonl"),
        ("mine", b'{"text": "a"}\n', "jsonl"),
        ("mine.gz", gzip.compress(b'{"text": "a"}\n', mtime=0), "jsonl"),
        ("dump", b"<mediawiki xmlns=", "wikimedia"),
        ("dump-pages-articles.xml.bz2", None, "wikimedia"),
        ("corpus/a/b.txt", b"words", "text"),
        ("corpus/AA/wiki_00", b"", "wikiextractor"),
        ("corpus/AA/wiki_00.bz2", b"", "wikiextractor"),
        ("corpus/wiki_00", b"", "wikiextractor"),
        ("corpus/wiki_00.bz2", b"", "wikiextractor"),
        ("corpus/wiki_00.txt", b"words", "text"),
        ("wiki_00", b'<doc id="1" url="" title="A">', "wikiextractor"),
        ("corpus/data/1987/01.tgz", b"", "nitf"),
    ],
)
def test_the_kind_is_told_from_the_path(tmp_path, name, content, kind):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is not None:
        path.write_bytes(content)
    assert kind_of(tmp_path / name.split("/")[0]) == kind


def test_a_kind_that_cannot_be_told_is_asked_for(tmp_path):
    (tmp_path / "mine.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    with pytest.raises(
        OriginsError, match=r"mine\.doc: .* give its kind \(corpus\.kind or --kind\): csv, tsv, parquet"
    ):
        kind_of(tmp_path / "mine.doc")
    with pytest.raises(OriginsError, match="gone: does not exist"):
        kind_of(tmp_path / "gone")
    with pytest.raises(OriginsError, match=r"has neither \.txt files nor WikiExtractor's wiki_00"):
        kind_of(tmp_path)


def test_a_pipe_is_not_read_to_tell_its_kind(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OriginsError, match="cannot tell its kind from its name or content"):
        kind_of(tmp_path / "pipe")

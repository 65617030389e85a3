import bz2
import csv
import gzip
import logging
import lzma

import pandas as pd
import pytest

from origins.corpus import csvtable
from origins.corpus.document import Document
from origins.corpus.records import FIELDS, Fields
from origins.errors import OriginsError


def read(tmp_path, content, fields=FIELDS, name="mine.csv", **options):
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(csvtable.read(path, fields, **options))


def error_of(tmp_path, content, fields=FIELDS):
    with pytest.raises(OriginsError) as error:
        read(tmp_path, content, fields)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_columns_become_a_document(tmp_path):
    content = '\ufeffid,title,text,year,topic\r\n007,A,"one, ""two""\r\nthree",1999,\r\nb,,x,,art\r\n'
    assert read(tmp_path, content) == [
        Document("007", "A", 'one, "two"\r\nthree', {"year": "1999"}),
        Document("b", "", "x", {"topic": "art"}),
    ]


def test_fields_have_names_of_ones_own_and_the_default_names_are_then_metadata(tmp_path):
    content = "url,headline,body,title\nu1,H,some words,T\n"
    fields = Fields(text="body", title="headline", id="url")
    assert read(tmp_path, content, fields) == [Document("u1", "H", "some words", {"title": "T"})]
    assert read(tmp_path, content, Fields(text="body")) == [
        Document("2", "T", "some words", {"url": "u1", "headline": "H"})
    ]


def test_rows_are_numbered_as_a_spreadsheet_shows_them(tmp_path):
    content = 'text,n\n"a\nb\nc",1\n\n"d",2\n"e"\n'
    documents = csvtable.read(tmp_path / "mine.csv")
    (tmp_path / "mine.csv").write_text(content)
    assert [next(documents).id, next(documents).id] == ["2", "4"]  # the line breaks are inside row 2, row 3 is blank
    with pytest.raises(OriginsError, match=r"mine\.csv: row 5 has 1 cells, but the header has 2\. Fix the row;"):
        next(documents)


def test_tabs_semicolons_and_what_pandas_writes(tmp_path):
    frame = pd.DataFrame({"text": ["a; b\tc, d", 'e "f"\ng'], "year": [1999, 2000]})
    expected = [Document(str(k + 2), "", text, {"year": str(year)}) for k, (text, year) in enumerate(frame.values)]
    assert read(tmp_path, frame.to_csv()) == expected  # with its index, a column without a name
    assert read(tmp_path, frame.to_csv(sep=";", index=False)) == expected
    assert read(tmp_path, frame.to_csv(sep="\t", index=False), tabs=True) == expected


@pytest.mark.parametrize("suffix, compress", [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_archives_are_read(tmp_path, suffix, compress):
    assert [document.text for document in read(tmp_path, compress(b"text\na b\n"), name=f"m.csv{suffix}")] == ["a b"]


def test_rows_without_text_are_counted(tmp_path, caplog):
    with caplog.at_level(logging.WARNING):
        assert [document.text for document in read(tmp_path, "text,n\na,1\n,2\n,3\n")] == ["a", "", ""]
    assert "rows without text, which are left out: 2, the first of them row 3" in caplog.text


@pytest.mark.parametrize(
    "content, message",
    [
        (
            "id,body\n1,a\n",
            'mine.csv: "text" is missing; found "id", "body". If another field holds the text, name it: corpus.fields: '
            "{text: ...}, or --text-field on the command line.",
        ),
        ("", "mine.csv: row 1 is empty. It must name the columns."),
        ("\ntext\na\n", "mine.csv: row 1 is empty."),
        ("text,n,n\na,1,2\n", 'mine.csv: two columns are called "n". Rename one of them.'),
        ("text,n\na,1\nb,2,3\n", "mine.csv: row 3 has 3 cells, but the header has 2. Fix the row;"),
        ("text,id\na,1\nb,2\nc,1\n", 'mine.csv: row 4: the id "1" is taken by row 2. Make ids unique or omit them.'),
        ('text,id\na,1\nb,"x\ny"\n', "mine.csv: row 3: the id 'x\\ny' contains a line break."),
        (b"text\na\ncaf\xe9\n", "mine.csv: row 3: not UTF-8 (invalid continuation byte). Save the file as UTF-8."),
        ("text\na\n".encode("utf-16"), "mine.csv: row 1: not UTF-8 (invalid start byte). Save the file as UTF-8."),
        ('text,n\na,1\n"b,2\nc,3\n', "mine.csv: row 3: a quotation mark opens a cell here and is never closed."),
        ('text,n\na,1\n"b" she said,2\n', "mine.csv: row 3: not a valid row (',' expected after '\"')."),
        ("text\ra\rb\r", "mine.csv: row 1: a carriage return outside quotation marks. End lines with \\n or \\r\\n."),
    ],
)
def test_a_bad_table_is_one_sentence_with_the_row(tmp_path, content, message):
    assert message in error_of(tmp_path, content)


def test_a_field_that_was_named_must_be_a_column(tmp_path):
    message = error_of(tmp_path, "text,headline\na,b\n", Fields(title="headlin"))
    assert '"headlin" is missing; found "text", "headline". If another field holds the title, name it: ' in message
    assert message.endswith("corpus.fields: {title: headline}, or --title-field on the command line.")


def test_cells_longer_than_pythons_limit_are_read_up_to_ours(tmp_path, monkeypatch):
    csv.field_size_limit(131072)
    monkeypatch.setattr(csvtable, "LONGEST", 1_000_000)
    assert len(read(tmp_path, "text\n" + "a" * 1_000_000)[0].text) == 1_000_000
    assert "mine.csv: row 3: a cell has more than 1,000,000 characters." in error_of(
        tmp_path, "text\nb\n" + "a" * 1_000_001
    )


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(OriginsError, match=r"mine\.csv does not exist"):
        list(csvtable.read(tmp_path / "mine.csv"))

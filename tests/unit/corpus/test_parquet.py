import datetime
import logging
from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from origins.corpus import parquet
from origins.corpus.document import Document
from origins.corpus.records import FIELDS, Fields
from origins.errors import OriginsError


def read(tmp_path, columns, fields=FIELDS, **options):
    table = columns if isinstance(columns, pa.Table) else pa.table(columns)
    pq.write_table(table, tmp_path / "mine.parquet", **options)
    return list(parquet.read(tmp_path / "mine.parquet", fields))


def error_of(tmp_path, columns, fields=FIELDS):
    with pytest.raises(OriginsError) as error:
        read(tmp_path, columns, fields)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_columns_become_a_document_whatever_their_type(tmp_path):
    columns = {
        "text": pa.array(["a b", "c"], pa.large_string()),
        "id": pa.array([7, 8], pa.int32()),
        "title": pa.array(["A", None]).dictionary_encode(),
        "score": pa.array([1.5, None]),
        "draft": [True, False],
        "day": pa.array([datetime.date(2004, 5, 31), None]),
        "time": pa.array([datetime.datetime(2004, 5, 31), datetime.datetime(2004, 5, 31, 12)], pa.timestamp("ns")),
        "price": pa.array([Decimal("1.50"), Decimal("2.00")]),
        "raw": pa.array(["é".encode(), None], pa.binary()),
    }
    assert read(tmp_path, columns) == [
        Document(
            "7",
            "A",
            "a b",
            {"score": "1.5", "draft": "true", "day": "2004-05-31", "time": "2004-05-31", "price": "1.50", "raw": "é"},
        ),
        Document("8", "", "c", {"draft": "false", "time": "2004-05-31T12:00:00", "price": "2.00"}),
    ]


def test_rows_are_read_a_few_at_a_time_across_row_groups(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "ROWS", 3)
    documents = read(tmp_path, {"text": [f"text {k}" for k in range(10)]}, row_group_size=4)
    assert [(document.id, document.text) for document in documents] == [(str(k + 1), f"text {k}") for k in range(10)]


def test_fields_have_names_of_ones_own_and_pandas_index_is_ignored(tmp_path):
    frame = pd.DataFrame({"body": ["a b"], "url": ["u1"]}, index=["x"])
    documents = read(tmp_path, pa.Table.from_pandas(frame), Fields(text="body", id="url"))
    assert documents == [Document("u1", "", "a b", {})]


def test_text_can_be_binary_or_categories(tmp_path):
    for values in (pa.array([b"a b"]), pa.array(["a b"]).dictionary_encode()):
        assert read(tmp_path, {"text": values})[0].text == "a b"


def test_rows_without_text_are_counted(tmp_path, caplog):
    with caplog.at_level(logging.WARNING):
        assert [document.text for document in read(tmp_path, {"text": ["a", None]})] == ["a", ""]
    assert "rows without text, which are left out: 1, the first of them row 2" in caplog.text


@pytest.mark.parametrize(
    "columns, message",
    [
        ({"body": ["a"], "n": [1]}, 'mine.parquet: "text" is missing; found "body", "n". If another field holds'),
        ({"text": [1]}, 'mine.parquet: the column "text" holds int64, not text. If another column holds the text'),
        ({"text": ["a"], "tags": [["b"]]}, 'mine.parquet: the column "tags" is nested (list<'),
        ({"text": ["a"], "more": [{"b": 1}]}, 'mine.parquet: the column "more" is nested (struct<'),
        ({"text": [["a"]]}, 'mine.parquet: the column "text" is nested (list<'),
        ({"text": ["a", "b"], "id": ["x", "x"]}, 'mine.parquet: row 2: the id "x" is taken by row 1.'),
        ({"text": ["a"], "id": [1.5]}, 'mine.parquet: row 1: "id" is neither a string nor a whole number.'),
        ({"text": [b"a", b"\xe9"]}, 'mine.parquet: row 2: "text" is not UTF-8'),
    ],
)
def test_a_bad_table_is_one_sentence_with_column_or_row(tmp_path, columns, message):
    assert message in error_of(tmp_path, columns)


def test_strings_that_are_not_utf8_are_named_by_their_row(tmp_path):
    broken = pa.array([b"a", b"b", b"caf\xe9"]).view(pa.string())
    assert 'mine.parquet: row 3: "text" is not UTF-8' in error_of(tmp_path, {"text": broken})


def test_what_is_no_parquet_file_is_one_sentence(tmp_path):
    path = tmp_path / "mine.parquet"
    with pytest.raises(OriginsError, match=r"mine\.parquet does not exist"):
        list(parquet.read(path))
    pq.write_table(pa.table({"text": ["a b"] * 1000}), path)
    for content in (b"", b"text\na\n", path.read_bytes()[:-20]):
        path.write_bytes(content)
        with pytest.raises(OriginsError, match=r"mine\.parquet is corrupt, or not a Parquet file \([^\n]*\)\."):
            list(parquet.read(path))


def test_a_time_that_no_calendar_has_is_named_by_its_row(tmp_path):
    times = pa.array([0, 10**18], pa.timestamp("us"))
    assert 'row 2: "when" cannot be read' in error_of(tmp_path, {"text": ["a", "b"], "when": times})

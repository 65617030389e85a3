import csv
import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from origins.files.csvfile import one_line, read_csv, write_csv

ROOT = Path(__file__).parents[3]
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")

any_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=20)
like_formulas = st.builds(str.__add__, st.text("'=+-@\t", min_size=1, max_size=4), any_text)


def test_a_csv_has_fixed_digits_plain_line_ends_and_empty_missing_values(tmp_path):
    frame = pd.DataFrame({"metric": ["a", None], "value": [1 / 3, np.nan], "n": [1, 2], "whole": [2.0, 1e-12]})
    write_csv(frame, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == b"metric,value,n,whole\na,0.333333333,1,2\n,,2,1e-12\n"


def test_float32_numbers_come_back_exactly(tmp_path):
    values = np.random.default_rng(0).normal(size=1000).astype(np.float32)
    write_csv(pd.DataFrame({"x": values}), tmp_path / "t.csv")
    np.testing.assert_array_equal(read_csv(tmp_path / "t.csv")["x"].astype(np.float32), values)


@settings(max_examples=60)
@given(titles=st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_any_title_comes_back_from_a_csv_on_one_line(tmp_path, titles):
    frame = pd.DataFrame({"title": titles, "delta": 0.5})
    write_csv(frame, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes().count(b"\n") == len(titles) + 1
    back = read_csv(tmp_path / "t.csv")
    expected = [one_line(title).encode("utf-8", "replace").decode() for title in titles]
    assert back["title"].tolist() == expected
    assert (back["delta"] == 0.5).all()


@settings(max_examples=200)
@given(ids=st.lists(any_text | like_formulas, min_size=1, max_size=5))
@example(ids=["=1", "'=1", "''=1", "'", "'a", "-", "-0.5", "007", "null", "", " a  b ", "\tx", "a\u2028b", '"', ","])
def test_any_id_comes_back_from_a_csv_exactly(tmp_path, ids):
    write_csv(pd.DataFrame({"id": ids, "delta": -0.5}), tmp_path / "t.csv")
    back = read_csv(tmp_path / "t.csv")
    assert back["id"].tolist() == ids
    assert (back["delta"] == -0.5).all()


@settings(max_examples=200)
@given(texts=st.lists(any_text | like_formulas, min_size=1, max_size=5), column=any_text | like_formulas)
@example(texts=["=1+1", "'-2", "@x", ""], column="=cmd")
def test_no_text_becomes_a_formula_in_a_spreadsheet(tmp_path, texts, column):
    frame = pd.DataFrame({"id": texts, "title": texts, column: texts})
    write_csv(frame, tmp_path / "t.csv")
    text = (tmp_path / "t.csv").read_bytes().decode()
    for row in csv.reader(io.StringIO(text, newline="")):
        assert not any(cell.startswith(FORMULAS) for cell in row)


def test_other_text_and_names_of_columns_come_back_and_empty_cells_are_missing(tmp_path):
    frame = pd.DataFrame({"=field": ["-a", None, "NA"], "amount": [-1.5, np.nan, 2], "-n": [-1, -2, -3]})
    write_csv(frame, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text() == "'=field,amount,'-n\n'-a,-1.5,-1\n,,-2\nNA,2,-3\n"
    back = read_csv(tmp_path / "t.csv")
    assert list(back) == list(frame)
    assert back["=field"].fillna("missing").tolist() == ["-a", "missing", "NA"]
    np.testing.assert_array_equal(back["amount"], frame["amount"])


def test_numbers_among_text_stay_numbers(tmp_path):
    write_csv(pd.DataFrame({"value": pd.Series([-0.25, "-0.25", -3], dtype=object)}), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text() == "value\n-0.25\n'-0.25\n-3\n"


@pytest.mark.parametrize("script", sorted((ROOT / "workflow" / "scripts").glob("*.py")), ids=lambda path: path.stem)
def test_every_script_reads_and_writes_csv_files_this_way(script):
    source = script.read_text()
    assert "pd.read_csv" not in source
    assert ".to_csv" not in source

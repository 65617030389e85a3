"""Fingerprints of values, and differences in numbers."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.errors import OriginsError
from origins.files.csvfile import write_csv
from origins.runtime import machine, verification

HERE, ELSEWHERE = "this platform", "another platform"


def table(rows=5, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame({"set": [f"s{k}" for k in range(rows)], "size": np.arange(rows), "bias": rng.normal(size=rows)})


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A results folder with two tables, one of them long, and its reference."""
    monkeypatch.setattr(machine, "key", lambda: HERE)
    folder = tmp_path / "results"
    for name, rows in (("tables/sets.csv", 5), ("scores/weat1.csv", 1000)):
        (folder / name).parent.mkdir(parents=True)
        write_csv(table(rows), folder / name)
    verification.write_reference(folder, tmp_path / "reference.json")
    return folder


def check(results):
    return verification.verify(results, results.parent / "reference.json")


def change(results, name, column, row, by):
    frame = pd.read_csv(results / name)
    frame.loc[row, column] += by
    write_csv(frame, results / name)


def test_the_same_values_have_the_same_fingerprint_whatever_their_type_and_date(results):
    assert check(results) == ["2 tables have the fingerprints of the reference: the same to the last digit."]
    path = results / "tables/sets.csv"
    path.write_text(path.read_text().replace("\n3,", "\n3.0,").replace("s1,1,", "s1,1.0,"))
    assert "same to the last digit" in check(results)[0]


@given(st.lists(st.floats(allow_nan=True, allow_infinity=False), min_size=1, max_size=5), st.data())
def test_a_fingerprint_changes_with_any_value(values, data):
    place = data.draw(st.integers(0, len(values) - 1))
    others = list(values)
    others[place] = 1.5 if f"{values[place]:.9g}" != "1.5" else 2.5
    assert verification.fingerprint(pd.DataFrame({"x": values})) == verification.fingerprint(
        pd.DataFrame({"x": values})
    )
    assert verification.fingerprint(pd.DataFrame({"x": values})) != verification.fingerprint(
        pd.DataFrame({"x": others})
    )


def test_names_of_columns_and_rows_count(results):
    frame = table()
    prints = {
        verification.fingerprint(each)
        for each in (frame, frame.rename(columns={"bias": "b"}), frame.assign(set="s0"), frame.iloc[::-1], frame[:4])
    }
    assert len(prints) == 5


def test_a_difference_is_shown_in_numbers(results):
    spread = float(np.ptp(pd.read_csv(results / "tables/sets.csv")["bias"]))
    change(results, "tables/sets.csv", "bias", 0, by=1e-3 * spread)
    with pytest.raises(OriginsError, match=r"tables/sets.csv: bias differs by up to .* \(0\.1\d?% of its range\)"):
        check(results)


def test_a_small_difference_in_a_long_table_is_seen_too(results):
    change(results, "scores/weat1.csv", "bias", 500, by=1e-6)
    with pytest.raises(OriginsError, match=r"scores/weat1\.csv"):
        check(results)


def test_elsewhere_numbers_are_compared_and_this_is_said(results, monkeypatch):
    monkeypatch.setattr(machine, "key", lambda: ELSEWHERE)
    assert "same to the last digit" in check(results)[0]
    change(results, "tables/sets.csv", "bias", 0, by=1e-7)
    *lines, last = check(results)
    assert any(line.startswith("tables/sets.csv: bias differs by up to 1e-07") for line in lines)
    assert "numbers were compared instead of bits" in last
    change(results, "tables/sets.csv", "bias", 0, by=1)
    with pytest.raises(OriginsError, match=r"tables/sets\.csv: bias differs by up to 1 "):
        check(results)


def test_a_second_platform_adds_its_fingerprints_while_the_numbers_agree(results, monkeypatch):
    reference = results.parent / "reference.json"
    monkeypatch.setattr(machine, "key", lambda: ELSEWHERE)
    change(results, "tables/sets.csv", "bias", 0, by=1e-7)
    verification.write_reference(results, reference)
    assert set(json.loads(reference.read_text())["platforms"]) == {HERE, ELSEWHERE}
    assert "same to the last digit" in check(results)[0]
    change(results, "tables/sets.csv", "bias", 0, by=1)
    verification.write_reference(results, reference)
    assert set(json.loads(reference.read_text())["platforms"]) == {ELSEWHERE}


def test_what_is_missing_is_said(results, tmp_path):
    (results / "tables/sets.csv").unlink()
    with pytest.raises(OriginsError, match=r"tables/sets.csv of the reference is missing; run the workflow"):
        check(results)
    with pytest.raises(OriginsError, match="there is no reference for this setup"):
        verification.verify(results, tmp_path / "none.json")


def test_another_number_of_rows_or_other_columns_are_a_difference(results):
    frame = pd.read_csv(results / "tables/sets.csv")
    write_csv(frame[:3], results / "tables/sets.csv")
    with pytest.raises(OriginsError, match="number of rows differs by up to 2"):
        check(results)
    write_csv(frame.rename(columns={"bias": "b"}), results / "tables/sets.csv")
    with pytest.raises(OriginsError, match=r"\(only in one of the two\)"):
        check(results)

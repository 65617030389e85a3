import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from origins.analysis import metadata
from origins.analysis.bands import banded
from origins.errors import OriginsError
from origins.files.csvfile import read_csv, write_csv

N = 120


def scores(**fields):
    length = len(next(iter(fields.values()))) if fields else N
    delta = np.random.default_rng(0).normal(size=length) / 1000
    ids = {"id": [f"d{k}" for k in range(length)], "title": [f"title {k % 3}" for k in range(length)], "tokens": 9}
    return pd.DataFrame(ids | fields | {"delta_mean": delta, "rank": range(length)})


def grouped(resamples=50, **fields):
    table = scores(**fields)
    return metadata.by_metadata(table, ["id", "title", "tokens", *fields], resamples=resamples)


def repeated(*values, times=N // 4):
    return [value for value in values for _ in range(times)]


def test_sums_means_and_shares_are_those_of_the_documents_of_a_value():
    topic = repeated("arts", "sport", "arts", None)
    delta = scores(topic=topic)["delta_mean"].to_numpy()
    table = grouped(topic=topic).set_index("value")
    assert set(table.index) == {"arts", "sport", "(none)"}
    for value, row in table.iterrows():
        chosen = delta[[(each or "(none)") == value for each in topic]]
        assert row["documents"] == len(chosen)
        np.testing.assert_allclose(row["delta_sum"], chosen.sum())
        np.testing.assert_allclose(row["delta_mean"], chosen.mean())
        np.testing.assert_allclose(row["share"], np.abs(chosen).sum() / np.abs(delta).sum())
    np.testing.assert_allclose(table["delta_sum"].sum(), delta.sum())
    np.testing.assert_allclose(table["share"].sum(), 1)
    assert table["delta_sum"].is_monotonic_decreasing


def test_the_interval_is_that_of_the_bootstrapped_mean_and_the_sums_is_so_many_times_as_wide():
    table = grouped(resamples=4000, topic=repeated("a", "b", times=60))
    delta = scores(topic=range(N))["delta_mean"].to_numpy()
    for row in table.itertuples():
        chosen = delta[:60] if row.value == "a" else delta[60:]
        half = 1.96 * chosen.std() / np.sqrt(60)  # close to normal: so are its documents
        np.testing.assert_allclose(
            [row.mean_low, row.mean_high], [chosen.mean() - half, chosen.mean() + half], atol=half / 8
        )
        np.testing.assert_allclose([row.sum_low, row.sum_high], 60 * np.array([row.mean_low, row.mean_high]))


@pytest.mark.parametrize("chunk", [1, 7, 300, 1 << 22])
def test_drawing_in_pieces_gives_the_same_interval(monkeypatch, chunk):
    values = np.random.default_rng(1).normal(size=100)
    whole = np.random.default_rng(3).integers(100, size=(200, 100))
    monkeypatch.setattr(metadata, "CHUNK", chunk)
    found = metadata.mean_interval(values, resamples=200, seed=3)
    np.testing.assert_allclose(found, np.percentile(values[whole].mean(axis=1), [2.5, 97.5]))


def test_the_same_seed_gives_the_same_table_and_a_field_does_not_change_with_the_others():
    fields = {"topic": repeated("a", "b", times=60), "source": repeated("x", "y", "z", "x")}
    both = grouped(**fields)
    pd.testing.assert_frame_equal(both, grouped(**fields))
    alone = grouped(source=fields["source"])
    pd.testing.assert_frame_equal(both[both["field"] == "source"].reset_index(drop=True), alone)


@pytest.mark.parametrize(
    "values",
    [
        [f"unique {k}" for k in range(N)],
        [k / 7 for k in range(N)],
        [f"pair {k // 2}" for k in range(N)],
        ["same"] * N,
        [None] * N,
        [" \n\t"] * N,
        repeated("a", "b", times=40) + [f"free text {k}" for k in range(40)],
    ],
    ids=["unique", "numbers", "few each", "one value", "missing", "blank", "mostly free text"],
)
def test_fields_that_do_not_group_documents_are_left_out(values):
    table = grouped(field=values)
    assert table.empty
    assert list(table) == metadata.COLUMNS


def test_more_than_sixty_common_values_are_too_many():
    assert grouped(desk=[f"desk {k % 60}" for k in range(600)])["value"].nunique() == 60
    assert grouped(desk=[f"desk {k % 68}" for k in range(680)]).empty


def test_rare_values_are_put_together():
    table = grouped(source=["a"] * 60 + ["b"] * 54 + ["c"] * 4 + ["d"] * 2).set_index("value")
    assert table["documents"].to_dict() == {"a": 60, "b": 54, "(other)": 6}


def test_a_corpus_without_metadata_has_an_empty_table_with_all_columns():
    table = grouped()
    assert table.empty
    assert list(table) == metadata.COLUMNS


def test_blank_values_are_missing():
    table = grouped(topic=repeated("a", "", " \n", None)).set_index("value")
    assert table["documents"].to_dict() == {"a": 30, "(none)": 90}


def test_whole_numbers_and_truths_are_values_too():
    assert set(grouped(year_of_birth=[*repeated(1987.0, 1988.0, 1990.0), *[np.nan] * 30])["value"]) == {
        "1987", "1988", "1990", "(none)"
    }  # fmt: skip
    assert set(grouped(checked=repeated(True, False, times=60))["value"]) == {"True", "False"}


def test_dates_give_months_in_their_order_and_odd_dates_are_counted(caplog):
    dates = [
        *repeated("2017-02-03", "2016-12-31T23:59:59", "20170115"),
        *["2017-11", "2017-11-01 10:00"] * 5,
        *["", None, "yesterday", "31/12/2016", "2017-13-01", "1511654400", "٢٠١٧-٠١-٠١", "now", "0", "2017-1-1"] * 2,
    ]
    table = grouped(date=dates)
    assert table["field"].unique().tolist() == ["month"]
    assert table["value"].tolist() == ["2016-12", "2017-01", "2017-02", "2017-11", "(none)", "(not a date)"]
    assert table["documents"].tolist() == [30, 30, 30, 10, 4, 16]
    assert "date: 16 of 116 could not be read, such as 'yesterday'; write 2024-01-31" in caplog.text


@pytest.mark.parametrize(
    ("date", "month"),
    [
        ("2024-01-31", "2024-01"),
        ("2024-01-31T10:11:12", "2024-01"),
        ("2024-01-31T10:11:12.5Z", "2024-01"),
        ("2024-01-31 10:11:12+01:00", "2024-01"),
        ("2024/01/31", "2024-01"),
        ("2024/01/31 10:11", "2024-01"),
        ("20240131", "2024-01"),
        ("20240131T101112Z", "2024-01"),
        ("2024-01", "2024-01"),
    ],
)
def test_the_usual_ways_of_writing_a_date_are_read(caplog, date, month):
    assert set(grouped(date=repeated(date, "2023-05-06", times=60))["value"]) == {month, "2023-05"}
    assert not caplog.records


def test_more_than_sixty_months_give_years_and_so_do_dates_without_a_month():
    dates = [f"{1987 + k % 7}-{1 + k // 7 % 12:02}-05" for k in range(840)]
    table = grouped(date=dates + ["1511654400", "1990s"] * 5)
    assert table["field"].unique().tolist() == ["year"]
    assert table["value"].tolist() == [*(str(year) for year in range(1987, 1994)), "(not a date)"]
    assert grouped(date=repeated(1990.0, 1991.0, times=60))["value"].tolist() == ["1990", "1991"]


def test_years_among_months_are_dates():
    table = grouped(date=repeated("2004-05", "2004-06", "2005", "2005"))
    assert dict(zip(table["value"], table["documents"], strict=True)) == {"2004": 60, "2005": 60}
    few = grouped(date=[*repeated("2004-05", "2004-06", times=59), "2004", "around 2004"])
    assert few["value"].tolist() == ["2004-05", "2004-06", "(not a date)", "(other)"]


def test_a_field_called_month_that_groups_nothing_leaves_the_months_of_dates():
    table = grouped(date=repeated("2004-05", "2004-06", times=60), month=[f"about {k}" for k in range(N)])
    assert table["field"].tolist() == ["month", "month"]


def test_dates_in_bands_are_not_read_as_dates_again(caplog):
    table = metadata.by_metadata(
        scores(date=list(range(1900, 1900 + N))), ["id", "title", "tokens", "date"], bands=["date"], resamples=50
    )
    assert set(table["field"]) == {"date"}
    assert not caplog.messages


def test_real_dates_and_a_field_of_the_corpus_that_is_called_month():
    days = pd.to_datetime(repeated("2017-02-03", "2017-03-04", times=60))
    assert grouped(date=days)["value"].tolist() == ["2017-02", "2017-03"]
    own = grouped(month=repeated("May", "June", times=60), date=days)
    assert set(own["value"]) == {"May", "June"}


HOSTILE = ["=cmd|' /C calc'!A0", "<script>alert(1)</script>", "a\nb\r\n\u202ec", "nan", "(none)", "$x$", "x" * 100_000]


def test_values_of_digits_alone_are_text_in_the_file_too(tmp_path):
    write_csv(grouped(stars=repeated(1, 2, 3, 4)), tmp_path / "table.csv")
    assert set(read_csv(tmp_path / "table.csv")["value"]) == {"1", "2", "3", "4"}


def test_hostile_values_stay_text_on_one_line(tmp_path):
    table = grouped(topic=repeated(*HOSTILE, times=5))
    assert table["value"].nunique() == len(HOSTILE)
    write_csv(table, tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_bytes().count(b"\n") == len(HOSTILE) + 1


@settings(max_examples=50, deadline=None)
@given(st.lists(st.one_of(st.none(), st.sampled_from(["a", "b", " a", "1990-01-01"]), st.text()), min_size=1))
@example([None, "a", "a", "a", "a", "a"])
def test_every_document_counts_once_in_a_field(values):
    table = grouped(resamples=2, date=values, topic=values)
    assert (table.groupby("field")["documents"].sum() == len(values)).all()
    alone = table["documents"] == 1  # and has no interval
    assert (table.isna().any(axis=1) == alone).all()
    assert not table.drop(columns=table.filter(regex="_(low|high)$")).isna().any(axis=None)
    assert not table.duplicated(["field", "value"]).any()


def test_documents_that_change_nothing_have_no_share():
    table = scores(topic=repeated("a", "b", times=60)).assign(delta_mean=0.0)
    found = metadata.by_metadata(table, ["topic"], resamples=10)
    assert (found.drop(columns=["field", "value", "documents"]) == 0).all(axis=None)


def clustered(authors=40, seed=0):
    """Documents of authors who differ: Δ, author, and a field that authors share or not."""
    rng = np.random.default_rng(seed)
    author = rng.integers(authors, size=authors * 15) // rng.integers(1, 3, authors * 15)  # some write more
    delta = rng.normal(size=authors)[author] + rng.normal(size=len(author)) / 3 + 0.2
    return delta / 1000, author


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_over_authors_is_that_of_a_bootstrap_of_whole_authors(seed):
    delta, author = clustered(authors=80, seed=seed)
    names, unit = np.unique(author, return_inverse=True)
    rng = np.random.default_rng(seed)
    means = []
    for _ in range(4000):
        drawn = rng.integers(len(names), size=len(names))
        chosen = np.concatenate([np.flatnonzero(unit == each) for each in drawn])
        means.append(delta[chosen].mean())
    low, high = np.percentile(means, [2.5, 97.5])
    found = metadata.clustered_interval(delta, author)
    np.testing.assert_allclose(found, (low, high), atol=(high - low) / 12)
    over_documents = metadata.mean_interval(delta)
    assert high - low > 2 * (over_documents[1] - over_documents[0])  # the documents of an author are alike


def test_authors_of_one_document_each_give_the_interval_of_independent_documents():
    delta = np.random.default_rng(0).normal(size=400)
    half = 1.966 * delta.std(ddof=1) / 20  # Student's t with 399 degrees of freedom
    found = metadata.clustered_interval(delta, np.arange(400))
    np.testing.assert_allclose(found, (delta.mean() - half, delta.mean() + half), rtol=1e-3)


def test_the_table_resamples_by_the_field_that_the_config_names_and_does_not_group_by_it():
    delta, author = clustered()
    table = scores(author=[f"a{each}" for each in author], sex=["f" if each % 2 else "m" for each in author])
    table["delta_mean"] = delta
    found = metadata.by_metadata(table, ["id", "author", "sex"], resample_by="author").set_index("value")
    assert set(found["field"]) == {"sex"}
    women = author % 2 == 1
    np.testing.assert_allclose(
        found.loc["f", ["mean_low", "mean_high"]].astype(float),
        metadata.clustered_interval(delta[women], author[women]),
    )
    documents = metadata.by_metadata(table, ["id", "author", "sex"]).query("value == 'f'").iloc[0]
    assert documents["mean_high"] - documents["mean_low"] < found["mean_high"]["f"] - found["mean_low"]["f"]


def test_one_author_or_one_document_has_no_interval():
    assert np.isnan(metadata.clustered_interval(np.array([-0.5, 0.9, -0.4]), np.zeros(3, dtype=int))).all()
    assert np.isnan(metadata.mean_interval(np.array([0.9]))).all()
    table = grouped(topic=["a"] * 60 + ["b"] * 60 + [None])
    assert table.loc[table["value"] == "(none)", ["mean_low", "sum_high"]].isna().all(axis=None)


def test_whole_numbers_are_written_without_a_point():
    assert set(grouped(age=repeated("17.0", "25.0", times=60))["value"]) == {"17", "25"}
    assert set(grouped(version=repeated("1.10", "2.05", times=60))["value"]) == {"1.10", "2.05"}


def test_documents_without_an_author_stand_for_themselves():
    units = metadata.units_of(pd.DataFrame({"author": ["a", None, "b", "", "a"]}), "author")
    assert units[0] == units[4]
    assert len(set(units.tolist())) == 4


@pytest.mark.parametrize("setting", [{"resample_by": "writer"}, {"bands": ["writer"]}])
def test_a_field_that_no_document_has_is_named(setting):
    with pytest.raises(OriginsError, match="no document has the field 'writer'; found topic"):
        metadata.by_metadata(scores(topic=repeated("a", "b", times=60)), ["id", "topic"], **setting)


def test_a_few_dates_outside_sixty_months_do_not_turn_months_into_years():
    months = [f"{2000 + k // 12}-{1 + k % 12:02}-01" for k in range(60)]
    table = grouped(date=months * 10 + ["1990-01-01", "1991-01-01"])
    assert table["field"].unique().tolist() == ["month"]
    assert table["value"].tolist()[-1] == "(other)"
    assert len(table) == 61


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ([*range(13, 18), *range(23, 28), *range(33, 49)] * 5, ["13–17", "23–27", "33–48"]),
        (range(100), ["0–19", "20–39", "40–59", "60–79", "80–99"]),
        ([-2.5, -1.5, 0.5, 1.5, 1000] * 20, ["−2.5–1.5", "1000"]),
        ([*range(100), 10_000], ["0–19", "20–39", "40–59", "60–79", "80–10000"]),  # an outlier is no band of its own
        ([7] * 20, ["7"]),
    ],
    ids=["gaps", "fifths", "one wide gap", "outlier", "one number"],
)
def test_numbers_are_grouped_between_gaps_or_into_fifths(values, names):
    found = banded("age", pd.Series([str(value) for value in values]))
    assert list(dict.fromkeys(found)) == names


def test_bands_are_in_the_order_of_their_numbers_and_documents_without_a_number_in_none():
    table = grouped(age=[*(str(k) for k in range(5, 105)), *[""] * 10, *[None] * 10], resamples=5)
    assert table.empty  # too many numbers
    table = scores(age=[*(str(k) for k in range(5, 105)), *[""] * 10, *[None] * 10])
    found = metadata.by_metadata(table, ["id", "age"], bands=["age"], resamples=5)
    assert found["value"].tolist() == ["5–24", "25–44", "45–64", "65–84", "85–104", "(none)"]
    assert found["documents"].tolist() == [20] * 6


@given(st.lists(st.floats(-1e6, 1e6).map(lambda value: round(value, 2)), min_size=1, max_size=60))
def test_bands_hold_every_number_once_and_do_not_overlap(values):
    found = banded("x", pd.Series(values))
    ends = pd.DataFrame({"band": found, "x": values}).groupby("band")["x"].agg(["min", "max"]).sort_values("min")
    assert found.notna().all()
    assert (ends["min"].to_numpy()[1:] > ends["max"].to_numpy()[:-1]).all()
    assert len(ends) <= 8


def test_text_among_numbers_is_refused():
    with pytest.raises(OriginsError, match="age: 'young' is not a number"):
        banded("age", pd.Series(["12", "young"]))

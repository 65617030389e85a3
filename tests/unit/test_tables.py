import re

import numpy as np
import pandas as pd
import pytest
from frames import synthetic
from hypothesis import given, settings
from hypothesis import strategies as st

from origins import comparison, evaluation, paper, significance, tables

HOSTILE = [
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    "a | b \\ c & d % e $ f # g _ h { i } j ~ k ^ l",
    "line\nbreak\r\nand\ttab\x00\x07",
    "\u202edesrever\u2066",
    '"quotes", commas',
    "**bold** [link](http://x) `code` ![img](y)",
    "[2cm] * starred",
    "",
]


def hostile_frame():
    return pd.DataFrame(
        {"title": HOSTILE, "delta_mean": np.linspace(-0.5, 0.5, len(HOSTILE)), "n": range(len(HOSTILE))}
    )


def test_a_csv_has_fixed_digits_plain_line_ends_and_empty_missing_values(tmp_path):
    frame = pd.DataFrame({"metric": ["a", None], "value": [1 / 3, np.nan], "n": [1, 2], "whole": [2.0, 1e-12]})
    tables.write_csv(frame, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == b"metric,value,n,whole\na,0.333333333,1,2\n,,2,1e-12\n"


def test_float32_numbers_come_back_exactly(tmp_path):
    values = np.random.default_rng(0).normal(size=1000).astype(np.float32)
    tables.write_csv(pd.DataFrame({"x": values}), tmp_path / "t.csv")
    np.testing.assert_array_equal(pd.read_csv(tmp_path / "t.csv")["x"].astype(np.float32), values)


@settings(max_examples=60)
@given(titles=st.lists(st.text(max_size=30), min_size=1, max_size=5))
def test_any_title_comes_back_from_a_csv_on_one_line(tmp_path, titles):
    frame = pd.DataFrame({"title": titles, "delta": 0.5})
    tables.write_csv(frame, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes().count(b"\n") == len(titles) + 1
    back = pd.read_csv(tmp_path / "t.csv", keep_default_na=False, dtype={"title": str})
    expected = [tables.one_line(title).encode("utf-8", "replace").decode() for title in titles]
    assert back["title"].tolist() == expected
    assert (back["delta"] == 0.5).all()


def unescaped(text, special):
    """Where special characters stand that no backslash precedes (an escaped backslash is gone first)."""
    return re.findall(f"[{re.escape(special)}]", re.sub(r"\\.", "", text))


def test_hostile_titles_stay_inside_their_markdown_cell():
    lines = tables.markdown_table(hostile_frame()).splitlines()
    assert len(lines) == 2 + len(HOSTILE)
    for line in lines:
        assert len(unescaped(line, "|")) == 4  # borders of three cells
        assert not unescaped(line, "<>`*_[]~$&#")


def test_hostile_titles_stay_inside_their_latex_cell():
    lines = tables.latex_table(hostile_frame()).splitlines()
    rows = lines[4:-2]
    assert len(rows) == len(HOSTILE)
    for row in rows:
        assert row.startswith("{}")
        assert row.endswith(r" \\")
        body = row.removesuffix(r" \\")
        for command in ("textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater"):
            body = body.replace(f"\\{command}{{}}", "")
        body = body.replace(r"\textbar{}", "").replace(r"\textquotedbl{}", "").removeprefix("{}")
        assert len(unescaped(body, "&")) == 2
        assert not unescaped(body, "$%#_{}^~\\")


def test_marks_that_turn_the_direction_of_writing_and_control_characters_are_removed():
    assert tables.one_line("a\u202eb\u2066c\x00d\r\n e") == "a b c d e"
    assert tables.one_line("नमस्ते 漢字 עברית é") == "नमस्ते 漢字 עברית é"


def test_a_table_for_people_rounds_and_puts_numbers_to_the_right(tmp_path):
    frame = pd.DataFrame({"set_name": ["a"], "r2": [0.98765], "n": [12345]})
    paths = {"markdown": tmp_path / "t.md", "latex": tmp_path / "t.tex"}
    tables.write_table(frame, tmp_path / "t.csv", **paths, precision=3)
    assert paths["markdown"].read_text() == "| set name | r2 | n |\n| --- | ---: | ---: |\n| a | 0.988 | 12345 |\n"
    assert paths["latex"].read_text().splitlines()[0] == r"\begin{tabular}{lrr}"
    assert "0.988 & 12345" in paths["latex"].read_text()
    assert "0.98765" in (tmp_path / "t.csv").read_text()


def test_the_baseline_table_stands_beside_the_papers_in_its_form():
    biases = pd.DataFrame({"metric": ["weat1"] * 2 + ["weat2"] * 2, "seed": [1, 2] * 2, "bias": [0.9, 1.1, 0.2, 0.3]})
    table = comparison.baseline_table(biases, "wiki")
    assert table["effect_size"].tolist() == ["1.000 (± 0.141)", "0.250 (± 0.071)"]
    assert table["paper"].tolist() == ["0.957 (± 0.150)", "0.108 (± 0.213)"]
    assert comparison.baseline_table(biases, "nyt")["paper"].tolist() == ["1.14 (± 0.124)", "1.32 (± 0.056)"]
    assert comparison.baseline_table(biases, "starter")["paper"].tolist() == ["", ""]
    assert comparison.baseline_table(biases[::2])["effect_size"].tolist() == ["0.900", "0.200"]


def test_influential_documents_are_those_that_add_most_then_those_that_take_most():
    scores = pd.DataFrame(
        {"id": list("abcdef"), "title": list("ABCDEF"), "tokens": 9, "delta_mean": [0.1, -0.2, 0.0, 0.3, -0.05, 0.1]}
    )
    table = comparison.influential_table(scores, count=2)
    assert table["id"].tolist() == ["d", "a", "b", "e"]
    assert table["document"].tolist() == ["bias increasing"] * 2 + ["bias decreasing"] * 2
    assert table["place"].tolist() == [1, 2, 1, 2]
    assert "tokens" not in table
    everything = comparison.influential_table(scores)
    assert everything["id"].tolist() == ["d", "a", "f", "b", "e"]  # Δ = 0 belongs to neither


@pytest.fixture
def results():
    baselines, predictions, truth = synthetic()
    accuracy = baselines.query("metric == 'weat1'").assign(accuracy=0.31)[["seed", "accuracy"]]
    perturbed = truth.assign(accuracy=0.305).drop(columns="bias")
    return {
        "corpus": {"documents": 13_732, "tokens": 3_055_118, "vocabulary": 13_056},
        "baselines": baselines,
        "correlation": evaluation.correlation(baselines, predictions, truth),
        "welch": significance.counts(significance.welch(baselines, truth)),
        "analogies": accuracy["accuracy"],
        "perturbed_analogies": significance.analogies(accuracy, perturbed),
        "ppmi": pd.DataFrame(
            {
                "metric": "weat1",
                "objective": "correct",
                "documents": [10],
                "ppmi_change": -6.0,
                "influence_change": -44.0,
            }
        ),
        "word_sets": pd.DataFrame(
            {"metric": "weat1", "representation": ["ppmi"], "n": 2000, "r2": 0.61, "r2_low": 0.58, "r2_high": 0.64}
        ),
        "transfer": pd.DataFrame(
            {
                "representation": "word2vec",
                "metric": "weat1",
                "set": ["baseline", "decrease-10", "decrease-300", "increase-300"],
                "kind": ["baseline", "decrease", "decrease", "increase"],
                "size": [0, 10, 300, 300],
                "mean": [0.88, 0.7, -0.93, 1.5],
            }
        ),
        "sensitivity": pd.DataFrame({"metric": ["weat1"], "n": 31, "slope": -0.02, "r2": 0.52}),
        "secondary": pd.DataFrame({"metric": "weat1", "secondary": [True, False, True]}),
    }


def test_the_summary_sets_every_number_of_the_paper_beside_ours(results):
    page = comparison.summary_markdown("starter", comparison.summary_rows(results))
    for number in ("29,344", "0.957 (± 0.150)", "1.14 (± 0.124)", "0.986", "0.997", "38 of 40", "2 of 36", "35%"):
        assert number in page
    assert "13,732" in page
    assert "-0.5 to -0.5 points" in page
    assert "| -4 % and -40 % |  | -6 % and -44 % |" in page
    assert "| 0.725 | 0.610 (0.580 to 0.640) |" in page
    assert "| 1.35 → 0.11 (decrease-10000) | 0.88 → -0.93 |" in page
    assert "| 0.828 | 0.520 | movement changes by -0.0200 for ten times the frequency |" in page
    assert "of the 3 most influential documents of weat1, without any target word |  | some | 2 |" in page
    assert "not one of the paper's" in page
    assert "one of the paper's setups" in comparison.summary_markdown("wiki", comparison.summary_rows(results))


def test_results_that_are_missing_are_left_out_of_the_summary(results):
    del results["welch"], results["word_sets"], results["sensitivity"]
    results["correlation"] = None
    rows = comparison.summary_rows(results)
    assert not any("differ" in row.what or "r²" in row.what for row in rows)
    assert any("baseline" in row.what for row in rows)
    assert comparison.summary_markdown("mine", []).count("|\n") == 2  # a table without rows


def test_later_stages_add_rows_of_their_own():
    row = comparison.Row("r² of GloVe and PPMI", "0.7", {"nyt": "0.725"}, note="2000 | word sets")
    page = comparison.summary_markdown("starter", [row])
    assert "| r² of GloVe and PPMI |  | 0.725 | 0.7 | 2000 \\| word sets |" in page


def test_what_the_paper_reports_is_complete():
    assert paper.CORPORA.keys() == paper.BASELINE.keys() == paper.CORRELATION.keys() == paper.ANALOGIES.keys()
    assert [size for kind, size, *_ in paper.PPMI_COMPARISON if kind == "decrease"] == [300, 100, 30, 10]
    assert min(r2 for setup in paper.CORRELATION.values() for r2 in setup.values()) >= 0.985

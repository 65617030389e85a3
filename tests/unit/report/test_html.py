import base64
import json
import re
import zlib

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import HOSTILE, tables

from origins.metrics.definitions import KINDS
from origins.report import data, html, page, rows

ANY = st.one_of(st.text(), st.sampled_from(HOSTILE))


@given(ANY)
def test_json_in_a_script_is_the_same_json_and_cannot_end_the_script(value):
    value = value.encode("utf-8", "replace").decode()
    encoded = html.script_json({"value": value})
    assert json.loads(encoded) == {"value": value}
    assert not re.search("[<>&\u2028\u2029]", encoded)


@given(ANY)
def test_text_has_no_character_that_means_something(value):
    assert not re.search("[<>\"'\u202e\u2066]", html.text(value))


def test_the_page_has_no_element_that_it_was_not_given():
    results = tables()
    summary = data.summary(results, rows.facets(results.documents), rows.places(range(len(results.documents))))
    text = page.render(results, summary, ["baseline", "histogram_weat1"])
    assert len(re.findall("<script", text)) == len(re.findall("</script>", text)) == 2
    assert 'onerror="' not in text
    assert "<b>Sport</b>" not in text
    assert "<b>hostile</b>" not in text
    assert "$" not in re.sub(r"<script.*</script>", "", text, flags=re.DOTALL).replace("${document", "")


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_says_what_a_metric_of_any_kind_asks(kind):
    results = tables()
    words = {letter: [f"{letter.lower()}-one", f"{letter.lower()}-<two>"] for letter in KINDS[kind].SETS}
    metrics = results.settings["metrics"] | {name: {"kind": kind} | words for name in results.scores}
    results = results._replace(settings=results.settings | {"metrics": metrics})
    summary = data.summary(results, rows.facets(results.documents), rows.places(range(len(results.documents))))
    prose = re.sub("<script.*</script>", "", page.render(results, summary, []), flags=re.DOTALL)
    for letter in words:
        assert f"<em>{letter.lower()}-one, {letter.lower()}-&lt;two&gt;</em>" in prose
    assert ("is an effect size" in prose) == ("WEAT 1, effect size" in prose) == (kind == "weat")


def test_scripts_and_styles_are_allowed_by_their_hash_alone():
    results = tables()
    summary = data.summary(results, rows.facets(results.documents), rows.places(range(len(results.documents))))
    text = page.render(results, summary, [])
    policy = re.search('Content-Security-Policy" content="([^"]+)"', text)[1]
    script, style = (
        re.findall(r"<script>(.*?)</script>", text, re.DOTALL),
        re.findall(r"<style>(.*?)</style>", text, re.DOTALL),
    )
    assert html.source_hash(script[0]) in policy
    assert html.source_hash(style[0]) in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_columns_of_metadata_are_those_with_few_values():
    documents = pd.DataFrame({"id": [f"d{k}" for k in range(200)], "title": "", "tokens": 1})
    documents["author"] = documents["id"]  # one per document
    documents["empty"] = None
    documents["date"] = [f"20{k % 20:02}-01-01" for k in range(200)]
    documents["topic"] = ["a", "b\u202e", None, "<i>"] * 50
    topic, date = rows.facets(documents)
    assert (topic.name, topic.names, topic.is_date) == ("topic", ["", "<i>", "a", "b"], False)
    assert (date.name, date.is_date, len(date.names)) == ("date", True, 21)
    assert [topic.names[code] for code in topic.codes[:4]] == ["a", "b", "", "<i>"]


def unpacked(column):
    name, text = column
    kinds = {"Uint8Array": "<u1", "Uint16Array": "<u2", "Uint32Array": "<u4", "Float32Array": "<f4"}
    return np.frombuffer(base64.b64decode(text), dtype=kinds[name])


def inflated(names):
    return zlib.decompress(base64.b64decode(names)).decode().split("\n")


def test_rows_keep_six_digits_and_the_order_of_influence():
    results = tables(documents=40)
    scores = list(results.scores.values())
    order = rows.influence_order(scores)
    columns = rows.facets(results.documents)
    numbers = rows.numbers(results.documents, scores, columns, 10, order)
    (first, names), (second, others) = rows.names(results.documents, order, size=25)
    assert (first, second) == (0, 25)
    ids = [line.split("\t", 1)[1] for line in inflated(names) + inflated(others)]
    assert ids == results.documents["id"].iloc[order].tolist()
    deltas = [unpacked(column) for column in numbers["delta"]]
    delta = scores[0].set_index("id")["delta_mean"]
    for name, value in zip(ids, deltas[0], strict=True):
        assert float(f"{value:.5e}") == float(f"{delta[name]:.5e}")
    largest = np.max([np.abs(values) / np.abs(values).max() for values in deltas], axis=0)
    assert (np.diff(largest) <= 1e-7).all()
    assert rows.places(order)[order[7]] == 7
    assert [unpacked(column).tolist() for column in numbers["facets"]] == [
        facet.codes[order].tolist() for facet in columns
    ]
    agree = (scores[1]["sign_agreement"].iloc[order] * 10).round()
    assert unpacked(numbers["agree"][1]).tolist() == agree.tolist()


def test_names_are_ranked_as_the_page_would_sort_them():
    results = tables(documents=40)
    order = np.arange(40)
    numbers = rows.numbers(results.documents, list(results.scores.values()), [], 10, order)
    ((_, names),) = rows.names(results.documents, order)
    pairs = sorted((line.lower().split("\t", 1), row) for row, line in enumerate(inflated(names)))
    assert [row for _, row in pairs] == np.argsort(unpacked(numbers["name"])).tolist()


@given(st.lists(st.integers(0, (1 << 32) - 1), max_size=20))
def test_whole_numbers_are_packed_in_the_smallest_type_that_holds_them(values):
    name, text = rows.packed(np.array(values, dtype=np.int64))
    assert unpacked((name, text)).tolist() == values
    bits = max(values, default=0).bit_length()
    assert name == ("Uint8Array" if bits <= 8 else "Uint16Array" if bits <= 16 else "Uint32Array")


def test_the_page_as_one_file_has_the_most_influential_documents_only(monkeypatch):
    monkeypatch.setattr(data, "SINGLE", 25)
    results = tables(documents=40)
    assert data.overview(results, data.SINGLE)["rows"] == 25
    assert data.overview(results)["rows"] == data.overview(results)["documents"] == 40
    made = {name: value for name, _, value in data.files(results, data.SINGLE)}
    assert len(unpacked(made["numbers"]["tokens"])) == 25
    assert len(inflated(made["names-0"][1])) == 25
    assert "data-names-0" in data.inline(results)

import json
import re

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


def test_rows_keep_six_digits_and_the_order_of_influence():
    results = tables(documents=40)
    scores = list(results.scores.values())
    order = rows.influence_order(scores)
    columns = rows.facets(results.documents)
    first, second = rows.chunks(results.documents, scores, columns, 10, order, size=25)
    assert (first["first"], second["first"], len(second["id"])) == (0, 25, 15)
    assert sorted(first["id"] + second["id"]) == sorted(results.documents["id"])
    delta = scores[0].set_index("id")["delta_mean"]
    for name, value in zip(first["id"], first["delta"][0], strict=True):
        assert value == float(f"{delta[name]:.5e}")
    shares = [[abs(value) / max(map(abs, values)) for value in values] for values in first["delta"]]
    largest = [max(of_metrics) for of_metrics in zip(*shares, strict=True)]
    assert largest == sorted(largest, reverse=True)
    assert rows.places(order)[order[7]] == 7

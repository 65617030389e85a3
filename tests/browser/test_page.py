"""The report in a real browser: loaded from disk, without network, with hostile titles and texts."""

import json
import re
from itertools import pairwise

import pytest
from pages import HOSTILE, tables, write_page
from selenium.webdriver.common.keys import Keys

from origins.report.verdict import is_clear

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("page") / "a folder's name", long_line=1_000_000)


@pytest.fixture
def opened(browser, page):
    browser.open(page)
    yield browser
    # whatever a test did: nothing was executed that came as text, nothing failed, nothing was asked of the network
    assert browser.run("return document.title") == "<b>hostile</b>: the origins of bias"
    assert browser.problems() == []
    assert all(address.startswith(page.parent.as_uri()) for address in browser.requests() if address != "about:blank")


@pytest.fixture
def everything(opened):
    """The page with documents that have no clear effect as well."""
    opened.find("#clear").click()
    return opened


def rows(browser):
    """Title and Δ of the rows in sight, from above; Δ has the digits that its spread allows."""
    script = """return [...document.querySelectorAll('.rows .row:not([hidden])')]
        .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
        .map(row => [row.children[1].textContent, row.children[2].textContent])"""
    return [(title, float(delta.replace("−", "-"))) for title, delta in browser.run(script)]


def is_sorted(deltas):
    return all(first >= second - 0.006 for first, second in pairwise(deltas))


def status(browser):
    return int(browser.find("#status").text.split(" of ")[0].replace(",", ""))


def open_first(browser):
    browser.find("#row-0").click()
    browser.wait("return document.querySelector('#detail .text')")


def test_the_page_loads_from_disk_without_network(everything):
    assert status(everything) == 60
    assert len(rows(everything)) > 10
    drawings = everything.run(
        "return [...document.querySelectorAll('svg.drawing')].map(each => each.getAttribute('aria-label'))"
    )
    assert len(drawings) >= 5
    assert all(len(label) > 40 for label in drawings)
    assert drawings[0].startswith("The score of 10 embeddings: WEAT 1 0.96 ± 0.12, WEAT 2 0.06 ± 0.17")
    assert everything.run("return [...document.images].every(image => image.alt.length > 5)")


def test_search_finds_titles_and_ids(everything):
    everything.type("#search", "MANY 3")
    everything.wait("return document.querySelector('#status').textContent.startsWith('13 of')")  # 23, 30 to 39, 43, 53
    assert all(re.fullmatch(r"Document \d*3\d* of many", title) for title, _ in rows(everything))
    everything.type("#search", "d/17")
    everything.wait("return document.querySelector('#status').textContent.startsWith('1 of')")
    assert rows(everything)[0][0] == "Document 17 of many"


def test_sorting_by_delta_goes_both_ways(everything):
    down = [delta for _, delta in rows(everything)]
    assert is_sorted(down)
    assert down[0] > 0
    everything.find("[data-key=delta] button").click()
    up = [delta for _, delta in rows(everything)]
    assert is_sorted(up[::-1])
    assert up[0] < 0
    assert everything.find("[data-key=delta]").get_attribute("aria-sort") == "ascending"


@pytest.mark.parametrize(("key", "column"), [("title", 1), ("facet-2", 7), ("tokens", 8)])
def test_every_column_sorts(everything, key, column):
    everything.find(f"[data-key={key}] button").click()
    script = f"""return [...document.querySelectorAll('.rows .row:not([hidden])')]
        .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
        .map(row => row.children[{column}].textContent)"""
    values = everything.run(script)
    if key == "tokens":
        values = [-int(value.replace(",", "")) for value in values]
    assert values == sorted(values, key=lambda value: value.lower() if isinstance(value, str) else value)


def test_filters_narrow_the_list(everything):
    before = status(everything)
    topic, source = everything.session.find_elements("css selector", "#explorer .choice select")[2:4]
    everything.choose(topic, "<b>Sport</b>")
    topics = set(everything.texts(".rows .row:not([hidden]) .facet:nth-child(6)"))
    assert topics == {"<b>Sport</b>"}
    sport = status(everything)
    assert 0 < sport < before
    everything.choose(source, "news")
    assert 0 < status(everything) < sport


def test_dates_can_be_bounded(everything):
    everything.type("[aria-label='date from']", "2005")
    everything.type("[aria-label='date to']", "2006")
    everything.wait("return !document.querySelector('#status').textContent.startsWith('60')")
    everything.wait("return [...document.querySelectorAll('.rows .row:not([hidden])')].length < 20")
    dates = everything.texts(".rows .row:not([hidden]) .facet:nth-child(8)")
    assert 0 < len(dates) < 60
    assert all(date.startswith(("2005", "2006")) for date in dates)


def test_another_metric_gives_another_ranking(opened):
    first = rows(opened)
    opened.choose("#explorer select.metric", "WEAT 2")
    assert rows(opened) != first
    assert "WEAT 2" in opened.find("[data-chart=truth] svg").get_attribute("aria-label")


def test_an_opened_document_says_in_words_what_it_does_and_shows_why(opened):
    open_first(opened)
    sentence = opened.find("#detail .sentence").text
    assert re.fullmatch(
        r"Without this document, WEAT 1 would be lower by 0\.\d+ ± 0\.\d+ \(predicted; all 10 embeddings agree\)\.",
        sentence,
    )
    marks = opened.run(
        "return [...document.querySelectorAll('#detail .text mark')].map(m => "
        "[m.textContent, m.className, Number(m.dataset.value), getComputedStyle(m).backgroundColor])"
    )
    assert {"Science", "Poetry", "him", "her"} <= {word for word, *_ in marks}
    assert all(side == ("up" if value > 0 else "down") for _, side, value, _ in marks)
    up, down = ({colour.split(",")[0] for _, side, _, colour in marks if side == which} for which in ("up", "down"))
    assert up and down and not up & down
    assert "him – science" in opened.find("#detail .pairs").text
    assert len(opened.texts("#detail .strip circle")) == 10


def test_hostile_text_is_shown_as_text(everything):
    for title in HOSTILE[:6]:
        everything.type("#search", title.split()[0])
        same = f"row => row.children[1].textContent === {json.dumps(title)}"
        everything.wait(f"return [...document.querySelectorAll('.rows .row:not([hidden])')].find({same})").click()
    made = "main script, main img[src=x], main b b, svg[onload], .rows *:not(div, span, input), .text *:not(mark)"
    assert everything.run("return document.querySelectorAll(arguments[0]).length", made) == 0


def test_direction_marks_and_control_characters_are_gone(everything):
    hidden = "[\\u0000-\\u0008\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]"
    for place in range(20):
        everything.run(f"document.querySelector('#row-{place % 15}').click()")
        assert not everything.run(f"return /{hidden}/.test(document.body.textContent)")


def test_a_line_of_a_megabyte_is_cut_and_does_not_widen_the_page(opened):
    open_first(opened)
    assert "characters are left out" in opened.find("#detail .why").text
    assert opened.run("return document.querySelector('#detail .text').textContent.length") < 25_000
    assert opened.run("return document.documentElement.scrollWidth <= innerWidth")
    assert opened.run("const panel = document.querySelector('#detail'); return panel.scrollWidth <= panel.clientWidth")


def shown(text):
    return float(text.replace("−", "-"))


def test_what_if_adds_up_free_choices(opened):
    assert "No document is removed: WEAT 1 is 0.96 ± 0.12" in opened.find("#whatif-app").text
    for place in (1, 2, 3):
        opened.find(f"#row-{place} input").click()
    assert "sum of single effects" in opened.find("#whatif .how").text
    effects = [delta for _, delta in rows(opened)[1:4]]
    answer = opened.find("#whatif .answer").text
    assert "(the same 10 seeds)" in answer
    before = shown(re.search(r"instead of (\S+) ", answer)[1])
    assert shown(opened.find("#predicted").text) == pytest.approx(before - sum(effects), abs=0.02)


def paired(name):
    sets = tables(long_line=1_000_000).sets
    return sets.query("metric == 'weat1' and estimator == 'relearn' and set == @name").iloc[0]


def test_what_if_sets_prediction_truth_and_baseline_of_the_same_seeds_side_by_side(opened):
    row = (
        tables(long_line=1_000_000)
        .sets.query("metric == 'weat1' and set == 'decrease-10' and estimator == 'relearn'")
        .iloc[0]
    )
    assert row["pairs"] == 5
    assert abs(row["paired_baseline"] - row["baseline_mean"]) > 0.005  # other seeds have another baseline
    opened.choose("#prepared", "10 documents chosen by the paper’s estimator to lower the score")
    assert "a prediction for the set as a whole" in opened.find("#whatif .how").text
    answer = opened.find("#whatif .answer").text
    assert f"instead of {row['paired_baseline']:.3f} (the same 5 seeds)" in answer
    assert opened.find("#predicted").text == f"{row['paired_predicted']:.3f}"
    assert (
        f"retrained without them\n{row['paired_true']:.3f} (Δ +{row['true_delta']:.3f}"
        in opened.find("#whatif dl").text
    )
    assert opened.find("#row-0 input").is_selected()
    opened.find("#row-0 input").click()  # no longer the prepared set
    assert "sum of single effects" in opened.find("#whatif .how").text
    assert "(the same 10 seeds)" in opened.find("#whatif .answer").text


def test_a_single_document_that_was_retrained_says_so_and_leaves_the_menu_alone(opened):
    truth = paired("single-decrease-1")
    title = opened.run("return document.querySelector('#row-0').children[1].textContent")
    opened.wait("return document.querySelector('#prepared').options.length > 1")
    open_first(opened)
    measured = f"Measured by retraining without it: Δ is +{truth['true_delta']:.3f}"
    assert measured in opened.find("#detail .measured").text
    assert title in opened.find(".lead").text
    opened.find("#row-0 input").click()
    assert "Without this document, WEAT 1 would be" in opened.find("#whatif .answer").text
    assert opened.run("return document.querySelector('#prepared').selectedOptions[0]?.textContent") == "my own choice"


def test_documents_chosen_by_hand_are_recognised_as_a_prepared_set(everything):
    everything.find("#first").click()
    assert "a prediction for the set as a whole" in everything.find("#whatif .how").text
    assert everything.find("#prepared").get_attribute("value") == "weat1/decrease-10"


def test_documents_without_a_clear_effect_are_hidden_and_when_shown_greyed(opened):
    scores = tables(long_line=1_000_000).scores["weat1"]
    clear = is_clear(scores)
    assert 10 < clear.sum() < 50
    assert (
        opened.find("#status").text
        == f"{clear.sum()} of 60 documents; {60 - clear.sum()} without a clear effect hidden"
    )
    assert opened.run("return document.querySelectorAll('.rows .unclear:not([hidden])').length") == 0
    opened.find("#clear").click()
    assert opened.find("#status").text == "60 of 60 documents"
    doubtful = scores[~clear & (scores["delta_mean"] != 0)].iloc[0]
    opened.type("#search", doubtful["id"])
    opened.wait("return document.querySelector('#row-0').classList.contains('unclear')")
    opened.find("#row-0").click()
    assert opened.find("#detail .sentence").text.startswith("No clear effect on WEAT 1: predicted Δ is")
    assert "none" in opened.find("#detail .sentence").get_attribute("class")
    assert "none" in opened.run("return document.querySelector('#row-0').children[2].className")
    opened.find("#clear").click()
    assert opened.find(".nothing p").text.endswith("match, but none has a clear effect.") or (
        opened.find(".nothing p").text == "One document matches, but it has no clear effect."
    )
    opened.find(".nothing button").click()
    assert opened.find("#row-0").is_displayed()
    assert not opened.find("#clear").is_selected()


def test_an_empty_list_says_so_and_offers_a_way_out(opened):
    opened.type("#search", "no such document")
    opened.wait("return !document.querySelector('.nothing').hidden")
    assert opened.find(".nothing p").text == "No document matches."
    opened.find(".nothing button").click()
    assert status(opened) == 60
    assert opened.find("#search").get_attribute("value") == ""


def test_documents_can_be_sorted_by_certainty(opened):
    opened.find("[data-key=certainty] button").click()
    script = "return [...document.querySelectorAll('.rows .row:not([hidden])')].map(row => row.children[4].textContent)"
    found = [shown(value) for value in opened.run(script)]
    assert found == sorted(found, reverse=True)
    assert found[-1] >= 2


def test_every_mark_of_a_chart_is_in_its_legend(opened):
    for chart in ("truth", "single"):
        script = f"""const all = selector => [...document.querySelectorAll('[data-chart={chart}] ' + selector)];
            const kind = each => each.getAttribute('class').split(' ').pop();
            const kinds = selector => [...new Set(all(selector).map(kind))];
            return [kinds('.drawing .point'), kinds('.legend svg > *')]"""
        drawn, explained = opened.run(script)
        assert drawn
        assert set(drawn) | {"identity", "error"} == set(explained)
    assert "chosen by PPMI" in opened.find("[data-chart=truth] .legend").text


def test_before_retraining_the_page_works_without_sets(browser, tmp_path):
    browser.open(write_page(tmp_path, trace=True))
    assert browser.problems() == []
    assert "make reproduce SETUP=<b>hostile</b>" in browser.find("#truth .missing").text
    assert len(browser.texts("svg.drawing")) == 2
    open_first(browser)
    for place in (0, 1):
        browser.find(f"#row-{place} input").click()
    assert "sum of single effects" in browser.find("#whatif .how").text
    assert not browser.find("#prepared").is_displayed()
    browser.choose("#explorer select.metric", "WEAT 2")
    assert browser.problems() == []


def test_the_keyboard_is_enough(everything):
    everything.press(".list", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert everything.run("return document.querySelector('.rows [aria-selected=true]').id") == "row-1"
    everything.press(".list", Keys.SPACE)
    assert everything.find("#row-1 input").is_selected()
    everything.press(".list", Keys.ENTER)
    everything.wait("return document.querySelector('#detail .text')")
    assert everything.run("return document.activeElement.id") == "detail"
    everything.press("#detail", Keys.ESCAPE)
    assert "Choose a document" in everything.find("#detail").text
    assert everything.run("return document.activeElement.className") == "list"
    everything.press(".list", Keys.END)
    everything.wait("return document.querySelector('#row-59')")
    for _ in range(6):  # a late scroll hides what was shown
        everything.press("[data-chart=histogram] svg", Keys.ARROW_RIGHT)
        if said := everything.find("#tooltip").text:
            break
    assert "document" in said


def test_charts_answer_to_the_pointer(opened):
    from selenium.webdriver import ActionChains

    point = opened.find("[data-chart=truth] .point path")
    opened.run("arguments[0].scrollIntoView({block: 'center'})", point)
    opened.settle()
    for shift in range(6):  # a late scroll hides what was shown
        ActionChains(opened.session).move_to_element_with_offset(point, shift % 2, 0).perform()
        if said := opened.find("#tooltip").text:
            break
    assert "predicted" in said
    assert "retrained" in said


def test_a_narrow_screen_has_room_for_everything(browser, page):
    browser.open(page, width=360, height=740)
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    open_first(browser)
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    assert browser.find("#row-0").size["height"] == 60
    assert browser.problems() == []


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_light_and_dark_have_enough_contrast(browser, page, scheme, dark):
    browser.open(page, prefers_color_scheme=scheme)
    open_first(browser)
    script = """const rgb = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
        const light = colour => { const [r, g, b] = rgb(colour).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const paper = light(getComputedStyle(document.documentElement).backgroundColor);
        return [paper, ...['body', '.note', '.sentence', '.down', 'a', '.answer output, .empty'].map(selector => {
            const ink = light(getComputedStyle(document.querySelector(selector)).color);
            return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05); })]"""
    paper, *contrasts = browser.run(script)
    assert (paper < 0.1) == dark
    assert min(contrasts) >= 4.5


def test_hundreds_of_thousands_of_rows_stay_usable(browser, tmp_path):
    browser.open(write_page(tmp_path, documents=120_000))  # three files of rows
    browser.find("#clear").click()
    assert status(browser) == 120_000
    browser.type("#search", "document 11999")
    browser.wait("return document.querySelector('#status').textContent.startsWith('12 of')")
    browser.find("#search").clear()
    browser.find("#search").send_keys(" ")
    browser.wait("return document.querySelector('#status').textContent.startsWith('120,000')")
    browser.find("[data-key=tokens] button").click()
    browser.press(".list", Keys.END)
    browser.wait("return document.querySelector('#row-119999')")
    assert len(rows(browser)) < 60  # elements in the page, not documents
    assert browser.problems() == []

"""The report in a real browser: loaded from disk, without network, with hostile titles and texts."""

import json
import re
import time

import pytest
from browser.reader import is_sorted, open_first, rows, status
from pages import HOSTILE, write_page
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.engines
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


@pytest.mark.parametrize("engine", ["browser", "firefox"])
def test_what_the_console_says_and_the_network_is_asked_for_would_be_heard(engine, request, page):
    browser = request.getfixturevalue(engine)
    browser.open(page)
    browser.run("console.error('heard'); const image = new Image(); image.src = 'http://nowhere.invalid/a.png'")
    heard = []
    deadline = time.monotonic() + 30  # a busy browser says it a moment later
    while time.monotonic() < deadline:
        heard += [*browser.problems(), *browser.requests()]
        if all(any(what in each for each in heard) for what in ("heard", "nowhere.invalid")):  # asked, or not allowed
            return
        time.sleep(0.1)
    pytest.fail(f"only heard {heard}")


def test_a_download_becomes_a_file_in_firefox(firefox, page):
    firefox.open(page)
    firefox.find("#save-list").click()
    file = firefox.downloads / "documents.csv"
    deadline = time.monotonic() + 30
    while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert file.read_text().startswith('\ufeff"id","title","metric"')


@pytest.mark.engines
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
    topic, source = everything.session.find_elements("css selector", "#explorer .choice select")[3:5]
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
        r"Without this document, WEAT 1 would be lower by (0\.\d+) "
        r"\((0\.\d+) to (0\.\d+); predicted; all 10 embeddings agree\)\.",
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
    made = (
        "main script, main img[src=x], main b b, svg[onload], .rows *:not(div, span, label, input), .text *:not(mark)"
    )
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


def test_an_empty_list_says_so_and_offers_a_way_out(opened):
    opened.type("#search", "no such document")
    opened.wait("return !document.querySelector('.nothing').hidden")
    assert opened.find(".nothing p").text == "No document matches."
    opened.find(".nothing button").click()
    assert status(opened) == 60
    assert opened.find("#search").get_attribute("value") == ""


def test_the_keyboard_is_enough(everything):
    everything.press(".list", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert everything.run("return document.querySelector('.rows .active').id") == "row-1"
    assert everything.texts(".rows [aria-selected=true]") == []
    everything.press(".list", Keys.SPACE)
    assert everything.find("#row-1 input").is_selected()
    assert everything.run("return document.querySelector('.rows [aria-selected=true]').id") == "row-1"
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


def test_the_grid_names_only_rows_that_are_there(everything):
    everything.press(".list", Keys.ARROW_DOWN)
    active = "document.querySelector('.list').getAttribute('aria-activedescendant')"
    assert everything.run(f"return {active}") == "row-0"
    assert everything.run("return document.querySelector('.row.head').getAttribute('aria-rowindex')") == "1"
    everything.run("document.querySelector('.rows').scrollTop = 1e6")
    everything.wait(f"return document.querySelector('#row-59') && {active} === null")
    everything.type("#search", "d/17")
    everything.wait("return document.querySelector('#status').textContent.startsWith('1 of')")
    assert everything.run("return [...document.querySelectorAll('.rows .row')].filter(row => row.id).length") == 1


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

"""The report in a real browser: loaded from disk, without network, with hostile titles and texts."""

import json
import re

import pytest
from pages import HOSTILE, write_page
from selenium.webdriver.common.keys import Keys

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


def rows(browser):
    """Title and Δ of the rows in sight, from above."""
    script = """return [...document.querySelectorAll('.rows .row:not([hidden])')]
        .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
        .map(row => [row.children[1].textContent, row.children[2].textContent])"""
    return [(title, float(delta.replace("−", "-"))) for title, delta in browser.run(script)]


def status(browser):
    return int(browser.find("#status").text.split(" of ")[0].replace(",", ""))


def open_first(browser):
    browser.find("#row-0").click()
    browser.wait("return document.querySelector('#detail .text')")


def test_the_page_loads_from_disk_without_network(opened):
    assert status(opened) == 60
    assert len(rows(opened)) > 10
    drawings = opened.run(
        "return [...document.querySelectorAll('svg.drawing')].map(each => each.getAttribute('aria-label'))"
    )
    assert len(drawings) >= 5
    assert all(len(label) > 40 for label in drawings)
    assert opened.run("return [...document.images].every(image => image.alt.length > 5)")


def test_search_finds_titles_and_ids(opened):
    opened.type("#search", "MANY 3")
    opened.wait("return document.querySelector('#status').textContent.startsWith('13 of')")  # 23, 30 to 39, 43, 53
    assert all(re.fullmatch(r"Document \d*3\d* of many", title) for title, _ in rows(opened))
    opened.type("#search", "d/17")
    opened.wait("return document.querySelector('#status').textContent.startsWith('1 of')")
    assert rows(opened)[0][0] == "Document 17 of many"


def test_sorting_by_delta_goes_both_ways(opened):
    down = [delta for _, delta in rows(opened)]
    assert down == sorted(down, reverse=True)
    assert down[0] > 0
    opened.find("[data-key=delta] button").click()
    up = [delta for _, delta in rows(opened)]
    assert up == sorted(up)
    assert up[0] < 0
    assert opened.find("[data-key=delta]").get_attribute("aria-sort") == "ascending"


@pytest.mark.parametrize(("key", "column"), [("title", 1), ("facet-2", 7), ("tokens", 8)])
def test_every_column_sorts(opened, key, column):
    opened.find(f"[data-key={key}] button").click()
    script = f"""return [...document.querySelectorAll('.rows .row:not([hidden])')]
        .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
        .map(row => row.children[{column}].textContent)"""
    values = opened.run(script)
    if key == "tokens":
        values = [-int(value.replace(",", "")) for value in values]
    assert values == sorted(values, key=lambda value: value.lower() if isinstance(value, str) else value)


def test_filters_narrow_the_list(opened):
    before = status(opened)
    topic, source = opened.session.find_elements("css selector", "#explorer .choice select")[2:4]
    opened.choose(topic, "<b>Sport</b>")
    topics = set(opened.texts(".rows .row:not([hidden]) .facet:nth-child(6)"))
    assert topics == {"<b>Sport</b>"}
    sport = status(opened)
    assert 0 < sport < before
    opened.choose(source, "news")
    assert 0 < status(opened) < sport


def test_dates_can_be_bounded(opened):
    opened.type("[aria-label='date from']", "2005")
    opened.type("[aria-label='date to']", "2006")
    dates = opened.texts(".rows .row:not([hidden]) .facet:nth-child(8)")
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
        r"Removing this document lowers WEAT 1 from −?\d\.\d+ to −?\d\.\d+; (all|\d+ of) 10 embeddings agree\.",
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


def test_hostile_text_is_shown_as_text(opened):
    for title in HOSTILE[:6]:
        opened.type("#search", title.split()[0])
        same = f"row => row.children[1].textContent === {json.dumps(title)}"
        opened.wait(f"return [...document.querySelectorAll('.rows .row:not([hidden])')].find({same})").click()
    made = "main script, main img[src=x], main b b, svg[onload], .rows *:not(div, span, input), .text *:not(mark)"
    assert opened.run("return document.querySelectorAll(arguments[0]).length", made) == 0


def test_direction_marks_and_control_characters_are_gone(opened):
    hidden = "[\\u0000-\\u0008\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]"
    for place in range(20):
        opened.run(f"document.querySelector('#row-{place % 15}').click()")
        assert not opened.run(f"return /{hidden}/.test(document.body.textContent)")


def test_a_line_of_a_megabyte_is_cut_and_does_not_widen_the_page(opened):
    open_first(opened)
    assert "characters are not" in opened.find("#detail .why").text
    assert opened.run("return document.querySelector('#detail .text').textContent.length") < 25_000
    assert opened.run("return document.documentElement.scrollWidth <= innerWidth")
    assert opened.run("const panel = document.querySelector('#detail'); return panel.scrollWidth <= panel.clientWidth")


def test_what_if_adds_up_free_choices_and_knows_prepared_sets(opened):
    assert "Nothing is removed" in opened.find("#whatif-app").text
    opened.find("#row-0 input").click()
    one = float(opened.find("#predicted").text.replace("−", "-"))
    opened.find("#row-1 input").click()
    two = float(opened.find("#predicted").text.replace("−", "-"))
    assert two < one
    assert "sum of single effects" in opened.find("#whatif .how").text
    (_, first), (_, second) = rows(opened)[:2]
    baseline = float(re.search(r"instead of (\S+)\.", opened.find("#whatif .answer").text)[1].replace("−", "-"))
    assert two == pytest.approx(baseline - first - second, abs=2e-3)
    opened.choose("#prepared", "decrease set of 10 documents")
    assert "the set's own approximation" in opened.find("#whatif .how").text
    assert "retrained without them" in opened.find("#whatif dl").text
    assert opened.find("#row-0 input").is_selected()
    opened.find("#row-0 input").click()  # no longer the prepared set
    assert "sum of single effects" in opened.find("#whatif .how").text


def test_the_ten_first_documents_picked_by_hand_are_the_prepared_set(opened):
    opened.find("#first").click()
    assert "the set's own approximation" in opened.find("#whatif .how").text
    assert opened.find("#prepared").get_attribute("value") == "weat1/decrease-10"


def test_the_keyboard_is_enough(opened):
    opened.press(".list", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert opened.run("return document.querySelector('.rows [aria-selected=true]').id") == "row-1"
    opened.press(".list", Keys.SPACE)
    assert opened.find("#row-1 input").is_selected()
    opened.press(".list", Keys.ENTER)
    opened.wait("return document.querySelector('#detail .text')")
    assert opened.run("return document.activeElement.id") == "detail"
    opened.press("#detail", Keys.ESCAPE)
    assert "Choose a document" in opened.find("#detail").text
    assert opened.run("return document.activeElement.className") == "list"
    opened.press(".list", Keys.END)
    opened.wait("return document.querySelector('#row-59')")
    for _ in range(6):  # a late scroll hides what was shown
        opened.press("[data-chart=histogram] svg", Keys.ARROW_RIGHT)
        if said := opened.find("#tooltip").text:
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

"""The page on screens of any size, light and dark, on paper, by touch and by keyboard."""

import pytest
from browser.reader import open_first
from pages import tables

pytestmark = pytest.mark.xdist_group("browser")


def test_a_narrow_screen_has_room_for_everything(browser, page):
    browser.open(page, width=360, height=740)
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    open_first(browser)
    assert browser.run("return document.documentElement.scrollWidth") <= 360
    assert browser.find("#row-0").size["height"] == 60
    assert browser.problems() == []


@pytest.mark.parametrize("width", [1400, 900, 390])
def test_nothing_is_cut_off_and_everything_is_large_enough_to_touch(browser, page, width):
    browser.open(page, width=width)
    open_first(browser)
    browser.find("#row-1 input").click()
    assert browser.run("return document.documentElement.scrollWidth") <= width
    script = """const reach = each => (each.closest('label') ?? each).getBoundingClientRect();
        return [...document.querySelectorAll('button, input, select, summary, nav a')]
            .map(each => [each.outerHTML.slice(0, 80), reach(each)]).filter(([, box]) => box.width > 1)
            .filter(([, box]) => box.width < 24 || box.height < 24).map(([html, box]) => [html, box.toJSON()])"""
    assert browser.run(script) == []
    wide = """return [...document.querySelectorAll('pre, .card, .verdict, #detail, .nothing, figure')]
        .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.className)"""
    assert browser.run(wide) == []
    browser.run("for (const each of document.querySelectorAll('details')) each.open = true")
    beyond = """return [...document.querySelectorAll('caption')]
        .filter(each => each.getBoundingClientRect().right > innerWidth + 1).map(each => each.textContent)"""
    assert browser.run(beyond) == []
    assert browser.problems() == []


@pytest.mark.parametrize("width", [1400, 900, 390])
def test_the_smallest_effects_are_shown_with_all_their_digits(browser, page, width):
    browser.open(page, width=width)
    script = """const [delta, spread] = document.querySelectorAll('#row-1 .number');
        [delta.textContent, spread.textContent] = ['−0.000222', '0.000031'];  // six decimals are the most
        return [delta, spread].map(each => each.scrollWidth <= each.clientWidth)"""
    assert browser.run(script) == [True, True]
    open_first(browser)
    assert browser.run(script) == [True, True]


def test_a_printed_page_has_its_tables_whole_and_no_controls(browser, page):
    browser.open(page, width=760)
    open_first(browser)
    browser.session.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        browser.run("dispatchEvent(new Event('beforeprint'))")
        seen = """return [...document.querySelectorAll('nav, .tools, .list, .close, .copy')]
            .filter(each => getComputedStyle(each).display !== 'none').length"""
        assert browser.run(seen) == 0
        assert browser.run("return document.documentElement.scrollWidth") <= 760
        assert browser.run("return [...document.querySelectorAll('details')].every(each => each.open)")
        assert browser.find("#detail .text").is_displayed()
    finally:
        browser.session.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_only_the_strongest_words_are_marked_until_asked_for(everything):
    second = tables(long_line=1_000_000).explanations["weat1"]["documents"][1]
    everything.type("#search", second["id"])
    everything.wait("return document.querySelector('#status').textContent.split(' ')[0] < 60")
    everything.find("#row-0").click()
    everything.wait("return document.querySelector('#detail .text')")
    number = len(second["values"])
    assert number > 80
    found = everything.run(
        "return [...document.querySelectorAll('#detail mark')].map(mark => Number(mark.dataset.value))"
    )
    assert sorted(map(abs, found)) == sorted(map(abs, second["values"]))[-20:]
    everything.run("document.querySelector('#detail mark').focus()")
    everything.wait("return /(raises|lowers) the score by 0/.test(document.querySelector('#tooltip').textContent)")
    text = everything.run("return document.querySelector('#detail .text').textContent")
    assert everything.find("#detail .more").text == f"Mark all {number} words"
    everything.find("#detail .more").click()
    assert everything.run("return document.querySelectorAll('#detail mark').length") == number
    assert everything.run("return document.querySelector('#detail .text').textContent") == text


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_light_and_dark_have_enough_contrast(browser, page, scheme, dark):
    browser.open(page, prefers_color_scheme=scheme)
    open_first(browser)
    script = """const rgb = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
        const light = colour => { const [r, g, b] = rgb(colour).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const paper = light(getComputedStyle(document.documentElement).backgroundColor);
        const texts = ['body', '.note', '.sentence', '.down', 'a', '.answer output, .empty', '.badge.clear'];
        return [paper, ...[...texts, '.badge.some'].map(selector => {
            const ink = light(getComputedStyle(document.querySelector(selector)).color);
            return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05); }),
            ...['input', 'select', 'button.copy'].map(selector => {
            const style = getComputedStyle(document.querySelector(selector));
            const [edge, field] = [light(style.borderTopColor), light(style.backgroundColor)];
            return 1.5 * (Math.max(edge, field) + 0.05) / (Math.min(edge, field) + 0.05); })]"""
    paper, *contrasts = browser.run(script)
    assert (paper < 0.1) == dark
    assert min(contrasts) >= 4.5  # of borders: 3

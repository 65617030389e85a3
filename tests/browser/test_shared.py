"""Links, downloads and search: what leaves the page and finds its way back."""

import io

import numpy as np
import pandas as pd
import pytest
from browser.reader import open_first, place, rows, saved
from pages import ODD_ID, tables, write_page

from origins.analysis.certainty import is_clear
from origins.files.csvfile import read_csv
from origins.report import data
from origins.report.page import write_single

pytestmark = pytest.mark.xdist_group("browser")


def test_the_address_says_what_one_looks_at_and_brings_it_back(opened, page):
    opened.choose("#explorer select.metric", "WEAT 2")
    opened.find("#clear").click()
    opened.type("#search", "of many")
    opened.wait("return location.hash.includes('q=of+many')")
    opened.choose(opened.session.find_elements("css selector", "#explorer .choice select")[3], "<b>Sport</b>")
    opened.find("[data-key=tokens] button").click()
    open_first(opened)
    for number in (1, 2):
        opened.find(f"#row-{number} input").click()
    told = ["#status", "#detail h3", "#whatif .answer", "#row-0", "#row-1"]
    before = [opened.find(each).text for each in told]
    link = place(opened)
    assert link.startswith("#explorer?metric=weat2&")
    opened.session.get("about:blank")
    opened.session.get(page.as_uri() + link)
    opened.wait("return document.querySelector('#detail .text') || document.querySelector('#detail .note')")
    assert [opened.find(each).text for each in told] == before
    assert opened.find("#search").get_attribute("value") == "of many"
    assert not opened.find("#clear").is_selected()
    assert place(opened) == link


@pytest.mark.engines
def test_back_and_forward_work(opened):
    title = rows(opened)[0][0]
    open_first(opened)
    opened.find("#row-1 input").click()
    opened.choose("#explorer select.metric", "WEAT 2")
    opened.session.back()
    opened.wait("return document.querySelector('select.metric').value === '0'")
    assert "this document" in opened.find("#whatif .answer").text
    opened.session.back()
    opened.wait("return document.querySelector('#whatif .empty')")
    assert opened.find("#detail h3").text == title
    opened.session.back()
    opened.wait("return !document.querySelector('#detail h3')")
    opened.session.forward()
    opened.wait("return document.querySelector('#detail h3')")
    assert opened.find("#detail h3").text == title


@pytest.mark.engines
def test_a_set_and_a_section_are_in_the_address(opened, page):
    opened.choose("#prepared", "10 documents chosen by the paper’s estimator to lower the score")
    assert place(opened) == "#whatif?set=weat1%2Fdecrease-10"
    opened.run("document.querySelector('nav a[href=\"#truth\"]').click()")
    assert place(opened) == "#truth?set=weat1%2Fdecrease-10"
    opened.session.get("about:blank")
    opened.session.get(page.as_uri() + "#truth?set=weat1%2Fdecrease-10")
    opened.wait("return document.querySelector('#predicted')")
    assert opened.find("#prepared").get_attribute("value") == "weat1/decrease-10"
    opened.wait("return Math.abs(document.querySelector('#truth').getBoundingClientRect().top) < 60")


@pytest.mark.parametrize(
    "hash",
    ["#nowhere?doc=none&metric=x&sort=-x&f.topic==x&side=x&set=x", "#%3Cimg%20src=x%3E?q=%3Cb%3E&pick=1", "#?in=x"],
)
def test_an_address_that_makes_no_sense_does_no_harm(browser, page, hash):
    browser.open(page)
    browser.session.get("about:blank")
    browser.session.get(page.as_uri() + hash)
    browser.wait("return document.querySelector('#status').textContent.includes(' of ')")
    browser.wait("return document.documentElement.classList.contains('alive')")
    assert browser.find("[data-key=delta]").get_attribute("aria-sort") == "descending"
    assert browser.run("return document.title") == "<b>hostile</b>: the origins of bias"
    if "doc=" in hash:
        browser.wait("return document.querySelector('#detail').textContent.includes('not on this page')")
    assert browser.problems() == []


def test_the_link_of_a_document_can_be_copied(opened):
    open_first(opened)
    opened.run(
        "Object.defineProperty(navigator, 'clipboard', "
        "{value: {writeText: async text => { document.documentElement.dataset.copied = text; }}})"
    )
    opened.find(".copy").click()
    opened.wait("return document.querySelector('.copy').textContent === 'Link copied'")
    assert opened.run(
        "return document.documentElement.dataset.copied === location.href && location.href.includes('doc=')"
    )
    opened.find("#row-1").click()
    opened.run("navigator.clipboard.writeText = async () => { throw new Error('not allowed') }")
    opened.wait("return document.querySelector('.copy')").click()
    opened.wait("return document.querySelector('input.link')?.value === location.href")


def test_a_link_says_that_it_has_no_room_for_so_many_documents(browser, tmp_path):
    made = tables(documents=600)
    made.members["shared", "random-450-1"] = np.arange(450)
    browser.open(write_page(tmp_path, made=made))
    browser.choose("#prepared", "450 documents chosen at random (1)")
    open_first(browser)
    browser.find(".copy").click()
    browser.wait(
        "return document.querySelector('input.link') || document.querySelector('.copy').textContent !== 'Copy link'"
    )
    assert browser.texts("#detail .omitted") == []  # a prepared set has a name
    browser.find("#whatif .picked button").click()
    browser.find("#row-1").click()
    browser.wait("return document.querySelector('#detail .copy')?.textContent === 'Copy link'")
    browser.find(".copy").click()
    assert browser.texts("#detail .omitted") == ["The link omits the 449 ticked documents: it has room for 400."]


@pytest.mark.engines
def test_the_list_and_the_selection_can_be_downloaded(everything, tmp_path):
    results = tables(long_line=1_000_000)
    opened = everything
    opened.type("#search", "d/1")
    opened.wait("return document.querySelector('#status').textContent.startsWith('11 of')")  # 1, 10 to 19
    (tmp_path / "list.csv").write_text(saved(opened, "#save-list"), newline="")
    table = read_csv(tmp_path / "list.csv")
    scores = results.scores["weat1"].set_index("id").loc[table["id"]]
    np.testing.assert_allclose(table["delta"], scores["delta_mean"], rtol=1e-4)
    np.testing.assert_allclose(table["delta_std"], scores["delta_std"], rtol=1e-4)
    for end in ("delta_low", "delta_high"):
        np.testing.assert_allclose(table[end], scores[end], rtol=1e-3, atol=1e-6)
    assert list(table["clear"] == "yes") == is_clear(scores).tolist()
    assert table["delta"].is_monotonic_decreasing
    for number in (0, 2):
        opened.find(f"#row-{number} input").click()
    (tmp_path / "selection.csv").write_text(saved(opened, "#save-selection"), newline="")
    assert list(read_csv(tmp_path / "selection.csv")["id"]) == [table["id"][0], table["id"][2]]
    assert saved(opened, "#save-ids") == f"{table['id'][0]}\n{table['id'][2]}\n"
    opened.find("#whatif .tools button:last-child").click()  # clear
    opened.type("#search", "=d/18")
    opened.wait("return document.querySelector('#status').textContent.startsWith('1 of')")
    opened.find("#row-0 input").click()
    assert saved(opened, "#save-ids") == f"{ODD_ID}\n"
    command = "python -m origins score --setup <b>hostile</b> --documents selection.txt"
    assert "In the folder that contains results/, predict the effect" in opened.find("#whatif .save").text
    assert command in opened.find("#whatif .save").text


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "\uff1d1", "=cmd|' /C calc'!A0, \"x\""])
def test_a_title_does_not_become_a_formula(browser, tmp_path, title):
    made = tables(documents=20)
    made.documents.loc[3, "title"] = title
    browser.open(write_page(tmp_path, made=made))
    browser.find("#clear").click()
    content = saved(browser, "#save-list").removeprefix("\ufeff")
    titles = pd.read_csv(io.StringIO(content), dtype=str, keep_default_na=False).set_index("id")["title"]
    assert titles["d/3"] == f"'{title}"
    assert titles["d/17"] == "Document 17 of many"


def test_texts_can_be_searched_and_whole_words(everything):
    opened = everything
    opened.type("#search", "poet")
    opened.wait("return document.querySelector('#status').textContent.startsWith('0 of')")
    opened.choose("#where", "titles, ids and texts")
    texts = len(tables(long_line=1_000_000).explanations["weat1"]["documents"])
    opened.wait(f"return document.querySelector('#status').textContent.startsWith('{texts} of')")
    assert f"searched the texts of the {texts} most influential" in opened.find("#status").text
    opened.choose("#where", "whole words, texts too")
    opened.wait("return document.querySelector('#status').textContent.startsWith('0 of')")
    opened.type("#search", "POETRY him")
    opened.wait(f"return document.querySelector('#status').textContent.startsWith('{texts} of')")
    assert "in=word" in place(opened)


def test_the_page_as_one_file_needs_nothing_beside_it(browser, tmp_path):
    single = tmp_path / "report.html"
    write_single(tables(), single)
    browser.open(single)
    assert browser.find("#status").text.split(" ")[2] == "60"
    open_first(browser)
    browser.choose("#prepared", "10 documents chosen by the paper’s estimator to lower the score")
    assert "a prediction for the set as a whole" in browser.find("#whatif .how").text
    assert "This single-file copy has no figures" in browser.find("#figures").text
    assert browser.run("return document.title") == "<b>hostile</b>: the origins of bias"
    assert browser.problems() == []
    assert [address for address in browser.requests() if address != "about:blank"] == [single.as_uri()]


def test_one_file_of_a_large_corpus_says_what_it_leaves_out(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(data, "SINGLE", 25)
    single = tmp_path / "report.html"
    write_single(tables(), single)
    browser.open(single)
    browser.find("#clear").click()
    words = "25 of the 25 most influential documents (this copy omits the other 35)"
    assert browser.find("#status").text == words
    browser.choose("#prepared", "5 documents chosen at random (1)")  # some of them are left out
    assert "a prediction for the set as a whole" in browser.find("#whatif .how").text
    assert "a document that this copy of the page omits" in browser.find("#whatif .picked").text
    assert "so it cannot list them" in browser.find("#whatif").text
    browser.find("#row-0 input").click()  # a choice of its own, not one more of that set
    assert browser.run("return document.querySelectorAll('#whatif .picked li').length") == 1
    assert browser.problems() == []

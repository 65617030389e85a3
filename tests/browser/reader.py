"""What a reader does to the page, and what it then says."""

from itertools import pairwise

from pages import tables


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


def shown(text):
    return float(text.replace("−", "-"))


def paired(name):
    sets = tables(long_line=1_000_000).sets
    return sets.query("metric == 'weat1' and estimator == 'relearn' and set == @name").iloc[0]


def place(browser):
    """What the address says behind #, as a reader would send it."""
    return browser.run("return location.hash")


def saved(browser, button):
    """The text of the file that a button makes."""
    browser.run(
        "const make = URL.createObjectURL; URL.createObjectURL = blob => { "
        "blob.text().then(text => { document.documentElement.dataset.saved = text; }); return make.call(URL, blob); };"
        "delete document.documentElement.dataset.saved"
    )
    browser.find(button).click()
    return browser.wait("return document.documentElement.dataset.saved")

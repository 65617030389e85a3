"""The page in a browser, opened from disk."""

import pytest
from pages import write_page


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

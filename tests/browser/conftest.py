"""The page in a browser, opened from disk; in Firefox too where a test is marked with `engines`."""

import pytest
from pages import write_page


def pytest_generate_tests(metafunc):
    if "opened" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("engines")
        metafunc.parametrize("engine", ["browser", "firefox"] if both else ["browser"])


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("page") / "a folder's name", long_line=1_000_000)


@pytest.fixture
def opened(engine, request, page):
    browser = request.getfixturevalue(engine)
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

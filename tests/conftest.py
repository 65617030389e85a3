"""Settings for every test, and browsers for those that need them."""

import chromium
import firefox as mozilla
import pytest
from hypothesis import HealthCheck, settings

# No deadline: it would be a hidden test of speed. A function-scoped tmp_path is fine where each example overwrites it.
settings.register_profile("origins", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.load_profile("origins")


def session_of(engine):
    """A real browser without network; where there is none, its tests are skipped, which is said aloud at the end."""
    if not engine.installed():
        pytest.skip(engine.MISSING)
    with engine.started() as session:
        yield session


@pytest.fixture(scope="session")
def browser():
    yield from session_of(chromium)


@pytest.fixture(scope="session")
def firefox():
    yield from session_of(mozilla)


def pytest_terminal_summary(terminalreporter):
    for engine in (chromium, mozilla):
        reports = terminalreporter.stats.get("skipped", [])
        if skipped := [report for report in reports if engine.MISSING in str(report.longrepr)]:
            terminalreporter.section("the page was not tested in a browser", sep="!", red=True, bold=True)
            terminalreporter.line(f"{len(skipped)} tests were skipped. {engine.MISSING}", red=True, bold=True)

"""Settings for every test, and a browser for those that need one."""

import chromium
import pytest
from hypothesis import HealthCheck, settings

# No deadline: it would be a hidden test of speed. A function-scoped tmp_path is fine where each example overwrites it.
settings.register_profile("origins", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
settings.load_profile("origins")


@pytest.fixture(scope="session")
def browser():
    """A real browser without network; where there is none, its tests are skipped, which is said aloud at the end."""
    if not chromium.installed():
        pytest.skip(chromium.MISSING)
    with chromium.started() as session:
        yield session


def pytest_terminal_summary(terminalreporter):
    skipped = [
        report for report in terminalreporter.stats.get("skipped", []) if chromium.MISSING in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.section("the page was not tested in a browser", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests were skipped. {chromium.MISSING}", red=True, bold=True)

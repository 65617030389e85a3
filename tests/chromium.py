"""Debian's Chromium, driven by Selenium, without any network."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "NO BROWSER: install chromium and chromium-driver (Debian: apt-get install chromium chromium-driver)"


def installed() -> tuple[str, str] | None:
    """The browser and its driver, if both are there."""
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    driver = shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


@contextmanager
def started(width: int = 1280, height: int = 900) -> Iterator["Browser"]:
    """A browser with an empty profile of its own, ended and removed afterwards."""
    from selenium import webdriver

    browser, driver = installed()
    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = browser
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            f"--user-data-dir={profile}", f"--window-size={width},{height}", "--host-resolver-rules=MAP * ~NOTFOUND",
        ):  # fmt: skip
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # Selenium's own look-around for drivers would ask the network
        service = webdriver.ChromeService(executable_path=driver, env=os.environ | {"SE_OFFLINE": "true"})
        session = webdriver.Chrome(options=options, service=service)
        try:
            yield Browser(session)
        finally:
            session.quit()


class Browser:
    """One page at a time, and what a reader would do to it."""

    def __init__(self, session):
        self.session = session

    def open(self, page: Path, width: int = 1280, height: int = 900, **media: str) -> None:
        """Load a page from disk in a window of that size; `media` are features such as prefers_color_scheme."""
        self.session.get("about:blank")
        self.session.get_log("browser"), self.session.get_log("performance")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.session.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        self.session.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.session.get(page.as_uri())
        self.wait("return document.querySelector('#status').textContent.includes(' of ')")

    def run(self, script: str, *arguments):
        """The value of a script's return statement."""
        return self.session.execute_script(script, *arguments)

    def wait(self, script: str):
        """The first true value that the script returns."""
        from selenium.webdriver.support.wait import WebDriverWait

        return WebDriverWait(self.session, 60, poll_frequency=0.05).until(lambda _: self.run(script))

    def find(self, selector: str):
        return self.session.find_element("css selector", selector)

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)"
        return self.run(script, selector)

    def type(self, selector: str, text: str) -> None:
        """Replace what is in a field."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def press(self, selector: str, *keys: str) -> None:
        """Keys, for an element that has the focus."""
        from selenium.webdriver import ActionChains

        self.run("document.querySelector(arguments[0]).focus()", selector)
        self.settle()
        ActionChains(self.session).send_keys(*keys).perform()

    def settle(self) -> None:
        """Let a page that has scrolled hear of it, a frame later: that hides what the next move would show."""
        self.session.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def choose(self, select, text: str) -> None:
        from selenium.webdriver.support.select import Select

        Select(self.find(select) if isinstance(select, str) else select).select_by_visible_text(text)

    def problems(self) -> list[str]:
        """What the console complains of."""
        return [
            entry["message"] for entry in self.session.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")
        ]

    def requests(self) -> list[str]:
        """The addresses that were asked for since the page was opened."""
        messages = [json.loads(entry["message"])["message"] for entry in self.session.get_log("performance")]
        sent = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
        return [address for address in sent if not address.startswith("data:")]

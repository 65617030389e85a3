"""Debian's Firefox, driven by WebDriver BiDi over its own socket: Debian has no geckodriver. Without any network."""

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAMES = ("firefox-esr", "firefox")
MISSING = "NO FIREFOX: install it (Debian: apt-get install firefox-esr)"
TIMEOUT = 60  # seconds
PREFERENCES = {
    "network.proxy.type": 1,  # every request goes to a proxy that is not there
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "browser.shell.checkDefaultBrowser": False,
    "browser.download.folderList": 2,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


def installed() -> str | None:
    """The browser, if it is there."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def started() -> Iterator["Browser"]:
    """A browser with an empty profile of its own, ended and removed afterwards."""
    import websocket  # comes with Selenium

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        preferences = PREFERENCES | {"browser.download.dir": profile}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        Path(profile, "user.js").write_text("".join(lines))
        command = [installed(), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        messages = Path(profile, "messages.txt")
        with messages.open("w") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file)
        try:
            address = _address(process, messages)
            socket = websocket.create_connection(f"{address}/session", timeout=TIMEOUT, suppress_origin=True)
            yield Browser(socket, Path(profile))
            with contextlib.suppress(OSError, websocket.WebSocketException):
                socket.close()
        finally:
            process.terminate()
            process.wait(TIMEOUT)


def _address(process: subprocess.Popen, messages: Path) -> str:
    """Of the socket, once the browser has said it."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(r"BiDi listening on (ws://\S+)", messages.read_text()):
            return found[1]
        time.sleep(0.05)
    raise RuntimeError(f"Firefox does not start: {messages.read_text()}")


class Browser:
    """As chromium.Browser, so that the same tests run in both; only what these need."""

    def __init__(self, socket, downloads: Path):
        self.socket, self.downloads, self.sent = socket, downloads, 0
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.session = self  # what tests do with Selenium's
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **parameters):
        """The result of a command; what the browser tells in the meantime is kept."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.sent:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                self.complaints.append(message["params"]["text"])
            elif message.get("method") == "network.beforeRequestSent":
                self.asked.append(message["params"]["request"]["url"])

    def open(self, page: Path, width: int = 1280, height: int = 900) -> None:
        """Load a page from disk in a window of that size."""
        self.get("about:blank")
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        self.complaints.clear()
        self.asked.clear()
        self.get(page.as_uri())
        self.wait("return document.querySelector('#status').textContent.includes(' of ')")

    def get(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def back(self) -> None:
        self.send("browsingContext.traverseHistory", context=self.context, delta=-1)

    def forward(self) -> None:
        self.send("browsingContext.traverseHistory", context=self.context, delta=1)

    def run(self, script: str, *arguments):
        """The value of a script's return statement."""
        given = json.dumps(json.dumps(arguments))
        value = f"(function() {{ {script} }}).apply(null, JSON.parse({given})) ?? null"
        # an element is there, which is all that anybody asks of it
        answer = self.evaluate(f"JSON.stringify({value}, (_, each) => each instanceof Node ? true : each)")
        return json.loads(answer["value"])

    def evaluate(self, expression: str):
        target = {"context": self.context}
        answer = self.send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"]

    def wait(self, script: str):
        """The first true value that the script returns."""
        end = time.monotonic() + TIMEOUT
        while not (value := self.run(script)):
            assert time.monotonic() < end, f"waited in vain for: {script}"
            time.sleep(0.05)
        return value

    def find(self, selector: str) -> "Element":
        assert self.run("return document.querySelector(arguments[0]) !== null", selector), f"there is no {selector}"
        return Element(self, selector)

    def texts(self, selector: str) -> list[str]:
        return self.run("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)", selector)

    def type(self, selector: str, text: str) -> None:
        """Replace what is in a field."""
        self.run("document.querySelector(arguments[0]).select()", selector)
        keys = [{"type": kind, "value": key} for key in ["\ue017", *text] for kind in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keyboard", "actions": keys})

    def choose(self, selector: str, text: str) -> None:
        script = """const select = document.querySelector(arguments[0]);
            select.selectedIndex = [...select.options].findIndex(option => option.textContent === arguments[1]);
            if (select.selectedIndex < 0) throw new Error('there is no ' + arguments[1]);
            select.dispatchEvent(new Event('change', {bubbles: true}))"""
        self.run(script, selector, text)

    def perform(self, actions) -> None:
        self.send("input.performActions", context=self.context, actions=[actions])

    def problems(self) -> list[str]:
        """What the console complains of."""
        self.run("return 0")  # hears what was said before
        return list(self.complaints)

    def requests(self) -> list[str]:
        """The addresses that were asked for since the page was opened."""
        self.run("return 0")
        return [address for address in self.asked if not address.startswith(("data:", "blob:"))]


class Element:
    """The first element that a selector finds, whenever it is used."""

    def __init__(self, browser: Browser, selector: str):
        self.browser, self.selector = browser, selector

    def _run(self, script: str, *arguments):
        return self.browser.run(f"const it = document.querySelector(arguments[0]); {script}", self.selector, *arguments)

    def click(self) -> None:
        """With the mouse, in the middle of what is in sight."""
        self._run("it.scrollIntoView({block: 'center'})")
        it = self.browser.evaluate(f"document.querySelector({json.dumps(self.selector)})")
        origin = {"type": "element", "element": {"sharedId": it["sharedId"]}}
        moves = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.browser.perform({"type": "pointer", "id": "mouse", "actions": moves})

    @property
    def text(self) -> str:
        return self._run("return it.innerText").strip()

    def get_attribute(self, name: str):
        return self._run("return it[arguments[1]] ?? it.getAttribute(arguments[1])", name)

    def is_selected(self) -> bool:
        return self._run("return it.checked")

"""How fast is the page in a browser? Run by hand, with Chromium installed (see tests/chromium.py):

    python benchmarks/page.py results/starter/trace/index.html [--words science mother]

Prints the rows and the megabytes on disk, seconds until all rows are there, and milliseconds of every search and every
sorting until the page has drawn the answer: the median of three, on a machine that should be quiet.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import chromium

TIMES = 3
STATUS = "document.querySelector('#status').textContent"
SEARCH = "const box = document.querySelector('#search'); box.value = what; box.dispatchEvent(new Event('input'));"
SORT = "document.querySelector(`[data-key=${what}] button`).click();"
# acts, waits until `ready`, and then for two frames: the first may still be the old one
TIMED = """
const [what, done] = arguments, before = %(status)s, start = performance.now();
%(act)s
const finish = () => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
const wait = () => (%(ready)s ? finish() : setTimeout(wait, 1));
wait();
"""


def opened(browser: chromium.Browser, page: Path) -> float:
    """Seconds until all rows and titles are there."""
    start = time.perf_counter()
    browser.open(page)
    browser.wait(f"return !{STATUS}.includes('being loaded')")
    return time.perf_counter() - start


def searched(browser: chromium.Browser, what: str) -> float:
    """Milliseconds from a changed search to the list that answers it, with the pause that waits for more letters."""
    script = TIMED % {"status": STATUS, "act": SEARCH, "ready": f"{STATUS} !== before"}
    return browser.session.execute_async_script(script, what)


def sorted_by(browser: chromium.Browser, key: str) -> float:
    """Milliseconds from a click on a column to the sorted list."""
    return browser.session.execute_async_script(TIMED % {"status": STATUS, "act": SORT, "ready": "true"}, key)


def median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(TIMES))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path, help="index.html of a finished run")
    parser.add_argument("--words", nargs="+", default=["science", "the"], help="what to search for")
    options = parser.parse_args()
    page = options.page.resolve()
    size = sum(file.stat().st_size for file in page.parent.rglob("*") if file.is_file())
    with chromium.started() as browser:
        seconds = median(lambda: opened(browser, page))
        browser.find("#clear").click()  # documents without a clear effect, too
        status = browser.run(f"return {STATUS}")
        print(f"{status}; {size / 1e6:.1f} MB on disk; opens in {seconds:.2f} s")
        for word in options.words:
            taken = []
            for _ in range(TIMES):
                taken.append(searched(browser, word))
                status = browser.run(f"return {STATUS}")
                searched(browser, "")
            print(f"searching for {word!r}: {statistics.median(taken):.0f} ms ({status})")
        keys = browser.run("return [...document.querySelectorAll('[data-key]')].map(head => head.dataset.key)")
        for key in dict.fromkeys(keys):
            print(f"sorting by {key}: {median(lambda key=key: sorted_by(browser, key)):.0f} ms")


if __name__ == "__main__":
    main()

"""The picture of the explorer in the README: python docs/screenshot.py results/starter/report/index.html"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import chromium  # noqa: E402


def main(page: Path, picture: Path = ROOT / "docs" / "explorer.png", document: int = 6) -> None:
    """Open a short document near the top of the list."""
    with chromium.started() as browser:
        browser.open(page.resolve(), width=1360, height=960)
        browser.find(f"#row-{document}").click()
        browser.wait("return document.querySelector('#detail .text')")
        browser.run("document.querySelector('#explorer').scrollIntoView()")
        browser.session.save_screenshot(str(picture))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

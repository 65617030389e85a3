"""The wiki reader against gensim's own WikiCorpus on the real dumps that gensim ships, and on hostile files."""

import bz2
import gzip
import itertools
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest
from gensim.corpora.wikicorpus import WikiCorpus, tokenize

from origins.corpus import wikimedia
from origins.corpus.document import Document
from origins.errors import OriginsError

pytestmark = pytest.mark.slow  # left out by `make check`

DUMPS = Path(find_spec("gensim").origin).parent / "test" / "test_data"
ENGLISH = DUMPS / "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
BULGARIAN = DUMPS / "bgwiki-latest-pages-articles-shortened.xml.bz2"  # this one is UTF-16
TABLES = DUMPS / "enwiki-table-markup.xml.bz2"


def page(number, title, text, ns="<ns>0</ns>", redirect=""):
    text = f'<revision><id>99</id><text xml:space="preserve">{text}</text></revision>'
    return f"<page><title>{title}</title>{ns}<id>{number}</id>{redirect}{text}</page>"


def dump(*pages, doctype=""):
    siteinfo = "<siteinfo><sitename>Test</sitename></siteinfo>"
    root = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/">'
    return f"{doctype}{root}{siteinfo}{''.join(pages)}</mediawiki>".encode()


def read(tmp_path, content, name="dump.xml", processes=1):
    path = tmp_path / name
    path.write_bytes(content)
    return list(wikimedia.read(path, processes))


@pytest.fixture(scope="module")
def english():
    return list(wikimedia.read(ENGLISH))


@pytest.mark.parametrize("path", [ENGLISH, BULGARIAN, TABLES], ids=lambda path: path.name[:6])
def test_tokens_are_those_of_gensims_wikicorpus(path):
    corpus = WikiCorpus(str(path), dictionary={}, article_min_tokens=0, processes=1)
    corpus.metadata = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # its pool forks
        theirs = {number: (title, tokens) for tokens, (number, title) in corpus.get_texts()}
    ours = {document.id: (document.title, tokenize(document.text)) for document in wikimedia.read(path)}
    assert ours
    assert ours == {number: theirs[number] for number in ours}
    # What gensim has more is redirects, which it only tells by their length.
    assert all(len(tokens) < 10 for number, (_, tokens) in theirs.items() if number not in ours)


def test_the_english_dump_has_106_articles_in_its_order(english):
    assert len(english) == 106
    assert [int(document.id) for document in english] == sorted({int(document.id) for document in english})
    assert english[0].title == "Anarchism"
    assert english[0].metadata == {}


def test_the_number_of_processes_changes_nothing(english):
    assert list(wikimedia.read(ENGLISH, processes=3)) == english


def test_redirects_and_other_namespaces_are_left_out(tmp_path):
    content = dump(
        page(1, "Kept", "some [[word|words]]"),
        page(2, "Moved", "#REDIRECT", redirect='<redirect title="Kept"/>'),
        page(3, "User:Someone", "words", ns="<ns>2</ns>"),
        page(4, "Module:Code", "words", ns="<ns>828</ns>"),
        page(5, "Portal:Old", "words", ns=""),
        page(6, "Old: but kept", "", ns=""),
    )
    assert read(tmp_path, content) == [Document("1", "Kept", "some words", {}), Document("6", "Old: but kept", "", {})]


def test_plain_gzip_and_multistream_bzip2_are_read_alike(tmp_path):
    content = dump(*[page(number, f"Page {number}", f"words {number} &amp; more") for number in range(50)])
    plain = read(tmp_path, content)
    assert len(plain) == 50
    streams = b"".join(bz2.compress(content[at : at + 1000]) for at in range(0, len(content), 1000))
    assert read(tmp_path, streams, "dump.xml.bz2") == plain
    assert read(tmp_path, gzip.compress(content), "dump.xml.gz") == plain


def test_input_is_read_only_a_little_ahead(monkeypatch):
    monkeypatch.setattr(wikimedia, "BATCH_CHARACTERS", 10)
    drawn = []
    pages = (drawn.append(number) or wikimedia.Page(str(number), "", "ten letters") for number in itertools.count())
    monkeypatch.setattr(wikimedia, "_pages", lambda path: pages)
    documents = wikimedia.read(Path("endless"), processes=2)
    assert [next(documents).id for _ in range(5)] == ["0", "1", "2", "3", "4"]
    assert len(drawn) < 20
    documents.close()


BOMB = '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize("processes", [1, 2])
def test_entity_bombs_are_refused(tmp_path, processes):
    with pytest.raises(OriginsError, match=r'dump\.xml declares the XML entity "a"'):
        read(tmp_path, dump(page(1, "A", "&b;"), doctype=BOMB), processes=processes)


@pytest.mark.parametrize("processes", [1, 2])
def test_truncated_dumps_are_one_sentence(tmp_path, processes):
    content = dump(*[page(number, f"Page {number}", f"words {number}") for number in range(50)])
    with pytest.raises(OriginsError, match=r"dump\.xml is not valid XML .*truncated"):
        read(tmp_path, content[:-30], processes=processes)
    with pytest.raises(OriginsError, match=r"dump\.xml\.bz2 ends too early"):
        read(tmp_path, bz2.compress(content)[:-30], "dump.xml.bz2", processes)


def test_what_is_no_dump_is_one_sentence(tmp_path):
    for content, message in [
        (b"", r"dump\.xml is not valid XML \(no element found"),
        (b'<?xml version="1.0" encoding="shift_jis"?><mediawiki/>', r"dump\.xml is in an encoding that cannot be read"),
        (b"words", r"dump\.xml is not valid XML"),
        (b"<html><body/></html>", r"dump\.xml is not a <mediawiki> document: its outermost element is <html>"),
        (dump("<page><title>A</title></page>"), r"dump\.xml has a page without id or title"),
    ]:
        with pytest.raises(OriginsError, match=message):
            read(tmp_path, content)
    with pytest.raises(OriginsError, match=r"dump\.xml\.bz2 is corrupt, or not a \.bz2 file"):
        read(tmp_path, b"<html></html>", "dump.xml.bz2")
    with pytest.raises(OriginsError, match="does not exist"):
        list(wikimedia.read(tmp_path / "nowhere.xml.bz2"))

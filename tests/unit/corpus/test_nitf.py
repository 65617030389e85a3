"""The NYT reader on archives like those of LDC2008T19, good and hostile; all articles here are made up."""

import io
import logging
import tarfile
from xml.sax.saxutils import escape

import gensim.utils
import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.corpus import nitf
from origins.corpus.document import Document
from origins.corpus.tokens import tokenize
from origins.errors import OriginsError

DOCTYPE = '<!DOCTYPE nitf SYSTEM "http://127.0.0.1:9/nitf-3-3.dtd">'


def article(
    number, paragraphs, title="A <em>Headline</em>", desk="Science Desk", doctype=DOCTYPE, date="19870102T000000"
):
    full_text = "".join(f"\n        <p>{paragraph}</p>" for paragraph in paragraphs)
    block = f'<block class="full_text">{full_text}\n      </block>' if paragraphs else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
{doctype}
<nitf><head><title>not this</title><meta content="{desk}" name="dsk"/><meta content="2" name="print_page_number"/>
<docdata><doc-id id-string="{number}"/></docdata><pubdata date.publication="{date}" name="A Paper"/></head>
<body><body.head><hedline><hl1>{title}</hl1><hl2>nor this</hl2></hedline></body.head>
<body.content><block class="lead_paragraph"><p>only the lead</p></block>{block}</body.content></body></nitf>""".encode()


def archive(path, members):
    """A tgz; a member is (name, bytes) or a TarInfo."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as tar:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                tar.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                tar.addfile(info, io.BytesIO(member[1]))


def one_month(tmp_path, *members):
    archive(tmp_path / "data" / "1987" / "01.tgz", members)
    return list(nitf.read(tmp_path))


def test_an_article_becomes_a_document(tmp_path):
    content = article(7, [" Once\n said. ", "", "Caf\u00e9 &amp; <b>more</b> &mdash; LEAD: kept"])
    assert one_month(tmp_path, ("01/02/0000007.xml", content)) == [
        Document(
            "7",
            "A Headline",
            "Once\nsaid.\nCafé & more — LEAD: kept",
            {"date": "1987-01-02", "desk": "Science Desk"},
        )
    ]


def test_an_article_with_a_lead_loses_its_first_and_its_last_line_and_others_lose_nothing(tmp_path):
    paragraphs = ["I went to a U.N. ball.", "LEAD: a B-52 flew", "Plan B", "The end"]
    with_lead, without = one_month(
        tmp_path, ("1.xml", article(1, [" LEAD: I went.", *paragraphs])), ("2.xml", article(2, paragraphs))
    )
    assert with_lead.text == "I went to a U.N. ball.\nLEAD: a B-52 flew\nPlan B"
    assert without.text == "I went to a U.N. ball.\nLEAD: a B-52 flew\nPlan B\nThe end"
    # one-letter words are words in the setup nyt, as in the authors' code
    assert " ".join(tokenize(without.text, 1, None)) == "i went to a u n ball lead a b flew plan b the end"


TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])).filter(str.strip)


@given(paragraphs=st.lists(TEXTS, min_size=3, max_size=5), lead=st.booleans())
def test_tokens_are_those_of_gensims_tokenize(tmp_path_factory, paragraphs, lead):
    paragraphs = [f"LEAD: {paragraphs[0]}", *paragraphs[1:]] if lead else [f"x {paragraphs[0]}", *paragraphs[1:]]
    (document,) = one_month(tmp_path_factory.mktemp("nyt"), ("1.xml", article(1, map(escape, paragraphs))))
    kept = " ".join(paragraphs[1:-1] if lead else paragraphs)
    assert tokenize(document.text, 1, None) == [token.lower() for token in gensim.utils.tokenize(kept)]


def test_what_is_missing_is_left_out_of_the_metadata(tmp_path):
    content = article("", ["words"], title="", desk="", date="unknown", doctype="")
    assert one_month(tmp_path, ("01/02/0000007.xml", content)) == [Document("0000007", "", "words", {})]


@pytest.fixture
def tree(tmp_path):
    """Months out of order, members out of order, one month unpacked, one both ways."""
    for year, month, numbers in [("1988", "01", [5]), ("1987", "12", [4, 3]), ("1987", "02", [2, 1])]:
        archive(
            tmp_path / "data" / year / f"{month}.tgz",
            [(f"{month}/01/{number}.xml", article(number, [f"words {number}"])) for number in numbers],
        )
    for month, day, number in [("03", "02", 12), ("03", "01", 11), ("12", "01", 4)]:
        path = tmp_path / "data" / "1987" / month / day / f"{number}.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(article(number, [f"words {number}"]))
    (tmp_path / "data" / "1987" / "99.txt").write_text("no month")
    return tmp_path


def test_months_come_in_order_members_as_archived_and_processes_change_nothing(tree):
    documents = list(nitf.read(tree))
    assert [document.id for document in documents] == ["2", "1", "11", "12", "4", "3", "5"]
    assert list(nitf.read(tree / "data")) == documents
    assert list(nitf.read(tree, processes=3)) == documents


def test_a_link_that_leads_out_of_its_month_is_refused(tree):
    (tree / "data" / "1987" / "03" / "99.xml").symlink_to(tree / "data" / "1987" / "12" / "01" / "4.xml")
    with pytest.raises(OriginsError, match=r"99.xml is a link that leads out"):
        list(nitf.read(tree))


def test_articles_without_full_text_are_left_out_and_counted(tmp_path, caplog):
    with caplog.at_level(logging.INFO, logger="origins.corpus.nitf"):
        documents = one_month(
            tmp_path,
            ("1.xml", article(1, [])),
            ("2.xml", article(2, ["words"])),
            ("3.xml", article(3, ["LEAD: alone"])),
            ("4.xml", article(4, ["LEAD: first", "last"])),
        )
    assert [document.id for document in documents] == ["2"]
    assert "1 articles, 3 more left out" in caplog.text


def test_members_that_are_no_articles_are_ignored(tmp_path):
    link = tarfile.TarInfo("01/link.xml")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    folder = tarfile.TarInfo("01/folder.xml")
    folder.type = tarfile.DIRTYPE
    good = ("01/1.xml", article(1, ["words"]))
    assert len(one_month(tmp_path, link, folder, ("01/README", b"words"), good)) == 1


@pytest.mark.parametrize("name", ["../1.xml", "01/../../1.xml", "/tmp/1.xml", "../notes.txt"])
def test_members_that_point_out_of_the_archive_are_refused(tmp_path, name):
    with pytest.raises(OriginsError, match=rf"01\.tgz:{name} points outside its archive"):
        one_month(tmp_path, (name, article(1, ["words"])))
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["01.tgz"]


@pytest.mark.parametrize(
    "declaration", ['<!ENTITY a "ha">', '<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY % a SYSTEM "http://x/">']
)
@pytest.mark.parametrize("outside", ["", ' SYSTEM "http://127.0.0.1:9/nitf-3-3.dtd"'])
def test_entity_declarations_are_refused(tmp_path, declaration, outside):
    content = article(1, ["words &a;"], doctype=f"<!DOCTYPE nitf{outside} [{declaration}]>")
    with pytest.raises(OriginsError, match=r'01\.tgz:01/1\.xml declares the XML entity "a"'):
        one_month(tmp_path, ("01/1.xml", content))


@pytest.mark.parametrize("content", [b"", b"words", article(1, ["words"])[:-20], b"\x00\xff"])
def test_a_member_that_is_not_xml_is_named(tmp_path, content):
    with pytest.raises(OriginsError, match=r"01\.tgz:01/1\.xml is not valid XML"):
        one_month(tmp_path, ("01/1.xml", content))


def test_a_member_too_large_for_an_article_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(nitf, "ARTICLE_LIMIT", 100)
    with pytest.raises(OriginsError, match=r"01\.tgz:1\.xml has \d+ bytes"):
        one_month(tmp_path, ("1.xml", article(1, ["words"])))


@pytest.mark.parametrize("processes", [1, 2])
def test_truncated_and_damaged_archives_are_one_sentence(tmp_path, processes):
    path = tmp_path / "data" / "1987" / "01.tgz"
    archive(path, [(f"{number}.xml", article(number, [f"words {number}" * 9])) for number in range(99)])
    whole = path.read_bytes()
    for content, message in [
        (whole[: len(whole) // 2], "ends too early"),
        (whole[:-4], "ends too early"),
        (whole[:-8] + bytes(8), "is corrupt"),
        (b"words" * 999, "is corrupt"),
    ]:
        path.write_bytes(content)
        with pytest.raises(OriginsError, match=rf"01\.tgz {message}"):
            list(nitf.read(tmp_path, processes))


def test_a_folder_that_is_not_the_corpus_is_one_sentence(tmp_path):
    with pytest.raises(OriginsError, match=r"has no data/YYYY/MM\.tgz"):
        list(nitf.read(tmp_path))
    with pytest.raises(OriginsError, match="is not a folder"):
        list(nitf.read(tmp_path / "nowhere"))

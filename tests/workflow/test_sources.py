"""Other kinds of corpus through the workflow: a real dump over HTTP, a New York Times tree, WikiExtractor's output."""

import bz2
import io
import json
import tarfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pandas as pd
import pytest

from origins.corpus import starter
from origins.corpus.tokens import load_vocabulary
from origins.files.fingerprints import sha256_of

pytestmark = pytest.mark.xdist_group("workflow")

SUMMARY = "results/mine/corpus/summary.json"
METRIC = {"kind": "weat", "S": ["state", "war"], "T": ["art", "film"], "A": ["he", "his"], "B": ["she", "her"]}


SMALL = {"sizes": [1], "single_documents": 1, "single_random": 1}  # as the corpora here are


def configure(project, corpus, **settings):
    mapping = {
        "run": ["mine"],
        "setups": {"mine": {"corpus": corpus, "metrics": ["small"], "perturbation": SMALL, **settings}},
        "metrics": {"small": METRIC},
    }
    (project.folder / "mine.yaml").write_text(json.dumps(mapping))


def summary_of(project):
    return json.loads((project.folder / SUMMARY).read_text())


@pytest.fixture
def web(tmp_path):
    """A folder served over HTTP on this machine."""
    folder = tmp_path / "web"
    folder.mkdir()
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_real_dump_is_downloaded_checked_and_read(fresh, web):
    folder, address = web
    dump = starter.dump()
    (folder / "dump.xml.bz2").write_bytes(dump.read_bytes())
    corpus = {
        "kind": "wikimedia",
        "url": f"{address}/dump.xml.bz2?download=1",
        "sha256": sha256_of(dump),
        "max_tokens": 100000,
    }
    configure(fresh, corpus)
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", SUMMARY)
    assert summary_of(fresh)["documents"] == 106
    record = json.loads((fresh.folder / "data/mine/dump.xml.bz2.json").read_text())
    assert record["sha256"] == sha256_of(dump)
    assert record["url"] == corpus["url"]
    titles = pd.read_parquet(fresh.folder / "results/mine/corpus/documents.parquet")["title"]
    assert "Anarchism" in set(titles)


def test_a_dump_with_the_wrong_sum_stops_with_both_sums_and_leaves_nothing(fresh, web):
    folder, address = web
    (folder / "dump.xml.bz2").write_bytes(b"something else")
    configure(fresh, {"kind": "wikimedia", "url": f"{address}/dump.xml.bz2", "sha256": "0" * 64})
    run = fresh.snakemake("--cores", "1", "--configfile", "mine.yaml", check=False)
    assert run.returncode != 0
    sentence = next(line for line in run.stdout.splitlines() if line.startswith("origins: "))
    assert "0" * 64 in sentence
    assert sha256_of(folder / "dump.xml.bz2") in sentence
    assert not [path for path in (fresh.folder / "data").rglob("*") if path.is_file()]


def test_a_new_york_times_tree_is_read_with_its_metadata(fresh):
    article = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nitf SYSTEM "http://www.nitf.org/IPTC/NITF/3.3/specification/dtd/nitf-3-3.dtd">
<nitf><head><meta content="Science Desk" name="dsk"/><docdata><doc-id id-string="{number}"/></docdata>
<pubdata date.publication="19870102T000000"/></head><body><body.head><hedline><hl1>Headline {number}</hl1></hedline>
</body.head><body.content><block class="full_text">
<p>LEAD: dropped words here</p>
<p>{text}</p>
<p>dropped too</p>
</block></body.content></body></nitf>"""
    month = fresh.folder / "nyt" / "data" / "1987" / "01.tgz"
    month.parent.mkdir(parents=True)
    text = "he and his state went to a war while she and her art made film " * 3
    with tarfile.open(month, "w:gz") as archive:
        for number in range(4):
            content = article.format(number=number, text=text + f" number{'abcd'[number]}").encode()
            info = tarfile.TarInfo(f"01/02/{number:07}.xml")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    corpus = {"kind": "nitf", "path": "nyt", "min_letters": 1, "max_letters": None}
    configure(fresh, corpus, vocabulary={"min_count": 2})
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", SUMMARY)
    table = pd.read_parquet(fresh.folder / "results/mine/corpus/documents.parquet")
    assert list(table["title"]) == [f"Headline {number}" for number in range(4)]
    assert set(table["date"]) == {"1987-01-02"}
    assert set(table["desk"]) == {"Science Desk"}
    words = load_vocabulary(fresh.folder / "results/mine/corpus/vocabulary.csv")
    assert "dropped" not in words
    assert words["a"] == 4 * 3


def test_the_output_of_wikiextractor_is_read_and_read_again_when_a_shard_changes(fresh):
    text = "he and his state went to war while she and her art made film " * 3
    lines = [json.dumps({"id": str(k), "title": f"Page {k}", "text": text + "abcd"[k]}) + "\n" for k in range(4)]
    folder = fresh.folder / "wiki" / "AA"
    folder.mkdir(parents=True)
    (folder / "wiki_00").write_text("".join(lines[:2]))
    (folder / "wiki_01.bz2").write_bytes(bz2.compress(lines[2].encode()))
    configure(fresh, {"kind": "wikiextractor", "path": "wiki"}, vocabulary={"min_count": 2})
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", SUMMARY)
    assert summary_of(fresh)["documents"] == 3
    (folder / "wiki_01.bz2").write_bytes(bz2.compress("".join(lines[2:]).encode()))
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", SUMMARY)
    table = pd.read_parquet(fresh.folder / "results/mine/corpus/documents.parquet")
    assert list(table["title"]) == [f"Page {number}" for number in range(4)]


def test_a_table_with_fields_of_its_own_is_grouped_by_author_and_needs_no_kind(fresh):
    text = "Он и его война , она и её кино : New_York государство искусство . " * 3
    rows = [f'u{k};"{text}{"абвг"[k]}";{"Анна" if k % 2 else "Борис"}\n' for k in range(4)]
    (fresh.folder / "mine.csv").write_text("url;body;author\n" + "".join(rows))
    corpus = {"path": "mine.csv", "fields": {"text": "body", "id": "url"}, "unit": "author", "tokenizer": "whitespace"}
    metric = {"kind": "weat", "S": ["война", "государство"], "T": ["кино", "New_York"], "A": ["Он", "его"]}
    configure(fresh, corpus | {"min_letters": None, "max_letters": None}, vocabulary={"min_count": 2})
    mapping = json.loads((fresh.folder / "mine.yaml").read_text())
    mapping["metrics"]["small"] = metric | {"B": ["она", "её"]}
    (fresh.folder / "mine.yaml").write_text(json.dumps(mapping))
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", SUMMARY)
    assert summary_of(fresh)["metrics"]["small"]["missing"] == []
    table = pd.read_parquet(fresh.folder / "results/mine/corpus/documents.parquet")
    assert list(table["id"]) == ["Борис", "Анна"]
    assert list(table["tokens"]) == [2 * (len(text.split()) + 1)] * 2


def test_a_folder_of_text_is_read_again_when_its_table_of_metadata_changes(fresh):
    (fresh.folder / "texts").mkdir()
    for k in range(3):
        text = "he and his state went to war while she and her art made film " * 3 + "abc"[k]
        (fresh.folder / "texts" / f"{k}.txt").write_text(text)
    configure(fresh, {"path": "texts", "metadata": "table.csv"}, vocabulary={"min_count": 2})
    table, made = fresh.folder / "table.csv", "results/mine/corpus/documents.parquet"
    table.write_text("file,topic\n0.txt,war\n1,art\n")
    fresh.snakemake("--cores", "2", "--configfile", "mine.yaml", "--", made)
    assert list(pd.read_parquet(fresh.folder / made)["topic"].fillna("")) == ["war", "art", ""]
    table.write_text("file,topic\n0.txt,war\n1,war\n")
    assert fresh.planned("--", made) == {"documents", "tokens"}


DOCUMENTS, TABLE = "results/mine/corpus/documents.jsonl.gz", "results/mine/corpus/documents.parquet"


def test_a_corpus_in_the_folder_of_downloads_is_not_taken_for_one(fresh):
    """Snakemake deletes what a rule makes, with -F and --delete-all-output."""
    (fresh.folder / "data/mine").mkdir(parents=True)
    (fresh.folder / "mine.jsonl").rename(fresh.folder / "data/mine/corpus.jsonl.gz")
    configure(fresh, {"path": "data/mine/corpus.jsonl.gz", "kind": "jsonl"})
    assert fresh.planned("-F", "--", DOCUMENTS) == {"documents"}


def test_a_folder_that_is_emptied_leaves_its_results_and_names_with_braces_are_refused(fresh):
    texts = fresh.folder / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text("he and his state went to war while she and her art made film " * 3)
    configure(fresh, {"path": "texts", "kind": "text"}, vocabulary={"min_count": 2})
    fresh.snakemake("--cores", "1", "--configfile", "mine.yaml", "--", TABLE)
    (texts / "a.txt").unlink()
    assert fresh.planned("--", TABLE) == set()
    (texts / "a{b}.txt").touch()
    run = fresh.snakemake("--dry-run", "--configfile", "mine.yaml", "--", TABLE, check=False)
    assert "origins: 'texts/a{b}.txt' contains braces or control characters, which are not" in run.stdout

"""Every command line ends well or with one sentence and exit code 1."""

import os
import resource
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from gensim.models import KeyedVectors
from small_run import DOCUMENTS, settings

from origins import config
from origins.glove.embedding import Embedding

ADD = ("score", "--setup", "mine", "--add")
SCORE = ("score", "--setup", "mine", "--documents")


@pytest.fixture
def files(tmp_path):
    """Files that a user could name by mistake."""
    (tmp_path / "ids.txt").write_text("d3\nd17\n")
    (tmp_path / "more.jsonl").write_text('{"text": "science NASA and the unheard-of poetry"}\n{"text": "the"}\n')
    (tmp_path / "empty.jsonl").write_text('{"text": "1 2 3"}\n')
    (tmp_path / "empty.txt").write_text("\n\n")
    (tmp_path / "all.txt").write_text("".join(f"d{k}\n" for k in range(DOCUMENTS)))
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9\n")
    (tmp_path / "list.yaml").write_text("- a\n- b\n")
    (tmp_path / "circle.yaml").write_text("a: &a [*a]\n")
    (tmp_path / "twice.yaml").write_text("run: a\nrun: b\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "the following arguments are required: command; see origins --help."),
        (("nonsense",), "invalid choice: 'nonsense'"),
        (("trace", "list.yaml", "--title-field", "a"), "--title-field: set this in list.yaml instead."),
        (("trace", "list.yaml", "--seeds", "0"), "--seeds: set this in list.yaml instead."),
        (("trace", "nowhere.csv"), "nowhere.csv does not exist; give the path of your corpus."),
        (("trace", "folder"), "wiki_00. Give a file, or its kind (corpus.kind or --kind)."),
        (("trace", "ids.txt"), "Check the path, or give its kind (corpus.kind or --kind): csv, tsv, parquet, jsonl."),
        (
            ("trace", "folder", "--kind", "text", "--metric", "weat11"),
            'weat11 is not a built-in metric. Did you mean "weat1"?',
        ),
        (("score",), "the following arguments are required: --setup; see origins score --help."),
        (("score", "--setup", "mine"), "one of the arguments --documents --add is required; see origins score --help."),
        (ADD, "expected one argument"),
        ((*ADD, "nowhere"), "nowhere does not exist; give a file or folder of documents."),
        ((*ADD, "pipe"), "pipe is not a regular file; give a file or folder of documents."),
        ((*ADD, "ids.txt"), "ids.txt: cannot tell its kind"),
        ((*ADD, "empty.jsonl"), "no document is left to add; 1 are shorter than corpus.min_tokens (1)"),
        ((*ADD, "more.jsonl", "--text-field", "body"), "body"),
        (
            (*ADD, "more.jsonl", "--estimator", "gradient"),
            "--estimator gradient knows only pairs that co-occur already",
        ),
        ((*SCORE, "folder"), "folder is a folder; give a file with one document id per line."),
        ((*SCORE, "nowhere"), "nowhere does not exist; give a file with one document id per line."),
        ((*SCORE, "latin.txt"), "latin.txt is not UTF-8 text"),
        ((*SCORE, "loop"), "loop cannot be read (Too many levels of symbolic links)"),
        ((*SCORE, "pipe"), "pipe is not a regular file"),
        ((*SCORE, "x" * 300), "cannot be read (File name too long)"),
        ((*SCORE, "empty.txt"), f"empty.txt lists no documents of the corpus; list some of its {DOCUMENTS}."),
        ((*SCORE, "all.txt"), f"all.txt lists all documents of the corpus; list some of its {DOCUMENTS}."),
        ((*SCORE, "list.yaml"), "list.yaml:1: no document of the corpus has the id '- a'"),
        ((*SCORE, "ids.txt", "--configfile", "folder"), "folder is a folder; give a YAML file."),
        ((*SCORE, "ids.txt", "--configfile", "nowhere"), "nowhere does not exist; give a YAML file."),
        ((*SCORE, "ids.txt", "--configfile", "list.yaml"), "list.yaml must be a mapping"),
        ((*SCORE, "ids.txt", "--configfile", "latin.txt"), "latin.txt is not UTF-8 text"),
        ((*SCORE, "ids.txt", "--configfile", "circle.yaml"), "circle.yaml:1: the anchor contains itself"),
        ((*SCORE, "ids.txt", "--configfile", "twice.yaml"), 'twice.yaml:2: the key "run" is already on line 1'),
        ((*SCORE, "ids.txt", "--metric", "weat9"), "--metric weat9: the setup has weat1, ripa1."),
        ((*SCORE, "ids.txt", "--estimator", "magic"), "--estimator magic: choose from influence"),
        (("score", "--setup", "yours", "--documents", "ids.txt"), "results/yours does not exist; run the workflow"),
        (("--results", "ids.txt", *SCORE, "ids.txt"), "ids.txt/mine does not exist"),
        (("export", "--setup", "mine", "folder"), "folder is a folder; give the path of a file."),
        (("export", "--setup", "mine", ""), ". is a folder"),
        (("export", "--setup", "mine", "nowhere/x.txt"), "nowhere does not exist; create it first."),
        (("export", "--setup", "mine", "loop"), "loop cannot be written"),
        (("export", "--setup", "mine", "/dev/full"), "the disk is full or the quota reached"),
        (("export", "--setup", "mine", "--seed", "9", "x"), "results/mine lacks baseline/embedding-9.npz"),
        (("export", "--setup", "mine", "--seed", "-1", "x"), "results/mine lacks baseline/embedding--1.npz"),
        (("export", "--setup", "mine", "--format", "reference", "/dev/null"), "this format is two files"),
        (("import", "--setup", "mine", "--seed", "1", "folder", "folder"), "folder is a folder; give the reference"),
        (("import", "--setup", "mine", "--seed", "1", "pipe", "pipe"), "pipe is not a regular file"),
        (("import", "--setup", "mine", "--seed", "1", "ids.txt", "ids.txt"), 'ids.txt:1: expected "word count"'),
        (("check", "circle.yaml"), "circle.yaml:1: the anchor contains itself"),
        (("check", "folder"), "folder is a folder"),
        (("check", "--setup", "yours"), 'run: "yours" is not a setup.'),
    ],
)
def test_a_wrong_command_line_is_one_sentence(origins, files, arguments, sentence):
    code, said = origins(*arguments)
    assert code == 1, said
    assert said.startswith("origins: ")
    assert "\n" not in said
    assert sentence in said
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


@pytest.mark.parametrize("part", ["cooccurrence", "corpus", "corpus/tokens", "corpus/vocabulary.csv", "baseline"])
def test_results_that_lack_a_part_are_one_sentence(origins, files, results, part):
    lost = results / "mine" / part
    shutil.rmtree(lost) if lost.is_dir() else lost.unlink()
    code, said = origins(*SCORE, "ids.txt")
    assert (code, said.count("\n")) == (1, 0)
    assert said.startswith("origins: ")


@pytest.mark.parametrize(
    "part",
    ["corpus/documents.parquet", "corpus/tokens/meta.json", "corpus/tokens/ids.npy", "cooccurrence/counts.npy",
     "baseline/embedding-1.npz", "settings.yaml", "corpus/vocabulary.csv"],
)  # fmt: skip
@pytest.mark.parametrize("content", [b"", b"\0garbage\xff" * 9])
def test_results_with_a_damaged_file_are_one_sentence(origins, files, results, part, content):
    (results / "mine" / part).write_bytes(content)
    code, said = origins(*SCORE, "ids.txt")
    assert (code, said.count("\n")) == (1, 0), said
    assert said.startswith("origins: ")


def test_the_settings_of_the_last_run_are_remembered(origins, files, results):
    """No --configfile is needed, and one that is given holds instead."""
    assert config.resolve(config.load(results / "mine" / config.REMEMBERED)) == settings()
    code, said = origins(*SCORE, "ids.txt")
    assert code == 0
    assert said.startswith("weat1 without 2 documents")
    (results / "mine" / config.REMEMBERED).unlink()
    code, said = origins(*SCORE, "ids.txt")
    assert code == 1
    assert "config.yaml has no setup mine; give the settings it was run with: --configfile mine.yaml." in said
    Path("mine.yaml").write_text(
        yaml.safe_dump({"setups": {"mine": {"corpus": {"kind": "starter"}, "glove": {"seeds": 2}}}})
    )
    code, said = origins(*SCORE, "ids.txt", "--metric", "weat1", "--configfile", "mine.yaml")
    assert code == 0, said


def test_remembering_the_same_settings_gives_the_same_bytes(tmp_path):
    config.remember(settings(), tmp_path)
    before = (tmp_path / "mine" / config.REMEMBERED).read_bytes()
    config.remember(config.resolve(config.load(tmp_path / "mine" / config.REMEMBERED)), tmp_path)
    assert (tmp_path / "mine" / config.REMEMBERED).read_bytes() == before


def test_an_export_streams_to_standard_output(results):
    command = [sys.executable, "-m", "origins", "--results", str(results), "export", "--setup", "mine", "/dev/stdout"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(command, capture_output=True, env=environment, check=True)
    (results / "vectors.txt").write_bytes(run.stdout)
    read = KeyedVectors.load_word2vec_format(results / "vectors.txt", no_header=True)
    assert (read.vectors == Embedding.load(results / "mine/baseline/embedding-1.npz").W).all()


def test_where_memory_is_limited_too_much_the_command_says_so_at_once(results):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))

    command = [sys.executable, "-m", "origins", "--results", str(results), *SCORE, "ids.txt"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, preexec_fn=limit, timeout=60)
    said = "origins: only 0.6 GB of memory may be used here (ulimit -v), but 2 GB are needed; raise the limit.\n"
    assert (run.returncode, run.stdout, run.stderr) == (1, "", said)


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError(12, "Cannot allocate memory"), RuntimeError("can't start new thread")]
)
def test_lack_of_memory_is_one_sentence(origins, files, monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("origins.influence.scoring.score_set", fail)
    code, said = origins(*SCORE, "ids.txt")
    assert (code, said) == (
        1,
        "origins: there is not enough memory; use fewer cores, lower cooccurrence.memory_mb, or use a larger machine.",
    )


def test_a_mistake_of_ours_keeps_its_traceback(origins, files, monkeypatch):
    monkeypatch.setattr("origins.influence.scoring.score_set", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        origins(*SCORE, "ids.txt")


def test_documents_to_add_are_scored_and_what_is_not_seen_is_said(origins, files):
    code, said = origins(*ADD, "more.jsonl", "--metric", "weat1")
    assert code == 0, said
    assert said.startswith("2 documents, 8 tokens; 1 tokens are not in the vocabulary")
    assert "weat1 with 2 more documents, as predicted by relearn:" in said
    change = float(said.split("mean")[1].split()[2])
    assert 0 < abs(change) < 1


def test_check_says_which_setups_are_valid(origins):
    assert origins("check") == (0, "The settings of starter are valid.\n")


@pytest.mark.parametrize("command", ["check", "score", "curate", "export", "import"])
def test_every_command_has_an_example(origins, command):
    code, said = origins(command, "--help")
    assert code == 0
    assert f"python -m origins {command}" in said

"""Made-up command lines: each ends well or with one sentence and exit code 1, and devices stay devices."""

import os
import random
from pathlib import Path

import fuzz
import pytest

COMMANDS = ["check", "score", "export", "import", "trace", "", "--help"]
OPTIONS = [
    "--setup", "--documents", "--metric", "--estimator", "--configfile", "--seed", "--format", "--gradsq", "--x-max",
    "--add", "--alpha", "--epochs", "--learning-rate", "--before-2019", "--results", "--nonsense",
]  # fmt: skip
USUAL = {"--setup": "mine", "--documents": "ids.txt", "--estimator": "influence", "--seed": "1", "--results": "results"}
PATHS = [
    "ids.txt", "latin.txt", "list.yaml", "folder", "nowhere", "nowhere/x", "loop", "pipe", "/dev/full", "/dev/null",
    "/dev/zero", "/", ".", "..", "", "x" * 300, "results", "results/mine", "results/mine/baseline/embedding-1.npz",
    "out.txt", "--", "-1", "0", "1", "2", "nan", "1e400", "weat1", "mine", "mine,mine", "../results/mine", "é", "a b",
]  # fmt: skip


def command_line(rng):
    """A command with some options, values that suit and values that do not."""
    line = [rng.choice(COMMANDS)]
    needed = {"score": ["--setup", "--documents"], "export": ["--setup"], "import": ["--setup", "--seed"]}
    options = [*(needed.get(line[0], []) if rng.random() < 0.8 else []), *rng.choices(OPTIONS, k=rng.randrange(4))]
    for option in options:
        line += [option, USUAL[option] if option in USUAL and rng.random() < 0.7 else rng.choice(PATHS)]
    return [*line, *rng.choices(PATHS, k=rng.choice([0, 1, 1, 2]))]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ids.txt").write_text("d3\nd17\n")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9\n")
    (tmp_path / "list.yaml").write_text("- a\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    monitor = os.open(tmp_path / "pipe", os.O_RDWR | os.O_NONBLOCK)  # so that an export into it does not wait
    yield
    os.close(monitor)


def test_fuzz_command_lines_end_well_or_with_one_sentence(origins, results, files):
    failed = 0
    for seed in fuzz.seeds(150):
        line = command_line(random.Random(seed))
        with fuzz.bounded(line):
            code, said = origins(*line)
        assert code in (0, 1), line
        if code:
            failed += 1
            assert said.startswith("origins: "), (line, said)
            assert "\n" not in said, (line, said)
        assert Path("/dev/full").is_char_device()
        assert Path("/dev/null").is_char_device()
        assert Path("pipe").is_fifo()
        assert Path("folder").is_dir()
    assert failed < len(fuzz.seeds(150))

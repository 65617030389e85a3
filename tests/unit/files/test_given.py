"""Files that the user names: folders, devices, pipes, links and nothing at all."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from origins.errors import OriginsError
from origins.files.given import read_text, readable, streams, writing


def write(path, content=b"new"):
    with writing(path) as file:
        file.write(content)


def test_a_regular_file_appears_complete_or_not_at_all(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), writing(path) as file:
        file.write(b"half")
        raise RuntimeError
    assert path.read_bytes() == b"old"
    write(path)
    assert path.read_bytes() == b"new"
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_a_link_is_followed_and_stays_a_link(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_pipe_gets_the_bytes_and_stays_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    got = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write(tmp_path / "pipe")
    reader.join()
    assert got == [b"new"]
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("device", ["/dev/null", "/dev/full"])
def test_a_device_is_never_replaced(tmp_path, device):
    (tmp_path / "link").symlink_to(device)
    for path in (device, tmp_path / "link"):
        assert streams(path)
    if device == "/dev/full":
        with pytest.raises(OSError, match="No space left"):
            write(tmp_path / "link")
    else:
        write(tmp_path / "link")
    assert Path(device).is_char_device()
    assert [file.name for file in tmp_path.iterdir()] == ["link"]


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="without a file system in memory")
def test_a_file_in_memory_is_replaced_as_any_other():
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        for _ in range(2):
            write(Path(folder, "out"))
        assert Path(folder, "out").read_bytes() == b"new"


def test_standard_output_that_a_shell_appends_to_a_file_keeps_what_the_file_had(tmp_path):
    (tmp_path / "out").write_text("old\n")
    code = "from origins.files.given import writing\nwith writing('/dev/stdout') as file: file.write(b'new')"
    with (tmp_path / "out").open("a") as out:
        subprocess.run(
            [sys.executable, "-c", code], stdout=out, check=True, env={"PYTHONPATH": os.pathsep.join(sys.path)}
        )
    assert (tmp_path / "out").read_text() == "old\nnew"


def test_a_folder_a_missing_parent_and_a_circle_of_links_are_refused(tmp_path):
    with pytest.raises(OriginsError, match="is a folder; give the path of a file"):
        write(tmp_path)
    with pytest.raises(OriginsError, match=r"nowhere does not exist; create it first"):
        write(tmp_path / "nowhere" / "x")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(OriginsError, match=r"circle cannot be written \(Too many levels of symbolic links\)"):
        write(tmp_path / "circle")
    with pytest.raises(OriginsError, match=r"cannot be written \(File name too long\)"):
        write(tmp_path / ("x" * 300))
    (tmp_path / "file").write_text("")
    with pytest.raises(OriginsError, match=r"cannot be written \(Not a directory\)"):
        write(tmp_path / "file" / "x")


def test_only_a_file_that_ends_is_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")  # without a writer, it would be waited for without end
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    for name, sentence in {
        "pipe": "pipe is not a regular file; give a list",
        "circle": r"circle cannot be read \(Too many levels of symbolic links\); give a list",
        "x" * 300: r"cannot be read \(File name too long\)",
        "nowhere": "nowhere does not exist; give a list",
        "latin": r"latin is not UTF-8 text \(unexpected end of data at byte 3\)",
        ".": "is a folder; give a list",
    }.items():
        with pytest.raises(OriginsError, match=sentence):
            read_text(tmp_path / name, "a list")
    with pytest.raises(OriginsError, match="/dev/zero is not a regular file"):
        readable("/dev/zero", "a list")
    (tmp_path / "list").write_text("\ufeffa\n", encoding="utf-8")
    assert read_text(tmp_path / "list", "a list") == "a\n"


def test_what_a_shell_puts_in_place_of_a_command_is_read(tmp_path):
    reading, writing_end = os.pipe()
    os.write(writing_end, b"d3\n")
    os.close(writing_end)
    assert read_text(f"/dev/fd/{reading}", "a list") == "d3\n"
    os.close(reading)

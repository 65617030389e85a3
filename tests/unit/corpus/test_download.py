"""Downloads from a real server on this machine that misbehaves in every way a mirror can."""

import hashlib
import json
import os
import random
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from origins.corpus import download
from origins.errors import OriginsError

BODY = random.Random(1).randbytes(300_000)
SHA256 = hashlib.sha256(BODY).hexdigest()
SHA1 = hashlib.sha1(BODY).hexdigest()
HALF = len(BODY) // 2


class Mirror(ThreadingHTTPServer):
    """A server whose `script` says, request by request, how to misbehave; when it has run out, it behaves."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.body, self.etag, self.script, self.requests = BODY, '"one"', [], []
        self.ranges, self.released = True, threading.Event()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/dump.bz2"

    def handle_error(self, request, client_address):
        pass  # broken connections are the point


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        mirror = self.server
        mirror.requests.append(dict(self.headers))
        action, argument = mirror.script.pop(0) if mirror.script else ("behave", None)
        if action == "status":
            self.send_response(argument)
            self.send_header("Retry-After", "7")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body, start = mirror.body, 0
        current = self.headers.get("If-Range") in (None, mirror.etag) or action == "ignore if-range"
        if mirror.ranges and current and (asked := self.headers.get("Range")):
            start = int(asked.removeprefix("bytes=").rstrip("-"))
            if start >= len(body):
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(body)}")
                self.end_headers()
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        else:
            self.send_response(200)
        if mirror.etag:
            self.send_header("ETag", mirror.etag)
        self.send_header("Content-Length", str(len(body) - start))
        self.end_headers()
        if action == "behave" or action == "ignore if-range":
            self.wfile.write(body[start:])
            return
        self.wfile.write(body[start:argument])
        self.wfile.flush()
        if action == "stall":
            mirror.released.wait(5)
        elif action == "reset":
            time.sleep(0.05)  # let what was sent arrive: a reset throws away what is still under way
            linger = struct.pack("ii", 1, 0)  # for no time at all: close with a reset
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            os.close(self.connection.detach())  # not close(), before which the server says a polite goodbye


@pytest.fixture
def mirror():
    server = Mirror()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.released.set()
    server.shutdown()
    server.server_close()


def fetch(mirror, path, **options):
    download.fetch(mirror.url, path, **{"sha256": SHA256, "timeout": 0.3, "backoff": 0.001, **options})


def ranges(mirror):
    return [headers.get("Range") for headers in mirror.requests]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_download_leaves_the_file_and_a_record_of_it(mirror, tmp_path):
    fetch(mirror, tmp_path / "new" / "dump.bz2", sha1=SHA1)
    assert (tmp_path / "new" / "dump.bz2").read_bytes() == BODY
    record = json.loads((tmp_path / "new" / "dump.bz2.json").read_text())
    assert record.pop("date").endswith("+00:00")
    assert record == {"url": mirror.url, "bytes": len(BODY), "sha256": SHA256}
    assert names(tmp_path / "new") == ["dump.bz2", "dump.bz2.json"]


@pytest.mark.parametrize(
    "fault, reason", [("truncate", "150000 of 300000 bytes"), ("stall", "timed out"), ("reset", "reset by peer")]
)
def test_a_broken_download_continues_where_it_broke_off(mirror, tmp_path, caplog, fault, reason):
    mirror.script = [(fault, HALF)]
    fetch(mirror, tmp_path / "dump.bz2")
    assert reason in caplog.text
    assert (tmp_path / "dump.bz2").read_bytes() == BODY
    first, second = ranges(mirror)
    assert first is None
    assert 0 < int(second.removeprefix("bytes=").rstrip("-")) <= HALF
    assert mirror.requests[1]["If-Range"] == '"one"'
    assert names(tmp_path) == ["dump.bz2", "dump.bz2.json"]


def test_a_server_that_ignores_ranges_is_read_from_the_start(mirror, tmp_path):
    mirror.ranges, mirror.script = False, [("truncate", HALF)]
    fetch(mirror, tmp_path / "dump.bz2")
    assert (tmp_path / "dump.bz2").read_bytes() == BODY
    assert ranges(mirror) == [None, f"bytes={HALF}-"]


@pytest.mark.parametrize("action", ["behave", "ignore if-range"])
def test_a_file_that_changed_between_two_tries_is_not_spliced(mirror, tmp_path, action):
    mirror.script = [("truncate", HALF)]
    with pytest.raises(OriginsError, match="could not be downloaded"):
        fetch(mirror, tmp_path / "dump.bz2", attempts=1)
    mirror.body, mirror.etag, mirror.script = bytes(reversed(BODY)), '"two"', [(action, None)]
    fetch(mirror, tmp_path / "dump.bz2", sha256=None)
    assert (tmp_path / "dump.bz2").read_bytes() == bytes(reversed(BODY))


@pytest.mark.parametrize("etag", [None, 'W/"weak"'])
def test_without_a_version_to_name_nothing_is_resumed(mirror, tmp_path, etag):
    mirror.etag, mirror.script = etag, [("truncate", HALF)]
    fetch(mirror, tmp_path / "dump.bz2")
    assert (tmp_path / "dump.bz2").read_bytes() == BODY
    assert ranges(mirror) == [None, None]


def test_a_part_left_by_a_killed_run_is_continued(mirror, tmp_path):
    (tmp_path / "dump.bz2.part").write_bytes(BODY[:1000])
    (tmp_path / "dump.bz2.part.json").write_text(json.dumps({"url": mirror.url, "version": '"one"'}))
    fetch(mirror, tmp_path / "dump.bz2")
    assert ranges(mirror) == ["bytes=1000-"]
    assert (tmp_path / "dump.bz2").read_bytes() == BODY


def test_a_part_that_is_whole_only_needs_its_name(mirror, tmp_path):
    (tmp_path / "dump.bz2.part").write_bytes(BODY)
    (tmp_path / "dump.bz2.part.json").write_text(json.dumps({"url": mirror.url, "version": '"one"'}))
    fetch(mirror, tmp_path / "dump.bz2")
    assert len(mirror.requests) == 1
    assert names(tmp_path) == ["dump.bz2", "dump.bz2.json"]


@pytest.mark.parametrize("note", ["", json.dumps({"url": "http://elsewhere/dump.bz2", "version": '"one"'})])
def test_a_part_of_unknown_or_other_origin_is_thrown_away(mirror, tmp_path, note):
    (tmp_path / "dump.bz2.part").write_bytes(b"something else")
    (tmp_path / "dump.bz2.part.json").write_text(note)
    fetch(mirror, tmp_path / "dump.bz2", sha256=None)
    assert (tmp_path / "dump.bz2").read_bytes() == BODY


def test_a_part_longer_than_the_file_is_thrown_away(mirror, tmp_path):
    (tmp_path / "dump.bz2.part").write_bytes(BODY + b"more")
    (tmp_path / "dump.bz2.part.json").write_text(json.dumps({"url": mirror.url, "version": '"one"'}))
    fetch(mirror, tmp_path / "dump.bz2")
    assert (tmp_path / "dump.bz2").read_bytes() == BODY


@pytest.mark.parametrize("status", [503, 500, 429, 408])
def test_a_busy_server_is_asked_again_after_the_time_it_names(mirror, tmp_path, monkeypatch, status):
    waits = []
    monkeypatch.setattr(download.time, "sleep", waits.append)
    mirror.script = [("status", status)]
    fetch(mirror, tmp_path / "dump.bz2")
    assert waits == [7]


def test_waits_double_and_tries_end(mirror, tmp_path, monkeypatch):
    waits = []
    monkeypatch.setattr(download.time, "sleep", waits.append)
    mirror.script = [("truncate", 0)] * 4
    with pytest.raises(OriginsError, match="0 of 300000 bytes"):
        fetch(mirror, tmp_path / "dump.bz2", attempts=4, backoff=1)
    assert waits == [1, 2, 4]
    assert not (tmp_path / "dump.bz2").exists()


def test_tries_that_get_further_are_not_counted(mirror, tmp_path):
    mirror.script = [("truncate", n * 20_000) for n in range(1, 10)]
    fetch(mirror, tmp_path / "dump.bz2", attempts=2)
    assert (tmp_path / "dump.bz2").read_bytes() == BODY


def test_a_missing_page_is_final_at_once(mirror, tmp_path):
    mirror.script = [("status", 404)] * 2
    with pytest.raises(OriginsError, match="404 Not Found"):
        fetch(mirror, tmp_path / "dump.bz2")
    assert len(mirror.requests) == 1


def test_nobody_at_the_address_is_one_sentence(mirror, tmp_path):
    url = mirror.url
    mirror.shutdown()
    mirror.server_close()
    with pytest.raises(OriginsError, match=r"could not be downloaded .*refused"):
        download.fetch(url, tmp_path / "dump.bz2", attempts=2, backoff=0.001, timeout=0.3)


@pytest.mark.parametrize("name, right", [("sha256", SHA256), ("sha1", SHA1)])
def test_a_wrong_sum_is_final_and_leaves_nothing_behind(mirror, tmp_path, name, right):
    mirror.body = b"wrong" + BODY
    found = getattr(hashlib, name)(mirror.body).hexdigest()
    with pytest.raises(OriginsError, match=f"expected {right}, got {found}"):
        fetch(mirror, tmp_path / "dump.bz2", **{"sha256": None, name: right})
    assert names(tmp_path) == []
    assert len(mirror.requests) == 1


def test_another_file_at_the_place_is_replaced(mirror, tmp_path):
    (tmp_path / "dump.bz2").write_bytes(b"other")
    fetch(mirror, tmp_path / "dump.bz2")
    assert (tmp_path / "dump.bz2").read_bytes() == BODY


def test_progress_says_how_far_how_fast_and_how_long(mirror, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "SECONDS_BETWEEN_LINES", 0)
    lines = []
    fetch(mirror, tmp_path / "dump.bz2", progress=lines.append)
    assert lines[-1].startswith("dump.bz2: 0.3 MB of 0.3 MB (100 %), 0 min 0 s left, ")
    assert lines[-1].endswith(" MB/s")


@pytest.mark.parametrize("url", ["ftp://example.org/a", "file:///etc/passwd", "dump.bz2"])
def test_only_http_is_fetched(tmp_path, url):
    with pytest.raises(OriginsError, match="is not an http"):
        download.fetch(url, tmp_path / "a")


def test_a_place_that_cannot_be_written_is_one_sentence(mirror, tmp_path):
    (tmp_path / "dump.bz2.part").mkdir()
    with pytest.raises(OriginsError, match=r"dump\.bz2\.part cannot be written"):
        fetch(mirror, tmp_path / "dump.bz2")

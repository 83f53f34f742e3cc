"""What the tests of the corpora share: archives made on the spot, and the real corpora where they are."""

import io
import tarfile

import pytest


@pytest.fixture
def archive(tmp_path):
    """Make a .tar.gz of {path in the archive: bytes}."""

    def make(name, files):
        path = tmp_path / name
        with tarfile.open(path, "w:gz") as tar:
            for member, content in files.items():
                info = tarfile.TarInfo(member)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        return path

    return make


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """A machine that has no corpora; returns its cache folder."""
    monkeypatch.setenv("LIKEWISE_DATA", str(tmp_path / "no corpora here"))
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"

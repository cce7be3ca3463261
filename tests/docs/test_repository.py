"""The repository holds sources: nothing that was built, downloaded, or is kept by a server."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NO_SOURCES = {".whl", ".gz", ".zip", ".so", ".pyc", ".mo", ".db", ".sqlite", ".part", ".log"}
LARGEST = 1_000_000
"""Bytes. The largest files are networks and pictures, two thirds of this at most."""


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="this is no checkout")
def test_only_sources_are_tracked() -> None:
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    tracked = [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]
    assert len(tracked) > 1_000
    others = [one for one in tracked if one.suffix in NO_SOURCES or one.stat().st_size > LARGEST]
    assert not others

"""The archive of the sources: nothing is missing in it, and equal sources make equal archives."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WANTED = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "NOTICE", "src")
LEFT_OUT = ("__pycache__", ".egg-info", ".mo", ".so", ".pyc")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the package is made from: setuptools writes into the folder that it packs."""
    folder = tmp_path_factory.mktemp("sources")
    for name in WANTED:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns(*(f"*{s}" for s in LEFT_OUT))
            )
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def pack(sources: Path, into: Path) -> Path:
    """The archive, as a build front end has it made."""
    script = f"from setuptools.build_meta import build_sdist; build_sdist({str(into)!r})"
    environment = os.environ | {"FARMTABLE_PURE": "1"}
    subprocess.run(
        [sys.executable, "-c", script], cwd=sources, env=environment, check=True, capture_output=True
    )
    (archive,) = into.glob("*.tar.gz")
    return archive


def test_all_sources_are_in_it(sources: Path, tmp_path: Path) -> None:
    with tarfile.open(pack(sources, tmp_path)) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    here = {str(path.relative_to(sources)) for path in (sources / "src").rglob("*") if path.is_file()}
    assert {name for name in here - packed if ".egg-info" not in name} == set()


def test_equal_sources_make_equal_archives(sources: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    one = pack(sources, first).read_bytes()
    for path in sources.rglob("*.py"):
        os.utime(path, (1, 1))
    assert pack(sources, second).read_bytes() == one

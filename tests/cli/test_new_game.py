"""The command `new-game`: what it writes is a whole game, and it writes over nothing."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from farmtable.core import entries
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = dict(entries.announced())
    yield tmp_path
    entries.announced().clear()
    entries.announced().update(before)
    entries.load.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "hay_stack"]:
        del sys.modules[name]


def test_what_is_written_passes_the_check_and_its_own_tests_at_once(run: Run, elsewhere: Path) -> None:
    assert run("new-game", "hay_stack", "--title", "Hay & Straw").code == 0
    told = run("check", "hay_stack/hay_stack/game.py:GAME", "--games", 1)
    assert told.code == 0, told.err
    assert "Hay & Straw: every promise held" in told.out
    package = [path for path in sys.path if path and Path(path, "farmtable").is_dir()]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=elsewhere / "hay_stack",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "7 passed" in done.stdout


def test_its_project_announces_it_by_its_id_and_nothing_of_the_copied_name_is_left(run: Run) -> None:
    run("new-game", "hay_stack", "--folder", "somewhere/deep")
    project = tomllib.loads(Path("somewhere/deep/pyproject.toml").read_text())
    assert project["project"]["entry-points"]["farmtable.games"] == {"hay_stack": "hay_stack:GAME"}
    written = [file for file in Path("somewhere/deep").rglob("*") if file.is_file()]
    assert len(written) == 8
    for file in written:
        if file.suffix == ".svg":
            continue
        said = file.read_text() + file.name
        assert not any(old in said for old in ("seed_bag", "SeedBag", "Seed Bag")), file
        assert "hay_stack" in said or "Hay Stack" in said, file


def test_the_commands_that_follow_can_be_typed_as_they_stand(run: Run, elsewhere: Path) -> None:
    told = run("new-game", "hay_stack", "--folder", "my games/it's $HOME")
    go = next(line.strip() for line in told.out.splitlines() if line.strip().startswith("cd "))
    went = subprocess.run(["sh", "-c", f"{go} && pwd"], capture_output=True, text=True, check=True)
    assert went.stdout.strip() == str(elsewhere / "my games" / "it's $HOME")


def test_a_folder_that_cannot_be_made_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not the draft beside it."""

    def refuse(path: str, mode: int = 0o777) -> None:
        raise OSError(errno.EROFS, "Read-only file system", path)

    monkeypatch.setattr(os, "mkdir", refuse)
    told = run("new-game", "hay_stack")
    assert (told.code, told.err) == (1, "farmtable: hay_stack: Read-only file system\n")


def test_nothing_is_written_over(run: Run) -> None:
    Path("hay_stack").mkdir()
    told = run("new-game", "hay_stack")
    assert (told.code, told.out) == (2, "")
    assert "hay_stack exists already" in told.err
    assert list(Path("hay_stack").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Hay", "named in small letters"),
        ("hay-stack", "named in small letters"),
        ("../hay", "named in small letters"),
        ("hay__stack", "named in small letters"),
        ("class", "'class' is a word of Python's own"),
        ("h" * 41, "named in small letters"),
        ("market_day", "there is a game 'market_day' already"),
        ("random", "there is a Python module 'random' already"),
        ("pytest", "there is a Python module 'pytest' already"),
    ],
)
def test_a_name_that_would_not_do_is_refused(run: Run, elsewhere: Path, name: str, said: str) -> None:
    told = run("new-game", name)
    assert told.code == 2
    assert said in told.err
    assert list(elsewhere.iterdir()) == []


def test_a_title_is_printed_as_it_is(run: Run, elsewhere: Path) -> None:
    assert run("new-game", "hay", "--title", 'a "quoted" one').code == 2
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    ("trouble", "code"), [(OSError(errno.ENOSPC, "No space left on device"), 1), (KeyboardInterrupt(), 130)]
)
def test_a_folder_is_written_whole_or_not_at_all(
    run: Run, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, code: int
) -> None:
    """Half a game would be in the way of the same command, and nobody would know what it lacks."""
    write, written = Path.write_text, 0

    def fail(path: Path, text: str, encoding: str) -> int:
        nonlocal written
        written += 1
        if written == 4:
            raise trouble
        return write(path, text, encoding=encoding)

    monkeypatch.setattr(Path, "write_text", fail)
    told = run("new-game", "hay_stack")
    assert told.code == code
    assert "hay_stack: No space" in told.err or code == 130
    assert list(elsewhere.iterdir()) == []
    monkeypatch.undo()
    monkeypatch.chdir(elsewhere)
    assert run("new-game", "hay_stack").code == 0

"""Files and folders that are tried before the work whose results they would hold."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from farmtable import BadOption
from farmtable.arena.files import check_folder, write_whole
from farmtable.arena.results import write


def test_what_cannot_be_written_whole_leaves_what_was_there(tmp_path: Path) -> None:
    """As on a full disk: a table is then named, and no half of it takes the place of the one before."""
    resource = pytest.importorskip("resource")
    table = pl.DataFrame({"score": range(100_000)}).sample(fraction=1.0, shuffle=True, seed=1)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for name in ("games.csv", "games.parquet", "page.html"):
        file = tmp_path / name
        file.write_text("what was there")
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        try:
            with pytest.raises(OSError, match="File too large") as caught:
                write_whole(file, "x" * 30_000) if name == "page.html" else write(table, file)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert caught.value.filename == str(file)
        assert file.read_text() == "what was there"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_may_be_made_below_one_that_is_there(tmp_path: Path) -> None:
    check_folder(tmp_path / "new" / "newer")
    assert list(tmp_path.iterdir()) == []


def test_what_lies_below_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOption, match=r"cannot write into .*: Not a directory"):
        check_folder(tmp_path / "file" / "new")


def test_a_drive_that_is_not_there_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows nothing above a folder need exist, and the top is its own parent."""
    looked: list[Path] = []

    def exists(path: Path) -> bool:
        looked.append(path)
        assert len(looked) < 10, "it goes on for ever"
        return False

    with monkeypatch.context() as nothing:
        nothing.setattr(Path, "exists", exists)
        with pytest.raises(BadOption, match="cannot write into"):
            check_folder(Path("/away/reports"))

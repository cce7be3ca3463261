"""Files and folders that are tried before the work whose results they would hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmtable import BadOption
from farmtable.arena.files import check_folder


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

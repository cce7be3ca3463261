"""Files and folders that are tried before the work whose results they would hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from farmtable import BadOption
from farmtable.arena.files import check_folder, write_whole
from farmtable.arena.ledger import Ledger
from farmtable.arena.results import write
from farmtable.training.window import write_arrays
from tests.arena.test_ledger import IDENTITY, game


def test_what_cannot_be_written_whole_leaves_what_was_there(tmp_path: Path) -> None:
    """As on a full disk: a table is then named, and no half of it takes the place of the one before."""
    table = pl.DataFrame({"score": range(100_000)}).sample(fraction=1.0, shuffle=True, seed=1)
    writers: dict[str, Callable[[Path], None]] = {
        "games.csv": lambda file: write(table, file),
        "games.parquet": lambda file: write(table, file),
        "page.html": lambda file: write_whole(file, "x" * 30_000),
        "games.npz": lambda file: write_arrays(file, {"score": np.random.default_rng(1).bytes(30_000)}),
    }
    for name, writer in writers.items():
        file = tmp_path / name
        file.write_text("what was there")
        with little_room(20_000), pytest.raises(OSError, match="File too large") as caught:
            writer(file)
        assert caught.value.filename == str(file)
        assert file.read_text() == "what was there"
    assert len(list(tmp_path.iterdir())) == len(writers)


def test_a_tournament_without_room_names_its_file_and_keeps_what_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    def write_many() -> None:
        with Ledger(tmp_path, IDENTITY) as ledger:
            for deal in range(100):
                ledger.add(game(deal))

    with little_room(2_000), pytest.raises(OSError, match="File too large") as caught:
        write_many()
    assert caught.value.filename == str(file)
    with Ledger(tmp_path, IDENTITY) as ledger:
        assert ledger.games == [game(deal) for deal in range(len(ledger.games))]
        assert len(ledger.games) == file.read_bytes().count(b"\n") > 3


@contextmanager
def little_room(most: int) -> Iterator[None]:
    """No file may be longer than so many bytes."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


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

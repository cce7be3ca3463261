"""The finished games in `tests/records` replay exactly, to the last position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from farmtable import OVER, BadRecord, Record
from tests.golden_records import FOLDER, GAMES

FILES = sorted(FOLDER.glob("*.json"))


def test_every_game_is_there() -> None:
    assert {path.stem for path in FILES} == set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record_verifies(path: Path) -> None:
    """Every action is legal, and every saved digest and position is the one reached."""
    record = Record.load(path)
    assert record.digests
    assert len(record.digests) == len(record.actions) + 1
    assert len(record.positions) > len(record.actions) // 16
    state = record.verify()
    assert state.to_play == OVER
    assert state.winners() or record.players == 1  # who plays alone may miss the goal


@pytest.mark.parametrize("path", FILES[:2], ids=lambda path: path.stem)
def test_saving_again_changes_nothing(path: Path, tmp_path: Path) -> None:
    """A record loaded and saved is the same file."""
    copy = tmp_path / path.name
    Record.load(path).save(copy)
    assert copy.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("step", [0, 40, 100])
def test_an_edited_record_breaks_at_its_step(step: int) -> None:
    """Another action in one place is found there, or at the digest right after it."""
    data = json.loads(FILES[0].read_text(encoding="utf-8"))
    state = Record.from_dict(data).state(step)
    other = next(action for action in state.legal_actions() if action != data["actions"][step])
    data["actions"][step] = other
    with pytest.raises(BadRecord) as caught:
        Record.from_dict(data).verify()
    assert caught.value.step == step + 1
    data["actions"][step] = -1
    with pytest.raises(BadRecord) as caught:
        Record.from_dict(data).verify()
    assert caught.value.step == step

"""The readable games in `tests/playthroughs` are still told word for word."""

from __future__ import annotations

import pytest

from tests.playthrough import FOLDER, PLAYTHROUGHS, text


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_told_the_same(name: str) -> None:
    """If a change was meant: `python -m tests.playthrough`, and read the difference."""
    assert text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)

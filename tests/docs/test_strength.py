"""`docs/strength.md` shows what was measured, of the networks that are in the package."""

from __future__ import annotations

from pathlib import Path

from farmtable.arena.standings import Share
from tools.measurements import Measurement, load, save
from tools.strength import DOCUMENT, written


def test_the_tables_are_those_of_the_measurements() -> None:
    # After a network or its levels have changed: `python -m tools.strength 0`, and measure again.
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text.splitlines() == written(text).splitlines()


def test_measurements_are_kept_as_they_are(tmp_path: Path) -> None:
    duel = Share(40, 0.75, 0.6, 0.86)
    kept = {
        "levels": Measurement("abc", 40, duel, None, 0.001, 0.002),
        "greedy": Measurement("abd", 16, duel, Share(16, 0.5, 0.3, 0.7), 0.1, 0.2),
    }
    assert load(tmp_path / "none.json") == {}
    save(kept, tmp_path / "some.json")
    assert load(tmp_path / "some.json") == kept

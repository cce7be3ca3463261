"""`docs/strength.md` shows what was measured, of the networks that are in the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmtable.arena.standings import Share
from tools import calibration
from tools.measurements import Measurement, load, save
from tools.strength import DOCUMENT, FEW, Pairing, measure, written


def test_the_tables_are_those_of_the_measurements() -> None:
    # After a network or its levels have changed: `python -m tools.strength 0`, and measure again.
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text.splitlines() == written(text).splitlines()


def test_the_plots_are_those_of_the_measurements() -> None:
    drawn = dict(calibration.plots())
    assert drawn
    assert set(drawn) == set(calibration.IMAGES.glob("chances-*.svg"))
    assert all(path.read_text(encoding="utf-8") == drawing for path, drawing in drawn.items())


def test_measurements_are_kept_as_they_are(tmp_path: Path) -> None:
    duel = Share(40, 0.75, 0.6, 0.86)
    kept = {
        "levels": Measurement("abc", 40, duel, None, 0.001, 0.002),
        "greedy": Measurement("abd", 16, duel, Share(16, 0.5, 0.3, 0.7), 0.1, 0.2),
    }
    assert load(tmp_path / "none.json") == {}
    save(kept, tmp_path / "some.json")
    assert load(tmp_path / "some.json") == kept


def test_games_are_added_to_those_that_are_known(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    pairing = Pairing("market_day", 3, "", "search:sims=4", "search:sims=1", "greedy")
    games = []
    measure(pairing, 0, 1, path)
    assert not path.exists()
    for wanted in (1, FEW, 2 * FEW):
        measure(pairing, wanted, 1, path)
        games.append(load(path)[pairing.name])
    assert [one.games for one in games] == [21, 21, 42]  # the strong one alone, in each of three seats
    assert games[0] == games[1] != games[2]
    first, more = pairing.play(0, 1), pairing.play(21, 1)
    both = games[2]
    assert first.alone
    assert more.alone
    assert both.alone
    assert first.alone == games[0].alone != more.alone
    assert both.alone.games == first.alone.games + more.alone.games == 42
    assert both.duel.value == pytest.approx((first.duel.value + more.duel.value) / 2)
    assert both.duel.low > min(first.duel.low, more.duel.low)


def test_games_under_other_conditions_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    pairing = Pairing("market_day", 2, "", "search:sims=4", "search:sims=1", "greedy")
    save({pairing.name: Measurement("other", 1000, Share(1000, 0.5, 0.4, 0.6), None, 0.1, 0.2)}, path)
    measure(pairing, 20, 1, path)
    assert load(path)[pairing.name].games == 20
    assert load(path)[pairing.name].conditions == pairing.conditions

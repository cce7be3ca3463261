"""`docs/strength.md` shows what was measured, of the networks that are in the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmtable.arena.intervals import Deal, wilson
from farmtable.arena.standings import Share
from tools import calibration
from tools.measurements import Measurement, load, save
from tools.strength import DOCUMENT, FEW, Pairing, _told, measure, written


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
    deals = Share.of([Deal(4, 2.5), Deal(4, 4.0), Deal(4, 2.5), Deal(3, 1 / 3)])
    kept = {
        "deals": Measurement("abe", 15, deals, deals, 0.1, 0.2),
        "levels": Measurement("abc", 40, duel, None, 0.001, 0.002),
        "greedy": Measurement("abd", 16, duel, Share(16, 0.5, 0.3, 0.7), 0.1, 0.2),
    }
    assert load(tmp_path / "none.json") == {}
    save(kept, tmp_path / "some.json")
    assert load(tmp_path / "some.json") == kept


def test_what_deals_came_to_is_kept_so_that_intervals_are_by_deals(tmp_path: Path) -> None:
    """Each deal won or lost in both of its games: twenty games say as much as ten."""
    pairing = Pairing("market_day", 2, "", "search:sims=4", "search:sims=1", "levels")
    one, more = (
        Measurement("abc", 20, Share.of([Deal(2, 2.0)] * won + [Deal(2, 0.0)] * (10 - won)), None, 0.1, 0.2)
        for won in (8, 4)
    )
    save({pairing.name: one}, tmp_path / "kept.json")
    together = load(tmp_path / "kept.json")[pairing.name].plus(more)
    assert together.duel == Share.of(one.duel.deals + more.duel.deals)
    low, high = wilson(24, 40)
    assert together.duel.low < low - 0.04 < high + 0.04 < together.duel.high
    older = Measurement("abc", 20, Share(20, 0.8, *wilson(16, 20)), None, 0.1, 0.2)
    mixed = older.plus(more).duel
    assert (mixed.low, mixed.high, mixed.deals) == (low, high, ())


def test_it_is_told_how_many_deals_shares_are_of() -> None:
    assert _told(Share(40, 0.75, 0.6, 0.86)) == "75% (60%–86% of 40)"
    assert _told(Share.of([Deal(2, 1.0), Deal(2, 2.0)] * 5)) == "75% (53%–89% of 20 on 10 deals)"
    assert _told(Share.of([Deal(8, 5.0), Deal(8, 7.0), Deal(8, 6.0)])) == "75% (of 24 on 3 deals)"


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

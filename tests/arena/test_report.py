"""Reports: what is told of games is what happened in them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from statistics import fmean, stdev

import pytest

import farmtable
from farmtable.arena.intervals import Deal, share_ends, t95
from farmtable.arena.play import Setting
from farmtable.arena.report import PLAYED, RARE, Report, report, wins
from farmtable.arena.report_page import MOST_ROWS, page
from farmtable.arena.simulate import simulate
from farmtable.core import BadOption, Record

GAMES = 30


@pytest.fixture(scope="module")
def market() -> Report:
    return report(Setting.of("market_day", 3, ["greedy"], 4), GAMES, workers=1)


@pytest.fixture(scope="module")
def farms() -> Report:
    return report(Setting.of("agricola", 2, ["greedy"], 4), 4, workers=1)


def test_games_are_those_of_a_simulation(market: Report) -> None:
    finished = simulate(market.setting, GAMES, workers=1)
    assert [one.score for one in market.told] == [score for game in finished for score in game.scores]
    assert [one.win for one in market.told] == [win for game in finished for win in game.wins]
    assert sum(sum(one.done.values()) for one in market.told) == sum(game.decisions for game in finished)


def test_decisions_are_those_of_the_records(tmp_path: Path) -> None:
    setting = Setting.of("agricola", 2, ["greedy"], 4)
    simulate(setting.keeping(tmp_path), 1, workers=1)
    record = Record.load(next(tmp_path.glob("*.json")))
    done = [Counter[str]() for _ in range(2)]
    for step, state in enumerate(record.states()):
        if state.to_play >= 0:
            done[state.to_play][state.describe(record.actions[step])] += 1
    assert [one.done for one in report(setting, 1, workers=1).told] == done


def test_workers_change_nothing(market: Report) -> None:
    assert report(market.setting, GAMES, workers=2).told == market.told


def test_shares_and_means_add_up(market: Report) -> None:
    assert market.games == GAMES
    assert sum(won.value * won.of for won, _ in market.seats()) == pytest.approx(GAMES)
    assert all(won.low <= won.value <= won.high and won.of == GAMES for won, _ in market.seats())
    assert market.points().value == pytest.approx(fmean(one.score for one in market.told))
    assert sum(of_all.value for _, of_all, _ in market.lines()) == pytest.approx(market.points().value)
    assert sum(deed.seats.value for deed in market.firsts()) <= 1
    assert {deed.words for deed in market.firsts()} <= {"take from bag", "take from stall"}
    assert all(deed.seats.value >= RARE and deed.times >= 1 for deed in market.decisions())


def test_seats_of_a_game_are_not_counted_as_independent(market: Report) -> None:
    """A victory is one of every three seats, so of all seats exactly a third win; scores go by games."""
    games = [market.told[first : first + 3] for first in range(0, len(market.told), 3)]
    assert [{one.game for one in game} for game in games] == [{number} for number in range(GAMES)]
    means = [fmean(one.score for one in game) for game in games]
    assert market.points().error == pytest.approx(t95(GAMES - 1) * stdev(means) / GAMES**0.5)
    everybody = wins(market.told)
    assert everybody.value == pytest.approx(1 / 3)
    assert everybody.high - everybody.low < 0.06
    deed = market.firsts()[0]
    doing = [sum(one.first == deed.words for one in game) for game in games]
    ends = share_ends([Deal(3, n) for n in doing])
    assert (deed.seats.low, deed.seats.high) == pytest.approx(ends)


def test_cards_are_told_apart_from_other_decisions(farms: Report, market: Report) -> None:
    names = {str(card.name) for card in farmtable.game("agricola").cards()}
    assert farms.cards()
    assert {deed.words for deed in farms.cards()} <= names
    assert not any(deed.words.startswith(PLAYED) for deed in farms.decisions())
    played = farms.cards_played()
    assert played is not None
    counts = [sum(n for words, n in one.done.items() if words.startswith(PLAYED)) for one in farms.told]
    assert played.value == pytest.approx(fmean(counts))
    assert market.cards_played() is None
    assert market.cards() == []


def test_lines_of_the_score_sheet_have_no_numbers(farms: Report) -> None:
    """`1 room` and `3 rooms` are one line, or nothing could be told of it on average."""
    names = [name for name, *_ in farms.lines()]
    assert not any(part.isdigit() for name in names for part in name.split())
    assert len(names) == len(set(names)) > 8


def test_the_page_tells_all_of_it(farms: Report, market: Report) -> None:
    told = page(farms)
    for deed in [*farms.cards(), *farms.firsts()[:20], *farms.decisions()[:MOST_ROWS]]:
        assert deed.words.replace("'", "&#39;") in told
    assert "Hand cards" in told
    assert "Hand cards" not in page(market)
    assert "src=" not in told, "the page needs nothing from anywhere else"


def test_a_seat_alone_is_compared_with_nobody() -> None:
    alone = report(Setting.of("agricola", 1, ["random"], 1, {"cards": "none"}), 2, workers=1)
    told = page(alone)
    assert "Victories by seat" not in told
    assert "Winners" not in told


def test_the_data_are_plain(farms: Report) -> None:
    data = json.loads(json.dumps(farms.as_data()))
    assert data["games"] == 4
    assert data["cards_played"]["value"] > 0
    assert data["cards"][0]["wins"]["of"] >= 1


def test_no_game_is_no_report() -> None:
    with pytest.raises(BadOption, match="at least one game must be played"):
        report(Setting.of("market_day", 2), 0)

"""Dice thrown in the open lie on the table until the next throw."""

from __future__ import annotations

import itertools
import re
from html import unescape

from farmtable.core import CHANCE, Record
from farmtable.core import game as find_game
from farmtable.tables import Tables
from farmtable.web.beside.past import Film
from farmtable.web.board import acting_seat
from farmtable.web.pages import environment
from tests.golden_records import FOLDER
from tests.web.visitor import Board, Visitor

MOST_DECISIONS = 60


def thrown(board: Board) -> list[str]:
    """The throws that are drawn, by when they were thrown."""
    return sorted(set(re.findall(r'data-thrown="(\d+)"', board.html)))


def decide_until_thrown(anna: Visitor, tables: Tables, table: str, before: list[str]) -> Board:
    """Take each first answer, which is the first zone of a die, until another throw lies there."""
    for _ in range(MOST_DECISIONS):
        seat = acting_seat(tables.open(table))
        board = anna.board(table, seat)
        if thrown(board) not in ([], before):
            return board
        how = {"kind": "finish"} if board.held else {"action": board.actions[0]}
        anna.send(table, version=board.version, seat=seat, **how)
    raise AssertionError("no die was thrown")


def test_a_die_lies_in_its_zone_until_the_next_throw(anna: Visitor, tables: Tables) -> None:
    table = anna.set_up("local", "local", game="mi_tierra")
    first = decide_until_thrown(anna, tables, table, [])
    assert len(thrown(first)) == 1
    entries = [entry for entry in tables.open(table).log(None) if entry.thrown is not None]
    last = entries[-1]
    assert last.thrown is not None
    [number] = last.thrown.shown
    [zone] = re.findall(r'data-place="([^"]*)"(?:(?!data-place).)*?class="thrown', first.html, re.DOTALL)
    assert zone == last.thrown.place
    said = re.search(r'<span class="unseen">, ([^<]*rolls[^<]*)</span>', first.html)
    assert said is not None
    assert f"rolls {number}" in unescape(said[1])
    again = anna.board(table, acting_seat(tables.open(table)))
    assert thrown(again) == thrown(first), "a page that is loaded anew shows it, too"
    assert thrown(decide_until_thrown(anna, tables, table, thrown(first))) != thrown(first)


def test_a_replay_shows_what_lay_there_at_each_step() -> None:
    record = Record.load(FOLDER / "mi_tierra-2p-random.json")
    film = Film(record)
    throws = [
        (before.thrown(action), at)
        for at, steps in enumerate(film.steps)
        for before, action in steps
        if before.to_play == CHANCE and before.thrown(action) is not None
    ]
    assert film.last_throw(0) is None
    assert len(throws) > 1
    for (throw, since), (_, until) in itertools.pairwise(throws):
        for at in {since, until - 1} if until > since else ():
            found = film.last_throw(at)
            assert found is not None
            assert found[0] == since
            assert found[1].thrown(found[2]) == throw


def test_any_game_has_its_dice_drawn() -> None:
    dice = environment("en").get_template("pieces/dice.html").module
    assert [str(dice.die(number)).count("<circle") for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]
    assert ">20</text>" in str(dice.die(20))  # type: ignore[attr-defined]
    lying = {"seat": 1, "shown": [2, 20], "place": "tower", "version": 7, "said": "Anna throws 2 and 20."}
    table = environment("en").get_template("games/_default/table.html")
    html = table.render(view={}, names=["Anna", "Ben"], initials=["A", "B"], thrown=lying)
    assert 'class="thrown seat-1" data-thrown="7"' in html
    assert "Anna throws 2 and 20." in html


def test_a_game_without_dice_has_none(anna: Visitor) -> None:
    assert find_game("market_day").new(2).thrown(0) is None
    table = anna.set_up("local", "local")
    assert thrown(anna.play_first(table, 0)) == []

"""What a page tells of what has happened: the log by turn, and marks where the others acted last."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from fastapi import FastAPI

from farmtable import CHANCE, OVER, Rng, State, Text, game
from farmtable.core.playout import sample_chance
from farmtable.core.text import SeatName
from farmtable.tables import LogEntry, Tables
from farmtable.web.beside.log import by_turn, lines_of, marks, sentences
from farmtable.web.reader import Reader
from tests.web.visitor import Visitor

READER, NAMES = Reader("b", "en", ""), ["Anna", "Ben", "Cleo"]


def entry(version: int, seat: int | None, *places: str, round: int = 1, undone: bool = False) -> LogEntry:
    said = Text("{seat} acts.", seat=SeatName(seat or 0))
    return LogEntry(version, seat, [said], list(places), round, version, undone)


def dealt(version: int, card: str) -> LogEntry:
    return LogEntry(version, None, [Text("{seat} is dealt {card}.", seat=SeatName(0), card=Text(card))])


def test_each_other_seat_is_marked_where_it_acted_last_since_ones_own_decision() -> None:
    log = [
        entry(1, 1, "old"),
        entry(2, 0, "mine"),
        entry(3, 1, "wood"),
        entry(4, 2, "clay"),
        entry(5, 2, "field", "clay"),
        entry(6, None),
        entry(7, 1, "reed"),
    ]
    found = {mark["seat"]: mark["places"] for mark in marks(log, 0)}
    assert found == {1: ["reed"], 2: ["clay", "field"]}
    assert marks([*log, entry(8, 0, "mine")], 0) == []


def test_what_was_taken_back_is_not_marked_and_ends_no_mark() -> None:
    log = [entry(1, 0), entry(2, 1, "wood"), entry(3, 1, "clay", undone=True), entry(4, 0, undone=True)]
    log.append(replace(entry(5, 0), undoes=True))
    assert [mark["places"] for mark in marks(log, 0)] == [["wood"]]


def test_a_turn_without_a_place_leaves_the_mark_of_the_one_before() -> None:
    log = [entry(1, 0), entry(2, 1, "wood"), entry(3, 2, "clay"), entry(4, 1)]
    assert {mark["seat"]: mark["places"] for mark in marks(log, 0)} == {1: ["wood"], 2: ["clay"]}


def test_a_spectator_sees_the_last_turn_of_each_seat() -> None:
    log = [entry(1, 0, "wood"), entry(2, 1, "clay"), entry(3, 0, "reed")]
    assert {mark["seat"]: mark["places"] for mark in marks(log, None)} == {0: ["reed"], 1: ["clay"]}


def test_lines_stand_by_turn_and_a_round_is_told_once() -> None:
    log = [entry(1, None, round=0), entry(2, 0), entry(3, 0), entry(4, None), entry(5, 1)]
    log += [entry(6, None, round=2), entry(7, 1, round=2), entry(8, 0, round=2)]
    turns = by_turn(lines_of(log, READER, NAMES))
    told = [(turn["seat"], turn["new_round"], [line["at"] for line in turn["lines"]]) for turn in turns]
    assert told == [
        (None, None, [1]),
        (0, 1, [2, 3, 4]),
        (1, None, [5]),
        (None, 2, [6]),
        (1, None, [7]),
        (0, None, [8]),
    ]


def test_dealt_cards_are_one_line() -> None:
    (line,) = lines_of([dealt(1, "Basket"), dealt(2, "Loom"), dealt(3, "Canoe")], READER, NAMES)
    assert (line.at, line.text) == (3, "Anna is dealt Basket, Loom, Canoe.")


def test_what_a_card_does_for_several_is_told_in_sentences() -> None:
    gets = [Text("{seat} gets {n} food.", seat=SeatName(seat), n=n) for seat, n in ((0, 3), (1, 1))]
    texts = [Text("{card}: {sentence}", card=Text("Milk Jug"), sentence=each) for each in gets]
    assert sentences(texts, READER, NAMES) == "Milk Jug: Anna gets 3 food. Ben gets 1 food."


def test_sentences_that_differ_in_more_than_one_thing_stay_apart() -> None:
    one = Text("{seat} draws {tile}.", seat=SeatName(0), tile=Text("wheat"))
    other = Text("{seat} draws {tile}.", seat=SeatName(1), tile=Text("beets"))
    assert sentences([one, other], READER, NAMES) == "Anna draws wheat. Ben draws beets."
    numbers = [Text("{seat} scores {n}.", seat=SeatName(0), n=n) for n in (1, 2)]
    assert sentences(numbers, READER, NAMES) == "Anna scores 1. Anna scores 2."


def test_a_board_marks_the_others_until_ones_own_decision(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "friend", name_0="Anna", name_1="Ben", confirm="no")
    invite = re.search(r'value="/join/([^"]+)"', anna.board(table).html)
    assert invite
    ben.post(f"/join/{invite[1]}", name="Ben")
    first, second = (anna, ben) if anna.board(table).actions else (ben, anna)
    seats = {anna: 0, ben: 1}
    for _ in range(2):  # takes a crate, sells or keeps
        first.play_first(table, seats[first])
    html = second.board(table).html
    assert f'data-seat="{seats[first]}"' in _marks(html)
    assert not _marks(first.board(table).html)
    second.play_first(table, seats[second])
    assert not _marks(second.board(table).html)


def _marks(html: str) -> str:
    found = re.search(r'<ul class="unseen" id="happened".*?</ul>', html, re.DOTALL)
    return found[0] if found else ""


@pytest.mark.parametrize("name", ["aehre", "agricola", "mi_tierra"])
@pytest.mark.parametrize("seed", [1, 2])
def test_places_are_on_the_page(app: FastAPI, tables: Tables, name: str, seed: int) -> None:
    """Whatever a game calls a place of an action, its page has it: for the seat itself, or for all."""
    html = _pages(app, tables, name, seed)
    found = {place for words in re.findall(r'data-place="([^"]+)"', html) for place in words.split()}
    state, rng = game(name).new(2), Rng(seed)
    named: set[str] = set()
    for _ in range(150):
        if state.to_play == OVER:
            break
        chance = state.to_play == CHANCE
        action = sample_chance(state, rng) if chance else _random(state, rng)
        named.update(place for place in state.places(action, -1) if not place.startswith("card-"))
        state.apply(action)
    assert named, "nothing was named"
    assert {_kind(place) for place in named} <= {_kind(place) for place in found}


def _kind(place: str) -> str:
    """Spaces and cells may not be there yet, or have no farm of their own: what they are called like."""
    return re.sub(r"\d+", "#", place.split("-", maxsplit=1)[0]) + ("-" if "-" in place else "")


def _pages(app: FastAPI, tables: Tables, name: str, seed: int) -> str:
    visitor = Visitor(app)
    table = visitor.set_up("local", "local", game=name, confirm="no")
    pages = visitor.board(table).html
    return "".join([pages, visitor.board(table, 0).html, visitor.board(table, 1).html])


def _random(state: State, rng: Rng) -> int:
    legal = list(state.legal_actions())
    return legal[rng.below(len(legal))]

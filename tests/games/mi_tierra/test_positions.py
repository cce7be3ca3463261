"""Stored positions: they come back whole, and whatever is not one is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, BadRecord, Rng
from farmtable.core.playout import playout, sample_chance
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position.steps import DROPPING, GIVING, HOUSE, REORDER
from tests.games.mi_tierra.figures import FIGURES
from tests.games.mi_tierra.scenarios import Data, activated, after_event, finished, play, position

OPTIONS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (2, {"start": "2", "closing_markets": "closed"}),
    (3, {"excess_meat": "visit"}),
    (4, {"strike": "without_oven"}),
]
ROUND = [["end round", 0], *(["zone", zone] for zone in range(14, -1, -1))]


def up_to(zone: int, *frames: tuple[str, int]) -> list[list[Any]]:
    """An agenda on which this zone is the next, or under way, and these steps come before it."""
    return [["end round", 0], *(["zone", other] for other in range(14, zone - 1, -1)), *map(list, frames)]


@pytest.mark.parametrize(("players", "options"), OPTIONS)
def test_every_position_of_a_game_comes_back(players: int, options: dict[str, str]) -> None:
    """Through JSON and back at every step, setting up included, what was seen of the pile too."""
    rng = Rng("positions", f"{players} {options}")
    state = GAME.new(players, **options)
    tower = state.read("place Clock Tower")
    seen = False
    while state.to_play != OVER:
        again = GAME.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again == state
        assert list(again.legal_actions()) == list(state.legal_actions())
        assert again.digest() == state.digest()
        seen |= any(card["loose"] for card in state.to_dict()["top"])
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            actions = state.legal_actions()
            state.apply(tower if tower in actions else actions[rng.below(len(actions))])
    assert seen or players > 2  # with more seats somebody else is nearly always there, too
    assert GAME.from_dict(state.to_dict()).winners() == state.winners()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_scenario_says_only_what_matters(players: int) -> None:
    """With nothing but the players the first worker of a new game is to be placed."""
    state = position(players=players)
    data = state.to_dict()
    assert state.to_play == 0
    assert data["round"] == 1
    assert [seat["money"] for seat in data["seats"]] == [5, 6, 7, 8][:players]
    assert all(seat["idle"] == 3 and seat["fields"] == {"A2": "apple"} for seat in data["seats"])
    assert data["display"] == ["I", "II", "III", "IV"]
    assert len(data["market"]) == players
    assert data["piles"] == {"A": 27 - players, "B": 23}
    assert sum(data["developments"].values()) == 28


def test_what_is_left_out_of_a_scenario_fits_the_rest() -> None:
    state = position(
        {"workers": 4, "field_workers": ["A2"], "fields": {"A1": "apple"}, "barnyards": [3], "cards": ["I"]},
        order=[1, 0],
        placed={"Forest": [[0, "pair"], 1]},
        permanent="strike",
        top=["thieves", "cow 6x2"],
    )
    data = state.to_dict()
    assert [seat["money"] for seat in data["seats"]] == [6, 5]
    assert [seat["idle"] for seat in data["seats"]] == [1, 2]
    assert (data["crop_tiles"]["apple"], data["barnyards"], data["developments"]["I"]) == (17, 10, 1)
    assert data["gone"] == {"strike": 1}
    assert (data["permanents"], data["ending"]) == (1, False)
    assert data["unseen"]["thieves"] == 1
    assert state.to_play == 1


def test_cards_that_nobody_has_seen_may_be_named() -> None:
    """They come next, and the seats do not know it."""
    state = position(top=["thieves", "cow 6x2"])
    assert [card["exact"] for card in state.to_dict()["top"]] == [[], []]
    other = position(top=["frost", "apple 5x2 out"])
    assert all(state.seen_by(seat).key() == other.seen_by(seat).key() for seat in (None, 0, 1))


# --- what is no position ------------------------------------------------------------------------------


def broken(players: int = 2, **changes: Any) -> Data:
    return {"players": players, "options": {"components": FIGURES}, **changes}


def of_seat_0(**changes: Any) -> Data:
    return broken(seats=[changes, {}])


def pending(*agenda: Any, **changes: Any) -> Data:
    return broken(agenda=[list(frame) for frame in agenda], **changes)


KNOWN = {"card": "thieves", "exact": [0], "shuffled": [1]}

BAD: dict[str, tuple[Data, str]] = {
    "no players": ({}, "players"),
    "too many players": (broken(5), "2 to 4"),
    "an unknown option": (broken(options={"x": "y"}), "'x'"),
    "an unknown word": (broken(rond=1), "rond"),
    "an unknown word of a seat": (of_seat_0(worker=3), "worker"),
    "too few seats": (broken(seats=[{}]), "1 seats"),
    "a round before the first": (broken(round=0), "round"),
    "a truth for a number": (broken(round=True), "round"),
    "a number for a truth": (broken(pair=1), "pair"),
    "an order without a seat": (broken(order=[0]), "order"),
    "an order of one seat": (broken(order=[0, 0]), "order"),
    "cubes of nobody": (broken(cubes=[0, 2]), "cubes"),
    "a turn of nobody": (broken(turn=2, seats=[{"stopped": True}, {}]), "turn"),
    "a seat that is none": (broken(active=2), "active"),
    # Workers.
    "a worker on no zone": (broken(placed={"Attic": [0]}), "Attic"),
    "a worker of nobody": (broken(placed={"Forest": [2]}), "placed.Forest"),
    "a worker beside": (broken(placed={"Oven": [0, 1]}), "no space 2"),
    "a gap": (broken(placed={"Forest": [None, 1]}), "placed.Forest"),
    "a worker on a blocked space": (broken(placed={"Development": [None, None, 0]}), "no space 3"),
    "a pair of anything": (broken(placed={"Oven": [[0, "pair"]]}), "R18"),
    "a second place in the order": (broken(placed={"Turn Order": [0, 0]}), "R10"),
    "a worker on the black market": (broken(black_market=[0]), "R41"),
    "a worker in a zone that is over": (
        broken(agenda=up_to(3), placed={"Forest": [0]}),
        "nobody can stand in Forest",
    ),
    "a worker before the placing": (
        pending(*ROUND, ("placing", 0), ("development card", 0), placed={"Forest": [0]}),
        "Forest",
    ),
    "more workers out than there are": (of_seat_0(fields={"A1": "apple"}, workers=6), "workers"),
    "too many out": (
        broken(placed={"Forest": [[0, "pair"], [0, "pair"]]}),
        "3 workers, and 4 are out",
    ),
    "workers too few": (of_seat_0(workers=2), "workers"),
    "others idle than there are": (of_seat_0(idle=2), "idle is 3"),
    "a worker on a bare field": (of_seat_0(field_workers=["B1"]), "B1"),
    "two workers on a field": (of_seat_0(field_workers=["A2", "A2"]), "A2"),
    "a field worker at night": (
        broken(agenda=up_to(14), seats=[{"field_workers": ["A2"]}, {}]),
        "field_workers",
    ),
    # Farms.
    "a debt": (of_seat_0(money=-1), "money"),
    "a good that is none": (of_seat_0(goods={"gold": 1}), "gold"),
    "more than the supply": (of_seat_0(goods={"cake": 8}), "R57"),
    "a field that is none": (of_seat_0(fields={"D1": "apple"}), "D1"),
    "a crop that is none": (of_seat_0(fields={"A1": "milk"}), "milk"),
    "another printed field": (of_seat_0(fields={"A2": "grape"}), "R32"),
    "a barnyard too many": (of_seat_0(barnyards=[2, 2, 2, 2]), "3 places"),
    "a barnyard of no size": (of_seat_0(barnyards=[4]), "capacity 4"),
    "animals without a place": (of_seat_0(goods={"sheep": 3}), "R28"),
    "a card that is none": (of_seat_0(cards=["XVI"]), "XVI"),
    "a card twice": (of_seat_0(cards=["I", "I"]), "twice"),
    "a card too many": (of_seat_0(cards=["I", "II", "III", "IV"]), "R36"),
    "a card and what it replaced": (of_seat_0(cards=["I", "XII"]), "XII replaces I"),
    "a used card that is not there": (of_seat_0(used=["I"]), "used"),
    "more of a card than there are": (
        broken(seats=[{"cards": ["II"]}, {"cards": ["II"]}], display=["II"] + [None] * 3),
        "2 cards II",
    ),
    # Cards.
    "a display of three": (broken(display=["I", "II", "III"]), "4 places"),
    "a market too few": (broken(market=["cow 6x2"]), "2 places"),
    "an event for a market": (broken(market=["thieves", None]), "thieves"),
    "a market that is none": (broken(market=["cow 6x3", None]), "cow 6x3"),
    "more of a market than there are": (broken(market=["cow 6x2"] * 2), "1 cards cow 6x2"),
    "deck B before deck A": (broken(market=["cow 6x2", "wine 22x3"], gone={}, top=["strike"]), "R3"),
    "an event that acts once, in force": (broken(permanent="thieves"), "R45"),
    "an event in force that never came": (broken(permanent="strike", gone={}), "R45"),
    "other piles than there are": (broken(piles={"A": 1, "B": 23}), "piles"),
    "an end that is none": (broken(ending=True), "ending"),
    "five cards seen": (broken(top=["apple 3x6"] * 5), "R34"),
    "a card known twice": (broken(top=[{**KNOWN, "shuffled": [0]}]), "reorder"),
    "a card known below one that is not": (broken(top=["cow 6x2", KNOWN]), "above"),
    # What is pending.
    "an unknown step": (pending(("dance", 0)), "dance"),
    "half a step": ({**pending(("dance", 0)), "agenda": [["end round"]]}, "its name and a number"),
    "an argument that is none": (pending(("end round", -1)), "whole number"),
    "a step that lies nowhere": (pending(("placing", 0)), "placing"),
    "an end too early": (broken(agenda=[]), "R46"),
    "a zone left out": (pending(("end round", 0), ("zone", 14), ("zone", 12)), "R24"),
    "two zones at a time": (pending(("end round", 0), ("zone", 30), ("zone", 13)), "R24"),
    "placing with zones gone": (pending(*up_to(1), ("placing", 0)), "R24"),
    "a zone of no space": (broken(agenda=up_to(1, ("zone", 16 * 9))), "spaces"),
    "an offer to nobody": (broken(agenda=up_to(1, ("zone", 16), ("offered", 0))), "activated last"),
    "an offer elsewhere": (
        broken(
            agenda=up_to(1, ("zone", 16), ("offered", 3)),
            placed={"Forest": [0]},
        ),
        "no part",
    ),
    "a result that is none": (
        broken(agenda=up_to(1, ("zone", 16), ("offered", 0)), placed={"Forest": [0]}, result=5),
        "result",
    ),
    "animals of another zone": (
        broken(agenda=up_to(2, ("zone", 17), ("arrival", 9)), placed={"Sheep Farm": [0]}),
        "arrival",
    ),
    "a reorder of nothing": (
        broken(agenda=up_to(8, ("zone", 23), ("reorder", 0)), placed={"Clock Tower": [0]}),
        "R34",
    ),
    "developing out of order": (broken(agenda=up_to(10, ("developing", 0))), "last seats"),
    "developing in the forest": (
        broken(agenda=up_to(0, ("developing", 1))),
        "before Winery and Mill",
    ),
    "a sale of nobody": (broken(agenda=up_to(14, ("selling", 0))), "selling"),
    "a generic sale of nothing": (
        broken(
            agenda=up_to(14, ("selling", 0), ("generic sale", 0)),
            placed={"Official Market": [0]},
        ),
        "generic",
    ),
    "a trade of nobody": (pending(("end round", 0), ("trading", 0)), "R52"),
    "a fourth purchase": (
        pending(("end round", 0), ("trading", 4 * 8), black_market=[0]),
        "R52",
    ),
    "a gift to an event that takes nothing": (
        pending(*ROUND, ("placing", 0), ("development card", 0), ("market card", 0), ("giving", 64)),
        "give back",
    ),
    "a room for a card that is there": (
        broken(agenda=up_to(10, ("developing", 1), ("dropping", 4)), active=1),
        "R36",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_position_is_refused(what: str) -> None:
    data, piece = BAD[what]
    with pytest.raises(BadRecord) as caught:
        GAME.from_dict(data)
    assert str(caught.value).startswith("position: ")
    assert piece in str(caught.value)
    assert "\n" not in str(caught.value)


# --- junk ---------------------------------------------------------------------------------------------


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from paths(below, (*path, key))


FARM: Data = {
    "money": 20,
    "goods": {"apple": 4, "wheat": 3, "grape": 4, "sheep": 3, "cow": 2, "chicken": 3, "milk": 1},
    "fields": {"A1": "apple", "B2": "grape", "C3": "wheat"},
    "barnyards": [3, 2, 2],
    "cards": ["VIII", "X", "XI"],
}


def some_positions() -> list[Data]:
    """Positions at all kinds of steps, those that are rare too."""
    tower = activated(FARM, placed={"Clock Tower": [0]})
    while tower.step() != REORDER:
        tower.apply(tower.legal_actions()[0])
    housing = activated(FARM, placed={"Forest": [[0, "pair"]]})
    play(housing, "choose barnyard 2", "throw away barnyard 1")
    dropping = play(activated(FARM, placed={"Development": [0]}), "buy II from centre")
    giving = after_event(FARM, {"goods": {"cow": 2}}, top=["thieves", "meat 4x3"])
    generic = activated(FARM, placed={"Official Market": [0, 1]}, market=["generic 3/4", "cow 6x2"])
    play(generic, "sell to generic 3/4", "offer milk")
    trading = play(activated(FARM, placed={"Official Market": [0]}), "black market", "buy egg")
    rolled = activated(FARM, placed={"Sheep Farm": [0]})
    states = [
        GAME.new(2),
        position(FARM, placed={"Forest": [1], "Seed Shop": [[0, "pair"]], "Turn Order": [1]}),
        activated(FARM, placed={"Forest": [0]}),
        rolled,
        play(rolled.clone(), "roll 3"),
        play(activated(FARM, placed={"Seed Shop": [[0, "pair"]]}), "choose wheat"),
        activated({**FARM, "field_workers": ["A1", "B2"]}),
        tower,
        housing,
        dropping,
        giving,
        generic,
        trading,
        finished(FARM),
    ]
    assert {REORDER, HOUSE, DROPPING, GIVING} <= {state.step() for state in states}
    return [state.to_dict() for state in states]


POSITIONS = some_positions()
PLACES = [(index, path) for index, data in enumerate(POSITIONS) for path in paths(data) if path]
NUMBERS = (True, -1, 0, 1, 2, 3, 4, 7, 16, 99, 10**30, 1 << 24, 0.5)
WORDS = ("", "A1", "B2", "apple", "sheep", "II", "Forest", "cow 6x2", "thieves", "placing", "house", "pair")
SHAPES: tuple[Any, ...] = ([], [[]], [3], [0], ["A1"], [["A1"]], {}, {"apple": 2}, ["zone", 3], [0, "pair"])
JUNK: st.SearchStrategy[Any] = st.sampled_from((None, *NUMBERS, *WORDS, *SHAPES))


@given(place=st.sampled_from(PLACES), junk=JUNK)
@settings(max_examples=600, derandomize=True)
def test_junk_anywhere_is_refused_or_played(place: tuple[int, tuple[Any, ...]], junk: Any) -> None:
    """Whatever stands in any place of a position: a clear refusal, or play goes on to the end."""
    index, path = place
    data = copy.deepcopy(POSITIONS[index])
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    try:
        state = GAME.from_dict(data)
    except BadRecord:
        return
    playout(state, Rng(1))
    assert state.winners()

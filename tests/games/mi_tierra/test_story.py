"""The log: what happened, in the sentences that each reader is told; and how money adds up."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position.steps import LOOK, REORDER
from tests.games.mi_tierra.scenarios import Data, activated, finished, play, position

FARM: Data = {
    "money": 20,
    "goods": {"apple": 4, "wheat": 3, "grape": 4, "sheep": 2, "milk": 1, "egg": 2},
    "fields": {"A1": "apple", "B2": "grape", "C3": "wheat"},
    "barnyards": [3, 2],
    "cards": ["III", "X", "XV"],
}
FULL_FIELDS: Data = dict.fromkeys(("A1", "B1", "C1", "B2", "C2", "A3", "B3", "C3"), "wheat")


def at(zone: str, *actions: str, farm: Data = FARM, **rest: Any) -> State:
    """Seat 0 has this farm and a worker in a zone, and has done these actions."""
    return play(activated(farm, **{"placed": {zone: [0]}, **rest}), *actions)


def pair(zone: str, *actions: str, **rest: Any) -> State:
    return at(zone, *actions, placed={zone: [[0, "pair"]]}, **rest)


def before_the_last_card(**options: Any) -> State:
    """The game is laid out but for one development card."""
    state, rng = GAME.new(2, **options), Rng("who begins")
    while state.to_dict()["round"] == 0:
        before = state.clone()
        state.apply(sample_chance(state, rng))
    return before


def test_who_begins_is_told_where_nobody_draws_it() -> None:
    state = before_the_last_card(start="2")
    told = [str(text) for text in state.tell(state.legal_actions()[0], -1)]
    assert told[1:] == ["seat 2 begins.", "Round 1 begins."]
    state = before_the_last_card()
    told = [str(text) for text in state.tell(state.legal_actions()[0], -1)]
    assert told[1:] == ["Round 1 begins."], "it was told when it was drawn"


# Where, what is done, and what is told of it; what comes after is another matter.
TOLD: dict[str, tuple[State, str, list[str]]] = {
    "the start": (GAME.new(2), "start seat 2", ["seat 2 begins."]),
    "a worker": (position(), "place Clock Tower", ["seat 1 places a worker: Clock Tower."]),
    "two workers": (
        position(),
        "place pair Forest",
        ["seat 1 places two workers together: Forest."],
    ),
    "development": (position(), "place Development left", ["seat 1 places a worker: Development, left."]),
    "a field": (position(), "place field A2", ["seat 1 places a worker on field A2."]),
    "stopping": (position(), "stop", ["seat 1 places no more workers in this round."]),
    "a roll": (at("Forest"), "roll 3", ["seat 1 rolls 3: Forest."]),
    "another roll": (at("Forest", "roll 3"), "reroll", ["seat 1 rolls again."]),
    "a barnyard": (at("Forest", "roll 3"), "take", ["seat 1 puts up a barnyard for 3 animals."]),
    "nothing of it": (at("Forest", "roll 3"), "leave", ["seat 1 makes no use of this zone: Forest."]),
    "a barnyard chosen": (
        pair("Forest"),
        "choose barnyard 3",
        ["seat 1 chooses a barnyard for 3 animals."],
    ),
    "a barnyard thrown away": (
        pair("Forest", "choose barnyard 3", farm={**FARM, "barnyards": [3, 2, 2]}),
        "throw away barnyard 2",
        ["seat 1 throws away a barnyard for 2 animals.", "seat 1 puts up a barnyard for 3 animals."],
    ),
    "a crop chosen": (pair("Seed Shop"), "choose wheat", ["seat 1 chooses wheat."]),
    "a crop": (pair("Seed Shop", "choose wheat"), "plant B3", ["seat 1 plants wheat on B3."]),
    "a crop thrown away": (
        pair("Seed Shop", "choose grape", farm={**FARM, "fields": FULL_FIELDS}),
        "plant B3",
        ["seat 1 throws away wheat on B3.", "seat 1 plants grapes on B3."],
    ),
    "animals": (
        at("Sheep Farm", farm={}),
        "roll 3",
        ["seat 1 rolls 3: Sheep Farm.", "seat 1 takes 2 sheep and 1 meat."],
    ),
    "animals released": (
        at("Cattle Farm", "roll 1", farm={"goods": {"sheep": 1}}),
        "release sheep",
        ["seat 1 gives up 1 sheep.", "seat 1 takes 1 cow."],
    ),
    "products": (
        at("Animal Industry", farm={**FARM, "goods": {"sheep": 3, "cow": 2}}),
        "take",
        ["seat 1 takes 1 wool and 1 milk for 5."],
    ),
    "a cake": (at("Oven"), "take", ["seat 1 makes 1 cake from 2 eggs and 1 milk for 8."]),
    "flour": (at("Winery and Mill"), "make flour", ["seat 1 makes 1 flour from 3 wheat for 5."]),
    "a worker more": (
        position(FARM, {"stopped": True}, placed={"Workers' Square": [0]}),
        "stop",
        ["seat 1 places no more workers in this round.", "seat 1 hires a worker."],
    ),
    "a card bought": (
        at("Development", farm={"money": 9}, display=["II", "IX", "IV", "V"]),
        "buy IX from centre",
        ["seat 1 buys card IX for 4."],
    ),
    "a card that two workers touch": (
        at(
            "Development",
            farm={"money": 9},
            display=["II", "IX", "IV", "V"],
            placed={"Development": [None, 0, None, 0]},
        ),
        "buy II from left",
        ["seat 1 buys card II for 2 (worker: left)."],
    ),
    "a card replaced": (
        at("Development", farm={"money": 9, "cards": ["I"]}, display=["II", "XII", "IV", "V"]),
        "buy XII from centre",
        ["seat 1 buys card XII for 4.", "seat 1 throws away card I."],
    ),
    "a card thrown away": (
        at("Development", "buy II from centre"),
        "drop X",
        ["seat 1 throws away card X."],
    ),
    "no card": (at("Development"), "leave", ["seat 1 buys no more development cards in this round."]),
    "a field worker": (
        activated({**FARM, "field_workers": ["A1", "B2"]}),
        "work A1",
        ["seat 1 harvests 2 apples on A1."],
    ),
    "a card used": (
        activated(FARM),
        "use III",
        ["seat 1 uses card III.", "seat 1 makes 1 flour from 2 wheat."],
    ),
    "money of a card": (activated(FARM), "use XV", ["seat 1 uses card XV.", "seat 1 gets 3 money."]),
    "a sale": (
        at("Official Market", farm={"goods": {"cow": 2}}, market=["cow 6x2", None]),
        "sell 2 to cow 6x2",
        ["seat 1 sells 2 cows for 12."],
    ),
    "a bundle": (
        at(
            "Official Market",
            farm={"goods": {"apple": 3, "wheat": 1}},
            market=["3 apple + 1 wheat for 15", None],
            top=["meat 4x3"],
        ),
        "sell to 3 apple + 1 wheat for 15",
        [
            "seat 1 sells 3 apples and 1 wheat for 15.",
            "New on the official market: meat at 4 each (up to 3).",
        ],
    ),
    "a generic market": (
        at("Official Market", farm={"goods": {"cow": 2}}, market=["generic 3/4", None]),
        "sell to generic 3/4",
        ["seat 1 chooses this market: any resources at 3 and animals at 4."],
    ),
    "a piece": (
        at(
            "Official Market", "sell to generic 3/4", farm={"goods": {"cow": 2}}, market=["generic 3/4", None]
        ),
        "offer cow",
        ["seat 1 sells 1 cow for 4."],
    ),
    "an event": (
        activated(
            {"goods": {"apple": 1}},
            {"goods": {"cow": 2}},
            placed={"Official Market": [0]},
            top=["thieves"],
        ),
        "sell 1 to apple 3x6",
        ["seat 1 sells 1 apple for 3.", "Event: Thieves.", "seat 2 gives up 1 cow."],
    ),
    "the black market": (
        at("Official Market", farm={"money": 20}),
        "black market",
        ["seat 1’s worker goes to the black market."],
    ),
    "a purchase": (
        at("Official Market", "black market", farm={"money": 20}),
        "buy egg",
        ["seat 1 takes 1 egg for 9."],
    ),
    "the way home": (
        at("Official Market", "black market", farm={"money": 20}),
        "leave",
        [
            "seat 1’s worker leaves the black market.",
            "Round 2 begins.",
            "Turn order: seat 2 and seat 1.",
        ],
    ),
    "workers paid": (
        position({"workers": 5, "money": 9}, round=3, agenda=[["round", 0]]),
        "keep 4 workers",
        ["seat 1 gives 1 worker back.", "seat 1 pays 2 for workers."],
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_is_told(what: str) -> None:
    state, action, sentences = TOLD[what]
    state = state.clone()
    told = [str(text) for text in state.tell(state.parse(action), 0)]
    assert told[: len(sentences)] == sentences
    assert told == [str(text) for text in state.tell(state.parse(action), -1)]


# --- the clock tower ------------------------------------------------------------------------------------

CARDS = ["cow 6x2", "thieves", "meat 4x3", "egg 7x3"]


@pytest.mark.parametrize("players", [2, 3])
def test_a_market_on_the_closing_line_is_not_said_to_close_soon(players: int) -> None:
    """R12: the words are for those that have the closing line before them; with two players all have it."""
    state, rng = GAME.new(players, start="1"), Rng(1)
    told: list[str] = []
    while state.round_number() < 3:
        action = sample_chance(state, rng) if state.to_play == CHANCE else state.parse("stop")
        told += map(str, state.tell(action, -1))
        state.apply(action)
    closed = [sentence for sentence in told if sentence.startswith("On the closing line now: ")]
    assert closed
    assert not any("soon closing" in sentence for sentence in closed)
    assert any("soon closing" in sentence for sentence in told)


def test_only_who_looks_is_told_of_the_cards() -> None:
    """R34, R58: what lies there, and in which order it is put back."""
    state = position({"idle": 2}, {"stopped": True}, placed={"Clock Tower": [0]}, top=CARDS)
    stop = state.parse("stop")
    others = [str(text) for text in state.tell(stop, 1)]
    assert others == [str(text) for text in state.tell(stop, -1)]
    assert others == [
        "seat 1 places no more workers in this round.",
        "seat 1 looks at the next 4 market cards.",
    ]
    assert [str(text) for text in state.tell(stop, 0)][1:] == [
        "seat 1 looks at the next 4 market cards.",
        "Card 1 is cows at 6 each (up to 2).",
        "Card 2 is Thieves.",
        "Card 3 is meat at 4 each (up to 3).",
        "Card 4 is eggs at 7 each (up to 3).",
    ]
    state.apply(stop)
    assert state.step() == REORDER
    said: dict[int, list[str]] = {0: [], 1: []}
    for action in ("next card thieves", "next card egg 7x3", "next card cow 6x2"):
        for reader, sentences in said.items():
            sentences += [str(text) for text in state.tell(state.parse(action), reader)]
        state.play(action)
    assert said[0][:3] == [
        "seat 1 puts Thieves next.",
        "seat 1 puts eggs at 7 each (up to 3) next.",
        "seat 1 puts cows at 6 each (up to 2) next.",
    ]
    assert said[1][0] == "seat 1 may have changed the order of the next market cards."
    assert said[0][3:] == said[1][1:]


def test_chance_in_the_clock_tower_tells_others_nothing() -> None:
    state = activated(placed={"Clock Tower": [0]})
    for number in range(4):
        assert state.step() == LOOK
        action = state.legal_actions()[number]
        assert [str(text) for text in state.tell(action, 1)][: number < 3] == []
        state.apply(action)


def test_what_was_seen_is_told_even_where_it_comes_up_at_once() -> None:
    """Two are in the clock tower, and nobody has anything to decide before the next round."""
    state = position(
        {},
        *[{"stopped": True}] * 2,
        players=3,
        placed={"Clock Tower": [1, 2]},
        market=["cow 7x1 out", "apple 3x6", "apple 4x4"],
        top=CARDS,
    )
    told = {reader: [str(text) for text in state.tell(state.parse("stop"), reader)] for reader in (0, 1, 2)}
    coming = "New on the official market: cows at 6 each (up to 2)."
    assert coming in told[0]
    assert "Card 1 is cows at 6 each (up to 2)." not in told[0]
    for reader in (1, 2):
        assert told[reader].index("Card 1 is cows at 6 each (up to 2).") < told[reader].index(coming)
        assert "Card 4 is eggs at 7 each (up to 3)." in told[reader]


# --- whole games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_decision_is_told(players: int) -> None:
    """To a spectator all but the order in which cards are put back in the clock tower."""
    rng = Rng("story", str(players))
    state = GAME.new(players)
    told: list[str] = []
    at_first = state.clone()
    while at_first.to_play == CHANCE:
        at_first.apply(sample_chance(at_first, rng))
    placings = [str(at_first.tell(action, -1)[0]) for action in at_first.legal_actions()]
    assert len(set(placings)) == len(placings), "two hints would read the same"
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            action = sample_chance(state, rng)
        else:
            actions = state.legal_actions()
            action = actions[rng.below(len(actions))]
        sentences = [str(text) for text in state.tell(action, -1)]
        assert sentences or state.to_play == CHANCE or state.step() == REORDER, state.describe(action)
        told += sentences
        state.apply(action)
    assert told[-1] == "The game is over."
    assert "The game ends after this round." in told
    assert all("{" not in sentence for sentence in told)


# --- the score sheet ------------------------------------------------------------------------------------


def test_money_adds_up() -> None:
    """R54, G8: 61 money, 1 cake, 2 clothes and 7 other pieces are 206."""
    state = finished({"money": 61, "goods": {"cake": 1, "clothes": 2, "apple": 2, "wine": 3, "sheep": 2}})
    lines = [(str(text), points) for text, points in state.score_sheet(0)]
    assert lines == [
        ("money in hand", 61),
        ("1 cake", 49),
        ("2 clothes", 94),
        ("7 other goods and animals", 2),
    ]
    assert sum(points for _, points in lines) == state.scores()[0] == 206

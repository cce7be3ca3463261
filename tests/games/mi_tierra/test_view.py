"""What a page is given: the whole table, every legal action exactly once, and what an action would bring."""

from __future__ import annotations

import json
from typing import Any

import pytest

from farmtable import Rng, State
from farmtable.core.playout import resolve_chance
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.page import view as page
from tests.games.mi_tierra.scenarios import GONE_A, LATE, Data, activated, play, position

ANIMALS = ("sheep", "cow", "chicken")


def look(state: State, seat: int | None = None) -> dict[str, Any]:
    """The view of `seat`, by default of the one who is to decide."""
    seen: dict[str, Any] = state.seen_by(state.to_play if seat is None else seat).view()
    return seen


def offered(ask: dict[str, Any]) -> list[int]:
    """Every action that the question names."""
    found = [ask.get(name) for name in ("take", "leave", "stop", "reroll", "black_market")]
    found += [action for part in ("zones", "pairs", "spaces") for action in ask.get(part, {}).values()]
    lists = (ask.get("sales", []), *(each for each in ask.values() if isinstance(each, list)))
    found += [one["action"] for each in lists for one in each if "action" in one]
    found += [unit["action"] for sale in ask.get("sales", []) for unit in sale["units"]]
    for each in lists:
        found += [one["first"] + n for one in each if "first" in one for n in range(one["most"])]
    return sorted(action for action in found if action is not None)


def check_animals(seat: dict[str, Any]) -> None:
    """All animals are shown somewhere, and no more in a barnyard than it holds."""
    shown = dict.fromkeys(ANIMALS, 0)
    for barnyard in seat["barnyards"]:
        assert barnyard["count"] <= barnyard["room"]
        if barnyard["animal"]:
            shown[barnyard["animal"]] += barnyard["count"]
    for animal, count in seat["waiting"].items():
        shown[animal] += count
    assert shown == {animal: seat["goods"][animal] for animal in ANIMALS}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_view_offers_every_legal_action_once(players: int) -> None:
    asked = set()
    for seed in range(2):
        rng = Rng(10 * players + seed)
        state = GAME.new(players)
        resolve_chance(state, rng)
        while state.to_play >= 0:
            legal = [int(action) for action in state.legal_actions()]
            view = look(state)
            asked.add(view["step"])
            assert offered(view["ask"]) == sorted(legal)
            assert json.loads(json.dumps(view)) == view
            for seat in view["seats"]:
                check_animals(seat)
            state.apply(legal[rng.below(len(legal))])
            resolve_chance(state, rng)
        over = look(state, 0)
        assert (over["step"], over["ask"], over["now"]) == ("over", None, None)
    assert {"place", "offered", "develop", "farm", "sell", "trade", "reorder"} <= asked


def test_only_who_decides_is_asked() -> None:
    state = position(players=3)
    assert look(state)["ask"]["zones"]
    others = [look(state, seat) for seat in range(3) if seat != state.to_play]
    watching = state.seen_by(None).view()
    assert [seen["ask"] for seen in [*others, watching]] == [None] * 3
    assert watching["seats"] == others[0]["seats"]


def test_cards_to_reorder_are_shown_as_they_lie() -> None:
    """R34: to choose always the first leaves the order as it is, also where two cards are alike."""
    cards = ["thieves", "egg 7x3", "meat 4x3", "thieves"]
    for lying in (cards, sorted(cards)):
        state = activated({}, placed={"Clock Tower": [0]}, top=lying)
        for laid in range(3):
            ask = look(state)["ask"]
            assert len(ask["laid"]) == laid
            places = [one["places"] for one in ask["cards"]]
            assert places == sorted(places)
            assert sorted(place for each in places for place in each) == list(range(laid + 1, 5))
            state.apply(ask["cards"][0]["action"])
        assert [one["card"] for one in state.to_dict()["top"]] == lying


def test_only_who_looked_sees_the_next_cards() -> None:
    """R34, R58: even if the whole position were asked, another seat would be told of places only."""
    cards = ("meat 4x3", "thieves", "sheep 6x2", "egg 7x3")
    state = activated(placed={"Clock Tower": [0]}, top=[{"card": card, "exact": [0]} for card in cards])
    mine = [one["card"] for one in look(state, 0)["top"]]
    assert [(card.get("good"), card.get("event")) for card in mine] == [
        ("meat", None),
        (None, "thieves"),
        ("sheep", None),
        ("egg", None),
    ]
    for view in (look(state, 1), state.seen_by(None).view(), page.view(state, 1)):
        assert [one["card"] for one in view["top"]] == [None] * 4
        assert view["heard"] == []


def test_who_looked_before_knows_what_lies_there_but_not_in_which_order() -> None:
    """R34: seat 1 looks second and alone, and reorders."""
    cards = ("meat 4x3", "thieves", "sheep 6x2", "egg 7x3")
    known = [{"card": card, "exact": [0]} for card in cards]
    state = activated({}, {}, placed={"Clock Tower": [1]}, top=known)
    assert state.to_play == 1
    view = look(state, 0)
    assert [(one["card"], one["reordered"]) for one in view["top"]] == [(None, True)] * 4
    assert len(view["heard"]) == 4
    first = look(state, 1)["ask"]["cards"][-1]
    after = play(state, state.describe(first["action"]))
    assert look(after, 1)["ask"]["laid"][0]["kind"] == first["card"]["kind"]
    assert look(after, 0)["heard"] == view["heard"]


def test_sales_are_told_with_inflation() -> None:
    """R42, R48: milk is dearer by what the event in force says, wheat is not."""
    farm: Data = {"goods": {"milk": 2, "wheat": 1}}
    late: Data = LATE | {"market": ["milk 9x3", "wheat 5x4"], "placed": {"Official Market": [0]}}
    plain = activated(farm, **late)
    dear = activated(farm, **late | {"gone": {**GONE_A, "inflation": 1}, "permanent": "inflation"})
    event = look(dear)["event"]
    assert "milk" in event["goods"]
    assert "wheat" not in event["goods"]
    for state, milk in ((plain, 9), (dear, 9 + event["more"])):
        told = {
            sale["card"]["good"]: [unit["money"] for unit in sale["units"]]
            for sale in look(state)["ask"]["sales"]
        }
        assert told == {"milk": [milk, 2 * milk], "wheat": [5]}
        assert {card["good"]: card["price"] for card in look(state)["market"]} == {"milk": milk, "wheat": 5}


def test_a_preview_says_what_a_sale_brings() -> None:
    state = activated(
        {"goods": {"meat": 2}}, placed={"Official Market": [0]}, market=["meat 4x3", "sheep 6x2"]
    )
    action = look(state)["ask"]["sales"][0]["units"][1]["action"]
    gains = state.seen_by(0).preview(action)
    assert (gains["money"], gains["goods"], gains["workers"]) == (8, {"meat": -2}, 0)


def test_fields_know_their_group_and_what_a_worker_takes() -> None:
    """R38: a group of three, of which two count."""
    state = position({"fields": {"A1": "apple", "A2": "apple", "B2": "apple", "C3": "wheat"}})
    fields = {one["cell"]: one for one in look(state)["seats"][0]["fields"]}
    assert (fields[0]["group"], fields[0]["harvest"], fields[8]["harvest"]) == (3, 2, 1)
    assert (fields[1]["crop"], fields[1]["group"]) == (None, 0)


def test_a_space_of_the_development_area_costs_as_many_as_it_touches() -> None:
    """R36."""
    spaces = look(position(players=4))["spaces"]
    assert (len(spaces["centre"]["touches"]), spaces["centre"]["price"]) == (4, 4)
    assert (spaces["top"]["touches"], spaces["top"]["price"]) == (["top_left", "top_right"], 2)


def test_answers_promise_no_more_than_the_supply_has() -> None:
    """R57: meat for animals without room, products of animals and crops, as far as there are any."""
    no_meat = activated({"goods": {"cow": 1}}, {"goods": {"meat": 17}}, placed={"Sheep Farm": [0]})
    play(no_meat, "roll 3")
    assert (look(no_meat)["ask"]["room"], look(no_meat)["ask"]["meat"]) == (0, 1)
    full: Data = {"goods": {"sheep": 3, "cow": 2}, "barnyards": [3, 2], "money": 9}
    no_wool = activated(full, {"goods": {"wool": 31}}, placed={"Animal Industry": [0]})
    assert look(no_wool)["ask"]["gives"] == {"milk": 1}
    farm: Data = {"fields": {"B1": "apple", "B2": "apple"}, "field_workers": ["B2"]}
    no_apples = activated(farm, {"goods": {"apple": 41}})
    assert [work["count"] for work in look(no_apples)["ask"]["works"]] == [1]

"""Worked examples of rules: what they say is what the engine comes to, and the page draws them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from farmtable.core import BadRecord, Example, State, worked
from farmtable.core import game as find_game
from farmtable.i18n import LANGUAGES
from farmtable.web.rules import rules_page

GAMES = ("aehre", "agricola", "mi_tierra")
Numbers = dict[str, int]
MINUS = str.maketrans("−", "-")


def seen(state: State) -> Any:
    return state.seen_by(0).view()


# --- Eine Frage der Ähre ------------------------------------------------------------------------------


def cell(state: State, name: str) -> Any:
    return next(one for one in seen(state)["cells"] if one and one["name"] == name)


def levelled(state: State) -> Numbers:
    assert cell(state, "D3")["level"] == cell(state, "D4")["level"]
    owner = int(state.to_play)
    return {"level": cell(state, "D3")["level"], "left": len(state.to_dict()["seats"][owner]["reserve"])}


def double_tile(state: State) -> Numbers:
    return {"region": cell(state, "C4")["region"], "points": state.scores()[0]}


def points_or_barns(state: State) -> Numbers:
    wheat, beets = cell(state, "F4"), cell(state, "F5")
    assert (wheat["crop"], beets["crop"]) == ("wheat", "beets")
    assert wheat["region"] == beets["region"]
    for field in (wheat, beets):
        after = state.clone()
        after.play(f"score {field['name']} points")
        assert after.scores()[0] == field["region"]
    return {"region": wheat["region"], "wheat": wheat["barns"], "beets": beets["barns"]}


# --- Agricola -----------------------------------------------------------------------------------------

FENCED = {"seats": [{"pastures": [["C2", "C3"]]}]}
LINES = {
    "fields": 0,
    "pastures": 1,
    "grain": 2,
    "vegetables": 3,
    "sheep": 4,
    "boar": 5,
    "cattle": 6,
    "unused": 7,
    "stables": 8,
    "rooms": 10,
    "people": 11,
}


def shared_fence(state: State) -> Numbers:
    alone = find_game("agricola").from_dict({"players": 1, "options": {"cards": "none"}, **FENCED})
    built = [len(seen(one)["seats"][0]["fences"]) for one in (alone, state)]
    return {"apart": 2 * built[0], "fences": built[1]}


def full_pastures(state: State) -> Numbers:
    farm = seen(state)["seats"][0]
    assert [one["animal"] for one in farm["stabled"]] == farm["pets"] == ["wild boar"]
    assert all(one["count"] == one["capacity"] for one in farm["pastures"])
    room = {one["animal"]: one["capacity"] for one in farm["pastures"]}
    return {"boar": room["wild boar"], "sheep": room["sheep"]}


def scored(state: State) -> Numbers:
    sheet = [points for _, points in state.score_sheet(0)]
    return {name: sheet[line] for name, line in LINES.items()} | {"total": state.scores()[0]}


def untouched(state: State) -> Numbers:
    sheet = scored(state)
    missing = [
        sheet[name] for name in ("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle")
    ]
    return {key: sheet[key] for key in ("unused", "people", "total")} | {"missing": sum(missing)}


# --- Mi Tierra ----------------------------------------------------------------------------------------


def housed(state: State) -> Numbers:
    farm = seen(state)["seats"][0]
    assert farm["waiting"] == {}
    one_more = {"barnyards": [3, 3, 2], "goods": {"sheep": 4, "cow": 2, "chicken": 4}}
    with pytest.raises(BadRecord):
        find_game("mi_tierra").from_dict({"players": 2, "seats": [one_more, {}]})
    rooms = [one["room"] for one in farm["barnyards"]]
    return {"animals": sum(one["count"] for one in farm["barnyards"]), "room": sum(rooms)}


def brought_in(state: State) -> Numbers:
    harvest = [field["harvest"] for field in seen(state)["seats"][0]["fields"]]
    assert harvest[4] == harvest[5]
    assert len(set(harvest[6:])) == 1
    seats = [{**SEAT_OF_FIELDS, "cards": ["XI"]}, {}]
    with_card = find_game("mi_tierra").from_dict({"players": 2, "seats": seats})
    card = seen(with_card)["seats"][0]["fields"][6]["harvest"]
    return {"alone": harvest[0], "pair": harvest[5], "row": harvest[6], "card": card}


def sold(state: State) -> Numbers:
    best = [max(units["money"] for units in sale["units"]) for sale in seen(state)["ask"]["sales"]]
    return {"cows": best[0], "bundle": best[1]}


FOUND: dict[tuple[str, str], Callable[[State], Numbers]] = {
    ("aehre", "R18"): levelled,
    ("aehre", "R27"): double_tile,
    ("aehre", "R29"): points_or_barns,
    ("agricola", "R5.5"): shared_fence,
    ("agricola", "R6.1"): full_pastures,
    ("agricola", "R12.1"): scored,
    ("agricola", "R12.2"): untouched,
    ("mi_tierra", "R29"): housed,
    ("mi_tierra", "R38"): brought_in,
    ("mi_tierra", "R42"): sold,
}
EXAMPLES = [(game, example) for game in GAMES for example in find_game(game).examples]
SEAT_OF_FIELDS = next(
    example.position["seats"][0]
    for game, example in EXAMPLES
    if (game, example.rule) == ("mi_tierra", "R38") and example.position is not None
)


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=[f"{game}-{one.rule}" for game, one in EXAMPLES])
def test_the_numbers_of_an_example_are_those_of_the_engine(game: str, example: Example) -> None:
    said = {name: int(str(value).translate(MINUS)) for name, value in example.says.values.items()}
    assert said == FOUND[game, example.rule](worked(find_game(game), example))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_example_stands_drawn_within_its_rule(game: str, language: str) -> None:
    html = rules_page(find_game(game), language).html
    examples = find_game(game).examples
    assert len(examples) >= 3
    assert html.count('<figure class="example') == len(examples)
    for example in examples:
        rule = html[html.index(f'<li id="{example.rule}"') :]
        figure = rule[rule.index("<figure") : rule.index("</figure>")]
        assert "<li id=" not in rule[4 : rule.index("<figure")], "within its own rule"
        assert re.search(r"<svg|<button", figure)
        assert "inert" in figure


def test_a_game_without_examples_has_none_on_its_page() -> None:
    assert "<figure" not in rules_page(find_game("market_day"), "en").html

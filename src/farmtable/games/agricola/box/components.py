"""Reads `components.toml`, lays an owner's own file over it, checks both, and packs them into `Facts`.

An owner's file need only hold what differs: tables are merged key by key, but lists and tables of
goods are replaced. Whatever does not fit is refused in one sentence that names the key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from mypy_extensions import u8

from farmtable.core.bits import bit
from farmtable.core.errors import BadOption
from farmtable.games.agricola.box.decks import deck_named
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position.facts import (
    ANIMAL_MARKET,
    CARDS,
    FIRST_CARD,
    GOODS,
    MAJOR_IDS,
    MAX_PLAYERS,
    MEETING_PLACE,
    MINOR,
    OCCUPATION,
    SCORE_COLUMNS,
    SPACE_IDS,
    UNLIMITED,
    Facts,
)

# Keys that tell about a figure and change nothing.
NOTES: Final = {"source", "why", "confidence"}
# Tables and keys that name what the rules themselves are written for.
FIXED: Final = {"game", "pieces", "farmyard", "rounds", "eating", "hand_cards", "scoring.wood_room"}
FIXED_KEYS: Final = {"name", "players", "only_with", "does", "stage", "good"}
# Tables of goods: they are replaced as a whole, or a price could never lose a good.
OF_GOODS: Final = {"cost", "gives", "cooks"}

GOOD_IDS: Final = (
    "wood",
    "clay",
    "reed",
    "stone",
    "grain",
    "vegetable",
    "sheep",
    "wild_boar",
    "cattle",
    "food",
)
ANIMALS: Final = ("sheep", "wild_boar", "cattle")
NOT_ANIMALS: Final = tuple(good for good in GOOD_IDS if good not in ANIMALS)
COOKED: Final = ("vegetable", *ANIMALS)
SCORED: Final = ("fields", "pastures", "grain", "vegetables", "sheep", "wild_boar", "cattle")


@cache
def default_components() -> dict[str, Any]:
    """The facts that come with the package."""
    text = files(__package__).joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def merged(own: Mapping[str, Any]) -> dict[str, Any]:
    """The package's facts with an owner's laid over them. Raises BadOption for a key we do not know."""
    return _merge(default_components(), own, "", False)


def _merge(base: Mapping[str, Any], over: Mapping[str, Any], path: str, fixed: bool) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        if key in NOTES:
            result[key] = value
            continue
        name = path + key
        if key not in base:
            known = ", ".join(k for k in base if k not in NOTES)
            raise BadOption(f"components: there is no {name!r}; known here: {known}")
        if isinstance(base[key], dict) and not isinstance(value, Mapping):
            raise BadOption(f"components: {name!r} is a table, not {value!r}")
        same_for_all = fixed or name in FIXED or key in FIXED_KEYS
        if isinstance(base[key], dict) and key not in OF_GOODS:
            result[key] = _merge(base[key], value, f"{name}.", same_for_all)
        elif same_for_all and value != base[key]:
            raise BadOption(f"components: {name!r} is part of the rules and cannot be replaced")
        else:
            result[key] = value
    return result


def make_facts(players: int, options: Mapping[str, Any]) -> Facts:
    """The facts of a game with these checked options. Raises BadOption where a figure does not fit."""
    return _facts(players, json.dumps(options, sort_keys=True))


def forget_facts() -> None:
    """Make all facts anew: a deck of one's own has been loaded, perhaps not for the first time."""
    _facts.cache_clear()


@lru_cache(maxsize=256)  # not without end: a server is sent files by strangers
def _facts(players: int, options_json: str) -> Facts:
    options = json.loads(options_json)
    data = merged(options.get("components", {}))
    facts = Facts(players)
    facts.side_job = options["side_job"] == "yes"
    facts.tile = options["variant_tile"] == "yes"
    facts.chosen_order = options["stage_order"] == "chosen"
    facts.hints = options["hints"] == "yes"
    facts.campaign = int(options.get("campaign", 0))
    facts.extra_food = sum(1 << int(seat) - 1 for seat in options["extra_food"].split(",") if seat)
    _rounds(facts, data)
    _spaces(facts, data, str(players), options)
    _beginning(facts, data, str(players))
    _costs(facts, data)
    _majors(facts, data["majors"])
    _scoring(facts, data["scoring"])
    _series(facts, data["solo_series"], options)
    _hand_cards(facts, data["hand_cards"], options)
    return facts


def _hand_cards(facts: Facts, data: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """The deck, hands, and what occupations cost; with them no food lies on Meeting Place (R14.2)."""
    if options["cards"] == "none":
        return
    deck = deck_named(options["cards"])
    facts.deck = deck
    facts.accumulates[MEETING_PLACE] = 0
    facts.drafted = options["hands"] == "drafted"
    facts.chosen_hands = options["hands"] == "chosen"
    facts.occupations_first = options.get("draft_order", "together") == "occupations_first"
    facts.hand_size[OCCUPATION] = u8(data["occupations"])
    facts.hand_size[MINOR] = u8(data["minor_improvements"])
    facts.gives_back = options["hands"] == "of_ten"
    facts.redraws = options.get("redraw", "no") == "yes"
    dealt = 10 if facts.gives_back else int(options["pack_size"])
    facts.left_over = dealt - int(facts.hand_size[OCCUPATION])
    for name, food in data["lessons"].items():
        for number, price in enumerate(food):
            facts.lessons[SPACE_IDS.index(name) * 3 + number] = u8(price)
    names = [card.id for card in deck.cards]
    facts.banned = [names.index(card) for card in options.get("banned", "").split(",") if card]
    for kept in filter(None, options["kept"].split(",")):
        seat, _, card = kept.partition(":")
        facts.kept.append((int(seat) - 1, names.index(card)))


def check_components(content: dict[str, Any]) -> dict[str, Any]:
    """An owner's file, fit to be kept in a record. Raises BadOption for anything that cannot be played."""
    try:
        json.dumps(content)
    except TypeError:
        raise BadOption("components: dates and times have no place here") from None
    for players in range(1, MAX_PLAYERS + 1):
        everything = {
            "cards": "none",
            "stage_order": "random",
            "side_job": "yes",
            "variant_tile": "yes",
            "hints": "no",
            "series": "no",
            "series_food": "0",
            "extra_food": "",
            "components": content,
        }
        make_facts(players, everything)
    return content


def _number(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOption(f"components: {name} is a whole number from {low} to {high}; not {value!r}")
    return value


def _amounts(value: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> dict[int, int]:
    """A table of goods: how many of each."""
    for good in value:
        if good not in allowed:
            raise BadOption(f"components: {name} names {', '.join(allowed)}; not {good!r}")
    return {GOOD_IDS.index(good): _number(n, f"{name}.{good}", 0, 9) for good, n in value.items()}


def _steps(value: object, name: str, low: int, high: int) -> list[int]:
    """Points by count, from pairs [at least so many, points]; nothing below the first."""
    if not isinstance(value, list) or not value or any(not isinstance(p, list) or len(p) != 2 for p in value):
        raise BadOption(f"components: {name} is a list of [at least, points], as [[0, -1], [2, 1]]")
    points = [0] * SCORE_COLUMNS
    last = -1
    for at_least, worth in value:
        first = _number(at_least, f"{name}, at least", last + 1, SCORE_COLUMNS - 1)
        points[first:] = [_number(worth, f"{name}, points", low, high)] * (SCORE_COLUMNS - first)
        last = first
    return points


def _rounds(facts: Facts, data: Mapping[str, Any]) -> None:
    rounds, spaces = data["rounds"], data["spaces"]
    for stage, its_rounds in enumerate(rounds["stages"], 1):
        for number in its_rounds:
            facts.stage_in[number] = stage
    for number in rounds["harvests"]:
        facts.harvest[number] = 1
    for card in range(CARDS):
        facts.stage_of[card] = spaces[SPACE_IDS[FIRST_CARD + card]]["stage"]


def _spaces(facts: Facts, data: Mapping[str, Any], players: str, options: Mapping[str, Any]) -> None:
    """The spaces of this game: all that this number of players and these options play with."""
    for space, space_id in enumerate(SPACE_IDS):
        entry, name = data["spaces"][space_id], f"spaces.{space_id}"
        if int(players) in entry["players"] and _is_wanted(entry.get("only_with"), options):
            facts.in_game[space] = 1
            _goods_of_space(facts, space, entry, players, name)
    wish = data["spaces"]["variant_modest_wish_for_children"]
    name = "spaces.variant_modest_wish_for_children.from_round"
    facts.wish_round = _number(wish["from_round"], name, 1, 14)


def _is_wanted(only_with: str | None, options: Mapping[str, Any]) -> bool:
    """Whether a game with these options uses a space that there is only with hand cards or an option."""
    if only_with == "hand cards":
        return bool(options["cards"] != "none")
    return only_with is None or bool(options[only_with] == "yes")


def _goods_of_space(facts: Facts, space: int, entry: Mapping[str, Any], players: str, name: str) -> None:
    if "with_players" in entry:
        entry, name = entry["with_players"][players], f"{name}.with_players.{players}"
    if "each_round" in entry:
        facts.good_of[space] = GOOD_IDS.index(entry["good"])
        each = entry["each_round"][players]
        facts.accumulates[space] = _number(each, f"{name}.each_round.{players}", 1, 9)
    for good, n in _amounts(entry.get("gives", {}), f"{name}.gives", NOT_ANIMALS).items():
        facts.gives[space * GOODS + good] = n
    if "choice" in entry:
        _choices(facts, space, entry["choice"], f"{name}.choice")


def _choices(facts: Facts, space: int, choices: object, name: str) -> None:
    allowed = ANIMALS if space == ANIMAL_MARKET else tuple(good for good in NOT_ANIMALS if good != "food")
    if not isinstance(choices, list) or not choices or not all(isinstance(c, dict) for c in choices):
        raise BadOption(f"components: {name} is a list of tables, as [{{ {allowed[0]} = 1, food = 1 }}]")
    if all(choice.get("price") for choice in choices):
        raise BadOption(f"components: {name} has nothing without a price, so some could take nothing (R2.2)")
    for choice in choices:
        goods = [key for key in choice if key not in ("food", "price")]
        if len(goods) != 1 or goods[0] not in allowed:
            known = ", ".join(allowed)
            raise BadOption(f"components: {name} offers one of {known}, with food or a price; not {choice!r}")
        place = space * GOODS + GOOD_IDS.index(goods[0])
        if facts.choice[place]:
            raise BadOption(f"components: {name} offers {goods[0]} twice")
        facts.choice[place] = _number(choice[goods[0]], f"{name}.{goods[0]}", 1, 9)
        facts.choice_food[place] = _number(choice.get("food", 0), f"{name}.food", 0, 9)
        facts.choice_price[place] = _number(choice.get("price", 0), f"{name}.price", 0, 9)


def _beginning(facts: Facts, data: Mapping[str, Any], players: str) -> None:
    """What everybody has at the start, how much all eat, and what nobody can have more of."""
    facts.people = data["farmyard"]["people"]
    for name in data["farmyard"]["rooms"]:
        facts.rooms |= bit((int(name[1]) - 1) * 5 + "ABCDE".index(name[0]))
    start, feeding, limits = data["start"], data["feeding"], data["limits"]
    facts.food_first = _number(start["food_first"][players], f"start.food_first.{players}", 0, 99)
    facts.food_others = _number(start["food_others"], "start.food_others", 0, 99)
    facts.adult_food = _number(feeding["adult"][players], f"feeding.adult.{players}", 0, 9)
    facts.newborn_food = _number(feeding["newborn"], "feeding.newborn", 0, 9)
    facts.max_people = _number(limits["people"], "limits.people", 2, 5)
    facts.max_stables = _number(limits["stables"], "limits.stables", 0, 4)
    facts.max_fences = _number(limits["fences"], "limits.fences", 0, 15)


def _costs(facts: Facts, data: Mapping[str, Any]) -> None:
    costs, sowing = data["costs"], data["sowing"]
    facts.room_material = _number(costs["room_material"], "costs.room_material", 0, 9)
    facts.room_reed = _number(costs["room_reed"], "costs.room_reed", 0, 9)
    facts.renovation_material = _number(costs["renovation_material"], "costs.renovation_material", 0, 9)
    facts.renovation_reed = _number(costs["renovation_reed"], "costs.renovation_reed", 0, 9)
    facts.stable_wood = _number(costs["stable_wood"], "costs.stable_wood", 0, 9)
    facts.side_job_wood = _number(costs["side_job_stable_wood"], "costs.side_job_stable_wood", 0, 9)
    facts.fence_wood = _number(costs["fence_wood"], "costs.fence_wood", 1, 9)
    facts.sown_grain = _number(sowing["grain"], "sowing.grain", 1, 9)
    facts.sown_vegetables = _number(sowing["vegetables"], "sowing.vegetables", 1, 9)
    facts.pasture_animals = _number(data["pastures"]["animals"], "pastures.animals", 1, 9)


def _majors(facts: Facts, majors: Mapping[str, Any]) -> None:
    for major, major_id in enumerate(MAJOR_IDS):
        entry, name = majors[major_id], f"majors.{major_id}"
        for good, n in _amounts(entry["cost"], f"{name}.cost", NOT_ANIMALS).items():
            facts.major_cost[major * GOODS + good] = n
            facts.major_price[major] += cost.of(good, n)
        facts.major_points[major] = _number(entry["points"], f"{name}.points", 0, 9)
        for good, n in _amounts(entry.get("cooks", {}), f"{name}.cooks", COOKED).items():
            facts.cooks[major * GOODS + good] = n
        if "bakes" in entry:
            _oven(facts, major, entry, name)
        if "craft" in entry:
            facts.craft_good[major] = GOOD_IDS.index(entry["craft"]["good"])
            facts.craft_food[major] = _number(entry["craft"]["food"], f"{name}.craft.food", 1, 9)
            for count, points in enumerate(_steps(entry["bonus"], f"{name}.bonus", 0, 9)):
                facts.craft_points[major * SCORE_COLUMNS + count] = points
        if "rounds" in entry:
            facts.well_rounds[major] = _number(entry["rounds"], f"{name}.rounds", 0, 14)


def _oven(facts: Facts, major: int, entry: Mapping[str, Any], name: str) -> None:
    facts.bakes[major] = _number(entry["bakes"], f"{name}.bakes", 1, 9)
    up_to = entry["bakes_up_to"]
    facts.bakes_up_to[major] = UNLIMITED if up_to == "any" else _number(up_to, f"{name}.bakes_up_to", 1, 9)
    at_once = entry.get("bakes_at_once", False)
    if not isinstance(at_once, bool):
        raise BadOption(f"components: {name}.bakes_at_once is true or false; not {at_once!r}")
    facts.bakes_at_once[major] = at_once


def _scoring(facts: Facts, scoring: Mapping[str, Any]) -> None:
    for category, key in enumerate(SCORED):
        for count, points in enumerate(_steps(scoring[key], f"scoring.{key}", -9, 9)):
            facts.score[category * SCORE_COLUMNS + count] = points
    for house, key in enumerate(("wood_room", "clay_room", "stone_room")):
        facts.room_points[house] = _number(scoring[key], f"scoring.{key}", 0, 9)
    facts.person_points = _number(scoring["person"], "scoring.person", 0, 9)
    facts.unused_points = _number(scoring["unused_space"], "scoring.unused_space", -9, 0)
    facts.stable_points = _number(scoring["fenced_stable"], "scoring.fenced_stable", 0, 9)
    facts.begging_points = _number(scoring["begging_marker"], "scoring.begging_marker", -9, 0)


def _series(facts: Facts, figures: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """A game of the solo series: its goal, and the food that the game before it has earned."""
    goals = figures["goals"]
    if not isinstance(goals, list) or not goals:
        raise BadOption("components: solo_series.goals is a list of points")
    goals = [_number(goal, "solo_series.goals", 1, 200) for goal in goals]
    then = _number(figures["then"], "solo_series.then", 0, 9)
    if options["series"] == "no":
        return
    number = int(options["series"])
    facts.goal = goals[min(number, len(goals)) - 1] + max(number - len(goals), 0) * then
    facts.food_first += int(options["series_food"])

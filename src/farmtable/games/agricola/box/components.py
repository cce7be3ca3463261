"""Checks the figures of `components.toml`, an owner's own laid over them, and packs them into `Facts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import u8

from farmtable.core.bits import bit
from farmtable.core.errors import BadOption
from farmtable.games.agricola.box.decks import deck_named
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.facts import Facts
from farmtable.games.kit.components import Components
from farmtable.games.kit.figures import Table, expect_number

# What the rules themselves are written for.
FIXED: Final = (
    "game",
    "pieces",
    "farmyard",
    "rounds",
    "eating",
    "hand_cards",
    "scoring.wood_room",
    "*.name",
    "*.players",
    "*.only_with",
    "*.does",
    "*.stage",
    "*.good",
)
# Tables of goods.
WHOLE: Final = ("*.cost", "*.gives", "*.cooks")
# A game in which every figure counts.
EVERYTHING: Final = {
    "cards": "none",
    "stage_order": "random",
    "side_job": "yes",
    "variant_tile": "yes",
    "hints": "no",
    "series": "no",
    "series_food": "0",
    "extra_food": "",
}

# In figures goods go by their names, as keys of TOML are written.
GOOD_IDS: Final = tuple(name.replace(" ", "_") for name in f.GOOD_NAMES)
ANIMALS: Final = GOOD_IDS[f.SHEEP : f.CATTLE + 1]
NOT_ANIMALS: Final = tuple(good for good in GOOD_IDS if good not in ANIMALS)
COOKED: Final = ("vegetable", *ANIMALS)
SCORED: Final = ("fields", "pastures", "grain", "vegetables", *ANIMALS)


def _make_facts(players: int, data: Table, options: Mapping[str, Any]) -> Facts:
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
    _majors(facts, data.table("majors"))
    _scoring(facts, data.table("scoring"))
    _series(facts, data.table("solo_series"), options)
    _hand_cards(facts, data["hand_cards"], options)
    return facts


def _hand_cards(facts: Facts, data: Mapping[str, Any], options: Mapping[str, Any]) -> None:
    """The deck, hands, and what occupations cost; with them no food lies on Meeting Place (R14.2)."""
    if options["cards"] == "none":
        return
    deck = deck_named(options["cards"])
    facts.deck = deck
    facts.accumulates[f.MEETING_PLACE] = 0
    facts.drafted = options["hands"] == "drafted"
    facts.chosen_hands = options["hands"] == "chosen"
    facts.occupations_first = options.get("draft_order", "together") == "occupations_first"
    facts.hand_size[f.OCCUPATION] = u8(data["occupations"])
    facts.hand_size[f.MINOR] = u8(data["minor_improvements"])
    facts.gives_back = options["hands"] == "of_ten"
    facts.redraws = options.get("redraw", "no") == "yes"
    dealt = 10 if facts.gives_back else int(options["pack_size"])
    facts.left_over = dealt - int(facts.hand_size[f.OCCUPATION])
    for name, food in data["lessons"].items():
        for number, price in enumerate(food):
            facts.lessons[f.SPACE_IDS.index(name) * 3 + number] = u8(price)
    names = [card.id for card in deck.cards]
    facts.banned = [names.index(card) for card in options.get("banned", "").split(",") if card]
    for kept in filter(None, options["kept"].split(",")):
        seat, _, card = kept.partition(":")
        facts.kept.append((int(seat) - 1, names.index(card)))


def _steps(table: Table, key: str, low: int, high: int) -> list[int]:
    """Points by count, from pairs [at least so many, points]; nothing below the first."""
    value, name = table[key], table.name_of(key)
    if not isinstance(value, list) or not value or any(not isinstance(p, list) or len(p) != 2 for p in value):
        raise BadOption(f"components: {name} is a list of [at least, points], as [[0, -1], [2, 1]]")
    points = [0] * f.SCORE_COLUMNS
    last = -1
    for at_least, worth in value:
        first = expect_number(at_least, f"{name}, at least", last + 1, f.SCORE_COLUMNS - 1)
        points[first:] = [expect_number(worth, f"{name}, points", low, high)] * (f.SCORE_COLUMNS - first)
        last = first
    return points


def _rounds(facts: Facts, data: Table) -> None:
    rounds, spaces = data["rounds"], data["spaces"]
    for stage, its_rounds in enumerate(rounds["stages"], 1):
        for number in its_rounds:
            facts.stage_in[number] = stage
    for number in rounds["harvests"]:
        facts.harvest[number] = 1
    for card in range(f.CARDS):
        facts.stage_of[card] = spaces[f.SPACE_IDS[f.FIRST_CARD + card]]["stage"]


def _spaces(facts: Facts, data: Table, players: str, options: Mapping[str, Any]) -> None:
    """The spaces of this game: all that this number of players and these options play with."""
    spaces = data.table("spaces")
    for space, space_id in enumerate(f.SPACE_IDS):
        entry = spaces.table(space_id)
        if int(players) in entry["players"] and _is_wanted(entry, options):
            facts.in_game[space] = 1
            _goods_of_space(facts, space, entry, players)
    facts.wish_round = spaces.table("variant_modest_wish_for_children").number("from_round", 1, 14)


def _is_wanted(space: Table, options: Mapping[str, Any]) -> bool:
    """Whether a game with these options uses a space that there may be only with hand cards or an option."""
    if "only_with" not in space:
        return True
    only_with = space["only_with"]
    return bool(options["cards"] != "none" if only_with == "hand cards" else options[only_with] == "yes")


def _goods_of_space(facts: Facts, space: int, entry: Table, players: str) -> None:
    if "with_players" in entry:
        entry = entry.table("with_players").table(players)
    if "each_round" in entry:
        facts.good_of[space] = GOOD_IDS.index(entry["good"])
        facts.accumulates[space] = entry.table("each_round").number(players, 1, 9)
    for good, n in entry.amounts("gives", NOT_ANIMALS, 0, 9).items():
        facts.gives[space * f.GOODS + GOOD_IDS.index(good)] = n
    if "choice" in entry:
        _choices(facts, space, entry["choice"], entry.name_of("choice"))


def _choices(facts: Facts, space: int, choices: object, name: str) -> None:
    allowed = ANIMALS if space == f.ANIMAL_MARKET else tuple(good for good in NOT_ANIMALS if good != "food")
    if not isinstance(choices, list) or not choices or not all(isinstance(c, dict) for c in choices):
        raise BadOption(f"components: {name} is a list of tables, as [{{ {allowed[0]} = 1, food = 1 }}]")
    if all(choice.get("price") for choice in choices):
        raise BadOption(f"components: {name} has nothing without a price, so some could take nothing (R2.2)")
    for choice in choices:
        goods = [key for key in choice if key not in ("food", "price")]
        if len(goods) != 1 or goods[0] not in allowed:
            known = ", ".join(allowed)
            raise BadOption(f"components: {name} offers one of {known}, with food or a price; not {choice!r}")
        place = space * f.GOODS + GOOD_IDS.index(goods[0])
        if facts.choice[place]:
            raise BadOption(f"components: {name} offers {goods[0]} twice")
        offer = Table({"food": 0, "price": 0, **choice}, name)
        facts.choice[place] = offer.number(goods[0], 1, 9)
        facts.choice_food[place] = offer.number("food", 0, 9)
        facts.choice_price[place] = offer.number("price", 0, 9)


def _beginning(facts: Facts, data: Table, players: str) -> None:
    """What everybody has at the start, how much all eat, and what nobody can have more of."""
    facts.people = data["farmyard"]["people"]
    for name in data["farmyard"]["rooms"]:
        facts.rooms |= bit((int(name[1]) - 1) * 5 + "ABCDE".index(name[0]))
    start, feeding, limits = data.table("start"), data.table("feeding"), data.table("limits")
    facts.food_first = start.table("food_first").number(players, 0, 99)
    facts.food_others = start.number("food_others", 0, 99)
    facts.adult_food = feeding.table("adult").number(players, 0, 9)
    facts.newborn_food = feeding.number("newborn", 0, 9)
    facts.max_people = limits.number("people", 2, 5)
    facts.max_stables = limits.number("stables", 0, 4)
    facts.max_fences = limits.number("fences", 0, 15)


def _costs(facts: Facts, data: Table) -> None:
    costs, sowing = data.table("costs"), data.table("sowing")
    facts.room_material = costs.number("room_material", 0, 9)
    facts.room_reed = costs.number("room_reed", 0, 9)
    facts.renovation_material = costs.number("renovation_material", 0, 9)
    facts.renovation_reed = costs.number("renovation_reed", 0, 9)
    facts.stable_wood = costs.number("stable_wood", 0, 9)
    facts.side_job_wood = costs.number("side_job_stable_wood", 0, 9)
    facts.fence_wood = costs.number("fence_wood", 1, 9)
    facts.sown_grain = sowing.number("grain", 1, 9)
    facts.sown_vegetables = sowing.number("vegetables", 1, 9)
    facts.pasture_animals = data.table("pastures").number("animals", 1, 9)


def _majors(facts: Facts, majors: Table) -> None:
    for major, major_id in enumerate(f.MAJOR_IDS):
        entry = majors.table(major_id)
        for name, n in entry.amounts("cost", NOT_ANIMALS, 0, 9).items():
            good = GOOD_IDS.index(name)
            facts.major_cost[major * f.GOODS + good] = n
            facts.major_price[major] += cost.of(good, n)
        facts.major_points[major] = entry.number("points", 0, 9)
        for name, n in entry.amounts("cooks", COOKED, 0, 9).items():
            facts.cooks[major * f.GOODS + GOOD_IDS.index(name)] = n
        if "bakes" in entry:
            _oven(facts, major, entry)
        if "craft" in entry:
            facts.craft_good[major] = GOOD_IDS.index(entry["craft"]["good"])
            facts.craft_food[major] = entry.table("craft").number("food", 1, 9)
            for count, points in enumerate(_steps(entry, "bonus", 0, 9)):
                facts.craft_points[major * f.SCORE_COLUMNS + count] = points
        if "rounds" in entry:
            facts.well_rounds[major] = entry.number("rounds", 0, 14)


def _oven(facts: Facts, major: int, entry: Table) -> None:
    facts.bakes[major] = entry.number("bakes", 1, 9)
    anything = entry["bakes_up_to"] == "any"
    facts.bakes_up_to[major] = f.UNLIMITED if anything else entry.number("bakes_up_to", 1, 9)
    facts.bakes_at_once[major] = "bakes_at_once" in entry and entry.truth("bakes_at_once")


def _scoring(facts: Facts, scoring: Table) -> None:
    for category, key in enumerate(SCORED):
        for count, points in enumerate(_steps(scoring, key, -9, 9)):
            facts.score[category * f.SCORE_COLUMNS + count] = points
    for house, key in enumerate(("wood_room", "clay_room", "stone_room")):
        facts.room_points[house] = scoring.number(key, 0, 9)
    facts.person_points = scoring.number("person", 0, 9)
    facts.unused_points = scoring.number("unused_space", -9, 0)
    facts.stable_points = scoring.number("fenced_stable", 0, 9)
    facts.begging_points = scoring.number("begging_marker", -9, 0)


def _series(facts: Facts, figures: Table, options: Mapping[str, Any]) -> None:
    """A game of the solo series: its goal, and the food that the game before it has earned."""
    goals = figures["goals"]
    if not isinstance(goals, list) or not goals:
        raise BadOption("components: solo_series.goals is a list of points")
    goals = [expect_number(goal, "solo_series.goals", 1, 200) for goal in goals]
    then = figures.number("then", 0, 9)
    if options["series"] == "no":
        return
    number = int(options["series"])
    facts.goal = goals[min(number, len(goals)) - 1] + max(number - len(goals), 0) * then
    facts.food_first += int(options["series_food"])


COMPONENTS: Final = Components(
    __package__,
    _make_facts,
    players=range(1, f.MAX_PLAYERS + 1),
    usual=EVERYTHING,
    fixed=FIXED,
    whole=WHOLE,
)

"""The game's nouns for people, as texts that every language has.

Spaces and improvements are called as on the board, and so in English in the notation. The two Fireplaces
share their name; where it matters which of them is meant, a number tells.
"""

from __future__ import annotations

from collections.abc import Sequence

from farmtable.core.text import Text
from farmtable.games.agricola.position import cost, facts, parts

Goods = Sequence[tuple[int, int]]

GOODS = (
    Text("wood"),
    Text("clay"),
    Text("reed"),
    Text("stone"),
    Text("grain"),
    Text("vegetable"),
    Text("sheep"),
    Text("wild boar"),
    Text("cattle"),
    Text("food"),
)

SPACES = (
    Text("Farm Expansion"),
    Text("Meeting Place"),
    Text("Grain Seeds"),
    Text("Farmland"),
    Text("Lessons"),
    Text("Day Laborer"),
    Text("Forest"),
    Text("Clay Pit"),
    Text("Reed Bank"),
    Text("Fishing"),
    Text("Major Improvement"),
    Text("Fencing"),
    Text("Grain Utilization"),
    Text("Sheep Market"),
    Text("Basic Wish for Children"),
    Text("House Redevelopment"),
    Text("Western Quarry"),
    Text("Vegetable Seeds"),
    Text("Pig Market"),
    Text("Cattle Market"),
    Text("Eastern Quarry"),
    Text("Urgent Wish for Children"),
    Text("Cultivation"),
    Text("Farm Redevelopment"),
    Text("Copse"),
    Text("Grove"),
    Text("Resource Market"),
    Text("Hollow"),
    Text("Lessons"),
    Text("Lessons"),
    Text("Traveling Players"),
    Text("Side Job"),
    Text("Copse"),
    Text("Resource Market"),
    Text("Animal Market"),
    Text("Modest Wish for Children"),
)

MAJORS = (
    Text("Fireplace"),
    Text("Fireplace"),
    Text("Cooking Hearth"),
    Text("Cooking Hearth"),
    Text("Well"),
    Text("Clay Oven"),
    Text("Stone Oven"),
    Text("Joinery"),
    Text("Pottery"),
    Text("Basketmaker’s Workshop"),
)

HOUSES = (Text("wooden house"), Text("clay house"), Text("stone house"))

PARTS = {
    parts.ROOMS: Text("build rooms"),
    parts.STABLES: Text("build stables"),
    parts.ONE_STABLE: Text("build a stable"),
    parts.PLOWING: Text("plow a field"),
    parts.SOWING: Text("sow"),
    parts.BAKING: Text("bake bread"),
    parts.FENCES: Text("build fences"),
    parts.IMPROVEMENT: Text("build an improvement"),
    parts.MINOR_IMPROVEMENT: Text("play a minor improvement"),
    parts.PLAY_OCCUPATION: Text("play an occupation"),
    parts.ONE_ROOM: Text("build a room"),
    parts.RENOVATION: Text("renovate"),
}
KINDS = (Text("occupation"), Text("minor improvement"))


def name_of_good(good: int) -> Text:
    """A kind of goods, without a number."""
    return GOODS[good]


def amount(good: int, n: int) -> Text:
    """So many of a good: "3 wood", "2 vegetables"."""
    if good == facts.VEGETABLE:
        return Text.counted("{n} vegetable", "{n} vegetables", n)
    if good == facts.SHEEP:
        return Text.counted("{n} sheep", "{n} sheep", n)
    if good == facts.BOAR:
        return Text.counted("{n} wild boar", "{n} wild boar", n)
    if good == facts.CATTLE:
        return Text.counted("{n} cattle", "{n} cattle", n)
    if good == facts.FOOD:
        return Text.counted("{n} food", "{n} food", n)
    return _crop_or_material(good, n)


def _crop_or_material(good: int, n: int) -> Text:
    if good == facts.WOOD:
        return Text.counted("{n} wood", "{n} wood", n)
    if good == facts.CLAY:
        return Text.counted("{n} clay", "{n} clay", n)
    if good == facts.REED:
        return Text.counted("{n} reed", "{n} reed", n)
    if good == facts.STONE:
        return Text.counted("{n} stone", "{n} stone", n)
    return Text.counted("{n} grain", "{n} grain", n)


def name_of_space(space: int) -> Text:
    """An action space, as the board calls it."""
    return SPACES[space]


def name_of_major(major: int) -> Text:
    """A major improvement, as its card calls it."""
    return MAJORS[major]


def exact_name_of_major(major: int) -> Text:
    """A major improvement, told apart from the other of its name by the clay printed on it: "Fireplace 2"."""
    if major > facts.HEARTH_5:
        return MAJORS[major]
    return Text("{improvement} {number}", improvement=MAJORS[major], number=major + 2)


def name_of_house(material: int) -> Text:
    """A house by what it is made of."""
    return HOUSES[material]


def name_of_part(part: int) -> Text:
    """What a part of an action lets one do."""
    return PARTS[part]


def goods_of(price: int) -> Goods:
    """What a price consists of: goods and how many of each."""
    found = [(good, int(cost.amount(price, good))) for good in range(facts.GOODS)]
    return [(good, n) for good, n in found if n > 0]


def amounts(goods: Goods) -> Text:
    """Several goods with their numbers: "5 wood and 2 reed", "1 reed, 1 stone and 1 food"."""
    if not goods:
        return Text("nothing")
    first = amount(*goods[0])
    if len(goods) == 1:
        return first
    if len(goods) == 2:
        return Text("{first} and {second}", first=first, second=amount(*goods[1]))
    return Text("{first}, {rest}", first=first, rest=amounts(goods[1:]))

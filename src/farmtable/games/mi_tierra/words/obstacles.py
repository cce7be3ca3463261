"""What stands in the way of building, planting, making, buying and selling, each with rule and chapter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmtable.core.text import Refusal, Text
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.nouns import amount, name_of_card, name_of_good
from farmtable.games.mi_tierra.position.packed import pack_worker
from farmtable.games.mi_tierra.rules import development, housing, market, zones
from farmtable.games.mi_tierra.rules.goods import available, has
from farmtable.games.mi_tierra.words.story import amounts

OUR_RULING: Final = Text("our ruling")
FOREST_CHAPTER: Final = Text("rulebook, Forest")
CROPS_CHAPTER: Final = Text("rulebook, Crops")
NOTE_CHAPTER: Final = Text("rulebook, To be noted")
WINERY_CHAPTER: Final = Text("rulebook, Winery and mill")
DEVELOPMENT_CHAPTER: Final = Text("rulebook, Development")
FARM_CHAPTER: Final = Text("rulebook, Activating the workers of one’s own farm")
CARDS_CHAPTER: Final = Text("rulebook, Development cards")
MARKETS_CHAPTER: Final = Text("rulebook, Official markets")
MARKET_CARDS_CHAPTER: Final = Text("rulebook, Markets")
BLACK_MARKET_CHAPTER: Final = Text("rulebook, Black market")
MONEY_CHAPTER: Final = Text("rulebook, Phase 2: maintenance")


def unaffordable(state: Position, seat: int, price: int) -> Refusal | None:
    """A price that a seat cannot pay."""
    money = int(state.money[seat])
    if money >= price:
        return None
    return Refusal(
        "R5", MONEY_CHAPTER, Text("This costs {price}; you have {money}.", price=price, money=money)
    )


def missing(
    state: Position, seat: int, goods: Sequence[tuple[int, int]], rule: str, source: Text
) -> Refusal | None:
    """Goods of which a seat has too few."""
    wanted = [(good, n) for good, n in goods if n > 0]
    have = [(good, int(has(state, seat, good))) for good, _ in wanted]
    if all(owned >= n for (_, owned), (_, n) in zip(have, wanted, strict=True)):
        return None
    reason = Text("This needs {goods}; you have {have}.", goods=amounts(wanted), have=amounts(have))
    return Refusal(rule, source, reason)


def used_up(state: Position, good: int, n: int = 1) -> Refusal | None:
    """A good of which the general supply has fewer than `n` left."""
    left = int(available(state, good, n))
    if left >= n:
        return None
    if left > 0:
        reason = Text("The general supply has only {goods} left.", goods=amount(good, left))
        return Refusal("R57", OUR_RULING, reason)
    return Refusal("R57", OUR_RULING, Text("The general supply has no {good} left.", good=name_of_good(good)))


# --- the forest, the seed shop, the winery and mill --------------------------------------------------


def of_capacity(state: Position, capacity: int) -> Refusal | None:
    if not state.pair:
        reason = Text("Only two workers on one space choose; one worker rolls the die.")
        return Refusal("R18", FOREST_CHAPTER, reason)
    if not zones.can_fence(state, state.active):
        return Refusal("R27", OUR_RULING, Text("No barnyards are left."))
    if state.result > 0:
        return Refusal("R18", FOREST_CHAPTER, Text("The capacity has been chosen already."))
    reason = Text("There are no barnyards for {n} animals.", n=capacity)
    return Refusal("R27", FOREST_CHAPTER, reason)


def of_seed(state: Position, crop: int) -> Refusal | None:
    if not state.pair:
        reason = Text("Only two workers on one space choose; one worker rolls the die.")
        return Refusal("R18", CROPS_CHAPTER, reason)
    if state.result > 0:
        return Refusal("R18", CROPS_CHAPTER, Text("The crop has been chosen already."))
    return _no_tiles(crop)


def _no_tiles(crop: int) -> Refusal:
    reason = Text("No tiles of this crop are left: {crop}.", crop=name_of_good(crop))
    return Refusal("R57", OUR_RULING, reason)


def of_barnyard(state: Position) -> Refusal | None:
    """Why the barnyard rolled or chosen cannot be put on a free place."""
    if state.result == 0:
        return Refusal("R18", FOREST_CHAPTER, Text("First choose the capacity of the barnyard."))
    if state.barnyards_left == 0:
        reason = Text("No barnyards are left, unless you return one of your own.")
        return Refusal("R32", NOTE_CHAPTER, reason)
    assert housing.free_slot(state, state.active) < 0
    reason = Text("There is no free place: choose which barnyard to throw away.")
    return Refusal("R32", NOTE_CHAPTER, reason)


def of_throwing(state: Position) -> Refusal | None:
    """Why no barnyard makes room for the one rolled or chosen."""
    if state.result == 0:
        return Refusal("R18", FOREST_CHAPTER, Text("First choose the capacity of the barnyard."))
    return Refusal("R32", NOTE_CHAPTER, Text("You have no barnyard in this place."))


def of_plant(state: Position, seat: int, cell: int) -> Refusal | None:
    if state.result == 0:
        return Refusal("R18", CROPS_CHAPTER, Text("First choose the crop."))
    if cell == state.facts.printed_cell:
        return Refusal("R32", OUR_RULING, Text("The printed field stays as it is."))
    return _no_tiles(int(state.result) - 1)


def of_making(state: Position, seat: int, which: int) -> Refusal | None:
    """Flour (1), wine (2) or both."""
    facts = state.facts
    goods = [(f.WHEAT, int(facts.flour_wheat))] if which & 1 else []
    goods += [(f.GRAPE, int(facts.wine_grapes))] if which & 2 else []
    return (
        unaffordable(state, seat, int(facts.winery_fee))
        or missing(state, seat, goods, "R35", WINERY_CHAPTER)
        or (used_up(state, f.FLOUR) if which & 1 else None)
        or used_up(state, f.WINE)
    )


# --- development cards -------------------------------------------------------------------------------


def of_purchase(state: Position, seat: int, space: int, place: int) -> Refusal | None:
    if state.placed[f.DEVELOPMENT * f.MAX_SPACES + space] != pack_worker(seat, False):
        return Refusal("R36", DEVELOPMENT_CHAPTER, Text("You have no worker on this space."))
    card = int(state.display[place])
    if card < 0:
        return Refusal("R36", DEVELOPMENT_CHAPTER, Text("There is no longer a card in this place."))
    if not development.touched(state, space) >> place & 1:
        reason = Text("A worker on this space does not touch {card}.", card=name_of_card(card))
        return Refusal("R19", DEVELOPMENT_CHAPTER, reason)
    return _of_owning(state, seat, card) or unaffordable(state, seat, int(development.price(state, space)))


def _of_owning(state: Position, seat: int, card: int) -> Refusal | None:
    if development.may_own(state, seat, card):
        return None
    if development.owns(state, seat, card):
        reason = Text("You already have {card}.", card=name_of_card(card))
        return Refusal("R36", OUR_RULING, reason)
    needed = int(state.facts.needs[card])
    if needed >= 0:
        reason = Text("This card needs {needed}.", needed=name_of_card(needed))
        return Refusal("R36", CARDS_CHAPTER, reason)
    better = next(other for other, needed in enumerate(state.facts.needs) if needed == card)
    reason = Text(
        "You have {better} in place of {card}.", better=name_of_card(better), card=name_of_card(card)
    )
    return Refusal("R36", CARDS_CHAPTER, reason)


def of_use(state: Position, seat: int, card: int, way: int) -> Refusal | None:
    if not development.owns(state, seat, card):
        reason = Text("You do not have {card}.", card=name_of_card(card))
        return Refusal("R37", CARDS_CHAPTER, reason)
    if state.used[seat] >> card & 1:
        return Refusal("R37", OUR_RULING, Text("This card has already been used this round."))
    if card == f.CARD_III:
        goods = [(f.WHEAT, int(state.facts.card_wheat[way]))]
        return missing(state, seat, goods, "R40", CARDS_CHAPTER) or used_up(state, f.FLOUR)
    if card == f.CARD_IV:
        goods = [(f.GRAPE, int(state.facts.card_grapes))]
        return missing(state, seat, goods, "R40", CARDS_CHAPTER) or used_up(state, f.WINE)
    animal = int(development.animal_of(card))
    if animal < 0:
        return Refusal("R40", CARDS_CHAPTER, Text("This card works by itself."))
    animals = [(animal, int(state.facts.card_minimum[card]))]
    product = int(development.product_of(card))
    return missing(state, seat, animals, "R40", CARDS_CHAPTER) or used_up(state, product)


# --- the farm ----------------------------------------------------------------------------------------


def of_field_space(state: Position, seat: int, cell: int) -> Refusal:
    """Why no worker can be placed on a field."""
    if state.crops[seat * f.MAX_CELLS + cell] == 0:
        return Refusal("R20", FARM_CHAPTER, Text("Nothing grows on this field."))
    return Refusal("R20", OUR_RULING, Text("One of your workers is on this field."))


# --- the markets -------------------------------------------------------------------------------------


def of_sale(state: Position, seat: int, kind: int, n: int) -> Refusal | None:
    facts = state.facts
    if facts.type[kind] == f.EVENT or not market.is_on_show(state, kind):
        return _not_on_show(state, kind)
    if facts.type[kind] == f.BUNDLE:
        bundle = facts.bundle[kind * f.GOODS : (kind + 1) * f.GOODS]
        wanted = [(good, int(units)) for good, units in enumerate(bundle)]
        return missing(state, seat, wanted, "R42", MARKET_CARDS_CHAPTER)
    if facts.type[kind] == f.GENERIC:
        reason = Text("You have nothing that this market buys.")
        return Refusal("R42", MARKET_CARDS_CHAPTER, reason)
    assert facts.type[kind] == f.SIMPLE
    if n > facts.limit[kind]:
        reason = Text(
            "This market buys at most {goods}.", goods=amount(facts.good[kind], int(facts.limit[kind]))
        )
        return Refusal("R42", MARKET_CARDS_CHAPTER, reason)
    return missing(state, seat, [(facts.good[kind], n)], "R42", MARKET_CARDS_CHAPTER)


def _not_on_show(state: Position, kind: int) -> Refusal:
    if kind in state.closing:
        reason = Text("Markets on the closing line buy nothing in this game.")
        return Refusal("R13", OUR_RULING, reason)
    return Refusal("R42", MARKETS_CHAPTER, Text("This market is not on show."))


def of_offer(state: Position, seat: int, good: int, on_black_market: bool) -> Refusal:
    """Why so many of a good cannot be sold, where any number can."""
    if on_black_market and state.facts.black_sell[good] == 0:
        reason = Text("The black market does not take {good}.", good=name_of_good(good))
        return Refusal("R52", BLACK_MARKET_CHAPTER, reason)
    if good in (f.CAKE, f.CLOTHES):
        reason = Text("Cakes and clothes are only sold at the end of the game.")
        return Refusal("R42", OUR_RULING, reason)
    rule, source = ("R52", BLACK_MARKET_CHAPTER) if on_black_market else ("R42", MARKET_CARDS_CHAPTER)
    return Refusal(rule, source, too_few(state, seat, good))


def too_few(state: Position, seat: int, good: int) -> Text:
    """That a seat has none of a good, or how many it has."""
    have = int(has(state, seat, good))
    if have == 0:
        return Text("You have no {good}.", good=name_of_good(good))
    return Text("You have {goods}.", goods=amount(good, have))


def of_buying(state: Position, seat: int, good: int, n: int, bought: int) -> Refusal | None:
    facts = state.facts
    if facts.black_buy[good] == 0:
        reason = Text("The black market does not sell {good}.", good=name_of_good(good))
        return Refusal("R52", BLACK_MARKET_CHAPTER, reason)
    if bought + n > facts.most_bought:
        reason = Text.counted(
            "A worker buys at most {n} resource there.",
            "A worker buys at most {n} resources there.",
            int(facts.most_bought),
        )
        return Refusal("R52", BLACK_MARKET_CHAPTER, reason)
    price = n * int(facts.black_buy[good] + market.inflation(state, good))
    return unaffordable(state, seat, price) or used_up(state, good, n)

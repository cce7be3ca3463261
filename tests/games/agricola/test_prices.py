"""R9.19: no card makes a price dearer or impossible, whatever other cards are there that change prices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest

from farmtable.games.agricola import GAME
from farmtable.games.agricola.box import decks
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position.facts import GOODS, MAJORS, MINOR
from farmtable.games.agricola.position.parts import FENCES
from farmtable.games.agricola.rules import improvements, playing, prices
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.parts.all_parts import extra_for
from farmtable.games.agricola.rules.parts.fences import fence_limit
from farmtable.games.agricola.rules.parts.house import usual_renovation_price, usual_room_price
from tests.games.agricola.scenarios import Data, house_of, position

Ways = dict[str, tuple[int, ...]]

OF_THE_BOX = (
    *("frame_builder", "stonecutter", "brushwood_collector", "carpenter", "carpenters_parlor"),
    *("master_bricklayer", "lumber_mill"),
)
OWN = """
from librt.vecs import append, vec
from mypy_extensions import i64
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.position.facts import CLAY, REED, STONE, WOOD
from farmtable.games.agricola.position.cost import amount, less, of

class Halves(Occupation):
    id = "halves"
    def reduced(self, state, seat, item, price):
        return less(price, STONE, amount(price, STONE) // 2)

class Dearer(Occupation):
    id = "dearer"
    def reduced(self, state, seat, item, price):
        return price + of(REED, 1)

class Bricks(Occupation):
    id = "bricks"
    def reduced(self, state, seat, item, price):
        return less(price, CLAY, 1)
    def replaced(self, state, seat, item, price):
        found = vec[i64]()
        return append(found, less(price, STONE, 3) + of(CLAY, 2)) if amount(price, STONE) >= 3 else found

CARDS = [Halves(), Dearer(), Bricks()]
"""


def at_most(price: int, other: int) -> bool:
    """Whether a price has no more of anything than another."""
    return all(cost.amount(price, good) <= cost.amount(other, good) for good in range(GOODS))


def asked(front: tuple[str, ...], house: str, cards: str, rooms: int = 3) -> Ways:
    """All prices with these cards in front: of a room, of renovating, of each improvement."""
    seat: Data = {"front": list(front), "house": house, "rooms": house_of(rooms)}
    state = position(seat, players=3, round=6, cards=cards)
    deck = deck_of(state)
    assert deck is not None
    found = {"room": tuple(prices.asked(state, 0, cost.A_ROOM, usual_room_price(state, 0)))}
    if house != "stone":
        usual = usual_renovation_price(state, 0, int(state.house[0]) + 1)
        found["renovation"] = tuple(prices.asked(state, 0, cost.A_RENOVATION, usual))
    for major in range(MAJORS):
        found[f"major {major}"] = (improvements.price_of(state, 0, major),)
    for card in range(deck.size):
        if deck.kind[card] == MINOR:
            found[f"minor {card}"] = (playing.price_of(state, deck, 0, card),)
    return found


def none_dearer(cards: tuple[str, ...], house: str, deck: str, rooms: int) -> None:
    """With one card more whoever could pay still can."""
    sets = [front for n in range(len(cards) + 1) for front in combinations(cards, n)]
    found = {front: asked(front, house, deck, rooms) for front in sets}
    for front, before in found.items():
        for card in set(cards) - set(front):
            more = tuple(name for name in cards if name in front or name == card)
            for item, ways in before.items():
                for way in ways:
                    assert any(at_most(other, way) for other in found[more][item]), (more, card, item)


@pytest.mark.parametrize("rooms", [2, 4])
@pytest.mark.parametrize("house", ["wood", "clay", "stone"])
def test_no_card_of_the_box_makes_anything_dearer(house: str, rooms: int) -> None:
    """R9.19: rooms, renovations and improvements, with each set of the cards that change prices."""
    none_dearer(OF_THE_BOX, house, "base", rooms)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A deck of cards whose order matters, one of which even means to raise prices."""
    monkeypatch.setattr(decks, "_own", {})
    path = tmp_path / "builders.py"
    path.write_text(OWN)
    yield str(GAME.load_option("cards", str(path)))
    vars(GAME).pop("options", None)


def test_no_card_of_ones_own_makes_anything_dearer(own: str) -> None:
    """R9.19: halving after reducing is more than before; a replacement may bring what another reduces."""
    for house in ("clay", "stone"):
        none_dearer(("frame_builder", "stonecutter", "halves", "dearer", "bricks"), house, own, rooms=3)


def test_the_row_of_the_cards_means_nothing(own: str) -> None:
    """R9.19: the payer chooses the order, not who played which card first."""
    cards = ("frame_builder", "stonecutter", "halves", "bricks")
    # 5 stone less 1, halved; or 3 of them become 2 clay, the others nothing, and the clay 1 clay or 1 wood.
    cheapest = {cost.priced(**{good: n}, reed=2) for good, n in (("stone", 2), ("clay", 1), ("wood", 1))}
    for front in permutations(cards):
        assert set(asked(front, "stone", own)["room"]) == cheapest


def test_no_way_costs_more_than_another() -> None:
    """R9.19: ways that cost more of one good and less of none are left out."""
    for house in ("wood", "clay", "stone"):
        for item, ways in asked(OF_THE_BOX, house, "base").items():
            for way, other in permutations(ways, 2):
                assert not at_most(way, other), item


# --- fences ------------------------------------------------------------------------------------------


def fenced_for(front: tuple[str, ...], wood: int, clay: int) -> int:
    """How many fences somebody with these cards and goods can build."""
    state = position({"front": list(front), "goods": {"wood": wood, "clay": clay}}, round=2)
    return fence_limit(state, 0, extra_for(state, 0, FENCES))


def test_cards_never_take_fences_away() -> None:
    """R9.19: Hedge Keeper's three come before wood is replaced by clay."""
    for wood in range(5):
        for clay in range(5):
            plain = fenced_for((), wood, clay)
            hedge, rammed = (fenced_for((card,), wood, clay) for card in ("hedge_keeper", "rammed_clay"))
            both = fenced_for(("hedge_keeper", "rammed_clay"), wood, clay)
            assert (plain, hedge, rammed, both) == (wood, wood + 3, wood + clay, wood + clay + 3)


@pytest.mark.parametrize("front", [("hedge_keeper", "rammed_clay"), ("rammed_clay", "hedge_keeper")])
def test_free_fences_come_before_clay(front: tuple[str, ...]) -> None:
    """R9.19: 4 fences, 3 of them free, for 1 wood or 1 clay."""
    state = position({"front": list(front), "goods": {"wood": 1, "clay": 1}}, round=2)
    state.play("place Fencing")
    state.play("fence E1")
    assert [state.describe(action) for action in state.legal_actions()] == ["pay 1 wood", "pay 1 clay"]

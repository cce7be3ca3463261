"""What hand cards usually bring in the rounds still to come: a small table for the valuation.

Points, goods and food that a card has brought are seen on the farm; this is about what it will still
do. Found by some ten thousand games of greedy players with cards given to them for nothing.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import OF_STONE, WOODEN
from farmtable.games.agricola.rules.card import Deck

# In hundredths of a point for each round still to come.
WORTHS: Final[dict[str, int]] = {
    "acorns_basket": 0,
    "adoptive_parents": 10,
    "animal_dealer": 9,
    "animal_tamer": 20,
    "assistant_tiller": 26,
    "basket": 40,
    "beanfield": 0,
    "big_country": 0,
    "bottles": 0,
    "braggart": 12,
    "bread_paddle": 8,
    "brook": 40,
    "brushwood_collector": 17,
    "butter_churn": 7,
    "canoe": 27,
    "caravan": 0,
    "carpenter": 21,
    "carpenters_parlor": 29,
    "cattle_feeder": 17,
    "childless": 27,
    "clay_embankment": 0,
    "clay_hut_builder": 18,
    "claypipe": 10,
    "clearing_spade": 2,
    "conjurer": 20,
    "conservator": 4,
    "consultant": 0,
    "corn_scoop": 0,
    "cottager": 22,
    "drinking_trough": 5,
    "dutch_windmill": 6,
    "firewood_collector": 32,
    "frame_builder": 13,
    "geologist": 25,
    "greengrocer": 5,
    "grocer": 10,
    "groom": 6,
    "handplow": 14,
    "hard_porcelain": 0,
    "harpooner": 18,
    "hedge_keeper": 16,
    "herring_pot": 16,
    "house_steward": 0,
    "junk_room": 30,
    "large_greenhouse": 0,
    "lasso": 0,
    "loam_pit": 20,
    "loom": 14,
    "lumber_mill": 13,
    "lutenist": 17,
    "manger": 11,
    "manservant": 4,
    "mantlepiece": 0,
    "market_stall": 0,
    "master_bricklayer": 9,
    "milk_jug": 28,
    "mini_pasture": 0,
    "mining_hammer": 13,
    "moldboard_plow": 16,
    "mushroom_collector": 41,
    "organic_farmer": 7,
    "oven_firing_boy": 6,
    "paper_maker": 8,
    "pastor": 6,
    "pig_breeder": 5,
    "pitchfork": 21,
    "plow_driver": 3,
    "pond_hut": 0,
    "priest": 0,
    "rammed_clay": 8,
    "roof_ballaster": 0,
    "roughcaster": 11,
    "sack_cart": 0,
    "scholar": 0,
    "scullery": 42,
    "scythe_worker": 16,
    "seasonal_worker": 12,
    "sheep_walker": 3,
    "sheep_whisperer": 0,
    "shepherds_crook": 14,
    "shifting_cultivation": 0,
    "sleeping_corner": 19,
    "small_scale_farmer": 24,
    "stable_architect": 12,
    "stone_tongs": 1,
    "stonecutter": 13,
    "storehouse_keeper": 46,
    "strawberry_patch": 0,
    "thick_forest": 0,
    "three_field_rotation": 10,
    "threshing_board": 6,
    "tutor": 14,
    "wall_builder": 34,
    "wood_cutter": 24,
    "wool_blankets": 0,
    "young_animal_market": 0,
}
UNKNOWN: Final = 10  # of a card of one's own

# Networks have learned from full hands only, so others stand in for cards that are not there. For one that a
# hand lacks since it was given back for a smaller one (R14.10) there is a card that they think a little worse
# than the average, the first occupation 0.19 points, the first improvement 0.12; for one still to be dealt
# there is an average card (means over 40 hands for each number of players).
LACKING: Final = (
    ("adoptive_parents", "tutor", "conservator", "frame_builder", "priest", "roof_ballaster"),
    ("threshing_board", "hard_porcelain", "strawberry_patch", "lasso", "manger", "claypipe"),
)
AVERAGE: Final = (
    ("scholar", "manservant", "master_bricklayer", "clay_hut_builder", "organic_farmer", "roughcaster"),
    ("large_greenhouse", "pond_hut", "drinking_trough", "shepherds_crook", "junk_room", "big_country"),
)

# Some bring it only as long as ...
ALWAYS: Final = 0
IN_WOOD: Final = 1  # the house is wooden
NOT_IN_STONE: Final = 2
IN_TWO_ROOMS: Final = 3
AS_A_COUPLE: Final = 4  # nobody was born
WHILE_WAITING: Final = 5  # they remember something
UNTIL_SPENT: Final = 6  # they remember less than so much: 6 + it
AS_LONG_AS: Final[dict[str, int]] = {
    "scullery": IN_WOOD,
    "clay_hut_builder": IN_WOOD,
    "manservant": NOT_IN_STONE,
    "small_scale_farmer": IN_TWO_ROOMS,
    "childless": AS_A_COUPLE,
    "handplow": WHILE_WAITING,
    "pastor": UNTIL_SPENT + 1,
    "moldboard_plow": UNTIL_SPENT + 2,
    "grocer": UNTIL_SPENT + 8,
}


def _numbers(deck: Deck, names: tuple[str, ...]) -> vec[i64]:
    """The cards with these ids."""
    ids = [card.id for card in deck.cards]
    found = vec[i64]()
    for name in names:
        found = append(found, i64(ids.index(name)))
    return found


@final
class Worths:
    """The table for one deck: of each card what it brings in a round, and as long as what.

    `lacking` and `average` are cards of each kind that stand in for others.
    """

    def __init__(self, deck: Deck) -> None:
        self.rate: vec[i64] = vec[i64]()
        self.condition: vec[i64] = vec[i64]()
        for card in deck.cards:
            self.rate = append(self.rate, i64(WORTHS.get(card.id, UNKNOWN)))
            self.condition = append(self.condition, i64(AS_LONG_AS.get(card.id, ALWAYS)))
        self.lacking: list[vec[i64]] = [_numbers(deck, names) for names in LACKING]
        self.average: list[vec[i64]] = [_numbers(deck, names) for names in AVERAGE]


_FOUND: Final[dict[Deck, Worths]] = {}


def worths_of(deck: Deck) -> Worths:
    """The table for a deck, made when it is first asked for."""
    found = _FOUND.get(deck)
    if found is None:
        found = _FOUND[deck] = Worths(deck)
    return found


def lasts(state: Position, seat: Seat, condition: i64, remembered: i64) -> bool:
    """Whether a card in front of a seat, which remembers a number, will still bring something."""
    if condition == IN_WOOD:
        return state.house[seat] == WOODEN
    if condition == NOT_IN_STONE:
        return state.house[seat] != OF_STONE
    if condition == IN_TWO_ROOMS:
        return count_bits(state.rooms[seat]) <= 2
    if condition == AS_A_COUPLE:
        return state.people[seat] <= 2
    if condition == WHILE_WAITING:
        return remembered > 0
    return condition == ALWAYS or remembered < condition - UNTIL_SPENT

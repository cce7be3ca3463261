"""What hand cards usually bring in the rounds still to come: a small table for the valuation.

Points, goods and food that a card has brought are seen on the farm; this is about what it will still
do. Found by some ten thousand games of greedy players with cards given to them for nothing.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.games.agricola.card import Deck

# In hundredths of a point for each round still to come.
WORTHS: Final[dict[str, int]] = {
    "acorns_basket": 0,
    "adoptive_parents": 7,
    "animal_dealer": 9,
    "animal_tamer": 20,
    "assistant_tiller": 26,
    "basket": 40,
    "beanfield": 0,
    "big_country": 0,
    "bottles": 0,
    "braggart": 5,
    "bread_paddle": 8,
    "brook": 40,
    "brushwood_collector": 8,
    "butter_churn": 4,
    "canoe": 27,
    "caravan": 0,
    "carpenter": 17,
    "carpenters_parlor": 22,
    "cattle_feeder": 17,
    "childless": 27,
    "clay_embankment": 0,
    "clay_hut_builder": 15,
    "claypipe": 10,
    "clearing_spade": 2,
    "conjurer": 20,
    "conservator": 4,
    "consultant": 0,
    "corn_scoop": 0,
    "cottager": 21,
    "drinking_trough": 2,
    "dutch_windmill": 5,
    "firewood_collector": 32,
    "frame_builder": 13,
    "geologist": 25,
    "greengrocer": 5,
    "grocer": 6,
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
    "loom": 12,
    "lumber_mill": 13,
    "lutenist": 17,
    "manger": 5,
    "manservant": 3,
    "mantlepiece": 0,
    "market_stall": 0,
    "master_bricklayer": 5,
    "milk_jug": 28,
    "mini_pasture": 0,
    "mining_hammer": 13,
    "moldboard_plow": 16,
    "mushroom_collector": 41,
    "organic_farmer": 5,
    "oven_firing_boy": 6,
    "paper_maker": 8,
    "pastor": 6,
    "pig_breeder": 5,
    "pitchfork": 21,
    "plow_driver": 3,
    "pond_hut": 0,
    "priest": 0,
    "rammed_clay": 5,
    "roof_ballaster": 0,
    "roughcaster": 11,
    "sack_cart": 0,
    "scholar": 0,
    "scullery": 42,
    "scythe_worker": 16,
    "seasonal_worker": 12,
    "sheep_walker": 3,
    "sheep_whisperer": 0,
    "shepherds_crook": 11,
    "shifting_cultivation": 0,
    "sleeping_corner": 15,
    "small_scale_farmer": 24,
    "stable_architect": 3,
    "stone_tongs": 1,
    "stonecutter": 13,
    "storehouse_keeper": 44,
    "strawberry_patch": 0,
    "thick_forest": 0,
    "three_field_rotation": 8,
    "threshing_board": 5,
    "tutor": 5,
    "wall_builder": 34,
    "wood_cutter": 22,
    "wool_blankets": 0,
    "young_animal_market": 0,
}
UNKNOWN: Final = 10  # of a card of one's own

_packed: dict[Deck, vec[i64]] = {}


def worths_of(deck: Deck) -> vec[i64]:
    """For each card of a deck what it brings in a round."""
    if deck not in _packed:
        worths = vec[i64]()
        for card in deck.cards:
            worths = append(worths, i64(WORTHS.get(card.id, UNKNOWN)))
        _packed[deck] = worths
    return _packed[deck]

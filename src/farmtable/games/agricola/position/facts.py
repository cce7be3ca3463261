"""The facts of one game as the rules use them: packed numbers, made from `components.toml`.

Goods, action spaces, stage cards and major improvements are numbered here; actions are in `actions.py`.
Spaces of a farmyard are numbered row by row from the top left: 0 to 14.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final, get_args

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.vectors import numbers, zeros
from farmtable.games.agricola.position.deck import DeckTables

Good: TypeAlias = i64
"""A good, by its place in `GOOD_NAMES`."""
Cell: TypeAlias = i64
"""A space of a farmyard, row by row; for crops also a field card, from `CELLS` on."""

ROUNDS: Final = 14
STAGES: Final = 6
MAX_PLAYERS: Final = 4
CELLS: Final = 15
FIELDS: Final = 18  # where crops may stand: the spaces of a farmyard, then field cards
MAX_FIELD_CARDS: Final = 3
MAX_DECK: Final = 128  # hand cards that one game may know
MAX_FRONT: Final = 24  # places for hand cards in front of one seat; a 0 follows the last card

# Goods, in this order everywhere.
WOOD: Final = 0
CLAY: Final = 1
REED: Final = 2
STONE: Final = 3
GRAIN: Final = 4
VEGETABLE: Final = 5
SHEEP: Final = 6
BOAR: Final = 7
CATTLE: Final = 8
FOOD: Final = 9
GOODS: Final = 10
GoodId: TypeAlias = Literal[
    "wood",
    "clay",
    "reed",
    "stone",
    "grain",
    "vegetable",
    "sheep",
    "wild boar",
    "cattle",
    "food",
]
GOOD_NAMES: Final[tuple[GoodId, ...]] = get_args(GoodId)

PLANTED_VEGETABLES: Final = 16  # what stands on a field: so many grain, or this and so many vegetables

# What a house is made of.
WOODEN: Final = 0
OF_CLAY: Final = 1
OF_STONE: Final = 2
MaterialId: TypeAlias = Literal["wood", "clay", "stone"]
MATERIAL_NAMES: Final[tuple[MaterialId, ...]] = get_args(MaterialId)

# Action spaces. Those turned up during the game, the stage cards, stand together.
FARM_EXPANSION: Final = 0
MEETING_PLACE: Final = 1
GRAIN_SEEDS: Final = 2
FARMLAND: Final = 3
LESSONS: Final = 4
DAY_LABORER: Final = 5
FOREST: Final = 6
CLAY_PIT: Final = 7
REED_BANK: Final = 8
FISHING: Final = 9
FIRST_CARD: Final = 10
MAJOR_IMPROVEMENT: Final = 10
FENCING: Final = 11
GRAIN_UTILIZATION: Final = 12
SHEEP_MARKET: Final = 13
BASIC_WISH: Final = 14
HOUSE_REDEVELOPMENT: Final = 15
WESTERN_QUARRY: Final = 16
VEGETABLE_SEEDS: Final = 17
PIG_MARKET: Final = 18
CATTLE_MARKET: Final = 19
EASTERN_QUARRY: Final = 20
URGENT_WISH: Final = 21
CULTIVATION: Final = 22
FARM_REDEVELOPMENT: Final = 23
CARDS: Final = 14
COPSE: Final = 24
GROVE: Final = 25
RESOURCE_MARKET: Final = 26
HOLLOW: Final = 27
LESSONS_3: Final = 28
LESSONS_4: Final = 29
TRAVELING_PLAYERS: Final = 30
SIDE_JOB: Final = 31
FIRST_OF_TILE: Final = 32
TILE_COPSE: Final = 32
TILE_RESOURCE_MARKET: Final = 33
ANIMAL_MARKET: Final = 34
MODEST_WISH: Final = 35
SPACES: Final = 36

SpaceId: TypeAlias = Literal[
    "farm_expansion",
    "meeting_place",
    "grain_seeds",
    "farmland",
    "lessons",
    "day_laborer",
    "forest",
    "clay_pit",
    "reed_bank",
    "fishing",
    "major_improvement",
    "fencing",
    "grain_utilization",
    "sheep_market",
    "basic_wish_for_children",
    "house_redevelopment",
    "western_quarry",
    "vegetable_seeds",
    "pig_market",
    "cattle_market",
    "eastern_quarry",
    "urgent_wish_for_children",
    "cultivation",
    "farm_redevelopment",
    "copse",
    "grove",
    "resource_market",
    "hollow",
    "lessons_3p",
    "lessons_4p",
    "traveling_players",
    "side_job",
    "variant_copse",
    "variant_resource_market",
    "variant_animal_market",
    "variant_modest_wish_for_children",
]
SPACE_IDS: Final[tuple[SpaceId, ...]] = get_args(SpaceId)

# Major improvements.
FIREPLACE_2: Final = 0
FIREPLACE_3: Final = 1
HEARTH_4: Final = 2
HEARTH_5: Final = 3
WELL: Final = 4
CLAY_OVEN: Final = 5
STONE_OVEN: Final = 6
JOINERY: Final = 7
POTTERY: Final = 8
BASKETMAKER: Final = 9
MAJORS: Final = 10
MajorId: TypeAlias = Literal[
    "fireplace_2",
    "fireplace_3",
    "cooking_hearth_4",
    "cooking_hearth_5",
    "well",
    "clay_oven",
    "stone_oven",
    "joinery",
    "pottery",
    "basketmakers_workshop",
]
MAJOR_IDS: Final[tuple[MajorId, ...]] = get_args(MajorId)

# Categories of the score table (R12.1).
SCORE_FIELDS: Final = 0
SCORE_PASTURES: Final = 1
SCORE_GRAIN: Final = 2
SCORE_VEGETABLES: Final = 3
SCORE_SHEEP: Final = 4
SCORE_BOAR: Final = 5
SCORE_CATTLE: Final = 6
CATEGORIES: Final = 7
SCORE_COLUMNS: Final = 16  # counts from 15 on score like 15

# Hand cards: their kinds, and where each of them is.
OCCUPATION: Final = 0
MINOR: Final = 1
IN_BOX: Final = 0  # not dealt, or nobody knows where
IN_HAND: Final = 1  # + seat
IN_FRONT: Final = 9  # + seat
GONE: Final = 17  # not in this game, or out of it
IN_PACK: Final = 18  # of a draft, see `draft.py`; or one too many of ten, see `given_back.py`

# What cards in front of a seat change for good: numbers that add up, read by the rules they change.
PASTURE_PLACES: Final = 0  # more animals in each pasture
ROOM_PETS: Final = 1  # above 0: an animal in each room instead of one in the house
PEOPLE_PLACES: Final = 2  # people who live on cards
FREE_FENCES: Final = 3  # of each Build Fences action
CLAY_FENCES: Final = 4  # above 0: fences may be paid with clay
NEVER_RENOVATES: Final = 5  # above 0: the house stays as it is
STRAIGHT_TO_STONE: Final = 6  # above 0: a wooden house may become a stone house
SHARES_WISHES: Final = 7  # above 0: may join one other player on a Wish for Children space
FIELD_CARD: Final = 8  # + field card (0 to 2): which crops it takes, 1 grain + 2 vegetables
MODIFIERS: Final = 11

UNLIMITED: Final = 99  # grain an improvement can bake in one action


@final
class Facts:
    """Everything fixed for one game (prices, spaces, points, options), shared by all its positions.

    Tables are flat: `major_cost[major * GOODS + good]`, `score[category * SCORE_COLUMNS + count]`.
    """

    def __init__(self, players: i64) -> None:  # noqa: PLR0915 - one line for each fact
        self.players: i64 = players
        # Options.
        self.deck: DeckTables | None = None  # the hand cards of the game; None: it is played without
        self.drafted = False
        self.chosen_hands = False
        self.gives_back = False  # of ten cards dealt three are given back (R14.9)
        self.redraws = False  # a hand may be given back for a new one (R14.10)
        self.occupations_first = False  # all are drafted before the packs of improvements are dealt (R14.8)
        self.left_over: i64 = 0  # cards of each kind dealt to a seat beyond its hand, to choose from
        self.side_job = False
        self.tile = False
        self.chosen_order = False
        self.hints = False
        self.goal: i64 = 0  # points to reach in a game of the solo series; 0: not one
        self.campaign: i64 = 0  # which game of a campaign this is, 1 to 3; 0: not one
        # The board.
        self.in_game: vec[u8] = zeros(SPACES)  # spaces used in this game, stage cards included
        self.accumulates: vec[u8] = zeros(SPACES)  # goods added each round; 0: no accumulation space
        self.good_of: vec[u8] = zeros(SPACES)  # which good lies on an accumulation space
        self.gives: vec[u8] = zeros(SPACES * GOODS)  # what a space always gives
        self.choice: vec[u8] = zeros(SPACES * GOODS)  # of these goods the space gives so many of one kind
        self.choice_food: vec[u8] = zeros(SPACES * GOODS)  # food that comes with a choice
        self.choice_price: vec[u8] = zeros(SPACES * GOODS)  # food that a choice costs
        self.stage_of: vec[u8] = zeros(CARDS)  # 1 to 6
        self.stage_in: vec[u8] = zeros(ROUNDS + 1)  # stage of each round
        self.harvest: vec[u8] = zeros(ROUNDS + 1)  # 1: the round ends with a harvest
        self.wish_round: i64 = 0  # Modest Wish for Children: from this round on
        # Hand cards.
        self.hand_size: vec[u8] = zeros(2)  # of each kind
        self.kept: list[tuple[int, int]] = []  # (seat, card): occupations kept from the game before
        self.banned: list[int] = []  # cards left out of the game (R14.7)
        self.lessons: vec[u8] = zeros(SPACES * 3)  # food for the first, second, every later occupation
        # Beginning and feeding.
        self.people: i64 = 0
        self.rooms: i64 = 0  # cells with a room at the beginning
        self.food_first: i64 = 0  # of the starting player; of the only one
        self.food_others: i64 = 0
        self.extra_food: i64 = 0  # seats that begin with 1 food more, as bits (R13.9)
        self.adult_food: i64 = 0
        self.newborn_food: i64 = 0
        # Limits and prices.
        self.max_people: i64 = 0
        self.max_stables: i64 = 0
        self.max_fences: i64 = 0
        self.room_material: i64 = 0
        self.room_reed: i64 = 0
        self.renovation_material: i64 = 0  # for each room
        self.renovation_reed: i64 = 0  # in all
        self.stable_wood: i64 = 0
        self.side_job_wood: i64 = 0
        self.fence_wood: i64 = 0
        self.sown_grain: i64 = 0
        self.sown_vegetables: i64 = 0
        self.pasture_animals: i64 = 0  # for each space, before stables double it
        # Major improvements.
        self.major_cost: vec[u8] = zeros(MAJORS * GOODS)
        self.major_price: vec[i64] = numbers(MAJORS, 0)  # the same, packed (see `prices.py`)
        self.major_points: vec[u8] = zeros(MAJORS)
        self.cooks: vec[u8] = zeros(MAJORS * GOODS)  # food for one of a good at any time
        self.bakes: vec[u8] = zeros(MAJORS)  # food for one grain
        self.bakes_up_to: vec[u8] = zeros(MAJORS)  # grain in one action; 0: none, UNLIMITED: any number
        self.bakes_at_once: vec[u8] = zeros(MAJORS)  # 1: building it lets one bake
        self.craft_good: vec[u8] = zeros(MAJORS)
        self.craft_food: vec[u8] = zeros(MAJORS)  # for one of it, once a harvest; 0: no craft building
        self.craft_points: vec[u8] = zeros(MAJORS * SCORE_COLUMNS)  # by goods left at the end
        self.well_rounds: vec[u8] = zeros(MAJORS)  # on so many round spaces one food each
        # Points.
        self.score: vec[i64] = numbers(CATEGORIES * SCORE_COLUMNS, 0)
        self.room_points: vec[i64] = numbers(3, 0)
        self.person_points: i64 = 0
        self.unused_points: i64 = 0  # negative
        self.stable_points: i64 = 0
        self.begging_points: i64 = 0  # negative

    def hand_of(self, seat: Seat, kind: i64) -> i64:
        """How many cards of a kind a seat begins with: alone fewer occupations if it kept some (R13.6)."""
        size: i64 = i64(self.hand_size[kind])
        if self.players > 1 or kind != OCCUPATION:
            return size
        return max(size - len(self.kept), 0)

    def dealt_to(self, seat: Seat, kind: i64) -> i64:
        """How many cards of a kind are dealt to a seat, into its hand or the pack it opens."""
        size: i64 = self.hand_of(seat, kind)
        return size + self.left_over if size > 0 else 0

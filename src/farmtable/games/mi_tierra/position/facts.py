"""The facts of one game as the rules use them: packed numbers, made from `components.toml`.

Goods, zones, development cards and events are numbered here. A *kind* of market card is a market or
event card as it looks; equal cards of one deck share their kind.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final, get_args

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.vectors import numbers, zeros

Good: TypeAlias = i64
"""A good, by its place in `GOOD_IDS`."""
Cell: TypeAlias = i64
"""A cell of a farm, row by row."""

MAX_PLAYERS: Final = 4

# Goods, in this order everywhere: crops, what animals and industries give, end goods, animals.
APPLE: Final = 0
WHEAT: Final = 1
GRAPE: Final = 2
CROPS: Final = 3
MEAT: Final = 3
EGG: Final = 4
MILK: Final = 5
WOOL: Final = 6
FLOUR: Final = 7
WINE: Final = 8
TRADED: Final = 9  # resources below this number are bought and sold
CAKE: Final = 9
CLOTHES: Final = 10
RESOURCES: Final = 11
SHEEP: Final = 11
COW: Final = 12
CHICKEN: Final = 13
GOODS: Final = 14
GoodId: TypeAlias = Literal[
    "apple",
    "wheat",
    "grape",
    "meat",
    "egg",
    "milk",
    "wool",
    "flour",
    "wine",
    "cake",
    "clothes",
    "sheep",
    "cow",
    "chicken",
]
GOOD_IDS: Final[tuple[GoodId, ...]] = get_args(GoodId)

# Zones, in the order of their activation (R24).
FOREST: Final = 0
SHEEP_FARM: Final = 1
SQUARE: Final = 2
SEED_SHOP: Final = 3
CATTLE_FARM: Final = 4
COOP: Final = 5
ANIMAL_INDUSTRY: Final = 6
CLOCK_TOWER: Final = 7
OVEN: Final = 8
DEVELOPMENT: Final = 9
WINERY: Final = 10
CLOTHING: Final = 11
FARM: Final = 12
MARKET: Final = 13
BLACK_MARKET: Final = 14
TURN_ORDER: Final = 15
ZONES: Final = 16
ZoneId: TypeAlias = Literal[
    "forest",
    "sheep_farm",
    "worker_plaza",
    "seed_shop",
    "cattle_farm",
    "chicken_coop",
    "animal_industry",
    "clock_tower",
    "oven",
    "development",
    "winery_mill",
    "clothing_industry",
    "own_farm",
    "official_market",
    "black_market",
    "turn_order",
]
ZONE_IDS: Final[tuple[ZoneId, ...]] = get_args(ZoneId)

# Development cards I to XV are numbered 0 to 14.
CARD_I: Final = 0
CARD_II: Final = 1
CARD_III: Final = 2
CARD_IV: Final = 3
CARD_V: Final = 4
CARD_VI: Final = 5
CARD_VII: Final = 6
CARD_VIII: Final = 7
CARD_IX: Final = 8
CARD_X: Final = 9
CARD_XI: Final = 10
CARD_XII: Final = 11
CARD_XIII: Final = 12
CARD_XIV: Final = 13
CARD_XV: Final = 14
DEVELOPMENTS: Final = 15
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV")
DISPLAY: Final = 4  # top left, top right, bottom left, bottom right
DEVELOPMENT_SPACES: Final = 5  # centre, top, bottom, left, right

# Kinds of market cards, and events.
SIMPLE: Final = 0
BUNDLE: Final = 1
GENERIC: Final = 2
EVENT: Final = 3
THIEVES: Final = 0
INFLATION: Final = 1
STRIKE: Final = 2
FROST: Final = 3
FRUIT_FLY: Final = 4
EVENTS: Final = 5
EventId: TypeAlias = Literal["thieves", "inflation", "strike", "frost", "fruit_fly"]
EVENT_IDS: Final[tuple[EventId, ...]] = get_args(EventId)
MAX_KINDS: Final = 96  # of market and event cards, both decks together
LOOKED_AT: Final = 4  # cards that the clock tower shows

# Most that an owner's file may ask for.
MAX_CELLS: Final = 16
MAX_SLOTS: Final = 7
MAX_SPACES: Final = 8
MAX_WORKERS: Final = 7
MAX_FACE: Final = 7
MOST_UNITS: Final = 15


@final
class Facts:
    """Everything fixed for one game (board, cards, prices, switches), shared by all its positions."""

    def __init__(self, players: i64) -> None:  # noqa: PLR0915 - one line for each fact
        self.players: i64 = players
        self.start: i64 = -1  # fixed start player
        # The board: spaces of each zone with this number of players.
        self.spaces: vec[u8] = zeros(ZONES)
        self.development_open: i64 = 0  # spaces of the development area in use, as bits
        # Beginning and upkeep.
        self.workers: i64 = 0
        self.max_workers: i64 = 0
        self.free_workers: i64 = 0
        self.upkeep: i64 = 0
        self.money: vec[i64] = numbers(MAX_PLAYERS, 0)  # by place in the turn order
        # A farm.
        self.rows: i64 = 0
        self.columns: i64 = 0
        self.cells: i64 = 0
        self.printed_cell: i64 = 0
        self.printed_crop: i64 = 0
        self.slots: i64 = 0  # for barnyards
        self.printed_capacity: i64 = 0
        self.development_slots: i64 = 0
        self.neighbours: vec[i64] = numbers(MAX_CELLS, 0)  # cells side by side with each, as bits
        self.touches: vec[i64] = numbers(DEVELOPMENT_SPACES, 0)  # of each space: display places, as bits
        # Dice: of each die how many faces show each number; which die each zone rolls.
        self.faces: vec[u8] = zeros(2 * (MAX_FACE + 1))
        self.die: vec[u8] = zeros(ZONES)
        self.seed_of: vec[u8] = zeros(MAX_FACE + 1)  # crop of each face
        # Supplies: units of each resource, barnyards (of any capacity), crop tiles.
        self.supply: vec[i64] = numbers(RESOURCES, 0)
        self.supply_limited = True
        self.barnyards: i64 = 0
        self.crop_tiles: vec[i64] = numbers(CROPS, 0)
        self.capacities: i64 = 0  # of barnyards that there are, as bits
        # Industries.
        self.animal_fee: i64 = 0
        self.minimum: vec[i64] = numbers(3, 0)  # sheep for wool, cows for milk, chickens for eggs
        self.product_units: vec[i64] = numbers(3, 0)
        self.oven: vec[i64] = numbers(GOODS, 0)  # goods for one cake
        self.oven_fee: i64 = 0
        self.clothing: vec[i64] = numbers(GOODS, 0)  # goods for one of clothes
        self.clothing_fee: i64 = 0
        self.flour_wheat: i64 = 0
        self.wine_grapes: i64 = 0
        self.winery_fee: i64 = 0
        # Development cards.
        self.copies: vec[u8] = zeros(DEVELOPMENTS)
        self.price_per_card: i64 = 0
        self.needs: vec[i64] = numbers(DEVELOPMENTS, -1)  # the card that another needs and replaces
        self.card_minimum: vec[i64] = numbers(DEVELOPMENTS, 0)  # animals it asks for, where it does
        self.card_money: i64 = 0  # XV
        self.group: i64 = 0  # connected fields that count for a field worker
        self.large_group: i64 = 0  # with XI
        self.card_wheat: vec[i64] = numbers(2, 0)  # III: wheat for its two ways
        self.card_flour: vec[i64] = numbers(2, 0)  # III: flour for it
        self.card_grapes: i64 = 0  # IV: for one wine
        # Market and event cards by kind.
        self.kinds: i64 = 0
        self.deck: vec[u8] = vec[u8]()  # 0: A, 1: B
        self.count: vec[u8] = vec[u8]()
        self.type: vec[u8] = vec[u8]()  # SIMPLE, BUNDLE, GENERIC, EVENT
        self.good: vec[u8] = vec[u8]()  # SIMPLE; of EVENT: which
        self.price: vec[i64] = vec[i64]()  # SIMPLE: for each; BUNDLE: in all; GENERIC: for each resource
        self.animal_price: vec[i64] = vec[i64]()  # GENERIC
        self.limit: vec[i64] = vec[i64]()  # SIMPLE
        self.bundle: vec[u8] = vec[u8]()  # kind * GOODS + good
        self.leaves: vec[u8] = vec[u8]()  # 1: has the out-of-market symbol
        self.all_leave = False  # every market leaves as if it had the symbol
        self.removed: i64 = 0  # cards of deck A that go back unseen
        self.pile_a: i64 = 0  # cards of each deck at the beginning
        self.pile_b: i64 = 0
        self.quiet_rounds: i64 = 0  # after so many without a new card the oldest market closes
        self.last_permanent: i64 = 0  # the game ends with this permanent event
        self.permanent: vec[u8] = zeros(EVENTS)
        self.takes: vec[u8] = zeros(EVENTS * GOODS)  # goods that an event takes half of
        self.closes: i64 = 0  # zones closed by a strike, as bits
        self.inflated: vec[u8] = zeros(GOODS)
        self.inflation: i64 = 0
        self.closing_sellable = True
        self.meat_per_animal = True
        # The black market; 0: not for sale.
        self.black_sell: vec[i64] = numbers(GOODS, 0)
        self.black_buy: vec[i64] = numbers(GOODS, 0)
        self.most_bought: i64 = 0
        # The end.
        self.cake_money: i64 = 0
        self.clothes_money: i64 = 0
        self.leftovers: i64 = 0  # pieces for one money

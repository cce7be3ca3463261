"""What a page of Mi Tierra is given: every key of the view and of a preview, with its meaning.

Money is in coins. Things are called by their ids; cells of a farm are numbered row by row, seats from
0. What is named an action is the number to be played.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from farmtable.games.mi_tierra.position.facts import EventId, GoodId, ZoneId

CardId = Literal[
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"
]  # of a development card
PlaceId = Literal["top_left", "top_right", "bottom_left", "bottom_right"]  # of a card on display
SpaceId = Literal["centre", "top", "bottom", "left", "right"]  # for a worker between those cards
Step = Literal[
    "start",
    "upkeep",
    "place",
    "offered",
    "roll",
    "house",
    "look",
    "reorder",
    "develop",
    "drop",
    "farm",
    "arrival",
    "sell",
    "generic",
    "trade",
    "give",
    "between",  # chance is about to decide something nobody is shown
    "over",
]

# --- the village -------------------------------------------------------------------------------------


class Worker(TypedDict):
    """A space of a zone on which somebody stands."""

    seat: int
    pair: bool  # two workers, who choose instead of rolling


class Recipe(TypedDict):
    """What is made of what; industries give one."""

    of: dict[GoodId, int]  # how many of each good it takes
    good: GoodId


class Product(TypedDict):
    """What the animal industry gives for animals of a kind."""

    animal: GoodId
    minimum: int  # how many one must have
    good: GoodId
    count: int  # how many of it one gets


class Business(TypedDict):
    """What a zone rolls, charges and makes, if it does."""

    die: NotRequired[list[int]]  # the faces, smallest first, equal ones repeated
    seeds: NotRequired[list[GoodId]]  # the crops that the faces stand for
    fee: NotRequired[int]  # money
    products: NotRequired[list[Product]]
    makes: NotRequired[list[Recipe]]


class Zone(Business):
    """A zone of the village, or what stands for the own farm and the development area there."""

    id: ZoneId
    number: int  # on the board: zones are activated in this order, from 1
    spaces: list[Worker | None]  # from the left; on the black market only those taken, in order
    closed: bool  # by the strike
    action: int  # places a worker here


class DevelopmentSpace(TypedDict):
    """A space between the development cards on display."""

    id: SpaceId
    open: bool  # to this number of players
    seat: int | None  # whose worker stands here
    touches: list[PlaceId]  # where there is a card beside it
    price: int  # of each of these cards, money
    action: int  # places a worker here


# --- cards -------------------------------------------------------------------------------------------


class Way(Recipe):
    """A way to use a card that turns goods into others."""

    count: int  # how many of the good it gives


class DevelopmentCard(TypedDict):
    """A development card with what it does, in the figures of this table."""

    name: CardId
    replaces: CardId | None  # the card of one's own that it takes the place of
    animal: GoodId | None  # it gives something for animals of this kind,
    minimum: int  # if one has at least so many,
    gives: GoodId | None  # namely one of this
    ways: NotRequired[list[Way]]  # cards III and IV: goods into others
    group: NotRequired[int]  # card XI: so many connected fields count for a worker
    money: NotRequired[int]  # card XV: once a round


class OwnCard(DevelopmentCard):
    """A development card of a seat."""

    used: bool  # in this round


class Event(TypedDict):
    """An event, with what it does as prices and rules are at this table."""

    event: EventId
    permanent: bool  # it stays in force
    goods: NotRequired[list[GoodId]]  # inflation: the price of these
    more: NotRequired[int]  # inflation: is so much higher, money
    zones: NotRequired[list[ZoneId]]  # strike: nobody can use these
    takes: NotRequired[list[GoodId]]  # all others: half of these is lost


class Drawn(TypedDict):
    """What all cards of the market piles have."""

    kind: int  # equal cards are of one kind
    deck: Literal["A", "B"]
    leaves: bool  # it goes to the closing line in the next round, whatever is sold


class SimpleCard(Drawn):
    """Buys units of one good."""

    type: Literal["simple"]
    good: GoodId
    price: int  # of a unit, money
    limit: int  # units at most


class BundleCard(Drawn):
    """Buys several goods together."""

    type: Literal["bundle"]
    goods: dict[GoodId, int]  # how many of each
    price: int  # of all together, money


class GenericCard(Drawn):
    """Buys anything."""

    type: Literal["generic"]
    price: int  # of a unit of goods, money
    animal_price: int  # of an animal, money


class EventCard(Drawn, Event):
    """Is no market: an event."""

    type: Literal["event"]


MarketCard = SimpleCard | BundleCard | GenericCard | EventCard


class KnownCard(TypedDict):
    """A card of the pile that somebody has seen."""

    card: MarketCard | None  # None to whoever does not know that it lies just there
    reordered: bool  # somebody has reordered it since this seat saw it


class BlackMarket(TypedDict):
    """The black market; goods that are not traded are missing."""

    sell: dict[GoodId, int]  # what one unit brings, money
    buy: dict[GoodId, int]  # what one unit costs, money
    most_bought: int  # units that a worker may buy in a round


# --- the seats ---------------------------------------------------------------------------------------


class Field(TypedDict):
    """A field of a farm."""

    cell: int
    crop: GoodId | None
    group: int  # how many fields of this crop hang together with it, itself included; 0 without a crop
    harvest: int  # how many of its crop a worker takes
    worker: bool  # one is here


class Barnyard(TypedDict):
    """A barnyard of a farm; where there is none in a slot it has no room."""

    slot: int  # -1: the one printed on the farm
    room: int  # animals
    animal: GoodId | None  # what stands in it
    count: int  # and how many


class Seat(TypedDict):
    """What a seat has; all can see all of it."""

    seat: int
    money: int
    goods: dict[GoodId, int]  # of every good, animals too
    workers: int
    idle: int  # workers at home
    stopped: bool  # it places no more in this round
    fields: list[Field]  # by cell
    barnyards: list[Barnyard]  # the printed one, then slot by slot
    waiting: dict[GoodId, int]  # animals without room
    cards: list[OwnCard]
    total: int  # money at the end of the game, were it now


# --- the question ------------------------------------------------------------------------------------


class Question(TypedDict):
    """What every question has."""

    take: int | None  # the action that takes what is offered
    leave: int | None  # the action that leaves it, or goes home


class Keep(TypedDict):
    """So many workers may be kept."""

    workers: int
    price: int  # of all together, money
    back: int  # workers that go back
    action: int


class UpkeepQuestion(Question):
    """At "upkeep"."""

    keeps: list[Keep]


class OfCell(TypedDict):
    """Something done at a cell of one's own farm."""

    cell: int
    action: int


class PlaceQuestion(Question):
    """At "place"."""

    zones: dict[ZoneId, int]  # the actions that place a worker in a zone
    pairs: dict[ZoneId, int]  # the actions that place two together
    spaces: dict[SpaceId, int]  # the actions that place a worker between development cards
    cells: list[OfCell]  # fields that a worker can be placed on
    stop: int  # the action that ends placing
    idle: int  # workers still at home


class OfCapacity(TypedDict):
    """A pair chooses a barnyard."""

    capacity: int  # animals
    action: int


class OfSeed(TypedDict):
    """A pair chooses a crop."""

    crop: GoodId
    action: int


class OfSlot(TypedDict):
    """A barnyard is thrown away for the new one."""

    slot: int
    action: int


class Making(TypedDict):
    """The winery and mill makes one thing or both."""

    goods: list[GoodId]
    action: int


class OfferedQuestion(Question):
    """At "offered": a result of a die, the choice of a pair, or what an industry makes."""

    zone: ZoneId
    result: int  # of the die; for a crop its number from 1; 0: there is none
    pair: bool  # two workers stand there
    crop: GoodId | None  # what the seed shop offers
    animal: GoodId | None  # what this zone gives
    reroll: int | None  # the action that rolls again
    capacities: list[OfCapacity]
    seeds: list[OfSeed]
    cells: list[OfCell]  # fields where the crop can be planted
    slots: list[OfSlot]
    makes: list[Making]
    gives: dict[GoodId, int]  # what the animal industry makes, as far as the supply has it


class Release(TypedDict):
    """One animal of a kind is let go."""

    animal: GoodId
    have: int
    action: int


class HouseQuestion(Question):
    """At "house": animals have lost their barnyard."""

    releases: list[Release]


class ArrivalQuestion(HouseQuestion):
    """At "arrival": animals at the gate."""

    animal: GoodId
    count: int
    room: int  # for how many of them there is room
    meat: int  # what those without room become, as far as the supply has it


class CardToLay(TypedDict):
    """Cards of a kind among those looked at."""

    card: MarketCard
    places: list[int]  # where they lie now, counted from 1
    action: int  # lays one of them next


class ReorderQuestion(Question):
    """At "reorder": which card comes next."""

    laid: list[MarketCard]  # in the order chosen so far
    cards: list[CardToLay]  # as they lie now: who chooses them in this order leaves it as it is


class Purchase(TypedDict):
    """A development card can be bought."""

    space: SpaceId  # where the worker stands
    place: PlaceId  # where the card lies
    card: DevelopmentCard
    price: int  # money
    action: int


class DevelopQuestion(Question):
    """At "develop"."""

    buys: list[Purchase]


class Drop(TypedDict):
    """An own card goes."""

    card: DevelopmentCard
    action: int


class DropQuestion(Question):
    """At "drop": an own card makes room for the one bought."""

    card: DevelopmentCard
    drops: list[Drop]


class Work(TypedDict):
    """A field worker brings in a crop."""

    cell: int
    crop: GoodId
    count: int
    action: int


class Use(TypedDict):
    """A development card is used."""

    card: DevelopmentCard
    way: Way | None  # which of its ways, where it has any
    main: bool  # the card on the farm does this; the other way is only in the bar
    action: int


class FarmQuestion(Question):
    """At "farm"."""

    works: list[Work]
    uses: list[Use]


class Units(TypedDict):
    """So many units are sold."""

    units: int
    money: int | None  # for all of them; None at a generic market, which is told good by good
    action: int


class Sale(TypedDict):
    """What can be sold to a market card."""

    card: MarketCard
    units: list[Units]


class SellQuestion(Question):
    """At "sell"."""

    sales: list[Sale]
    black_market: int | None  # the action that goes on there


class Numbers(TypedDict):
    """A good of which so many may be chosen at once."""

    good: GoodId
    first: int  # the action for one; that for n is n - 1 more
    most: int


class Trade(Numbers):
    """A good that may be bought."""

    money: int  # for a unit


class Offer(Trade):
    """A good that may be sold."""

    have: int


class GenericQuestion(Question):
    """At "generic": one good after another goes to a generic market."""

    offers: list[Offer]
    card: MarketCard
    sold: bool  # something has been sold to it already


class TradeQuestion(Question):
    """At "trade", on the black market."""

    offers: list[Offer]
    buys: list[Trade]
    may_buy: int  # units


class Gift(Numbers):
    """A good that may be given back."""

    have: int


class GiveQuestion(Question):
    """At "give": an event takes goods."""

    event: EventId
    count: int  # how many are still to be given back
    gives: list[Gift]


AnyQuestion = (
    UpkeepQuestion
    | PlaceQuestion
    | OfferedQuestion
    | HouseQuestion
    | ArrivalQuestion
    | ReorderQuestion
    | DevelopQuestion
    | DropQuestion
    | FarmQuestion
    | SellQuestion
    | GenericQuestion
    | TradeQuestion
    | GiveQuestion
)

# --- all of it ---------------------------------------------------------------------------------------


class Piles(TypedDict):
    """How many cards lie face down."""

    a: int  # market deck A
    b: int  # market deck B
    developments: int
    discarded: int  # development cards out of the game


class Farm(TypedDict):
    """The farm that every seat has."""

    rows: int
    columns: int
    printed: int  # the cell with the printed crop
    slots: int  # for barnyards, beside the printed one
    cards: int  # development cards that have room


class Left(TypedDict):
    """Tiles left in the supply."""

    barnyards: int
    crops: dict[GoodId, int]


class Figures(TypedDict):
    """What the rules of this table say in numbers, where the page speaks of it."""

    free_workers: int  # so many cost no upkeep
    max_workers: int  # of a seat
    upkeep: int  # for each other worker, money a round
    cake_money: int  # for a cake at the end
    clothes_money: int  # for clothes at the end
    leftovers: int  # so many other resources make one money at the end


class View(TypedDict):
    """What a seat, or a spectator, may see."""

    players: int
    to_play: int  # the seat that decides; negative: chance, or nobody
    active: int  # the seat whose worker acts
    round: int  # from 1
    step: Step
    seat: int | None  # whose eyes; None: a spectator's
    order: list[int]  # the turn order
    cubes: list[int]  # seats on the money track; of equals the one who moved last is last
    ending: bool  # this is the last round
    zones: dict[ZoneId, Zone]  # in the order of activation
    now: ZoneId | None  # the zone whose workers are acting
    display: dict[PlaceId, DevelopmentCard | None]
    spaces: dict[SpaceId, DevelopmentSpace]
    market: list[MarketCard | None]  # the stalls of the official market
    closing: list[MarketCard | None]  # the closing line
    closing_sellable: bool  # those there still buy
    black_market: BlackMarket
    piles: Piles
    top: list[KnownCard]  # of the market pile, the next card first
    heard: list[MarketCard]  # cards that lie among those, this seat does not know where
    event: Event | None  # in force
    permanents: int  # lasting events so far
    last_permanent: int  # with so many the game ends
    farm: Farm
    seats: list[Seat]  # by number
    left: Left
    figures: Figures
    ask: AnyQuestion | None  # None unless this seat is to decide


class Preview(TypedDict):
    """What an action brings its seat at once."""

    money: int
    goods: dict[GoodId, int]  # only those that change
    workers: int
    total: int  # money at the end of the game, were it now

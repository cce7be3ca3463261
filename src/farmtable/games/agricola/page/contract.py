"""What a page of Agricola is given: every key of the view and of a preview, with its meaning.

Things are called by their ids, hand cards too; cells of a farmyard are numbered row by row, field cards
go on after them, fence spaces as in `shapes.py`, seats from 0. What is named an action is the number to
be played.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from farmtable.games.agricola.position.facts import GoodId, MajorId, MaterialId, SpaceId

Told = dict[str, Any]  # a sentence as data (`Text.as_data`), for the filter `told`
CardId = str
KindId = Literal["occupation", "minor"]  # of a hand card
ToolId = Literal["room", "stable", "plow", "sow_grain", "sow_vegetable", "choose"]
Sign = Literal[
    "stable",
    "person",
    "fence",
    "house",
    "field",
    "plow",
    "exchange",
    "bread",
    "harvest",
    "sun",
    "moon",
    "star",
    "gift",
]
Step = Literal[
    "start",
    "order",
    "turn_up",
    "place",
    "menu",
    "choose",
    "house",
    "exchange",
    "feed",
    "offer",
    "card",
    "payment",
    "again",
    "window",
    "keep",
    "pick",
    "redraw",
    "give_back",
    "between",  # chance is about to decide something nobody is shown
    "over",
]

PaysFor = Literal["room", "renovation", "fences"]
Goods = dict[GoodId, int]  # how many of each, in the order of goods

# --- the board ---------------------------------------------------------------------------------------


class Choice(TypedDict):
    """A good that may be taken from a space."""

    good: GoodId
    count: int
    food: int  # that comes with it
    price: int  # that is paid for it, food


class Space(TypedDict):
    """An action space."""

    id: SpaceId
    card: bool  # a stage card, turned up during the game
    round: int | None  # in which it was turned up
    tile: bool  # on a tile of a variant
    extra: bool  # the Side Job tile
    good: GoodId | None  # what piles up on it
    adds: int  # how many each round
    pile: int  # how many lie there now
    gives: Goods  # what it gives each time
    choices: list[Choice]
    used_by: int | None  # the seat whose person stands there
    shared_by: int | None  # the seat whose person has joined it
    action: int  # places a person here


class Promise(TypedDict):
    """Goods that a seat will find on a round space."""

    seat: int
    good: GoodId
    count: int


class Round(TypedDict):
    """A round space."""

    round: int
    space: SpaceId | None  # the card on it
    ordered: SpaceId | None  # the card that will lie there, where the order was chosen
    harvest: bool  # after it
    promised: list[Promise]


class Stage(TypedDict):
    """A stage of the year."""

    stage: int  # from 1
    rounds: list[Round]


class Major(TypedDict):
    """A major improvement."""

    id: MajorId
    cost: Goods
    points: int
    cooks: Goods  # food for one of each
    bakes: int  # food for one grain; 0: it is no oven
    bakes_up_to: int  # grain at once
    craft_good: GoodId | None  # in each harvest one of this
    craft_food: int  # makes so much food
    well_rounds: int  # rounds with one food each
    bonus: int  # points that its owner has for what is left of its good
    owner: int | None
    action: int  # builds it, paid with its cost


# --- hand cards --------------------------------------------------------------------------------------


class Card(TypedDict):
    """Everything printed on a hand card."""

    id: CardId
    number: str
    name: Told
    text: Told
    kind: KindId
    cost: Goods
    varies: bool  # the cost is another at times
    requires: list[Told]
    points: int
    bonus: bool  # it gives points besides
    travels: bool  # it is passed to the left afterwards
    players: int  # for games with at least so many
    emblem: GoodId | Sign  # the picture on it


class HeldCard(TypedDict):
    """A card of the hand of the seat that looks."""

    id: CardId
    kind: KindId
    price: Goods  # now
    action: int  # plays it
    playable: bool  # now
    ready: bool  # nothing is missing but an action that lets one play it
    why: Told | None  # it cannot be played


class FrontCard(TypedDict):
    """A card in front of a seat."""

    id: CardId
    points: int  # that it gives now
    remembers: Told | None  # what it keeps in mind


class Draft(TypedDict):
    """How far hands are made."""

    seat: int  # that chooses
    kind: KindId | None  # None: it gives cards of its hand back, or all of it
    drafted: bool  # cards are passed on
    number: NotRequired[int]  # which card of this kind is chosen, from 1
    of: NotRequired[int]  # cards of this kind in a hand
    passes_to: NotRequired[int]  # the seat that gets the others


# --- the seats ---------------------------------------------------------------------------------------


class Field(TypedDict):
    """A field of a farm."""

    cell: int
    crop: GoodId | None
    count: int  # how many of it


class FieldCard(Field):
    """A card that is a field; its cell goes on after those of the farmyard."""

    id: CardId
    name: Told


class Pasture(TypedDict):
    """A pasture with the animals in it."""

    cells: list[int]
    capacity: int  # animals
    animal: GoodId | None
    count: int


class Stabled(TypedDict):
    """An animal in a stable outside pastures."""

    cell: int
    animal: GoodId


class Housed(TypedDict):
    """Where the animals of a seat stand, for show."""

    pastures: list[Pasture]
    pets: list[GoodId]  # in the house
    stabled: list[Stabled]
    waiting: list[GoodId]  # without a place


class CardsOfSeat(TypedDict):
    """The cards of a seat that everybody sees."""

    front: list[FrontCard]
    hand_sizes: dict[KindId, int]
    known: list[CardId]  # cards of its hand that everybody knows
    field_cards: list[FieldCard]


class Seat(Housed, CardsOfSeat):
    """What a seat has."""

    seat: int
    goods: Goods  # of every good, animals too
    house: MaterialId
    rooms: list[int]  # cells
    fields: list[Field]
    stables: list[int]  # cells
    stables_left: int
    fences: list[int]  # fence spaces
    fences_left: int
    people: int  # newborns included
    newborns: int
    at_home: int
    begging: int  # markers
    improvements: list[MajorId]
    need: int  # food for the family, as it is now, in the next harvest


# --- the question ------------------------------------------------------------------------------------


class Exchange(TypedDict):
    """A good that can be turned into food or given back."""

    good: GoodId
    have: int
    food: int  # for one
    points: int  # how the score changes with one less
    cook: int | None  # the action that turns one into food
    give_back: int | None  # the action that gives one back


class OfCard(TypedDict):
    """A hand card, and the action that picks it, plays it or uses its effect."""

    id: CardId
    action: int


class Question(TypedDict):
    """What every question has; alone at "house" and "exchange"."""

    done: int | None  # the action that leaves what is left
    exchanges: list[Exchange]
    uses: list[OfCard]  # effects of cards in front
    exchange: NotRequired[int]  # the action after which exchanges and the next can be played
    uses_then: NotRequired[list[OfCard]]


class PickQuestion(Question):
    """At "pick" and "keep"."""

    picks: list[OfCard]


class RedrawQuestion(Question):
    """At "redraw": the hand is kept or given back as a whole."""

    redraw: int  # the action that gives it back
    fewer: dict[KindId, int]  # cards in the hand one would get for it


class GiveBackQuestion(Question):
    """At "give_back"."""

    gives: dict[CardId, int]  # the actions that give back
    too_many: dict[KindId, int]


class OfSpace(TypedDict):
    """A stage card that can come next."""

    space: SpaceId
    action: int


class OrderQuestion(Question):
    """At "order": the order of the cards of a stage is chosen."""

    cards: list[OfSpace]
    stage: int


class PlaceQuestion(Question):
    """At "place"."""

    places: list[SpaceId]  # where a person can be placed
    suggested: list[SpaceId]  # good ones, the best first, where hints are given


class AgainQuestion(PlaceQuestion):
    """At "again": a second person may be placed in one go."""

    after: SpaceId  # where the first was placed


class OfGood(TypedDict):
    """A good that can be taken."""

    good: GoodId
    action: int


class ChooseQuestion(Question):
    """At "choose": a space gives one of several goods."""

    space: SpaceId
    takes: list[OfGood]


class FeedQuestion(Question):
    """At "feed"."""

    need: int  # food
    food: int  # in hand
    missing: int  # food; a begging marker each


class OfCell(TypedDict):
    """Something done at a cell of one's own farm, or on a field card."""

    cell: int
    action: int


class Tool(TypedDict):
    """Something that is done on one cell after another."""

    tool: ToolId
    cells: list[OfCell]  # where it can be done now
    first: int  # the action for cell 0, which need not be legal
    costs: list[Goods]  # one of these is paid each time


class Bake(TypedDict):
    """So many grain can be baked at once."""

    grain: int
    food: int  # of all of them
    action: int


class Return(TypedDict):
    """A fireplace can be given back for a cooking hearth."""

    fireplace: MajorId
    hearth: MajorId
    action: int


class Renovation(TypedDict):
    """The house can be renovated."""

    house: MaterialId  # afterwards
    costs: list[Goods]  # one of these is paid
    action: int


class Play(OfCard):
    """A card of the hand that can be played now."""

    kind: KindId


class Fencing(TypedDict):
    """All that is needed to draw a pasture."""

    first: int  # the action that builds shape 0; that for shape n is n more
    legal: list[int]  # the numbers of the shapes that can be built now
    standing: list[int]  # fence spaces with a fence
    stables: list[int]  # cells
    left: int  # fences
    wood: int  # in the supply
    clay: int  # that may be used like wood
    price: int  # of a fence, wood
    free: int  # fences for nothing
    animals: int  # that a cell has room for


class MenuQuestion(Question):
    """At "menu": the parts of what a space or a card lets one do."""

    parts: list[str]  # not yet done, as `rules/parts/all_parts.py` calls them
    tools: list[Tool]
    bakes: list[Bake]
    majors: list[MajorId]  # that can be built
    returns: list[Return]
    renovations: list[Renovation]
    plays: list[Play]
    occupation_food: int | None  # what an occupation costs, where one may be played
    fencing: Fencing | None  # where pastures can be built


class Payment(TypedDict):
    """A way to pay."""

    goods: Goods
    action: int


class PaymentQuestion(Question):
    """At "payment": several ways to pay for something that has been chosen."""

    pays_for: PaysFor
    cells: list[int]  # where it would stand
    ways: list[Payment]


class OfferQuestion(Question):
    """At "offer" and "window": cards may be used."""

    moment: str  # of `MOMENT_NAMES`


class Option(TypedDict):
    """An answer of a card's own."""

    label: Told
    action: int


class CardQuestion(Question):
    """At "card": a card asks."""

    card: CardId
    takes: list[OfGood]
    tools: list[Tool]
    options: list[Option]
    fencing: Fencing | None  # where pastures can be built


AnyQuestion = (
    Question
    | PickQuestion
    | RedrawQuestion
    | GiveBackQuestion
    | OrderQuestion
    | PlaceQuestion
    | AgainQuestion
    | ChooseQuestion
    | FeedQuestion
    | MenuQuestion
    | PaymentQuestion
    | OfferQuestion
    | CardQuestion
)

# --- all of it ---------------------------------------------------------------------------------------


class Prices(TypedDict):
    """What building costs, cards left aside."""

    room: int  # of the house's material
    room_reed: int  # reed
    stable: int  # wood
    side_job: int  # wood, for a stable there
    fence: int  # wood


class View(TypedDict):
    """What a seat, or a spectator, may see."""

    players: int
    to_play: int  # the seat that decides; negative: chance, or nobody
    active: int  # the seat whose turn it is
    start: int  # the starting player
    round: int
    step: Step
    seat: int | None  # whose eyes; None: a spectator's
    next_harvest: int | None  # after this round
    goal: int  # of a solo series, points; 0: none
    campaign: int  # which game of a campaign; 0: none
    shapes: list[int]  # every pasture there can be, as bits of its cells, by number
    spaces: dict[SpaceId, Space]  # those in the game
    stages: list[Stage]
    majors: dict[MajorId, Major]
    seats: list[Seat]  # by number
    prices: Prices
    pasture_animals: int  # that a cell of a pasture has room for
    wish_round: int  # from which on the tile with this wish may be used
    begging_points: int  # for a marker
    with_cards: bool  # this game has hand cards
    cards: dict[CardId, Card]  # all that this seat sees somewhere
    hand: list[HeldCard]  # its own
    banned: list[Told]  # names of the cards left out of this game
    draft: Draft | None  # None once hands are made
    dealing: bool  # a new hand is about to be dealt
    ask: AnyQuestion | None  # None unless this seat is to decide


class Preview(TypedDict):
    """What an action brings its seat at once."""

    goods: Goods  # only those that change
    begging: int  # markers
    points: int

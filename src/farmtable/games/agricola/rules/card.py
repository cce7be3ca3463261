"""`Card`: what a hand card is and may do, and `Deck`: the cards of a game, packed for the rules.

A card is one small class. It states its facts (price, requirements, points …) and has a method for
each moment at which it acts; the rules only ask cards that have the method. What cards share in
their wording is shared code in `phrases.py`. A card of your own is written in the same way and put
into a list `CARDS` in a file of yours; see `docs/own-cards.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from farmtable.core.aliases import Action, Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.actions import OPTION, TAKE
from farmtable.games.agricola.position.cost import of, priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.deck import DeckTables
from farmtable.games.agricola.position.facts import BOAR, CATTLE, MINOR, OCCUPATION, VEGETABLE, Cell
from farmtable.games.agricola.position.moments import NEVER
from farmtable.games.agricola.rules.housing import take_in

if TYPE_CHECKING:
    from farmtable.games.agricola.rules.requirements import Requirement


PLENTY: Final = priced(12, 12, 12, 12, 12, 12, 12) + of(VEGETABLE, 12) + of(BOAR, 12) + of(CATTLE, 12)
"""More of any good than a card is likely to bring at any time."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """A hand card. Subclasses state the facts and have the methods of the moments they care about.

    Nothing may be kept in the card itself: it is shared by all positions. What it has to remember
    is one small number in the position, `phrases.remembered` and `phrases.remember`.
    """

    id: ClassVar[str] = ""
    number: ClassVar[str] = ""  # printed on the card, as "B102"
    name: ClassVar[Text] = Text("Card")
    text: ClassVar[Text] = Text("What the card does, in words for people.")
    kind: ClassVar[int] = OCCUPATION
    players: ClassVar[int] = 1  # in games of so many players or more
    cost: ClassVar[int] = 0  # see `prices.priced`
    requires: ClassVar[tuple[Requirement, ...]] = ()  # states to be met, never paid
    points: ClassVar[int] = 0  # printed on the card
    has_bonus: ClassVar[bool] = False  # whether it bears the symbol of bonus points
    travels: ClassVar[bool] = False  # passed to the left once resolved
    spaces: ClassVar[tuple[int, ...]] = ()  # uses of other spaces do not concern it; empty: all do
    offered: ClassVar[int] = NEVER  # the moment at which its owner may use it
    before_harvest: ClassVar[bool] = False  # worth asking for just before crops are taken
    exchanges_sheep: ClassVar[bool] = False  # at any time, so also just before other animals arrive
    these: ClassVar[tuple[int, ...]] = ()  # goods of which its owner chooses, see `phrases.gain_one_of_these`
    modifiers: ClassVar[tuple[tuple[int, int], ...]] = ()  # what it changes while in front, and by how much

    def __init__(self) -> None:
        self.index: i64 = -1  # its number in the deck

    # --- moments: what it does by itself ------------------------------------------------------------

    def when_played(self, state: Position, seat: Seat) -> None:
        """It has been paid, and lies in front of `seat` (one that travels: is about to be passed on)."""

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        """Its owner uses one of `spaces`: before the effect of the space."""

    def after_use(self, state: Position, seat: Seat, space: i64) -> None:
        """Right after the effect of one of `spaces` that its owner uses."""

    def turn_ends(self, state: Position, seat: Seat, space: i64) -> None:
        """At the end of a turn in which its owner used one of `spaces`."""

    def another_uses(self, state: Position, seat: Seat, space: i64) -> None:
        """Another player, `state.active`, uses one of `spaces`; `seat` is the owner."""

    def start_of_round(self, state: Position, seat: Seat) -> None:
        """In the preparation phase."""

    def rooms_built(self, state: Position, seat: Seat, before: i64) -> None:
        """Its owner has built rooms in one action; `before`: the cells of the house until then."""

    def another_built_rooms(self, state: Position, seat: Seat) -> None:
        """Another player has built one or more rooms."""

    def fences_built(self, state: Position, seat: Seat, before: i64) -> None:
        """Its owner has fenced; `before`: the cells in pastures until then."""

    def renovated(self, state: Position, seat: Seat, before: i64) -> None:
        """Its owner's house was of another material `before`."""

    def stable_built(self, state: Position, seat: Seat, cell: Cell) -> None:
        """Its owner has built a stable."""

    def family_grew(self, state: Position, seat: Seat) -> None:
        """Its owner has one person more."""

    def baked(self, state: Position, seat: Seat, grain: i64) -> None:
        """Its owner has baked bread from so many grain in one action."""

    def occupation_played(self, state: Position, seat: Seat, card: i64) -> None:
        """Its owner has played another occupation, which is completely resolved."""

    def improvement_built(self, state: Position, seat: Seat, card: i64) -> None:
        """Its owner has built or played another improvement; `card`: its number, or MAX_DECK + major."""

    def going_home(self, state: Position, seat: Seat) -> None:
        """Everybody returns home."""

    def end_of_round(self, state: Position, seat: Seat) -> None:
        """The round is over, and its harvest if it has one."""

    def field_phase_begins(self, state: Position, seat: Seat) -> None:
        """A harvest begins, crops still on the fields."""

    def field_phase(self, state: Position, seat: Seat) -> None:
        """In the field phase of a harvest, one crop taken from each field."""

    def bred(self, state: Position, seat: Seat) -> None:
        """The breeding phase of its owner is over."""

    def ready(self, state: Position, seat: Seat) -> bool:
        """Whether no exchange could serve its owner before it acts as everybody goes home, or a round ends.

        Where one could, the owner is asked (R8.2).
        """
        return True

    # --- effects that its owner may use -------------------------------------------------------------

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        """Whether the effect can be used now; asked at the moment `offered`, `about` as that moment says."""
        return True

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        """Its owner uses the effect."""

    def may_bring(self, state: Position, seat: Seat) -> i64:
        """The most that its effect, if it may be used at any time, could bring in all; written like a price.

        A bound for a quick look: where it is too high, the look only takes longer.
        """
        return PLENTY

    def choices(self, state: Position, seat: Seat, question: i64) -> vec[i64]:
        """The answers to a question that the card has asked (`phrases.ask`), as actions, ascending.

        By default to take one of `these`.
        """
        actions = vec[i64]()
        for good in sorted(self.these):
            actions = append(actions, TAKE + i64(good))
        return actions

    def choose(self, state: Position, seat: Seat, question: i64, action: Action) -> None:
        """Its owner has answered; by default 1 of the good chosen of `these` is gained."""
        if action - TAKE in self.these:
            take_in(state, seat, action - TAKE, 1)

    # --- words for people ---------------------------------------------------------------------------

    def label(self, question: i64, action: Action) -> Text:
        """What a numbered answer (OPTION + k) to a question of the card stands for."""
        return Text("number {number}", number=int(action) - OPTION + 1)

    def remembers(self, number: i64) -> Text | None:
        """What the number that the card remembers means; None where nobody needs to be told."""
        if self.has_bonus and number > 0:
            return Text.counted("{n} bonus point", "{n} bonus points", int(number))
        return None

    # --- prices -------------------------------------------------------------------------------------

    def price(self, state: Position, seat: Seat) -> i64:
        """What the card itself costs; by default `cost`."""
        return 0

    def other_price(self, state: Position, seat: Seat, item: i64) -> i64:
        """A price that may be paid for `item` instead of the usual one, or -1."""
        return -1

    def reduced(self, state: Position, seat: Seat, item: i64, price: i64) -> i64:
        """What is left of a price."""
        return price

    def replaced(self, state: Position, seat: Seat, item: i64, price: i64) -> vec[i64]:
        """Prices that may be paid instead of this one."""
        return vec[i64]()

    # --- points -------------------------------------------------------------------------------------

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        """Points for its owner beside those printed on it."""
        return 0

    def points_for(self, state: Position, owner: i64, seat: Seat) -> i64:
        """Points that the card, in front of `owner`, brings to any `seat`, its owner too."""
        return 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Occupation(Card):
    """Played on Lessons spaces, which say what that costs."""

    kind: ClassVar[int] = OCCUPATION


@mypyc_attr(allow_interpreted_subclasses=True)
class MinorImprovement(Card):
    """Paid with its own cost, if its requirements are met."""

    kind: ClassVar[int] = MINOR


@final
class Deck(DeckTables):
    """The hand cards of a game: the cards themselves, and their facts in tables of the same order."""

    def __init__(self, cards: list[Card]) -> None:
        super().__init__(len(cards))
        self.cards = cards
        self.requires: list[tuple[Requirement, ...]] = []


def deck_of(state: Position) -> Deck | None:
    """The hand cards of a game; None if it is played without."""
    return cast("Deck | None", state.facts.deck)

"""Counts what Agricola's hand cards do in random games: `python -m tools.agricola_cards [GAMES [SEED]]`.

Prints for each card of the box how often it was played and how often each of its effects happened.
The players are random but eager: they play a card where they can, and some games begin with full
supplies or grown farms, so that cards with rare requirements come into play too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final, NamedTuple

from farmtable.core import CHANCE, OVER, Rng, sample_chance
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.box.decks import base_deck
from farmtable.games.agricola.position import cost, moments
from farmtable.games.agricola.position.actions import DONE, PASTURE, PICK, PLAY, ROOM, USE_CARD
from farmtable.games.agricola.position.events import (
    EVENT_CARD,
    EVENT_GROWTH,
    EVENT_MAJOR,
    EVENT_PAY,
    EVENT_PLAY,
    EVENT_RENOVATE,
    EVENT_ROOM,
    EVENT_SOW,
)
from farmtable.games.agricola.position.facts import (
    CELLS,
    CLAY,
    CLAY_FENCES,
    FIELD_CARD,
    FREE_FENCES,
    MAX_FRONT,
    MINOR,
    MODIFIERS,
    NEVER_RENOVATES,
    OF_STONE,
    PASTURE_PLACES,
    PEOPLE_PLACES,
    ROOM_PETS,
    SHARES_WISHES,
    STRAIGHT_TO_STONE,
    WOODEN,
)
from farmtable.games.agricola.position.steps import HOUSE
from farmtable.games.agricola.rules import farmyard, hands, housing, scoring
from farmtable.games.agricola.rules.card import Deck, deck_of
from farmtable.games.agricola.rules.hands import has_in_front
from farmtable.games.agricola.rules.parts.house import built_of

MODIFIER_NAMES: Final = {
    PASTURE_PLACES: "more animals in pastures",
    ROOM_PETS: "animals in rooms",
    PEOPLE_PLACES: "person on the card",
    FREE_FENCES: "free fences",
    CLAY_FENCES: "fences of clay",
    NEVER_RENOVATES: "no renovation",
    STRAIGHT_TO_STONE: "straight to stone",
    SHARES_WISHES: "shared wish",
    FIELD_CARD: "sown field card",
}
PRICE: Final = "price"
BONUS: Final = "bonus points"
PLAYED: Final = "played"

Data = dict[str, Any]


class Effect(NamedTuple):
    """One thing that a card does."""

    card: int
    name: str


def effects_of(deck: Deck, card: int) -> list[str]:
    """What a card of the deck does: its moments, its offer, what it changes."""
    acts = int(deck.acts[card])
    names = [
        moments.MOMENT_NAMES[moment]
        for moment in range(1, moments.MOMENTS)
        if acts >> moment & 1 and moment not in (moments.PRICES, moments.SCORING)
    ]
    if deck.offered[card] != moments.NEVER:
        names.append(f"used: {moments.MOMENT_NAMES[deck.offered[card]]}")
    if acts >> moments.PRICES & 1:
        names.append(PRICE)
    if acts >> moments.SCORING & 1:
        names.append(BONUS)
    return names + [
        name for which, name in MODIFIER_NAMES.items() if deck.modifiers[card * MODIFIERS + which] > 0
    ]


# --- games --------------------------------------------------------------------------------------------

RICH: Final = {"wood": 25, "clay": 12, "reed": 9, "stone": 12, "grain": 5, "vegetable": 4, "food": 12}
GROWN: Final = {  # a farm with one unused space, D1
    "rooms": ["A1", "A2", "A3", "B1"],
    "fields": {"B2": "grain 3", "B3": "grain 3", "C2": "vegetable 2", "C3": "vegetable 2", "C1": ""},
    "pastures": [["D2", "D3"], ["E1", "E2", "E3"]],
    "stables": ["E2"],
}
HERDS: Final = {"sheep": 6, "cattle": 2}


def begin(players: int, rng: Rng, **options: str) -> AgricolaState:
    """A new game, hands dealt; in half of all games supplies are full, in a quarter farms are grown too."""
    state = GAME.new(players, **options)
    assert isinstance(state, AgricolaState)
    while state.to_play == CHANCE and state.round == 0:
        state.apply(sample_chance(state, rng))
    kind = rng.below(4)
    if kind >= 2:
        return _richer(state, kind == 3, rng)
    return state


def _richer(state: AgricolaState, grown: bool, rng: Rng) -> AgricolaState:
    """Goods for all, and most farms grown."""
    data = state.to_dict()
    for seat in data["seats"]:
        seat["goods"] = dict(Counter(seat["goods"]) + Counter(RICH))
        if grown and rng.below(4) > 0:
            seat["goods"] |= HERDS
            seat.update(GROWN)
    found = GAME.from_dict(data)
    assert isinstance(found, AgricolaState)
    return found


def eager(state: AgricolaState, rng: Rng) -> int:
    """A random action; a card is played or used in three of four cases in which that is possible."""
    actions = list(state.legal_actions())
    if state.to_play == CHANCE:
        return int(sample_chance(state, rng))
    cards = [action for action in actions if PLAY <= action < PICK]
    if cards and rng.below(4) > 0:
        return cards[rng.below(len(cards))]
    busy = [action for action in actions if not DONE <= action < ROOM] or actions
    chosen = busy if rng.below(4) > 0 else actions
    return chosen[rng.below(len(chosen))]


# --- watching one game ---------------------------------------------------------------------------------


class Watch:
    """Plays on with a position and counts what hand cards do."""

    def __init__(self, state: AgricolaState, counts: Counter[Effect]) -> None:
        deck = deck_of(state)
        assert deck is not None
        self.state, self.deck, self.counts = state, deck, counts
        state.tracing = True

    def count(self, card: int, name: str) -> None:
        self.counts[Effect(card, name)] += 1

    def apply(self, action: int) -> None:
        """Do an action, and count the effects it has."""
        state, before = self.state, self.state.clone()
        state.trace = state.trace[:0]
        state.apply(action)
        if USE_CARD <= action < PICK:
            card = action - USE_CARD
            self.count(card, f"used: {moments.MOMENT_NAMES[self.deck.offered[card]]}")
        events = [(e & 255, e >> 8 & 15, e >> 12 & 1023, e >> 22) for e in map(int, state.trace)]
        for event, seat, a, b in events:
            if event == EVENT_CARD:
                self.count(a, moments.MOMENT_NAMES[b])
            elif event == EVENT_PLAY:
                self.count(a, PLAYED)
            if event in (EVENT_ROOM, EVENT_RENOVATE, EVENT_MAJOR, EVENT_PLAY):
                self._prices(before, event, seat, a)
        for seat in range(int(state.players)):
            self._remembered(before, seat)
            self._modifiers(before, seat, action, [event for event in events if event[1] == seat])
        if state.to_play == OVER:
            self._points()

    def _remembered(self, before: AgricolaState, seat: int) -> None:
        """A card that only sets its own number, like Handplow, has acted too."""
        for place in range(seat * MAX_FRONT, seat * MAX_FRONT + MAX_FRONT):
            then, now = int(before.counters[place]), int(self.state.counters[place])
            card = int(self.state.front[place]) - 1
            if now != then and not self.deck.cards[card].has_bonus:
                moment = moments.WHEN_PLAYED if now > 0 else moments.END_OF_ROUND
                if int(self.deck.acts[card]) >> moment & 1:
                    self.count(card, moments.MOMENT_NAMES[moment])

    def _prices(self, before: AgricolaState, event: int, seat: int, a: int) -> None:
        """Which cards changed the price of what was just built."""
        for card in range(int(self.deck.size)):
            if not int(self.deck.acts[card]) >> moments.PRICES & 1 or not has_in_front(before, seat, card):
                continue
            item, usual = _usual_price(before, event, seat, a)
            found = self.deck.cards[card]
            other = found.other_price(before, seat, item)
            if (
                (other >= 0 and other != usual)
                or found.reduced(before, seat, item, usual) != usual
                or len(found.replaced(before, seat, item, usual)) > 0
            ):
                self.count(card, PRICE)

    def _modifiers(self, before: AgricolaState, seat: int, action: int, events: list[Any]) -> None:
        for which in MODIFIER_NAMES:
            if self.state.modifiers[seat * MODIFIERS + which] > 0 and _mattered(
                which, before, self.state, seat, action, events
            ):
                for card in range(int(self.deck.size)):
                    if self.deck.modifiers[card * MODIFIERS + which] > 0 and has_in_front(
                        self.state, seat, card
                    ):
                        self.count(card, MODIFIER_NAMES[which])

    def _points(self) -> None:
        for seat in range(int(self.state.players)):
            for card in range(int(self.deck.size)):
                if scoring.card_bonus(self.state, seat, card) != 0:
                    self.count(card, BONUS)


def _usual_price(state: AgricolaState, event: int, seat: int, a: int) -> tuple[int, int]:
    facts = state.facts
    if event == EVENT_ROOM:
        material = built_of(int(state.house[seat]))
        return cost.A_ROOM, cost.of(material, facts.room_material) + cost.of(2, facts.room_reed)
    if event == EVENT_RENOVATE:
        rooms = int(state.rooms[seat]).bit_count()
        return cost.A_RENOVATION, cost.of(built_of(a), rooms) + cost.of(2, 1)
    if event == EVENT_MAJOR:
        return cost.A_MAJOR, sum(cost.of(good, int(facts.major_cost[a * 10 + good])) for good in range(10))
    assert facts.deck is not None
    return cost.A_MINOR, int(facts.deck.cost[a])


def _mattered(
    which: int, before: AgricolaState, state: AgricolaState, seat: int, action: int, events: list[Any]
) -> bool:
    """Whether what a card changes for good made a difference in this action."""
    kinds = [event[0] for event in events]
    if which in (PASTURE_PLACES, ROOM_PETS):
        return not _fits_without(state, seat, which)
    if which == PEOPLE_PLACES:
        return EVENT_GROWTH in kinds and int(state.people[seat]) > int(state.rooms[seat]).bit_count()
    if which == FREE_FENCES:
        built = int(state.fences[seat]).bit_count() - int(before.fences[seat]).bit_count()
        paid = sum(b for event, _, good, b in events if event == EVENT_PAY and good <= CLAY)
        return PASTURE <= action < PLAY and paid < built
    if which == CLAY_FENCES:
        paying = any(event == EVENT_PAY and good == CLAY for event, _, good, _ in events)
        return paying and state.fences[seat] != before.fences[seat]
    if which == NEVER_RENOVATES:
        return before.house[seat] != OF_STONE and EVENT_PAY in kinds
    if which == STRAIGHT_TO_STONE:
        return before.house[seat] == WOODEN and state.house[seat] == OF_STONE
    if which == SHARES_WISHES:
        return any(state.shared_by[space] == seat + 1 != before.shared_by[space] for space in range(36))
    return any(event == EVENT_SOW and field >= CELLS for event, _, field, _ in events)


def _fits_without(state: AgricolaState, seat: int, which: int) -> bool:
    if any(frame & 255 == HOUSE for frame in state.agenda):
        return True
    less = state.clone()
    less.modifiers[seat * MODIFIERS + which] = 0
    return housing.all_fit(less, seat)


# --- what always holds -----------------------------------------------------------------------------------


def check(state: AgricolaState) -> None:
    """Raise AssertionError unless the position keeps the rules: limits, farms, animals, cards, actions."""
    actions = list(state.legal_actions())
    assert (actions == []) == (state.to_play == OVER), "somebody has to decide, and nothing can be done"
    assert actions == sorted(set(actions)), "legal actions ascend"
    again = state.clone()
    hands.refresh(again)
    assert list(again.listening) == list(state.listening)
    assert list(again.modifiers) == list(state.modifiers)
    assert again.key() == state.key()
    housed = {frame >> 8 & 7 for frame in state.agenda if frame & 255 == HOUSE}
    for seat in range(int(state.players)):
        _check_farm(state, seat, seat in housed)
        _check_cards(state, seat)


def _check_farm(state: AgricolaState, seat: int, housing_pending: bool) -> None:
    rooms, fields, stables = int(state.rooms[seat]), int(state.fields[seat]), int(state.stables[seat])
    tiles = fields & (1 << CELLS) - 1
    assert min(state.goods[seat * 10 : seat * 10 + 10]) >= 0, "no good is less than nothing"
    assert 2 <= state.people[seat] <= 5
    assert state.newborns[seat] <= state.people[seat]
    assert stables.bit_count() <= 4
    assert int(state.fences[seat]).bit_count() <= 15
    assert rooms & tiles == rooms & stables == tiles & stables == 0, "one thing on a space"
    assert int(farmyard.fenced(state, seat)) & (rooms | tiles) == 0
    assert housing_pending or housing.all_fit(state, seat), "every animal has a place"


def _check_cards(state: AgricolaState, seat: int) -> None:
    deck = deck_of(state)
    assert deck is not None
    front = [int(card) - 1 for card in state.front[seat * 24 : seat * 24 + 24] if card > 0]
    assert len(set(front)) == len(front)
    assert all(has_in_front(state, seat, card) for card in front)
    lying = sum(has_in_front(state, seat, card) for card in range(int(deck.size)))
    assert lying == len(front), "every card lies where it is said to lie"
    for kind in (0, MINOR):
        held = sum(
            state.where[card] == 1 + seat and deck.kind[card] == kind for card in range(int(deck.size))
        )
        assert held == state.in_hands[seat * 2 + kind], "hands are counted"


def play_through(
    state: AgricolaState,
    rng: Rng,
    counts: Counter[Effect],
    every: int = 6,
    pick: Callable[[AgricolaState, Rng], int] = eager,
) -> AgricolaState:
    """Play a game to its end, checking one position in `every`."""
    watch = Watch(state, counts)
    for number in count():
        if number % every == 0 or state.to_play == OVER:
            check(state)
        if state.to_play == OVER:
            return state
        watch.apply(pick(state, rng))
    raise AssertionError("no game ends so")


# --- the table ---------------------------------------------------------------------------------------------


def coverage(games: int, seed: int = 1, every: int = 20) -> Counter[Effect]:
    """What the cards did in so many games, of one to four seats in turn."""
    counts: Counter[Effect] = Counter()
    for number in range(games):
        rng = Rng(seed, f"cards {number}")
        hands = "drafted" if number % 10 == 9 else "dealt"
        play_through(begin(1 + number % 4, rng, hands=hands), rng, counts, every)
    return counts


def table(counts: Counter[Effect]) -> Iterator[str]:
    """The table's lines: each card, how often it was played, and how often each effect happened."""
    deck = base_deck()
    for card in range(int(deck.size)):
        effects = ", ".join(f"{name} {counts[Effect(card, name)]}" for name in effects_of(deck, card))
        yield f"{deck.cards[card].id:22} {counts[Effect(card, PLAYED)]:>7}   {effects or '-'}"


def never_seen(counts: Counter[Effect], played: int = 1) -> list[str]:
    """Cards played less often than that, and effects that never happened."""
    deck = base_deck()
    found = []
    for card in range(int(deck.size)):
        name = deck.cards[card].id
        if counts[Effect(card, PLAYED)] < played:
            found.append(f"{name}: played {counts[Effect(card, PLAYED)]} times")
        found += [
            f"{name}: {effect}" for effect in effects_of(deck, card) if counts[Effect(card, effect)] == 0
        ]
    return found


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 2000
    counts = coverage(games, int(arguments[1]) if len(arguments) > 1 else 1)
    print(f"{'card':22} {'played':>7}   effects, in {games} random games of 1 to 4 seats")
    for line in table(counts):
        print(line)
    missing = never_seen(counts, 100 if games >= 20_000 else 1)
    print(
        "\n".join(["", "not seen:", *missing])
        if missing
        else "\nEvery card was played and every effect seen."
    )


if __name__ == "__main__":
    main(sys.argv[1:])

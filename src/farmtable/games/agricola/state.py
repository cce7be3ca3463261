"""Agricola, revised edition: the position, and the doors to its rules.

Where the rules live (numbers as in `RULES.md`): the course of a round in `turn.py`, action spaces
in `spaces.py`, parts of an action in `menu.py`, the farmyard in `farmyard.py`, animals in
`housing.py`, improvements in `improvements.py`, harvests in `harvest.py`, points in `scoring.py`,
hand cards in `hands.py` and `playing.py`, the moments at which they act in `moments.py`, what each of
them does in the file of its name under `cards`.

Nobody knows the order of the stage cards, and only their owner the cards in a hand (`knowledge.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.errors import IllegalAction
from farmtable.core.rng import RandomSource
from farmtable.core.state import OVER, State
from farmtable.core.text import Refusal, Text
from farmtable.core.vectors import numbers, zeros
from farmtable.games.agricola import (
    farmyard,
    features,
    hands,
    knowledge,
    observation,
    scoring,
    turn,
    valuation,
)
from farmtable.games.agricola.facts import (
    CARDS,
    FIELDS,
    GOODS,
    MAJORS,
    ROUNDS,
    SPACES,
    WOODEN,
    Facts,
)
from farmtable.games.agricola.farmyard import MAX_PASTURES
from farmtable.games.agricola.steps import KEEP_ONE, START_SEAT

if TYPE_CHECKING:
    from farmtable.core.game import Game
    from farmtable.core.standings import Standings


@final
class AgricolaState(State):
    """A position of Agricola. Everything is open to read; only `apply` changes it.

    Things of the seats stand in flat tables, seat by seat: `goods[seat * GOODS + good]`.
    """

    def __init__(self, game: Game, players: i64, options: dict[str, Any], facts: Facts) -> None:
        super().__init__(game, players, options)
        self.facts = facts
        # The board.
        self.pile: vec[u8] = vec[u8]()  # goods lying on each action space
        self.used_by: vec[u8] = vec[u8]()  # of each action space: seat + 1, or 0 if it is free
        self.shared_by: vec[u8] = vec[u8]()  # seat + 1 of a second one who joined there by a card's leave
        self.turned_up: vec[u8] = vec[u8]()  # of each stage card: its round, or 0
        self.ordered: vec[u8] = vec[u8]()  # of each stage card: the round it was ordered for, or 0
        self.owner: vec[u8] = vec[u8]()  # of each major improvement: seat + 1, or 0 on the supply board
        # The seats.
        self.goods: vec[i64] = vec[i64]()  # x GOODS; animals are those on the farm
        self.rooms: vec[i64] = vec[i64]()  # cells with a room
        self.house: vec[u8] = vec[u8]()  # what the rooms are made of
        self.fields: vec[i64] = vec[i64]()  # cells with a field tile; bits from CELLS on: field cards
        self.crops: vec[u8] = vec[u8]()  # x FIELDS; grain on a field, or 16 + vegetables
        self.stables: vec[i64] = vec[i64]()  # cells with a stable
        self.fences: vec[i64] = vec[i64]()  # fence spaces with a fence
        self.pastures: vec[i64] = vec[i64]()  # x MAX_PASTURES; cells of each, then zeros; derived from fences
        self.people: vec[u8] = vec[u8]()  # in play, newborns included
        self.newborns: vec[u8] = vec[u8]()  # of this round
        self.at_home: vec[u8] = vec[u8]()  # people still to be placed in this round
        self.begging: vec[u8] = vec[u8]()
        self.crafted: vec[i64] = vec[i64]()  # craft buildings used in this harvest, as bits of improvements
        self.promised: vec[u8] = vec[u8]()  # x (ROUNDS + 1) x GOODS; goods on the round spaces
        # Hand cards; empty where the game is played without.
        self.where: vec[u8] = vec[u8]()  # of each card of the deck: IN_BOX, IN_HAND + seat ...
        self.known: vec[u8] = vec[u8]()  # 1: everybody knows who holds it
        self.in_hands: vec[u8] = vec[u8]()  # x 2: how many occupations and minor improvements
        self.front: vec[u8] = vec[u8]()  # x MAX_FRONT: cards in the order they were played, each + 1; then 0
        self.counters: vec[u8] = vec[u8]()  # x MAX_FRONT: what each of them remembers
        self.pack: vec[u8] = vec[u8]()  # of each card: 1 + who opened its pack of a draft, or gave it back
        self.picked: vec[u8] = vec[u8]()  # 1 + after how many passes it was kept
        self.redrawn: i64 = 0  # seats that gave their hand back for a new one, as bits
        self.gathered: vec[i64] = vec[i64]()  # building resources obtained in this work phase
        self.passed: i64 = 0  # seats with nobody at home that let their turn pass, as bits
        self.keeps: vec[u8] = vec[u8]()  # of each seat: the occupation kept for the next game + 1, or 0
        # Derived from the cards in front of each seat.
        self.listening: vec[i64] = vec[i64]()  # the moments any of them cares about, as bits
        self.modifiers: vec[i64] = vec[i64]()  # x MODIFIERS
        # The round.
        self.round: i64 = 0
        self.start: i64 = -1  # who has the starting player token
        self.turn: i64 = -1  # who places next, or whoever follows clockwise with people at home
        self.active: i64 = -1  # whose action or feeding is being carried out
        # What may be done now: found once, when the game stops for a decision, and never changed after.
        self.legal: vec[i64] = vec[i64]()
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def set_up(self) -> None:
        """Lay everything out for a new game (rulebook p. 2-3), chance still to come."""
        facts = self.facts
        n: i64 = self.players
        self.pile = zeros(SPACES)
        self.used_by = zeros(SPACES)
        self.shared_by = zeros(SPACES)
        self.turned_up = zeros(CARDS)
        self.ordered = zeros(CARDS)
        self.owner = zeros(MAJORS)
        self.goods = numbers(n * GOODS, 0)
        self.rooms = numbers(n, facts.rooms)
        self.house = zeros(n)
        self.fields = numbers(n, 0)
        self.crops = zeros(n * FIELDS)
        self.stables = numbers(n, 0)
        self.fences = numbers(n, 0)
        self.pastures = numbers(n * MAX_PASTURES, 0)
        self.people = zeros(n)
        self.newborns = zeros(n)
        self.at_home = zeros(n)
        self.begging = zeros(n)
        self.crafted = numbers(n, 0)
        self.promised = zeros(n * (ROUNDS + 1) * GOODS)
        seat: i64 = 0
        while seat < n:
            self.house[seat] = WOODEN
            self.people[seat] = u8(facts.people)
            seat += 1
        if self.options["start"] != "random":
            self.start = int(self.options["start"]) - 1
        self.push(START_SEAT)
        if facts.deck is not None:
            hands.set_up(self)  # on top of the agenda: hands come first
        turn.advance(self)

    def wait_for(self, seat: i64, actions: vec[i64]) -> bool:
        """Stop for a decision of `seat` (or chance) among `actions`."""
        self.to_play = seat
        self.legal = actions
        return True

    def resume(self) -> None:
        """Go on from a position whose parts have just been filled in (see `position.from_dict`)."""
        seat: i64 = 0
        while seat < self.players:
            farmyard.refresh_pastures(self, seat)
            seat += 1
        hands.refresh(self)
        turn.advance(self)

    def clone(self) -> AgricolaState:
        copy = AgricolaState(self.game, self.players, self.options, self.facts)
        copy.to_play = self.to_play
        copy.agenda = self.agenda[:]
        copy.pile = self.pile[:]
        copy.used_by = self.used_by[:]
        copy.shared_by = self.shared_by[:]
        copy.turned_up = self.turned_up[:]
        copy.ordered = self.ordered[:]
        copy.owner = self.owner[:]
        copy.goods = self.goods[:]
        copy.rooms = self.rooms[:]
        copy.house = self.house[:]
        copy.fields = self.fields[:]
        copy.crops = self.crops[:]
        copy.stables = self.stables[:]
        copy.fences = self.fences[:]
        copy.pastures = self.pastures[:]
        copy.people = self.people[:]
        copy.newborns = self.newborns[:]
        copy.at_home = self.at_home[:]
        copy.begging = self.begging[:]
        copy.crafted = self.crafted[:]
        copy.promised = self.promised[:]
        copy.round = self.round
        copy.start = self.start
        copy.turn = self.turn
        copy.active = self.active
        copy.legal = self.legal
        if self.facts.deck is not None:
            copy.where = self.where[:]
            copy.known = self.known[:]
            copy.in_hands = self.in_hands[:]
            copy.front = self.front[:]
            copy.counters = self.counters[:]
            copy.pack = self.pack[:]
            copy.picked = self.picked[:]
            copy.redrawn = self.redrawn
            copy.gathered = self.gathered[:]
            copy.listening = self.listening[:]
            copy.modifiers = self.modifiers[:]
            copy.passed = self.passed
            copy.keeps = self.keeps[:]
        return copy

    # --- the contract ----------------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        return self.legal[:]

    def chance_weights(self) -> vec[i64]:
        return numbers(len(self.legal), 1)

    def apply(self, action: i64) -> None:
        turn.apply(self, action)

    def scores(self) -> list[int]:
        return [int(scoring.total(self, seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        return scoring.winners(self) if self.to_play == OVER else []

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        from farmtable.games.agricola import sheet

        return sheet.score_sheet(self, int(seat))

    def forget(self, seat: i64) -> AgricolaState:
        return knowledge.forget(self, seat)

    def imagine(self, seat: i64, rng: RandomSource) -> AgricolaState:
        return knowledge.imagine(self, seat, rng)

    def observe(self, seat: i64, buffer: object) -> None:
        observation.observe(self, seat, buffer)

    def estimate(self, seat: i64) -> i64:
        return valuation.estimate(self, seat)

    def features(self, seat: i64) -> vec[i64]:
        return features.features(self, seat)

    def describe(self, action: i64) -> str:
        from farmtable.games.agricola import notation

        return notation.describe(self, int(action))

    def read(self, text: str) -> int:
        from farmtable.games.agricola import notation

        action = notation.read(self, text)
        if action is None:
            raise IllegalAction(f"{text!r} is not an action here; actions look like {notation.EXAMPLES}")
        return action

    def refusal(self, action: i64) -> Refusal | None:
        from farmtable.games.agricola import refusals

        return refusals.refusal(self, int(action))

    def view(self, seat: i64) -> dict[str, Any]:
        from farmtable.games.agricola import view

        return view.view(self, int(seat))

    def preview(self, seat: i64, action: i64) -> dict[str, Any]:
        from farmtable.games.agricola import view

        return view.preview(self, int(seat), int(action))

    def settled(self) -> bool:
        return self.to_play >= 0 and self.step() == KEEP_ONE

    def sequel(self) -> dict[str, Any] | None:
        from farmtable.games.agricola import series

        return series.sequel(self)

    def standings(self) -> Standings | None:
        from farmtable.games.agricola import series

        return series.standings(self)

    def tell(self, action: i64, seat: i64) -> list[Text]:
        from farmtable.games.agricola import story

        return story.tell(self, int(action), int(seat))

    def shows_own(self, action: i64) -> bool:
        # Nothing is hidden but hands, and packs, which are shown to those alone who pick from them.
        return True

    def caption(self, action: i64) -> Text | None:
        from farmtable.games.agricola import story

        return story.CAPTIONS.get(int(action))

    def sketch(self) -> str:
        from farmtable.games.agricola import sketch

        return sketch.sketch(self)

    def to_dict(self) -> dict[str, Any]:
        from farmtable.games.agricola import position

        return position.to_dict(self)

    def key(self) -> bytes:
        fixed = (
            int(self.to_play),
            int(self.round),
            int(self.start),
            int(self.turn),
            int(self.active),
            int(self.passed),
            int(self.keeps[0]) - 1 if self.facts.goal > 0 and len(self.keeps) > 0 else -1,
        )
        parts = [repr((int(self.players), self.options, fixed)).encode()]
        for wide in (
            self.agenda,
            self.goods,
            self.rooms,
            self.fields,
            self.stables,
            self.fences,
            self.crafted,
            self.gathered,
        ):
            parts.append(bytes(memoryview(wide)))
        for narrow in (
            self.pile,
            self.used_by,
            self.shared_by,
            self.turned_up,
            self.ordered,
            self.owner,
            self.house,
            self.crops,
            self.people,
            self.newborns,
            self.at_home,
            self.begging,
            self.promised,
            self.where,
            self.known,
            self.in_hands,
            self.front,
            self.counters,
            self.pack,
            self.picked,
        ):
            parts.append(bytes(memoryview(narrow)))
        if self.facts.campaign > 0:
            parts.append(bytes(memoryview(self.keeps)))
        if self.facts.redraws:
            parts.append(repr(int(self.redrawn)).encode())
        return b"".join(parts)

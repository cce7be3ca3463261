"""Mi Tierra, first edition: the position, and the doors to its rules, R1 to R58 of `RULES.md`.

Where the rules live: the course of a round in `turn.py`, placing workers in `placing.py`, the
village's zones in `zones.py`, farms in `farm.py`, animals in `housing.py`, development cards in
`development.py`, market cards and events in `market.py` and `events.py`, the clock tower and what is
hidden in `knowledge.py`, the end in `scoring.py`.

No pile has an order before it is seen: cards are counted, and chance says which one comes. Only the
cards that somebody has seen in the clock tower lie in an order, in `top`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.errors import IllegalAction
from farmtable.core.rng import RandomSource
from farmtable.core.state import State
from farmtable.core.text import Refusal, Text
from farmtable.core.vectors import numbers, zeros
from farmtable.games.mi_tierra import chance, features, knowledge, observation, scoring, turn, valuation
from farmtable.games.mi_tierra.facts import (
    CROPS,
    DEVELOPMENTS,
    DISPLAY,
    GOODS,
    MAX_CELLS,
    MAX_SLOTS,
    MAX_SPACES,
    ZONES,
    Facts,
)
from farmtable.games.mi_tierra.steps import START_SEAT

if TYPE_CHECKING:
    from farmtable.core.game import Game


@final
class MiTierraState(State):
    """A position of Mi Tierra. Everything is open to read; only `apply` changes it.

    Things of the seats stand in flat tables, seat by seat: `goods[seat * GOODS + good]`.
    """

    def __init__(self, game: Game, players: i64, options: dict[str, Any], facts: Facts) -> None:
        super().__init__(game, players, options)
        self.facts = facts
        # The seats.
        self.money: vec[i64] = vec[i64]()
        self.stack: vec[i64] = vec[i64]()  # seats in the order in which their money last changed (R9)
        self.goods: vec[i64] = vec[i64]()  # x GOODS
        self.workers: vec[u8] = vec[u8]()  # owned
        self.idle: vec[u8] = vec[u8]()  # of these in the hut
        self.stopped: vec[u8] = vec[u8]()  # 1: places no more this round (R21)
        self.crops: vec[u8] = vec[u8]()  # x MAX_CELLS; crop + 1, or 0
        self.field_workers: vec[i64] = vec[i64]()  # cells with a worker
        self.barnyards: vec[u8] = vec[u8]()  # x MAX_SLOTS; capacity, or 0; the printed one is not among them
        self.cards: vec[i64] = vec[i64]()  # development cards, as bits
        self.used: vec[i64] = vec[i64]()  # of these, used in this round
        # The village.
        self.placed: vec[u8] = vec[u8]()  # ZONES x MAX_SPACES; seat + 1, + 16 for a pair
        self.display: vec[i64] = vec[i64]()  # development cards on show, or -1
        self.developments: vec[u8] = vec[u8]()  # in the pile, by card
        self.discarded: vec[u8] = vec[u8]()  # development cards thrown away
        self.crop_tiles: vec[i64] = vec[i64]()  # left
        self.barnyards_left: i64 = 0
        # The markets.
        self.market: vec[i64] = vec[i64]()  # kinds on the official market, or -1
        self.closing: vec[i64] = vec[i64]()  # kinds on the closing line, or -1
        self.laid: vec[i64] = vec[i64]()  # of each market: cards that were left in the piles when it came
        self.piles: i64 = 0  # cards left in the piles at the last phase 2
        self.quiet: i64 = 0  # rounds in a row in which no card came off the piles
        self.unseen: vec[u8] = vec[u8]()  # market and event cards that nobody has seen, by kind
        self.gone: vec[u8] = vec[u8]()  # out of the game, by kind
        self.pile_a: i64 = 0  # cards of each deck still to come, those in `top` included
        self.pile_b: i64 = 0
        self.deep_a: i64 = 0  # cards of deck A that lie below `top`
        self.top: vec[i64] = vec[i64]()  # next cards as far as somebody has seen them; -1: forgotten
        self.exact: vec[i64] = vec[i64]()  # of each: seats that know it lies here, as bits
        self.shuffled: vec[i64] = vec[i64]()  # of each place: seats that know it was reordered
        self.loose: vec[i64] = vec[i64]()  # of each: seats that know it lies somewhere among those
        self.heard: vec[i64] = vec[i64]()  # of a forgotten position: the cards it knows to lie somewhere
        self.permanent: i64 = -1  # the event in force
        self.permanents: i64 = 0  # permanent events so far
        self.ending = False
        self.black: vec[i64] = vec[i64]()  # seats of workers on the black market, in order of arrival
        # The round.
        self.round: i64 = 0
        self.order: vec[i64] = vec[i64]()  # seats in turn order
        self.turn: i64 = 0  # place in the order of who places next
        self.active: i64 = -1
        self.pair = False  # the acting worker is one of a pair
        self.result: i64 = 0  # of the die, or chosen instead
        self.die: i64 = 0  # what the die showed last, open to all (R58)
        # What may be done now: found once, when the game stops for a decision, and never changed after.
        self.legal: vec[i64] = vec[i64]()
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def set_up(self) -> None:
        """Lay everything out for a new game (R1 to R6), chance still to come."""
        facts = self.facts
        n: i64 = self.players
        self.money = numbers(n, 0)
        self.goods = numbers(n * GOODS, 0)
        self.workers = zeros(n)
        self.idle = zeros(n)
        self.stopped = zeros(n)
        self.crops = zeros(n * MAX_CELLS)
        self.field_workers = numbers(n, 0)
        self.barnyards = zeros(n * MAX_SLOTS)
        self.cards = numbers(n, 0)
        self.used = numbers(n, 0)
        seat: i64 = 0
        while seat < n:
            self.workers[seat] = u8(facts.workers)
            self.idle[seat] = u8(facts.workers)
            self.crops[seat * MAX_CELLS + facts.printed_cell] = u8(facts.printed_crop + 1)
            seat += 1
        self.placed = zeros(ZONES * MAX_SPACES)
        self.display = numbers(DISPLAY, -1)
        self.developments = facts.copies[:]
        self.discarded = zeros(DEVELOPMENTS)
        self.crop_tiles = numbers(CROPS, 0)
        crop: i64 = 0
        while crop < CROPS:
            self.crop_tiles[crop] = facts.crop_tiles[crop]
            crop += 1
        self.barnyards_left = facts.barnyards
        self.market = numbers(n, -1)
        self.closing = numbers(n, -1)
        self.laid = numbers(n, 0)
        self.unseen = facts.count[:]
        self.gone = zeros(facts.kinds)
        self.pile_a = facts.pile_a
        self.pile_b = facts.pile_b
        self.deep_a = self.pile_a
        self.push(START_SEAT)
        turn.advance(self)

    def resume(self) -> None:
        """Go on from a position whose parts have just been filled in (see `position.from_dict`)."""
        turn.advance(self)

    def clone(self) -> MiTierraState:
        copy = MiTierraState(self.game, self.players, self.options, self.facts)
        copy.to_play = self.to_play
        copy.agenda = self.agenda[:]
        copy.money = self.money[:]
        copy.stack = self.stack[:]
        copy.goods = self.goods[:]
        copy.workers = self.workers[:]
        copy.idle = self.idle[:]
        copy.stopped = self.stopped[:]
        copy.crops = self.crops[:]
        copy.field_workers = self.field_workers[:]
        copy.barnyards = self.barnyards[:]
        copy.cards = self.cards[:]
        copy.used = self.used[:]
        copy.placed = self.placed[:]
        copy.display = self.display[:]
        copy.developments = self.developments[:]
        copy.discarded = self.discarded[:]
        copy.crop_tiles = self.crop_tiles[:]
        copy.barnyards_left = self.barnyards_left
        copy.market = self.market[:]
        copy.closing = self.closing[:]
        copy.laid = self.laid[:]
        copy.piles = self.piles
        copy.quiet = self.quiet
        copy.unseen = self.unseen[:]
        copy.gone = self.gone[:]
        copy.pile_a = self.pile_a
        copy.pile_b = self.pile_b
        copy.deep_a = self.deep_a
        copy.top = self.top[:]
        copy.exact = self.exact[:]
        copy.shuffled = self.shuffled[:]
        copy.loose = self.loose[:]
        copy.heard = self.heard[:]
        copy.permanent = self.permanent
        copy.permanents = self.permanents
        copy.ending = self.ending
        copy.black = self.black[:]
        copy.round = self.round
        copy.order = self.order[:]
        copy.turn = self.turn
        copy.active = self.active
        copy.pair = self.pair
        copy.result = self.result
        copy.die = self.die
        copy.legal = self.legal
        return copy

    # --- the contract ----------------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        return self.legal[:]

    def chance_weights(self) -> vec[i64]:
        return chance.weights(self)

    def apply(self, action: i64) -> None:
        turn.apply(self, action)

    def scores(self) -> list[int]:
        return [int(scoring.total(self, seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        return scoring.winners(self) if len(self.agenda) == 0 else []

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        from farmtable.games.mi_tierra import story

        return story.score_sheet(self, int(seat))

    def forget(self, seat: i64) -> MiTierraState:
        return knowledge.forget(self, seat)

    def imagine(self, seat: i64, rng: RandomSource) -> MiTierraState:
        return knowledge.imagine(self, seat, rng)

    def observe(self, seat: i64, buffer: object) -> None:
        observation.observe(self, seat, buffer)

    def estimate(self, seat: i64) -> i64:
        return valuation.estimate(self, seat)

    def features(self, seat: i64) -> vec[i64]:
        return features.features(self, seat)

    def describe(self, action: i64) -> str:
        from farmtable.games.mi_tierra import notation

        return notation.describe(self, int(action))

    def read(self, text: str) -> int:
        from farmtable.games.mi_tierra import notation

        action = notation.read(self, text)
        if action is None:
            raise IllegalAction(f"{text!r} is not an action here; actions look like {notation.EXAMPLES}")
        return action

    def refusal(self, action: i64) -> Refusal | None:
        from farmtable.games.mi_tierra import refusals

        return refusals.refusal(self, int(action))

    def view(self, seat: i64) -> dict[str, Any]:
        from farmtable.games.mi_tierra import view

        return view.view(self, int(seat))

    def preview(self, seat: i64, action: i64) -> dict[str, Any]:
        from farmtable.games.mi_tierra import view

        return view.preview(self, int(seat), int(action))

    def tell(self, action: i64, seat: i64) -> list[Text]:
        from farmtable.games.mi_tierra import story

        return story.tell(self, int(action), int(seat))

    def sketch(self) -> str:
        from farmtable.games.mi_tierra import sketch

        return sketch.sketch(self)

    def to_dict(self) -> dict[str, Any]:
        from farmtable.games.mi_tierra import position

        return position.to_dict(self)

    def key(self) -> bytes:
        fixed = [
            self.to_play,
            self.barnyards_left,
            self.pile_a,
            self.pile_b,
            self.deep_a,
            self.piles,
            self.quiet,
            self.permanent,
            self.permanents,
            self.round,
            self.turn,
            self.active,
            self.result,
            self.die,
        ]
        flags = (bool(self.ending), bool(self.pair))
        parts = [repr((int(self.players), self.options, [int(n) for n in fixed], flags)).encode()]
        for wide in (
            self.agenda,
            self.money,
            self.stack,
            self.goods,
            self.field_workers,
            self.cards,
            self.used,
            self.display,
            self.crop_tiles,
            self.market,
            self.closing,
            self.laid,
            self.top,
            self.exact,
            self.shuffled,
            self.loose,
            self.heard,
            self.black,
            self.order,
        ):
            # Some of these change their length: it must not matter what follows them.
            parts.append(b"%d:" % len(wide) + bytes(memoryview(wide)))
        for narrow in (
            self.workers,
            self.idle,
            self.stopped,
            self.crops,
            self.barnyards,
            self.placed,
            self.developments,
            self.discarded,
            self.unseen,
            self.gone,
        ):
            parts.append(bytes(memoryview(narrow)))
        return b"".join(parts)

"""Mi Tierra, first edition: the position, plain data that every rule reads and changes."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.declaration import Declaration
from farmtable.core.state import World
from farmtable.core.vectors import numbers, zeros
from farmtable.games.mi_tierra.position.facts import (
    DEVELOPMENTS,
    DISPLAY,
    GOODS,
    MAX_CELLS,
    MAX_SLOTS,
    MAX_SPACES,
    ZONES,
    Facts,
)

LENGTHS: Final = [b"%d:" % n for n in range(64)]
"""What stands before a table of so many numbers in a `key`, made beforehand: keys are asked for often."""


class Position(World):
    """What a position of Mi Tierra is made of. Rules read and change it; others only read it.

    Things of the seats stand in flat tables, seat by seat: `goods[seat * GOODS + good]`.
    """

    def __init__(  # noqa: PLR0915 - one for each field
        self,
        game: Declaration,
        players: i64,
        options: dict[str, Any],
        facts: Facts,
        old: Position | None = None,
    ) -> None:
        """What a new game begins with before anything is laid out; given an `old` position, a copy of it.

        Each field stands here once for both. `i64(0)` is faster there than 0, which would be an object.
        """
        super().__init__(game, players, options)
        self.facts = facts
        # What `key` begins with: the seats, and the options.
        self.setting: str = f"({players}, {options!r}, " if old is None else old.setting
        n: i64 = players
        if old is not None:
            self.to_play = old.to_play
            self.agenda = old.agenda[:]

        # --- the seats
        self.money: vec[i64] = numbers(n, 0) if old is None else old.money[:]
        # Seats in the order in which their money last changed (R9).
        self.stack: vec[i64] = vec[i64]() if old is None else old.stack[:]
        # x GOODS.
        self.goods: vec[i64] = numbers(n * GOODS, 0) if old is None else old.goods[:]
        # Owned.
        self.workers: vec[u8] = zeros(n) if old is None else old.workers[:]
        # Of these in the hut.
        self.idle: vec[u8] = zeros(n) if old is None else old.idle[:]
        # 1: places no more this round (R21).
        self.stopped: vec[u8] = zeros(n) if old is None else old.stopped[:]
        # x MAX_CELLS; crop + 1, or 0.
        self.crops: vec[u8] = zeros(n * MAX_CELLS) if old is None else old.crops[:]
        # Cells with a worker.
        self.field_workers: vec[i64] = numbers(n, 0) if old is None else old.field_workers[:]
        # x MAX_SLOTS; capacity, or 0; the printed one is not among them.
        self.barnyards: vec[u8] = zeros(n * MAX_SLOTS) if old is None else old.barnyards[:]
        # Development cards, as bits.
        self.cards: vec[i64] = numbers(n, 0) if old is None else old.cards[:]
        # Of these, used in this round.
        self.used: vec[i64] = numbers(n, 0) if old is None else old.used[:]

        # --- the village
        # ZONES x MAX_SPACES; seat + 1, + 16 for a pair.
        self.placed: vec[u8] = zeros(ZONES * MAX_SPACES) if old is None else old.placed[:]
        # Development cards on show, or -1.
        self.display: vec[i64] = numbers(DISPLAY, -1) if old is None else old.display[:]
        # In the pile, by card.
        self.developments: vec[u8] = facts.copies[:] if old is None else old.developments[:]
        # Development cards thrown away.
        self.discarded: vec[u8] = zeros(DEVELOPMENTS) if old is None else old.discarded[:]
        # Left.
        self.crop_tiles: vec[i64] = facts.crop_tiles[:] if old is None else old.crop_tiles[:]
        self.barnyards_left: i64 = facts.barnyards if old is None else old.barnyards_left

        # --- the markets
        # Kinds on the official market, or -1.
        self.market: vec[i64] = numbers(n, -1) if old is None else old.market[:]
        # Kinds on the closing line, or -1.
        self.closing: vec[i64] = numbers(n, -1) if old is None else old.closing[:]
        # Of each market: cards that were left in the piles when it came.
        self.laid: vec[i64] = numbers(n, 0) if old is None else old.laid[:]
        # Cards left in the piles at the last phase 2.
        self.piles: i64 = i64(0) if old is None else old.piles
        # Rounds in a row in which no card came off the piles.
        self.quiet: i64 = i64(0) if old is None else old.quiet
        # Market and event cards that nobody has seen, by kind.
        self.unseen: vec[u8] = facts.count[:] if old is None else old.unseen[:]
        # Out of the game, by kind.
        self.gone: vec[u8] = zeros(facts.kinds) if old is None else old.gone[:]
        # Cards of each deck still to come, those in `top` included.
        self.pile_a: i64 = facts.pile_a if old is None else old.pile_a
        self.pile_b: i64 = facts.pile_b if old is None else old.pile_b
        # Cards of deck A that lie below `top`.
        self.deep_a: i64 = facts.pile_a if old is None else old.deep_a
        # Next cards as far as somebody has seen them; -1: forgotten.
        self.top: vec[i64] = vec[i64]() if old is None else old.top[:]
        # Of each: seats that know it lies here, as bits.
        self.exact: vec[i64] = vec[i64]() if old is None else old.exact[:]
        # Of each place: seats that know it was reordered.
        self.shuffled: vec[i64] = vec[i64]() if old is None else old.shuffled[:]
        # Of each: seats that know it lies somewhere among those.
        self.loose: vec[i64] = vec[i64]() if old is None else old.loose[:]
        # Of a forgotten position: the cards it knows to lie somewhere.
        self.heard: vec[i64] = vec[i64]() if old is None else old.heard[:]
        # The event in force.
        self.permanent: i64 = i64(-1) if old is None else old.permanent
        # Permanent events so far.
        self.permanents: i64 = i64(0) if old is None else old.permanents
        self.ending: bool = False if old is None else old.ending
        # Seats of workers on the black market, in order of arrival.
        self.black: vec[i64] = vec[i64]() if old is None else old.black[:]

        # --- the round
        self.round: i64 = i64(0) if old is None else old.round
        # Seats in turn order.
        self.order: vec[i64] = vec[i64]() if old is None else old.order[:]
        # Place in the order of who places next.
        self.turn: i64 = i64(0) if old is None else old.turn
        self.active: i64 = i64(-1) if old is None else old.active
        # The acting worker is one of a pair.
        self.pair: bool = False if old is None else old.pair
        # Of the die, or chosen instead.
        self.result: i64 = i64(0) if old is None else old.result
        # What the die showed last, open to all (R58).
        self.die: i64 = i64(0) if old is None else old.die
        # What may be done now: found once, when the game stops for a decision, and never changed after.
        self.legal: vec[i64] = vec[i64]() if old is None else old.legal
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def clone(self) -> Position:
        return Position(self.game, self.players, self.options, self.facts, self)

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
        parts: list[bytes | vec[i64] | vec[u8]] = [f"{self.setting}{fixed!r}, {flags!r})".encode()]
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
            parts.append(LENGTHS[len(wide)] if len(wide) < len(LENGTHS) else b"%d:" % len(wide))
            parts.append(wide)
        parts += [
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
        ]
        return b"".join(parts)

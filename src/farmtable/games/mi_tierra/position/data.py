"""Mi Tierra, first edition: the position, plain data that every rule reads and changes."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.declaration import Declaration
from farmtable.core.state import World
from farmtable.games.mi_tierra.position.facts import Facts


class Position(World):
    """What a position of Mi Tierra is made of. Rules read and change it; others only read it.

    Things of the seats stand in flat tables, seat by seat: `goods[seat * GOODS + good]`.
    """

    def __init__(self, game: Declaration, players: i64, options: dict[str, Any], facts: Facts) -> None:
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

    def blank(self) -> Position:
        """A position of the same kind, nothing filled in yet."""
        return Position(self.game, self.players, self.options, self.facts)

    def clone(self) -> Position:
        copy = self.blank()
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

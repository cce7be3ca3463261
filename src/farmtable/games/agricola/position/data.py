"""Agricola, revised edition: the position, plain data that every rule reads and changes."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.declaration import Declaration
from farmtable.core.state import World
from farmtable.core.vectors import numbers, zeros
from farmtable.games.agricola.position.facts import CARDS, FIELDS, GOODS, MAJORS, ROUNDS, SPACES, Facts


class Position(World):
    """What a position of Agricola is made of. Rules read and change it; others only read it.

    Things of the seats stand in flat tables, seat by seat: `goods[seat * GOODS + good]`.
    """

    def __init__(
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

        # --- the board
        # Goods lying on each action space.
        self.pile: vec[u8] = zeros(SPACES) if old is None else old.pile[:]
        # Of each action space: seat + 1, or 0 if it is free.
        self.used_by: vec[u8] = zeros(SPACES) if old is None else old.used_by[:]
        # Seat + 1 of a second one who joined there by a card's leave.
        self.shared_by: vec[u8] = zeros(SPACES) if old is None else old.shared_by[:]
        # Of each stage card: its round, or 0.
        self.turned_up: vec[u8] = zeros(CARDS) if old is None else old.turned_up[:]
        # Of each stage card: the round it was ordered for, or 0.
        self.ordered: vec[u8] = zeros(CARDS) if old is None else old.ordered[:]
        # Of each major improvement: seat + 1, or 0 on the supply board.
        self.owner: vec[u8] = zeros(MAJORS) if old is None else old.owner[:]

        # --- the seats
        # x GOODS; animals are those on the farm.
        self.goods: vec[i64] = numbers(n * GOODS, 0) if old is None else old.goods[:]
        # Cells with a room.
        self.rooms: vec[i64] = numbers(n, facts.rooms) if old is None else old.rooms[:]
        # What the rooms are made of.
        self.house: vec[u8] = zeros(n) if old is None else old.house[:]
        # Cells with a field tile; bits from CELLS on: field cards.
        self.fields: vec[i64] = numbers(n, 0) if old is None else old.fields[:]
        # x FIELDS; grain on a field, or 16 + vegetables.
        self.crops: vec[u8] = zeros(n * FIELDS) if old is None else old.crops[:]
        # Cells with a stable.
        self.stables: vec[i64] = numbers(n, 0) if old is None else old.stables[:]
        # Fence spaces with a fence.
        self.fences: vec[i64] = numbers(n, 0) if old is None else old.fences[:]
        # x MAX_PASTURES; cells of each, then zeros; derived from fences.
        self.pastures: vec[i64] = vec[i64]() if old is None else old.pastures[:]
        # In play, newborns included.
        self.people: vec[u8] = zeros(n) if old is None else old.people[:]
        # Of this round.
        self.newborns: vec[u8] = zeros(n) if old is None else old.newborns[:]
        # People still to be placed in this round.
        self.at_home: vec[u8] = zeros(n) if old is None else old.at_home[:]
        self.begging: vec[u8] = zeros(n) if old is None else old.begging[:]
        # Craft buildings used in this harvest, as bits of improvements.
        self.crafted: vec[i64] = numbers(n, 0) if old is None else old.crafted[:]
        # x (ROUNDS + 1) x GOODS; goods on the round spaces.
        self.promised: vec[u8] = zeros(n * (ROUNDS + 1) * GOODS) if old is None else old.promised[:]

        # --- hand cards; empty where the game is played without
        # Of each card of the deck: IN_BOX, IN_HAND + seat ...
        self.where: vec[u8] = vec[u8]() if old is None else old.where[:]
        # 1: everybody knows who holds it.
        self.known: vec[u8] = vec[u8]() if old is None else old.known[:]
        # x 2: how many occupations and minor improvements.
        self.in_hands: vec[u8] = vec[u8]() if old is None else old.in_hands[:]
        # x MAX_FRONT: cards in the order they were played, each + 1; then 0.
        self.front: vec[u8] = vec[u8]() if old is None else old.front[:]
        # x MAX_FRONT: what each of them remembers.
        self.counters: vec[u8] = vec[u8]() if old is None else old.counters[:]
        # Of each card: 1 + who opened its pack of a draft, or gave it back.
        self.pack: vec[u8] = vec[u8]() if old is None else old.pack[:]
        # 1 + after how many passes it was kept.
        self.picked: vec[u8] = vec[u8]() if old is None else old.picked[:]
        # Seats that gave their hand back for a new one, as bits.
        self.redrawn: i64 = i64(0) if old is None else old.redrawn
        # Building resources obtained in this work phase.
        self.gathered: vec[i64] = vec[i64]() if old is None else old.gathered[:]
        # Seats with nobody at home that let their turn pass, as bits.
        self.passed: i64 = i64(0) if old is None else old.passed
        # Of each seat: the occupation kept for the next game + 1, or 0.
        self.keeps: vec[u8] = vec[u8]() if old is None else old.keeps[:]

        # --- derived from the cards in front of each seat
        # The moments any of them cares about, as bits.
        self.listening: vec[i64] = vec[i64]() if old is None else old.listening[:]
        # x MODIFIERS.
        self.modifiers: vec[i64] = vec[i64]() if old is None else old.modifiers[:]

        # --- the round
        self.round: i64 = i64(0) if old is None else old.round
        # Who has the starting player token.
        self.start: i64 = i64(-1) if old is None else old.start
        # Who places next, or whoever follows clockwise with people at home.
        self.turn: i64 = i64(-1) if old is None else old.turn
        # Whose action or feeding is being carried out.
        self.active: i64 = i64(-1) if old is None else old.active
        # What may be done now: found once, when the game stops for a decision, and never changed after.
        self.legal: vec[i64] = vec[i64]() if old is None else old.legal
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def wait_for(self, seat: Seat, actions: vec[i64]) -> bool:
        """Stop for a decision of `seat` (or chance) among `actions`."""
        self.to_play = seat
        self.legal = actions
        return True

    def clone(self) -> Position:
        return Position(self.game, self.players, self.options, self.facts, self)

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
        parts: list[bytes | vec[i64] | vec[u8]] = [
            f"{self.setting}{fixed!r})".encode(),
            self.agenda,
            self.goods,
            self.rooms,
            self.fields,
            self.stables,
            self.fences,
            self.crafted,
            self.gathered,
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
        ]
        if self.facts.campaign > 0:
            parts.append(self.keeps)
        if self.facts.redraws:
            parts.append(repr(int(self.redrawn)).encode())
        return b"".join(parts)

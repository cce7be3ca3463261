"""Agricola, revised edition: the position, plain data that every rule reads and changes."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.declaration import Declaration
from farmtable.core.state import World
from farmtable.games.agricola.position.facts import Facts


class Position(World):
    """What a position of Agricola is made of. Rules read and change it; others only read it.

    Things of the seats stand in flat tables, seat by seat: `goods[seat * GOODS + good]`.
    """

    def __init__(self, game: Declaration, players: i64, options: dict[str, Any], facts: Facts) -> None:
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

    def wait_for(self, seat: i64, actions: vec[i64]) -> bool:
        """Stop for a decision of `seat` (or chance) among `actions`."""
        self.to_play = seat
        self.legal = actions
        return True

    def blank(self) -> Position:
        """A position of the same kind, nothing filled in yet."""
        return Position(self.game, self.players, self.options, self.facts)

    def clone(self) -> Position:
        copy = self.blank()
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

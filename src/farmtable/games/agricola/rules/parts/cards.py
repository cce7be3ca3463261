"""Building major improvements, and playing hand cards (R9, R10)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.games.agricola.position.actions import MAJOR, PLAY, RETURN, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import MAX_DECK, MINOR, OCCUPATION
from farmtable.games.agricola.position.steps import PLAYED
from farmtable.games.agricola.rules import improvements, playing
from farmtable.games.agricola.rules.parts.part import Part


@final
class Improvement(Part):
    """One improvement: a major one, or a minor one from the hand."""

    blocks: ClassVar[tuple[int, ...]] = (MAJOR, RETURN, PLAY)

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        if len(improvements.choices(state, seat, vec[i64]())) > 0:
            return True
        return playing.can_play(state, seat, MINOR, 0)

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        return playing.playable(state, seat, MINOR, 0, improvements.choices(state, seat, found))

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        if block_of(action) == PLAY:
            playing.play(state, seat, action - PLAY, extra)
            return
        built: i64 = improvements.build(state, seat, action)
        if state.facts.deck is not None:
            state.push(PLAYED, MAX_DECK + built)
        improvements.just_built(state, seat, built)


@final
class HandCard(Part):
    """One card from the hand: a minor improvement, or an occupation for `extra` food."""

    blocks: ClassVar[tuple[int, ...]] = (PLAY,)

    def food(self, extra: i64) -> i64:
        """What the card costs beside its own price."""
        return extra if self.plays == OCCUPATION else 0

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return playing.can_play(state, seat, self.plays, self.food(extra))

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        return playing.playable(state, seat, self.plays, self.food(extra), found)

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        playing.play(state, seat, action - PLAY, extra)

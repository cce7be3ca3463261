"""What a state, match, perspective and record say of themselves: what they are and how they stand."""

from __future__ import annotations

import pytest

import farmtable

SPECTATORS = ("aehre", "agricola", "mi_tierra")


def test_who_is_to_play_is_told() -> None:
    match = farmtable.Match("mi_tierra", players=3, seed=1)
    seat = match.state.to_play
    assert repr(match.state) == f"<MiTierraState: mi_tierra, 3 seats, seat {seat} to play>"
    actions = len(match.record.actions)
    assert repr(match) == f"<Match: mi_tierra, 3 seats, {actions} actions, seat {seat} to play>"
    assert repr(match.record) == f"<Record: mi_tierra, 3 seats, {actions} actions, rules version 2>"
    seen = match.state.seen_by(1)
    assert repr(seen) == f"<Perspective of seat 1: mi_tierra, 3 seats, seat {seat} to play>"
    spectator = match.state.seen_by(None)
    assert repr(spectator) == f"<Perspective of a spectator: mi_tierra, 3 seats, seat {seat} to play>"


def test_who_plays_alone_has_one_seat() -> None:
    match = farmtable.Match("agricola", players=1, seed=1)
    for told in (match, match.state, match.record, match.state.seen_by(0)):
        assert ": agricola, 1 seat, " in repr(told)


def test_chance_and_the_end_are_told() -> None:
    state = farmtable.game("aehre").new(2)
    assert repr(state) == "<AehreState: aehre, 2 seats, chance to play>"
    farmtable.core.playout(state, farmtable.Rng(1))
    assert repr(state) == f"<AehreState: aehre, 2 seats, over, winners {state.winners()}>"


@pytest.mark.parametrize("id", SPECTATORS)
def test_printed_is_what_a_spectator_sees(id: str) -> None:
    match = farmtable.Match(id, seed=2)
    for seat in (None, *range(match.state.players)):
        assert str(match.state.seen_by(seat)) == str(match.state.seen_by(None))
    assert str(match) == str(match.state) == match.state.sketch()


def test_nothing_hidden_is_printed() -> None:
    state = farmtable.Match("agricola", seed=3).state
    for _ in range(8):
        world = state.seen_by(None).determinize(farmtable.Rng(_))
        assert str(world) == str(state)
        assert repr(world) == repr(state)

"""What a journal lets be undone, in every game: nothing by which anybody has come to know what was hidden.

This asks the rules itself, of other worlds than `farmtable.core.disclosure` has looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import farmtable
from farmtable import CHANCE, Record, Rng, State
from farmtable.tables.journal import Entry, Journal
from tests.core.installed import installed

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("sealed_bids", 2, {}),
    ("sealed_bids", 4, {}),
    ("market_day", 3, {}),
    ("aehre", 3, {}),
    ("agricola", 2, {}),
    ("agricola", 3, {"hands": "drafted"}),
    ("agricola", 2, {"cards": "none"}),
    ("mi_tierra", 2, {}),
    ("mi_tierra", 3, {}),
]
ENTRIES = 150
WORLDS = 5
TELLING = ("place Clock Tower", "place Official Market", "sell", "play ")
"""Actions that lead to what is hidden begin so."""


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def begun(game: str, players: int, options: dict[str, Any], rng: Rng) -> Journal:
    """A journal in which every seat confirms its turns, at its first decision."""
    found = farmtable.game(game)
    begin = Record(game, players, found.check_options(options))
    journal = Journal(begin, frozenset(range(players)))
    journal.add_chance(rng)
    return journal


def some_action(state: State, rng: Rng, but: int = -1) -> int:
    """One of the actions, more often one of those that lead to what is hidden; another than `but`, if any."""
    legal = [int(action) for action in state.legal_actions()]
    actions = [action for action in legal if action != but] or legal
    telling = [action for action in actions if state.describe(action).startswith(TELLING)]
    choice = telling if telling and rng.below(3) else actions
    return choice[rng.below(len(choice))]


def looks_foretold(before: State, action: int, after: State, reader: int | None, rng: Rng) -> bool:
    """Whether `after` looks to the reader like any other world it could be in, as far as some were tried."""
    looks, public = after.seen_by(reader).key(), after.seen_by(None).key()
    for _ in range(WORLDS):
        world = before.seen_by(reader).determinize(rng)
        world.turn_to(before.to_play)
        if not world.is_legal(action):
            continue
        world.apply(action)
        own = reader != before.to_play and before.shows_own(action)
        if own and world.seen_by(None).key() != public:
            continue  # what a seat has shown to all of its own may be taken back
        if world.seen_by(reader).key() != looks:
            return False
    return True


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=str)
def test_nobody_has_learned_anything_from_what_can_be_undone(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """After every decision that can be undone; then some are, and another is taken instead."""
    checked = undone = 0
    for number in range(3):
        rng = Rng(number, f"undo {game} {players}")
        journal = begun(game, players, options, rng)
        while not journal.over and journal.version < ENTRIES:
            before, seat = journal.state, int(journal.state.to_play)
            logs = [len(journal.log(reader)) for reader in (None, *range(players))]
            action = some_action(before, rng)
            journal.add(Entry("play", seat, action))
            if journal.can_undo(seat):
                checked += 1
                for reader in (None, *range(players)):
                    foretold = looks_foretold(before, action, journal.state, reader, rng)
                    assert foretold, (before.describe(action), reader)
                if rng.below(2) == 0:
                    undone += 1
                    check_undone(journal, before, seat, logs)
                    action = some_action(before, rng, but=action)
                    journal.add(Entry("play", seat, action))
                    assert journal.entered[-1] == action
            if len(journal.entered) == len(journal.actions):  # nobody waits for others that decide at once
                assert not any(journal.can_undo(other) for other in range(players) if other != seat)
            if journal.held_by is not None:
                journal.add(Entry("finish", seat))
            journal.add_chance(rng)
        journal.record().state()  # raises where what was taken back is still in it
    assert checked > 5
    assert undone > 1


def check_undone(journal: Journal, before: State, seat: int, logs: list[int]) -> None:
    """Taken back, the position is the one before, and everybody is told so."""
    entered = journal.entered
    journal.add(Entry("undo", seat))
    assert journal.state == before
    assert journal.held_by is None
    assert journal.entered == entered[:-1]
    for reader, so_far in zip((None, *range(before.players)), logs, strict=True):
        *taken_back, said = journal.log(reader)[so_far:]
        assert all(entry.undone for entry in taken_back)
        assert str(said.texts[0]).endswith("took a decision back.")


def test_a_sealed_bid_may_be_exchanged_and_the_last_may_not() -> None:
    """Who bids last sees all bids; nobody else learns anything from an earlier bid, nor from its undo."""
    journal = begun("sealed_bids", 3, {}, Rng(1))
    journal.add(Entry("play", 0, 4))
    assert journal.held_by is None, "who decides at once with others need not finish"
    journal.add(Entry("undo", 0))
    for seat, bid in ((0, 1), (1, 3)):
        journal.add(Entry("play", seat, bid))
    for reader in (None, 2):
        told = {str(text) for entry in journal.log(reader) for text in entry.texts}
        assert told == {"seat 1 decides.", "seat 1 took a decision back.", "seat 2 decides."}
        assert (
            journal.state.seen_by(reader).key()
            == begun("sealed_bids", 3, {}, Rng(1)).state.seen_by(reader).key()
        )
    journal.add(Entry("play", 2, 2))
    assert not journal.can_undo(2)
    assert journal.held_by is None
    assert journal.state.seen_by(None).view()["uncovered"] == ["bid 1", "bid 3", "bid 2"]


def test_chance_is_not_drawn_before_a_decision_stands() -> None:
    """Every entry that can be undone is followed by no outcome of chance."""
    rng = Rng(3)
    journal = begun("market_day", 3, {}, rng)
    while not journal.over:
        seat = int(journal.state.to_play)
        journal.add(Entry("play", seat, some_action(journal.state, rng)))
        drawn = journal.add_chance(rng)
        assert not (drawn and journal.can_undo(seat))
        if journal.held_by is not None:
            assert not drawn
            journal.add(Entry("finish", seat))
            journal.add_chance(rng)
        assert journal.over or journal.state.to_play != CHANCE

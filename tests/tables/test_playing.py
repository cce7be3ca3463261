"""Commands at one table: the order of turns, holding, undoing, bots, the log and the record."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import farmtable
from farmtable import CHANCE, OVER, IllegalAction, Record, Rng
from farmtable.tables import Command, NotYourSeat, SeatPlan, Settings, Stale, Table, Tables, Unfinished
from farmtable.tables.journal import Entry, Journal
from tests.core.installed import installed
from tests.tables.helpers import ANNA, BERT, GAME, command, step, two_persons


def standing(table: Table) -> tuple[object, ...]:
    """All that must not change when a command is refused."""
    perspectives = tuple(table.perspective(seat).key() for seat in (None, 0, 1))
    return (table.version, table.to_play, table.held_by, table.can_undo(0), table.can_undo(1), perspectives)


def test_a_tile_drawn_at_the_end_of_a_round_belongs_to_it() -> None:
    """Else the heading of the new round stands above it, in the turn of the seat that drew."""
    match = farmtable.Match("aehre", players=2, seed=3)
    while match.state.round_number() < 3:
        match.play(int(match.state.legal_actions()[0]))
    journal = Journal(Record("aehre", 2), frozenset())
    for action in match.record.actions:
        seat = None if journal.chance_pending else journal.state.to_play
        journal.add(Entry("chance" if seat is None else "play", seat, action))
    log = journal.log(None)
    drawn = [n for n, entry in enumerate(log) if entry.seat is None and "draws" in str(entry.texts[-1])]
    assert len(drawn) >= 4
    assert [log[n].round for n in drawn] == [log[n - 1].round for n in drawn]
    first = next(entry for entry in log if entry.seat is not None)
    assert first.round == 1


@pytest.mark.parametrize("confirm", [True, False])
def test_whole_game_gives_a_record_that_replays(tables: Tables, confirm: bool) -> None:
    table = two_persons(tables, confirm=confirm)
    choose = random.Random(5)
    while not table.over:
        with pytest.raises(Unfinished):
            table.record()
        step(table, choose)
    assert table.to_play == OVER
    assert table.held_by is None
    last = table.record().verify()
    assert last.winners() == table.perspective(None).winners()
    stored = tables.record(table.id)
    assert stored.actions == table.record().actions
    assert stored.positions
    stored.verify()


def test_reopened_table_stands_where_it_stood(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    choose = random.Random(6)
    for _ in range(25):
        step(table, choose)
        again = opened().open(table.id)
        assert standing(again) == standing(table)
        assert [again.log(seat) for seat in (None, 0, 1)] == [table.log(seat) for seat in (None, 0, 1)]
        assert again.seats == table.seats


def test_the_same_command_twice_does_nothing_more(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    done = command(table)
    table.submit(done)
    before = standing(table)
    table.submit(done)
    table.submit(replace(done, version=table.version))
    assert standing(table) == before
    after_restart = opened().open(table.id)
    after_restart.submit(done)
    assert standing(after_restart) == before


def test_stale_command_is_refused(tables: Tables) -> None:
    table = two_persons(tables)
    old = command(table)
    table.submit(command(table))
    before = standing(table)
    with pytest.raises(Stale, match="moved on"):
        table.submit(old)
    with pytest.raises(Stale):
        table.submit(replace(old, version=10**6))
    assert standing(table) == before


def test_forged_seats_and_browsers_are_refused(tables: Tables) -> None:
    table = two_persons(tables)
    good = command(table)
    before = standing(table)
    for forged in (
        replace(good, browser=BERT),
        replace(good, browser="somebody"),
        replace(good, browser=""),
        replace(good, seat=1),
        replace(good, seat=2),
        replace(good, seat=-1),
    ):
        with pytest.raises(NotYourSeat):
            table.submit(forged)
    with pytest.raises(IllegalAction, match="not your turn"):
        table.submit(replace(good, seat=1, browser=BERT))
    assert standing(table) == before


@pytest.mark.parametrize(
    "action", [None, True, 1.5, -1, 7, 2**70, "", "sell everything", "x" * 10_000, "\0", [5], "draw apples"]
)
def test_what_is_no_action_is_refused(tables: Tables, action: Any) -> None:
    table = two_persons(tables)
    before = standing(table)
    with pytest.raises(IllegalAction):
        table.submit(replace(command(table), action=action))
    assert standing(table) == before


def test_ill_formed_commands_are_refused(tables: Tables) -> None:
    table = two_persons(tables)
    for id in ("", "x" * 65, "a\0b", "ä"):
        with pytest.raises(IllegalAction, match="id of 1 to 64"):
            table.submit(replace(command(table), id=id))
    wrong: Any = "resign"
    with pytest.raises(IllegalAction):
        table.submit(replace(command(table), kind=wrong))


def test_a_decision_can_be_given_in_words(tables: Tables) -> None:
    table = two_persons(tables)
    table.submit(command(table, action="take from stall"))
    assert table.log(None)[-1].seat == 0


def test_refusal_names_the_rule(tables: Tables) -> None:
    table = two_persons(tables)
    with pytest.raises(IllegalAction) as caught:
        table.submit(command(table, action="keep"))
    assert caught.value.refusal is not None
    assert caught.value.refusal.rule == "M2"


def test_table_is_held_until_its_seat_finishes(tables: Tables) -> None:
    table = two_persons(tables)
    table.submit(command(table, action="take from bag"))
    assert (table.held_by, table.to_play) == (0, CHANCE)
    actions = len(table.log(0))
    for refused in (command(table, "play", 0, seat=0), command(table, "finish", seat=1)):
        with pytest.raises(IllegalAction):
            table.submit(refused)
    table.submit(command(table, "finish"))
    assert (table.held_by, table.to_play) == (None, 0)
    assert len(table.log(0)) == actions + 1  # what was drawn
    with pytest.raises(IllegalAction, match="nothing to finish"):
        table.submit(command(table, "finish", seat=0))


def test_nobody_decides_while_another_seat_holds_the_table(tables: Tables) -> None:
    table = two_persons(tables)
    for kind, action in (("play", "take from stall"), ("finish", None), ("play", "keep")):
        table.submit(command(table, kind, action))
    assert (table.held_by, table.to_play) == (0, 1)
    with pytest.raises(IllegalAction) as caught:
        table.submit(command(table, "play", "take from bag", seat=1))
    assert caught.value.refusal is not None
    assert caught.value.refusal.reason.render(names=table.names) == "Anna has not finished yet."
    table.submit(command(table, "finish"))
    table.submit(command(table, "play", "take from bag", seat=1))


def test_without_confirming_chance_follows_at_once(tables: Tables) -> None:
    table = two_persons(tables, confirm=False)
    table.submit(command(table, action="take from bag"))
    assert (table.held_by, table.to_play) == (None, 0)
    assert not table.can_undo(0)


def test_undo_takes_back_what_revealed_nothing(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    before = table.perspective(0).key()
    table.submit(command(table, action="take from bag"))
    assert table.can_undo(0)
    assert not table.can_undo(1)
    with pytest.raises(IllegalAction):
        table.submit(command(table, "undo", seat=1))
    table.submit(command(table, "undo", seat=0))
    assert table.perspective(0).key() == before
    assert table.held_by is None
    taken, back = table.log(1)[-2:]
    assert taken.undone
    assert not back.undone
    assert back.texts[0].render(names=table.names) == "Anna took a decision back."
    with pytest.raises(IllegalAction, match="nothing left to undo"):
        table.submit(command(table, "undo", seat=0))
    assert standing(opened().open(table.id)) == standing(table)


def test_undo_ends_where_chance_revealed_something(tables: Tables) -> None:
    table = two_persons(tables)
    for kind, action in (("play", "take from stall"), ("finish", None), ("play", "keep")):
        table.submit(command(table, kind, action))
    table.submit(command(table, "undo", seat=0))
    assert (table.held_by, table.to_play) == (None, 0)
    assert not table.can_undo(0)  # the stall was filled before that


def test_undo_ends_with_finish(tables: Tables, opened: Callable[[], Tables]) -> None:
    """To finish is to say "I am done": from then on the next seat thinks about what it sees."""
    table = two_persons(tables)
    for kind, action in (("play", "take from stall"), ("finish", None), ("play", "keep")):
        table.submit(command(table, kind, action))
    assert table.can_undo(0)
    table.submit(command(table, "finish"))
    before = standing(table)
    assert (table.held_by, table.to_play) == (None, 1)
    for again in (table, opened().open(table.id)):
        assert standing(again) == before
        assert not again.can_undo(0)
        with pytest.raises(IllegalAction, match="nothing left to undo"):
            again.submit(command(again, "undo", seat=0))
        assert standing(again) == before


def test_without_confirming_undo_ends_where_another_seat_decided_even_if_that_is_undone() -> None:
    with installed("bids_in_turn", "tests.tables.bids_in_turn:GAME"):
        journal = Journal(Record("bids_in_turn", 3), frozenset())
        journal.add(Entry("play", 0, 4))
        assert journal.can_undo(0)  # nobody has decided since
        journal.add(Entry("play", 1, 2))
        assert not journal.can_undo(0)
        journal.add(Entry("undo", 1))
        assert not journal.can_undo(0)
        assert not journal.can_undo(1)


def test_what_a_bot_decides_is_final_without_being_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other worlds are made up only for persons: it takes time, and nobody undoes what a bot has done."""
    judged: list[int] = []
    monkeypatch.setattr("farmtable.tables.journal.discloses", lambda *asked: judged.append(asked[1]))
    with installed("bids_in_turn", "tests.tables.bids_in_turn:GAME"):
        journal = Journal(Record("bids_in_turn", 3), frozenset(), bots=frozenset({0}))
        journal.add(Entry("play", 0, 4))
        with pytest.raises(IllegalAction, match="nothing left to undo"):
            journal.add(Entry("undo", 0))
        journal.add(Entry("play", 1, 2))
    assert judged == [2]
    assert journal.can_undo(1)


def test_a_journal_of_a_version_that_let_undo_after_finish_can_still_be_read() -> None:
    """What was stored stays as it was entered; from now on it is not done again."""
    with installed("bids_in_turn", "tests.tables.bids_in_turn:GAME"):
        journal = Journal(Record("bids_in_turn", 3), frozenset(range(3)))
        stored = [Entry("play", 0, 4), Entry("finish", 0), Entry("undo", 0), Entry("play", 0, 1)]
        journal.add_stored(stored)
        assert journal.actions == [1]
        assert (journal.held_by, journal.version) == (0, 4)
        assert journal.can_undo(0)
        journal.add(Entry("finish", 0))
        assert not journal.can_undo(0)
        with pytest.raises(IllegalAction):
            journal.add(Entry("undo", 0))


def test_undone_decisions_are_not_in_the_record(tables: Tables) -> None:
    table = two_persons(tables)
    choose = random.Random(8)
    undone = 0
    while not table.over:
        step(table, choose)
        seat = next((seat for seat in (0, 1) if table.can_undo(seat)), None)
        if seat is not None and choose.random() < 0.3:
            table.submit(command(table, "undo", seat=seat))
            undone += 1
    assert undone
    assert len([entry for entry in table.log(None) if entry.undone]) == undone
    table.record().verify()


def test_the_end_is_not_undone(tables: Tables) -> None:
    table = two_persons(tables)
    while not table.over:
        step(table, random.Random(1))
    assert not any(map(table.can_undo, (0, 1)))
    with pytest.raises(IllegalAction, match="game is over"):
        table.submit(command(table, "play", 0, seat=0))


def test_bots_move_through_the_same_queue(tables: Tables) -> None:
    plans = [SeatPlan("bot", bot="greedy"), SeatPlan("bot", bot="random")]
    table = tables.create(GAME, 2, plans, {"prices": "fixed"}, Settings(), ANNA)
    assert tables.running_ids() == [table.id]
    while (seat := table.bot_to_move()) is not None:
        version = table.version
        assert seat == table.to_play
        table.move_bot()
        assert table.version > version
        assert table.held_by is None
    assert table.over
    assert tables.running_ids() == []
    table.move_bot()
    assert table.record().options == {"prices": "fixed"}


def test_nobody_moves_for_a_bot(tables: Tables) -> None:
    table = tables.create(
        GAME, 2, [SeatPlan("bot", bot="random"), SeatPlan("local", "A")], {}, Settings(), ANNA
    )
    for browser in (ANNA, "", BERT):
        forged = Command(str(uuid.uuid4()), table.version, "play", 0, browser, "take from bag")
        with pytest.raises(NotYourSeat):
            table.submit(forged)


def test_bot_waits_while_a_person_may_still_undo(tables: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", bot="random")]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA)
    for kind, action in (("play", "take from stall"), ("finish", None), ("play", "keep")):
        table.submit(command(table, kind, action))
    version = table.version
    assert table.bot_to_move() is None
    table.move_bot()
    assert table.version == version
    table.submit(command(table, "finish"))
    assert table.bot_to_move() == 1


def test_listeners_hear_only_what_is_stored(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    heard: list[tuple[str, int]] = []
    other = opened()

    def listen(table_id: str, version: int) -> None:
        assert other.open(table_id).version == version
        heard.append((table_id, version))

    tables.add_listener(listen)
    done = command(table)
    table.submit(done)
    table.submit(done)
    with pytest.raises(Stale):
        table.submit(replace(done, id="another"))
    assert heard == [(table.id, table.version)]
    tables.remove_listener(listen)
    table.submit(command(table, "finish"))
    assert len(heard) == 1


def test_a_failing_listener_undoes_nothing(tables: Tables) -> None:
    table = two_persons(tables)

    def fail(table_id: str, version: int) -> None:
        raise RuntimeError("the page is gone")

    tables.add_listener(fail)
    version = table.version
    table.submit(command(table))
    assert table.version > version


def test_what_a_seat_reads_does_not_depend_on_what_it_cannot_know(tables: Tables) -> None:
    """Games that differ only in what a reader cannot see: their logs are the same for him."""
    table = two_persons(tables)
    choose = random.Random(11)
    while not table.over:
        step(table, choose)
    state = table.record().begin()
    for action in table.record().actions:
        for reader in (0, 1, None):
            told = [str(text) for text in state.tell(action, -1 if reader is None else reader)]
            hidden_draw = state.to_play == CHANCE and state.step() == 2 and state.argument() != reader
            if hidden_draw:
                assert not re.search("apples|beans|carrots|dill", " ".join(told))
        state.apply(action)
    for reader in (None, 0, 1):
        draws = [str(entry.texts[0]) for entry in table.log(reader)[:6]]
        known = [draw for draw in draws if not draw.endswith("a crate.")]
        assert len(known) == (0 if reader is None else 3)


def test_logs_and_perspectives_are_equal_across_determinizations(tables: Tables) -> None:
    table = two_persons(tables, confirm=False)
    choose = random.Random(12)
    for _ in range(12):
        step(table, choose)
        for reader in (0, 1, None):
            seen = table.perspective(reader)
            for number in range(3):
                whole = seen.determinize(Rng(number))
                assert whole.seen_by(reader).key() == seen.key()
                if table.to_play == reader:
                    for action in seen.legal_actions():
                        told = whole.tell(action, reader)
                        again = seen.determinize(Rng(number + 10)).tell(action, reader)
                        assert told == again


def test_record_of_a_running_game_cannot_be_had(tables: Tables) -> None:
    table = two_persons(tables)
    with pytest.raises(Unfinished):
        table.record()
    with pytest.raises(Unfinished):
        tables.record(table.id)


def test_undo_of_one_leaves_the_copy_of_another_process_right(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    table = two_persons(tables)
    other = opened().open(table.id)
    table.submit(command(table, action="take from bag"))
    other.catch_up()
    other.submit(command(other, "undo", seat=0))
    table.catch_up()
    assert standing(table) == standing(other)


def test_a_table_as_it_stands_stays_so(tables: Tables) -> None:
    table = two_persons(tables)
    taken = table.as_it_stands()
    before = standing(taken)
    table.submit(command(table, action="take from bag"))
    assert standing(taken) == before != standing(table)


@pytest.mark.parametrize("game_id", farmtable.games())
def test_every_installed_game_is_played_to_its_end(
    tables: Tables, opened: Callable[[], Tables], game_id: str
) -> None:
    players = farmtable.game(game_id).max_players
    plans = [SeatPlan("local"), *[SeatPlan("bot", bot="random")] * (players - 1)]
    table = tables.create(game_id, players, plans, {}, Settings(), ANNA)
    choose = random.Random(17)
    while not table.over:
        step(table, choose)
        if table.can_undo(0) and choose.random() < 0.3:
            table.submit(command(table, "undo", seat=0))
    tables.record(table.id).verify()
    again = opened().open(table.id)
    for reader in (None, *range(players)):
        assert again.log(reader) == table.log(reader)
        assert again.perspective(reader).key() == table.perspective(reader).key()


@pytest.mark.parametrize(
    ("game", "players", "options"), [("agricola", 3, {"hands": "drafted"}), ("mi_tierra", 2, {})]
)
def test_a_journal_read_again_lets_undo_as_much(game: str, players: int, options: dict[str, str]) -> None:
    """Only what ends a journal is judged when it is read; that must come to the same."""
    found = farmtable.game(game)
    begin = Record(game, players, found.check_options(options))
    journal = Journal(begin, frozenset(range(players)))
    rng = Rng(7)
    entries = journal.add_chance(rng)
    for _ in range(30):
        seat = journal.held_by if journal.held_by is not None else int(journal.state.to_play)
        actions = list(journal.state.legal_actions())
        entry = Entry("finish", seat)
        if journal.held_by is None:
            entry = Entry("play", seat, int(actions[rng.below(len(actions))]))
        journal.add(entry)
        entries += [entry, *journal.add_chance(rng)]
        again = Journal(begin, frozenset(range(players)))
        again.add_stored(entries)
        assert again.state == journal.state
        assert again.held_by == journal.held_by
        assert all(again.can_undo(seat) == journal.can_undo(seat) for seat in range(players))

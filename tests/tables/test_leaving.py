"""What people may do with a table beside playing: resign, put it away, delete it, play again, play on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from farmtable.core import BadOption, IllegalAction, Record, Rng
from farmtable.tables import (
    NoNextGame,
    NoSuchTable,
    NotYourSeat,
    SeatPlan,
    Settings,
    Stale,
    StillPlaying,
    Table,
    Tables,
    Unfinished,
)
from farmtable.tables.journal import Entry, Journal
from tests.tables.helpers import ANNA, BERT, GAME, command, step, two_persons

CLEO = "browser of cleo"


def play_out(table: Table) -> Table:
    choose = random.Random(5)
    while not table.over:
        step(table, choose)
    return table


def ids(tables: Tables, browser: str) -> list[str]:
    return [table.id for table in tables.lists.of_browser(browser)]


# --- to resign ---------------------------------------------------------------------------------------


def test_a_bot_plays_on_for_who_resigns(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables, confirm=False)
    told: list[str] = []
    tables.add_listener(lambda table_id, _: told.append(table_id))
    changes = table.changes
    tables.resign(table, 0, ANNA, "random")
    assert told == [table.id], "the others hear of it, and so does who lets bots play"
    assert table.changes > changes
    for found in (table, opened().open(table.id)):
        assert [seat.resigned for seat in found.seats] == [True, False]
        assert found.names == ["Anna", "Bert"]
        assert found.seats_of(ANNA) == []
        assert found.resigned_seats(ANNA) == [0]
        assert found.bot_to_move() == 0
        with pytest.raises(NotYourSeat, match="has been resigned"):
            found.submit(command(found, seat=0))
    assert tables.running_ids() == [table.id], "so it is after a restart"
    play_out(table)
    table.record().verify()


def test_a_turn_that_was_not_finished_is(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    while table.held_by is None:
        table.submit(command(table))
    seat = table.held_by
    tables.resign(table, seat, (ANNA, BERT)[seat], "random")
    for found in (table, opened().open(table.id)):
        assert found.held_by is None
        assert not found.can_undo(seat)
        assert found.perspective(None).key() == table.perspective(None).key()


def test_only_who_has_the_seat_resigns_it_and_only_while_the_game_runs(tables: Tables) -> None:
    table = two_persons(tables, confirm=False)
    with pytest.raises(NotYourSeat):
        tables.resign(table, 0, BERT, "random")
    with pytest.raises(BadOption, match="there is no bot"):
        tables.resign(table, 0, ANNA, "tests.tables.thoughts:Nobody")
    play_out(table)
    with pytest.raises(IllegalAction, match="The game is over"):
        tables.resign(table, 0, ANNA, "random")
    assert not any(seat.resigned for seat in table.seats)


def test_a_device_that_came_later_to_a_seat_does_not_resign_it(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    """It cannot be taken back, and whoever has got hold of a private link would take the game away."""
    table = two_persons(tables)
    table.take_along(table.pass_key(0, ANNA), "thief")
    with pytest.raises(NotYourSeat, match="had the seat first"):
        tables.resign(table, 0, "thief", "random")
    assert not any(seat.resigned for seat in opened().open(table.id).seats)
    tables.resign(table, 0, ANNA, "random")
    assert opened().open(table.id).seats[0].resigned


def test_who_has_resigned_sees_no_more_than_a_spectator(tables: Tables) -> None:
    table = two_persons(tables)
    tables.resign(table, 1, BERT, "random")
    with pytest.raises(NotYourSeat):
        table.check_owner(1, BERT)
    with pytest.raises(NotYourSeat):
        table.pass_key(1, BERT)


# --- lists -------------------------------------------------------------------------------------------


def test_the_archive_is_ones_own(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    tables.lists.archive(table.id, ANNA, True)
    tables.lists.archive(table.id, ANNA, True)
    (listed,) = [listed for _, listed in opened().lists.list_of(ANNA)]
    assert listed.archived
    assert [listed.archived for _, listed in tables.lists.list_of(BERT)] == [False]
    tables.lists.archive(table.id, ANNA, False)
    assert [listed.archived for _, listed in tables.lists.list_of(ANNA)] == [False]
    with pytest.raises(NotYourSeat, match="not in any of your lists"):
        tables.lists.archive(table.id, CLEO, True)
    with pytest.raises(NoSuchTable):
        tables.lists.archive("nosuchtable", ANNA, True)


def test_what_one_plays_alone_is_erased(tables: Tables, opened: Callable[[], Tables]) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", "", "random")]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA)
    table.take_along(table.pass_key(0, ANNA), CLEO)  # another device of hers
    table.submit(command(table))
    tables.save_analysis(table.id, "some engine", {"found": 1})
    late = command(table, "finish", seat=0)
    elsewhere = opened()
    held = elsewhere.open(table.id)
    tables.lists.archive(table.id, CLEO, True)
    assert tables.lists.plays_alone(table.id, ANNA)
    tables.lists.delete(table.id, ANNA)
    assert (ids(tables, ANNA), ids(tables, CLEO)) == ([], [])
    for found in (tables, elsewhere):
        with pytest.raises(NoSuchTable):
            found.open(table.id)
    assert tables.analysis(table.id, "some engine") is None
    for old in (table, held):
        with pytest.raises((NoSuchTable, Stale)):
            old.submit(late)


def test_a_device_that_came_later_takes_the_table_only_off_its_own_list(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    """Whoever has got hold of a private link erases nothing, of a game under way or over."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", "", "random")]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA)
    later = tables.create(GAME, 2, plans, {}, Settings(confirm=False), ANNA)
    for one in (table, later):
        for thief in ("thief", "another"):
            one.take_along(one.pass_key(0, ANNA), thief)
    choose = random.Random(5)
    while not later.over:
        step(later, choose)
    for one in (table, later):
        assert not tables.lists.plays_alone(one.id, "thief")
        tables.lists.delete(one.id, "thief")
        for found in (tables, opened()):
            assert one.id not in ids(found, "thief")
            assert one.id in ids(found, ANNA)
            assert one.id in ids(found, "another")
            assert found.open(one.id).seats_of(ANNA) == [0]
    assert tables.channels.muted("thief") == [table.id], "it is not called to what it has deleted"
    for one in (table, later):
        assert tables.lists.plays_alone(one.id, ANNA)
        tables.lists.delete(one.id, ANNA)
        with pytest.raises(NoSuchTable):
            opened().open(one.id)


def test_who_has_a_private_link_of_another_player_erases_nothing_of_his(tables: Tables) -> None:
    table = two_persons(tables, confirm=False)
    table.take_along(table.pass_key(0, ANNA), BERT)  # Bert plays his own seat, and has Anna's, too
    for browser in (ANNA, BERT):
        assert not tables.lists.plays_alone(table.id, browser)
        with pytest.raises(StillPlaying):
            tables.lists.delete(table.id, browser)
    tables.resign(table, 1, BERT, "random")
    tables.lists.delete(table.id, BERT)
    assert ids(tables, ANNA) == [table.id]


def test_who_set_a_table_up_keeps_it_though_he_came_later_to_its_seat(tables: Tables) -> None:
    plans = [SeatPlan("friend"), SeatPlan("bot", "", "random")]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA)
    table.claim(table.invite(0, ANNA), BERT, "Bert")
    table.take_along(table.pass_key(0, BERT), ANNA)
    assert not tables.lists.plays_alone(table.id, BERT)
    tables.lists.delete(table.id, ANNA)
    assert (ids(tables, ANNA), ids(tables, BERT)) == ([], [table.id])
    tables.resign(table, 0, BERT, "random")
    tables.lists.delete(table.id, BERT)
    with pytest.raises(NoSuchTable):
        tables.open(table.id)


def test_the_end_of_an_account_resigns_no_seat_that_was_another_devices_before(tables: Tables) -> None:
    table = two_persons(tables)
    table.take_along(table.pass_key(0, ANNA), CLEO)
    tables.lists.leave_all(CLEO, "random")
    assert [seat.resigned for seat in table.seats] == [False, False]
    assert ids(tables, CLEO) == []
    assert table.seats_of(ANNA) == [0]


def test_where_others_play_one_resigns_first_and_the_last_to_delete_erases(tables: Tables) -> None:
    table = two_persons(tables, confirm=False)
    assert not tables.lists.plays_alone(table.id, ANNA)
    with pytest.raises(StillPlaying):
        tables.lists.delete(table.id, ANNA)
    tables.resign(table, 0, ANNA, "random")
    tables.lists.delete(table.id, ANNA)
    assert (ids(tables, ANNA), ids(tables, BERT)) == ([], [table.id])
    play_out(table)
    with pytest.raises(NotYourSeat):
        tables.lists.delete(table.id, CLEO)
    tables.lists.delete(table.id, BERT)
    with pytest.raises(NoSuchTable):
        tables.open(table.id)


def test_a_finished_game_is_deleted_by_each_for_himself(tables: Tables) -> None:
    table = play_out(two_persons(tables, confirm=False))
    tables.lists.delete(table.id, BERT)
    assert (ids(tables, ANNA), ids(tables, BERT)) == ([table.id], [])
    assert tables.record(table.id).players == 2
    tables.lists.delete(table.id, ANNA)
    with pytest.raises(NoSuchTable):
        tables.record(table.id)


# --- once more ---------------------------------------------------------------------------------------


def test_in_a_rematch_everybody_sits_a_seat_further_on(tables: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend"), SeatPlan("bot", "Dora", "random")]
    table = tables.create(GAME, 3, plans, {"prices": "fixed"}, Settings(confirm=False), ANNA)
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    play_out(table)
    again = tables.rematch(table, BERT)
    assert again.names == ["Bert", "Dora", "Anna"]
    assert [seat.kind for seat in again.seats] == ["friend", "bot", "local"]
    assert [again.seats_of(browser) for browser in (ANNA, BERT)] == [[2], [0]]
    assert (again.options, again.settings) == (table.options, table.settings)
    assert again.is_creator(ANNA)
    assert tables.rematch(table, ANNA).id == again.id == table.following()


def test_who_has_resigned_plays_again_in_the_rematch(tables: Tables) -> None:
    table = two_persons(tables, confirm=False)
    tables.resign(table, 1, BERT, "random")
    play_out(table)
    again = tables.rematch(table, BERT)
    assert again.names == ["Bert", "Anna"]
    assert not any(seat.resigned for seat in again.seats)
    assert again.seats_of(BERT) == [0]


def test_no_rematch_of_a_running_game_of_a_series_or_for_a_stranger(tables: Tables) -> None:
    running = two_persons(tables, confirm=False)
    series = tables.create(GAME, 2, [SeatPlan("bot", "", "random")] * 2, {"day": "3"}, Settings(), ANNA)
    for table in (running, play_out(series)):
        with pytest.raises(NoNextGame):
            tables.rematch(table, ANNA)
    with pytest.raises(NotYourSeat):
        tables.rematch(play_out(running), CLEO)


# --- from the past -----------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, 5])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_is_played_on_from_any_of_its_positions(
    tables: Tables, opened: Callable[[], Tables], at: int, seat: int
) -> None:
    table = play_out(two_persons(tables))
    plans = [SeatPlan("bot", "", "random"), SeatPlan("bot", "", "random")]
    plans[seat] = SeatPlan("local", "Cleo")
    other = tables.play_on(table, at, plans, CLEO)
    decided = [entry for entry in other.log(None) if entry.seat is not None]
    assert len(decided) == at
    assert other.held_by is None
    assert other.seats_of(CLEO) == [seat]
    assert other.perspective(seat).key() == table.decisions()[at].seen.key() or other.to_play != seat
    assert opened().open(other.id).perspective(None).key() == other.perspective(None).key()
    choose = random.Random(1)
    while not other.over:
        if other.bot_to_move() is not None:
            other.move_bot()
        else:
            kind = "play" if other.held_by is None else "finish"
            action = choose.choice(list(other.perspective(seat).legal_actions())) if kind == "play" else None
            asked = command(other, kind, action, seat=seat)
            other.submit(replace(asked, browser=CLEO))
    other.record().verify()
    assert other.record().actions[:3] == table.record().actions[:3]
    for found in (other, opened().open(other.id)):
        assert found.played_on_from == at
        assert min(decision.at for decision in found.decisions()) >= at
    assert (table.played_on_from, opened().open(table.id).played_on_from) == (0, 0)


def test_what_is_played_on_goes_on_to_no_game_of_the_series(tables: Tables) -> None:
    """The series has gone on from the game as it was, or can: it has one next game, for who sat there."""
    bots = [SeatPlan("bot", "", "random")] * 2
    table = play_out(tables.create(GAME, 2, bots, {"day": "1"}, Settings(), ANNA))
    other = play_out(tables.play_on(table, 0, bots, ANNA))
    assert other.perspective(None).sequel() is not None
    for go_on in (tables.follow, tables.rematch):
        with pytest.raises(NoNextGame):
            go_on(other, ANNA)
    assert tables.follow(table, ANNA).options["day"] == "2"


def test_nothing_is_played_on_from_the_end_nor_from_a_running_game(tables: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", "", "random")]
    table = two_persons(tables, confirm=False)
    with pytest.raises(Unfinished):
        tables.play_on(table, 0, plans, ANNA)
    play_out(table)
    for at in (10_000, sum(entry.seat is not None for entry in table.log(None))):
        with pytest.raises(IllegalAction, match="cannot be continued"):
            tables.play_on(table, at, plans, ANNA)


def test_what_was_laid_down_and_taken_back_is_decided_here() -> None:
    """A game may begin with decisions that no command brought, as one that is played on from another."""
    journal = Journal(Record(GAME, 2), frozenset({0, 1}))
    journal.add_chance(Rng(1))
    seat = int(journal.state.to_play)
    actions = [int(action) for action in journal.state.legal_actions()]
    assert journal.laid_down == 0
    journal.add(Entry("play", seat, actions[0]))
    assert journal.laid_down == 1
    journal.add(Entry("undo", seat, command_id="back"))
    assert journal.laid_down == 0
    journal.add(Entry("play", seat, actions[-1], "another"))
    assert (journal.laid_down, len(journal.by_bots)) == (0, 1)
    journal.add(Entry("undo", seat, command_id="back again"))
    assert journal.laid_down == 0

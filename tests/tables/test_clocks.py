"""Clocks at tables, in both databases: what they give, when they run, and what happens when time is up."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, select, update

from farmtable.core import BadOption, IllegalAction
from farmtable.core.rng import Rng
from farmtable.tables import (
    Command,
    NotYourSeat,
    SeatPlan,
    Settings,
    Stale,
    Table,
    Tables,
    TimeControl,
    TimeUp,
)
from farmtable.tables.clocks.clock import GRACE
from farmtable.tables.clocks.control import DAY
from farmtable.tables.clocks.rows import DEAD_AFTER, SIGN_EVERY
from farmtable.tables.schema import clocks
from farmtable.tables.schema import tables as rows
from farmtable.web.watch.logs import Lines
from tests.core.installed import installed
from tests.tables.helpers import ANNA, BERT, GAME, browser_of, command

TEN = TimeControl.read("10+20")
DAYS = TimeControl.read("3d")
BOT = "random"
CLEO = "browser of cleo"


class Time:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def served(database: str, time: Time) -> Iterator[Callable[[], Tables]]:
    """One more process with this database; all look at the same clock."""
    made: list[Tables] = []

    def start() -> Tables:
        made.append(Tables(database, Rng(len(made)), time))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def tables(served: Callable[[], Tables]) -> Tables:
    found = served()
    found.begin_to_serve()
    return found


def pass_time(tables: Tables, time: Time, seconds: float) -> None:
    """Let time pass while a server runs that looks after the clocks."""
    until = time.now + seconds
    while time.now < until:
        time.now = min(time.now + 2 * SIGN_EVERY, until)
        tables.keep_time(BOT)


def two_with_clocks(tables: Tables, control: TimeControl | None = TEN, confirm: bool = True) -> Table:
    """Anna and Bert; Anna has had her turns, and Bert's time runs: he has it all, with what a turn adds."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = tables.create(GAME, 2, plans, {}, Settings(confirm=confirm), ANNA, control)
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    while table.to_play == 0:
        take_turn(table)
    return table


def take_turn(table: Table) -> None:
    """Decide until somebody else is to, or chance was drawn: in this game that is one decision."""
    table.submit(command(table))
    if table.held_by is not None:
        table.submit(command(table, "finish"))


def test_clocks_begin_with_the_first_decision_once_everybody_is_there(tables: Tables, time: Time) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA, TEN)
    first = table.to_play
    pass_time(tables, time, 500)
    table.catch_up()
    assert table.clock is not None
    assert not table.clock.runs
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    pass_time(tables, time, 500)
    table.catch_up()
    assert table.time_left(first) == 620, "the first turn has its seconds, and nobody's time has run"
    table.submit(command(table))
    pass_time(tables, time, 7)
    table.catch_up()
    assert table.time_left(table.held_by if table.held_by is not None else table.to_play) == 613


def alone(tables: Tables, browser: str, casual: bool = False) -> Table:
    """Somebody against a bot."""
    plans = [SeatPlan("local"), SeatPlan("bot", bot=BOT)]
    settings = Settings(confirm=False)
    return tables.create(GAME, 2, plans, {}, settings, browser, TEN, casual=casual)


def let_bots_play(table: Table) -> None:
    while table.bot_to_move() is not None:
        table.move_bot()


@pytest.mark.parametrize("decisions", [0, 2])
def test_a_rated_game_against_bots_that_is_left_is_lost_on_time(
    tables: Tables, time: Time, decisions: int
) -> None:
    """Be it left for a hand that somebody does not like: he waits for nobody, so his time runs at once."""
    anna = tables.people.sign_up("Anna", "wheat and barley", "192.0.2.7")
    table = alone(tables, anna.holder)
    for _ in range(decisions):
        let_bots_play(table)
        table.submit(replace(command(table), browser=anna.holder))
    let_bots_play(table)
    left = table.time_left(0)
    pass_time(tables, time, left - 5)
    table.catch_up()
    assert not table.seats[0].away
    pass_time(tables, time, 20)
    table.catch_up()
    assert table.seats[0].away
    let_bots_play(table)
    (game,) = tables.people.results.games_of(anna)
    assert (game.rated, game.resigned, game.place) == (True, True, 2)
    assert set(tables.people.results.ratings(GAME, 2, "quick")) == {f"person {anna.id}", f"bot {BOT}"}


def test_nobody_pauses_a_rated_game_that_nobody_else_could_go_on_with(tables: Tables) -> None:
    anna = tables.people.sign_up("Anna", "wheat and barley", "192.0.2.7")
    rated = alone(tables, anna.holder)
    assert not rated.may_pause
    with pytest.raises(IllegalAction, match="cannot pause a rated game"):
        rated.wish_pause(anna.holder)
    with pytest.raises(NotYourSeat):
        rated.wish_pause(BERT)
    for other, browser in (
        (alone(tables, anna.holder, casual=True), anna.holder),
        (alone(tables, ANNA), ANNA),
    ):
        other.wish_pause(browser)
        assert other.clock is not None
        assert other.clock.paused


def test_a_pause_ends_with_who_has_agreed_to_it(tables: Tables) -> None:
    """Else who has come to play alone could let it last for ever."""
    table = two_with_clocks(tables, confirm=False)
    take_turn(table)
    for browser in (ANNA, BERT):
        table.wish_pause(browser)
    assert table.rated
    assert table.clock is not None
    assert table.clock.paused
    tables.resign(table, 1, BERT, BOT)
    assert not table.clock.paused


def test_each_turn_adds_and_only_who_is_to_decide_has_less(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    table = two_with_clocks(tables)
    left = [table.time_left(seat) for seat in (0, 1)]
    assert left[1] == 620
    for seconds in (33, 2, 40, 11, 5, 7):
        mine = table.to_play
        pass_time(tables, time, seconds)
        left[mine] -= seconds
        for found in (table, served().open(table.id)):
            found.catch_up()
            assert [found.time_left(seat) for seat in (0, 1)] == left
        take_turn(table)
        left[table.to_play] += 20
        assert [table.time_left(seat) for seat in (0, 1)] == left
    assert table.speed == "quick"


def test_days_are_given_for_each_turn_and_not_saved(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables, DAYS)
    for _ in range(4):
        pass_time_at_once(tables, time, 2 * 86400)
        take_turn(table)
        assert table.time_left(table.to_play) == 3 * 86400
    assert table.speed == "days"


def pass_time_at_once(tables: Tables, time: Time, seconds: float) -> None:
    """As `pass_time`, for days: with one sign of life at the end, as if they had been given all the while."""
    tables.keep_time(BOT)
    time.now += seconds
    with tables._database.writing() as connection:
        connection.exec_driver_sql(
            f"UPDATE farmtable_meta SET value = '{time.now!r}' WHERE key = 'sign_of_life'"
        )


def test_at_zero_a_bot_plays_on_and_the_seat_may_come_back_after_that_turn(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    table = two_with_clocks(tables)
    seat = table.to_play
    pass_time(tables, time, 620 + GRACE - 0.5)
    table.catch_up()
    assert not table.seats[seat].away, "what is on its way may still come"
    pass_time(tables, time, 1)
    changes = table.changes
    for found in (table, served().open(table.id)):
        found.catch_up()
        assert found.seats[seat].away
        assert found.bot_to_move() == seat
        assert found.seats_of(browser_of(seat)) == [seat]
        with pytest.raises(IllegalAction, match="Come back first"):
            found.submit(command(found, seat=seat))
    assert tables.running_ids() == [table.id], "so it is after a restart"
    table.come_back(browser_of(seat))
    assert table.changes > changes
    assert table.bot_to_move() == seat, "or a turn could be had time for again and again"
    table.move_bot()
    assert not table.seats[seat].away
    assert not table.can_undo(seat), "it was no decision of the person's"
    assert tables.running_ids() == []
    assert table.to_play == seat, "chance has been drawn in this game, and it is the same seat's turn"
    assert table.time_left(seat) == 20
    take_turn(table)
    take_turn(table)
    again = served().open(table.id)
    assert again.perspective(None).key() == table.perspective(None).key()
    assert again.held_by == table.held_by


def test_what_a_bot_decided_that_stood_in_is_not_taken_for_its_players(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    table = two_with_clocks(tables)
    take_turn(table)
    seat, before = table.to_play, len(table.decisions(0) + table.decisions(1))
    pass_time(tables, time, 700)
    table.catch_up()
    by_bot = 0
    while table.bot_to_move() == seat:
        table.move_bot()
        by_bot += 1
    assert by_bot
    table.come_back(browser_of(seat))
    take_turn(table)
    found = table.stood_in()
    assert len(found) == by_bot
    assert min(found) >= before
    own = [decision.at for decision in table.decisions(1 - seat)]
    assert not found & set(own)
    assert served().open(table.id).stood_in() == found, "so others read it"


def test_who_comes_back_while_others_play_is_back_at_once(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables)
    seat = table.to_play
    pass_time(tables, time, 700)
    while table.bot_to_move() == seat:
        table.move_bot()
    assert table.seats[seat].away
    with pytest.raises(NotYourSeat):
        table.come_back(browser_of(1 - seat))
    table.come_back(browser_of(seat))
    assert not table.seats[seat].away


@pytest.mark.parametrize("confirm", [False, True])
def test_the_game_of_who_is_away_is_played_to_its_end(
    tables: Tables, served: Callable[[], Tables], time: Time, confirm: bool
) -> None:
    table = two_with_clocks(tables, confirm=confirm)
    seat = table.to_play
    pass_time(tables, time, 700)
    back = False
    while not table.over:
        if table.bot_to_move() is not None:
            table.move_bot()
        elif not back and table.version > 20:
            table.come_back(browser_of(seat))
            back = True
        else:
            take_turn(table)
    table.record().verify()
    assert back
    assert served().open(table.id).record() == table.record()


def test_a_turn_that_is_held_is_finished_when_time_is_up(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables)
    take_turn(table)
    table.submit(command(table))
    seat = table.held_by
    assert seat == 1
    pass_time(tables, time, 700)
    assert table.held_by is None
    assert table.seats[seat].away
    assert table.clock is not None
    assert table.clock.turns == {0}
    assert table.to_play == 0


def test_a_decision_after_the_end_is_refused_even_if_nobody_has_looked(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    table = two_with_clocks(tables)
    elsewhere = served().open(table.id)
    asked = command(table)
    pass_time(tables, time, 615)
    time.now += 5 + GRACE
    elsewhere.catch_up()
    time.now += 0.1
    with pytest.raises(TimeUp):
        table.submit(asked)
    assert table.version == asked.version
    elsewhere.run_out(BOT)
    with pytest.raises((Stale, IllegalAction)):
        table.submit(asked)


def test_the_end_of_a_clock_is_written_down_once(
    tables: Tables, served: Callable[[], Tables], time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    table = two_with_clocks(tables)
    elsewhere = served().open(table.id)
    with caplog.at_level("INFO", "farmtable"):
        pass_time(tables, time, 700)
        elsewhere.run_out(BOT)
    (line,) = [one for one in caplog.records if one.getMessage() == "time is up"]
    assert vars(line)["told"] == {"table": table.id, "game": GAME, "speed": table.speed, "seats": [1]}
    assert "Bert" not in Lines().format(line)


def test_who_wishes_for_a_pause_again_and_again_has_no_more_time(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables)
    pass_time_at_once(tables, time, table.time_left(1))
    for wish in (True, False, True):
        time.now += 0.4 * GRACE
        table.wish_pause(BERT, wish)
    with pytest.raises(TimeUp):
        table.submit(command(table))
    tables.keep_time(BOT)
    assert table.seats[1].away


def test_a_decision_in_time_wins_against_who_looks_later(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    table = two_with_clocks(tables)
    elsewhere = served()
    found = elsewhere.open(table.id)
    pass_time(tables, time, 615)
    time.now += 5 + GRACE
    seat = table.to_play
    take_turn(table)
    time.now += 1
    found.run_out(BOT)
    table.catch_up()
    assert not any(one.away for one in table.seats)
    assert table.time_left(seat) == 19, "of the turn after that"


def test_taking_back_gives_no_time_back(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables, confirm=False)
    take_turn(table)
    before = table.time_left(0)
    assert table.time_left(1) == 640
    pass_time(tables, time, 30)
    take_turn(table)
    assert (table.time_left(0), table.time_left(1)) == (before + 20, 610)
    pass_time(tables, time, 10)
    table.submit(command(table, "undo", seat=1))
    assert (table.time_left(0), table.time_left(1)) == (before + 10, 610)
    pass_time(tables, time, 10)
    table.catch_up()
    assert table.time_left(1) == 600


def test_a_pause_comes_by_consent_and_anybody_or_a_decision_ends_it(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables)
    seat = table.to_play
    with pytest.raises(NotYourSeat):
        table.wish_pause(CLEO)
    table.wish_pause(ANNA)
    pass_time(tables, time, 10)
    table.wish_pause(ANNA, wish=False)
    table.wish_pause(BERT)
    pass_time(tables, time, 10)
    table.wish_pause(ANNA)
    pass_time(tables, time, 500)
    table.catch_up()
    assert table.time_left(seat) == 600
    table.go_on(BERT)
    pass_time(tables, time, 10)
    table.wish_pause(ANNA)
    table.wish_pause(BERT)
    pass_time(tables, time, 500)
    table.catch_up()
    assert table.time_left(seat) == 590
    take_turn(table)
    assert table.clock is not None
    assert table.clock.runs
    assert not table.clock.wishing


def test_bots_consent_to_a_pause_and_have_no_clock(tables: Tables, time: Time) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", "", "random")]
    table = tables.create(GAME, 2, plans, {}, Settings(confirm=False), ANNA, TEN)
    while table.bot_to_move() is not None:
        table.move_bot()
    while table.bot_to_move() is None:
        take_turn(table)
    assert table.clock is not None
    assert not table.clock.turns, "a bot is to play"
    table.wish_pause(ANNA)
    assert table.clock.paused
    while table.bot_to_move() is not None:
        table.move_bot()
    pass_time(tables, time, 500)
    table.catch_up()
    assert table.clock.paused
    assert not table.seats[0].away


def test_while_no_server_runs_nobodys_time_does(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    table = two_with_clocks(tables)
    seat = table.to_play
    pass_time(tables, time, 20)
    tables.close()
    time.now += 3.0
    soon = served()
    soon.begin_to_serve()
    assert soon.open(table.id).time_left(seat) == 600, "however short it was"
    soon.close()
    time.now += 86400
    later = served()
    found = later.open(table.id)
    found.submit(command(found))  # a decision that is faster than the first look at the clocks
    assert found.time_left(seat) == 600
    pass_time(later, time, 100)
    found.catch_up()
    assert found.time_left(seat) == 500


def test_while_one_server_runs_time_does(tables: Tables, served: Callable[[], Tables], time: Time) -> None:
    table = two_with_clocks(tables)
    pass_time(tables, time, 2 * DEAD_AFTER)
    fresh = served()
    fresh.begin_to_serve()
    pass_time(fresh, time, 2 * DEAD_AFTER)
    table.catch_up()
    assert table.time_left(table.to_play) == pytest.approx(620 - 4 * DEAD_AFTER, abs=SIGN_EVERY)


def test_clocks_come_along_to_the_rematch_and_not_to_what_is_played_on(tables: Tables) -> None:
    table = two_with_clocks(tables, confirm=False)
    while not table.over:
        take_turn(table)
    assert table.clock is not None
    assert not table.clock.turns
    again = tables.rematch(table, BERT)
    assert again.time == TEN
    assert again.clock is not None
    assert again.clock.paused
    plans = [SeatPlan("local", "Cleo"), SeatPlan("bot", "", BOT)]
    assert tables.play_on(table, 1, plans, CLEO).time is None


@pytest.mark.parametrize("maker", [ANNA, BERT])
def test_nobody_loses_time_in_a_rematch_that_another_has_set_up_before_he_comes(
    tables: Tables, time: Time, maker: str
) -> None:
    """Else whoever sets one up waits until the other, who never comes, has lost."""
    table = two_with_clocks(tables, confirm=False)
    while not table.over:
        take_turn(table)
    again = tables.rematch(table, maker)
    (mine,), (his,) = again.seats_of(maker), again.seats_of(ANNA if maker == BERT else BERT)
    if again.to_play == mine:
        again.submit(replace(command(again), browser=maker))
    else:
        again.go_on(maker)
    pass_time(tables, time, TEN.total + TEN.each + 60)
    again.catch_up()
    assert again.clock is not None
    assert again.clock.awaited == {his}
    assert not any(seat.away for seat in again.seats)
    before = again.changes
    again.note_seen(ANNA if maker == BERT else BERT, "Firefox", "Android")
    assert again.changes > before, "pages are drawn anew"
    assert again.clock.turns == set(again.acting), "and from now on time runs"
    pass_time(tables, time, TEN.total + TEN.each + 60)
    again.catch_up()
    assert any(seat.away for seat in again.seats)


def test_who_has_set_a_rematch_up_is_awaited_by_nobody(tables: Tables) -> None:
    table = two_with_clocks(tables, confirm=False)
    while not table.over:
        take_turn(table)
    again = tables.rematch(table, BERT)
    assert again.clock is not None
    assert [again.seats_of(ANNA), again.seats_of(BERT)] == [[seat] for seat in (1, 0)]
    assert again.clock.awaited == {1}


def test_a_table_without_clocks_has_none(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables, None)
    pass_time(tables, time, 1000)
    assert (table.clock, table.speed) == (None, "free")
    for ask in (table.wish_pause, table.go_on, table.come_back):
        with pytest.raises(IllegalAction, match="no clocks"):
            ask(ANNA)


def test_who_resigns_has_no_time_any_more(tables: Tables) -> None:
    table = two_with_clocks(tables)
    seat = table.to_play
    tables.resign(table, seat, browser_of(seat), BOT)
    assert table.clock is not None
    assert not table.clock.turns


def test_a_table_with_clocks_is_erased_with_them(tables: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", "", BOT)]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA, TEN)
    tables.lists.delete(table.id, ANNA)
    tables.keep_time(BOT)


@pytest.mark.parametrize(
    "text", ["", "10", "0+10", "10+0", "10+4", "601+20", "10+601", "31d", "0d", "١d", "9" * 5000]
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        TimeControl.read(text)


def first(table: Table, seat: int) -> Command:
    """The first that a seat of Anna's may do."""
    action = int(table.perspective(seat).legal_actions()[0])
    return Command(f"{table.version} {seat}", table.version, "play", seat, ANNA, action)


def test_where_all_decide_at_once_the_time_of_all_runs_and_each_is_on_its_own(
    tables: Tables, served: Callable[[], Tables], time: Time
) -> None:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        plans = [SeatPlan("local", "Anna"), SeatPlan("local", "Bert"), SeatPlan("local", "Cleo")]
        table = tables.create("sealed_bids", 3, plans, {}, Settings(), ANNA, TEN)
        table.submit(first(table, 0))
        assert table.acting == [1, 2]
        pass_time(tables, time, 30)
        table.submit(Command("undo it", table.version, "undo", 0, ANNA))
        assert [table.time_left(seat) for seat in range(3)] == [620, 590, 590]
        table.submit(first(table, 2))
        pass_time(tables, time, 595)
        table.catch_up()
        assert [seat.away for seat in table.seats] == [False, True, False]
        assert [table.time_left(seat) for seat in range(3)] == [25, 0, 590]
        assert table.bot_to_move() == 1
        table.move_bot()
        table.come_back(ANNA)
        assert not table.seats[1].away
        table.submit(first(table, 0))
        again = served().open(table.id)
        assert again.perspective(None).key() == table.perspective(None).key()


def test_the_time_is_that_of_the_database(opened: Callable[[], Tables]) -> None:
    tables = opened()
    table = two_with_clocks(tables)
    tables.keep_time(BOT)
    assert table.clock is not None
    assert table.clock.since == pytest.approx(clock.time(), abs=60)
    assert 560 < opened().open(table.id).time_left(table.to_play) <= 620


def kept_of_seats(tables: Tables, table: Table) -> list[dict[str, object]]:
    with tables._database.reading() as connection:
        here = select(clocks.c.seats).where(clocks.c.table_id == table.id)
        found: list[dict[str, object]] = connection.scalar(here) or []
    return found


def test_what_older_programs_know_of_seats_is_all_that_is_kept_until_others_have_waited(
    tables: Tables, time: Time
) -> None:
    """They read nothing that they do not know."""
    table, known = two_with_clocks(tables, DAYS), {"left", "stand_in", "returns", "wish"}
    assert [set(each) for each in kept_of_seats(tables, table)] == [known, known]
    tables.be_away(BERT, time.now + DAY)
    time.now += 1
    tables.be_back(BERT)
    assert [set(each) for each in kept_of_seats(tables, table)] == [known, known | {"rested"}]


def test_servers_of_the_version_before_and_the_next_one_read_clocks_side_by_side(
    tables: Tables, served: Callable[[], Tables], database: str
) -> None:
    table = two_with_clocks(tables)
    engine = create_engine(database)
    with engine.begin() as connection:
        stored = connection.execute(select(clocks.c.seats)).scalar_one()
        assert {name for seat in stored for name in seat} == {"left", "stand_in", "returns", "wish"}
        more = [seat | {"of_the_next_version": 1} for seat in stored]
        connection.execute(update(clocks).values(seats=more))
        settings = connection.execute(select(rows.c.settings)).scalar_one()
        connection.execute(update(rows).values(settings=settings | {"of_the_next_version": 1}))
    engine.dispose()
    again = served().open(table.id)
    assert again.time_left(1) == table.time_left(1)
    assert again.settings == table.settings

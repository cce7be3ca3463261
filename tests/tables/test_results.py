"""Results and ratings: once for each game, of whom they are, and reckoned anew from what was played."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import create_engine, text

from farmtable import Rng
from farmtable.tables import (
    NotYourSeat,
    Person,
    SeatPlan,
    Settings,
    StillCounts,
    Table,
    Tables,
    TimeControl,
    TooOften,
)
from farmtable.tables.migrations import bring_up_to_date
from farmtable.tables.people import passwords
from farmtable.tables.people.limits import Limit
from farmtable.tables.people.rating import Rating, beginner, rate
from farmtable.tables.people.results import SeatResult, places_of
from tests.tables.helpers import ANNA, BERT, GAME, command, step, two_persons

# What a database of the schema before speeds has: Anna has won against a bot, without a clock and with one.
BEFORE_SPEEDS = """
INSERT INTO farmtable_people (id, name, name_key, created, locked) VALUES ('anna', 'Anna', 'anna', 0, FALSE);
INSERT INTO farmtable_tables
  (id, game, rules_version, players, options, settings, creator, created, touched, over)
  VALUES ('slow', 'market_day', 1, 2, '{}', '{}', '', 0, 0, TRUE);
INSERT INTO farmtable_clocks
  (table_id, control, speed, seats, turns, since, paused, changes, revision, helped)
  VALUES ('slow', '3d', 'days', '[]', '[]', 0, TRUE, 0, 0, FALSE);
INSERT INTO farmtable_finished VALUES
  ('erased', 1, 'market_day', 2, TRUE, 0), ('slow', 2, 'market_day', 2, TRUE, 0);
INSERT INTO farmtable_results VALUES
  ('erased', 0, 'anna', '', 9, 1, TRUE, FALSE), ('erased', 1, NULL, 'random', 5, 2, FALSE, FALSE),
  ('slow', 0, 'anna', '', 9, 1, TRUE, FALSE), ('slow', 1, NULL, 'random', 5, 2, FALSE, FALSE)
"""


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "hashed", lambda password: password)
    monkeypatch.setattr("farmtable.tables.people.accounts.hashed", lambda password: password)


def person(tables: Tables, name: str) -> Person:
    return tables.people.sign_up(name, "wheat and barley", "192.0.2.7")


QUICK = TimeControl.read("10+20")


def against(
    tables: Tables, who: Person, bots: Sequence[str], clock: str = "10+20", casual: bool = False
) -> Table:
    seats = [SeatPlan("local"), *(SeatPlan("bot", bot=bot) for bot in bots)]
    time = TimeControl.read(clock) if clock else None
    settings = Settings(confirm=False)
    return tables.create(GAME, len(seats), seats, {}, settings, who.holder, time, casual=casual)


def play_out(table: Table, *browsers: str, seed: int = 3) -> Table:
    """Play to the end at random; `browsers` hold the first seats, bots the others."""
    choose = random.Random(seed)
    while not table.over:
        if table.held_by is not None:
            asked = command(table, "finish", seat=table.held_by)
        elif table.bot_to_move() is not None:
            table.move_bot()
            continue
        else:
            actions = list(table.perspective(table.to_play).legal_actions())
            asked = command(table, action=choose.choice(actions), seat=table.to_play)
        table.submit(replace(asked, browser=browsers[asked.seat]))
    return table


def played(tables: Tables, who: Person, bots: Sequence[str], seed: int = 3) -> Table:
    return play_out(against(tables, who, bots), who.holder, seed=seed)


def test_a_finished_game_is_a_result_of_its_person(tables: Tables, opened: Callable[[], Tables]) -> None:
    anna = person(tables, "Anna")
    table = played(tables, anna, ["random"])
    (game,) = opened().people.results.games_of(anna)
    scores = table.record().state().scores()
    assert (game.table_id, game.game, game.players, game.rated) == (table.id, GAME, 2, True)
    assert game.points == scores[0]
    assert game.won == (0 in table.record().state().winners())
    assert game.place == (1 if game.won else 2)
    ratings = tables.people.results.ratings(GAME, 2, "quick")
    assert set(ratings) == {f"person {anna.id}", "bot random"}
    better, worse = sorted(ratings.values(), key=lambda one: -one.mu)
    assert better.mu > beginner().mu > worse.mu or scores[0] == scores[1]
    assert tables.people.results.ratings_of(anna) == {(GAME, 2, "quick"): ratings[f"person {anna.id}"]}


def test_a_game_counts_once_whatever_is_sent_again(
    tables: Tables, opened: Callable[[], Tables], database: str
) -> None:
    anna = person(tables, "Anna")
    table = played(tables, anna, ["random"])
    before = tables.people.results.ratings(GAME, 2, "quick")
    for there in (tables, opened()):
        found = there.open(table.id)
        found.catch_up()
        found.move_bot()
    engine = create_engine(database)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM farmtable_finished")) == 1
        assert connection.scalar(text("SELECT count(*) FROM farmtable_results")) == 2
    engine.dispose()
    assert tables.people.results.ratings(GAME, 2, "quick") == before


def test_ratings_are_reckoned_anew_from_the_results_alone(tables: Tables, database: str) -> None:
    anna, bert = person(tables, "Anna"), person(tables, "Bert")
    for seed, who in enumerate([anna, bert, anna]):
        played(tables, who, ["random", "random"], seed)
    before = tables.people.results.ratings(GAME, 3, "quick")
    assert before["bot random"].games == 3
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE farmtable_ratings SET mu = 0, games = 99"))
    engine.dispose()
    tables.people.results.reckon_anew()
    assert tables.people.results.ratings(GAME, 3, "quick") == before


def test_games_end_at_the_same_moment_and_all_are_counted(tables: Tables) -> None:
    """Results are numbered; who comes second must not be refused its last decision."""
    anna = person(tables, "Anna")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda seed: played(tables, anna, ["random"], seed), range(4)))
    assert len(tables.people.results.games_of(anna)) == 4
    assert tables.people.results.ratings(GAME, 2, "quick")["bot random"].games == 4


def test_each_speed_has_ratings_of_its_own(tables: Tables) -> None:
    anna = person(tables, "Anna")
    results = tables.people.results
    for clock in ("1d", "10+20", "20+30"):
        play_out(against(tables, anna, ["random"], clock), anna.holder)
    assert set(results.ratings_of(anna)) == {(GAME, 2, speed) for speed in ("days", "quick", "slow")}
    assert {one.games for one in results.ratings_of(anna).values()} == {1}
    assert results.ratings(GAME, 2, "free") == {}
    before = results.ratings_of(anna)
    results.reckon_anew()
    assert results.ratings_of(anna) == before


def test_a_casual_game_counts_for_no_rating_and_neither_does_its_rematch(tables: Tables) -> None:
    anna = person(tables, "Anna")
    table = play_out(against(tables, anna, ["random"], casual=True), anna.holder)
    again = tables.rematch(table, anna.holder)
    assert (table.rated, again.rated) == (False, False)
    assert tables.people.results.ratings(GAME, 2, "quick") == {}
    assert [game.rated for game in tables.people.results.games_of(anna)] == [False]


def test_without_clocks_no_game_is_rated_but_those_that_were_begun_so(
    tables: Tables, opened: Callable[[], Tables], database: str
) -> None:
    """Whoever loses would only have to leave it: nothing would end it."""
    anna = person(tables, "Anna")
    table = play_out(against(tables, anna, ["random"], clock=""), anna.holder)
    again = tables.rematch(table, anna.holder)
    assert (table.rated, again.rated) == (False, False)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE farmtable_tables SET casual = FALSE WHERE over = FALSE"))
    engine.dispose()
    before = opened().open(again.id)
    assert before.rated
    after = tables.rematch(play_out(before, *[anna.holder] * 2), anna.holder)
    assert not after.rated
    assert tables.people.results.ratings(GAME, 2)["bot random"].games == 1


def test_ratings_from_before_there_were_speeds_are_made_anew(empty_database: str) -> None:
    """What the clocks of a table still tell of its game decides which ratings it counts for."""
    engine = create_engine(empty_database)
    with engine.begin() as connection:
        bring_up_to_date(connection, "0006")
        for statement in BEFORE_SPEEDS.split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()
    for _ in range(2):
        tables = Tables(empty_database, Rng(2))
        anna = tables.people.by_id("anna")
        assert anna
        ratings = tables.people.results.ratings_of(anna)
        assert {kind: rating.games for kind, rating in ratings.items()} == {
            (GAME, 2, "free"): 1,
            (GAME, 2, "days"): 1,
        }
        assert all(rating.mu > beginner().mu for rating in ratings.values())
        tables.close()


def test_guests_and_several_at_one_screen_are_not_rated(tables: Tables) -> None:
    anna = person(tables, "Anna")
    guests = two_persons(tables)
    choose = random.Random(1)
    while not guests.over:
        step(guests, choose)
    seats = [SeatPlan("local"), SeatPlan("local")]
    both = tables.create(GAME, 2, seats, {}, Settings(confirm=False), anna.holder)
    play_out(both, anna.holder, anna.holder)
    assert tables.people.results.ratings(GAME, 2, "quick") == {}
    assert tables.people.results.games_of(anna) == []


def test_a_game_whose_players_know_what_comes_is_not_rated(tables: Tables) -> None:
    anna = person(tables, "Anna")
    table = played(tables, anna, ["random"])
    before = tables.people.results.ratings(GAME, 2, "quick")
    seats = [SeatPlan("local"), SeatPlan("bot", bot="random")]
    again = tables.play_on(table, 0, seats, anna.holder)
    play_out(again, anna.holder)
    assert tables.people.results.ratings(GAME, 2, "quick") == before
    games = tables.people.results.games_of(anna)
    assert [(game.rated, game.played_on) for game in games] == [(False, True), (True, False)]
    assert [played.number for played in tables.people.results.played()[anna.id]] == [1]


def test_who_resigns_comes_last_whatever_the_bot_makes_of_it(tables: Tables) -> None:
    anna = person(tables, "Anna")
    table = against(tables, anna, ["random", "random"])
    decide_once(table, anna.holder)
    tables.resign(table, 0, anna.holder, "greedy")
    let_bots_play(table)
    (game,) = tables.people.results.games_of(anna)
    assert (game.place, game.won, game.resigned) == (3, False, True)
    assert set(tables.people.results.ratings(GAME, 3, "quick")) == {f"person {anna.id}", "bot random"}


def decide_once(table: Table, *browsers: str) -> None:
    """Let each of the first seats, which these hold, decide something."""
    while not table.everybody_has_decided:
        if table.bot_to_move() is not None:
            table.move_bot()
        else:
            table.submit(replace(command(table), browser=browsers[table.to_play]))


def let_bots_play(table: Table) -> None:
    while not table.over:
        table.move_bot()


def test_nobody_deletes_a_rated_game_that_he_is_about_to_lose(tables: Tables) -> None:
    anna = person(tables, "Anna")
    table = against(tables, anna, ["random"])
    decide_once(table, anna.holder)
    with pytest.raises(StillCounts):
        tables.lists.delete(table.id, anna.holder)
    tables.resign(table, 0, anna.holder, "greedy")
    with pytest.raises(StillCounts):
        tables.lists.delete(table.id, anna.holder)
    let_bots_play(table)
    tables.lists.delete(table.id, anna.holder)
    (game,) = tables.people.results.games_of(anna)
    assert (game.rated, game.resigned, game.place) == (True, True, 2)


def test_whose_account_had_the_seat_does_not_matter_once_a_guest_has_it(tables: Tables) -> None:
    """The game is hers who came first, so her own other browser is no way round."""
    anna = person(tables, "Anna")
    table = against(tables, anna, ["random"])
    decide_once(table, anna.holder)
    table.take_along(table.pass_key(0, anna.holder), ANNA)
    leave(table, 0, anna)
    tables.resign(table, 0, ANNA, "greedy")
    tables.lists.delete(table.id, anna.holder)
    with pytest.raises(StillCounts):
        tables.lists.delete(table.id, ANNA)


def test_what_counts_for_nobody_is_deleted_at_once(tables: Tables) -> None:
    anna = person(tables, "Anna")
    seats = [SeatPlan("local"), SeatPlan("bot", bot="random")]
    guests = tables.create(GAME, 2, seats, {}, Settings(confirm=False), ANNA)
    decide_once(guests, ANNA)
    casual, begun = against(tables, anna, ["random"], casual=True), against(tables, anna, ["random"])
    decide_once(casual, anna.holder)
    for table, browser in ((guests, ANNA), (casual, anna.holder), (begun, anna.holder)):
        tables.lists.delete(table.id, browser)
        assert not tables.is_there(table.id)


def test_a_lesson_is_no_rated_game_and_is_deleted_at_any_time(tables: Tables, database: str) -> None:
    """Be it one that was begun when all that had no clocks could be rated."""
    anna = person(tables, "Anna")
    for casual in ("TRUE", "FALSE"):
        table = tables.teach(GAME, 1, "random", anna.holder)
        engine = create_engine(database)
        with engine.begin() as connection:
            connection.execute(text(f"UPDATE farmtable_tables SET casual = {casual}"))
        engine.dispose()
        while not table.everybody_has_decided:
            lecture = table.lecture()
            assert lecture
            table.submit(replace(command(table, action=lecture.awaited), browser=anna.holder))
        table.catch_up()
        assert not table.rated
        tables.delete(table.id, anna.holder)


def test_with_an_account_its_running_games_end_and_with_those_of_others_nothing_is_lost(
    tables: Tables,
) -> None:
    anna, bert = person(tables, "Anna"), person(tables, "Bert")
    alone = against(tables, anna, ["random"])
    decide_once(alone, anna.holder)
    both = two_people(tables, anna, bert)
    decide_once(both, anna.holder, bert.holder)
    tables.resign(both, 1, bert.holder, "random")
    tables.lists.delete(both.id, bert.holder)
    tables.lists.leave_all(anna.holder, "random")
    tables.people.delete(anna)
    assert not tables.is_there(alone.id)
    let_bots_play(tables.open(both.id))
    assert [game.table_id for game in tables.people.results.games_of(bert)] == [both.id]


def two_people(tables: Tables, one: Person, other: Person) -> Table:
    seats = [SeatPlan("local"), SeatPlan("friend")]
    table = tables.create(GAME, 2, seats, {}, Settings(confirm=False), one.holder, QUICK)
    table.take_seat(1, other.holder, other.name)
    return table


def test_a_game_in_which_somebody_never_decided_is_left_for_nothing(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    """Else who has been paired with nobody's page waits for ever, or loses to it."""
    anna, bert = person(tables, "Anna"), person(tables, "Bert")
    for leaves in (0, 1):
        table = two_people(tables, anna, bert)
        elsewhere = opened().open(table.id)
        seat = table.to_play
        table.submit(replace(command(table), browser=(anna, bert)[seat].holder))
        assert not table.everybody_has_decided
        tables.resign(table, leaves, (anna, bert)[leaves].holder, "random")
        elsewhere.catch_up()
        assert (table.rated, elsewhere.rated, opened().open(table.id).rated) == (False, False, False)
        other = (bert, anna)[leaves]
        while not elsewhere.over:
            if elsewhere.bot_to_move() is not None:
                elsewhere.move_bot()
            else:
                elsewhere.submit(replace(command(elsewhere), browser=other.holder))
    for who in (anna, bert):
        assert [game.rated for game in tables.people.results.games_of(who)] == [False, False]
        assert tables.people.results.ratings_of(who) == {}


def test_nobody_takes_games_back_until_he_likes_his_hand(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmtable.tables.tables.TAKEN_BACK", Limit("test", 1, 60.0))
    anna, bert = person(tables, "Anna"), person(tables, "Bert")
    one, other = two_people(tables, anna, bert), two_people(tables, anna, bert)
    tables.resign(one, 0, anna.holder, "random")
    with pytest.raises(TooOften):
        tables.resign(other, 0, anna.holder, "random")
    with pytest.raises(NotYourSeat):
        tables.resign(other, 0, bert.holder, "random")
    tables.resign(other, 1, bert.holder, "random")
    waiting = two_people(tables, anna, bert)
    seat = waiting.to_play
    waiting.submit(replace(command(waiting), browser=(anna, bert)[seat].holder))
    tables.resign(waiting, seat, (anna, bert)[seat].holder, "random")  # who has decided has accepted his hand
    assert not waiting.rated
    decided = two_people(tables, anna, bert)
    decide_once(decided, anna.holder, bert.holder)
    tables.resign(decided, 0, anna.holder, "random")
    assert decided.rated


def test_nobody_deletes_games_until_he_likes_his_hand(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmtable.tables.tables.TAKEN_BACK", Limit("test", 2, 60.0))
    anna = person(tables, "Anna")
    others = [against(tables, anna, ["random"], casual=True), against(tables, anna, ["random"], clock="")]
    others.append(tables.create(GAME, 2, [SeatPlan("bot", bot="random")] * 2, {}, Settings(), anna.holder))
    alone, waiting, last = (
        against(tables, anna, ["random"]),
        two_waiting(tables, anna),
        two_waiting(tables, anna),
    )
    for table in (alone, waiting):
        tables.delete(table.id, anna.holder)
    table = against(tables, anna, ["random"])
    for unwanted in (table, last):
        with pytest.raises(TooOften):
            tables.delete(unwanted.id, anna.holder)
    with pytest.raises(TooOften):
        tables.resign(table, 0, anna.holder, "random")
    for other in others:
        tables.delete(other.id, anna.holder)
        assert not tables.is_there(other.id)
    decide_once(table, anna.holder)
    with pytest.raises(StillCounts):
        tables.delete(table.id, anna.holder)
    play_out(table, anna.holder)
    tables.delete(table.id, anna.holder)


def two_waiting(tables: Tables, one: Person) -> Table:
    """A table that somebody has set up for a friend, who has not come yet."""
    seats = [SeatPlan("local"), SeatPlan("friend")]
    return tables.create(GAME, 2, seats, {}, Settings(confirm=False), one.holder, QUICK)


def test_a_result_outlives_its_table(tables: Tables) -> None:
    anna = person(tables, "Anna")
    table = played(tables, anna, ["random"])
    tables.lists.delete(table.id, anna.holder)
    assert [game.table_id for game in tables.people.results.games_of(anna)] == [table.id]


def test_places() -> None:
    """Winners before others of as many points, ties share a place, and who resigned comes last."""
    seats = [
        SeatResult(0, "", 30, False, False),
        SeatResult(1, "", 30, True, False),
        SeatResult(2, "", 50, True, True),
        SeatResult(3, "", 12, False, False),
        SeatResult(4, "", 12, False, False),
    ]
    assert places_of(seats) == {1: 1, 0: 2, 3: 3, 4: 3, 2: 5}


def test_who_resigned_is_not_ahead_of_others_who_did_by_what_his_bot_has_won() -> None:
    seats = [
        SeatResult(0, "", 30, False, True),
        SeatResult(1, "", 50, True, True),
        SeatResult(2, "", 12, False, False),
    ]
    assert places_of(seats) == {2: 1, 0: 2, 1: 2}


def test_a_rating_moves_by_the_place_and_grows_surer() -> None:
    after = rate([("a", 1), ("b", 2), ("c", 3)], {})
    assert after["a"].mu > after["b"].mu > after["c"].mu
    assert all(one.sigma < beginner().sigma and one.games == 1 for one in after.values())
    assert beginner().points == 1500


def test_it_does_not_matter_that_a_guest_was_there() -> None:
    """Who came before and who after him among those that are known is all that is reckoned with."""
    assert rate([("a", 1), ("c", 3)], {}) == rate([("a", 1), ("c", 2)], {})


def test_a_bot_on_several_seats_learns_from_all_of_them() -> None:
    """Three copies of one in places 2, 3 and 4 lose to who is first, and to themselves and win as much."""
    alone = rate([("a", 1), ("bot", 2)], {})
    three = rate([("a", 1), ("bot", 2), ("bot", 3), ("bot", 4)], {})
    assert three["bot"].mu < beginner().mu
    assert three["bot"].sigma < alone["bot"].sigma
    assert three["bot"].games == 1


def test_it_comes_to_the_same_as_their_strength() -> None:
    """Who differ by two thirds of a standard deviation of play are told apart by 300 games of four."""
    draw = random.Random(5)
    strength = {"a": 2.0, "b": 1.0, "c": 0.0, "bot": -1.0}
    known: dict[str, Rating] = {}
    for _ in range(300):
        shown = sorted(strength, key=lambda who: -draw.gauss(strength[who], 1.5))
        known |= rate([(who, place) for place, who in enumerate(shown, 1)], known)
    assert sorted(known, key=lambda who: -known[who].mu) == ["a", "b", "c", "bot"]


def test_anna_is_not_rated_for_what_she_played_as_a_guest(tables: Tables) -> None:
    anna = person(tables, "Anna")
    seats = [SeatPlan("local"), SeatPlan("bot", bot="random")]
    table = tables.create(GAME, 2, seats, {}, Settings(confirm=False), ANNA)
    play_out(table, ANNA)
    tables.people.bring_along(ANNA, anna)
    tables.people.results.reckon_anew()
    assert tables.people.results.ratings_of(anna) == {}


def test_nobody_signs_in_when_he_is_about_to_win(tables: Tables) -> None:
    """Be it that his tables come along or that he takes the seat by its link. Before he decides he may."""
    anna, bert, cleo = (person(tables, name) for name in ("Anna", "Bert", "Cleo"))
    seats = [SeatPlan("local"), SeatPlan("friend")]
    along, linked, fresh = (
        tables.create(GAME, 2, seats, {}, Settings(confirm=False), browser, QUICK)
        for browser in ("a guest", "another", "a third")
    )
    for table, browser in ((along, "a guest"), (linked, "another"), (fresh, "a third")):
        table.take_seat(1, BERT, "A friend")
        if table is not fresh:
            decide_once(table, browser, BERT)
    tables.people.bring_along("a guest", anna)
    linked.take_along(linked.pass_key(0, "another"), bert.holder)
    tables.people.bring_along("a third", cleo)
    for table, who in ((along, anna), (linked, bert), (fresh, cleo)):
        table.catch_up()
        play_out(table, who.holder, BERT)
    assert [tables.people.results.games_of(who) for who in (anna, bert)] == [[], []]
    assert [game.rated for game in tables.people.results.games_of(cleo)] == [True]


def hand_on(table: Table, seat: int, who: Person, other: Person) -> None:
    """Let another account have a seat by its private link."""
    table.take_along(table.pass_key(seat, who.holder), other.holder)


def leave(table: Table, seat: int, who: Person) -> None:
    """End this account at a seat that another holds, too."""
    (here,) = (device for device in table.devices(seat, who.holder) if device.here)
    table.end_devices(seat, who.holder, [here.id])


def test_a_game_is_that_of_the_account_which_had_the_seat_first(tables: Tables) -> None:
    """Nobody hands a game that he is about to lose on to another account, and nobody has one that is won."""
    people = [person(tables, name) for name in ("Anna", "Bert", "Cleo", "Dora", "Emil")]
    anna, *others = people
    for other in others:
        table = against(tables, anna, ["random"])
        hand_on(table, 0, anna, other)
        assert tables.people.known.at(table.holding()) == {0: anna.id}
        leave(table, 0, anna)
        play_out(table, other.holder)
        assert tables.people.results.games_of(other) == []
    assert [game.rated for game in tables.people.results.games_of(anna)] == [True] * len(others)


def test_nobody_makes_his_game_nobodys_by_taking_another_seat(tables: Tables) -> None:
    anna, bert = person(tables, "Anna"), person(tables, "Bert")
    seats = [SeatPlan("local"), SeatPlan("friend"), SeatPlan("bot", bot="random")]
    table = tables.create(GAME, 3, seats, {}, Settings(confirm=False), anna.holder, QUICK)
    table.take_seat(1, bert.holder, "Bert")
    hand_on(table, 1, bert, anna)
    assert tables.people.known.at(table.holding()) == {0: anna.id, 1: bert.id}
    play_out(table, anna.holder, bert.holder)
    assert [len(tables.people.results.games_of(who)) for who in (anna, bert)] == [1, 1]


def test_nor_by_signing_in_where_he_has_played_another_seat_as_a_guest(tables: Tables) -> None:
    """With two seats from the beginning he would be several at one screen."""
    anna = person(tables, "Anna")
    seats = [SeatPlan("local"), SeatPlan("friend"), SeatPlan("bot", bot="random")]
    table = tables.create(GAME, 3, seats, {}, Settings(confirm=False), anna.holder, QUICK)
    table.take_seat(1, ANNA, "Nobody")
    decide_once(table, anna.holder, ANNA)
    tables.people.bring_along(ANNA, anna)
    table.catch_up()
    play_out(table, anna.holder, anna.holder)
    assert [game.rated for game in tables.people.results.games_of(anna)] == [True]


def test_an_export_has_results_and_ratings(tables: Tables) -> None:
    """They stay when their table is erased, and so they are in no list of tables."""
    anna = person(tables, "Anna")
    table = played(tables, anna, ["random"])
    tables.lists.delete(table.id, anna.holder)
    told = json.loads(json.dumps(tables.people.export(anna)))
    assert [one["table_id"] for one in told["results"]] == [table.id]
    (rating,) = told["ratings"]
    assert (rating["game"], rating["players"], rating["games"]) == (GAME, 2, 1)

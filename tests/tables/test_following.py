"""The next game of a series: one table, whoever asks for it, with the same seats."""

from __future__ import annotations

import random

import pytest

from farmtable.core import BadOption
from farmtable.tables import NoNextGame, NotYourSeat, SeatPlan, Settings, Table, Tables, drafting
from tests.tables.helpers import ANNA, BERT, GAME, step

CLEO = "browser of cleo"


def market(tables: Tables, day: str = "1") -> Table:
    """The end of a market day of Anna at her screen, Bert, a friend, and a bot that has a name."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend"), SeatPlan("bot", "Dora", "random")]
    settings = Settings(bot_delay=0.4, confirm=False, hints=True)
    table = tables.create(GAME, 3, plans, {"day": day, "prices": "fixed"}, settings, ANNA)
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    choose = random.Random(5)
    while not table.over:
        step(table, choose)
    return table


def test_the_seats_are_the_same_and_belong_to_the_same(tables: Tables) -> None:
    table = market(tables)
    table.take_along(table.pass_key(0, ANNA), CLEO)  # Anna's other device
    following = tables.follow(table, BERT)
    assert following.id != table.id
    assert following.seats == table.seats
    assert [following.seats_of(browser) for browser in (ANNA, BERT, CLEO)] == [[0], [1], [0]]
    assert following.settings == table.settings
    assert following.is_creator(ANNA)
    assert not following.over
    assert [one.id for one in tables.lists.of_browser(BERT)] == [following.id, table.id]
    coins = ",".join(f"{seat}:{n}" for seat, n in enumerate(table.record().state().scores(), 1))
    assert following.options == {"prices": "fixed", "day": "2", "coins": coins}


def test_there_is_one_next_table_whoever_asks_and_however_often(tables: Tables) -> None:
    table = market(tables)
    assert table.following() is None
    told: list[str] = []
    tables.add_listener(lambda table_id, _: told.append(table_id))
    following = tables.follow(table, ANNA)
    assert table.id in told, "the others at the table hear of it"
    version = following.version
    for browser in (ANNA, BERT):
        again = tables.follow(table, browser)
        assert (again.id, again.version) == (following.id, version)
    assert table.following() == following.id


def test_of_two_that_ask_at_once_one_sets_it_up(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = market(tables)
    following = tables.follow(table, ANNA)
    entries = following.version
    monkeypatch.setattr(Table, "following", lambda self: None)
    assert tables.follow(table, BERT).id == following.id
    assert tables.open(following.id).version == entries


def test_a_stranger_begins_no_next_game(tables: Tables) -> None:
    table = market(tables)
    with pytest.raises(NotYourSeat, match="Only somebody who plays at this table"):
        tables.follow(table, CLEO)
    assert table.following() is None


def test_no_game_follows_a_running_a_single_or_a_last_one(tables: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("bot", "", "random")]
    running = tables.create(GAME, 2, plans, {"day": "1"}, Settings(), ANNA)
    for table in (running, market(tables, "no"), market(tables, "3")):
        with pytest.raises(NoNextGame):
            tables.follow(table, ANNA)


def test_a_bot_that_is_there_no_more_is_named(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = market(tables)
    monkeypatch.setattr(drafting, "is_own", lambda name: False)
    with pytest.raises(BadOption, match="there is no bot 'random'"):
        tables.follow(table, ANNA)
    assert table.following() is None


def test_figures_of_ones_own_go_along(tables: Tables) -> None:
    """What the next game is played with is all that the last was played with."""
    goals = {"solo_series": {"goals": [1], "then": 1}}
    options = {"series": "1", "cards": "none", "components": goals}
    table = tables.create("agricola", 1, [SeatPlan("bot", "", "random")], options, Settings(), ANNA)
    while not table.over:
        table.move_bot()
    following = tables.follow(table, ANNA)
    assert following.options["components"] == goals

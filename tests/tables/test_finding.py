"""Open tables, pairing, invitations and watching: rows decide, whoever asks which process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, select, update

from farmtable.core.errors import BadOption
from farmtable.tables import (
    BadName,
    NoNextGame,
    NoRoom,
    NoSuchTable,
    NotSignedIn,
    Person,
    Player,
    SeatPlan,
    Settings,
    Table,
    Tables,
    TimeControl,
)
from farmtable.tables.finding import open_tables as open_tables_module
from farmtable.tables.finding.matching import ANYBODY_AFTER, FIRST_WIDTH, WIDER_EACH_SECOND, Seeker, group
from farmtable.tables.people import passwords
from farmtable.tables.people.results import Kind
from farmtable.tables.schema import open_tables as open_table_rows
from farmtable.tables.schema import seekers
from tests.tables.helpers import GAME

ANNA, BERT, CLEO = (Player(f"browser of {name.lower()}", name) for name in ("Anna", "Bert", "Cleo"))
FREE = Kind(GAME, 2, "free")
QUICK = Kind(GAME, 2, "quick")


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "hashed", lambda password: password)
    monkeypatch.setattr("farmtable.tables.people.accounts.hashed", lambda password: password)


def signed_up(tables: Tables, name: str) -> Player:
    person = tables.people.sign_up(name, "wheat and barley", "192.0.2.7")
    return Player(person.holder, name, person.id)


def person_of(tables: Tables, player: Player) -> Person:
    found = tables.people.by_id(player.person)
    assert found
    return found


def offer(tables: Tables, maker: Player, seats: int = 2, clock: str = "", casual: bool = False) -> str:
    plans = [SeatPlan("local", maker.name), *(SeatPlan("open") for _ in range(seats - 1))]
    time = TimeControl.read(clock) if clock else None
    return tables.offer(GAME, seats, plans, {}, Settings(), maker, time, casual=casual)


def with_friend(tables: Tables, maker: Player) -> Table:
    plans = [SeatPlan("local"), SeatPlan("friend")]
    return tables.create(GAME, 2, plans, {}, Settings(), maker.browser)


# --- open tables ------------------------------------------------------------------------------


def test_a_game_begins_when_the_last_open_seat_is_taken(tables: Tables, opened: Callable[[], Tables]) -> None:
    other = opened()
    table_id = offer(tables, ANNA, 3)
    (listed,) = other.finding.open_tables.all(BERT)
    assert (listed.id, listed.free, listed.speed, listed.casual) == (table_id, [1, 2], "free", True)
    other.finding.open_tables.join(table_id, BERT)
    other.finding.open_tables.join(table_id, BERT)  # a second click
    assert other.finding.open_tables.find(table_id).free == [2]  # type: ignore[union-attr]
    tables.finding.open_tables.join(table_id, Player(CLEO.browser, "Anna"))
    assert tables.finding.open_tables.all(BERT) == []
    table = other.open(table_id)
    assert [seat.name for seat in table.seats] == ["Anna", "Bert", "Anna 2"]
    assert [table.seats_of(one.browser) for one in (ANNA, BERT, CLEO)] == [[0], [1], [2]]
    assert table.public
    assert not table.rated
    assert not table.hints_allowed


def test_who_has_read_of_a_table_that_is_not_public_does_not_know_its_address(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("open")]
    open_id = tables.offer(GAME, 2, plans, {}, Settings(), ANNA, public=False)
    assert [one.id for one in tables.finding.open_tables.all(CLEO)] == [open_id]
    assert tables.begun_at(open_id, ANNA.browser) is None
    tables.finding.open_tables.join(open_id, BERT)
    with pytest.raises(NoSuchTable):
        tables.find(open_id)
    begun = opened().begun_at(open_id, BERT.browser)
    assert begun not in (None, open_id)
    assert [tables.begun_at(open_id, one.browser) for one in (ANNA, CLEO)] == [begun, None]
    assert not tables.open(begun).public
    assert tables.begun_at("no table", ANNA.browser) is None


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra"])
def test_nobody_is_waited_for_at_a_table_that_cannot_begin(tables: Tables, game: str) -> None:
    """A start player who will not be there is refused to the maker, not to the last who comes."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("open")]
    with pytest.raises(BadOption, match="start is"):
        tables.offer(game, 2, plans, {"start": "3"}, Settings(), ANNA)
    assert tables.finding.open_tables.all(BERT) == []


def test_of_two_who_want_the_last_seat_one_is_told_so(tables: Tables, opened: Callable[[], Tables]) -> None:
    table_id, doors = offer(tables, ANNA), [tables, opened()]

    def join(number: int) -> bool:
        try:
            doors[number % 2].finding.open_tables.join(
                table_id, Player(f"browser {number}", f"Guest {number}")
            )
        except NoRoom:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(join, range(4)))
    assert came.count(True) == 1
    assert tables.open(table_id).seats_of(f"browser {came.index(True)}") == [1]


def test_who_leaves_gives_the_seat_back_and_the_maker_closes(tables: Tables) -> None:
    found = tables.finding.open_tables
    table_id = offer(tables, ANNA, 3)
    found.join(table_id, BERT)
    found.leave(table_id, CLEO)  # who was never there
    found.leave(table_id, BERT)
    assert found.find(table_id).free == [1, 2]  # type: ignore[union-attr]
    found.leave(table_id, ANNA)
    assert found.find(table_id) is None
    with pytest.raises(NoRoom, match="no longer open"):
        found.join(table_id, BERT)


def test_a_table_disappears_with_the_page_of_its_maker(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, opened: Callable[[], Tables]
) -> None:
    found = tables.finding.open_tables
    short, days = offer(tables, ANNA), offer(tables, ANNA, clock="3d")
    assert len(found.all(BERT)) == 2  # looked at first now
    monkeypatch.setattr(open_tables_module, "GONE_AFTER", -1.0)
    assert [one.id for one in found.all(BERT)] == [days]
    with pytest.raises(NoRoom):
        found.join(short, BERT)
    monkeypatch.setattr(open_tables_module, "DAYS_OPEN", -1.0)
    assert found.all(BERT) == []


def test_while_no_server_runs_nobody_is_gone(
    tables: Tables, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = offer(tables, ANNA)
    now = [1e12]  # long after; a process that starts then
    later = Tables(database, clock=lambda: now[0])
    monkeypatch.setattr(open_tables_module, "HOURS_OPEN", 1e13)
    found = later.finding.open_tables
    assert [one.id for one in found.all(BERT)] == [table_id]
    found.note_seen(ANNA)
    now[0] += open_tables_module.GONE_AFTER - 1
    assert [one.id for one in found.all(BERT)] == [table_id]
    now[0] += 2
    assert found.all(BERT) == []
    later.close()


def test_one_may_wait_at_few_tables_and_a_game_ends_all_other_waits(tables: Tables) -> None:
    first, *_ = [offer(tables, ANNA) for _ in range(open_tables_module.MOST_OPEN)]
    with pytest.raises(NoRoom, match="Close one first"):
        offer(tables, ANNA)
    days = offer(tables, BERT, 3, clock="1d")
    tables.finding.open_tables.join(days, ANNA)
    tables.finding.pool.seek(BERT, Kind(GAME, 4, "free"))
    tables.finding.open_tables.join(first, BERT)
    assert [one.id for one in tables.finding.open_tables.all(CLEO)] == [days]
    assert tables.finding.open_tables.find(days).seat_of(ANNA.digest) == 1  # type: ignore[union-attr]
    assert tables.finding.pool.state(BERT) is None


def test_a_game_of_days_ends_no_other_wait(tables: Tables) -> None:
    """It may be days since somebody has set it up who now looks for a game to be played at once."""
    by_days, quick = offer(tables, ANNA, clock="3d"), offer(tables, ANNA)
    for one in (ANNA, CLEO):
        tables.finding.pool.seek(one, Kind(GAME, 3, "quick"))
    tables.finding.open_tables.join(by_days, BERT)
    assert tables.open(by_days).speed == "days"
    assert tables.finding.pool.state(ANNA) is not None
    assert tables.finding.open_tables.find(quick) is not None
    for one in (ANNA, BERT):
        tables.finding.pool.seek(one, Kind(GAME, 2, "days"))
    assert tables.finding.pool.state(BERT).table is not None  # type: ignore[union-attr]
    assert tables.finding.open_tables.find(quick) is not None
    assert tables.finding.pool.state(CLEO) is not None


def test_a_rated_table_is_for_accounts(tables: Tables) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table_id = offer(tables, anna, clock="10+20")
    with pytest.raises(NotSignedIn, match="rated"):
        tables.finding.open_tables.join(table_id, CLEO)
    tables.finding.open_tables.join(table_id, bert)
    assert tables.open(table_id).rated
    casual = offer(tables, anna, casual=True)
    tables.finding.open_tables.join(casual, CLEO)
    assert not tables.open(casual).rated


def test_without_clocks_no_table_is_rated(tables: Tables, database: str) -> None:
    """Be it one that was offered as rated before that was so, and paired games."""
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table_id = offer(tables, anna)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(open_table_rows).values(casual=False))
    engine.dispose()
    (listed,) = tables.finding.open_tables.all(bert)
    assert listed.casual
    tables.finding.open_tables.join(table_id, CLEO)
    assert not tables.open(table_id).rated
    for speed, rated in (("free", False), ("quick", True)):
        for player in (anna, bert):
            tables.finding.pool.seek(player, Kind(GAME, 2, speed))  # type: ignore[arg-type]
        paired = tables.finding.pool.state(anna)
        assert paired
        assert paired.table
        assert tables.open(paired.table).rated == rated
        for player in (anna, bert):
            tables.finding.pool.arrive(player)


def test_figures_of_ones_own_make_no_rated_table(tables: Tables) -> None:
    """They count for no rating: who joins, and who plays, is told so before and not after the game."""
    anna = signed_up(tables, "Anna")
    plans = [SeatPlan("local", "Anna"), SeatPlan("open")]
    own = {"components": {"solo_series": {"goals": [1], "then": 1}}}
    table_id = tables.offer("agricola", 2, plans, own, Settings(), anna)
    assert tables.finding.open_tables.find(table_id).casual  # type: ignore[union-attr]
    alone = tables.create("agricola", 1, [SeatPlan("local", "Anna")], own, Settings(), anna.browser)
    assert not alone.rated


def test_who_is_blocked_does_not_find_the_table(tables: Tables) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    tables.finding.blocks.block(person_of(tables, anna), person_of(tables, bert))
    tables.finding.blocks.block(person_of(tables, anna), person_of(tables, bert))
    table_id = offer(tables, bert)
    assert tables.finding.open_tables.all(anna) == []
    with pytest.raises(NoRoom, match="no longer open"):
        tables.finding.open_tables.join(table_id, anna)
    tables.finding.blocks.unblock(person_of(tables, anna), person_of(tables, bert))
    tables.finding.open_tables.join(table_id, anna)


def test_what_a_guest_waits_for_comes_along_and_ends_with_the_account(tables: Tables) -> None:
    waiting = offer(tables, ANNA)
    tables.finding.pool.seek(ANNA, FREE)
    anna = signed_up(tables, "Anna")
    tables.people.bring_along(ANNA.browser, person_of(tables, anna))
    assert tables.finding.open_tables.find(waiting).creator == anna.digest  # type: ignore[union-attr]
    assert tables.finding.pool.state(anna) is not None
    tables.people.delete(person_of(tables, anna))
    assert tables.finding.open_tables.find(waiting) is None
    assert tables.finding.pool.state(anna) is None


def test_who_signs_in_while_he_waits_is_known_from_then_on(tables: Tables) -> None:
    """Else his game is not rated, and who has blocked him is brought together with him."""
    anna, bert, cleo = (signed_up(tables, name) for name in ("Anna", "Bert", "Cleo"))
    tables.finding.blocks.block(person_of(tables, bert), person_of(tables, anna))
    guest = Player("browser of a guest", "Guest")
    others, berts, own = (
        offer(tables, CLEO, 3),
        offer(tables, bert, 3, casual=True),
        offer(tables, anna, 3, casual=True),
    )
    for table_id in (others, berts, own):
        tables.finding.open_tables.join(table_id, guest)
    tables.finding.pool.seek(guest, QUICK)
    tables.people.bring_along(guest.browser, person_of(tables, anna))
    there = [tables.finding.open_tables.find(table_id) for table_id in (others, berts, own)]
    assert [None if one is None else one.persons for one in there] == [
        {anna.person},
        {bert.person},
        {anna.person},
    ]
    assert [None if one is None else one.free for one in there] == [[2], [1, 2], [1, 2]]
    tables.finding.pool.seek(bert, QUICK)
    assert tables.finding.pool.look(bert).table is None  # type: ignore[union-attr]
    tables.finding.pool.seek(cleo, QUICK)
    table = tables.open(tables.finding.pool.state(anna).table or "")  # type: ignore[union-attr]
    assert (table.rated, {seat.name for seat in table.seats}) == (True, {"Anna", "Cleo"})


# --- pairing ----------------------------------------------------------------------------------


def test_two_who_want_the_same_are_brought_together(tables: Tables, opened: Callable[[], Tables]) -> None:
    other = opened()
    tables.finding.pool.seek(ANNA, FREE)
    tables.finding.pool.seek(CLEO, Kind(GAME, 2, "quick"))
    assert tables.finding.pool.look(ANNA).table is None  # type: ignore[union-attr]
    other.finding.pool.seek(BERT, FREE)
    found = opened().finding.pool.state(ANNA)  # nothing is lost where a server starts anew
    assert found is not None
    assert found.table == other.finding.pool.state(BERT).table is not None  # type: ignore[union-attr]
    table = tables.open(found.table or "")
    assert sorted(seat.name for seat in table.seats) == ["Anna", "Bert"]
    assert sorted(table.seats_of(ANNA.browser) + table.seats_of(BERT.browser)) == [0, 1]
    assert (table.public, table.rated, table.speed) == (True, False, "free")
    assert tables.finding.pool.state(CLEO).table is None  # type: ignore[union-attr]
    assert not found.arrived
    tables.finding.pool.arrive(ANNA)
    assert tables.finding.pool.state(ANNA).arrived  # type: ignore[union-attr]


def test_a_second_click_leaves_nobody_alone_at_the_table_that_the_first_has_found(tables: Tables) -> None:
    tables.finding.pool.seek(ANNA, FREE)
    for kind in (FREE, Kind(GAME, 3, "quick")):
        tables.finding.pool.seek(BERT, kind)
        found = [tables.finding.pool.state(one) for one in (ANNA, BERT)]
        assert found[0] is not None
        assert found[1] is not None
        assert found[0].table == found[1].table is not None
    tables.finding.pool.arrive(BERT)
    tables.finding.pool.seek(BERT, FREE)
    assert tables.finding.pool.state(BERT).table is None  # type: ignore[union-attr]


def test_who_has_come_to_his_table_by_another_way_is_not_led_there_again(tables: Tables) -> None:
    """Told of it by a mail, say, or from his own list; else that is where his next search ends."""
    for one in (ANNA, BERT):
        tables.finding.pool.seek(one, FREE)
    found = tables.finding.pool.state(BERT)
    assert found is not None
    tables.open(found.table or "").note_seen(BERT.browser, "Firefox", "Android")
    assert tables.finding.pool.state(BERT).arrived  # type: ignore[union-attr]
    assert not tables.finding.pool.state(ANNA).arrived  # type: ignore[union-attr]
    tables.finding.pool.seek(BERT, FREE)
    assert tables.finding.pool.state(BERT).table is None  # type: ignore[union-attr]


def test_many_at_once_sit_once_each(tables: Tables, opened: Callable[[], Tables]) -> None:
    doors = [tables, opened()]
    players = [Player(f"browser {number}", "") for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda at: doors[at % 2].finding.pool.seek(players[at], FREE), range(8)))
    sat = [tables.finding.pool.state(one).table for one in players]  # type: ignore[union-attr]
    assert None not in sat
    assert sorted(sat.count(table) for table in sat) == [2] * 8


def test_who_cancels_or_is_gone_is_not_paired(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.finding.pool.seek(ANNA, FREE)
    tables.finding.pool.cancel(ANNA)
    tables.finding.pool.seek(BERT, FREE)
    assert tables.finding.pool.state(ANNA) is None
    monkeypatch.setattr("farmtable.tables.finding.pool.THERE", -1.0)
    tables.finding.pool.seek(CLEO, FREE)
    assert tables.finding.pool.state(BERT).table is None  # type: ignore[union-attr]
    monkeypatch.undo()
    assert tables.finding.pool.look(BERT).table is not None  # type: ignore[union-attr]


def test_who_has_closed_his_page_is_paired_with_nobody_until_he_has_another(tables: Tables) -> None:
    tables.finding.pool.seek(ANNA, FREE)
    last = tables.finding.pool.look(ANNA)
    assert last is not None
    tables.finding.pool.leave(ANNA, last)
    tables.finding.pool.seek(BERT, FREE)
    assert tables.finding.pool.state(BERT).table is None  # type: ignore[union-attr]
    assert tables.finding.pool.look(ANNA).table is not None, "loaded again, it has lost nothing"  # type: ignore[union-attr]


def test_who_has_closed_one_of_his_pages_is_there_still(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmtable.tables.finding.pool.NOTED_EVERY", 0.0)
    tables.finding.pool.seek(ANNA, FREE)
    last = tables.finding.pool.look(ANNA)
    assert last is not None
    tables.finding.pool.look(ANNA)
    tables.finding.pool.leave(ANNA, last)
    tables.finding.pool.seek(BERT, FREE)
    assert tables.finding.pool.state(BERT).table is not None  # type: ignore[union-attr]


def test_who_waited_long_ago_is_forgotten(
    tables: Tables, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nobody has been brought together since."""
    tables.finding.pool.seek(ANNA, FREE)
    monkeypatch.setattr("farmtable.tables.finding.pool.KEPT", -1.0)
    tables.finding.pool.seek(BERT, Kind(GAME, 2, "quick"))
    engine = create_engine(database)
    with engine.connect() as connection:
        assert connection.scalars(select(seekers.c.name)).all() == ["Bert"]
    engine.dispose()


def test_who_is_locked_waits_for_nothing_any_more(tables: Tables, opened: Callable[[], Tables]) -> None:
    """His page may still listen, and a wish of his may just be on its way."""
    doris, emil = signed_up(tables, "Doris"), signed_up(tables, "Emil")
    mine, others = offer(tables, doris), offer(tables, ANNA, 3, casual=True)
    tables.finding.open_tables.join(others, doris)
    tables.finding.pool.seek(doris, FREE)
    opened().people.lock(person_of(tables, doris), True)
    assert tables.finding.open_tables.find(mine) is None
    assert tables.finding.open_tables.find(others).free == [1, 2]  # type: ignore[union-attr]
    assert tables.finding.pool.look(doris) is None
    tables.finding.pool.seek(doris, FREE)
    tables.finding.pool.seek(emil, FREE)
    assert [tables.finding.pool.look(one).table for one in (doris, emil)] == [None, None]  # type: ignore[union-attr]
    tables.people.lock(person_of(tables, doris), False)
    assert tables.finding.pool.look(doris).table is not None  # type: ignore[union-attr]


def seeker(name: str, points: int | None = None, since: float = 0.0) -> Seeker:
    return Seeker(name, name, name, since, points)


def names(found: list[Seeker] | None) -> list[str] | None:
    return None if found is None else [one.name for one in found]


def test_the_nearest_play_together_and_widths_grow() -> None:
    a, b, c = seeker("a", 1500), seeker("b", 1500 + int(FIRST_WIDTH) + 100), seeker("c", 1600, 1.0)
    assert names(group([a, b, c], 2, [], 2.0)) == ["a", "c"]
    assert group([a, b], 2, [], 2.0) is None
    assert names(group([a, b], 2, [], 100 / WIDER_EACH_SECOND)) == ["a", "b"]
    far = seeker("far", 2500, ANYBODY_AFTER - 1)
    assert group([a, far], 2, [], ANYBODY_AFTER - 0.1) is None
    assert names(group([a, far], 2, [], ANYBODY_AFTER)) == ["a", "far"]


def test_who_has_no_rating_plays_with_anybody_and_two_apart_never_do() -> None:
    a, b, guest = seeker("a", 1500), seeker("b", 1500), seeker("guest")
    assert names(group([a, guest], 2, [], 0.0)) == ["a", "guest"]
    assert names(group([a, b, guest], 2, [frozenset("ab")], 0.0)) == ["a", "guest"]
    assert group([a, b, guest], 3, [frozenset("ab")], 999.0) is None


# --- invitations ------------------------------------------------------------------------------


def test_somebody_is_asked_by_name_and_takes_the_seat(tables: Tables) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    plans = [SeatPlan("local", "Bert"), SeatPlan("friend"), SeatPlan("friend")]
    table = tables.create(GAME, 3, plans, {}, Settings(), anna.browser)
    asked = tables.finding.invitations
    asked.invite(table.id, 1, person_of(tables, anna), " bert ")
    asked.invite(table.id, 1, person_of(tables, anna), "Bert")
    (found,) = asked.of(person_of(tables, bert))
    assert (found.table_id, found.seat, found.by, found.game) == (table.id, 1, "Anna", GAME)
    token = tables.people.begin_session(person_of(tables, bert), "", "")
    assert tables.people.session(token, "", "").invitations == 1  # type: ignore[union-attr]
    assert tables.accept(table.id, 1, person_of(tables, bert)).seats_of(bert.browser) == [1]
    assert [seat.name for seat in table.seats][:2] == ["Bert", "Bert 2"]
    assert asked.of(person_of(tables, bert)) == []
    assert tables.people.session(token, "", "").invitations == 0  # type: ignore[union-attr]
    with pytest.raises(NoRoom, match="already has a seat here"):
        asked.invite(table.id, 2, person_of(tables, anna), "Bert")


def test_who_declines_is_not_asked_again(tables: Tables) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table = with_friend(tables, anna)
    asked = tables.finding.invitations
    asked.invite(table.id, 1, person_of(tables, anna), "Bert")
    asked.decline(table.id, 1, person_of(tables, bert))
    assert asked.of(person_of(tables, bert)) == []
    assert asked.at_table(table.id) == {1: [("Bert", True)]}
    with pytest.raises(NoRoom, match="declined"):
        asked.invite(table.id, 1, person_of(tables, anna), "Bert")
    with pytest.raises(NoRoom, match="no longer valid"):
        tables.accept(table.id, 1, person_of(tables, bert))


def test_nobody_is_asked_who_is_not_there_or_does_not_want_to(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table = with_friend(tables, anna)
    asked, by = tables.finding.invitations, person_of(tables, anna)
    for name, said in (("Cleo", "Nobody here"), ("Anna", "That is you")):
        with pytest.raises(BadName, match=said):
            asked.invite(table.id, 1, by, name)
    tables.finding.blocks.block(person_of(tables, bert), by)
    with pytest.raises(NoRoom, match="cannot be invited"):
        asked.invite(table.id, 1, by, "Bert")
    tables.finding.blocks.unblock(person_of(tables, bert), by)
    asked.invite(table.id, 1, by, "Bert")
    monkeypatch.setattr("farmtable.tables.finding.invitations.LASTS", -1.0)
    assert asked.of(person_of(tables, bert)) == []


def test_a_seat_that_is_taken_is_offered_to_nobody(tables: Tables) -> None:
    """He would be told of it, and find nothing."""
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table = with_friend(tables, anna)
    table.claim(table.invite(1, anna.browser), CLEO.browser, "Cleo")
    with pytest.raises(NoRoom, match="taken by somebody else"):
        tables.finding.invitations.invite(table.id, 1, person_of(tables, anna), "Bert")
    assert tables.finding.invitations.at_table(table.id) == {}
    assert tables.finding.invitations.of(person_of(tables, bert)) == []


def test_who_is_invited_to_two_seats_takes_one(tables: Tables) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    plans = [SeatPlan("local"), SeatPlan("friend"), SeatPlan("friend")]
    table = tables.create(GAME, 3, plans, {}, Settings(), anna.browser)
    for seat in (1, 2):
        tables.finding.invitations.invite(table.id, seat, person_of(tables, anna), "Bert")
    tables.accept(table.id, 2, person_of(tables, bert))
    assert tables.finding.invitations.of(person_of(tables, bert)) == []
    with pytest.raises(NoRoom):
        tables.accept(table.id, 1, person_of(tables, bert))
    assert table.seats_of(bert.browser) == [2]


def test_a_block_holds_for_what_was_under_way(tables: Tables) -> None:
    """Nobody waits on at a table that he does not see any more, and no old invitation brings two together."""
    anna, bert, cleo = (signed_up(tables, name) for name in ("Anna", "Bert", "Cleo"))
    hers, his, others = offer(tables, anna, 3), offer(tables, bert, 3), offer(tables, cleo, 4)
    for table_id, who in ((hers, bert), (his, anna), (others, anna), (others, bert)):
        tables.finding.open_tables.join(table_id, who)
    one, other = with_friend(tables, anna), with_friend(tables, bert)
    tables.finding.invitations.invite(one.id, 1, person_of(tables, anna), "Bert")
    tables.finding.invitations.invite(other.id, 1, person_of(tables, bert), "Anna")
    tables.finding.invitations.invite(other.id, 1, person_of(tables, bert), "Cleo")
    tables.finding.blocks.block(person_of(tables, anna), person_of(tables, bert))
    there = [tables.finding.open_tables.find(table_id) for table_id in (hers, his, others)]
    assert [set() if one is None else one.persons for one in there] == [
        {anna.person},
        {bert.person},
        {cleo.person, bert.person},
    ]
    left = [len(tables.finding.invitations.of(person_of(tables, who))) for who in (anna, bert, cleo)]
    assert left == [0, 0, 1]
    with pytest.raises(NoRoom):
        tables.accept(one.id, 1, person_of(tables, bert))


def played_out(tables: Tables, *players: Player) -> Table:
    """A finished game of these, at a table that the first of them has set up."""
    plans = [SeatPlan("local", players[0].name), *(SeatPlan("friend") for _ in players[1:])]
    table = tables.create(GAME, len(players), plans, {}, Settings(confirm=False), players[0].browser)
    for seat, player in enumerate(players[1:], 1):
        table.take_seat(seat, player.browser, player.name)
    for seat, player in enumerate(players):
        tables.resign(table, seat, player.browser, "random")
    while not table.over:
        table.move_bot()
    return table


@pytest.mark.parametrize("blocks_whom", [(0, 1), (1, 0)])
def test_a_rematch_does_not_reach_who_has_blocked_or_is(tables: Tables, blocks_whom: tuple[int, int]) -> None:
    two = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table = played_out(tables, *two)
    tables.finding.blocks.block(*(person_of(tables, two[one]) for one in blocks_whom))
    for player, other in (two, two[::-1]):
        with pytest.raises(NoRoom, match=f"{other.name} cannot be invited"):
            tables.rematch(table, player.browser)
    assert table.following() is None
    assert [len(tables.lists.listing(player.browser)) for player in two] == [1, 1]
    tables.finding.blocks.unblock(*(person_of(tables, two[one]) for one in blocks_whom))
    assert tables.rematch(table, two[1].browser).seats_of(two[0].browser) == [1]


def test_a_rematch_of_several_leaves_out_who_is_kept_apart(tables: Tables) -> None:
    """He was who had set the table up: it is not his any more, either."""
    anna, bert, cleo = (signed_up(tables, name) for name in ("Anna", "Bert", "Cleo"))
    table = played_out(tables, anna, bert, cleo)
    tables.finding.blocks.block(person_of(tables, anna), person_of(tables, bert))
    again = tables.rematch(table, bert.browser)
    assert (again.names, again.is_creator(bert.browser)) == (["Bert", "Cleo", ""], True)
    assert [seat.taken for seat in again.seats] == [True, True, False]
    listed = [len(tables.lists.listing(player.browser)) for player in (anna, bert, cleo)]
    assert listed == [1, 2, 2]
    for player, out in ((anna, True), (bert, False), (cleo, False), (ANNA, False)):
        assert table.has_left_out(player.browser) == out
    with pytest.raises(NoNextGame):
        tables.rematch(table, anna.browser)


def test_of_two_apart_the_later_seat_is_left_out_of_a_third_ones_rematch(tables: Tables) -> None:
    anna, bert, cleo = (signed_up(tables, name) for name in ("Anna", "Bert", "Cleo"))
    table = played_out(tables, anna, bert, cleo)
    tables.finding.blocks.block(person_of(tables, bert), person_of(tables, anna))
    again = tables.rematch(table, cleo.browser)
    assert [again.seats_of(player.browser) for player in (anna, bert, cleo)] == [[], [0], [1]]
    assert again.is_creator(cleo.browser)


def test_nobody_brings_two_together_who_are_kept_apart(tables: Tables) -> None:
    anna, bert, cleo = (signed_up(tables, name) for name in ("Anna", "Bert", "Cleo"))
    plans = [SeatPlan("local"), SeatPlan("friend"), SeatPlan("friend")]
    table = tables.create(GAME, 3, plans, {}, Settings(), cleo.browser)
    for seat, name in ((1, "Anna"), (2, "Bert")):
        tables.finding.invitations.invite(table.id, seat, person_of(tables, cleo), name)
    tables.finding.blocks.block(person_of(tables, bert), person_of(tables, anna))
    tables.accept(table.id, 1, person_of(tables, anna))
    with pytest.raises(NoRoom, match="no longer valid"):
        tables.accept(table.id, 2, person_of(tables, bert))
    tables.finding.blocks.unblock(person_of(tables, bert), person_of(tables, anna))
    tables.accept(table.id, 2, person_of(tables, bert))


@pytest.mark.parametrize("blocks_whom", [(0, 1), (1, 0)])
def test_no_link_leads_to_who_has_blocked_or_is(tables: Tables, blocks_whom: tuple[int, int]) -> None:
    """Be it that whose table it is plays there himself, or has only set it up."""
    two = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    anna, bert = (person_of(tables, one) for one in two)
    plans = [SeatPlan("bot", bot="random"), SeatPlan("friend")]
    elsewhere = tables.create(GAME, 2, plans, {}, Settings(), anna.holder)
    tables.finding.blocks.block(*((anna, bert)[one] for one in blocks_whom))
    for table in (with_friend(tables, two[0]), elsewhere):
        with pytest.raises(NoRoom, match="no longer valid"):
            tables.check_may_join(table, bert)
    tables.finding.blocks.unblock(*((anna, bert)[one] for one in blocks_whom))
    tables.check_may_join(elsewhere, bert)


def test_an_account_takes_its_invitations_along_when_it_ends(tables: Tables) -> None:
    anna, bert = signed_up(tables, "Anna"), signed_up(tables, "Bert")
    table = with_friend(tables, anna)
    tables.finding.invitations.invite(table.id, 1, person_of(tables, anna), "Bert")
    tables.finding.blocks.block(person_of(tables, bert), person_of(tables, anna))
    assert tables.people.export(person_of(tables, bert))["blocked"][0]["name"] == "Anna"
    tables.people.delete(person_of(tables, bert))
    assert tables.finding.invitations.at_table(table.id) == {}
    tables.lists.delete(table.id, anna.browser)


# --- watching ---------------------------------------------------------------------------------


def test_spectators_are_counted_over_all_processes(tables: Tables, opened: Callable[[], Tables]) -> None:
    table_id = offer(tables, ANNA)
    tables.finding.open_tables.join(table_id, BERT)
    here, there = tables.finding.watching, opened().finding.watching
    here.note(table_id, "stranger")
    here.note(table_id, "stranger")
    there.note(table_id, "another")
    assert there.count(table_id) == opened().finding.watching.count(table_id) == 2
    (shown,) = there.in_progress()
    assert (shown.id, shown.watching, [seat.name for seat in shown.seats]) == (table_id, 2, ["Anna", "Bert"])
    there.leave(table_id, "another")
    assert there.count(table_id) == 1
    tables.open(table_id).make_public(ANNA.browser, False)
    assert there.in_progress() == []
    tables.erase(table_id)


def test_who_is_gone_does_not_watch(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = with_friend(tables, ANNA)
    tables.finding.watching.note(table.id, "stranger")
    monkeypatch.setattr("farmtable.tables.finding.watching.GONE_AFTER", -1.0)
    assert tables.finding.watching.count(table.id) == 0
    tables.finding.watching.note("no such table", "stranger")

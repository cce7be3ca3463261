"""Who may sit where: invitations, private links, names, and what is kept secret."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from farmtable import BadOption
from farmtable.tables import BadName, NoSuchTable, NotYourSeat, SeatPlan, Settings, Table, Tables
from farmtable.tables.alike import looks
from tests.tables.helpers import ANNA, BERT, GAME, command, two_persons


def four(tables: Tables) -> Table:
    """A table with Anna, two friends and a bot."""
    plans = [
        SeatPlan("local", "Anna"),
        SeatPlan("friend"),
        SeatPlan("friend", "Cleo"),
        SeatPlan("bot", bot="random"),
    ]
    return tables.create(GAME, 4, plans, {}, Settings(), ANNA)


def test_seats_as_planned(tables: Tables) -> None:
    table = four(tables)
    assert [(seat.kind, seat.name, seat.taken) for seat in table.seats] == [
        ("local", "Anna", True),
        ("friend", "", False),
        ("friend", "Cleo", False),
        ("bot", "", True),  # each page calls it what it is
    ]
    assert table.is_creator(ANNA)
    assert not table.is_creator(BERT)
    assert table.seats_of(ANNA) == [0]
    assert table.seats_of(BERT) == []


def test_friend_takes_a_seat_once(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = four(tables)
    invite = table.invite(1, ANNA)
    assert tables.of_token(invite) is table
    assert table.claim(invite, BERT, "  Bert   B. ") == 1
    assert table.names[1] == "Bert B."
    assert table.claim(invite, BERT, "Bertram") == 1
    assert table.names[1] == "Bert B."
    with pytest.raises(NotYourSeat, match="taken by somebody else"):
        table.claim(invite, "a third", "Dora")
    again = opened().open(table.id)
    assert again.seats_of(BERT) == [1]
    assert again.invite(1, ANNA) == invite


def test_two_friends_race_for_one_seat(tables: Tables, opened: Callable[[], Tables]) -> None:
    mine = four(tables)
    invite = mine.invite(1, ANNA)
    both = [mine, opened().open(mine.id)]
    start = threading.Barrier(2)
    seated: list[int] = []
    refused: list[BaseException] = []

    def claim(number: int) -> None:
        start.wait()
        try:
            both[number].claim(invite, f"browser {number}", f"Name {number}")
            seated.append(number)
        except NotYourSeat as error:
            refused.append(error)

    threads = [threading.Thread(target=claim, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seated) == len(refused) == 1
    assert opened().open(mine.id).seats_of(f"browser {seated[0]}") == [1]


def test_claiming_is_published(tables: Tables) -> None:
    table = four(tables)
    heard: list[str] = []
    tables.add_listener(lambda table_id, version: heard.append(table_id))
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    assert heard == [table.id]


def test_only_the_creator_invites_and_only_to_friends_seats(tables: Tables) -> None:
    table = four(tables)
    for seat, browser in ((1, BERT), (0, ANNA), (3, ANNA), (4, ANNA), (-1, ANNA)):
        with pytest.raises(NotYourSeat):
            table.invite(seat, browser)


def test_forged_tokens_open_nothing(tables: Tables) -> None:
    table, other = four(tables), four(tables)
    invite = table.invite(1, ANNA)
    digest = invite.rpartition(".")[2]
    forged = (
        "",
        "x",
        f"{table.id}.0.{digest}",
        f"{table.id}.3.{digest}",
        f"{table.id}.1.{'A' * 22}",
        "ä\0" * 40,
    )
    for token in (*forged, other.invite(1, ANNA), invite + "\n", table.pass_key(0, ANNA)):
        with pytest.raises(NotYourSeat):
            table.claim(token, BERT, "Bert")
    for token in (*forged, invite, other.pass_key(0, ANNA)):
        with pytest.raises(NotYourSeat):
            table.take_along(token, BERT)
    assert table.seats_of(BERT) == []
    for token in ("", "x", "no.0.digest", f"nosuchtable.0.{digest}"):
        with pytest.raises(NoSuchTable):
            tables.of_token(token)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\nb",
        "a\0b",
        "a\u202eb",
        "a\u200bb",
        "\ud800",
        "\u2028",
        "\u3164",
        "\u2800 \ufe0f",
    ],
)
def test_bad_names(tables: Tables, name: str) -> None:
    table = four(tables)
    with pytest.raises(BadName, match=r"A name (can only|must) have"):
        table.claim(table.invite(1, ANNA), BERT, name)
    assert not table.seats[1].taken


@pytest.mark.parametrize(("name", "like"), [("Bert", "Вert"), ("Cleo", "Сlео"), ("Zoe", "ΖΟΕ X")])
def test_a_name_does_not_mix_alphabets(tables: Tables, name: str, like: str) -> None:
    """Whoever types it: a friend, and who sets the table up."""
    table = four(tables)
    with pytest.raises(BadName, match="cannot mix alphabets"):
        table.claim(table.invite(1, ANNA), BERT, like)
    with pytest.raises(BadName, match="cannot mix alphabets"):
        tables.create(GAME, 2, [SeatPlan("local", like), SeatPlan("friend")], {}, Settings(), ANNA)
    assert table.claim(table.invite(1, ANNA), BERT, name) == 1


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("BOBA", "ВОВА"),
        ("TOM", "ТОМ"),
        ("NINA", "ΝΙΝΑ"),
        ("Ina", "lna"),
        ("Ina", "1na"),
        ("Otto", "0tto"),
        ("O'Neil", "O’Neil"),
        ("ANNA", "ꓮꓠꓠꓮ"),
        ("Anna", "Anna\u0332"),
        ("Zoé", "Zoé\u0332"),
    ],
)
def test_names_of_two_alphabets_that_look_alike_do_not_sit_at_one_table(
    tables: Tables, name: str, like: str
) -> None:
    for first, second in ((name, like), (like, name)):
        table = tables.create(GAME, 2, [SeatPlan("local", first), SeatPlan("friend")], {}, Settings(), ANNA)
        with pytest.raises(BadName, match="already called"):
            table.claim(table.invite(1, ANNA), BERT, second)
        both = [SeatPlan("local", first), SeatPlan("local", second)]
        with pytest.raises(BadName, match="already called"):
            tables.create(GAME, 2, both, {}, Settings(), ANNA)


def test_names_that_only_share_letters_are_told_apart(tables: Tables) -> None:
    names = ["Вера", "Bert", "Берта", "Zoé", "Zoe", "Ναυσικά", "Hanna", "Anna"]
    assert len({looks(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["Anna", "anna", " ANNA ", "Ａｎｎａ", "Anna\ufe0f", "An\u034fna", "\u115fAnna\u3164"]
)
def test_names_that_look_alike(tables: Tables, name: str) -> None:
    table = four(tables)
    with pytest.raises(BadName, match="already called"):
        table.claim(table.invite(1, ANNA), BERT, name)
    with pytest.raises(BadName, match="already called"):
        tables.create(GAME, 2, [SeatPlan("local", "Anna"), SeatPlan("local", "anna")], {}, Settings(), ANNA)


@pytest.mark.parametrize(
    "name", ["x", "x" * 24, "Jörg-Ægir d'Ô", "李小龍", "<b>&\"'", "'; DROP TABLE seats; --"]
)
def test_good_names(tables: Tables, name: str) -> None:
    table = four(tables)
    table.claim(table.invite(1, ANNA), BERT, name)
    assert tables.open(table.id).names[1] == name


def test_seats_planned_without_names(tables: Tables) -> None:
    plans = [
        SeatPlan("local"),
        SeatPlan("bot", bot="random"),
        SeatPlan("bot", bot="random"),
        SeatPlan("friend"),
    ]
    table = tables.create(GAME, 4, plans, {}, Settings(), ANNA)
    assert table.names == ["", "", "", ""]


def test_a_seat_is_taken_along_to_another_device(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    key = table.pass_key(0, ANNA)
    assert key == table.pass_key(0, ANNA)
    other = opened()
    for _ in range(2):
        assert other.of_token(key).take_along(key, "phone") == [0]
    asked = command(table, action="take from bag")
    table.submit(type(asked)(asked.id, asked.version, asked.kind, 0, "phone", asked.action))
    with pytest.raises(NotYourSeat):
        table.pass_key(1, ANNA)
    with pytest.raises(NotYourSeat):
        table.pass_key(0, BERT)


def test_lobby_lists_own_tables_latest_first(tables: Tables) -> None:
    first, second = two_persons(tables), four(tables)
    assert tables.lists.of_browser(ANNA) == [second, first]
    first.submit(command(first))
    assert tables.lists.of_browser(ANNA) == [first, second]
    assert tables.lists.of_browser(BERT) == [first]
    assert tables.lists.of_browser("nobody") == []


@pytest.mark.parametrize("table_id", ["", "nosuchtable", "../../etc", "x" * 500, "a\0", "ä"])
def test_unknown_tables(tables: Tables, table_id: str) -> None:
    with pytest.raises(NoSuchTable):
        tables.open(table_id)
    with pytest.raises(NoSuchTable):
        tables.record(table_id)


@pytest.mark.parametrize(
    ("game", "players", "plans", "options"),
    [
        ("chess", 2, [SeatPlan("local", "A")] * 2, {}),
        (GAME, 1, [SeatPlan("local", "A")], {}),
        (GAME, 6, [SeatPlan("bot", bot="random")] * 6, {}),
        (GAME, 2, [SeatPlan("local", "A")], {}),
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("bot", bot="clever")], {}),
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("bot")], {}),
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("bot", bot="farmtable.bots:RandomBot")], {}),
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("bot", bot="search:99")], {}),
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("ghost")], {}),  # type: ignore[arg-type]
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("friend")], {"prices": "rising"}),
        (GAME, 2, [SeatPlan("local", "A"), SeatPlan("friend")], {"colour": "red"}),
    ],
)
def test_bad_plans(
    tables: Tables, game: str, players: int, plans: list[SeatPlan], options: dict[str, str]
) -> None:
    with pytest.raises(BadOption):
        tables.create(game, players, plans, options, Settings(), ANNA)
    assert tables.lists.of_browser(ANNA) == []


@pytest.mark.parametrize("delay", [-1, 10.5, float("nan"), float("inf")])
def test_bad_settings(delay: float) -> None:
    with pytest.raises(BadOption, match="0 to 10 seconds"):
        Settings(bot_delay=delay)


def test_settings_are_kept(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables, bot_delay=0.25, confirm=False)
    assert opened().open(table.id).settings == Settings(0.25, False)


def test_secrets_are_in_no_text(tables: Tables) -> None:
    table = two_persons(tables)
    asked = command(table)
    said = [repr(asked), repr(table), repr(tables), repr(table.seats), repr(vars(table)["_holders"])]
    for forged in (asked, type(asked)(asked.id, 0, "play", 1, ANNA, 0)):
        try:
            table.submit(forged)
        except (NotYourSeat, ValueError) as error:
            said += [str(error), repr(error)]
    for text in said:
        assert ANNA not in text
        assert BERT not in text


def test_secrets_of_a_database_stay_the_same(tables: Tables, opened: Callable[[], Tables]) -> None:
    assert tables.secret("cookies") == opened().secret("cookies") != tables.secret("forms")

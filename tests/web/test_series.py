"""A series on the page: its table, and the way from one game to the next."""

from __future__ import annotations

import re
from html import unescape

import pytest

from farmtable.tables import Tables
from tests.web.visitor import Visitor

NEXT = re.compile(r'action="(/table/[^"]+/next)"')


def play_out(table: str, tables: Tables, *visitors: Visitor) -> None:
    """Decide for everybody to the end of the game: persons by their boards, bots in this process."""
    game = tables.open(table)
    while not game.over:
        if game.bot_to_move() is not None:
            game.move_bot()
        else:
            seat = game.to_play
            visitors[seat].play_first(table, seat)


@pytest.fixture
def table(anna: Visitor, ben: Visitor, tables: Tables) -> str:
    """A first market day of Anna, Ben and a bot, played to its end."""
    found = anna.set_up("local", "friend", "bot", name_0="Anna", bot_2="random", option_day="1", hints="yes")
    invite = re.search(r'value="(/join/[^"]+)"', anna.get(f"/table/{found}").text)
    assert invite
    ben.post(invite[1], name="Ben")
    play_out(found, tables, anna, ben)
    return found


def shown(html: str) -> list[list[str]]:
    """The table of the series, cell by cell."""
    found = re.search(r'<table class="standings">.*?</table>', html, re.DOTALL)
    if not found:
        return []
    rows = re.findall(r"<tr.*?</tr>", found[0], re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    hidden = r'<span class="badge"[^>]*>[^<]*</span>'
    return [
        [unescape(re.sub(r"<[^>]+>", "", re.sub(hidden, "", cell))).strip() for cell in row] for row in cells
    ]


def test_one_click_and_the_others_are_led_there(anna: Visitor, ben: Visitor, table: str) -> None:
    begin = NEXT.search(anna.board(table).html)
    assert begin
    assert NEXT.search(ben.board(table).html), "whoever of them likes"
    answer = anna.post(begin[1])
    following = str(answer.url.path).removeprefix("/table/")
    assert answer.status_code == 200
    assert following != table
    board = ben.board(table)
    assert f'href="/table/{following}"' in board.html
    assert "The next game has been set up." in board.html
    assert NEXT.search(board.html) is None
    assert [anna.board(following).seat, ben.board(following).seat] == ["0", "1"]
    page = ben.get(f"/table/{following}").text
    assert {"Anna", "Ben"} <= set(re.findall(r'class="who">\s*([^<\s]+)', page))
    assert f"/table/{following}" in ben.get("/").text
    assert ben.post(begin[1]).url.path == f"/table/{following}", "it is the same for who asks again"


def test_who_looks_at_the_table_hears_of_the_next_game(anna: Visitor, ben: Visitor, table: str) -> None:
    before = re.search(r'data-stamp="(\d+)\.(\d+)"', ben.board(table).html)
    anna.post(f"/table/{table}/next")
    after = re.search(r'data-stamp="(\d+)\.(\d+)"', ben.board(table).html)
    assert before
    assert after
    assert before[1] == after[1]
    assert int(before[2]) < int(after[2])


def test_a_spectator_begins_nothing_and_may_follow(anna: Visitor, stranger: Visitor, table: str) -> None:
    assert NEXT.search(stranger.board(table).html) is None
    answer = stranger.post(f"/table/{table}/next")
    assert answer.status_code == 403
    assert "Only somebody who plays at this table can begin its next game." in answer.text
    anna.post(f"/table/{table}/next")
    assert "Next game of the series" in stranger.board(table).html


def test_the_way_to_the_next_game_is_no_page_of_another_site(anna: Visitor, table: str) -> None:
    assert anna.client.post(f"/table/{table}/next", data={}).status_code == 403
    assert anna.client.post(f"/table/{table}/next", data={"token": "forged"}).status_code == 403


def test_the_table_of_the_series_grows_and_names_the_winner(
    anna: Visitor, ben: Visitor, tables: Tables, table: str
) -> None:
    total = dict.fromkeys(range(3), 0)
    here, rows = table, shown(anna.board(table).html)
    for day in (1, 2, 3):
        if day > 1:
            here = str(anna.post(f"/table/{here}/next").url.path).removeprefix("/table/")
            assert shown(anna.board(here, 0).html) == rows, "while a day runs: those before"
            play_out(here, tables, anna, ben)
        game = tables.open(here)
        total = {seat: n + total[seat] for seat, n in enumerate(game.record().state().scores())}
        board = anna.board(here).html
        assert f"Market after day {day} of 3" in board
        rows = shown(board)
        assert rows[0] == ["Rank", "Name", "Coins"]
        coins = [int(row[2]) for row in rows[1:]]
        assert coins == sorted(total.values(), reverse=True)
        assert ("has won the series" in board or "The series is over" in board) == (day == 3)
    best = [game.seats[seat].name or "Random" for seat, n in total.items() if n == max(total.values())]
    assert all(
        any(row[1].startswith(name) and "winner of the series" in row[1] for row in rows) for name in best
    )
    assert NEXT.search(board) is None
    assert anna.post(f"/table/{here}/next").status_code == 409


def test_what_is_played_on_from_the_last_game_names_no_winner_of_the_series(
    anna: Visitor, tables: Tables
) -> None:
    """That game has decided it, and nobody wins it another time."""
    last = anna.set_up("local", "bot", bot_1="random", option_day="3")
    play_out(last, tables, anna)
    branch = anna.post(f"/table/{last}/play-on", at="1", seat="0").url.path.removeprefix("/table/")
    play_out(branch, tables, anna)
    won = re.compile("winner of the series|has won the series|The series is over")
    for table, names in ((last, True), (branch, False)):
        board = anna.board(table).html
        assert shown(board)
        assert bool(won.search(board)) == names


def test_a_single_game_has_no_table_and_no_next(anna: Visitor, tables: Tables) -> None:
    found = anna.set_up("local", "bot", bot_1="random")
    assert shown(anna.board(found).html) == []
    play_out(found, tables, anna)
    board = anna.board(found).html
    assert shown(board) == []
    assert "Next game" not in board


def campaign_of_bots(anna: Visitor, names: list[str]) -> str:
    """The first game of a campaign of Agricola without hand cards, a random bot for each name."""
    found = anna.post(
        "/tables",
        game="agricola",
        players=str(len(names)),
        delay="0",
        option_campaign="1",
        option_cards="none",
        **{f"kind_{seat}": "bot" for seat in range(len(names))},
        **{f"bot_{seat}": "random" for seat in range(len(names))},
        **{f"name_{seat}": name for seat, name in enumerate(names)},
    )
    return str(found.url.path).removeprefix("/table/")


def test_a_campaign_of_agricola_on_the_page(anna: Visitor, tables: Tables) -> None:
    """R13.8, R13.9: the table, and the next game with who begins and who has food more."""
    names = ["Ada", "Bob", "Cleo"]
    for _ in range(5):  # hardly ever two of them are equal, who would share a rank
        here = campaign_of_bots(anna, names)
        play_out(here, tables)
        rows = shown(anna.board(here).html)
        if len({row[0] for row in rows[1:]}) == len(names):
            break
    assert rows[0] == ["Rank", "Name", "This game", "Campaign", "Points in all games"]
    assert [row[0] for row in rows[1:]] == ["1", "2", "3"]
    assert [row[2] for row in rows[1:]] == ["7", "5", "3"]
    answer = anna.post(f"/table/{here}/next")
    options = tables.open(str(answer.url.path).removeprefix("/table/")).options
    assert options["campaign"] == "2"
    assert options["start"] == str(names.index(rows[1][1]) + 1)
    assert options["extra_food"] == str(names.index(rows[3][1]) + 1)

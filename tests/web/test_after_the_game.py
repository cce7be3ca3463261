"""What the pages offer beside playing: the list of one's tables, leaving one, a rematch, the past."""

from __future__ import annotations

import re
from html import unescape

import pytest

from farmtable.core import Text
from farmtable.tables import Tables
from farmtable.web.beside.sheets import side_by_side
from farmtable.web.reader import Reader
from tests.web.test_series import play_out
from tests.web.visitor import Visitor


@pytest.fixture
def table(anna: Visitor, ben: Visitor) -> str:
    """A running game of Anna, who has set it up, and Ben, her friend."""
    found = anna.set_up("local", "friend", name_0="Anna")
    invite = re.search(r'value="(/join/[^"]+)"', anna.get(f"/table/{found}").text)
    assert invite
    ben.post(invite[1], name="Ben")
    return found


def groups(visitor: Visitor) -> dict[str, list[str]]:
    """The tables in a visitor's list, by the title of their group."""
    parts = visitor.get("/").text.split('<section class="my-tables"')[1:]
    return {
        re.findall(r"<h3[^>]*>(\w+)", part)[0]: re.findall(r'<a href="/table/([^"/]+)"', part)
        for part in parts
    }


def text_of(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


# --- the list ----------------------------------------------------------------------------------------


def test_the_list_says_who_plays_how_it_stands_and_whom_all_wait_for(
    anna: Visitor, ben: Visitor, table: str, tables: Tables
) -> None:
    for visitor, status in ((anna, "your turn"), (ben, "running")):
        html = visitor.get("/").text.split('<section class="my-tables"')[1]
        assert f"<em>{status}</em>" in html
        assert text_of(html.split('class="people"')[1].split("</ul>")[0]).count("to play") == 1
        assert re.search(r'<time datetime="\d{4}-\d\d-\d\d">', html)
    play_out(table, tables, anna, ben)
    html = anna.get("/").text.split('<section class="my-tables"')[1]
    scores = tables.open(table).record().state().scores()
    assert [int(n) for n in re.findall(r"points: </span>(-?\d+)<", html)] == scores
    assert "winner" in html
    assert f'href="/table/{table}/replay"' in html
    assert groups(ben) == {"Finished": [table]}


def test_points_that_only_others_can_see_are_not_in_the_list(
    anna: Visitor, ben: Visitor, table: str, tables: Tables
) -> None:
    """A list is of what a spectator may know."""
    public = tables.open(table).perspective(None)
    shown = [sum(points for _, points in public.score_sheet(seat)) for seat in range(2)]
    for visitor in (anna, ben):
        html = visitor.get("/").text.split('<section class="my-tables"')[1]
        assert [int(n) for n in re.findall(r"points: </span>(-?\d+)<", html)] == shown


def test_a_table_goes_into_the_archive_and_back(anna: Visitor, ben: Visitor, table: str) -> None:
    assert groups(anna) == {"Running": [table]}
    anna.post(f"/table/{table}/archive")
    # Those in the archive have a page of their own.
    assert (groups(anna), groups(ben)) == ({"Archived": []}, {"Running": [table]})
    assert f'<a href="/table/{table}"' in anna.get("/my-tables/archived").text
    assert "in your archive" in anna.get(f"/table/{table}/leave").text
    anna.post(f"/table/{table}/archive", back="yes")
    assert groups(anna) == {"Running": [table]}


def test_what_is_deleted_is_gone(anna: Visitor, stranger: Visitor) -> None:
    table = anna.set_up("local", "bot")
    page = anna.get(f"/table/{table}/leave").text
    assert "Nobody else plays here." in page
    asked = re.search(r"<details class=\"sure\">.*?</details>", page, re.S)
    assert asked, "it is asked once more, without a script too"
    assert f'action="/table/{table}/delete"' in asked[0]
    for path in ("leave", "archive", "delete"):
        answer = (
            stranger.get(f"/table/{table}/leave")
            if path == "leave"
            else stranger.post(f"/table/{table}/{path}")
        )
        assert answer.status_code == 403
    assert anna.post(f"/table/{table}/delete").url.path == "/"
    assert groups(anna) == {}
    assert anna.get(f"/table/{table}").status_code == 404


def test_who_came_by_a_private_link_deletes_only_for_himself(anna: Visitor, stranger: Visitor) -> None:
    table = anna.set_up("local", "bot")
    link = re.search(r'value="http://testserver(/take/[^"]+)"', anna.get(f"/table/{table}/devices").text)
    assert link
    stranger.post(link[1])
    page = stranger.get(f"/table/{table}/leave").text
    assert "The device that had the seat before it keeps the table" in page
    assert "is erased" not in page
    assert stranger.post(f"/table/{table}/delete").url.path == "/"
    assert groups(stranger) == {}
    assert anna.board(table, 0).status == 200
    assert "Nobody else plays here." in anna.get(f"/table/{table}/leave").text


def test_who_still_plays_with_others_is_told_to_resign_first(anna: Visitor, table: str) -> None:
    page = anna.get(f"/table/{table}/leave").text
    assert "Resign first" in page
    assert f'action="/table/{table}/delete"' not in page
    answer = anna.post(f"/table/{table}/delete")
    assert answer.status_code == 409
    assert "Resign first" in answer.text


# --- to resign ---------------------------------------------------------------------------------------


def test_everybody_sees_who_has_resigned_and_what_came_of_it(
    anna: Visitor, ben: Visitor, table: str, tables: Tables
) -> None:
    rules = text_of(anna.get(f"/table/{table}/leave").text)
    assert "A computer player of strength 4 will play on for you until this game is over." in rules
    anna.post(f"/table/{table}/resign", seat="0")
    board = anna.board(table)
    assert (board.seat, board.actions) == ("", [])
    assert "You have resigned. A computer player plays on for Anna; you may watch." in board.html
    for visitor in (anna, ben):
        seats = visitor.board(table).html.split('class="seat-list"')[1].split("</ol>")[0]
        assert seats.count("<small>resigned</small>") == 1
        assert "computer, strength 4" in seats
    assert anna.send(table, version=board.version, seat=0, kind="undo").status_code == 403
    play_out(table, tables, anna, ben)
    html = ben.board(table).html
    assert "resigned" in html.split('class="sheets"')[1].split("</thead>")[0]
    if tables.open(table).perspective(None).winners() == [0]:
        assert "Anna had resigned; a computer player won this for them." in html
    assert text_of(anna.get("/").text.split('class="people"')[1].split("</ul>")[0]).count("resigned") == 1


def test_who_gave_no_name_is_called_as_before_once_he_has_resigned(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "friend")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    assert ben.post(invite, name="Ben").status_code == 200
    anna.post(f"/table/{table}/resign", seat="0")
    assert "A computer player plays on for Player 1;" in anna.board(table).html


def test_a_device_that_came_later_is_offered_nothing_that_cannot_be_taken_back(
    anna: Visitor, stranger: Visitor, table: str
) -> None:
    (link,) = re.findall(r'value="[^"]*(/take/[^"]+)"', anna.get(f"/table/{table}/devices").text)
    assert stranger.post(link).url.path == f"/table/{table}"
    for visitor, may in ((anna, True), (stranger, False)):
        html = visitor.get(f"/table/{table}/leave").text
        assert (f'action="/table/{table}/resign"' in html) == may
        assert ("Only the device that had the seat first" in html) != may
    assert stranger.post(f"/table/{table}/resign", seat="0").status_code == 403
    assert "resigned" not in anna.board(table).html


def test_nobody_resigns_for_another(anna: Visitor, ben: Visitor, table: str) -> None:
    assert ben.post(f"/table/{table}/resign", seat="0").status_code == 403
    for seat in ("", "x", "99"):
        assert ben.post(f"/table/{table}/resign", seat=seat).status_code in (400, 403)
    assert "resigned" not in anna.board(table).html


def test_the_page_says_what_resigning_and_deleting_cost(anna: Visitor, tables: Tables) -> None:
    """A rated game that has begun is resigned, not deleted; one that has not is left for nothing."""
    anna.post("/sign-up", name="Anna", password="wheat and barley")
    table = anna.set_up("local", "bot", bot_1="random", confirm="")
    page = anna.get(f"/table/{table}/leave").text
    assert "this game will not count for any rating" in page
    assert page.count("you can resign or delete rated games five times a day") == 2
    assert f'action="/table/{table}/delete"' in page
    while not tables.open(table).everybody_has_decided:
        if tables.open(table).bot_to_move() is None:
            anna.play_first(table, 0)
        else:
            tables.open(table).move_bot()
    page = anna.get(f"/table/{table}/leave").text
    assert "this game will not count for any rating" not in page
    assert "five times a day" not in page
    assert f'action="/table/{table}/delete"' not in page
    refused = anna.post(f"/table/{table}/delete")
    assert refused.status_code == 409
    for told in (page, refused.text):
        assert "This game is rated. Resign, and once it is over the table can be deleted." in told


# --- once more, and from the past --------------------------------------------------------------------


def test_a_rematch_is_one_click_for_all(anna: Visitor, ben: Visitor, table: str, tables: Tables) -> None:
    assert "rematch" not in anna.board(table).html
    play_out(table, tables, anna, ben)
    form = f'action="/table/{table}/rematch"'
    assert form in anna.board(table).html
    assert form in ben.board(table).html
    again = str(anna.post(f"/table/{table}/rematch").url.path).removeprefix("/table/")
    board = ben.board(table)
    assert form not in board.html
    assert f'href="/table/{again}"' in board.html
    assert "The rematch has been set up." in board.html
    assert [anna.board(again).seat, ben.board(again).seat] == ["1", "0"]


def test_who_was_left_out_of_a_rematch_hears_nothing_of_it(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables
) -> None:
    for visitor, name in ((anna, "Anna"), (ben, "Ben"), (stranger, "Cleo")):
        visitor.post("/sign-up", name=name, password="wheat and barley")
    found = anna.set_up("local", "friend", "friend", name_0="Anna")
    invites = re.findall(r"/join/[\w.-]+", anna.get(f"/table/{found}").text)
    for visitor, invite, name in ((ben, invites[0], "Ben"), (stranger, invites[1], "Cleo")):
        visitor.post(invite, name=name)
    play_out(found, tables, anna, ben, stranger)
    people = {person.name: person.id for person in tables.people.all()}
    ben.post(f"/people/{people['Anna']}/block")
    again = ben.post(f"/table/{found}/rematch").url.path
    for visitor, hears in ((ben, True), (stranger, True), (anna, False)):
        html = visitor.board(found).html
        assert (f'href="{again}"' in html) == hears
        assert ("The rematch has been set up." in html) == hears
        assert f'action="/table/{found}/rematch"' not in html
    assert anna.post(f"/table/{found}/rematch").status_code == 409


def test_a_stranger_is_offered_no_rematch(
    anna: Visitor, ben: Visitor, stranger: Visitor, table: str, tables: Tables
) -> None:
    play_out(table, tables, anna, ben)
    assert "/rematch" not in stranger.board(table).html
    assert stranger.post(f"/table/{table}/rematch").status_code == 403


def test_anybody_plays_on_from_the_past_against_bots(
    anna: Visitor, ben: Visitor, stranger: Visitor, table: str, tables: Tables
) -> None:
    assert stranger.post(f"/table/{table}/play-on", at="3", seat="0").status_code == 409
    play_out(table, tables, anna, ben)
    page = stranger.get(f"/table/{table}/replay/board", at=3, seat=1).text
    assert "Play on from here as Ben" in page
    answer = stranger.post(f"/table/{table}/play-on", at="3", seat="1")
    found = str(answer.url.path).removeprefix("/table/")
    assert answer.status_code == 200
    assert [seat.kind for seat in tables.open(found).seats] == ["bot", "local"]
    assert stranger.board(found).seat == "1"
    assert sum(entry.seat is not None for entry in tables.open(found).log(None)) == 3
    assert "Play on from here" not in stranger.get(f"/table/{table}/replay/board").text, "that is the end"
    for at, seat in (("x", "0"), ("3", "7"), ("", "")):
        assert stranger.post(f"/table/{table}/play-on", at=at, seat=seat).status_code == 400
    assert stranger.post(f"/table/{table}/play-on", at="9999", seat="0").status_code == 422


def test_the_replay_knows_turns_and_rounds(anna: Visitor, ben: Visitor, table: str, tables: Tables) -> None:
    play_out(table, tables, anna, ben)
    record = tables.record(table)
    deciders = [int(state.to_play) for state in record.states() if state.to_play != -1]
    turns = [at for at, seat in enumerate(deciders) if at == 0 or seat != deciders[at - 1]]
    page = anna.get(f"/table/{table}/replay", at=turns[2]).text
    assert f'data-turns="{turns}"' in page
    for step, at in (("turnBack", turns[1]), ("turnOn", turns[3]), ("last", len(deciders) - 1)):
        assert re.search(rf'name="at" value="{at}" data-step="{step}"', page)
    assert re.findall(r'class="now" aria-current="step"><a href="/table/[^"?]+\?at=(\d+)', page) == [
        str(turns[2])
    ]
    assert 'class="later"' in page


READER = Reader("browser", "de", "token")


def test_lines_that_only_some_have_stand_where_they_do_in_theirs() -> None:
    a, b, c, d = (Text("line {letter}", letter=letter) for letter in "abcd")
    rows = side_by_side([[(a, 1), (b, 2), (d, 3)], [(a, 4), (c, 5), (d, 6)]], READER)
    assert [(row["label"][-1], [cell and cell["points"] for cell in row["cells"]]) for row in rows] == [
        ("a", [1, 4]),
        ("c", [None, 5]),
        ("b", [2, None]),
        ("d", [3, 6]),
    ]


def test_what_is_counted_is_one_line_whatever_the_number() -> None:
    fields = [Text.counted("{n} field", "{n} fields", n) for n in (1, 4)]
    (row,) = side_by_side([[(fields[0], -1)], [(fields[1], 2)]], READER)
    assert row == {"label": "Äcker", "cells": [{"points": -1, "count": 1}, {"points": 2, "count": 4}]}


def test_lines_about_the_same_thing_are_added_up() -> None:
    """Who has two cows of different worth sees what both bring."""
    cow, sheep = Text("cow"), Text.counted("{n} sheep", "{n} sheep", 2)
    rows = side_by_side([[(cow, 12), (cow, 13), (sheep, 1), (sheep, 3)]], READER)
    assert [row["cells"] for row in rows] == [[{"points": 25, "count": None}], [{"points": 4, "count": 4}]]

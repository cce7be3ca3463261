"""Seats by invitation and by private link."""

from __future__ import annotations

import re

import pytest

from tests.web.visitor import Visitor


@pytest.fixture
def table(anna: Visitor) -> str:
    return anna.set_up("local", "friend", "friend", name_0="Anna")


def invitations(visitor: Visitor, table: str) -> list[str]:
    return re.findall(r'value="(/join/[^"]+)"', visitor.get(f"/table/{table}").text)


def test_a_friend_takes_the_seat_under_his_name(anna: Visitor, ben: Visitor, table: str) -> None:
    first, _ = invitations(anna, table)
    page = ben.get(first)
    assert "invited to the table by Anna" in page.text
    assert ben.board(table).seat == ""  # to open the link takes nothing
    assert ben.post(first, name="  Ben ").url.path == f"/table/{table}"
    assert ben.board(table).seat == "1"
    assert "Ben" in anna.board(table).html
    assert ben.get(first).url.path == f"/table/{table}"
    assert len(invitations(anna, table)) == 1


def test_it_is_people_who_invite(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "bot", "friend", name_0="Anna")
    (invite,) = invitations(anna, table)
    assert "invited to the table by Anna." in ben.get(invite).text


def test_only_who_set_the_table_up_sees_invitations(anna: Visitor, stranger: Visitor, table: str) -> None:
    assert len(invitations(anna, table)) == 2
    assert invitations(stranger, table) == []


def test_a_taken_seat_stays_taken(anna: Visitor, ben: Visitor, stranger: Visitor, table: str) -> None:
    invite = invitations(anna, table)[0]
    ben.post(invite, name="Ben")
    assert "taken by somebody else" in stranger.get(invite).text
    assert stranger.post(invite, name="Cleo").status_code == 403
    assert ben.board(table).seat == "1"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "ANNA", "a\u202eb"])
def test_a_name_must_fit(anna: Visitor, ben: Visitor, table: str, name: str) -> None:
    invite = invitations(anna, table)[0]
    answer = ben.post(invite, name=name)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert ben.post(invite, name="Ben").status_code == 200


def test_a_name_is_only_ever_text(anna: Visitor, ben: Visitor, table: str) -> None:
    ben.post(invitations(anna, table)[0], name="<b>&{seat}%(x)s")
    assert "&lt;b&gt;&amp;{seat}%(x)s" in anna.board(table).html
    assert "<b>&" not in anna.board(table).html


def test_an_altered_invitation_opens_nothing(anna: Visitor, ben: Visitor, table: str) -> None:
    invite = invitations(anna, table)[0]
    other = invite.replace(f"{table}.1.", f"{table}.0.")
    for wrong in (invite[:-1], invite[:-1] + "!", other, "/join/" + "A" * 5000):
        assert ben.get(wrong).status_code in (403, 404)
        assert ben.post(wrong, name="Ben").status_code in (403, 404)
    assert ben.board(table).seat == ""


def test_a_seat_is_taken_along_by_its_private_link(
    anna: Visitor, ben: Visitor, stranger: Visitor, table: str
) -> None:
    page = anna.get(f"/table/{table}/devices").text
    (link,) = re.findall(r'value="http://testserver(/take/[^"]+)"', page)
    assert "/take/" not in stranger.get(f"/table/{table}/devices").text
    assert ben.get(link).status_code == 200
    assert ben.board(table).seat == ""
    assert ben.post(link).url.path == f"/table/{table}"
    assert ben.board(table).seat == "0"
    assert anna.board(table).seat == "0"
    assert stranger.post(link[:-1] + "!").status_code in (403, 404)
    assert stranger.board(table).seat == ""

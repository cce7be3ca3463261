"""What a table obeys: once, in time, by its own players, within the rules; and nothing else."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from farmtable.tables import Tables
from farmtable.web import play
from tests.web.visitor import Board, Visitor

TAKE_FROM_BAG, TAKE_FROM_STALL, SELL_APPLES = 5, 6, 1


@pytest.fixture
def table(anna: Visitor) -> str:
    """Anna against a bot that does not move by itself here."""
    return anna.set_up("local", "bot", name_0="Anna")


def test_a_decision_is_stored_and_shown(anna: Visitor, table: str, tables: Tables) -> None:
    before = anna.board(table)
    after = Board(anna.send(table, version=before.version, action=TAKE_FROM_STALL))
    assert after.status == 200
    assert after.version > before.version
    assert tables.open(table).version == after.version
    assert "from the stall" in " ".join(after.log)


def test_a_repeated_command_does_nothing(anna: Visitor, table: str) -> None:
    version, name = anna.board(table).version, uuid.uuid4().hex
    first = Board(anna.send(table, id=name, version=version, action=TAKE_FROM_BAG))
    again = Board(anna.send(table, id=name, version=version, action=TAKE_FROM_BAG))
    assert (first.status, again.status) == (200, 200)
    assert again.version == first.version


def test_a_stale_command_gets_the_current_board(anna: Visitor, table: str) -> None:
    version = anna.board(table).version
    first = Board(anna.send(table, version=version, action=TAKE_FROM_BAG))
    late = Board(anna.send(table, version=version, action=TAKE_FROM_STALL))
    assert late.status == 409
    assert late.version == first.version
    assert late.notice
    assert late.actions == first.actions


def test_a_forbidden_action_names_its_rule(anna: Visitor, table: str) -> None:
    version = anna.board(table).version
    refused = Board(anna.send(table, version=version, action=SELL_APPLES))
    assert refused.status == 422
    assert refused.version == version
    assert refused.notice == "Take a crate first. (M2, a turn)"


def test_undo_and_finish(anna: Visitor, table: str) -> None:
    board = Board(anna.send(table, version=anna.board(table).version, action=TAKE_FROM_BAG))
    assert board.held  # nothing is drawn before she says so
    assert board.can_undo
    assert not board.actions
    undone = Board(anna.send(table, version=board.version, kind="undo"))
    assert not undone.held
    assert undone.actions == [TAKE_FROM_BAG, TAKE_FROM_STALL]
    assert any("took a decision back" in line for line in undone.log)
    board = Board(anna.send(table, version=undone.version, action=TAKE_FROM_BAG))
    drawn = Board(anna.send(table, version=board.version, kind="finish"))
    assert not drawn.can_undo  # something was revealed
    assert 0 in drawn.actions
    assert Board(anna.send(table, version=drawn.version, kind="undo")).status == 422
    board = Board(anna.send(table, version=drawn.version, action=0))
    board = Board(anna.send(table, version=board.version, kind="finish"))
    assert "Smallholder is thinking." in board.html


def test_only_the_seats_own_browser_plays(anna: Visitor, stranger: Visitor, table: str) -> None:
    version = anna.board(table).version
    for seat in (0, 1, 7):
        answer = stranger.send(table, version=version, action=TAKE_FROM_BAG, seat=seat)
        assert answer.status_code == 403
        assert "This seat belongs to another browser." in answer.text
    assert anna.send(table, version=version, seat=1, action=TAKE_FROM_BAG).status_code == 403
    assert anna.board(table).version == version


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"farmtable-token": "forged"},
        {"farmtable-token": "ünicode".encode("latin-1")},
    ],
)
def test_a_forged_command_is_refused(anna: Visitor, table: str, headers: dict[str, str]) -> None:
    version = anna.board(table).version
    answer = anna.send(table, version=version, action=TAKE_FROM_BAG, headers=headers)
    assert answer.status_code == 403
    assert "did not come from one of your pages" in answer.text
    assert anna.board(table).version == version


def test_another_browsers_token_is_no_token(anna: Visitor, stranger: Visitor, table: str) -> None:
    version = anna.board(table).version
    answer = anna.send(table, version=version, action=TAKE_FROM_BAG, token=stranger.token())
    assert answer.status_code == 403


def test_a_form_without_token_is_refused(app: FastAPI) -> None:
    visitor = Visitor(app)
    visitor.get("/")
    for path in ("/tables", "/language", "/join/x", "/take/x"):
        assert visitor.client.post(path, data={"language": "de"}).status_code == 403


def test_a_request_of_ones_own_origin_is_believed(anna: Visitor, table: str) -> None:
    headers = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    version = anna.board(table).version
    assert anna.send(table, version=version, action=TAKE_FROM_BAG, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "destroy"},
        {"version": -1},
        {"version": "1"},
        {"action": 1.5},
        {"action": True},
        {"action": 10**30},
        {"action": -1},
        {"action": "take from bag"},
        {"id": ""},
        {"id": "x" * 65},
        {"id": "not an id; really"},
        {"seat": None},
        {"extra": 1},
    ],
)
def test_an_unreadable_command_is_refused(anna: Visitor, table: str, fields: dict[str, object]) -> None:
    version = anna.board(table).version
    answer = anna.send(table, **{"version": version, "action": TAKE_FROM_BAG} | fields)
    assert answer.status_code == 400
    assert "This request cannot be read." in answer.text
    assert anna.board(table).version == version


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 20_000, b'{"id": NaN}'])
def test_what_is_no_json_is_refused(anna: Visitor, table: str, body: bytes) -> None:
    headers = {"farmtable-token": anna.token()}
    answer = anna.client.post(f"/table/{table}/command", content=body, headers=headers)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


def test_big_bodies_are_refused_announced_or_not(anna: Visitor, table: str) -> None:
    megabyte = b"x" * 1024 * 1024

    def stream() -> Iterator[bytes]:
        for _ in range(10):
            yield megabyte

    headers = {"farmtable-token": anna.token()}
    for content in (megabyte * 10, stream()):
        for path in (f"/table/{table}/command", "/tables"):
            answer = anna.client.post(path, content=content, headers=headers)
            assert answer.status_code == 413 or path == "/tables"
            assert "Traceback" not in answer.text
    form = {"content-type": "application/x-www-form-urlencoded"}
    for content in (b"name_0=" + megabyte * 10, stream()):
        answer = anna.client.post("/tables", content=content, headers=form)
        assert answer.status_code == 413
        assert "at most 64 KB" in answer.text
    assert anna.board(table).actions == [TAKE_FROM_BAG, TAKE_FROM_STALL]


def test_previews_say_what_an_action_brings_or_why_not(anna: Visitor, table: str) -> None:
    answer = anna.get(f"/table/{table}/preview", seat=0, actions="5,6,1,99999")
    bag, stall, sell, unknown = answer.json()
    said = {"text": "take from bag", "told": "Anna reaches into the bag."}
    assert bag == {"action": 5, "legal": True, **said, "why": None, "gains": {}}
    assert stall["legal"]
    assert not sell["legal"]
    assert sell["why"] == "Take a crate first. (M2, a turn)"
    assert sell["gains"] is None
    assert unknown["why"] == "There is no such action."
    held = Board(anna.send(table, version=anna.board(table).version, action=TAKE_FROM_BAG))
    after = Board(anna.send(table, version=held.version, kind="finish"))
    for previewed in anna.get(f"/table/{table}/preview", seat=0, actions="1,2,3,4").json():
        assert previewed["legal"] == (previewed["action"] in after.actions)
        if previewed["legal"]:
            assert previewed["gains"]["coins"] >= 8


def test_while_one_may_undo_the_next_is_asked_nothing(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    """What follows from a decision is for those who come after it; until it stands, nothing follows."""
    table = anna.set_up("local", "friend", name_0="Anna", hints="yes")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    assert ben.post(invite, name="Ben").status_code == 200
    anna.play_first(table, 0)
    version = anna.board(table).version
    held = Board(anna.send(table, version=version, action=0))  # she keeps everything: Ben would be next
    assert held.held
    every = ",".join(map(str, range(7)))
    for visitor, seat, why in (
        (ben, 1, "Anna has not finished yet."),
        (anna, 0, "Finish your turn or undo your last decision first."),
    ):
        for previewed in visitor.get(f"/table/{table}/preview", seat=seat, actions=every).json():
            assert not previewed["legal"]
            assert previewed["text"] is previewed["gains"] is None
            assert previewed["why"] == why
    for visitor in (ben, stranger):
        board = visitor.board(table)
        assert not board.actions
        assert not board.can_undo
        assert "Anna is about to finish." in board.html
    assert Board(ben.send(table, version=held.version, seat=1, action=5)).status == 422
    asked = {"version": held.version, "seat": 1}
    headers = {"farmtable-token": ben.token()}
    assert ben.client.post(f"/table/{table}/hint", json=asked, headers=headers).status_code == 422

    done = Board(anna.send(table, version=held.version, kind="finish"))
    assert not done.can_undo
    assert Board(anna.send(table, version=done.version, kind="undo")).status == 422
    assert ben.board(table).actions == [TAKE_FROM_BAG, TAKE_FROM_STALL]
    answers = ben.get(f"/table/{table}/preview", seat=1, actions=every).json()
    assert [answer["action"] for answer in answers if answer["legal"]] == [TAKE_FROM_BAG, TAKE_FROM_STALL]


def test_what_is_asked_twice_at_once_is_looked_at_once(
    anna: Visitor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def note(_: object, action: int, *__: object) -> dict[str, int]:
        looked.append(action)
        return {"action": action}

    monkeypatch.setattr(play, "_previewed", note)
    answer = anna.get(f"/table/{table}/preview", seat=0, actions=",".join(["5", "6", "5"] * 80)).json()
    assert [one["action"] for one in answer] == [5, 6, 5] * 80
    assert looked == [5, 6]


def test_previews_are_ones_own_and_bounded(anna: Visitor, stranger: Visitor, table: str) -> None:
    assert stranger.get(f"/table/{table}/preview", seat=0, actions="5").status_code == 403
    assert anna.get(f"/table/{table}/preview", seat=1, actions="5").status_code == 403
    assert anna.get(f"/table/{table}/preview", seat=0, actions=",".join(["5"] * 256)).status_code == 200
    for wrong in (",".join(["5"] * 257), "5;6", "-1", "five", "٣", "9" * 400):
        assert anna.get(f"/table/{table}/preview", seat=0, actions=wrong).status_code == 400

"""A finished game: its score sheet, its replay, its record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from farmtable import Record
from farmtable.tables import Tables
from farmtable.web import create_app
from tests.retirement import retire
from tests.web.test_pages import check_modules
from tests.web.visitor import Visitor


@pytest.fixture
def finished(anna: Visitor, tables: Tables) -> str:
    """A game that Anna and a bot have played to its end."""
    table_id = anna.set_up("local", "bot", name_0="Anna")
    table = tables.open(table_id)
    while not table.over:
        if table.bot_to_move() is None:
            anna.play_first(table_id, 0)
        else:
            table.move_bot()
    return table_id


def test_the_score_sheet_shows_every_point(anna: Visitor, finished: str, tables: Tables) -> None:
    html = anna.board(finished).html
    scores = tables.open(finished).record().state().scores()
    (totals,) = re.findall(r"<tfoot><tr><th[^>]*>Total</th>(.*?)</tr>", html)
    assert [int(total) for total in re.findall(r"<td>(\d+)</td>", totals)] == scores
    assert "winner" in html
    assert f"/table/{finished}/replay" in html


def test_the_replay_goes_from_the_first_position_to_the_last(
    anna: Visitor, stranger: Visitor, finished: str
) -> None:
    page = anna.get(f"/table/{finished}/replay").text
    last = int(re.findall(r'max="(\d+)"', page)[0])
    assert f'data-at="{last}"' in page
    assert last > 10
    said = set()
    for at in range(last + 1):
        answer = stranger.get(f"/table/{finished}/replay/board", at=at, seat=1)
        assert answer.status_code == 200
        assert f'data-at="{at}"' in answer.text
        said |= set(re.findall(r'id="say">([^<]+)<', answer.text))
    assert len(said) > 10
    assert stranger.get(f"/table/{finished}/replay", at=10**6, seat=99).status_code == 200
    assert stranger.get(f"/table/{finished}/replay", at=-5).status_code == 200
    assert stranger.get(f"/table/{finished}/replay", at="x").status_code == 400


def test_the_replay_shows_what_the_chosen_eyes_saw(anna: Visitor, finished: str) -> None:
    own = anna.get(f"/table/{finished}/replay", at=0, seat=0).text
    other = anna.get(f"/table/{finished}/replay", at=0, seat=1).text
    nobody = anna.get(f"/table/{finished}/replay", at=0, seat="").text
    assert len({own, other, nobody}) == 3
    assert "Anna draws a crate." in nobody
    assert "Anna draws a crate." not in own


def test_who_played_one_seat_first_sees_as_it_did(anna: Visitor, stranger: Visitor, finished: str) -> None:
    def eyes(visitor: Visitor, **asked: str) -> list[str]:
        html = visitor.get(f"/table/{finished}/replay", at=0, **asked).text
        return re.findall(r'<option value="(\d+)" selected>', html.partition('id="eyes"')[2])

    assert eyes(anna) == ["0"]
    assert eyes(anna, seat="") == []
    assert eyes(stranger) == []


def test_the_replay_names_every_module_that_it_needs(anna: Visitor, finished: str) -> None:
    check_modules(anna, f"/table/{finished}/replay")


def test_the_record_can_be_verified(stranger: Visitor, finished: str) -> None:
    answer = stranger.get(f"/table/{finished}/record.json")
    assert answer.headers["content-disposition"].endswith('.json"')
    record = Record.from_dict(answer.json())
    assert record.verify().winners()


@pytest.fixture
def later(tables: Tables, anna: Visitor, finished: str, tmp_path: Path) -> Iterator[Visitor]:
    """Anna's browser years later, with `finished` and a game under way, when their rules are retired."""
    anna.set_up("local", "friend", name_0="Anna")
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    retire(database)
    opened = Tables(database)
    visitor = Visitor(create_app(opened))
    visitor.client.cookies = anna.client.cookies
    yield visitor
    opened.close()


RETIRED = "These rules are no longer played here; only the saved positions of this game can be shown."


def test_a_finished_game_of_retired_rules_is_shown_at_its_saved_positions(
    later: Visitor, finished: str, tables: Tables
) -> None:
    record = tables.record(finished)
    scores = tables.open(finished).record().state().scores()
    answer = later.get(f"/table/{finished}")
    assert answer.status_code == 200
    assert answer.url.path == f"/table/{finished}/replay"
    assert RETIRED in answer.text
    assert f'max="{len(record.positions) - 1}"' in answer.text
    assert f'href="/table/{finished}"' not in answer.text  # it would only lead here again
    boards = {later.get(f"/table/{finished}/replay/board", at=at).text for at in range(len(record.positions))}
    assert len(boards) == len(record.positions)
    for html in boards:
        assert RETIRED in html
        assert "<li data-version" not in html
    final = later.get(f"/table/{finished}/replay/board").text
    assert re.findall(r"points: </span>(\d+)<", final) == [str(score) for score in scores]
    assert later.get(f"/table/{finished}/record.json").json() == record.to_dict()


def test_an_unfinished_game_of_retired_rules_says_that_it_waits(later: Visitor, finished: str) -> None:
    lobby = later.get("/").text
    listed = dict(re.findall(r'<li><a href="/table/([^"]+)">.*<em>([^<]+)</em>', lobby))
    assert listed.pop(finished) == "over"
    ((waiting, status),) = listed.items()
    assert status == "waiting for its rules"
    answer = later.get(f"/table/{waiting}")
    assert answer.status_code == 200
    assert "follows version 0 of the rules of Market Day; version 1 is played here" in answer.text
    assert "Nothing of it is lost." in answer.text
    leave = f'href="/table/{waiting}/leave"'
    assert leave in answer.text, "who will not wait can put it away, or delete it"
    assert later.get(f"/table/{waiting}/leave").status_code == 200
    stranger = Visitor(later.client.app)
    assert leave not in stranger.get(f"/table/{waiting}").text, "not who has nothing to do with it"
    for path in ("board", "events", "devices", "replay", "record.json"):
        assert later.get(f"/table/{waiting}/{path}").status_code == 409
    assert later.send(waiting, version=7, action=0).status_code == 409
    assert later.post(f"/table/{waiting}/delete").url.path == "/"
    assert later.get(f"/table/{waiting}").status_code == 404

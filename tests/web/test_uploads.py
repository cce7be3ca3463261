"""An option that is a file: given in the lobby, refused in one sentence, kept with everything else."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

import pytest
from fastapi import FastAPI

from farmtable.core import BadOption
from farmtable.tables import Tables
from farmtable.web.gate.buckets import Size
from farmtable.web.gate.floods import Allowance, Shares
from tests.web.visitor import Visitor

TALL = ["WRPBC", "BCWRP", "RPBCW", "CWRPB", "PBCWR"] * 2 + ["WRPBC"]
OWN = f"# counted on our own board\n[crop_area]\nlayout = {json.dumps(TALL)}\n"
FORM = {"game": "aehre", "players": "2", "kind_0": "local", "kind_1": "bot", "name_0": "Zoë", "delay": "0"}


def send(visitor: Visitor, content: bytes, **fields: str) -> Any:
    """The lobby's form as a browser posts it, with a file of this content."""
    files = {"option_components": ("own.toml", content, "application/toml")}
    return visitor.client.post("/tables", data=FORM | {"token": visitor.token()} | fields, files=files)


def table_of(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.url.path.startswith("/table/"), answer.text
    return str(answer.url.path).removeprefix("/table/")


def crops_of(tables: Tables, table: str) -> list[str]:
    """The printed board, row by row, as nobody in particular sees it before the first tile lies."""
    view: dict[str, Any] = tables.open(table).perspective(None).view()
    line = "".join(cell["crop"][0].upper() if cell else "." for cell in view["cells"])
    return [line[start : start + view["columns"]] for start in range(0, len(line), view["columns"])]


def test_a_file_makes_the_board(anna: Visitor, tables: Tables) -> None:
    answer = send(anna, OWN.encode(), kind_0="bot", bot_0="random", bot_1="random")
    table = tables.open(table_of(answer))
    assert crops_of(tables, table.id) == TALL
    while not table.over:
        table.move_bot()
    record = anna.get(f"/table/{table.id}/record.json").json()
    assert record["options"]["components"] == {"crop_area": {"layout": TALL}}


def test_the_mark_of_some_editors_is_no_fault(anna: Visitor) -> None:
    table_of(send(anna, b"\xef\xbb\xbf" + OWN.replace("\n", "\r\n").encode()))


def test_no_file_is_no_option(anna: Visitor, tables: Tables) -> None:
    unchosen = {"option_components": ("", b"", "application/octet-stream")}
    answer = anna.client.post("/tables", data=FORM | {"token": anna.token()}, files=unchosen)
    assert len(crops_of(tables, table_of(answer))[0]) == 7


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty."),
        (b" \n", "is empty."),
        (b"layout = [", "is not a TOML file: "),
        (b"\x00\x01\xfe\xff\x89PNG\r\n", "is not a text file."),
        (b"\x00\x01\x02 junk", "is not a TOML file: "),
        (b"a = " + b"[" * 20_000, "is nested too deeply."),
        (b".".join([b"a"] * 20_000) + b" = 1", "is nested too deeply."),
        (b"[" + b".".join([b"a"] * 9_000) + b"]\n" + b"b = 1\n" * 4_500, "is nested too deeply."),
        (b"source = " + b"9" * 9_000, "is not a TOML file: "),
        (b"source = 0x" + b"9" * 9_000, "may only hold text, yes or no, and ordinary numbers."),
        (b"source = nan", "may only hold text, yes or no, and ordinary numbers."),
        (b"source = 2020-01-01", "may only hold text, yes or no, and ordinary numbers."),
        (b"[crop_area]\nlayout = ['WX']", "That does not work: components: crop_area.layout may have"),
        (b"[setup]\nhand_size = '" + b"9" * 9_000 + b"'", "That does not work: components: setup.hand_size"),
        (b"[nothing]\nlike = 'this'", "That does not work: components: there is no"),
    ],
)
def test_a_file_that_does_not_fit_is_one_sentence(
    anna: Visitor, tables: Tables, content: bytes, said: str
) -> None:
    answer = send(anna, content, option_start="2", players="3", kind_2="friend")
    assert answer.status_code == 400
    notice = re.search(r'role="alert">([^<]*)<', answer.text)
    assert notice
    assert said in notice[1].replace("&#39;", "'")
    assert len(notice[1]) < 600
    for kept in (
        'value="Zoë"',
        '<option value="2" selected',
        'id="players-3" value="3" checked',
        '"friend-2"',
    ):
        assert kept in answer.text
    assert 'name="kept_components"' not in answer.text
    assert "Traceback" not in answer.text
    assert "None yet" in answer.text


def test_a_file_that_fits_is_kept_when_something_else_does_not(anna: Visitor, tables: Tables) -> None:
    answer = send(anna, OWN.encode(), kind_1="local", name_1="ZOË")
    assert answer.status_code == 400
    assert "already called" in answer.text
    assert f'name="kept_components" value="{escape(OWN).replace("&quot;", "&#34;")}" checked' in answer.text
    fields = FORM | {"kept_components": OWN}
    assert crops_of(tables, table_of(anna.post("/tables", **fields))) == TALL
    other = OWN.replace("WRPBC", "WRPBB").encode()
    assert crops_of(tables, table_of(send(anna, other, kept_components=OWN)))[0] == "WRPBB"


def test_a_file_is_counted_before_it_is_read_and_comes_back_where_it_was_one_too_many(
    anna: Visitor, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.state.uploads = Shares(Allowance("uploads", Size(1, 0.01), Size(9, 1)), app.state.traffic.refuse)
    read: list[str] = []

    def note(text: str) -> dict[str, object]:
        read.append(text)
        return {}

    monkeypatch.setattr("farmtable.web.uploads.read_toml", note)
    send(anna, b"first = 1", kind_1="local", name_1="ZO\xcb")
    refused = send(anna, b"second = 1")
    assert refused.status_code == 429
    assert read == ["first = 1"]
    assert 'name="kept_components" value="second = 1" checked' in refused.text


def test_a_string_is_never_a_path(anna: Visitor, tables: Tables) -> None:
    fields = FORM | {"option_components": "/etc/passwd"}
    assert len(crops_of(tables, table_of(anna.post("/tables", **fields)))[0]) == 7
    answer = anna.post("/tables", **FORM, kept_components="/etc/passwd")
    assert answer.status_code == 400
    assert "is not a TOML file" in answer.text


def test_a_file_too_big_is_told_so(anna: Visitor) -> None:
    answer = send(anna, b"# " + b"x" * 70_000)
    assert answer.status_code == 413
    assert "at most 64 KB" in answer.text
    assert 'href="/"' in answer.text


def test_files_come_only_where_they_are_asked_for(anna: Visitor) -> None:
    files = {"language": ("x", b"de", "text/plain")}
    answer = anna.client.post("/language", data={"token": anna.token()}, files=files)
    assert answer.status_code == 400
    many = [("option_components", (f"{n}.toml", b"", "text/plain")) for n in range(11)]
    assert anna.client.post("/tables", data=FORM | {"token": anna.token()}, files=many).status_code == 400


def test_the_sentence_is_in_the_readers_language(app: FastAPI) -> None:
    assert "ist keine TOML-Datei" in send(Visitor(app, "de"), b"=").text


def test_the_form_asks_for_files_of_this_game_only(anna: Visitor) -> None:
    assert (
        'type="file" name="option_components" id="file-aehre-components" hx-preserve'
        in anna.get("/setup", game="aehre").text
    )
    assert 'type="file"' not in anna.get("/setup", game="market_day").text


def test_tables_refuse_a_path(tables: Tables) -> None:
    with pytest.raises(BadOption, match="not by a path"):
        tables.create("aehre", 2, [], {"components": "/etc/passwd"}, None, "browser")  # type: ignore[arg-type]

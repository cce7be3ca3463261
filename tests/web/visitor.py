"""A browser as the tests of the pages need it: cookies, tokens, forms and commands, without a screen."""

from __future__ import annotations

import re
import uuid
from html import unescape
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

GAME = "market_day"


class Visitor:
    """One browser; every `Visitor` of an app is somebody else."""

    def __init__(self, app: FastAPI, language: str = "en") -> None:
        self.client: Any = TestClient(
            app, follow_redirects=True, raise_server_exceptions=False, client=("127.0.0.1", 1)
        )
        self.client.headers["accept-language"] = language
        self._token = ("", "")

    def get(self, path: str, **params: Any) -> Any:
        return self.client.get(path, params=params or None)

    def token(self) -> str:
        """What a form of this browser proves itself by, read off a page when its cookies have changed."""
        if self._token[0] != str(self.client.cookies):
            found = re.search(r'name="token" value="([^"]+)"', self.get("/").text)
            assert found
            self._token = str(self.client.cookies), found[1]
        return self._token[1]

    def post(self, path: str, **fields: str) -> Any:
        return self.client.post(path, data={"token": self.token(), **fields})

    def set_up(self, *kinds: str, **fields: str) -> str:
        """A new table with these kinds of seats ("local", "friend", "bot"); its id."""
        seats = {f"kind_{seat}": kind for seat, kind in enumerate(kinds)}
        fields = {"game": GAME, "players": str(len(kinds)), "delay": "0", "confirm": "yes"} | seats | fields
        answer = self.post("/tables", **fields)
        assert answer.status_code == 200, answer.text
        return str(answer.url.path).removeprefix("/table/")

    def board(self, table: str, seat: int | None = None) -> Board:
        params = {} if seat is None else {"seat": seat}
        return Board(self.get(f"/table/{table}/board", **params))

    def send(self, table: str, **fields: Any) -> Any:
        """A command as table.js sends it; `fields` may replace any part of it, `token` and `headers` too."""
        headers = {"farmtable-token": fields.pop("token", None) or self.token(), **fields.pop("headers", {})}
        command = {"id": uuid.uuid4().hex, "kind": "play", "seat": 0, "action": None} | fields
        return self.client.post(f"/table/{table}/command", json=command, headers=headers)

    def play_first(self, table: str, seat: int) -> Board:
        """Decide for a seat: the last of its actions that the board offers; then finish the turn if asked."""
        board = self.board(table, seat)
        answer = Board(self.send(table, version=board.version, seat=seat, action=board.actions[-1]))
        if answer.held:
            answer = Board(self.send(table, version=answer.version, seat=seat, kind="finish"))
        return answer


class Board:
    """What the tests read off a board."""

    def __init__(self, answer: Any) -> None:
        self.status = answer.status_code
        self.html = answer.text
        self.version = int(answer.headers.get("farmtable-version", -1))

    @property
    def actions(self) -> list[int]:
        return [int(action) for action in re.findall(r'data-action="(\d+)"', self.html)]

    @property
    def held(self) -> bool:
        return " data-held" in self.html

    @property
    def over(self) -> bool:
        return " data-over" in self.html

    @property
    def seat(self) -> str:
        return self._data("seat")

    @property
    def curtain(self) -> bool:
        return 'class="curtain' in self.html

    @property
    def log(self) -> list[str]:
        lines = re.findall(r"<li data-version=[^>]*>(.*?)</li>", self.html)
        return [unescape(re.sub("<[^>]+>", "", line)) for line in lines]

    @property
    def notice(self) -> str:
        found = re.search(r'id="notice"[^>]*>([^<]*)<', self.html)
        return unescape(found[1]) if found else ""

    @property
    def can_undo(self) -> bool:
        return 'data-command="undo"' in self.html

    def _data(self, name: str) -> str:
        found = re.search(f'data-{name}="([^"]*)"', self.html)
        assert found, self.html[:500]
        return found[1]

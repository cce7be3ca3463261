"""The page for bot authors: its dialogue is what is said, its commands and tables are complete."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from farmtable import Rng
from farmtable.arena.play import Setting, play_game, seated
from farmtable.bots import make_bot
from farmtable.bots.stdio import bot as stdio
from farmtable.bots.stdio import messages
from farmtable.bots.stdio.bot import StdioBot, dismiss
from farmtable.bots.stdio.terms import KEYS
from farmtable.core import game
from tests.docs import dialogue

PAGE = dialogue.PAGE.read_text(encoding="utf-8")


def test_the_dialogue_is_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmtable.bots.stdio.program.LEAVING_SECONDS", 30.0)  # a machine may be busy
    name = f"stdio:{sys.executable} {Path(dialogue.__file__)}"
    setting = Setting.of("market_day", 2, (name, "greedy"), seed=7)
    bots = seated(setting, 0)
    play_game(setting, 0, game("market_day").new(2), bots)
    assert isinstance(bots[0], StdioBot)
    assert not bots[0].conduct.lost, bots[0].conduct.remarks
    assert bots[0].conduct.refused == 1
    (player,) = stdio._IDLE[bots[0].terms.command]
    program = player.program
    dismiss()
    assert program.complaints == "all of it was said"


def test_the_page_tells_all_messages_and_terms() -> None:
    shapes = messages.schema()["$defs"]
    for shape in shapes.values():
        if shape.get("type") == "object":
            assert f"`{shape['properties']['type']['const']}`" in PAGE
    for way in messages.WANTS:
        assert f"| `{way}` |" in PAGE
    for key in KEYS:
        assert f"| `{key}=" in PAGE
    (name,) = (part for part in PAGE.split("`") if part.startswith("stdio:time=2:"))
    bot = make_bot(name.replace("./my_bot", sys.executable), Rng())
    assert isinstance(bot, StdioBot)
    assert bot.terms.shows == {"text"}
    assert bot.terms.command == (sys.executable, "--fast")

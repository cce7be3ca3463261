"""The server for language models: played by the SDK's own client, in memory and as a process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import farmtable
from farmtable import Record
from farmtable.agents import rulebook
from farmtable.agents.session import Session
from farmtable.cli import main
from farmtable.core import Rng

pytest.importorskip("mcp")

import anyio
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from farmtable.agents.server import Desk

Played = Callable[[Any], Awaitable[None]]


class Model:
    """A client that calls tools and reads text."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return "".join(part.text for part in result.content if part.type == "text")

    async def refused(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return "".join(part.text for part in result.content if part.type == "text")


def with_model(played: Callable[[Model], Awaitable[None]], desk: Desk) -> None:
    async def run() -> None:
        async with Client(desk.server()) as client:
            await played(Model(client))

    anyio.run(run)


@pytest.mark.parametrize("game", farmtable.games())
def test_a_whole_game_is_played(game: str, tmp_path: Path) -> None:
    async def played(model: Model) -> None:
        assert "Game 1 has begun." in await model("new_game", game=game, players=2, opponents=["random"])
        position = await model("look", game_number=1)
        while "The game is over." not in position:
            legal = (await model("legal_actions", game_number=1)).splitlines()
            assert len(legal) > 1
            position = await model("play", game_number=1, action=legal[0])
        assert "Winner: " in await model("score", game_number=1)
        assert "1. " in await model("log", game_number=1)
        assert await model("legal_actions", game_number=1) == "The game is over."

    with_model(played, Desk(seed=1, records=tmp_path))
    record = Record.load(tmp_path / f"{game}-1.json")
    assert record.verify().to_play == farmtable.OVER


def test_what_is_forbidden_is_refused_with_its_rule_and_costs_nothing() -> None:
    async def played(model: Model) -> None:
        before = await model("new_game", game="market_day")
        refused = await model.refused("play", game_number=1, action="sell apples")
        assert "Take a crate first. (M2, a turn)" in refused
        assert "The rule: - **M2.** In your turn first take a crate" in refused
        assert before.endswith(await model("look", game_number=1))
        assert "M2" in await model("why_not", game_number=1, action="keep")
        assert "is allowed now" in await model("why_not", game_number=1, action="take from bag")
        assert "there is no game 7" in await model.refused("look", game_number=7)
        assert "is not an action" in await model.refused("play", game_number=1, action="fly")

    with_model(played, Desk(seed=1))


def test_legal_actions_are_told_only_when_asked_for() -> None:
    async def played(model: Model) -> None:
        begun = await model("new_game", game="market_day")
        assert "Actions are written like these: take from stall; take from bag; keep" in begun
        assert "take from stall" not in await model("look", game_number=1)
        assert "take from stall" in await model("legal_actions", game_number=1)

    with_model(played, Desk(seed=1))


def test_several_games_go_side_by_side() -> None:
    async def played(model: Model) -> None:
        await model("new_game", game="market_day", players=3, seat=2, opponents=["greedy", "random"])
        await model("new_game", game="aehre")
        assert "seen by seat 2 of 3" in await model("look", game_number=1)
        assert "seen by seat 1 of 2" in await model("look", game_number=2)
        await model("close_game", game_number=1)
        assert "there is no game 1" in await model.refused("look", game_number=1)

    with_model(played, Desk(seed=1))


def test_no_program_is_started_by_a_name_that_a_model_gives() -> None:
    async def played(model: Model) -> None:
        for name in ("stdio:cat", "os:system", "search:time=3600", "search:sims=9:network=/etc/passwd"):
            assert "there is no opponent" in await model.refused(
                "new_game", game="market_day", opponents=[name]
            )
        assert "no option" in await model.refused("new_game", game="aehre", options={"cheat": "yes"})
        assert "components" in await model.refused(
            "new_game", game="aehre", options={"components": "/etc/passwd"}
        )
        assert "there is no seat" in await model.refused("new_game", game="aehre", seat=9)

    with_model(played, Desk(seed=1))


def test_the_rules_are_told_found_and_numbered() -> None:
    async def played(model: Model) -> None:
        assert (await model("rules", game="aehre")).startswith("# ")
        assert "Crop rotation" in await model("rules", game="aehre", rule="R15")
        assert "has no rule 'R99'" in await model.refused("rules", game="aehre", rule="R99")
        assert "Grain" in await model("rules", game="agricola", words="grain cattle")
        assert "Nothing in the rules" in await model("rules", game="aehre", words="spaceship")
        listed = await model("list_games")
        assert all(f"{id}: " in listed for id in farmtable.games())

    with_model(played, Desk())


def test_our_search_advises_only_where_it_may() -> None:
    async def played(model: Model) -> None:
        await model("new_game", game="market_day")
        advice = await model("analyse", game_number=1, seconds=0.1)
        assert "1. take from " in advice
        assert "chance to win" in advice
        assert "seconds are" in await model.refused("analyse", game_number=1, seconds=1e9)

    with_model(played, Desk(seed=1))

    async def without(model: Model) -> None:
        names = {tool.name for tool in (await model.client.list_tools()).tools}
        assert names >= {"new_game", "play", "why_not"}
        assert "analyse" not in names

    with_model(without, Desk(hints=False))


def test_alone_there_is_nobody_to_win_against() -> None:
    """What the search goes by is then no chance to win, and points are told alone."""
    advice = Session("agricola", 1, 0, [], {"cards": "none"}, Rng(5)).analyse(0.1)
    assert "points expected" in advice
    assert "chance" not in advice


@pytest.mark.parametrize("game", farmtable.games())
def test_nothing_is_told_that_the_seat_may_not_know(game: str) -> None:
    """All that is told of a position is told alike of others that differ in hidden things only."""
    session = Session(game, 2, 0, ["random"], {}, Rng(5))
    for _ in range(12):
        if session.over:
            break
        told = everything(session)
        truth = session.state
        for n in range(2):
            session.state = session.seen.determinize(Rng(n))
            assert everything(session) == told
        session.state = truth
        session.play(session.legal()[-1])


def everything(session: Session) -> list[Any]:
    legal = session.legal()
    words = ["nothing", *legal[:3]]
    return [session.look(), legal, session.score(), [_why(session, word) for word in words]]


def _why(session: Session, word: str) -> str:
    try:
        return session.why_not(word)
    except farmtable.IllegalAction as error:
        return str(error)


@pytest.mark.parametrize("game", farmtable.games())
def test_every_rule_that_forbids_something_can_be_read(game: str) -> None:
    found = farmtable.game(game)
    session = Session(game, 2, 0, ["random"], {}, Rng(5))
    rules = {
        refusal.rule
        for action in range(0, found.num_actions, 1 + found.num_actions // 400)
        if (refusal := session.seen.why_not(action)) is not None and refusal.rule != "-"
    }
    assert rules
    assert all(rulebook.rule(found, rule) for rule in rules), rules


def test_it_is_served_to_a_client_as_a_process() -> None:
    async def run() -> None:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "farmtable", "mcp", "--seed", "1"], env=dict(os.environ)
        )
        async with Client(stdio_client(server)) as client:
            model = Model(client)
            assert "Game 1 has begun." in await model("new_game", game="market_day")
            assert json.dumps(await model("play", game_number=1, action="take from stall"))

    anyio.run(run)


@pytest.mark.skipif(os.name != "posix", reason="a signal is sent")
def test_ctrl_c_ends_it_though_nothing_comes_on_standard_input() -> None:
    """Whoever tries it on a terminal sees nothing happen, and is not to be kept."""
    command = [sys.executable, "-c", "from farmtable.cli import main; raise SystemExit(main(['mcp']))"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.flush()
        process.stdout.readline()  # it has begun
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(60) == 130
        finally:
            process.kill()


def test_a_folder_that_cannot_be_made_is_said_before_a_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["mcp", "--records", str(tmp_path / "file" / "records")]) == 1
    assert "file/records: Not a directory" in capsys.readouterr().err

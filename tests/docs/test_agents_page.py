"""The page about agents: it tells all tools, and its configuration starts the server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")


def test_all_tools_are_told() -> None:
    pytest.importorskip("mcp")
    import anyio
    from mcp.client import Client

    from farmtable.agents.server import Desk

    async def names() -> list[str]:
        async with Client(Desk().server()) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    told = re.findall(r"^\| `([a-z_]+)` \|", PAGE.split("## Measuring")[0], re.MULTILINE)
    assert sorted(told) == sorted(anyio.run(names))


def test_the_configuration_is_json_and_names_a_command() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[:1]
    server = json.loads(block)["mcpServers"]["farmtable"]
    assert server["command"] == "farmtable"
    done = subprocess.run(
        [sys.executable, "-m", "farmtable", *server["args"]],
        check=False,
        input=b"",
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == b"", "nothing but the protocol on standard output"


def test_all_keys_of_the_result_are_told() -> None:
    from farmtable.arena.evaluation import Evaluation, evaluate, rows, summarise

    planned = Evaluation.of("market_day", "greedy", deals=1)
    games = list(evaluate(planned, workers=1))
    for key in summarise(planned, games):
        assert f"`{key}`" in PAGE
    for key in rows(games)[0].keys() - {"record"}:
        assert f"`{key}`" in PAGE

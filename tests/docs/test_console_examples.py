"""Commands in documents are such as there are; on the pages about bots, agents and datasets they run as they
stand there, with fewer games.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from farmtable.cli import main

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTS = sorted([*DOCS.glob("*.md"), DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"])
"""Not those that tell what was once done or decided: commands have changed since."""
EXAMPLES = DOCS.parent / "examples" / "bots"
PAGES = ("bots.md", "agents.md", "datasets.md")
# Smaller, so that a test can wait for them: fewer games, and opponents who do not think.
SMALLER = (
    (r"--(games|deals) \d+", r"--\1 2"),
    (r",search:\d,greedy", ",random"),
    (r"search:\d|greedy", "random"),
    (r"tournament agricola", "tournament market_day"),
    (r"--players 4", "--players 2"),
)
ELSEWHERE = ("farmtable mcp", "MODEL")
"""What is run in tests of its own: a server, and a language model (tests/cli/test_evaluate.py)."""


def commands(page: str) -> list[str]:
    """The commands in the console blocks of a page."""
    blocks = re.findall(r"```console\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [line for line in lines if not any(word in line for word in ELSEWHERE)]


def named(page: Path) -> list[str]:
    """All commands that a document names, in console blocks and in its sentences."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:console|bash)\n(.*?)```", text, re.DOTALL)
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    said = re.findall(r"`(farmtable [^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [" ".join(line.split()) for line in (*lines, *said) if line.startswith("farmtable ")]


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_every_command_that_a_document_names_exists(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With every option that stands beside it: asked for help, a command refuses those that it has not."""
    for command in named(page):
        words = shlex.split(re.sub(r"\[(--[^]]+)\]", r"\1", command))[1:]
        assert main([*words, "--help"]) == 0, f"{command}: {capsys.readouterr().err}"


@pytest.mark.skipif(os.name != "posix", reason="a program that is run by its first line")
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my_bot", "my_bot.py"):
        shutil.copy(EXAMPLES / "first_bot.py", name)
    ran = commands(page)
    assert ran
    for command in ran:
        for pattern, smaller in SMALLER:
            command = re.sub(pattern, smaller, command)  # noqa: PLW2901 - smaller and smaller
        program, *words = shlex.split(command)
        assert program == "farmtable"
        if words[0] in {"simulate", "tournament", "evaluate", "dataset"} and "check" not in words:
            words += ["--workers", "1"]
        if words[0] == "simulate":
            words += ["--games", "2"]
        assert main(words) == 0, command

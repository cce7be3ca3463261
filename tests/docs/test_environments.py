"""The examples of docs/environments.md run, and its figures are those of the games."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import farmtable

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
RUN = """
import doctest, pathlib, re, sys
import farmtable

page = pathlib.Path(sys.argv[1])
examples = "\\n".join(re.findall(r"```python\\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
test = doctest.DocTestParser().get_doctest(examples, {"farmtable": farmtable}, page.name, str(page), 0)
failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
print(tried)
sys.exit(failed > 0)
"""


def test_the_examples_run() -> None:
    """In a process of their own: some go on in several, and are not to take along what other tests began."""
    command = [sys.executable, "-c", RUN, str(PAGE)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > 20


def test_the_sizes_are_those_of_the_games() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| (\d)–(\d) \| ([\d,]+) \| ([\d,]+) \|$", PAGE.read_text(encoding="utf-8"), re.M
    )
    told = {name: tuple(int(number.replace(",", "")) for number in numbers) for name, *numbers in rows}
    found = {
        game.title: (game.min_players, game.max_players, game.num_actions, game.observation_size)
        for game in map(farmtable.game, farmtable.games())
    }
    assert told == found

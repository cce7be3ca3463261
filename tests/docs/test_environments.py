"""The examples of docs/environments.md run, and its figures are those of the games."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import farmtable

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_examples_run() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {"farmtable": farmtable}, PAGE.name, str(PAGE), 0)
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert failed == 0
    assert tried > 20


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

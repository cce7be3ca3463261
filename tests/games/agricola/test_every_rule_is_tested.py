"""A test about the tests: every rule that `RULES.md` numbers, and every worked example, is cited by one."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

CITED = re.compile(r"(?<![A-Za-z0-9])(?:[Rr](\d+)[. ](\d+)|[Gg](\d+))(?![0-9A-Za-z])")
NUMBERED = re.compile(r"^- \*\*R(\d+\.\d+) ·", re.MULTILINE)

# Campaigns of several games are no matter of one game's rules, but `campaign.py` knows their numbers.
OF_CAMPAIGNS = {"R13.8", "R13.9"}
# Rules about hand cards that the game without them touches: nothing is hidden, and which actions build
# improvements.
OF_HAND_CARDS = {"R9.1", "R9.7"}
# Worked examples that need hand cards; they come with them.
EXAMPLES = {f"G{number}" for number in range(1, 56)}
EXAMPLES_WITH_CARDS = {"G9", "G16", "G17", "G21", "G26", *(f"G{number}" for number in range(32, 53)), "G55"}


def citations() -> set[str]:
    """The rules and examples cited by the name or the docstring of any test."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = node.name.replace("_", " ") + " " + (ast.get_docstring(node) or "")
                for chapter, number, example in CITED.findall(words):
                    found.add(f"G{int(example)}" if example else f"R{chapter}.{number}")
    return found


def rules() -> set[str]:
    text = files("farmtable.games.agricola").joinpath("RULES.md").read_text(encoding="utf-8")
    return {f"R{number}" for number in NUMBERED.findall(text)}


def test_every_rule_is_cited() -> None:
    missing = sorted((rules() | OF_CAMPAIGNS) - citations())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_example_is_cited() -> None:
    missing = sorted(EXAMPLES - EXAMPLES_WITH_CARDS - citations())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_nothing_unknown_is_cited() -> None:
    known = rules() | OF_CAMPAIGNS | OF_HAND_CARDS | EXAMPLES
    assert not citations() - known

"""A test about the tests: every rule that `RULES.md` numbers, and every worked example, is cited by one."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

CITED = re.compile(r"(?<![A-Za-z0-9])([RrGg])(\d+)(?![0-9A-Za-z])")
NUMBERED = re.compile(r"^- \*\*R(\d+)", re.MULTILINE)

RULES = {f"R{number}" for number in range(1, 59)}
EXAMPLES = {f"G{number}" for number in range(1, 28)}


def citations() -> set[str]:
    """The rules and examples cited by the name or the docstring of any test."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = node.name.replace("_", " ") + " " + (ast.get_docstring(node) or "")
                found |= {f"{letter.upper()}{int(number)}" for letter, number in CITED.findall(words)}
    return found


def test_every_rule_is_cited() -> None:
    missing = sorted(RULES - citations())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_example_is_cited() -> None:
    missing = sorted(EXAMPLES - citations())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_nothing_unknown_is_cited() -> None:
    assert not citations() - RULES - EXAMPLES


def test_the_rules_text_numbers_them_all() -> None:
    text = files("farmtable.games.mi_tierra").joinpath("RULES.md").read_text(encoding="utf-8")
    assert {f"R{number}" for number in NUMBERED.findall(text)} == RULES

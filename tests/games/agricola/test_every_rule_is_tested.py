"""A test about the tests: every rule that `RULES.md` numbers, and every worked example, is cited by one."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

CITED = re.compile(r"(?<![A-Za-z0-9])(?:[Rr](\d+)[. ](\d+)|[Gg](\d+))(?![0-9A-Za-z])")
NUMBERED = re.compile(r"^- \*\*R(\d+\.\d+) ·", re.MULTILINE)

EXAMPLES = {f"G{number}" for number in range(1, 56)}


def citations() -> set[str]:
    """The rules and examples cited by the name or the docstring of any test."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
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
    missing = sorted(rules() - citations())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_example_is_cited() -> None:
    missing = sorted(EXAMPLES - citations())
    assert not missing, f"no test cites {', '.join(missing)}"


def test_nothing_unknown_is_cited() -> None:
    assert not citations() - (rules() | EXAMPLES)

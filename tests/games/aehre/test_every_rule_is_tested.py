"""A test about the tests: every rule R1 to R54 and every worked example G1 to G32 is cited by one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

CITED = re.compile(r"(?<![A-Za-z0-9])([RrGg])0?(\d+)(?![0-9A-Za-z])")


def citations() -> dict[str, list[str]]:
    """Rule or example -> the tests whose name or docstring cites it."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = node.name.replace("_", " ") + " " + (ast.get_docstring(node) or "")
                for letter, number in CITED.findall(words):
                    found.setdefault(f"{letter.upper()}{number}", []).append(node.name)
    return found


@pytest.mark.parametrize(("letter", "last"), [("R", 54), ("G", 32)])
def test_everything_is_cited(letter: str, last: int) -> None:
    found = citations()
    missing = [f"{letter}{number}" for number in range(1, last + 1) if f"{letter}{number}" not in found]
    assert not missing, f"no test cites {', '.join(missing)}"


def test_nothing_unknown_is_cited() -> None:
    known = {f"R{number}" for number in range(1, 55)} | {f"G{number}" for number in range(1, 33)}
    assert not {cited for cited in citations() if cited not in known}

"""The cards of the box are written in phrases: none of them reaches into the arrays of a position."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from farmtable.games.agricola import cards

NO_CARDS = ("__init__", "grazing", "phrases")
CARDS = sorted(path for path in Path(cards.__path__[0]).glob("*.py") if path.stem not in NO_CARDS)


def arrays() -> set[str]:
    """The attributes of a position that are arrays."""
    source = (Path(cards.__path__[0]).parent / "position" / "data.py").read_text(encoding="utf-8")
    return {
        node.target.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Attribute)
        and ast.unparse(node.annotation).startswith("vec[")
    }


def reaches(source: str) -> list[str]:
    """Where a card reaches into a position: a subscript of an attribute, or an array by its name."""
    found = []
    for node in ast.walk(ast.parse(source)):
        by_number = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute)
        by_name = (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id != "self"
            and node.attr in arrays()
        )
        if by_number or by_name:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_no_card_reaches_into_arrays(path: Path) -> None:
    assert reaches(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        *("state.goods[seat] -= 1", "after.crops[3]", "state.facts.harvest[2]", "deck.kind[card]"),
        *("goods = state.goods", "front = other.front"),
    ],
)
def test_it_would_be_found(line: str) -> None:
    assert reaches(line)


def test_all_cards_and_arrays_are_looked_at() -> None:
    assert len(CARDS) == 96
    assert {"goods", "crops", "front", "pile", "where", "promised", "house", "people"} <= arrays()

"""What is read, and what marks a state, is told from its ground in both lights: the colours of the sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import farmtable.web

STATIC = Path(farmtable.web.__file__).parent / "static"
TEXT, MARK = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11
PAIRS = [
    ("", "soft", "paper", TEXT),
    ("", "soft", "raised", TEXT),
    ("", "warn-ink", "warn-wash", TEXT),
    ("", "field-ink", "paper", TEXT),
    ("", "focus", "paper", MARK),
    ("", "focus", "halo", MARK),
    ("", "barn-ink", "paper", MARK),
    ("", "field-deep", "field-wash", MARK),
    ("aehre", "coordinate", "soil", TEXT),
    ("aehre", "track-ink", "track-space", TEXT),
    ("agricola", "lit", "space", MARK),
    ("agricola", "lit", "paper", MARK),
    ("mi_tierra", "lit", "zone", MARK),
    ("mi_tierra", "lit", "paper", MARK),
    ("mi_tierra", "ink", "lit-wash", TEXT),
]


def colours(game: str) -> dict[str, tuple[str, str]]:
    """Name → colour in the light and in the dark."""
    sheets = [STATIC / "pieces.css", *(STATIC / "games" / game).glob("*.css")]
    found = {}
    for sheet in sheets:
        for name, light, dark in re.findall(
            r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", sheet.read_text()
        ):
            found[name] = light, dark
    return found


def brightness(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    less, more = sorted((brightness(one), brightness(other)))
    return (more + 0.05) / (less + 0.05)


@pytest.mark.parametrize(("game", "front", "ground", "least"), PAIRS)
def test_colours_are_told_apart_in_both_lights(game: str, front: str, ground: str, least: float) -> None:
    known = colours(game)
    for one, other in zip(known[front], known[ground], strict=True):
        assert contrast(one, other) >= least

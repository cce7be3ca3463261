"""What can be done on a board beyond what can be clicked at once: what the scripts of games work out.

As there it is a guess, of which the server says what is allowed (`/preview`).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any, Final

AT_ONCE: Final = 256
"""So many actions can be asked about at once."""

_TILE: Final = re.compile(r'data-tile="[^"]*"[^>]*? data-(kind|crop)="(\w+)"')
_CELL: Final = re.compile(r'data-cell="(\d+)"')


def guesses(html: str, rng: random.Random) -> list[int]:
    """Actions that may be possible on a board, so many that one question is enough."""
    found = list(_placements(html, rng)) or list(_asked(html))
    rng.shuffle(found)
    return found[:AT_ONCE]


def _placements(html: str, rng: random.Random) -> Iterator[int]:
    """Everywhere in the crop area of Eine Frage der Ähre where one of the tiles could lie (`spots.js`)."""
    tiles, told = _TILE.findall(html), _told(html, "codes")
    if not tiles or not isinstance(told, dict):
        return
    what, which = rng.choice(tiles)
    for cell in sorted(set(map(int, _CELL.findall(html)))):
        if what == "crop":
            yield told["small"][which] + cell
        else:
            for direction in range(4):
                yield told["large"] + 256 * int(which) + 64 * direction + cell


def _asked(html: str) -> Iterator[int]:
    """Every number in what a board of Agricola is asked."""
    yield from sorted(set(_numbers(_told(html, "ask"))))


def _numbers(told: Any) -> Iterator[int]:
    if isinstance(told, dict) and "legal" in told:  # shapes of pastures (`fences.js`)
        yield from (told["first"] + shape for shape in told["legal"])
    elif isinstance(told, int) and not isinstance(told, bool):
        yield told
    elif isinstance(told, list | dict):
        for one in told.values() if isinstance(told, dict) else told:
            yield from _numbers(one)


def _told(html: str, name: str) -> Any:
    """What a board tells its script under a name."""
    found = re.search(rf"data-{name}='([^']*)'", html)
    return json.loads(unescape(found[1])) if found else None

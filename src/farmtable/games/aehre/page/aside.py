"""What the drawn position leaves out, in lines for who plays from text: the seats' stock and one's hand."""

from __future__ import annotations

from collections.abc import Iterable

from farmtable.core.state import OVER
from farmtable.games.aehre.page import contract as c
from farmtable.games.aehre.page.view import view
from farmtable.games.aehre.position.data import Position


def aside(state: Position, seat: int) -> list[str]:
    """The course of the game, what each seat has, and the tiles in the hand of `seat`."""
    if seat < 0:
        return []  # a spectator has nothing of its own
    seen = view(state, seat)
    lines = [
        f"round {seen['round']}{', the last' if seen['ending'] else ''}, large tiles left to draw: "
        f"{seen['stack']}, then {seen['final_stack']} of the 6+1 stack"
    ]
    lines += [_stock(one) for one in seen["seats"]]
    if state.to_play != OVER:
        lines.append(f"to decide: {seen['step']}")
    tiles = seen["seats"][seat]["hand"]
    lines.append(f"your tiles: {_listed(_tile(tile) for tile in tiles or [])}")
    return lines


def _stock(one: c.Seat) -> str:
    small = _listed(one["reserve"])
    livestock = _listed(map(_beast, one["livestock"]))
    return (
        f"seat {one['seat'] + 1} ({'abcde'[one['seat']]}): {one['vp']} victory points, "
        f"{one['hand_size']} tiles in hand, small tiles: {small}, livestock: {livestock}"
    )


def _beast(beast: c.Beast) -> str:
    """An animal and, to who may know it, its value."""
    return beast["animal"] if beast["value"] is None else f"{beast['animal']} {beast['value']}"


def _tile(tile: c.HandTile) -> str:
    return tile["text"] if tile["count"] == 1 else f"{tile['count']} x {tile['text']}"


def _listed(words: Iterable[object]) -> str:
    return ", ".join(map(str, words)) or "none"

"""What the drawn position leaves out, in lines for who plays from text: what is asked, cards seen."""

from __future__ import annotations

from typing import Any, Final

from farmtable.games.mi_tierra.page.questions import question
from farmtable.games.mi_tierra.page.view import STEPS, zone_under_way
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.words.notation import kind_names

ABOUT: Final = ("zone", "result", "crop", "animal", "count", "room", "event", "may_buy")


def aside(state: Position, seat: int) -> list[str]:
    """What `seat` is asked, and what it knows of the next cards (R34), in their places or somewhere there."""
    if seat < 0:
        return []  # a spectator has nothing of its own
    names = kind_names(state.facts)
    me = 1 << seat
    top = [
        names[int(kind)] if exact & me else "unknown"
        for kind, exact in zip(state.top, state.exact, strict=True)
    ]
    lines = []
    if any(word != "unknown" for word in top):
        lines.append(f"you know of the next cards, in their order: {', '.join(top)}")
    if len(state.heard) > 0:
        among = ", ".join(names[int(kind)] for kind in state.heard)
        lines.append(f"you know that among them lie, in some order: {among}")
    return lines + (_asked(state, seat) if state.to_play == seat else [])


def _asked(state: Position, seat: int) -> list[str]:
    """What a question is about; not what answers it."""
    step = STEPS.get(int(state.step()), "between")
    told: dict[str, Any] = {"zone": zone_under_way(state), **question(state, seat, step)}
    about = [f"{name}: {told[name]}" for name in ABOUT if told.get(name) is not None]
    return [f"you are asked: {'; '.join([step, *about])}"]

"""What the drawn position leaves out, in lines for whoever plays from text: cards seen in the clock tower."""

from __future__ import annotations

from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.words.notation import kind_names


def aside(state: Position, seat: int) -> list[str]:
    """What `seat` knows of the next cards (R34): each in its place, and those that lie it knows not where."""
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
    return lines

"""Whole games in words, to be read by people and compared by a test.

`python -m tests.playthrough` writes `tests/playthroughs/*.txt` anew from the records in `tests/records`.
Do so when words or boards were meant to change, and read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from farmtable import CHANCE, Record, State
from tests.golden_records import FOLDER as RECORDS

FOLDER = Path(__file__).parent / "playthroughs"
PLAYTHROUGHS = {
    "aehre-2p": "aehre-2p-farmers",
    "aehre-3p": "aehre-3p-mixed",
    "agricola-1p": "agricola-1p-settler",
    "agricola-2p": "agricola-2p-settlers",
    "mi_tierra-3p": "mi_tierra-3p-closed",
}
SHOWN = 4  # legal actions named at each step
SKETCH_EVERY = 10


def lines(record: Record) -> Iterator[str]:
    """A record, step by step: who decides, what could be done, what was, and what each seat was told."""
    yield f"{record.game.title}, {record.players} players, options {record.options}"
    state = record.begin()
    for step, action in enumerate(record.actions):
        if step % SKETCH_EVERY == 0:
            yield ""
            yield from state.sketch().splitlines()
        yield ""
        yield from _step(state, step, action)
        state.apply(action)
    yield ""
    yield from state.sketch().splitlines()
    yield ""
    yield from _end(state)


def _step(state: State, step: int, action: int) -> Iterator[str]:
    who = "chance" if state.to_play == CHANCE else f"seat {state.to_play + 1}"
    actions = state.legal_actions()
    some = "; ".join(state.describe(one) for one in actions[:SHOWN])
    more = "; …" if len(actions) > SHOWN else ""
    yield f"{step:>3}. {who} has {len(actions)}: {some}{more}"
    yield f"     -> {state.describe(action)}"
    public = [str(text) for text in state.tell(action, -1)]
    if public:
        yield f"     all: {' '.join(public)}"
    for seat in range(state.players):
        told = [str(text) for text in state.tell(action, seat)]
        if told != public:
            yield f"     seat {seat + 1}: {' '.join(told)}"


def _end(state: State) -> Iterator[str]:
    for seat, score in enumerate(state.scores()):
        parts = ", ".join(f"{line} {points}" for line, points in state.score_sheet(seat) if points)
        yield f"seat {seat + 1}: {score} ({parts})"
    yield f"winners: {', '.join(f'seat {seat + 1}' for seat in state.winners())}"


def text(name: str) -> str:
    """The playthrough of this name."""
    record = Record.load(RECORDS / f"{PLAYTHROUGHS[name]}.json")
    return "\n".join(line.rstrip() for line in lines(record)) + "\n"


def main() -> None:
    """Write all playthroughs anew."""
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")
        print(f"wrote {name}.txt")


if __name__ == "__main__":
    main()

"""Measures how fast the opponents search: `python -m tools.search_speed [SECONDS]`, in a checkout.

Runs `farmtable bench GAME --bot search` for every setting of `docs/strength.md`, `SECONDS` each (default
10), and keeps what it says in `docs/search-speed.json`. Leave the machine alone meanwhile. Then
`python -m tools.strength 0` writes the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from farmtable.arena.standings import in_words
from tools.measurements import SEATINGS

KEPT: Final = Path("docs/search-speed.json")


def main() -> None:
    """Measure all of them."""
    seconds = sys.argv[1] if len(sys.argv) > 1 else "10"
    measured = []
    for id, players, cards in SEATINGS:
        measured.append({**_bench(id, players, cards, seconds), "cards": cards})
        print(id, players, cards, round(measured[-1]["simulations_per_second"]), flush=True)
    KEPT.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def _bench(id: str, players: int, cards: str, seconds: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "farmtable", "bench", id, "--bot", "search", "--json"]
    command += ["--players", str(players), "--seconds", seconds, *(["--cards", cards] if cards else [])]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own command
    found: dict[str, Any] = json.loads(answer.stdout)
    if not found["compiled"]:
        sys.exit("this is the uncompiled package, whose speed is not what players meet")
    return found


def table() -> Iterator[str]:
    """What is kept, as the lines of a table."""
    yield "| Game | Seats | Hand cards | Simulations per second | New positions per second "
    yield "| Time per decision |\n"
    yield "| --- | --- | --- | --- | --- | --- |\n"
    for one in json.loads(KEPT.read_text(encoding="utf-8")):
        yield (
            f"| {one['game']} | {one['players']} | {one['cards'] or '–'} "
            f"| {one['simulations_per_second']:,.0f} | {one['nodes_per_second']:,.0f} "
            f"| {in_words(one['seconds_per_decision'])} |\n"
        )
    yield "\n"


if __name__ == "__main__":
    main()

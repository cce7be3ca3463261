"""Measures whether chances to win come true: `python -m tools.calibration [GAMES [WORD …]]`, in a checkout.

Players of level 5 play `GAMES` games (default 300) of each setting; at about one decision in ten the chances
that are told without searching are noted, for every seat, and who won. Of all that were told as 70 to 80 %,
so many should have won. With words only settings that have all of them in their name are played. Tables and
plots stand in `docs/strength.md` (`python -m tools.strength 0` writes them), the counts in
`docs/calibration.json`, with the network that told them; they are shown as long as it is in the package.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from farmtable import Match
from farmtable.arena.files import write_whole
from farmtable.arena.intervals import wilson
from farmtable.bots import appraise, make_bot
from farmtable.bots.network_file import CHANCES, parse_tensors
from farmtable.charts import Line, line_chart
from farmtable.core import OVER, Game, Rng, game
from farmtable.core.state import as_world
from tools.measurements import SEATINGS, conditions
from tools.svg import svg_file

KEPT: Final = Path("docs/calibration.json")
IMAGES: Final = Path("docs/images")
BOT: Final = "search:5"
CLASSES: Final = 10
"""Chances are sorted into so many classes of equal width."""
NOTED: Final = 10
"""At one decision in so many chances are noted."""
FEWEST: Final = 20
"""A class of fewer chances is not shown."""

Counts = list[list[float]]
"""For each class: how many chances were told, their sum, and how many of those seats won (shared: a part)."""


def name_of(id: str, players: int, cards: str) -> str:
    """What a setting is called where it is kept."""
    return "-".join(part for part in (id, str(players), cards) if part)


def options_of(id: str, cards: str) -> dict[str, Any]:
    """The options of its games."""
    return game(id).check_options({"cards": cards} if cards else {})


def measure(id: str, players: int, options: dict[str, Any], games: int) -> Counts:
    """Play, note and count."""
    counts: Counts = [[0, 0.0, 0.0] for _ in range(CLASSES)]
    for deal in range(games):
        match = Match(id, players, seed=f"calibration {deal}", **options)
        rng = Rng(deal, "noted")
        bots = [make_bot(BOT, Rng(deal, seat)) for seat in range(players)]
        told: list[tuple[int, float]] = []
        while match.state.to_play != OVER:
            if rng.below(NOTED) == 0:
                told += enumerate(appraise(as_world(match.state)).chances)
            seat = match.state.to_play
            match.play(int(bots[seat].choose(match.state.seen_by(seat))))
        winners = match.state.winners()
        for seat, chance in told:
            entry = counts[min(CLASSES - 1, int(chance * CLASSES))]
            entry[0] += 1
            entry[1] += chance
            entry[2] += 1 / len(winners) if seat in winners else 0
    return counts


def told_by(found: Game, players: int, options: Mapping[str, Any]) -> str:
    """What these counts depend on, in a few letters: how is played, and by which spreads chances are told."""
    played = conditions(found, players, options, BOT)
    path = next(path for path in found.networks(players, options) if path.exists())
    spreads = parse_tensors(path.read_bytes())[0].get(CHANCES, array("f"))[
        101 * (players - 1) : 101 * players
    ]
    return hashlib.sha256(played.encode() + spreads.tobytes()).hexdigest()[:12] if spreads else played


def load() -> dict[str, Any]:
    """All that is kept, by the names of the settings."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def table() -> Iterator[str]:
    """The table and the plots of what holds of the networks in the package, line by line."""
    yield "| Game | Seats | " + " | ".join(f"{10 * low}–{10 * low + 10} %" for low in range(CLASSES)) + " |\n"
    yield "| --- | --- |" + " --- |" * CLASSES + "\n"
    shown = list(_valid())
    for _, title, players, counts in shown:
        yield f"| {title} | {players} | {' | '.join(_cell(*one) for one in counts)} |\n"
    yield "\n"
    for name, title, players, _ in shown:
        yield f"![{title}, {players} seats: stated chances, and how many came true](images/{_file(name)})\n"
    yield "\n"


def plots() -> Iterator[tuple[Path, str]]:
    """The reliability plots of the same, each with its file."""
    for name, title, players, counts in _valid():
        yield IMAGES / _file(name), plot(f"{title}, {players} seats", counts)


def _valid() -> Iterator[tuple[str, str, int, Counts]]:
    """What holds of the networks in the package: name, title, seats and counts."""
    kept = load()
    for id, players, cards in SEATINGS:
        name = name_of(id, players, cards)
        entry = kept.get(name)
        if entry is not None and entry["conditions"] == told_by(game(id), players, options_of(id, cards)):
            variant = {"none": ", without hand cards", "base": ", with hand cards"}.get(cards, "")
            yield name, f"{game(id).title}{variant}", players, entry["counts"]


def _file(name: str) -> str:
    return f"chances-{name}.svg"


def plot(title: str, counts: Counts) -> str:
    """A reliability plot as an SVG file of its own: told against come true, and the diagonal."""
    points = [
        (total / told, won / told, *wilson(won, round(told))) for told, total, won in counts if told >= FEWEST
    ]
    lines = [Line("exactly", [(0, 0), (1, 1)], kind=9), Line(title, points, marks=True, kind=0)]
    figure = line_chart(
        title,
        lines,
        x="told",
        y=f"came true: {title}",
        x_range=(0, 1),
        y_range=(0, 1),
        percent=True,
        width=420,
    )
    return svg_file(figure)


def _cell(told: float, total: float, won: float) -> str:
    if told < FEWEST:
        return "–"
    low, high = wilson(won, round(told))
    return f"{won / told:.0%} ({low:.0%}–{high:.0%})"


def main() -> None:
    """Play the settings that are asked for, and keep what came of them."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for id, players, cards in SEATINGS:
        name = name_of(id, players, cards)
        if not all(word in name for word in sys.argv[2:]):
            continue
        options = options_of(id, cards)
        counts = measure(id, players, options, games)
        entry = {"conditions": told_by(game(id), players, options), "games": games, "counts": counts}
        write_whole(KEPT, json.dumps({**load(), name: entry}, indent=1) + "\n")
        print(
            name,
            [f"{won / told:.2f} of {total / told:.2f}" for told, total, won in counts if told],
            flush=True,
        )


if __name__ == "__main__":
    main()

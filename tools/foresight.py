"""Measures how far expected points and score sheets are off: `python -m tools.foresight [GAMES [WORD …]]`.

In a checkout. Players who look one action ahead play `GAMES` games (default 300) of each setting; at about
one decision in ten the points and the lines of its score sheet are noted that each seat is told without
searching, from what it knows, and compared with what came. With words only settings are played that have all
of them in their name.
The table stands in `docs/strength.md` (`python -m tools.strength 0` writes it), the figures in
`docs/foresight.json`, with the network that told them; they are shown as long as it is in the package.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from farmtable import Match
from farmtable.arena.files import write_whole
from farmtable.bots import evaluation_of, make_bot
from farmtable.bots.network_file import TOLD, pack_tensors, parse_tensors
from farmtable.core import OVER, Game, Rng, game
from farmtable.core.sheet_line import summed
from tools.calibration import NOTED, name_of, options_of
from tools.measurements import SEATINGS, conditions

KEPT: Final = Path("docs/foresight.json")
BOT: Final = "search:sims=1"
THIRDS: Final = ("early", "in the middle", "late")
"""By the part of the game that is still to come."""


def measure(id: str, players: int, options: dict[str, Any], games: int) -> list[dict[str, Any]]:
    """Play, note and compare; for each third of the game how far what was told was off."""
    found = game(id)
    evaluation = evaluation_of(found, players, options)
    told: list[tuple[int, list[float], list[float]]] = []
    for deal in range(games):
        match = Match(id, players, seed=f"foresight {deal}", **options)
        rng = Rng(deal, "noted")
        bots = [make_bot(BOT, Rng(deal, seat)) for seat in range(players)]
        noted: list[tuple[int, int, list[float]]] = []
        while match.state.to_play != OVER:
            if rng.below(NOTED) == 0:
                for seat in range(players):
                    position = match.state.seen_by(seat).determinize(rng)
                    points = evaluation.appraise(position).points[seat]
                    third = min(2, (100 - int(position.features(seat)[1])) * 3 // 100)
                    noted.append((third, seat, list(evaluation.expect_sheet(position, seat, points))))
            seat = match.state.to_play
            match.play(int(bots[seat].choose(match.state.seen_by(seat))))
        ends = [summed(match.state.score_sheet(seat), found.sheet_lines) for seat in range(players)]
        told += [(third, lines, ends[seat]) for third, seat, lines in noted]
    names = [str(line) for line in found.sheet_lines]
    return [_compared([one[1:] for one in told if one[0] == third], names) for third in range(len(THIRDS))]


def _compared(told: list[tuple[list[float], list[float]]], names: list[str]) -> dict[str, Any]:
    lines, ends = (np.array(part) for part in zip(*told, strict=True))
    off, points = lines - ends, lines.sum(axis=1) - ends.sum(axis=1)
    plain = np.abs(ends - ends.mean(axis=0))
    return {
        "told": len(told),
        "points": {
            "bias": round(float(points.mean()), 2),
            "off": round(float(np.abs(points).mean()), 2),
            "usual": round(float(np.abs(ends.sum(axis=1) - ends.sum(axis=1).mean()).mean()), 2),
        },
        "lines": {
            name: {
                "bias": round(float(off[:, place].mean()), 2),
                "off": round(float(np.abs(off[:, place]).mean()), 2),
                "usual": round(float(plain[:, place].mean()), 2),
            }
            for place, name in enumerate(names)
        },
    }


def told_by(found: Game, players: int, options: Mapping[str, Any]) -> str:
    """What these figures depend on, in a few letters: how is played, and what is told beside it."""
    parts = conditions(found, players, options, BOT).encode()
    path = next(path for path in found.networks(players, options) if path.exists())
    tensors, _ = parse_tensors(path.read_bytes())
    told = pack_tensors({name: part for name, part in tensors.items() if name in TOLD}, {})
    return hashlib.sha256(parts + told).hexdigest()[:12]


def load() -> dict[str, Any]:
    """All that is kept, by the names of the settings."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def table() -> Iterator[str]:
    """The tables of what holds of the networks in the package, line by line."""
    heads = " | ".join(f"{what}, {third}" for what in ("points", "a line") for third in THIRDS)
    yield f"| Game | Seats | Games | {heads} |\n"
    yield "| --- | --- | --- |" + " --- |" * 6 + "\n"
    shown = list(_valid())
    for title, players, games, thirds in shown:
        points = [_cell(third["points"], bias=True) for third in thirds]
        lines = [_cell(_mean(third["lines"]), bias=False) for third in thirds]
        yield f"| {title} | {players} | {games} | {' | '.join(points + lines)} |\n"
    yield "\n"
    for title, players, _, thirds in shown:
        yield f"| {title}, {players} seats | {' | '.join(THIRDS)} |\n| --- | --- | --- | --- |\n"
        for name in thirds[0]["lines"]:
            cells = " | ".join(_cell(third["lines"][name], bias=True) for third in thirds)
            yield f"| {name} | {cells} |\n"
        yield "\n"


def _mean(lines: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    return {key: sum(line[key] for line in lines.values()) / len(lines) for key in ("off", "usual")}


def _cell(one: Mapping[str, float], bias: bool) -> str:
    said = f"{one['bias']:+.1f}, " if bias else ""
    return f"{said}{one['off']:.1f} of {one['usual']:.1f}".replace("-", "−")


def _valid() -> Iterator[tuple[str, int, int, list[dict[str, Any]]]]:
    """What holds of the networks in the package: title, seats, games, and the thirds of the game."""
    kept = load()
    for id, players, cards in SEATINGS:
        entry = kept.get(name_of(id, players, cards))
        if entry is not None and entry["conditions"] == told_by(game(id), players, options_of(id, cards)):
            variant = {"none": ", without hand cards", "base": ", with hand cards"}.get(cards, "")
            yield f"{game(id).title}{variant}", players, entry["games"], entry["thirds"]


def main() -> None:
    """Play the settings that are asked for, and keep what came of them."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for id, players, cards in SEATINGS:
        name = name_of(id, players, cards)
        if not all(word in name for word in sys.argv[2:]):
            continue
        options = options_of(id, cards)
        thirds = measure(id, players, options, games)
        entry = {"conditions": told_by(game(id), players, options), "games": games, "thirds": thirds}
        write_whole(KEPT, json.dumps({**load(), name: entry}, indent=1) + "\n")
        print(name, [third["points"] for third in thirds], flush=True)


if __name__ == "__main__":
    main()

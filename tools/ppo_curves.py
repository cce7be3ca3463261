"""Draws how `examples/ppo.py` learned: `python -m tools.ppo_curves`, in a checkout.

Its `--curve docs/ppo/GAME.json` keeps what the trials of a run came to, and by which recipe. Of these the
plots in `docs/images` are drawn, and the tables that stand in `docs/environments.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from farmtable.arena.files import write_whole
from farmtable.arena.intervals import wilson
from farmtable.charts import Line, line_chart
from tools.svg import svg_file

KEPT: Final = Path("docs/ppo")
IMAGES: Final = Path("docs/images")
PAGE: Final = Path("docs/environments.md")


def runs() -> dict[str, dict[str, Any]]:
    """The runs that are kept, by their recipes."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(KEPT.glob("*.json"))}


def table(run: dict[str, Any]) -> list[str]:
    """What came of a run, as lines of Markdown: for each trial the share that was won, and its interval."""
    games, rival = run["recipe"]["trial"], run["recipe"]["rival"]
    lines = [
        f"| Decisions learned from | Seconds of one core | Won of {games} games against `{rival}` |",
        "| ---: | ---: | ---: |",
    ]
    for point in run["curve"]:
        low, high = wilson(point["won"] * games, games)
        won = f"{point['won']:.0%} ({low:.0%}–{high:.0%})".replace("%", " %")
        lines.append(f"| {point['decisions']:,} | {point['seconds']:,.0f} | {won} |")
    return lines


def plots() -> Iterator[tuple[Path, str]]:
    """The learning curve of each run, with its file."""
    for name, run in runs().items():
        games = run["recipe"]["trial"]
        points = [
            (point["decisions"] / 1000, point["won"], *wilson(point["won"] * games, games))
            for point in run["curve"]
        ]
        last = points[-1][0]
        title = f"PPO in {name.replace('_', ' ')}: games won against {run['recipe']['rival']}"
        figure = line_chart(
            title,
            [Line("even", [(0, 0.5), (last, 0.5)], kind=9), Line("won", points, marks=True, kind=0)],
            x="thousands of decisions learned from",
            y="games won",
            x_range=(0, last),
            y_range=(0, 1),
            percent=True,
            width=560,
        )
        yield IMAGES / f"ppo-{name}.svg", svg_file(figure)


def main() -> None:
    """Draw all plots, and print the tables."""
    for path, drawing in plots():
        write_whole(path, drawing)
    for run in runs().values():
        print("\n".join(table(run)), end="\n\n")


if __name__ == "__main__":
    main()

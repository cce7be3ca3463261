"""Worked examples of rules as small boards, drawn by what draws the table."""

from __future__ import annotations

from collections import defaultdict

from farmtable.core import Example, Game, worked
from farmtable.i18n import catalogue_with_games
from farmtable.web.pages import environment, game_template

NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")


def examples_drawn(game: Game, language: str) -> dict[str, list[str]]:
    """The examples of a game as HTML, by the rule that each is of."""
    drawn: defaultdict[str, list[str]] = defaultdict(list)
    for example in game.examples:
        drawn[example.rule].append(_drawn(game, example, language))
    return drawn


def _drawn(game: Game, example: Example, language: str) -> str:
    names = list(NAMES[: example.players])
    return (
        environment(language)
        .get_template("example.html")
        .render(
            game=game,
            drawing=game_template(game.id, "example.html"),
            view=worked(game, example).seen_by(0).view(),
            part=example.part,
            seat=None,
            actions=[],
            names=names,
            initials=[name[0] for name in names],
            thrown=None,
            said=example.says.render(catalogue_with_games(language), names),
        )
    )

"""All that a server loads before its first board, for the process that servers are forked from."""

from typing import Final

import farmtable.web.server  # noqa: F401
import tools.load.checker
import tools.load.generator  # noqa: F401
from farmtable.core import Record
from farmtable.web.pages import TEMPLATES, environment
from farmtable.web.setup import all_games, usual_players

LANGUAGE: Final = "en"
"""In which browsers ask here."""


def warm() -> None:
    """Compile the templates, read the words and the figures of all games."""
    words = environment(LANGUAGE)
    for path in TEMPLATES.rglob("*.html"):
        words.get_template(path.relative_to(TEMPLATES).as_posix())
    for game in all_games():
        Record(game.id, usual_players(game)).begin()


warm()

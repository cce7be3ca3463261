"""The game's declaration: seats, options, action space, and how positions begin and are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from farmtable.core.declaration import About, Option
from farmtable.core.errors import BadOption
from farmtable.core.game import Game
from farmtable.core.state import State
from farmtable.core.text import Text
from farmtable.games.kit.rules_text import rules_text
from farmtable.games.mi_tierra.box.components import COMPONENTS
from farmtable.games.mi_tierra.evaluation import observation
from farmtable.games.mi_tierra.evaluation.feature_names import FEATURE_NAMES
from farmtable.games.mi_tierra.examples import EXAMPLES
from farmtable.games.mi_tierra.lessons import FIRST
from farmtable.games.mi_tierra.position.actions import NUM_ACTIONS
from farmtable.games.mi_tierra.state import MiTierraState
from farmtable.games.mi_tierra.stored import position
from farmtable.games.mi_tierra.words.story import SHEET_LINES


class MiTierraGame(Game):
    """Mi Tierra, first edition."""

    id = "mi_tierra"
    title = "Mi Tierra"
    rules_version = 2
    min_players = 2
    max_players = 4
    num_actions = NUM_ACTIONS
    observation_size = observation.SIZE
    feature_names = FEATURE_NAMES
    sheet_lines = SHEET_LINES
    about = About(
        Text("Grow, breed, mill and bake, and be at the market when somebody wants what you have."),
        minutes=(45, 90),
        weight=2,
    )
    lessons = (FIRST,)
    examples = EXAMPLES
    options = (
        Option(
            "start",
            Text("Start player"),
            "random",
            ("random", "1", "2", "3", "4"),
            (
                Text("drawn at random"),
                *(Text("seat {number}", number=number) for number in range(1, 5)),
            ),
            seats_of=(("3", (3, 4)), ("4", (4,))),
        ),
        Option(
            "closing_markets",
            Text("Markets on the closing line"),
            "open",
            ("open", "closed"),
            (Text("still buy for one round"), Text("no longer buy anything")),
        ),
        Option(
            "excess_meat",
            Text("Animals without room give"),
            "animal",
            ("animal", "visit"),
            (Text("one meat each"), Text("one meat in all")),
        ),
        Option(
            "strike",
            Text("A strike closes"),
            "with_oven",
            ("with_oven", "without_oven"),
            (Text("all industries, including the oven"), Text("the industries, but not the oven")),
        ),
        Option("components", Text("Component facts"), None),
    )

    def check_seats(self, players: int, options: Mapping[str, Any]) -> None:
        super().check_seats(players, options)
        if options["start"] not in ("random", *(str(seat + 1) for seat in range(players))):
            raise BadOption(f"start is one of the {players} seats of this game, not {options['start']}")

    def check_file(self, name: str, content: dict[str, Any]) -> dict[str, Any]:
        return COMPONENTS.check(content)

    def networks(self, players: int, options: Mapping[str, Any]) -> list[Path]:
        folder = Path(__file__).with_name("networks")
        return [folder / f"{name}.safetensors" for name in (str(players), "all")]

    def rules(self, language: str = "en") -> str:
        return rules_text(__package__, language)

    def _new(self, players: int, options: dict[str, Any]) -> State:
        state = MiTierraState(self, players, options, COMPONENTS.facts(players, options))
        state.set_up()
        return state

    def _load(self, data: Mapping[str, Any]) -> State:
        return position.from_dict(self, data)


GAME = MiTierraGame()

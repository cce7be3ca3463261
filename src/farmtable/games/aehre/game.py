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
from farmtable.games.aehre.box.components import COMPONENTS
from farmtable.games.aehre.evaluation import observation
from farmtable.games.aehre.evaluation.feature_names import FEATURE_NAMES
from farmtable.games.aehre.examples import EXAMPLES
from farmtable.games.aehre.lessons import FIRST
from farmtable.games.aehre.position.actions import NUM_ACTIONS
from farmtable.games.aehre.state import AehreState
from farmtable.games.aehre.stored import position
from farmtable.games.aehre.words.story import SHEET_LINES
from farmtable.games.kit.rules_text import rules_text


class AehreGame(Game):
    """Eine Frage der Ähre."""

    id = "aehre"
    title = "Eine Frage der Ähre"
    rules_version = 1
    min_players = 2
    max_players = 5
    num_actions = NUM_ACTIONS
    observation_size = observation.SIZE
    feature_names = FEATURE_NAMES
    sheet_lines = SHEET_LINES
    about = About(
        Text(
            "Lay tiles on land that everybody shares, and decide for each field: points now, or a farm that "
            "pays later?"
        ),
        minutes=(30, 60),
        weight=1,
    )
    lessons = (FIRST,)
    examples = EXAMPLES
    options = (
        Option(
            "start",
            Text("Start player"),
            "random",
            ("random", "1", "2", "3", "4", "5"),
            (
                Text("drawn at random"),
                *(Text("seat {number}", number=number) for number in range(1, 6)),
            ),
            seats_of=(("3", (3, 4, 5)), ("4", (4, 5)), ("5", (5,))),
        ),
        Option(
            "farm_vp_block",
            Text("Fields that give no points because of a farm"),
            "same_crop",
            ("same_crop", "any_adjacent"),
            (Text("those that join its region"), Text("those that join or touch its region")),
        ),
        Option(
            "levelled_field_rotation",
            Text("Crop rotation on a levelled cell"),
            "crop_below_face_down_tile",
            ("crop_below_face_down_tile", "any"),
            (Text("looks below the face-down tile"), Text("does not apply")),
        ),
        Option(
            "tie_breaker",
            Text("Ties are broken by"),
            "sum_of_own_farm_regions",
            ("sum_of_own_farm_regions", "largest_single_farm_region"),
            (Text("all of a player’s farm regions together"), Text("a player’s largest farm region")),
        ),
        Option("components", Text("Component facts"), None),
    )

    def check_seats(self, players: int, options: Mapping[str, Any]) -> None:
        super().check_seats(players, options)
        if options["start"] not in ("random", *(str(seat + 1) for seat in range(players))):
            raise BadOption(f"start is random or a seat from 1 to {players}; not {options['start']}")

    def check_file(self, name: str, content: dict[str, Any]) -> dict[str, Any]:
        return COMPONENTS.check(content)

    def networks(self, players: int, options: Mapping[str, Any]) -> list[Path]:
        folder = Path(__file__).with_name("networks")
        return [folder / f"{name}.safetensors" for name in (str(players), "all")]

    def rules(self, language: str = "en") -> str:
        return rules_text(__package__, language)

    def _new(self, players: int, options: dict[str, Any]) -> State:
        state = AehreState(self, players, options, COMPONENTS.facts(players, options))
        state.set_up()
        return state

    def _load(self, data: Mapping[str, Any]) -> State:
        return position.from_dict(self, data)


GAME = AehreGame()

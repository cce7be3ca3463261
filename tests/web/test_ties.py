"""A score sheet says what has decided between seats that are equal."""

from __future__ import annotations

import re
from html import unescape

import pytest

from farmtable import State
from farmtable.web.board import scene
from farmtable.web.pages import environment
from farmtable.web.reader import Reader
from tests.games.aehre.scenarios import position_s
from tests.games.agricola import scenarios as agricola
from tests.games.mi_tierra import scenarios as mi_tierra


def aehre(second: int, **options: str) -> State:
    """Seat 1 has a farm in a region of four fields, seat 0 two of three; both had 70 points before."""
    scene = position_s(2, **options).lay("R", (0, 0), (0, 2)).lay("P", (6, 3), (7, 3))
    scene.farm(1, (3, 2)).farm(0, (0, 1)).farm(0, (6, 3), 1).earned(0, 70).earned(1, second)
    return scene.over().state()


def told(state: State) -> str:
    """What stands below the score sheet about equals, as anybody may read it."""
    names = ["Anna", "Ben", "Cleo"][: state.players]
    context = scene(state.seen_by(None), Reader("browser", "en", "token"), names)
    html = environment("en").get_template(context["templates"]["sheet"]).render(context)
    found = re.search(r'<p class="tied">(.*?)</p>', html, re.S)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize(
    ("state", "winners", "said"),
    [
        (aehre(70), [0], "regions of a player’s own farms decide: Anna 6, Ben 4."),
        (aehre(70, tie_breaker="largest_single_farm_region"), [1], "decide: Anna 3, Ben 4."),
        (aehre(69), [0], ""),
        (
            agricola.finished(
                {"goods": {"wood": 3, "food": 9}}, {"goods": {"clay": 1, "reed": 1, "stone": 3}}
            ),
            [1],
            "building resources left in the supply decide: Anna 3, Ben 5.",
        ),
        (
            mi_tierra.finished(
                {"money": 61, "goods": {"cake": 1, "clothes": 2, "apple": 7}},
                {"money": 204, "goods": {"apple": 6}},
                {"money": 3},
                players=3,
            ),
            [0],
            "left over after the exchange decide: Anna 1, Ben 0.",
        ),
    ],
    ids=["fields", "largest", "not-equal", "resources", "left-over"],
)
def test_what_decides_between_equals(state: State, winners: list[int], said: str) -> None:
    """Of Eine Frage der Ähre R53, of Agricola R12.4, of Mi Tierra R55."""
    assert state.winners() == winners
    assert told(state).endswith(said)
    assert bool(told(state)) == bool(said)

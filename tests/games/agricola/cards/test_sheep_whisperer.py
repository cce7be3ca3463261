"""Sheep Whisperer (B164)."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import Data, chance, goods, legal, new_round, play, position, seat_of


@pytest.mark.parametrize(
    ("played", "due"),
    [
        (1, (3, 6, 9, 11)),
        (4, (6, 9, 12, 14)),
        (5, (7, 10, 13)),
        (6, (8, 11, 14)),
        (12, (14,)),
        (13, ()),
        (14, ()),
    ],
)
def test_sheep_on_round_spaces(played: int, due: tuple[int, ...]) -> None:
    """G36, ruling: 2, 5, 8 and 10 rounds ahead; what would come after round 14 is not placed."""
    state = position({"occupations": ["sheep_whisperer"], "goods": {}}, players=4, round=played)
    play(state, "place Lessons", "play Sheep Whisperer")
    assert seat_of(state)["promised"] == {str(number): {"sheep": 1} for number in due}
    assert goods(state) == {}


def test_a_sheep_arrives() -> None:
    """At the start of its round."""
    promised = {"7": {"sheep": 1}, "10": {"sheep": 1}}
    farm: Data = {"front": ["sheep_whisperer"], "goods": {}, "promised": promised}
    state = chance(new_round(farm, players=4, round=7))
    assert goods(state) == {"sheep": 1}
    assert seat_of(state)["promised"] == {"10": {"sheep": 1}}


def test_no_room_for_it() -> None:
    """Ruling: it must be kept, cooked or let go."""
    farm: Data = {"promised": {"7": {"sheep": 1}}, "goods": {"cattle": 1}, "improvements": ["fireplace_2"]}
    state = chance(new_round(farm, players=4, round=7))
    assert legal(state) == ["cook sheep", "cook cattle", "discard sheep", "discard cattle"]
    assert goods(play(state, "cook sheep")) == {"cattle": 1, "food": 2}


def test_only_in_a_game_for_four() -> None:
    """It is a card for four players."""
    with pytest.raises(BadRecord, match="not for 3 players"):
        position({"front": ["sheep_whisperer"]}, players=3)


def test_with_groom() -> None:
    """R1.5: a stable built at the start of the round takes in the sheep that comes then."""
    farm: Data = {"front": ["sheep_whisperer", "groom"], "house": "stone", "goods": {"wood": 1, "cattle": 1}}
    state = chance(new_round({**farm, "promised": {"7": {"sheep": 1}}}, players=4, round=7))
    play(state, "use Groom", "build stable E1")
    assert goods(state) == {"cattle": 1, "sheep": 1}
    assert "place Forest" in legal(state)

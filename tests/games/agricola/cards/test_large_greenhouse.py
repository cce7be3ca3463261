"""Large Greenhouse (A069)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    chance,
    goods,
    legal,
    new_round,
    play,
    position,
    seat_of,
)

HAND: Data = {"minors": ["large_greenhouse"], "goods": {"wood": 2}, "front": ["grocer", "priest"]}
PLAYED = ("place Meeting Place", "play Large Greenhouse")


@pytest.mark.parametrize(
    ("number", "spaces"),
    [
        (1, [5, 8, 10]),
        (5, [9, 12, 14]),
        (6, [10, 13]),
        (7, [11, 14]),
        (8, [12]),
        (10, [14]),
        (11, []),
        (14, []),
    ],
)
def test_vegetables_on_three_round_spaces(number: int, spaces: list[int]) -> None:
    """G36: in round R on R + 4, R + 7 and R + 9; in round 6 the third would be 15 and is dropped."""
    state = play(position(HAND, round=number), *PLAYED)
    assert goods(state) == {}
    assert seat_of(state)["promised"] == {str(space): {"vegetable": 1} for space in spaces}


def test_they_come_when_their_rounds_begin() -> None:
    """R1.2: each is taken in the preparation phase of its round."""
    farm: Data = {
        "promised": {"10": {"vegetable": 1}, "13": {"vegetable": 1}},
        "front": ["large_greenhouse"],
        "goods": {},
    }
    state = chance(new_round(farm, round=10))
    assert goods(state) == {"vegetable": 1}
    assert seat_of(state)["promised"] == {"13": {"vegetable": 1}}


def test_what_it_takes() -> None:
    """R9.2: 2 occupations or more in front, and 2 wood."""
    one = play(position({**HAND, "front": ["grocer", "canoe"]}), "place Meeting Place")
    assert "play Large Greenhouse" not in legal(one)
    three = play(position({**HAND, "front": ["grocer", "priest", "tutor"]}), "place Meeting Place")
    assert "play Large Greenhouse" in legal(three)
    poor = play(position({**HAND, "goods": {"wood": 1}}), "place Meeting Place")
    assert "play Large Greenhouse" not in legal(poor)


def test_with_sack_cart() -> None:
    """What Sack Cart put on the same round spaces stays there, and comes with it."""
    farm: Data = {**HAND, "promised": {"8": {"grain": 1}, "11": {"grain": 1}, "14": {"grain": 1}}}
    state = play(position(farm, round=4), *PLAYED)
    assert seat_of(state)["promised"] == {
        "8": {"grain": 1, "vegetable": 1},
        "11": {"grain": 1, "vegetable": 1},
        "13": {"vegetable": 1},
        "14": {"grain": 1},
    }

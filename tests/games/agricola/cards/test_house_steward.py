"""House Steward (B136)."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import Data, finished, goods, house_of, play, position


@pytest.mark.parametrize(
    ("rounds", "wood"), [((1, 5), 4), ((6, 8), 3), ((9, 11), 2), ((12, 13), 1), ((14,), 0)]
)
def test_wood_by_the_rounds_left(rounds: tuple[int, ...], wood: int) -> None:
    """G34: 4 wood up to round 5, 3 up to round 8, 2 up to round 11, 1 up to round 13, then none."""
    for number in rounds:
        state = position({"occupations": ["house_steward"]}, players=3, round=number)
        play(state, "place Lessons", "play House Steward")
        assert goods(state).get("wood", 0) == wood


def bonuses(*rooms: int, others: tuple[str, ...] = ()) -> list[int]:
    """The bonus points of each seat with so many rooms; the first seat owns House Steward."""
    scores = []
    for front in (["house_steward", *others], [*others]):
        seats: list[Data] = [{"rooms": house_of(n)} for n in rooms]
        seats[0]["front"] = front
        scores.append(finished(*seats, players=len(rooms)).scores())
    return [with_it - without for with_it, without in zip(*scores, strict=True)]


def test_most_rooms() -> None:
    """G34, ruling: all who are tied for most rooms get 3 points, whoever owns the card."""
    assert bonuses(5, 4, 5) == [3, 0, 3]
    assert bonuses(5, 2, 3, 4) == [3, 0, 0, 0]
    assert bonuses(2, 6, 3) == [0, 3, 0]
    assert bonuses(2, 2, 2) == [3, 3, 3]


def test_rooms_of_the_house_only() -> None:
    """Ruling: a Caravan is no room."""
    assert bonuses(4, 5, 3, others=("caravan",)) == [0, 3, 0]


def test_not_from_the_hand() -> None:
    """R9.1: in a hand it does nothing."""
    state = finished({"occupations": ["house_steward"]}, players=3)
    assert state.scores() == finished(players=3).scores()


def test_not_in_a_game_for_two() -> None:
    """It is a card for three and more players."""
    with pytest.raises(BadRecord, match="not for 2 players"):
        position({"front": ["house_steward"]}, players=2)


def test_with_cottager() -> None:
    """A room built on Day Laborer decides who has most; it uses a space of the farmyard, too."""
    farm: Data = {"front": ["house_steward", "cottager"], "goods": {"wood": 5, "reed": 2}}
    state = position(farm, players=3)
    before = state.scores()
    play(state, "place Day Laborer", "use Cottager", "build room A1")
    after = state.scores()
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, -3, -3]


def test_its_points_stand_on_the_card_of_its_owner() -> None:
    """As on the score sheet, and beside it card by card."""
    for own, points in ((4, 3), (3, 3), (2, 0)):
        farm: Data = {"front": ["house_steward"], "rooms": house_of(own)}
        state = finished(farm, {"rooms": house_of(3)}, players=3)
        (card,) = state.seen_by(0).view()["seats"][0]["front"]
        assert card["points"] == points

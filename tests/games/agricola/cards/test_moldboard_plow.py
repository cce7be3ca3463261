"""Moldboard Plow (B019): two more fields on Farmland."""

from __future__ import annotations

from typing import Any

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import Data, finished, goods, legal, line, play, position, seat_of


def on_farmland(seat: Data, **rest: Any) -> AgricolaState:
    """Seat 0 has placed a person on Farmland."""
    state = position({"front": ["moldboard_plow"], "goods": {}, **seat}, **rest)
    play(state, "place Farmland")
    return state


def test_its_price_and_requirement() -> None:
    """2 wood, with at least 1 occupation in front of its owner (R9.2)."""
    hand: Data = {"minors": ["moldboard_plow"], "goods": {"wood": 2}, "front": ["carpenter"]}
    state = play(position(hand), "place Meeting Place", "play Moldboard Plow")
    assert (goods(state), seat_of(state)["front"][1:]) == ({}, [["moldboard_plow", 0]])
    lacks: list[Data] = [{"front": []}, {"front": ["canoe"]}, {"goods": {"wood": 1}}]
    for lacking in lacks:
        state = play(position({**hand, **lacking}), "place Meeting Place")
        assert "play Moldboard Plow" not in legal(state)


def test_a_second_field() -> None:
    """Appendix p. 3: on Farmland one more field may be plowed; the card knows that a tile is gone."""
    state = on_farmland({})
    assert legal(state) == ["done", "use Moldboard Plow"]
    play(state, "use Moldboard Plow", "plow D1")
    assert sorted(legal(state)) == ["plow C1", "plow D2", "plow E1"], "R4.1: side by side"
    play(state, "plow D2")
    assert (seat_of(state)["fields"], state.to_play) == ({"D1": "", "D2": ""}, 1)
    assert seat_of(state)["front"] == [["moldboard_plow", 1]]


def test_it_may_wait() -> None:
    """Declined, the tile stays on the card."""
    state = play(on_farmland({}), "done", "plow D1")
    assert (seat_of(state)["fields"], seat_of(state)["front"]) == ({"D1": ""}, [["moldboard_plow", 0]])


def test_twice_in_a_game() -> None:
    """There are 2 tiles: after the second there is nothing more to use."""
    farm: Data = {"fields": {"D1": "", "D2": ""}}
    state = play(
        on_farmland({**farm, "front": [["moldboard_plow", 1]]}), "use Moldboard Plow", "plow E1", "plow E2"
    )
    assert seat_of(state)["front"] == [["moldboard_plow", 2]]
    state = on_farmland({**farm, "front": [["moldboard_plow", 2]]})
    assert sorted(legal(state)) == ["plow C1", "plow C2", "plow D3", "plow E1", "plow E2"]


def test_only_on_farmland() -> None:
    """Cultivation does not count."""
    state = position({"front": ["moldboard_plow"], "goods": {}}, round=13)
    play(state, "place Cultivation", "plow C1")
    assert (seat_of(state)["fields"], state.to_play) == ({"C1": ""}, 1)


def test_the_space_itself_must_be_used() -> None:
    """R2.2: with room for one field only it cannot be used; with room for two the first leaves the second."""
    state = on_farmland({"pastures": [[f"{column}{row}" for row in "123" for column in "BCDE"]]})
    assert (seat_of(state)["fields"], state.to_play) == ({"A1": ""}, 1)
    assert seat_of(state)["front"] == [["moldboard_plow", 0]]
    big = ["B1", "C1", "B2", "C2", "D2", "E2", "B3", "C3", "D3", "E3"]
    state = on_farmland({"pastures": [big]})
    play(state, "use Moldboard Plow")
    assert legal(state) == ["plow D1", "plow E1"], "not A1, or Farmland's own field had no place"
    play(state, "plow E1")
    assert (seat_of(state)["fields"], state.to_play) == ({"D1": "", "E1": ""}, 1)


def test_tiles_on_the_card_score_nothing() -> None:
    """R4.4: a field tile counts where it lies in the farmyard."""
    state = finished({"front": ["moldboard_plow"]})
    assert (line(state, "fields"), line(state, "improvements")) == (-1, 0)


def test_with_threshing_board() -> None:
    """R9.17: both are used on landing, in the order that the owner likes."""
    farm: Data = {
        "front": ["threshing_board", "moldboard_plow"],
        "improvements": ["fireplace_2"],
        "goods": {"grain": 2},
    }
    state = on_farmland(farm)
    assert legal(state) == ["done", "use Threshing Board", "use Moldboard Plow"]
    play(state, "use Moldboard Plow", "plow D1", "use Threshing Board", "bake 2 grain", "plow E1")
    assert (goods(state), seat_of(state)["fields"]) == ({"food": 4}, {"D1": "", "E1": ""})

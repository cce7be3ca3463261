"""Threshing Board (A024)."""

from __future__ import annotations

from farmtable import State
from tests.games.agricola.scenarios import AWAY, Data, finished, goods, legal, play, position, seat_of, worth

BAKER: Data = {"front": ["threshing_board"], "improvements": ["fireplace_2"], "goods": {"grain": 2}}


def placed(space: str, seat: Data) -> State:
    """A person of the owner has just been placed."""
    return play(position({**BAKER, **seat}, AWAY, round=13), f"place {space}")


def test_bread_on_farmland() -> None:
    """A Bake Bread action before the space's own effect."""
    state = placed("Farmland", {})
    assert legal(state) == ["done", "use Threshing Board"]
    play(state, "use Threshing Board")
    assert legal(state) == ["bake 1 grain", "bake 2 grain"]
    play(state, "bake 2 grain")
    assert goods(state) == {"food": 4}
    assert all(words.startswith("plow ") for words in legal(state)), "once a use, and then the field"
    play(state, "plow D1")
    assert seat_of(state)["fields"] == {"D1": ""}


def test_bread_on_cultivation() -> None:
    """The same on Cultivation; what was baked cannot be sown."""
    state = placed(
        "Cultivation",
        {},
    )
    play(state, "use Threshing Board", "bake 1 grain", "plow D1", "sow grain D1")
    assert goods(state) == {"food": 2}
    assert seat_of(state)["fields"] == {"D1": "grain 3"}


def test_it_may_be_left() -> None:
    """Who does not want to bake goes on with the space."""
    state = play(placed("Farmland", {}), "done", "plow D1")
    assert goods(state) == {"grain": 2}


def test_what_it_takes() -> None:
    """R10.1: a baking improvement and a grain in the supply, or nothing is offered."""
    seats: list[Data] = [{"improvements": []}, {"goods": {}}, {"improvements": ["well"]}]
    for seat in seats:
        assert all(words.startswith("plow ") for words in legal(placed("Farmland", seat)))


def test_other_spaces() -> None:
    """Grain Utilization and others are no use of Farmland or Cultivation."""
    state = placed("Grain Seeds", {})
    assert goods(state) == {"grain": 3}
    assert "use Threshing Board" not in legal(state)


def test_the_space_itself_must_be_possible() -> None:
    """R2.2: baking replaces no action of the space, and may not take the only grain that it needs."""
    full: Data = {"fields": {"E3": ""}, "stables": ["D3", "E2"]}
    assert "place Farmland" not in legal(position({**BAKER, **full}))
    state = placed("Cultivation", full)
    play(state, "use Threshing Board")
    assert goods(state) == {"food": 2}, "one grain is baked, the other must be sown"
    assert seat_of(state)["fields"] == {"E3": "grain 3"}
    state = placed("Cultivation", {**full, "goods": {"grain": 1}})
    assert seat_of(state)["fields"] == {"E3": "grain 3"}, "nothing else could be done"


def test_playing_it() -> None:
    """R9.2: it requires 2 occupations in front, costs 1 wood, and is worth 1 point."""
    hand: Data = {"minors": ["threshing_board"], "goods": {"wood": 1}}
    one = play(position({**hand, "front": ["grocer"]}), "place Meeting Place")
    assert "play Threshing Board" not in legal(one)
    two = position({**hand, "front": ["grocer", "priest"]})
    play(two, "place Meeting Place", "play Threshing Board")
    assert goods(two) == {}
    assert worth(finished({"front": ["threshing_board"]}), "threshing_board") == 1


def test_with_dutch_windmill() -> None:
    """Dutch Windmill brings its 3 food for this Bake Bread action too: round 13 no, round 14 yes (G21)."""
    farm: Data = {**BAKER, "front": ["threshing_board", "dutch_windmill"]}
    for number, food in ((13, 2), (14, 5)):
        state = play(position(farm, round=number), "place Farmland", "use Threshing Board", "bake 1 grain")
        assert goods(state) == {"grain": 1, "food": food}


def test_with_firewood_collector() -> None:
    """Two cards on one use: bread first, the wood of Firewood Collector at the end of the turn."""
    state = placed("Farmland", {"front": ["firewood_collector", "threshing_board"]})
    play(state, "use Threshing Board", "bake 1 grain")
    assert goods(state) == {"grain": 1, "food": 2}
    play(state, "plow D1")
    assert goods(state) == {"wood": 1, "grain": 1, "food": 2}

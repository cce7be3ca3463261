"""Brook (B056): food on the spaces above Fishing."""

from __future__ import annotations

from typing import Any

from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of, spaces


def used(space: str, seat: Data | None = None, **rest: Any) -> dict[str, int]:
    """What seat 0, with nothing but Brook, has after using a space."""
    state = position({"front": ["brook"], "goods": {}, **(seat or {})}, **rest)
    return goods(play(state, f"place {space}"))


def test_a_person_on_fishing() -> None:
    """R9.2: one's own person stands on Fishing now; it stays there, and nothing is paid."""
    hand: Data = {"minors": ["brook"], "goods": {}}
    state = play(position(hand, used_by={"fishing": 0}), "place Meeting Place", "play Brook")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["brook", 0]])
    assert state.to_dict()["used_by"]["fishing"] == 0
    for elsewhere in ({}, {"fishing": 1}, {"forest": 0}):
        state = play(position(hand, used_by=elsewhere), "place Meeting Place")
        assert "play Brook" not in legal(state)


def test_fish_and_then_play_it() -> None:
    """So it is played in a round in which its owner has fished before."""
    state = position({"minors": ["brook"], "goods": {}})
    play(state, "place Fishing", "place Forest", "place Meeting Place", "play Brook")
    assert (goods(state), seat_of(state)["front"]) == ({"food": 1}, [["brook", 0]])


def test_g48_the_three_spaces_printed() -> None:
    """G48: 1 food beside the space's goods; Fishing itself brings no more."""
    assert used("Forest") == {"wood": 3, "food": 1}
    assert used("Clay Pit") == {"clay": 1, "food": 1}
    assert used("Reed Bank") == {"reed": 1, "food": 1}
    assert used("Fishing") == {"food": 1}
    assert used("Grain Seeds") == {"grain": 1}


def test_g48_the_card_of_round_1() -> None:
    """G48: the card on round space 1, whichever it is, and no other."""
    assert used("Sheep Market", round=4) == {"sheep": 1}
    order = {"sheep_market": 1, "fencing": 2, "grain_utilization": 3, "major_improvement": 4}
    assert used("Sheep Market", round=4, turned_up=order) == {"sheep": 1, "food": 1}
    first = {"sheep_market": 2, "fencing": 1}
    assert used("Sheep Market", round=2, turned_up=first) == {"sheep": 1}
    farm: Data = {"goods": {"grain": 1}, "improvements": ["clay_oven"]}
    assert used("Grain Utilization", farm, turned_up={"grain_utilization": 1}) == {"food": 6}


def test_only_for_its_owner() -> None:
    state = play(position({"front": ["brook"]}, {"goods": {}}, turn=1), "place Forest")
    assert (goods(state), goods(state, 1)) == ({"food": 2}, {"wood": 3})


def test_before_the_space_is_used() -> None:
    """R9 phrases: on landing; the food pays for the Beanfield that makes Major Improvement possible."""
    farm: Data = {"minors": ["beanfield"], "front": ["carpenter", "plow_driver"], "goods": {}}
    assert "Major Improvement" not in spaces(position(farm))
    state = position({**farm, "front": ["carpenter", "plow_driver", "brook"]})
    play(state, "place Major Improvement", "play Beanfield")
    assert (goods(state), seat_of(state)["front"][-1]) == ({}, ["beanfield", 0])

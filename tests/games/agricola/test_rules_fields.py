"""R4: plowing, sowing, and what grows."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    CELLS,
    Data,
    finished,
    goods,
    harvest,
    legal,
    line,
    play,
    position,
    rule_against,
    seat_of,
)


def sites(seat: Data) -> list[str]:
    """Where a seat may plow now."""
    state = play(position(seat), "place Farmland")
    return [words.split()[-1] for words in legal(state)]


# --- plowing -----------------------------------------------------------------------------------------


def test_r4_1_the_first_field_anywhere() -> None:
    """R4.1: on any unused space; it costs nothing."""
    assert sites({}) == [cell for cell in CELLS if cell not in ("A2", "A3")]
    state = play(position({"goods": {"food": 1}}), "place Farmland", "plow E3")
    assert (seat_of(state)["fields"], goods(state), state.to_play) == ({"E3": ""}, {"food": 1}, 1)


def test_r4_1_further_fields_beside_a_field() -> None:
    """R4.1: orthogonally beside one that is there, planted or not."""
    assert sites({"fields": {"C2": "grain 3"}}) == ["C1", "B2", "D2", "C3"]
    state = play(position({"fields": {"C2": ""}}), "place Farmland")
    for far in ("A1", "D1", "B3", "E2"):
        assert rule_against(state, f"plow {far}") == "R4.1"


def test_r4_1_only_on_unused_spaces() -> None:
    """R4.1, R3.2: not on rooms, fields or stables, and not in a pasture, empty or not."""
    farm: Data = {"fields": {"C2": ""}, "stables": ["C1"], "pastures": [["D2"]], "rooms": ["A2", "A3", "B2"]}
    assert sites({**farm, "rooms": ["A2", "A3"]}) == ["B2", "C3"]
    used = ("A2", "B2", "C2", "C1", "D2")
    state = play(position({**farm, "stables": ["C1"], "fields": {"C2": "", "C3": ""}}), "place Farmland")
    for cell in used:
        assert rule_against(state, f"plow {cell}") == "R4.1"


def test_r4_1_an_only_site_is_taken() -> None:
    """R4.1: where there is nothing to choose nobody is asked."""
    farm: Data = {"fields": {"E3": ""}, "stables": ["E2"]}
    state = play(position(farm), "place Farmland")
    assert seat_of(state)["fields"] == {"D3": "", "E3": ""}


def test_r4_1_fields_stay() -> None:
    """R4.1: harvested empty, a field is still a field and can only be sown again."""
    state = harvest({"goods": {"food": 4}, "fields": {"D1": "grain 1"}})
    assert seat_of(state)["fields"] == {"D1": ""}


# --- sowing ------------------------------------------------------------------------------------------


def test_r4_2_sowing() -> None:
    """R4.2: one from the supply, two or one from the general supply on top."""
    farm: Data = {"goods": {"grain": 2, "vegetable": 2}, "fields": {"D1": "", "E1": "", "E2": ""}}
    state = play(position(farm, round=3), "place Grain Utilization")
    play(state, "sow grain D1", "sow vegetable E1")
    assert goods(state) == {"grain": 1, "vegetable": 1}
    assert seat_of(state)["fields"] == {"D1": "grain 3", "E1": "vegetable 2", "E2": ""}
    play(state, "sow vegetable E2")
    assert state.to_play == 1, "no empty field is left"


@pytest.mark.parametrize("cell", ["A1", "E1", "B2", "B3", "E3"])
def test_r4_2_plowed_and_sown_anywhere(cell: str) -> None:
    """R4.1, R4.2: at the edges and corners of the farmyard as elsewhere."""
    assert seat_of(play(position(), "place Farmland", f"plow {cell}"))["fields"] == {cell: ""}
    for good, sown in (("grain", 3), ("vegetable", 2)):
        field: Data = {"goods": {"grain": 1, "vegetable": 1}, "fields": {cell: ""}}
        state = play(position(field, round=13), "place Grain Utilization", f"sow {good} {cell}")
        assert seat_of(state)["fields"] == {cell: f"{good} {sown}"}


def test_r4_2_any_number_of_fields() -> None:
    """R4.2: one may stop after any, and leave fields empty; but one must be sown."""
    farm: Data = {"goods": {"grain": 3}, "fields": {"D1": "", "E1": "", "E2": ""}}
    state = play(position(farm, round=3), "place Grain Utilization")
    assert rule_against(state, "done") == "R2.2"
    play(state, "sow grain E1", "done")
    assert (seat_of(state)["fields"], state.to_play) == ({"D1": "", "E1": "grain 3", "E2": ""}, 1)


@pytest.mark.parametrize(
    "action", ["sow grain E1", "sow grain E2", "sow vegetable D1"], ids=["planted", "no field", "no seed"]
)
def test_r4_2_what_cannot_be_sown(action: str) -> None:
    """R4.2: only empty fields, only what is in the supply."""
    farm: Data = {"goods": {"grain": 3}, "fields": {"C1": "", "D1": "", "E1": "vegetable 1"}}
    state = play(position(farm, round=3), "place Grain Utilization")
    assert rule_against(state, action) == "R4.2"


def test_r4_2_crops_on_fields_are_out_of_reach() -> None:
    """R4.2: what stands on a field can be neither eaten nor sown."""
    farm: Data = {"goods": {"food": 1, "wood": 1}, "fields": {"D1": "grain 3", "E1": ""}}
    state = position(farm, round=3)
    assert rule_against(state, "place Grain Utilization") == "R2.2"
    assert legal(play(state, "exchange")) == ["discard wood", "discard food"]
    hungry = harvest({**farm, "goods": {}, "fields": {"D1": "grain 3"}})
    play(hungry, "eat grain")
    assert (seat_of(hungry)["begging"], seat_of(hungry)["fields"]) == (3, {"D1": "grain 2"})


def test_r4_3_an_empty_field() -> None:
    """R4.3: a field without a crop is empty, whatever grew there; it can be sown with either crop."""
    farm: Data = {"goods": {"vegetable": 1, "food": 4}, "fields": {"D1": "grain 1"}}
    state = harvest(farm)
    assert seat_of(state)["fields"] == {"D1": ""}
    again = position({**farm, "fields": {"D1": ""}}, round=3)
    play(again, "place Grain Utilization")
    assert seat_of(again)["fields"] == {"D1": "vegetable 2"}


def test_r4_4_fields_score_planted_or_not() -> None:
    """R4.4: the tiles count."""
    planted = finished({"fields": {"C1": "grain 3", "D1": "vegetable 2", "E1": ""}})
    empty = finished({"fields": {"C1": "", "D1": "", "E1": ""}})
    assert line(planted, "fields") == line(empty, "fields") == 2

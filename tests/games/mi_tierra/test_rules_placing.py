"""R15 to R23: placing workers."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.mi_tierra.oracle import SPACES
from tests.games.mi_tierra.scenarios import (
    GONE_A,
    LATE,
    Data,
    activated,
    allowed,
    asked,
    fact,
    is_placing,
    legal,
    play,
    position,
    rule_against,
    seat_of,
)


def test_r15_one_worker_each_in_turn_order() -> None:
    """R15: one after the other, round and round; who has more workers goes on at the end."""
    state = position({"workers": 5}, {}, order=[1, 0])
    asked_seats = []
    for zone in ("Forest", "Seed Shop", "Cattle Farm", "Forest", "Seed Shop", "Cattle Farm", "Oven"):
        asked_seats.append(asked(state))
        play(state, f"place {zone}")
    assert asked_seats == [1, 0, 1, 0, 1, 0, 0]
    assert asked(state) == 0
    assert seat_of(state)["idle"] == 1


def test_r16_several_workers_in_a_zone() -> None:
    """R16: as many as there are spaces, from the left."""
    state = position(placed={"Forest": [0]})
    play(state, "place Forest")
    assert fact(state, "placed") == {"Forest": [0, 0]}
    assert rule_against(state, "place Forest") in ("R15", "R16", "R17")
    with pytest.raises(BadRecord):
        position(placed={"Forest": [None, 0]})


@pytest.mark.parametrize("zone", SPACES)
@pytest.mark.parametrize("players", [2, 3])
def test_r17_blocked_spaces(zone: str, players: int) -> None:
    """R17: with two players one space of every zone is blocked."""
    spaces = SPACES[zone] - (players == 2)
    seats: list[Data] = [{"workers": 5}] * players
    owners = [1] if zone == "Turn Order" else [1, 1, 1, 1, 0, 0][:spaces]
    state = position(*seats, players=players, placed={zone: owners})
    assert allowed(state, f"place {zone}") == (len(owners) < spaces)
    with pytest.raises(BadRecord):
        position(*seats, players=players, placed={zone: [0] * (spaces + 1)})


def test_r17_development() -> None:
    """R17: with two players the bottom space at the development area is blocked."""
    assert rule_against(position(), "place Development bottom") == "R17"
    assert allowed(position(players=3), "place Development bottom")


@pytest.mark.parametrize("zone", ["Forest", "Seed Shop"])
def test_r18_pairs(zone: str) -> None:
    """R18: two own workers on one space, in one placement."""
    state = play(position(), f"place pair {zone}")
    assert fact(state, "placed") == {zone: [[0, "pair"]]}
    assert (seat_of(state)["idle"], asked(state)) == (1, 1)
    alone = position(placed={"Oven": [0], "Cattle Farm": [0]})
    assert rule_against(alone, f"place pair {zone}") == "R18"
    assert allowed(alone, f"place {zone}")
    with pytest.raises(BadRecord):
        position(placed={"Oven": [[0, "pair"]]})


def test_r19_five_development_spaces() -> None:
    """R19: each taken once; the centre touches four cards, the sides two."""
    state = position({"money": 9}, players=3, placed={"Development": [0]})
    assert rule_against(state, "place Development centre") in ("R15", "R16", "R19")
    for space in ("top", "bottom", "left", "right"):
        assert allowed(state, f"place Development {space}")
    for place, (space, cards) in enumerate(
        [
            ("centre", "I II III IV"),
            ("top", "I II"),
            ("bottom", "III IV"),
            ("left", "I III"),
            ("right", "II IV"),
        ]
    ):
        workers = [None] * place + [0]
        bought = activated({"money": 9}, players=3, placed={"Development": workers})
        wanted = {f"buy {card} from {space}" for card in cards.split()}
        assert legal(bought) == {"leave", *wanted}


def test_r20_own_fields() -> None:
    """R20: one worker on each planted field, the printed one included."""
    state = position({"fields": {"B2": "grape"}, "field_workers": ["B2"]})
    assert rule_against(state, "place field B2") in ("R15", "R20")
    assert rule_against(state, "place field C3") in ("R15", "R20")
    play(state, "place field A2")
    assert seat_of(state)["field_workers"] == ["A2", "B2"]


def test_r21_stopping() -> None:
    """R21: who stops places no more this round, the others go on; next round all are there again."""
    state = play(position(), "stop")
    assert asked(state) == 1
    play(state, "place Oven", "place Cattle Farm", "stop")
    play(state, *["roll 1"] if not is_placing(state) else [])
    assert fact(state, "round") == 2
    assert [seat_of(state, seat)["idle"] for seat in (0, 1)] == [3, 3]
    assert [seat_of(state, seat)["stopped"] for seat in (0, 1)] == [False, False]


INDUSTRIES = ("Animal Industry", "Oven", "Winery and Mill", "Clothing Industry")
STRIKE: Data = {**LATE, "gone": {**GONE_A, "strike": 1}, "permanent": "strike"}


@pytest.mark.parametrize("zone", INDUSTRIES)
def test_r22_closed_zones(zone: str) -> None:
    """R22: where a strike lies on the event space the industries cannot be chosen."""
    assert rule_against(position(**STRIKE), f"place {zone}") in ("R22", "R49")
    assert allowed(position(**LATE), f"place {zone}")


def test_r23_no_space_on_the_black_market() -> None:
    """R23: nobody is placed there; one gets there from the official market only."""
    state = position()
    assert rule_against(state, "place Black Market") == "R23"
    market = activated(placed={"Official Market": [0]})
    play(market, "black market")
    assert is_placing(market) or fact(market, "black_market") == [0]

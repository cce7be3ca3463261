"""The engine against the slow reference: every question, every answer, every public fact of random games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, Rng, State
from farmtable.core.playout import sample_chance
from tests.games.aehre.oracle import CROPS, END, LAYOUT, Oracle, name
from tests.games.aehre.scenarios import GAME

SWITCHES = ("farm_vp_block", "levelled_field_rotation", "tie_breaker")
UNUSUAL = ("any_adjacent", "any", "largest_single_farm_region")


def said_by_oracle(oracle: Oracle) -> dict[str, Any]:
    """All that both know, in the form of a stored position."""
    return {
        "crops": "".join(oracle.crop.get(cell, ".") for cell in oracle.cells),
        "levels": [oracle.height.get(cell, 0) for cell in oracle.cells],
        "unseen": {tile: count for tile, count in oracle.unseen.items() if count},
        "stacks": (oracle.stack, oracle.final, oracle.ending),
        "seats": [
            {
                "vp": seat.vp,
                "cubes": [seat.cubes[crop] for crop in CROPS],
                "farms": [cell and name(cell) for cell in seat.farms],
                "reserve": "".join(crop for crop in CROPS if crop in seat.reserve),
                "hand": sorted(seat.hand),
                "livestock": sorted([animal, value] for animal, value in seat.animals),
            }
            for seat in oracle.seats
        ],
        "totals": oracle.totals(),
    }


def said_by_engine(state: State) -> dict[str, Any]:
    data = state.to_dict()
    return {
        "crops": "".join(data["crops"]),
        "levels": data["levels"],
        "unseen": data["unseen"],
        "stacks": (data["stack"], data["final_stack"], data["ending"]),
        "seats": [
            {
                "vp": sum(seat["earned"]),
                "cubes": seat["cubes"],
                "farms": seat["farms"],
                "reserve": seat["reserve"],
                "hand": sorted(seat["hand"]),
                "livestock": sorted(seat["livestock"]),
            }
            for seat in data["seats"]
        ],
        "totals": state.scores(),
    }


def check_weights(state: State, oracle: Oracle) -> None:
    """Every unseen tile is equally likely; so is every place of the end-of-game tile in its stack."""
    weights = dict(zip(map(state.describe, state.legal_actions()), state.chance_weights(), strict=True))
    total = sum(weights.values())
    if END in weights:
        assert weights[END] * oracle.final == total
    tiles = {text.split()[1]: weight for text, weight in weights.items() if text != END and "draw" in text}
    share = total - weights.get(END, 0)
    for tile, weight in tiles.items():
        assert weight * sum(oracle.unseen.values()) == share * oracle.unseen[tile]


def compare(
    players: int,
    seed: int,
    unusual: tuple[bool, ...] = (False, False, False),
    start: int | None = None,
    greed: int = 4,
    layout: tuple[str, ...] = LAYOUT,
) -> Oracle:
    """Play one random game with both; `greed` of 8 decisions prefer the barn, so that farms get built."""
    options: dict[str, Any] = {
        switch: word for switch, word, on in zip(SWITCHES, UNUSUAL, unusual, strict=True) if on
    }
    options["start"] = "random" if start is None else str(start + 1)
    if layout != LAYOUT:
        options["components"] = {"crop_area": {"layout": list(layout)}}
    state = GAME.new(players, **options)
    oracle = Oracle(players, unusual, layout)
    game = oracle.game(start)
    rng = Rng(seed)
    question = next(game)
    while True:
        asked, answers = question
        actions = list(state.legal_actions())
        assert state.to_play == asked
        words = [state.describe(action) for action in actions]
        assert sorted(words) == sorted(answers)
        assert actions == sorted(set(actions))
        assert said_by_engine(state) == said_by_oracle(oracle)
        assert all(holds for _, holds in oracle.invariants()), dict(oracle.invariants())
        if asked == CHANCE:
            check_weights(state, oracle)
            action = sample_chance(state, rng)
        else:
            barns = [action for action, text in zip(actions, words, strict=True) if text.endswith("barns")]
            preferred = barns if barns and rng.below(8) < greed else actions
            action = preferred[rng.below(len(preferred))]
        text = state.describe(action)
        state.apply(action)
        try:
            question = game.send(text)
        except StopIteration:
            break
    assert state.to_play == OVER
    assert said_by_engine(state) == said_by_oracle(oracle)
    assert state.winners() == oracle.winners()
    assert len({seat.turns for seat in oracle.seats}) == 1, "all have had the same number of turns (R50)"
    assert state.to_dict()["round"] == oracle.seats[0].turns
    return oracle


@given(
    players=st.integers(2, 5),
    seed=st.integers(0, 2**32),
    unusual=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    start=st.none() | st.integers(0, 1),
    greed=st.integers(0, 8),
)
@settings(max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_engine_and_oracle_agree(
    players: int, seed: int, unusual: tuple[bool, ...], start: int | None, greed: int
) -> None:
    """R12 to R53: at every decision of random games the engine asks and does what the oracle says."""
    compare(players, seed, unusual, start, greed)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("on", [False, True])
def test_engine_and_oracle_agree_for_all_seat_counts(players: int, on: bool) -> None:
    """R1, R28, D1, D3: each number of players with all switches on and off, and many farms."""
    compare(players, 10 * players + on, (on, on, on), None, greed=8)


def test_engine_and_oracle_agree_where_land_is_scarce() -> None:
    """R24, R37: on a few cells farms have to wait and tiles find no place; both agree on that, too."""
    tight = [
        compare(players, seed, (False, seed % 2 == 1, False), None, 8, layout)
        for layout in (("WB", "RC"), ("WRP", "BCW"), ("W.P", "BCW", ".RB"))
        for players in (2, 3, 4, 5)
        for seed in range(4)
    ]
    assert any(oracle.waited for oracle in tight)
    assert any(oracle.thrown_away for oracle in tight)

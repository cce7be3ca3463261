"""The engine against the slow reference: every question, every answer, every fact of random games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from tests.games.agricola.oracle import COSTS, STAGES, TILES, Oracle

# Goods that make farms grow: random players gather few, and would rarely build.
POOR: dict[str, int] = {}
RICH = {"wood": 25, "clay": 12, "reed": 9, "stone": 12, "grain": 4, "vegetable": 3}
FULL = {good: 4 * amount for good, amount in RICH.items()}

TIMES = 2 if is_compiled() else 1  # as many games


def said_by_engine(state: State) -> dict[str, Any]:
    """What the oracle's `summary` says, from a stored position."""
    data = state.to_dict()
    kept = {name: data[name] for name in ("round", "start", "turned_up", "ordered", "piles", "used_by")}
    for seat in data["seats"]:
        for name in ("pastures", "improvements", "crafted"):
            seat[name] = sorted(seat[name])
    return {**kept, "seats": data["seats"]}


def begin(players: int, gift: dict[str, int], options: dict[str, str]) -> tuple[State, Oracle]:
    """A new game with both, each seat the richer by a gift."""
    data = GAME.new(players, **options, cards="none").to_dict()
    for seat in data["seats"]:
        seat["goods"] = dict(Counter(seat["goods"]) + Counter(gift))
    return GAME.from_dict(data), Oracle(players, gift, **options)


def whim(words: list[str], rng: Rng, purpose: int) -> str:
    """One of the actions: in `purpose` of 8 cases one that makes something, if there is one."""
    idle = ("discard", "exchange", "done")
    useful = [text for text in words if not text.startswith(idle)]
    grand = [text for text in useful if text.startswith(("build room", "fence")) or "Wish" in text]
    for wanted in (grand, useful):
        if wanted and rng.below(8) < purpose:
            return wanted[rng.below(len(wanted))]
    return words[rng.below(len(words))]


def compare(
    players: int,
    seed: int,
    gift: dict[str, int] = POOR,
    purpose: int = 4,
    **options: str,
) -> Oracle:
    """Play one random game with both, question by question."""
    state, oracle = begin(players, gift, options)
    rng = Rng(seed)
    while oracle.to_play != OVER:
        actions = list(state.legal_actions())
        words = [state.describe(action) for action in actions]
        assert state.to_play == oracle.to_play, oracle.history
        assert sorted(words) == sorted(oracle.legal()), oracle.history
        assert said_by_engine(state) == oracle.summary(), oracle.history
        assert state.scores() == oracle.scores(), oracle.history
        if state.to_play == CHANCE:
            assert set(state.chance_weights()) == {1}
            text = state.describe(sample_chance(state, rng))
        else:
            text = whim(words, rng, purpose)
        state.apply(actions[words.index(text)])
        oracle.apply(text)
    assert state.to_play == OVER, oracle.history
    assert said_by_engine(state) == oracle.summary()
    assert state.scores() == oracle.scores()
    assert state.winners() == oracle.winners()
    return oracle


YES_OR_NO = st.sampled_from(["no", "yes"])


@given(
    players=st.integers(1, 4),
    seed=st.integers(0, 2**32),
    gift=st.sampled_from([POOR, RICH, FULL]),
    purpose=st.integers(0, 8),
    side_job=YES_OR_NO,
    variant_tile=YES_OR_NO,
    stage_order=st.sampled_from(["random", "chosen"]),
    start=st.sampled_from(["random", "1"]),
)
@settings(max_examples=30 * TIMES, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_engine_and_oracle_agree(
    players: int, seed: int, gift: dict[str, int], purpose: int, variant_tile: str, **options: str
) -> None:
    """R1 to R14: at every decision of random games the engine asks and does what the oracle says."""
    tile = variant_tile if TILES[players] else "no"
    compare(players, seed, gift, purpose, variant_tile=tile, **options)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_engine_and_oracle_agree_for_all_seat_counts(players: int) -> None:
    """R1 to R12: the plain game of every seat count, as random players play it."""
    for seed in range(3 * TIMES):
        compare(players, seed, purpose=0)


@pytest.mark.parametrize("number", range(1, 4))
def test_engine_and_oracle_agree_in_the_solo_series(number: int) -> None:
    """R13.1, R13.7: food from the game before."""
    compare(1, number, series=str(number), series_food=str(2 * number))


def test_every_action_is_compared() -> None:
    """R2 to R10: rich and purposeful games use every space, part and improvement under the oracle's eyes."""
    seen: Counter[str] = Counter()
    for players in (1, 2, 3, 4):
        tile = "yes" if TILES[players] else "no"
        for seed in range(6):
            order = "chosen" if seed % 2 else "random"
            gift = (RICH, FULL)[seed % 2]
            oracle = compare(players, seed, gift, 6, side_job="yes", variant_tile=tile, stage_order=order)
            seen.update(oracle.history)
    spaces = {card for cards in STAGES for card in cards} | {"Side Job", *TILES[2], *TILES[4]}
    spaces |= {"Farm Expansion", "Meeting Place", "Farmland", "Resource Market", "Traveling Players"}
    assert not {f"place {space}" for space in spaces} - set(seen)
    assert not {f"build {improvement}" for improvement in COSTS} - set(seen)
    kinds = {" ".join(text.split()[:2]) for text in seen} | {text.split()[0] for text in seen}
    wanted = {"build room", "build stable", "plow", "sow grain", "sow vegetable", "bake", "fence", "return"}
    wanted |= {"exchange", "done", "eat grain", "eat vegetable", "cook sheep", "cook wild", "cook cattle"}
    wanted |= {"craft wood", "craft clay", "craft reed", "discard", "take", "order", "turn", "start"}
    assert not wanted - kinds

"""The engine against the slow reference: every question, every answer, every fact of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import sample_chance
from farmtable.games.mi_tierra import GAME
from tests.games.mi_tierra.oracle import (
    AT_HOME,
    BLACK_PURCHASE,
    COPIES,
    CROPS,
    DECK_A,
    DECK_B,
    GOODS,
    PRINTED_FIELD,
    SPACES,
    TOUCHES,
    Gift,
    Oracle,
    market,
)

POOR: Sequence[Gift] = ()
RICH: Sequence[Gift] = (
    {
        "money": 60,
        "goods": {"sheep": 3, "cow": 2, "milk": 4, "egg": 4, "wool": 6, "wheat": 6, "grape": 6, "apple": 3},
        "barnyards": [3, 2, 0],
        "cards": ["I", "X", "III"],
        "fields": {"A1": "apple", "A2": "wheat", "B3": "grape"},
        "workers": 5,
    },
    {
        "money": 40,
        "goods": {"chicken": 4, "sheep": 3, "cow": 2, "flour": 2, "wine": 2, "milk": 4, "wool": 6},
        "barnyards": [3, 3, 3],
        "cards": ["VII", "XI", "V"],
        "fields": {"A3": "apple", "A2": "apple", "C3": "grape", "C2": "grape", "C1": "grape"},
        "workers": 4,
    },
    {
        "money": 80,
        "goods": {"cow": 3, "chicken": 2, "egg": 6, "milk": 6, "meat": 5, "wheat": 9},
        "barnyards": [3, 2, 2],
        "cards": ["VI", "X", "IV"],
    },
    {"money": 30, "goods": {"cow": 1, "wool": 9}, "cards": ["VIII", "IX", "XV"], "workers": 5},
)
OPTIONS = {
    "closing_markets": ("open", "closed"),
    "excess_meat": ("animal", "visit"),
    "strike": ("with_oven", "without_oven"),
}
TIMES = 4 if is_compiled() else 1  # as many games

FOLLOWS = ("crop_tiles", "barnyards", "developments")  # from the farms, so from the gifts


def said_by_engine(state: State) -> dict[str, Any]:
    """What the oracle's `summary` says, from a stored position.

    A zone's workers go home together in the engine when all have acted; nobody can tell the difference
    before workers are placed again.
    """
    data = state.to_dict()
    kept = (
        *("round", "order", "black_market", "display", "developments", "discarded", "market", "unseen"),
        *("gone", "piles", "permanent", "permanents", "ending"),
    )
    seats = [
        {**seat, **{name: sorted(seat[name]) for name in ("field_workers", "cards", "used")}}
        for seat in data["seats"]
    ]
    developers = zip(TOUCHES, data["placed"].pop("Development", []), strict=False)
    return {
        **{name: data[name] for name in kept},
        "seats": seats,
        "placed": data["placed"],
        "developers": {space: seat for space, seat in developers if seat is not None},
        "closing": sorted(card for card in data["closing"] if card),
        "top": [place["card"] for place in data["top"]],
    }


def comparable(said: dict[str, Any], placing: bool) -> dict[str, Any]:
    """Without the whereabouts of workers while zones are activated."""
    if placing:
        return said
    kept = {name: value for name, value in said.items() if name not in ("placed", "developers")}
    keep = {"stopped", "idle"}
    kept["seats"] = [{k: v for k, v in seat.items() if k not in keep} for seat in said["seats"]]
    return kept


def begin(players: int, gifts: Sequence[Gift] = POOR, **options: str) -> tuple[State, Oracle]:
    """A new game with both, the seats the richer by gifts; with gifts a start player must be named."""
    state = GAME.new(players, **options)
    if gifts:
        data = state.to_dict()
        for name in FOLLOWS:
            del data[name]
        for seat, gift in zip(data["seats"], gifts, strict=False):
            del seat["idle"]
            for name, value in gift.items():
                seat[name] = value + seat[name] if name == "money" else value
        state = GAME.from_dict(data)
    return state, Oracle(players, gifts, **options)


def whim(words: list[str], rng: Rng, purpose: int) -> str:
    """One of the actions: in `purpose` of 8 cases one that sells or makes something, if there is one."""
    sales = [text for text in words if text.startswith(("sell", "place Official"))]
    useful = [text for text in words if not text.startswith(("leave", "stop", "release", "place", "offer"))]
    for wanted in (sales, useful):
        if wanted and rng.below(8) < purpose:
            return wanted[rng.below(len(wanted))]
    return words[rng.below(len(words))]


def compare(
    players: int, seed: object, gifts: Sequence[Gift] = POOR, purpose: int = 4, **options: str
) -> Oracle:
    """Play one random game with both, question by question."""
    state, oracle = begin(players, gifts, **options)
    rng = Rng(str(seed))
    while oracle.to_play != OVER:
        actions = list(state.legal_actions())
        words = [state.describe(action) for action in actions]
        assert state.to_play == oracle.to_play, oracle.history
        assert sorted(words) == sorted(oracle.legal()), oracle.history
        placing = "stop" in words
        said = comparable(said_by_engine(state), placing)
        assert said == comparable(oracle.summary(), placing), oracle.history
        assert state.scores() == oracle.scores(), oracle.history
        if state.to_play == CHANCE:
            assert_same_odds(dict(zip(words, map(int, state.chance_weights()), strict=True)), oracle)
            text = state.describe(sample_chance(state, rng))
        else:
            text = whim(words, rng, purpose)
        state.apply(actions[words.index(text)])
        oracle.apply(text)
    assert state.to_play == OVER, oracle.history
    assert said_by_engine(state)["seats"] == oracle.summary()["seats"]
    assert state.scores() == oracle.scores()
    assert state.winners() == oracle.winners()
    return oracle


def assert_same_odds(weights: dict[str, int], oracle: Oracle) -> None:
    """Outcomes are as likely with both, on whatever scale."""
    expected, total = oracle.weights(), sum(weights.values())
    scale = sum(expected.values())
    assert {text: n * scale for text, n in weights.items()} == {
        text: n * total for text, n in expected.items()
    }


@given(
    players=st.integers(2, 4),
    seed=st.integers(0, 2**32),
    gifts=st.sampled_from([POOR, RICH]),
    purpose=st.integers(3, 8),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
)
@settings(
    max_examples=12 * TIMES,
    derandomize=True,
    phases=[Phase.generate],  # no smaller seed makes a simpler game
    suppress_health_check=[HealthCheck.too_slow],
)
def test_engine_and_oracle_agree(
    players: int, seed: int, gifts: Sequence[Gift], purpose: int, options: dict[str, str]
) -> None:
    """R1 to R58: at every decision of random games the engine asks and does what the oracle says."""
    compare(players, seed, gifts, purpose, start="1", **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_engine_and_oracle_agree_for_all_seat_counts(players: int) -> None:
    """R1 to R58: the plain game of every seat count, as random players play it."""
    for seed in range(TIMES):
        compare(players, seed, purpose=1)


def test_every_action_is_compared() -> None:
    """R15 to R52: purposeful games use every zone, card and kind of sale under the oracle's eyes."""
    seen: Counter[str] = Counter()
    crops = {**RICH[0], "goods": {"wheat": 15, "grape": 15}, "cards": []}  # for the mill before the markets
    for seed in range(9):
        for players in (2, 3, 4):
            seen.update(compare(players, ("every", seed), RICH, 1 + seed % 3, start="2").history)
            seen.update(compare(players, ("mill", seed), (crops,), 1, start="1").history)
    assert not {f"place {zone}" for zone in SPACES} - set(seen)
    assert not {f"place Development {space}" for space in TOUCHES} - set(seen)
    assert not {f"place pair {zone}" for zone in ("Forest", "Seed Shop")} - set(seen)
    assert not {f"choose {crop}" for crop in CROPS} - set(seen)
    assert not {"choose barnyard 2", "choose barnyard 3", "reroll", "take", "leave", "stop"} - set(seen)
    assert not {f"make {what}" for what in ("flour", "wine", "flour and wine")} - set(seen)
    assert not {f"use {card}" for card in (*AT_HOME, "III", "IV", "XV")} - set(seen)
    assert not {f"buy {good}" for good in BLACK_PURCHASE} - set(seen)
    assert not {"use III with 5 wheat", "black market", "keep 3 workers", "keep 5 workers"} - set(seen)
    assert not {f"offer {good}" for good in GOODS if good not in ("cake", "clothes")} - set(seen)
    starts = {" ".join(text.split()[:2]) for text in seen}
    assert not {"throw away", "give back", "next card", "release sheep", f"work {PRINTED_FIELD}"} - starts
    assert not {f"buy {card}" for card in COPIES} - starts
    sold = {text.split("to ", 1)[1] for text in seen if text.startswith("sell ")}
    markets = {card for card in DECK_A | DECK_B if market(card).kind != "event"}
    assert len(markets - sold) <= len(markets) // 5

"""Bots and what they think travel between the processes of a researcher whole, or are refused at once."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mypy_extensions import i64

import farmtable
from farmtable import Perspective, RandomSource, Rng, SecureRng
from farmtable.bots import Bot, Budget, Evaluation, SearchBot, appraise, evaluation_of, make_bot

FIRST_BOT = Path(__file__).parents[2] / "examples" / "bots" / "first_bot.py"
WAYS: tuple[Callable[[Any], Any], ...] = (
    lambda thing: pickle.loads(pickle.dumps(thing)),
    copy.deepcopy,
    copy.copy,
)


def seen() -> Perspective:
    match = farmtable.Match("market_day", players=2, seed=7)
    return match.state.seen_by(match.state.to_play)


class Patient(Bot):
    """A bot of somebody's own, with something of its own."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.waits = [3]

    def choose(self, seen: Perspective) -> i64:
        return seen.legal_actions()[0]


class Hopeful(Evaluation):
    """An evaluation of somebody's own, with something of its own."""

    def __init__(self) -> None:
        super().__init__(typical=30.0, widest=10.0)
        self.levels = [Budget(5)]
        self.hope = 4


class Scripted(RandomSource):
    """A random source of somebody's own."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def below(self, bound: i64) -> i64:
        return self.numbers[0] % bound


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["random", "greedy", "search:1", "search:sims=12"])
def test_a_bot_that_was_pickled_or_copied_decides_as_it_would_have(
    name: str, way: Callable[[Any], Any]
) -> None:
    """That of an equal stream: a shallow copy shares it."""
    bot = make_bot(name, Rng("pickled"))
    other = way(bot)
    assert type(other) is type(bot)
    assert other.choose(seen()) == make_bot(name, Rng("pickled")).choose(seen())


@pytest.mark.parametrize("way", WAYS)
def test_a_budget_stays_what_it_is(way: Callable[[Any], Any]) -> None:
    given = {"simulations": 9, "seconds": 0.5, "temperature": 0.1, "cores": 2, "network": "x", "level": 3}
    budget = way(Budget(**given))  # type: ignore[arg-type]
    assert {name: getattr(budget, name) for name in given} == given


@pytest.mark.parametrize("way", WAYS)
def test_what_a_subclass_has_added_comes_along(way: Callable[[Any], Any]) -> None:
    """Compiled, it was lost without a word."""
    patient = way(Patient(Rng(1)))
    assert patient.waits == [3]
    assert patient.rng.next32() == Rng(1).next32()
    hopeful = way(Hopeful())
    assert (hopeful.hope, hopeful.typical, hopeful.widest) == (4, 30.0, 10.0)
    assert [budget.simulations for budget in hopeful.levels] == [5]
    assert way(Scripted(4, 5)).numbers == (4, 5)
    assert way(SearchBot(Rng(1), Budget(5), Hopeful())).evaluation.hope == 4
    assert way(make_bot("search:sims=8:cores=2", Rng(1))).budget.cores == 2


@pytest.mark.parametrize("way", WAYS)
def test_random_streams_go_on_where_they_were(way: Callable[[Any], Any]) -> None:
    rng = Rng(7, "stream")
    rng.next32()
    other = way(rng)
    assert [other.next32() for _ in range(5)] == [rng.next32() for _ in range(5)]
    assert 0 <= way(SecureRng()).below(6) < 6


@pytest.mark.parametrize("way", WAYS)
def test_what_was_thought_comes_back_from_another_process(way: Callable[[Any], Any]) -> None:
    bot = make_bot("search:sims=20", Rng(1))
    assert isinstance(bot, SearchBot)
    thought = bot.think(seen())
    other = way(thought)
    for name in (
        "chances",
        "points",
        "sheets",
        "line",
        "position",
        "simulations",
        "nodes",
        "depth",
        "seconds",
    ):
        assert getattr(other, name) == getattr(thought, name)
    for one, same in zip(thought.candidates, other.candidates, strict=True):
        for name in (
            "action",
            "visits",
            "prospects",
            "outlook",
            "chance",
            "points",
            "utility",
            "prior",
            "share",
        ):
            assert getattr(same, name) == getattr(one, name)
    world = thought.position
    found = appraise(world)
    assert list(way(found).points) == list(found.points)
    assert list(way(found).chances) == list(found.chances)


@pytest.mark.parametrize("way", WAYS)
def test_what_cannot_travel_says_so_at_once(way: Callable[[Any], Any]) -> None:
    game = farmtable.game("aehre")
    network = evaluation_of(game, 2, game.new(2).options)
    with pytest.raises(TypeError, match="load its file"):
        way(network)
    program = make_bot(f"stdio:{sys.executable} {FIRST_BOT}", Rng(1))
    way(program).choose(seen())
    program.choose(seen())
    with pytest.raises(TypeError, match="has begun to play"):
        way(program)

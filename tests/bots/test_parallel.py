"""Several processes that think about one decision."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import farmtable
from farmtable import OVER, BadRecord, Rng, State
from farmtable.bots import Budget, ParallelSearchBot, make_bot
from farmtable.core import resolve_chance
from tests.bots.test_search import one_is_worth_trying


@pytest.fixture
def state() -> State:
    state = farmtable.game("market_day").new(3)
    resolve_chance(state, Rng(2))
    return state


@pytest.fixture
def bot() -> Iterator[ParallelSearchBot]:
    bot = make_bot("search:sims=60:cores=2", Rng("two"))
    assert isinstance(bot, ParallelSearchBot)
    yield bot
    bot.close()


def test_roots_are_added_up(state: State, bot: ParallelSearchBot) -> None:
    thought = bot.think(state.seen_by(state.to_play))
    assert sum(one.visits for one in thought.candidates) == thought.simulations
    assert 30 < thought.simulations <= 60
    assert sorted(one.action for one in thought.candidates) == list(state.legal_actions())
    assert thought.line[0] == thought.candidates[0].action
    assert sum(thought.chances) == pytest.approx(1)
    assert sum(one.prior for one in thought.candidates) == pytest.approx(1)


def test_what_a_position_promises_is_what_its_best_decision_does(
    state: State, bot: ParallelSearchBot
) -> None:
    """That of all processes together: each may like another best."""
    rng = Rng("promises")
    while state.to_play != OVER:
        thought = bot.think(state.seen_by(state.to_play))
        best = thought.candidates[0]
        assert thought.chances == pytest.approx(best.prospects)
        assert thought.points == pytest.approx(best.outlook)
        assert thought.chances[state.to_play] == pytest.approx(best.chance)
        assert thought.points[state.to_play] == pytest.approx(best.points)
        for _ in range(4):
            if state.to_play != OVER:
                legal = state.legal_actions()
                state.apply(legal[rng.below(len(legal))])
                resolve_chance(state, rng)


def test_a_thought_is_about_what_is_worth_trying_even_if_that_is_one_action(bot: ParallelSearchBot) -> None:
    """Then nothing is tried, and what is appraised highest may help nobody."""
    state = one_is_worth_trying()
    seen = state.seen_by(0)
    worth_trying = list(seen.determinize(Rng(0)).worth_trying())
    thought = bot.think(seen)
    best = thought.candidates[0]
    assert [best.action] == worth_trying == thought.line[:1]
    assert sum(thought.sheets[0]) == pytest.approx(best.points)
    assert bot.choose(seen) == best.action


def test_equal_seeds_decide_alike_and_a_killed_process_costs_its_part_alone(
    state: State, bot: ParallelSearchBot
) -> None:
    seen = state.seen_by(state.to_play)
    first = bot.choose(seen)
    twin = ParallelSearchBot(Rng("two"), Budget(60, cores=2))
    try:
        assert twin.choose(seen) == first
        victims = twin.processes()
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        assert twin.choose(seen) in state.legal_actions()
        assert twin.think(seen).simulations > 30
        assert not set(victims) & set(twin.processes())
    finally:
        twin.close()


def test_what_goes_wrong_in_the_processes_is_said_here(state: State) -> None:
    bot = make_bot("search:sims=6:cores=2:network=nothing.safetensors", Rng(1))
    with pytest.raises(BadRecord, match="cannot read nothing"):
        bot.choose(state.seen_by(state.to_play))


def test_what_goes_wrong_in_the_processes_is_said_once(
    state: State, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = make_bot("search:sims=6:cores=2:network=nothing.safetensors", Rng(1))
    with pytest.raises(BadRecord, match="cannot read nothing"):
        bot.choose(state.seen_by(state.to_play))
    assert "Traceback" not in capfd.readouterr().err


PROGRAM = """
import multiprocessing

from farmtable import OVER, Match, Rng
from farmtable.bots import make_bot


def play():
    match, bot = Match("market_day", 2, seed=7), make_bot("search:sims=20:cores=2", Rng(1))
    for _ in range(6):
        match.play(bot.choose(match.state.seen_by(match.state.to_play)))
    print(match.record.actions)
"""
GUARDED = "\n\nif __name__ == '__main__':\n    play()\n"
UNGUARDED = "\n\nplay()\n"
DAEMONIC = """

if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=play, daemon=True)
    process.start()
    process.join()
"""


def run(program: Path, end: str) -> tuple[str, str]:
    program.write_text(PROGRAM + end, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_where_no_processes_can_be_started_one_decides_the_same_and_says_so(tmp_path: Path) -> None:
    """A program that is not guarded, or a daemonic process, as those of Gymnasium's asynchronous vectors."""
    played, silent = run(tmp_path / "guarded.py", GUARDED)
    assert not silent
    for end, why in ((UNGUARDED, "__main__"), (DAEMONIC, "daemonic")):
        same, warned = run(tmp_path / "other.py", end)
        assert same == played
        assert "Traceback" not in warned
        assert warned.count("thinks in one process") == warned.count(why) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_ctrl_c_ends_no_process_that_is_just_being_started(tmp_path: Path) -> None:
    """It reaches every process of a terminal, and that which asks decides."""
    pressed = "import os, signal\nif __name__ == '__mp_main__':\n    os.kill(os.getpid(), signal.SIGINT)\n"
    assert run(tmp_path / "pressed.py", "\n\n" + pressed + GUARDED) == run(tmp_path / "calm.py", GUARDED)

"""What a position in words adds for the seat that plays from it: what it is asked, and what only it knows."""

from __future__ import annotations

import pytest

import farmtable
from farmtable import CHANCE, OVER, Rng
from farmtable.bots import RandomBot
from farmtable.core import sample_chance
from tests.games.aehre.scenarios import Scenario


def asides(game: str, players: int = 2, **options: str) -> dict[str, list[str]]:
    """What seats were told in random games, by what they were asked first."""
    found: dict[str, list[str]] = {}
    for number in range(3):
        state, rng = farmtable.game(game).new(players, **options), Rng(game, number)
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, rng))
                continue
            for seat in range(players):
                lines = state.seen_by(seat).aside()
                asked = [line for line in lines if line.startswith("you are asked: ")]
                assert len(asked) == (seat == state.to_play), "who decides is asked, and nobody else"
                if asked:
                    found.setdefault(asked[0].split(": ")[1].split(";")[0], []).append(asked[0])
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
    return found


def test_agricola_tells_what_a_space_lets_one_do_and_what_is_to_be_eaten() -> None:
    asked = asides("agricola", cards="none")
    assert "you are asked: menu; parts: plow" in asked["menu"]
    assert all("; need: " in line and "; missing: " in line for line in asked["feed"])


def test_agricola_shows_the_cards_to_pick() -> None:
    state = farmtable.Match("agricola", players=2, seed=1, hands="drafted").state
    lines = state.seen_by(state.to_play).aside()
    assert lines[0] == "to pick:"
    assert sum(line.startswith("- ") for line in lines) == len(state.legal_actions())
    assert lines[-1] == "you are asked: pick"


def test_mi_tierra_tells_what_is_offered() -> None:
    asked = asides("mi_tierra")
    assert any("; result: " in line for line in asked["offered"])
    assert any("; zone: seed_shop" in line and "; crop: " in line for line in asked["offered"])
    assert all("; count: " in line for line in asked["arrival"])


def test_aehre_tells_of_the_last_stack_and_the_last_round() -> None:
    scene = Scenario(2).gone(1, "W", "cow", 13)
    seen = scene.stacks(0, 7).state().seen_by(0).aside()
    assert seen[0] == "round 1, large tiles left to draw: 0, then 7 of the 6+1 stack"
    assert seen[2].endswith("livestock: cow"), "its value is its owner's business"
    last = scene.stacks(0, 3).ending().state().seen_by(1).aside()
    assert last[0] == "round 1, the last, large tiles left to draw: 0, then 3 of the 6+1 stack"
    assert last[2].endswith("livestock: cow 13")


def test_aehre_tells_the_hand_and_the_step() -> None:
    seen = farmtable.Match("aehre", players=3, seed=1).state
    lines = seen.seen_by(seen.to_play).aside()
    assert "to decide: place" in lines
    assert lines[-1].startswith("your tiles: ")
    assert lines[-1].count(",") == 2


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra", "market_day"])
def test_a_spectator_has_nothing_aside(game: str) -> None:
    match = farmtable.Match(game, 2, seed=1)
    assert match.state.seen_by(-1).aside() == []
    bot = RandomBot(Rng(3))
    while match.state.to_play != OVER:
        match.play(bot.choose(match.state.seen_by(match.state.to_play)))
    assert match.state.seen_by(-1).aside() == []

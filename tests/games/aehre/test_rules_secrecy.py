"""R54: what is secret and what is open."""

from __future__ import annotations

import json

import pytest

from farmtable import OVER, Match, Rng, State
from farmtable.bots import make_bot
from tests.games.aehre.scenarios import GAME, Scenario, draw, place, points


def everything(state: State, reader: int | None) -> str:
    seen = state.seen_by(reader)
    sheets = [[(str(line), amount) for line, amount in seen.score_sheet(one)] for one in range(seen.players)]
    return json.dumps([seen.view(), sheets, list(seen.legal_actions())])


def test_r54_hands_are_secret() -> None:
    """R54: two positions that differ in another's hand look the same, byte by byte."""
    one = Scenario(3).hand(1, "B1R2", "B1C2", "B1P2").state()
    other = Scenario(3).hand(1, "P0P1", "P0P2", "C0C1").state()
    for reader in (0, 2, None):
        assert everything(one, reader) == everything(other, reader)
        assert one.seen_by(reader).key() == other.seen_by(reader).key()
    assert everything(one, 1) != everything(other, 1)


def test_r54_own_hand_is_seen() -> None:
    """R54: the owner sees his hand, nobody else does."""
    state = Scenario(3).state()
    for reader in (0, 1, 2, None):
        for seat in state.seen_by(reader).view()["seats"]:
            assert (seat["hand"] is None) == (seat["seat"] != reader)
            assert seat["hand_size"] == 3


def test_r54_removed_tiles_are_secret() -> None:
    """R54: what a seat put out of the game is known to that seat only."""
    stuck = Scenario(3).all_show("W").hand(0, "W0W1", "W0W2").reserve(0, "").state()
    first, second = stuck.clone(), stuck.clone()
    first.play("discard W0W1")
    second.play("discard W0W2")
    for reader in (1, 2, None):
        assert everything(first, reader) == everything(second, reader)
        assert first.seen_by(reader).key() == second.seen_by(reader).key()
    imagined = [first.seen_by(1).determinize(Rng(seed)).to_dict() for seed in range(200)]
    assert len({data["seats"][0]["discarded"][0] for data in imagined}) > 2, "it could be any unseen tile"
    for data in imagined:
        held = sum(len(seat["hand"]) + len(seat["discarded"]) for seat in data["seats"])
        assert held + sum(data["unseen"].values()) == 60
    for words in ("discard W0W1", "discard W0W2"):
        assert "W0" not in str(stuck.tell(stuck.parse(words), 1))


def test_r54_livestock_values_are_secret() -> None:
    """R54: a value is known to its owner until the end."""
    low, high = (Scenario(3).gone(0, "W", "cow", value).state() for value in (11, 15))
    for reader in (1, 2, None):
        assert everything(low, reader) == everything(high, reader)
    assert everything(low, 0) != everything(high, 0)
    assert everything(GAME.from_dict({**low.to_dict(), **END}), 1) != everything(
        GAME.from_dict({**high.to_dict(), **END}), 1
    )


END = {"agenda": [], "stack": 0, "final_stack": 0, "ending": True}


def test_r54_draws_are_told_to_the_drawer_only() -> None:
    """R54: the log shows a drawn tile to its owner, and only that one was drawn to the others."""
    state = Scenario(3).state()
    place(state, "W1B2", (3, 3), (3, 2))
    points(state, (3, 3), (3, 2))
    actions = state.legal_actions()
    own = {str(state.tell(action, 0)) for action in actions}
    assert len(own) > 1
    for reader in (1, 2, -1):
        assert len({str(state.tell(action, reader)) for action in actions}) == 1


def test_r54_what_is_open() -> None:
    """R54: reserves, board with levels, cubes, points and stack counts are the same for everybody."""
    state = Scenario(3).lay("W", (3, 3)).cubes(1, W=2).earned(2, 7).reserve(1, "WB").state()
    views = [state.seen_by(reader).view() for reader in (0, 1, 2, None)]
    for view in views:
        assert view["cells"] == views[0]["cells"]
        assert (view["stack"], view["final_stack"]) == (20, 7)
        assert view["seats"][1]["cubes"] == {"wheat": 2, "beets": 0, "rapeseed": 0, "corn": 0, "potatoes": 0}
        assert view["seats"][1]["reserve"] == ["wheat", "beets"]
        assert view["seats"][2]["vp"] == 7


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r54_no_view_ever_holds_another_hand(players: int) -> None:
    """R54: through a whole game no view has a foreign tile or an unknown value in it."""
    match = Match("aehre", players, seed=players)
    bot = make_bot("random", Rng(players))
    while match.state.to_play != OVER:
        for reader in (*range(players), None):
            for seat in match.state.seen_by(reader).view()["seats"]:
                if seat["seat"] != reader:
                    assert seat["hand"] is None
                    assert all(animal["value"] is None for animal in seat["livestock"])
        match.play(bot.choose(match.state.seen_by(match.state.to_play)))


def test_r54_the_stack_has_no_order() -> None:
    """R54: a position holds no order of the stacks: any unseen tile may come next, by its number."""
    state = Scenario(4).turn("end turn", "draw").state()
    unseen = state.to_dict()["unseen"]
    assert sorted(unseen.values()) == sorted(state.chance_weights())
    imagined = state.seen_by(1).determinize(Rng(1))
    assert imagined.seen_by(1).key() == state.seen_by(1).key()
    assert GAME.from_dict(imagined.to_dict()) == imagined
    draw(imagined)

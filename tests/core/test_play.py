"""States, matches and perspectives, by the example of the small fourth game."""

import contextlib
import copy
import pickle
from array import array
from typing import Any

import numpy as np
import pytest

import farmtable
from farmtable import CHANCE, OVER, BadOption, BadRecord, IllegalAction, Match, Rng, State, perft
from farmtable.core import playout, resolve_chance, sample_chance


def at_first_decision(players: int = 2) -> State:
    state = farmtable.game("market_day").new(players)
    resolve_chance(state, Rng(5))
    return state


def test_a_bare_position_waits_for_chance() -> None:
    state = farmtable.game("market_day").new(2)
    assert state.to_play == CHANCE
    assert list(state.chance_weights()) == [6, 6, 6, 6]
    assert sample_chance(state, Rng(1)) in state.legal_actions()


def test_chance_is_drawn_by_its_weights() -> None:
    state = farmtable.game("market_day").new(2)
    for _ in range(5):
        state.apply(state.legal_actions()[0])  # five of the six apples
    rng = Rng("weights")
    drawn = [int(sample_chance(state, rng)) for _ in range(1900)]
    assert list(state.chance_weights()) == [1, 6, 6, 6]
    assert 60 < drawn.count(state.legal_actions()[0]) < 140


def test_a_match_is_reproducible_and_resolves_chance() -> None:
    matches = [Match("market_day", players=3, seed=7) for _ in range(2)]
    for match in matches:
        assert match.state.to_play == 0
        match.play("take from bag")
        assert match.state.to_play == 0
    assert matches[0].state == matches[1].state
    assert matches[0].record == matches[1].record
    assert Match("market_day", players=3, seed=8).record != Match("market_day", players=3, seed=7).record


def test_a_match_without_a_seed_is_dealt_by_the_operating_system() -> None:
    assert len({tuple(Match("market_day").record.actions) for _ in range(20)}) > 1


def test_an_illegal_decision_changes_nothing() -> None:
    match = Match("market_day", seed=7)
    before, steps = match.state.key(), len(match.record.actions)
    for decision in ("keep", "sell beans", 0, -1, 99, 2**62):
        with pytest.raises(IllegalAction, match="is not allowed") as caught:
            match.play(decision)
        assert caught.value.refusal is not None
    with pytest.raises(IllegalAction, match="not an action"):
        match.play("dance")
    assert match.state.key() == before
    assert len(match.record.actions) == steps


def test_whole_numbers_are_taken_wherever_they_come_from() -> None:
    """What NumPy or a tensor counts by, too; but nothing that is rounded first."""
    match = Match("market_day", seed=7)
    action = np.int64(match.state.legal_actions()[0])
    assert match.state.is_legal(action)
    assert match.state.why_not(action) is None
    assert match.state.seen_by(np.int64(1)).seat == 1
    assert match.state.seen_by(0).why_not(action) is None
    match.play(action)
    assert {type(done) for done in match.record.actions} == {int}
    assert match.record.verify() == match.state
    nothings: list[Any] = [1.0, [1], np.float32(1), np.array([5, 6]), None]
    for nothing in nothings:
        for asked in (match.play, match.state.is_legal, match.state.why_not):
            with pytest.raises(TypeError):
                asked(nothing)
    for nothing in nothings[:-1]:
        with pytest.raises(TypeError):
            match.state.seen_by(nothing)


def test_words_are_read_generously() -> None:
    state = at_first_decision()
    assert state.parse("  Take   from BAG ") == state.parse("take from bag")


def test_states_compare_hash_and_pickle_by_value() -> None:
    state = at_first_decision()
    twin = state.clone()
    assert twin == state
    assert len({twin, state}) == 1
    assert pickle.loads(pickle.dumps(state)) == state
    for game in (pickle.loads(pickle.dumps(state.game)), copy.deepcopy(state.game)):
        assert game is state.game
    twin.apply(twin.legal_actions()[0])
    assert twin != state
    assert state != "a state"


def test_the_agenda_is_a_stack_of_steps() -> None:
    state = at_first_decision()
    depth = len(state.agenda)
    state.push(3, 1000)
    state.push(255)
    assert (state.step(), state.argument()) == (255, 0)
    state.pop()
    assert (state.step(), state.argument()) == (3, 1000)
    assert state.pop() == 3 + 1000 * 256
    assert len(state.agenda) == depth


def test_perspectives_keep_to_their_seat() -> None:
    state = at_first_decision(3)
    own, other, spectator = state.seen_by(0), state.seen_by(2), state.seen_by(None)
    assert (own.seat, other.seat, spectator.seat) == (0, 2, None)
    assert list(own.legal_actions()) == list(state.legal_actions())
    assert not list(other.legal_actions())
    assert not list(spectator.legal_actions())
    assert "not your turn" in str(other.why_not("keep"))
    with pytest.raises(IllegalAction, match="not your turn"):
        other.parse("take from bag")
    assert own.parse("take from bag") in own.legal_actions()
    assert own.view()["cellars"][1:] == spectator.view()["cellars"][1:]
    assert sum(own.view()["cellars"][0].values()) == 3 == spectator.view()["cellars"][0]
    for nobody in (3, -2, 2**64):
        with pytest.raises(ValueError, match="there is no seat"):
            state.seen_by(nobody)


def test_observations_need_the_right_buffer() -> None:
    seen = at_first_decision().seen_by(0)
    buffer = array("f", [0.0] * seen.game.observation_size)
    seen.observe(buffer)
    assert any(buffer)
    with pytest.raises(ValueError, match="float32"):
        seen.observe(array("f", [0.0]))


def test_a_position_can_be_sketched() -> None:
    sketch = at_first_decision().sketch()
    assert "bag: 17" in sketch
    assert "cellars: [3, 3]" in sketch


def test_perft_counts_leaves() -> None:
    state = at_first_decision()
    assert perft(state, 0) == 1
    assert perft(state, 1) == len(state.legal_actions())
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        total += perft(after, 2)
    assert perft(state, 3) == total


def test_perft_counts_the_end_at_any_depth() -> None:
    state = at_first_decision()
    playout(state, Rng(1))
    assert state.to_play == OVER
    assert perft(state, 5) == 1


def test_a_playout_counts_its_decisions() -> None:
    state = at_first_decision()
    assert playout(state, Rng(2)) == 34
    assert state.winners()


@pytest.mark.parametrize("players", [1, 5, 0, -1, True, "3", 2.0])
def test_the_wrong_number_of_seats_is_said(players: object) -> None:
    with pytest.raises(BadOption, match="2 to 4 players"):
        Match("market_day", players=players)  # type: ignore[arg-type]


def test_wrong_options_are_said() -> None:
    with pytest.raises(BadOption, match="no option 'price'; its options: prices"):
        Match("market_day", price="fixed")
    with pytest.raises(BadOption, match="prices is one of falling, fixed; not 'rising'"):
        Match("market_day", prices="rising")
    assert Match("market_day").record.options == {"prices": "falling"}


def test_what_is_no_position_is_refused() -> None:
    game = farmtable.game("market_day")
    for data in ({}, {"players": 2}, {**at_first_decision().to_dict(), "players": 7}):
        with pytest.raises(farmtable.BadRecord, match="not a position"):
            game.from_dict(data)


def test_there_is_no_depth_below_nothing() -> None:
    with pytest.raises(ValueError, match="the depth is 0 or more, not -1"):
        perft(at_first_decision(), -1)


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra", "market_day"])
def test_what_stands_for_nothing_has_no_words(game: str) -> None:
    state = farmtable.game(game).new(2)
    resolve_chance(state, Rng(5))
    for number in (-1, 10**9, state.game.num_actions + 10_000):
        with pytest.raises(IllegalAction, match=f"there is no action {number} "):
            state.describe(number)
    told = 0
    for number in range(state.game.num_actions + 1_000):
        with contextlib.suppress(IllegalAction):  # and nothing else: of a tile, say, that is not in this game
            told += len(state.describe(number)) > 0
    assert told >= len(state.legal_actions())


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra"])
def test_nothing_has_a_weight_where_chance_does_not_decide(game: str) -> None:
    state = farmtable.game(game).new(2)
    resolve_chance(state, Rng(5))
    with pytest.raises(ValueError, match="only while chance is to play; here: seat "):
        state.chance_weights()


@pytest.mark.parametrize("data", [[], None, 5, "position"])
def test_what_is_no_dict_is_no_position(data: Any) -> None:
    with pytest.raises(BadRecord, match="a position is what `to_dict` gave, a dict"):
        farmtable.game("aehre").from_dict(data)


def test_any_whole_number_says_how_many_play() -> None:
    market = farmtable.game("market_day")
    assert market.new(np.int64(3)).players == 3
    assert type(Match("market_day", np.int64(2)).record.players) is int
    for said in ("2", 2.0, "two"):
        with pytest.raises(BadOption, match=f"for 2 to 4 players, given as a whole number, not {said!r}"):
            market.new(said)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra", "market_day"])
def test_what_a_mask_names_can_be_described(game: str) -> None:
    """Its positions are NumPy's numbers."""
    state = Match(game, 2, seed=1).state
    mask = np.zeros(state.game.num_actions, np.int8)
    mask[list(state.legal_actions())] = 1
    words = [state.describe(action) for action in state.legal_actions()]
    named: list[Any] = list(np.flatnonzero(mask))
    for position in (state, state.seen_by(int(state.to_play))):
        assert sorted(map(position.describe, named)) == sorted(words)

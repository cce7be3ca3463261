"""What can be taken back: nothing by which anybody has learned something hidden."""

from __future__ import annotations

from typing import Any

import pytest

import farmtable
from farmtable import CHANCE, OVER, Rng, State
from farmtable.core.disclosure import discloses
from farmtable.core.playout import resolve_chance, sample_chance
from tests.core import sealed_bids

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("market_day", 2, {}),
    ("aehre", 3, {}),
    ("agricola", 3, {}),
    ("agricola", 3, {"hands": "drafted"}),
    ("mi_tierra", 2, {}),
    ("mi_tierra", 3, {}),
]


def after(state: State, action: int) -> State:
    found = state.clone()
    found.apply(action)
    return found


def test_the_last_of_sealed_bids_is_final() -> None:
    """Whoever bids last sees all bids at once, and may not bid again with that knowledge."""
    for first, last in ((0, 1), (1, 0)):
        state = sealed_bids.GAME.new(2)
        state.turn_to(first)
        assert not discloses(state, 3, after(state, 3)), "nobody has seen the first bid"
        state.apply(3)
        assert state.deciding() == [last]
        assert discloses(state, 2, after(state, 2))


def test_a_pack_passed_on_in_a_draft_is_final() -> None:
    """The next seat reads the pack as soon as it has been passed: a pick taken back would name the card."""
    state = farmtable.game("agricola").new(3, hands="drafted")
    resolve_chance(state, Rng(5))
    finals = 0
    while state.to_dict()["round"] == 0:
        action = int(state.legal_actions()[0])
        then = after(state, action)
        if (state.to_play, then.to_play) == (2, 0):  # all have picked: the pack of seat 2 lies before seat 0
            assert discloses(state, action, then)
            finals += 1
        state = then
        if state.to_play == CHANCE:
            resolve_chance(state, Rng(6))
    assert finals == 5, "the sixth pick leaves no choice"


def test_a_card_played_from_the_hand_may_be_taken_back() -> None:
    """What a seat shows of its own to everybody is not hidden from it, and all see that it is taken back."""
    taken_back = 0
    for number in range(6):
        rng = Rng(number, "hands")
        state = farmtable.game("agricola").new(2)
        resolve_chance(state, rng)
        while state.to_play != OVER:
            action = _some_action(state, rng, ("play",))
            if state.to_play >= 0 and state.describe(action).startswith("play "):
                then = after(state, action)
                taken_back += not discloses(state, action, then)
            state.apply(action)
    assert taken_back > 5


def test_a_card_of_a_pile_that_one_had_looked_at_is_final_once_turned_up() -> None:
    """Its seat learns nothing by it, and all see it; but an undo could not make the others forget it."""
    turned_up = 0
    for number in range(8):
        rng = Rng(number, "clock tower")
        state = farmtable.game("mi_tierra").new(2)
        while state.to_play != OVER and turned_up < 8:
            action = _some_action(state, rng, ("place Clock Tower", "place Official Market", "sell"))
            then = after(state, action)
            if state.to_play >= 0 and len(then.to_dict()["top"]) < len(state.to_dict()["top"]):
                assert discloses(state, action, then), state.describe(action)
                turned_up += 1
            state = then
    assert turned_up == 8


def test_what_a_game_does_not_call_ones_own_is_final_once_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes a game and forgets `State.shows_own` has too much final, and nothing untrue shown."""
    state: Any = farmtable.game("market_day").new(2)
    resolve_chance(state, Rng(2))
    state.apply(state.parse("take from stall"))
    resolve_chance(state, Rng(2))
    sale = next(int(action) for action in state.legal_actions() if state.describe(action) != "keep")
    assert not discloses(state, sale, after(state, sale))
    monkeypatch.setattr(type(state), "shows_own", State.shows_own)
    assert discloses(state, sale, after(state, sale))
    keep = state.parse("keep")
    assert not discloses(state, keep, after(state, keep)), "which shows nothing"


def test_without_secrets_nothing_is_disclosed() -> None:
    state = farmtable.game("agricola").new(2, cards="none")
    resolve_chance(state, Rng(1))
    action = int(state.legal_actions()[0])
    assert not discloses(state, action, after(state, action))


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_what_may_be_taken_back_has_taught_its_seat_nothing(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """Of worlds that a seat could not tell apart, none looks different to it after such a decision."""
    checked = 0
    for number in range(2):
        rng = Rng(number, f"disclosure {game}")
        state = farmtable.game(game).new(players, **options)
        for _ in range(250):
            if state.to_play == OVER:
                break
            action = _some_action(state, rng, ())
            if state.to_play != CHANCE and rng.below(4) == 0:
                then = after(state, action)
                if not discloses(state, action, then):
                    _check_nothing_learned(state, action, then, rng)
                    checked += 1
            state.apply(action)
    assert checked > 10


def _check_nothing_learned(before: State, action: int, then: State, rng: Rng) -> None:
    seat = int(before.to_play)
    looks = then.seen_by(seat).key()
    for _ in range(10):
        world = before.seen_by(seat).determinize(rng)
        world.apply(action)
        assert world.seen_by(seat).key() == looks, before.describe(action)


def _some_action(state: State, rng: Rng, wanted: tuple[str, ...]) -> int:
    if state.to_play == CHANCE:
        return sample_chance(state, rng)
    actions = [int(action) for action in state.legal_actions()]
    preferred = [action for action in actions if state.describe(action).startswith(wanted)]
    choice = preferred or actions
    return choice[rng.below(len(choice))]


def test_the_answer_is_the_same_whenever_it_is_asked() -> None:
    state = farmtable.game("mi_tierra").new(2)
    resolve_chance(state, Rng(3))
    for action in list(state.legal_actions())[:5]:
        then = after(state, action)
        assert len({discloses(state, action, then) for _ in range(3)}) == 1

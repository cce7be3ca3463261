"""The generic suite finds what is broken: the small fourth game, spoiled in one place at a time."""

from collections.abc import Callable
from typing import Any

import pytest

import farmtable
from farmtable import (
    OVER,
    Cue,
    Game,
    IllegalAction,
    Lesson,
    RandomSource,
    Refusal,
    Rng,
    SeatName,
    State,
    Text,
)
from farmtable.testing import check_game

GAME = farmtable.game("market_day")
SPOILABLE: Any = type(GAME.new(2))
HONEST_CLONE: Callable[[State], Any] = SPOILABLE.clone
SPOILABLE_PERSPECTIVE: Any = type(GAME.new(2).seen_by(0))
HONEST_FORGET: Callable[[State, int], Any] = SPOILABLE.forget
HONEST_DETERMINIZE: Callable[[Any, RandomSource], State] = SPOILABLE_PERSPECTIVE.determinize
HONEST_APPLY: Callable[[State, int], None] = SPOILABLE.apply
HONEST_ACTIONS: Callable[[State], Any] = SPOILABLE.legal_actions


def _forgets_too_little(state: Any, seat: int) -> Any:
    return _forgets_nothing(state, seat) if seat >= 0 else HONEST_FORGET(state, seat)


def _forgets_nothing(state: State, seat: int) -> Any:
    return SPOILABLE_PERSPECTIVE(state.clone(), seat)


def _tells_draws_to_all(state: Any, action: int, seat: int) -> list[Text]:
    return [Text("{seat}: {what}", seat=SeatName(state.argument()), what=state.describe(action))]


def _shares_its_bag(state: Any) -> Any:
    twin = HONEST_CLONE(state)
    twin.bag = state.bag
    return twin


def _imagines_always_alike(seen: Any, rng: RandomSource) -> Any:
    return HONEST_DETERMINIZE(seen, Rng(seen.key().hex()))


def _offers_nothing_in_the_end(state: Any) -> Any:
    """With an empty bag, a seat that has nothing to sell is not offered to keep everything either."""
    actions = HONEST_ACTIONS(state)
    return actions[:0] if state.to_play >= 0 and sum(state.bag) == 0 and len(actions) == 1 else actions


def _offers_what_another_holds(state: Any) -> Any:
    """Who has apples in the cellar keeps the next seat from its last choice."""
    actions = HONEST_ACTIONS(state)
    held = state.to_play >= 0 and len(actions) > 1 and state.cellars[state.to_play - 1][0] > 0
    return actions[:-1] if held else actions


def _refuses_in_plain_words(state: State, action: int) -> Refusal:
    words: Any = "Not now."
    return Refusal("M1", Text("setup"), words)


@pytest.mark.parametrize(
    ("method", "spoiled", "said"),
    [
        ("forget", _forgets_nothing, "State.forget never takes anything from anybody"),
        ("forget", _forgets_too_little, "all see what chance does"),
        ("tell", _tells_draws_to_all, "the log tells seat"),
        ("clone", _shares_its_bag, "changed the original"),
        ("describe", lambda state, action: "something", "same notation"),
        ("chance_weights", lambda state: [1], "4 outcomes of chance, but 1 weights"),
        ("chance_weights", lambda state: [1, 1, 1, 2**32], r"add up to \d+, more than 2\*\*32"),
        ("score_sheet", lambda state, seat: [(Text("gift"), 1)], "score sheet adds up"),
        ("refusal", lambda state, action: None, "not refused"),
        ("winners", lambda state: [], "winners"),
        ("estimate", lambda state, seat: state.cellars[seat - 1][0], "World.estimate makes of"),
        ("observe", lambda seen, buffer: None, "unwritten"),
        ("look", lambda state, seat, out: out.put(0, 1), "State.look gives seat None other numbers"),
        (
            "determinize",
            lambda seen, rng: seen.known.clone(),
            "Perspective.determinize gives back what State.forget left",
        ),
        (
            "determinize",
            _imagines_always_alike,
            "Perspective.determinize always deals",
        ),
        ("legal_actions", _offers_nothing_in_the_end, "the game runs .* State.legal_actions is empty"),
        ("legal_actions", _offers_what_another_holds, "what seat . may do depends on what it cannot know"),
        ("scores", lambda state: None, "State.scores gives None"),
        ("scores", lambda state: [1.0] * state.players, "State.scores gives .1.0, 1.0, 1.0."),
        ("legal_actions", lambda state: list(HONEST_ACTIONS(state)), "legal_actions gives a list: .* vec"),
        ("refusal", lambda state, action: "Not now.", "State.refusal gives 'Not now.'.* a Refusal"),
        ("refusal", _refuses_in_plain_words, "reason of a Refusal is a Text"),
        ("describe", lambda state, action: None, "State.describe gives None"),
        ("tell", lambda state, action, seat: "something", "State.tell gives 'something'"),
        ("tell", lambda state, action, seat: ["something"], "State.tell gives .'something'"),
        ("caption", lambda state, action: "something", "State.caption gives 'something'"),
        (
            "score_sheet",
            lambda state, seat: [("gift", state.scores()[seat])],
            "a line 'gift': it must be a Text",
        ),
        ("winners", lambda state: [7] if state.to_play == OVER else [], "no seat 7"),
        ("preview", lambda seen, action: None, "Perspective.preview gives None"),
        ("view", lambda seen: {"stall": Text("apples")}, "Perspective.view gives what JSON cannot hold"),
        ("to_dict", lambda state: {"stall": Text("apples")}, "State.to_dict gives what JSON cannot hold"),
    ],
)
def test_a_spoiled_game_is_found(
    monkeypatch: pytest.MonkeyPatch, method: str, spoiled: Callable[..., Any], said: str
) -> None:
    spoilt = SPOILABLE if hasattr(SPOILABLE, method) else SPOILABLE_PERSPECTIVE
    monkeypatch.setattr(spoilt, method, spoiled)
    with pytest.raises(AssertionError, match=said):
        check_game("market_day", 3, seed=1, games=2, every=2)


def test_a_failure_says_where_it_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SPOILABLE, "refusal", lambda state, action: None)
    with pytest.raises(AssertionError) as caught:
        check_game("market_day", 3, seed=1)
    assert "market_day with 3 players, options {}, seed 1, game 0, after actions []" in caught.value.__notes__


@pytest.mark.parametrize(
    ("name", "spoiled", "said"),
    [
        ("rules", lambda game, language="en": None, "Game.rules gives None"),
        ("rules", lambda game, language="en": " ", "Game.rules gives ' '"),
        ("rules", Game.rules, "Game.rules is missing"),
        ("has_secrets", lambda game, options: False, "State.forget takes something from a spectator"),
    ],
)
def test_a_spoiled_declaration_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, spoiled: Any, said: str
) -> None:
    monkeypatch.setattr(type(GAME), name, spoiled)
    with pytest.raises(AssertionError, match=said):
        check_game("market_day", 3, seed=1, games=2, every=2)


def test_a_lesson_against_the_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for course, said in (
        (("sell dill",), "not allowed"),
        ((Cue("draw dill", Text("Draw.")),), "is not to decide"),
    ):
        monkeypatch.setattr(type(GAME), "lessons", (Lesson(Text("Wrong"), 2, course, Text("Over.")),))
        with pytest.raises(IllegalAction, match=said):
            check_game("market_day", 3, seed=1)


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SPOILABLE, "apply", lambda state, action: None)
    with pytest.raises(AssertionError, match="the game did not end after 500 actions"):
        check_game("market_day", 3, seed=1, longest=500)


def test_a_game_that_goes_round_in_circles_late_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its copies and imagined positions are played on, too, and must not run for ever either."""

    def refills_the_bag(state: Any, action: int) -> None:
        HONEST_APPLY(state, action)
        if sum(state.bag) == 1:
            state.bag = [6, 6, 6, 6]

    monkeypatch.setattr(SPOILABLE, "apply", refills_the_bag)
    with pytest.raises(AssertionError, match="the game did not end after 500 actions"):
        check_game("market_day", 2, seed=1, every=10**9, longest=500)

"""What follows from the fields of a position: copies, stored form, what is forgotten, views and numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from farmtable import CHANCE, OVER, BadRecord, Rng
from farmtable.core.playout import resolve_chance
from farmtable.fields import PlainGame, PlainWorld, counts, drawn, each, number, pile
from farmtable.testing import check_game
from tests.core.installed import installed

SEEDS = ("oats", "peas", "rye")


class Draws(PlainWorld):
    """Everybody draws two seeds, then keeps or gives up what he drew last; most oats win."""

    bag = pile(4, 4, 4, names=SEEDS)
    hands = drawn("bag")
    last = each(number(names=SEEDS))
    sown = each(counts(names=SEEDS))
    turn = number(0)

    def begin(self) -> None:
        self.to_play = CHANCE

    def possible(self) -> list[int]:
        return [seed for seed, n in enumerate(self.hands[self.to_play]) if n]

    def chances(self) -> dict[int, int]:
        return self.draws("bag")

    def act(self, action: int) -> None:
        seat = self.turn // 2 % self.players
        if self.to_play == CHANCE:
            self.bag[action - 3] -= 1
            self.hands[seat][action - 3] += 1
        else:
            self.hands[seat][action] -= 1
            self.sown[seat][action] += 1
            self.last[seat] = action
            self.turn += 1
        if self.to_play == CHANCE and self.held("hands", seat) < 2:
            return
        self.to_play = OVER if self.turn == 4 * self.players else self.turn // 2 % self.players
        if self.to_play != OVER and not self.held("hands", self.to_play):
            self.to_play = CHANCE if self.left("bag") >= 2 else OVER

    def describe(self, action: int) -> str:
        return f"sow {SEEDS[action]}" if action < 3 else f"draw {SEEDS[action - 3]}"

    def scores(self) -> list[int]:
        return [sown[0] for sown in self.sown]


class DrawsGame(PlainGame):
    id = "draws"
    title = "Draws"
    min_players = 2
    max_players = 3
    num_actions = 3
    world = Draws
    rules_text = "# Draws\n\n- **D1.** Draw two seeds, sow them one by one. Most oats win."


GAME = DrawsGame()


@pytest.fixture(autouse=True)
def draws() -> Iterator[None]:
    with installed("draws", "tests.fields.test_fields:GAME"):
        yield


def dealt(players: int = 2, seed: int = 3) -> Any:
    """A position in which the first seat holds two seeds, and has sown nothing."""
    state = GAME.new(players)
    resolve_chance(state, Rng(seed))
    return state


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_fields_keeps_every_promise(players: int) -> None:
    check_game("draws", players, seed=1, games=3, every=1)


def test_a_copy_shares_nothing() -> None:
    state = dealt()
    twin = state.clone()
    assert twin == state
    for change in (twin.bag, twin.hands[0], twin.sown[1], twin.last):
        change[0] += 1
    assert (state.bag, state.hands, state.sown, state.last) == tuple(
        getattr(dealt(), name) for name in ("bag", "hands", "sown", "last")
    )


def test_what_others_hold_is_forgotten_into_the_pile_and_how_much_stays_known() -> None:
    state = dealt()
    seen = state.seen_by(1)
    assert seen.known.hands == [[0, 0, 0], [0, 0, 0]]
    assert seen.known.bag == [4, 4, 4]
    assert (seen.known.left("bag"), seen.known.held("hands", 0)) == (10, 2)
    assert seen.view()["bag"] == 10
    assert seen.view()["hands"][0] == 2
    assert sum(state.seen_by(0).view()["hands"][0].values()) == 2
    world = seen.determinize(Rng(1))
    assert (sum(world.bag), sum(world.hands[0]), world.unknown) == (10, 2, {})
    assert len({str(seen.determinize(Rng(n)).hands) for n in range(20)}) > 3


def test_who_knows_all_forgets_nothing() -> None:
    state = GAME.new(2)
    assert state.seen_by(None).key() == state.key()
    assert dealt().seen_by(0).key() == dealt().key()
    assert dealt().seen_by(1).key() != dealt().key()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("bag", [4, 4], "bag holds 3 numbers"),
        ("bag", "many", "bag holds 3 numbers"),
        ("hands", [[0, 0, 0]], "hands has a value for each of 2 seats"),
        ("last", [0, "oats"], "last holds whole numbers"),
        ("turn", True, "turn holds whole numbers"),
        ("to_play", 2, "to_play is a seat"),
        ("agenda", ["x"], "not a position of Draws"),
        ("more", 1, "nobody knows them: more"),
        ("players", 9, "not a position of Draws"),
    ],
)
def test_what_is_no_position_is_refused(name: str, value: object, said: str) -> None:
    data = dealt().to_dict()
    with pytest.raises(BadRecord, match=said):
        GAME.from_dict(data | {name: value})
    del data["bag"]
    with pytest.raises(BadRecord, match="missing, or nobody knows them: bag"):
        GAME.from_dict(data)


def test_numbers_have_names_and_turn_with_their_seat() -> None:
    names = Draws.number_names(3)
    assert GAME.feature_names == ("points", "to_come", *names)
    assert GAME.observation_size == len(names) == len(set(names))
    state = dealt()
    state.last[1] = 2
    own, other = (dict(zip(names, state.seen_by(seat).known.numbers(seat), strict=True)) for seat in (0, 1))
    assert (own["to_play.0"], own["to_play.1"]) == (1, 0) == (other["to_play.1"], other["to_play.0"])
    assert (own["last.1.rye"], other["last.0.rye"]) == (1, 1)
    assert (own["bag"], own["hands.0"], own["hands.1"]) == (10, 2, 0)
    assert sum(other[f"hands.own.{seed}"] for seed in SEEDS) == 0
    buffer = array("f", [9.0] * len(names))
    state.seen_by(None).observe(buffer)
    assert buffer[names.index("hands.0")] == 2
    assert all(n == 0 for name, n in zip(names, buffer, strict=True) if name.startswith("hands.own"))


def test_fields_are_declared_rightly_or_refused() -> None:
    for spoiled, said in (
        (lambda: type("A", (PlainWorld,), {"hands": drawn("bag")}), "no pile"),
        (lambda: counts(1, 2, names=SEEDS), "3 names for 2 numbers"),
        (pile, "how many there are"),
        (lambda: each(each(number())), "each takes"),
    ):
        with pytest.raises(TypeError, match=said):
            spoiled()


def test_a_game_without_hands_has_no_secrets() -> None:
    world = type("Open", (PlainWorld,), {"bag": pile(1, 1)})
    game = type("OpenGame", (PlainGame,), {"world": world, "num_actions": 1})()
    assert not game.has_secrets({})
    assert GAME.has_secrets({})


def test_what_is_no_whole_number_begins_nothing() -> None:
    """It is said where it is declared, and not when a game stumbles over it."""
    nothings: list[Any] = ["2", 2.5, None]
    for nothing in nothings:
        with pytest.raises(TypeError, match=r"at first .* whole number"):
            counts(1, nothing)
    with pytest.raises(TypeError, match=r"at first .* whole number"):
        number(cast("int", "x"))
    with pytest.raises(TypeError, match="no pile holds less than nothing"):
        pile(3, -1)
    begun: Any = number(cast("int", np.int64(3)))
    assert type(begun.start[0]) is int


@pytest.mark.parametrize(
    ("method", "given", "said"),
    [
        ("possible", None, "possible gives None, where whole numbers are listed"),
        ("possible", [1.0], r"possible gives .1\.0., where whole numbers"),
        ("chances", None, "chances gives None"),
        ("chances", {3: 0.5, 4: 0.5}, r"chances gives .0\.5, 0\.5., where whole numbers"),
    ],
)
def test_what_is_no_list_of_numbers_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, method: str, given: Any, said: str
) -> None:
    """And not in the words of what stumbles over it."""
    state: Any = Draws(DrawsGame(), 2, {})
    state.to_play = CHANCE if method == "chances" else 0
    monkeypatch.setattr(Draws, method, lambda self: given)
    with pytest.raises(TypeError, match=said):
        (state.chance_weights if isinstance(given, dict) else state.legal_actions)()

"""Every field of a position is copied by `clone`, told apart by `key`, and comes back from its stored form.

The fields are found by looking at the positions themselves, compiled or not: one that is added to a game and
forgotten in any of these fails here. What is not told apart or not stored is said here, and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import GetSetDescriptorType
from typing import Any, Final

import pytest
from librt.vecs import append

import farmtable
from farmtable import OVER, Record, State
from tests.games.aehre.scenarios import Scenario
from tests.golden_records import FOLDER
from tests.golden_records import GAMES as GOLDEN

EVERY_GAME: Final = ("aehre", "agricola", "mi_tierra")

# Given when a position is made, and never changed.
GIVEN: Final = {"game", "players", "options", "facts", "setting"}
# There only while `tell` listens to an `apply`: no part of the position.
LISTENING: Final = {"tracing", "trace"}
# Found once and never changed, only replaced: copies share it, and the key leaves it out.
FOUND: Final = {
    "aehre": {"surveyed"},  # the crop area, surveyed
    "agricola": {"legal"},
    "mi_tierra": {"legal"},
}
# Follows from other fields, so the key leaves it out.
DERIVED: Final = {
    "aehre": {
        "vp",  # from `earned`
        "same_right",  # these six from `level`
        "same_below",
        "first_low_right",
        "first_low_below",
        "second_low_right",
        "second_low_below",
    },
    "agricola": {
        "pastures",  # from `fences`
        "listening",  # from the cards in front
        "modifiers",
    },
    "mi_tierra": set(),
}
# Not stored: in a position that anybody stores it says no more than in a new game.
NOT_STORED: Final = {
    "aehre": {
        "owned_unknown",  # 0 but in a copy that has forgotten something
        "surveyed",  # empty until it is asked for
    },
    "agricola": set(),
    "mi_tierra": {"heard"},  # empty but in a copy that has forgotten something
}
# Positions that show fields which no golden record does.
DEALT: Final = Scenario().data()
SHOWING: Final[dict[str, list[dict[str, Any]]]] = {
    "aehre": [
        {**DEALT, "seats": [{**DEALT["seats"][0], "discarded": ["W1P2"]}, DEALT["seats"][1]]},
    ],
    "agricola": [
        {"players": 2, "used_by": {"forest": 0}, "shared_by": {"forest": 1}},
        {"players": 2, "passed": [1]},
        {"players": 2, "options": {"redraw": "yes"}, "redrawn": [1]},
    ],
    "mi_tierra": [{"players": 2, "quiet": 1}],
}


@cache
def positions(game: str) -> list[list[State]]:
    """Positions of several games, those of each in a list of their own, the first one that of a new game."""
    found = [list(_of_record(name)) for name, (of, *_) in GOLDEN.items() if of == game]
    for data in SHOWING[game]:
        rules = farmtable.game(game)
        found.append([rules.new(data["players"], **data.get("options", {})), rules.from_dict(data)])
    return found


def _of_record(name: str) -> Iterator[State]:
    for number, state in enumerate(Record.load(FOLDER / f"{name}.json").states()):
        if number % 9 == 0 or state.to_play == OVER:
            yield state.clone()


def fields(state: State) -> set[str]:
    """The names of all that a position holds."""
    if hasattr(state, "__dict__"):
        return set(vars(state))
    return {
        name
        for kind in type(state).__mro__[:-1]  # without `object`
        for name, found in vars(kind).items()
        if isinstance(found, GetSetDescriptorType)
    }


def value_of(state: State, field: str) -> Any:
    """A field's value, numbers in a row as a list that nobody else has."""
    value = getattr(state, field)
    return list(value) if hasattr(value, "__len__") and not isinstance(value, dict) else value


def with_another(state: State, field: str) -> State:
    """A copy that differs in one field."""
    changed = state.clone()
    value = getattr(changed, field)
    if isinstance(value, int):
        setattr(changed, field, value ^ True)  # a bool stays one
    elif len(value) == 0:
        setattr(changed, field, append(value, 1))
    else:
        setattr(changed, field, value[:])
        getattr(changed, field)[0] ^= 1
    return changed


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_copy_has_a_value_of_its_own_in_every_field(game: str) -> None:
    for *_, state in positions(game):
        for field in fields(state) - GIVEN - LISTENING:
            changed = with_another(state, field)
            value = value_of(changed, field)
            copy = changed.clone()
            assert value_of(copy, field) == value != value_of(state, field), f"{field} is not copied"
            if isinstance(value, list) and field not in FOUND[game]:
                getattr(copy, field)[0] ^= 1
                assert value_of(changed, field) == value, f"a copy shares {field}"


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_key_tells_positions_apart_by_every_field(game: str) -> None:
    every: set[str] = set()
    told: set[str] = set()
    for *_, state in positions(game):
        every |= fields(state) - GIVEN
        told |= {field for field in fields(state) - GIVEN if with_another(state, field).key() != state.key()}
    assert every - told == LISTENING | FOUND[game] | DERIVED[game]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_field_comes_back_from_the_stored_form(game: str) -> None:
    every: set[str] = set()
    shown: set[str] = set()  # with another value than in a new game, where a field forgotten would be seen
    for new, *later in positions(game):
        every |= fields(new) - GIVEN
        for state in later:
            back = farmtable.game(game).from_dict(state.to_dict())
            for field in fields(state):
                assert value_of(back, field) == value_of(state, field), f"{field} is not stored"
            shown |= {field for field in fields(state) if value_of(state, field) != value_of(new, field)}
    assert every - shown == LISTENING | NOT_STORED[game]

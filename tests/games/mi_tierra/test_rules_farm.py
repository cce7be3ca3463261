"""R37 to R40: the own farm, its field workers and development cards."""

from __future__ import annotations

import pytest

from tests.games.mi_tierra.scenarios import (
    Data,
    activated,
    asked,
    fact,
    goods,
    is_placing,
    legal,
    money,
    play,
    rule_against,
    seat_of,
)


def test_r37_in_any_order() -> None:
    """R37: field workers and cards in any order, cards without a worker, each once in a round."""
    seat: Data = {"field_workers": ["A2"], "cards": ["XV", "IV"], "goods": {"grape": 3}, "money": 0}
    state = activated(seat)
    assert legal(state) == {"work A2", "use XV", "use IV", "leave"}
    play(state, "use IV")
    assert rule_against(state, "use IV") == "R37"
    assert legal(state) == {"work A2", "use XV", "leave"}
    play(state, "work A2", "use XV")
    assert (goods(state), money(state)) == ({"grape": 2, "wine": 1, "apple": 1}, 3)
    assert is_placing(state)


def test_r37_players_in_turn_order() -> None:
    """R37: one farm after the other."""
    state = activated({"cards": ["XV"]}, {"cards": ["XV"]}, order=[1, 0])
    assert asked(state) == 1
    play(state, "use XV")
    assert asked(state) == 0


def test_r37_cards_are_fresh_in_the_next_round() -> None:
    """R37: once in a round, and again in the next."""
    state = play(activated({"cards": ["XV"], "money": 0}), "use XV")
    play(state, "stop", "stop")
    play(state, "use XV")
    assert money(state) == 6


@pytest.mark.parametrize(
    ("fields", "cards", "apples"),
    [
        ({}, [], 1),
        ({"A1": "wheat", "B2": "grape"}, [], 1),
        ({"B2": "apple"}, [], 2),
        ({"B2": "apple", "C2": "apple", "C1": "apple"}, [], 2),
        ({"B2": "apple"}, ["XI"], 2),
        ({"B2": "apple", "C2": "apple"}, ["XI"], 3),
        ({"B2": "apple", "C2": "apple", "C1": "apple"}, ["XI"], 3),
        ({"B1": "apple", "B3": "apple", "C2": "apple"}, ["XI"], 1),
    ],
)
def test_r38_groups(fields: dict[str, str], cards: list[str], apples: int) -> None:
    """R38: min(size of the group, 2 or with XI 3), joined by sides."""
    state = activated({"fields": fields, "cards": cards, "field_workers": ["A2"]})
    play(state, "work A2")
    assert goods(state) == {"apple": apples}


def test_r38_two_workers_count_in_full() -> None:
    """R38: two workers on one group of three with XI take 3 each."""
    fields = {"B2": "apple", "C2": "apple"}
    state = activated({"fields": fields, "cards": ["XI"], "field_workers": ["A2", "C2"]})
    play(state, "work A2", "work C2")
    assert goods(state) == {"apple": 6}


def test_r38_no_worker_no_harvest() -> None:
    """R38: only a field with a worker is worked."""
    state = activated({"fields": {"B2": "wheat"}, "field_workers": ["B2"]})
    assert rule_against(state, "work A2") in ("R37", "R38", "R20")
    assert legal(state) == {"work B2", "leave"}


def test_r39_crops_stay() -> None:
    """R39: nothing on the fields is used up."""
    fields = {"B2": "grape", "B3": "grape"}
    state = play(activated({"fields": fields, "field_workers": ["B2"]}), "work B2")
    assert seat_of(state)["fields"] == {"A2": "apple", **fields}
    assert fact(state, "crop_tiles") == {"apple": 18, "wheat": 18, "grape": 16}


@pytest.mark.parametrize(
    ("card", "before", "gained"),
    [
        ("I", {"sheep": 3}, {"wool": 1}),
        ("II", {"cow": 2}, {"milk": 1}),
        ("V", {"sheep": 3}, {"sheep": 1}),
        ("VI", {"cow": 3}, {"cow": 1}),
        ("VII", {"chicken": 4}, {"egg": 1}),
        ("XII", {"sheep": 2}, {"wool": 1}),
        ("XIII", {"chicken": 4}, {"chicken": 1}),
        ("XIV", {"chicken": 3}, {"egg": 1}),
    ],
)
def test_r40_cards_with_animals(card: str, before: dict[str, int], gained: dict[str, int]) -> None:
    """R40: what each card gives with enough animals, and nothing with one fewer."""
    farm: Data = {"cards": [card, "XV"], "barnyards": [3, 3]}
    state = activated({**farm, "goods": before})
    play(state, f"use {card}")
    assert goods(state) == {good: before.get(good, 0) + gained.get(good, 0) for good in {**before, **gained}}
    (kind, least), *_ = before.items()
    short = activated({**farm, "goods": {kind: least - 1}})
    assert rule_against(short, f"use {card}") == "R40"


def test_r40_animals_at_the_moment_of_use() -> None:
    """R40: a sheep from V may be the third one for I."""
    seat: Data = {"cards": ["V", "XII"], "goods": {"sheep": 3}, "barnyards": [3]}
    state = play(activated(seat), "use V", "use XII")
    assert goods(state) == {"sheep": 4, "wool": 1}


def test_r40_animals_of_cards_need_room() -> None:
    """R40, R28: an animal without room becomes meat."""
    state = activated({"cards": ["V"], "goods": {"sheep": 5}, "barnyards": [3]})
    play(state, "use V")
    assert goods(state) == {"sheep": 5, "meat": 1}


@pytest.mark.parametrize("card", ["VIII", "IX", "X", "XI"])
def test_r40_cards_that_are_not_used(card: str) -> None:
    """R40: cards that protect or change something are not used on the farm."""
    assert is_placing(activated({"cards": [card]}))
    state = activated({"cards": [card, "XV"]})
    assert rule_against(state, f"use {card}") is not None


def test_r40_making_at_home() -> None:
    """R40: III makes flour of 2 or 5 wheat, IV wine of a grape."""
    seat: Data = {"cards": ["III", "IV"], "goods": {"wheat": 4, "grape": 1}}
    state = activated(seat)
    assert rule_against(state, "use III with 5 wheat") == "R40"
    play(state, "use III", "use IV")
    assert goods(state) == {"wheat": 2, "flour": 1, "wine": 1}


def test_r40_x_once_in_a_round() -> None:
    """R40: X rolls one die of the round again, a single one."""
    state = activated({"cards": ["X"]}, players=3, placed={"Forest": [0, 0]})
    play(state, "roll 2", "reroll", "roll 2", "roll 3")
    assert legal(state) == {"take", "leave", "throw away barnyard 1"}
    kept = activated({"cards": ["X"]}, players=3, placed={"Forest": [0, 0]})
    play(kept, "roll 2", "take", "roll 3")
    assert legal(kept) == {"take", "leave", "reroll", "throw away barnyard 1"}

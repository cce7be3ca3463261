"""Organic Farmer (B098)."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, finished, legal, play, position

ROOMY: Data = {"pastures": [["D1", "E1", "D2", "E2"]]}  # holds 8
TWO: Data = {"pastures": [["D1", "E1"], ["D2", "E2"]]}  # hold 4 each


def bonus(farm: Data, *others: str, **animals: int) -> int:
    """The bonus points at the end of the game."""
    named = {name.replace("_", " "): n for name, n in animals.items()}
    seat: Data = {"goods": named, **farm}
    with_it, without = (finished({**seat, "front": [*front, *others]}) for front in (["organic_farmer"], []))
    return with_it.scores()[0] - without.scores()[0]


def test_one_pasture() -> None:
    """G42: a pasture for 8 with 5 animals 1 point, with 6 none, empty none; the boar is the pet."""
    assert bonus(ROOMY, sheep=5, wild_boar=1) == 1
    assert bonus(ROOMY, sheep=6, wild_boar=1) == 0
    assert bonus(ROOMY) == 0


def test_a_stable_counts() -> None:
    """G42, ruling: one space with a stable holds 4; with 1 animal 1 point."""
    assert bonus({"pastures": [["E1"]], "stables": ["E1"]}, cattle=1) == 1
    assert bonus({"pastures": [["E1"]]}, cattle=1) == 0
    assert bonus({"stables": ["E1"]}, cattle=1) == 0


def test_animals_are_arranged_for_it() -> None:
    """Ruling, R12.5: the sixth sheep is the pet; one sheep goes to each pasture rather than both to one."""
    assert bonus(ROOMY, sheep=6) == 1
    assert bonus(ROOMY, sheep=7) == 0
    assert bonus(TWO, sheep=1) == 1
    assert bonus(TWO, sheep=2) == 2
    assert bonus(TWO, sheep=3) == 2
    assert bonus(TWO, sheep=4) == 1


def test_each_pasture_one_kind() -> None:
    """R6.1: three kinds, two pastures and a pet make 2 points; two of two kinds only 1."""
    assert bonus(TWO, sheep=1, wild_boar=1, cattle=1) == 2
    assert bonus(TWO, sheep=2, wild_boar=2) == 1
    assert bonus(TWO, sheep=4, wild_boar=2) == 1
    assert bonus(TWO, sheep=4, wild_boar=3) == 0
    assert bonus({**TWO, "stables": ["B1"]}, sheep=2, wild_boar=2) == 2


def test_no_animal_is_given_up_for_it() -> None:
    """A full pasture stays full."""
    assert bonus(TWO, sheep=4, cattle=5) == 0


def test_before_the_end() -> None:
    """The points are those of the moment, even while new animals have no place yet."""
    farm: Data = {"goods": {"sheep": 1}, "improvements": ["fireplace_2"], "pastures": [["D1", "E1"]]}
    scores = []
    for front in ([], ["organic_farmer"]):
        state = position({**farm, "front": front}, round=4, piles={"sheep_market": 7})
        scores.append(state.scores()[0])
        play(state, "place Sheep Market")
        assert legal(state) == ["cook sheep", "discard sheep"]
        scores.append(state.scores()[0])
    without, without_yet, with_it, with_it_yet = scores
    assert (with_it - without, with_it_yet - without_yet) == (1, 0)


def test_with_drinking_trough() -> None:
    """Ruling: its places count."""
    assert bonus({"pastures": [["E1"]]}, "drinking_trough", sheep=1) == 1
    assert bonus(ROOMY, "drinking_trough", sheep=7, wild_boar=1) == 1


def test_with_animal_tamer() -> None:
    """An animal in each room leaves more room outside."""
    assert bonus(TWO, "animal_tamer", sheep=2, wild_boar=2) == 2

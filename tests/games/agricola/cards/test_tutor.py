"""Tutor (B099)."""

from __future__ import annotations

from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import AWAY, Data, chance, finished, new_round, play, position


def bonus(*front: str) -> int:
    """The bonus points at the end with these cards played in this order."""
    others = [card for card in front if card != "tutor"]
    with_it, without = finished({"front": list(front)}), finished({"front": others})
    return with_it.scores()[0] - without.scores()[0]


def test_occupations_played_after_it() -> None:
    """1 point each; neither those before, nor Tutor itself."""
    assert bonus("tutor") == 0
    assert bonus("carpenter", "groom", "tutor") == 0
    assert bonus("carpenter", "tutor", "groom", "grocer", "geologist") == 3


def test_improvements_do_not_count() -> None:
    """Canoe has 1 point of its own, but is no occupation."""
    assert bonus("tutor", "canoe", "grocer", "basket") == 1


def test_playing_on() -> None:
    """The points grow with each occupation, by whatever means it is played."""
    state = position({"front": ["tutor"], "occupations": ["carpenter", "groom"]}, AWAY)
    before = state.scores()[0]
    play(state, "place Lessons", "play Groom")
    assert state.scores()[0] == before + 1


def test_only_its_owner() -> None:
    """Occupations of others are none of its business."""
    state = finished({"front": ["tutor"]}, {"front": ["grocer", "carpenter"]})
    assert state.scores() == finished().scores()


def test_occupations_kept_from_a_game_before() -> None:
    """R13.5: they start in front of their owner, so they were not played after it."""
    kept = ("1:carpenter", "1:tutor,1:carpenter")
    scores = [GAME.new(1, series="3", kept=cards).scores() for cards in kept]
    assert scores[0] == scores[1]


def test_with_scholar() -> None:
    """An occupation played with Scholar counts like any other."""
    farm: Data = {"front": ["tutor", "scholar"], "occupations": ["groom"], "house": "stone"}
    state = chance(new_round({**farm, "goods": {"food": 1}}, round=6))
    before = state.scores()[0]
    play(state, "use Scholar", "play Groom", "done")
    assert state.scores()[0] == before + 1

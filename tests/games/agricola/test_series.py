"""The solo series (R13.4, R13.7): the goal, and what a game earns for the next."""

import pytest

import farmtable
from farmtable import Match, Rng
from farmtable.bots import make_bot


def finished(**options: str) -> Match:
    match = Match("agricola", players=1, seed=3, **options, cards="none")
    bot = make_bot("random", Rng(1))
    while match.state.to_play >= 0:
        match.play(int(bot.choose(match.state.seen_by(0))))
    return match


def test_r13_4_only_who_reaches_the_goal_wins_a_game_of_the_series() -> None:
    match = finished(series="2")
    assert match.state.scores()[0] < 55
    assert match.state.winners() == []
    assert finished().state.winners() == [0]


def test_r13_7_a_game_lost_is_played_again_with_no_food() -> None:
    sequel = finished(series="2", series_food="4", side_job="yes").state.sequel()
    assert sequel is not None
    assert sequel["series"] == "2"
    assert sequel["series_food"] == "0"
    assert sequel["side_job"] == "yes"
    farmtable.game("agricola").new(players=1, **sequel)


@pytest.mark.parametrize(("above", "food"), [(0, "0"), (1, "0"), (2, "1"), (7, "3")])
def test_r13_7_half_the_points_above_the_goal_are_food_in_the_next_game(above: int, food: str) -> None:
    """G53: 57 points in the first game are 7 above its goal, so the next begins with 3 food."""
    data = finished(series="1").state.to_dict()
    farm = {"house": "stone", "rooms": ["A1", "A2", "A3", "B1", "B2"], "people": 5}
    data["seats"] = [farm | {"at_home": 0}]
    points = farmtable.game("agricola").from_dict(data).scores()[0]
    data["options"]["components"] = {"solo_series": {"goals": [points - above]}}
    sequel = farmtable.game("agricola").from_dict(data).sequel()
    assert sequel is not None
    assert (sequel["series"], sequel["series_food"]) == ("2", food)


def test_a_single_game_has_no_sequel() -> None:
    assert finished().state.sequel() is None
    assert finished(series="1").state.seen_by(0).sequel() is not None

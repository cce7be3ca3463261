"""The solo series (R13.4 to R13.7): the goal, and what a game earns for the next."""

import pytest

import farmtable
from farmtable import OVER, Match, Rng, State
from farmtable.bots import make_bot
from farmtable.core.playout import resolve_chance


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


def successful(*front: str, kept: str = "", above: int = 0) -> State:
    """The end of a game of the series that reached its goal, with these cards in front."""
    farm = {"house": "stone", "rooms": ["A1", "A2", "A3", "B1", "B2"], "people": 5, "at_home": 0}
    seat = farm | {"front": list(front)}
    data = {"players": 1, "round": 14, "seats": [seat], "agenda": [["next round", 0]]}
    over = farmtable.game("agricola").from_dict({**data, "agenda": [], "options": {"kept": kept}})
    goals = {"solo_series": {"goals": [over.scores()[0] - above]}}
    options = {"series": "1", "kept": kept, "components": goals}
    return farmtable.game("agricola").from_dict({**data, "options": options})


def test_r13_5_after_a_success_one_occupation_played_stays_for_good() -> None:
    state = successful("grocer", "canoe", "tutor")
    assert [state.describe(action) for action in state.legal_actions()] == ["pick Grocer", "pick Tutor"]
    state.play("pick Tutor")
    assert state.to_play == OVER
    sequel = state.sequel()
    assert sequel is not None
    assert sequel["kept"] == "1:tutor"
    following = farmtable.game("agricola").new(players=1, **sequel)
    assert following.to_dict()["seats"][0]["front"] == [["tutor", 0]]


def test_r13_5_one_more_each_time_and_none_after_a_failure() -> None:
    state = successful("grocer", "tutor", kept="1:grocer")
    assert state.to_play == OVER, "the only one that is new stays unasked"
    sequel = state.sequel()
    assert sequel is not None
    assert sequel["kept"] == "1:grocer,1:tutor"
    failed = successful("grocer", "tutor", kept="1:grocer", above=-1)
    sequel = failed.sequel()
    assert sequel is not None
    assert sequel["kept"] == "1:grocer"


def test_r13_6_permanent_and_hand_occupations_are_seven() -> None:
    state = farmtable.game("agricola").new(players=1, series="3", kept="1:grocer,1:tutor")
    resolve_chance(state, Rng(1))
    seat = state.to_dict()["seats"][0]
    assert [name for name, _ in seat["front"]] == ["grocer", "tutor"]
    assert len(seat["occupations"]) == 5
    assert len(seat["minors"]) == 7
    assert state.legal_actions(), "they cost nothing"


def test_r13_5_the_pile_of_a_kept_grocer_is_whole_again() -> None:
    """What lies on the card is no effect of playing it."""
    sequel = successful("grocer").sequel()
    assert sequel is not None
    assert sequel["kept"] == "1:grocer"
    state = farmtable.game("agricola").new(players=1, **(sequel | {"series_food": "8"}))
    resolve_chance(state, Rng(1))
    for _ in range(8):
        state.play("exchange")
        state.play("use Grocer")
    assert state.to_dict()["seats"][0]["goods"] == {
        "wood": 1,
        "clay": 1,
        "reed": 2,
        "stone": 1,
        "grain": 1,
        "vegetable": 2,
    }


def test_a_single_game_has_no_sequel() -> None:
    assert finished().state.sequel() is None
    assert finished(series="1").state.seen_by(0).sequel() is not None

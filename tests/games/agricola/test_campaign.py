"""R13.8, R13.9: the campaign of two to four players, its table and what comes between its games."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import OVER, BadOption, Rng, State
from farmtable.bots import make_bot
from farmtable.bots.search import SearchBot
from farmtable.core.playout import playout
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.rules import series
from tests.games.agricola.scenarios import (
    Data,
    chance,
    finished,
    goods,
    legal,
    play,
    position,
    rule_against,
    seat_of,
)


def grains(*seats: int) -> list[Data]:
    """Seats that differ only in their grain: more of it is more points."""
    return [{"goods": {"grain": grain}} for grain in seats]


def ending(*seats: Data, **options: str) -> AgricolaState:
    """The last round of a game of a campaign is over: what comes is asked now."""
    options = {"campaign": "1", **options}
    last = [["next round", 0]]
    return position(*seats, players=len(seats), round=14, agenda=last, options=options)


def over(state: AgricolaState, **options: str) -> AgricolaState:
    """A finished game, taken to have had these options."""
    data = state.to_dict()
    again = GAME.from_dict({**data, "options": {**data["options"], **options}})
    assert isinstance(again, AgricolaState)
    assert again.to_play == OVER
    return again


def rows(state: State) -> list[tuple[int, int, tuple[int, ...]]]:
    """The table of the campaign, as a spectator sees it: rank, seat, numbers."""
    table = state.seen_by(None).standings()
    assert table is not None
    return [(row.rank, row.seat, row.numbers) for row in table.rows]


# --- points ------------------------------------------------------------------------------------------


def test_r13_8_campaign_points() -> None:
    """R13.8: what the ranks of the three games bring."""
    assert series.CAMPAIGN_POINTS == {
        2: ((1, 0), (2, 0), (3, 0)),
        3: ((7, 5, 3), (8, 5, 2), (9, 5, 1)),
        4: ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)),
    }


@pytest.mark.parametrize(("game", "points"), [("1", [4, 7, 3, 5]), ("2", [3, 8, 2, 5]), ("3", [3, 9, 1, 6])])
def test_r13_8_each_game_has_points_of_its_own(game: str, points: list[int]) -> None:
    state = over(finished(*grains(4, 8, 1, 6), players=4), campaign=game)
    assert series.campaign_points(state) == points


def test_r13_8_shared_ranks() -> None:
    """R13.8: our ruling: who shares a rank gets the points of the better place."""
    state = over(finished(*grains(8, 8, 4, 1), players=4), campaign="1")
    assert series.ranks(state) == [1, 1, 3, 4]
    assert series.campaign_points(state) == [7, 7, 4, 3]
    broken = over(finished({"goods": {"wood": 1}}, {}, players=2), campaign="3")
    assert series.campaign_points(broken) == [3, 0], "building resources break the tie of a game (R12.4)"


def test_r13_8_the_table_adds_the_games_up() -> None:
    """R13.8: this game's points, all points, all scores; the leader first, equals on one rank."""
    state = over(finished(*grains(8, 6, 4, 1), players=4), campaign="1")
    a, b, c, d = state.scores()
    table = [(1, 0, (7, 7, a)), (2, 1, (5, 5, b)), (3, 2, (4, 4, c)), (4, 3, (3, 3, d))]
    assert rows(state) == table
    before = {"campaign_points": "1:3,2:7,3:5,4:4", "campaign_scores": f"1:{d},2:{a},3:{b},4:{c}"}
    second = over(finished(*grains(6, 4, 8, 1), players=4), campaign="2", **before)
    p, q, r, s = second.scores()
    assert rows(second) == [
        (1, 2, (8, 13, r + b)),
        (2, 1, (3, 10, q + a)),
        (3, 0, (5, 8, p + d)),
        (4, 3, (2, 6, s + c)),
    ]


def test_r13_8_equal_points_are_told_apart_by_all_scores() -> None:
    game = finished(*grains(8, 1), players=2)
    high, low = game.scores()
    even = {"campaign": "2", "campaign_points": "1:0,2:2"}
    behind = over(game, campaign_scores=f"1:0,2:{high - low + 1}", **even)
    assert [(rank, seat) for rank, seat, _ in rows(behind)] == [(1, 1), (2, 0)]
    equal = over(game, campaign_scores=f"1:0,2:{high - low}", **even)
    assert [(rank, seat) for rank, seat, _ in rows(equal)] == [(1, 0), (1, 1)], "they share it"


def test_r13_8_the_third_game_ends_the_campaign() -> None:
    before = {"campaign_points": "1:3,2:0", "campaign_scores": "1:60,2:50"}
    last = over(finished(*grains(1, 8)), campaign="3", **before)
    table = last.standings()
    assert table is not None
    assert table.final
    assert [row.numbers[1] for row in table.rows] == [3, 3]
    assert table.winners() == [0], "as many points, and more points of all games"
    assert last.sequel() is None
    assert str(table.title) == "Campaign points after game 3 of 3"
    second = over(finished(*grains(1, 8)), campaign="2", **before).standings()
    assert second is not None
    assert not second.final
    assert second.winners() == []


def test_r13_8_while_a_game_runs_the_table_is_of_the_games_before() -> None:
    begun = chance(GAME.new(2, campaign="2", campaign_points="2:1", campaign_scores="1:20,2:31"))
    assert rows(begun) == [(1, 1, (1, 31)), (2, 0, (0, 20))]
    assert chance(GAME.new(2, campaign="1")).standings() is None
    assert chance(GAME.new(2)).standings() is None
    assert finished().standings() is None


# --- between the games ---------------------------------------------------------------------------------


def test_r13_9_everybody_may_keep_an_occupation_in_turn() -> None:
    """From the starting player on; one that lies in front, and only an occupation."""
    state = ending({"front": ["carpenter", "canoe"]}, {"front": ["tutor", "scholar"]}, {})
    assert state.to_play == 0
    assert legal(state) == ["done", "pick Carpenter"]
    assert rule_against(state, "pick Tutor") == "R13.9"
    assert rule_against(state, "pick Canoe") == "R13.9"
    assert rule_against(state, "place Forest") == "R13.9"
    play(state, "pick Carpenter")
    assert (state.to_play, set(legal(state))) == (1, {"done", "pick Scholar", "pick Tutor"})
    said = [str(text) for text in state.tell(state.parse("pick Tutor"), -1)]
    assert said == ["seat 2 keeps Tutor for the next game.", "The game is over."]
    play(state, "pick Tutor")
    assert state.to_play == OVER, "who has none is not asked"
    following = state.sequel()
    assert following is not None
    assert following["kept"] == "1:carpenter,2:tutor"


def test_r13_9_it_may_be_declined() -> None:
    state = ending({"front": ["carpenter"]}, {"front": ["tutor"]})
    assert [str(text) for text in state.tell(state.parse("done"), 1)] == [
        "seat 1 keeps no occupation for the next game."
    ]
    play(state, "done", "pick Tutor")
    following = state.sequel()
    assert following is not None
    assert following["kept"] == "2:tutor"


def test_r13_9_one_kept_before_lies_there_too_and_only_one_is_kept() -> None:
    state = ending({"front": ["carpenter", "tutor"]}, {}, campaign="2", kept="1:carpenter")
    assert set(legal(state)) == {"done", "pick Carpenter", "pick Tutor"}
    following = play(state, "pick Carpenter").sequel()
    assert following is not None
    assert following["kept"] == "1:carpenter"


@pytest.mark.parametrize("options", [{"campaign": "3"}, {"campaign": "no"}, {"cards": "none"}], ids=str)
def test_r13_9_nobody_is_asked_where_no_card_can_go_on(options: dict[str, str]) -> None:
    """After the third game, in a single game, and without hand cards."""
    seats = [{}, {}] if "cards" in options else [{"front": ["carpenter"]}, {"front": ["tutor"]}]
    assert ending(*seats, **options).to_play == OVER


def test_r13_9_the_next_game() -> None:
    """The winner begins, the last has 1 food more, what was kept lies in front beside a hand of seven."""
    state = ending({"front": ["carpenter"]}, {"house": "stone", "front": ["tutor"]}, {"begging": 1})
    play(state, "pick Carpenter", "pick Tutor")
    following = state.sequel()
    a, b, c = state.scores()
    assert following == state.options | {
        "campaign": "2",
        "campaign_points": "1:5,2:7,3:3",
        "campaign_scores": f"1:{a},2:{b},3:{c}",
        "start": "2",
        "extra_food": "3",
        "kept": "1:carpenter,2:tutor",
    }
    begun = chance(GAME.new(3, **following))
    seats = begun.to_dict()["seats"]
    assert [seat["goods"]["food"] for seat in seats] == [3, 2, 4]
    assert [len(seat["occupations"]) for seat in seats] == [7, 7, 7]
    assert [[card for card, _ in seat["front"]] for seat in seats] == [["carpenter"], ["tutor"], []]
    assert begun.to_play == 1


def test_r13_9_nobody_is_last_where_all_are_equal() -> None:
    following = over(finished(), campaign="1").sequel()
    assert following is not None
    assert (following["start"], following["extra_food"], following["kept"]) == ("1", "", "")
    assert following["campaign_points"] == "1:1,2:1"


def test_r13_9_the_figures_of_the_box_go_along() -> None:
    figures = {"solo_series": {"then": 2}}
    following = over(finished(options={"components": figures}), campaign="1").sequel()
    assert following is not None
    assert following["components"] == figures


def test_r13_9_hands_may_be_drafted_beside_what_was_kept() -> None:
    state = GAME.new(2, campaign="2", hands="drafted", kept="1:carpenter")
    playout(state, Rng(3))
    assert state.to_play == OVER


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["random", "greedy", "search:sims=16"])
def test_r13_9_a_bot_decides_for_any_seat(players: int, bot: str) -> None:
    fronts = [["carpenter", "basket"], ["tutor"], ["scholar", "carpenters_parlor"], ["braggart"]]
    front = [{"front": row} for row in fronts[:players]]
    state = ending(*front)
    for seat in range(players):
        assert state.to_play == seat
        action = make_bot(bot, Rng(seat)).choose(state.seen_by(seat))
        assert action in state.legal_actions()
        state.play(int(action))
    assert state.to_play == OVER


@pytest.mark.parametrize("bot", ["greedy", "search:sims=16"])
def test_a_bot_keeps_what_usually_brings_most(bot: str) -> None:
    """R13.9: it changes nothing of the game that is over, and yet nobody who thinks keeps nothing."""
    state = ending({"front": ["scholar", "carpenter", "tutor"]}, {"front": ["conservator", "childless"]})
    for best in ("pick Carpenter", "pick Childless"):
        seen = state.seen_by(state.to_play)
        assert seen.settled()
        action = make_bot(bot, Rng(5)).choose(seen)
        assert state.describe(action) == best
        state.play(int(action))


def test_a_hint_names_what_usually_brings_most() -> None:
    state = ending({"front": ["scholar", "carpenter", "tutor"]}, {"front": ["childless"]})
    bot = make_bot("search:sims=16", Rng(5))
    assert isinstance(bot, SearchBot)
    thought = bot.think(state.seen_by(0))
    assert state.describe(thought.candidates[0].action) == "pick Carpenter"
    assert len(thought.candidates) == 4
    assert not chance(GAME.new(2, campaign="1")).settled()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_campaign(players: int) -> None:
    """R13.8, R13.9: three games, each begun as the one before says; the last table adds up."""
    rng = Rng("campaign", players)
    options: dict[str, Any] | None = {"campaign": "1"}
    points, scores = [0] * players, [0] * players
    state = GAME.new(players)
    for number in ("1", "2", "3"):
        assert options is not None
        assert options["campaign"] == number
        state = GAME.new(players, **options)
        playout(state, rng)
        assert isinstance(state, AgricolaState)
        points = [sum(pair) for pair in zip(points, series.campaign_points(state), strict=True)]
        scores = [sum(pair) for pair in zip(scores, state.scores(), strict=True)]
        options = state.sequel()
    assert options is None
    assert {seat: numbers[1:] for _, seat, numbers in rows(state)} == {
        seat: (points[seat], scores[seat]) for seat in range(players)
    }


# --- options that do not fit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (1, {"campaign": "1"}, "campaign is for 2 or 3 or 4 players, not 1"),
        (2, {"campaign": "4"}, "campaign is one of"),
        (2, {"campaign_points": "1:1"}, "campaign_points goes with the second or third game"),
        (2, {"campaign": "1", "campaign_scores": "1:30"}, "campaign_scores goes with the second or third"),
        (2, {"campaign": "2", "campaign_points": "3:7"}, "no seat 3 in a game for 2"),
        (2, {"campaign": "2", "campaign_points": "1:16"}, "from 0 to 15 each, as 1:7,2:5; not '1:16'"),
        (2, {"campaign": "2", "campaign_points": "1:-1"}, "not '1:-1'"),
        (2, {"campaign": "2", "campaign_points": "1"}, "not '1'"),
        (2, {"campaign": "2", "campaign_points": "1:1,1:2"}, "gives each seat one number"),
        (2, {"campaign": "2", "campaign_scores": "0:30"}, "not '0:30'"),
        (2, {"campaign": "2", "campaign_scores": "1:many"}, "not '1:many'"),
        (2, {"campaign": "2", "campaign_scores": "1:1000"}, "from -999 to 999"),
    ],
)
def test_r13_8_options_that_do_not_fit(players: int, options: dict[str, str], said: str) -> None:
    """Each in one sentence."""
    with pytest.raises(BadOption, match=said):
        GAME.new(players, **options)


def test_r13_8_points_are_kept_by_seats() -> None:
    state = GAME.new(3, campaign="2", campaign_points="3:07,1:3", campaign_scores="2:-4")
    assert state.options["campaign_points"] == "1:3,3:7"
    assert state.options["campaign_scores"] == "2:-4"
    assert goods(chance(state))["food"] >= 2
    assert seat_of(state)["people"] == 2

"""R13: the game alone, and its series."""

from __future__ import annotations

from itertools import product

import pytest

from farmtable import BadOption, Match, Rng
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box.components import COMPONENTS
from farmtable.games.agricola.box.decks import occupations
from farmtable.games.agricola.rules import series
from tests.games.agricola.scenarios import (
    CELLS,
    Data,
    chance,
    finished,
    goods,
    harvest,
    house_of,
    legal,
    pile,
    play,
    position,
    rule_against,
    seat_of,
    spaces,
)

# --- alone -------------------------------------------------------------------------------------------


def test_r13_1_what_is_different() -> None:
    """R13.1: no food to begin with, 2 wood a round in the Forest, no extension, 3 food for an adult."""
    state = Match("agricola", 1, seed=1, cards="none").state
    assert (goods(state), pile(state, "forest"), state.to_play) == ({}, 2, 0)
    assert not {"Grove", "Hollow", "Copse", "Resource Market", "Traveling Players"} & spaces(state)
    fed = harvest({"goods": {"food": 9}, "people": 3, "newborns": 1}, players=1, round=7)
    assert goods(fed) == {"food": 2}


def test_r13_1_nobody_draws_lots() -> None:
    """R13.1: who plays alone begins; the first chance is the first card."""
    assert all(words.startswith("turn up") for words in legal(GAME.new(1, cards="none")))


ORDER = (
    ("Sheep Market", "Fencing", "Major Improvement"),
    ("Western Quarry", "Basic Wish for Children"),
    ("Pig Market",),
    ("Eastern Quarry",),
    ("Cultivation",),
)


@pytest.mark.parametrize("players", [1, 3])
def test_r13_1_chosen_order(players: int) -> None:
    """R13.1: the starting player lays out each stage before the first round; the last card of it follows."""
    state = GAME.new(players, stage_order="chosen", start=str(players), cards="none")
    for stage in ORDER:
        for card in stage:
            assert state.to_play == players - 1
            assert rule_against(state, "order Farm Redevelopment") == "R13.1"
            play(state, f"order {card}")
    ordered = state.to_dict()["ordered"]
    assert [name for name, _ in sorted(ordered.items(), key=lambda item: item[1])] == [
        "sheep_market",
        "fencing",
        "major_improvement",
        "grain_utilization",
        "western_quarry",
        "basic_wish_for_children",
        "house_redevelopment",
        "pig_market",
        "vegetable_seeds",
        "eastern_quarry",
        "cattle_market",
        "cultivation",
        "urgent_wish_for_children",
        "farm_redevelopment",
    ]
    assert state.to_dict()["turned_up"] == {"sheep_market": 1}
    assert rule_against(state, "order Fencing") == "R13.1"


def test_r13_1_the_chosen_order_is_kept() -> None:
    """R13.1: no chance is left in such a game."""
    match = Match("agricola", 1, stage_order="chosen", cards="none")
    state = match.state
    while state.to_play == 0:
        play(state, legal(state)[0])
    final = state.to_dict()
    assert final["turned_up"] == final["ordered"]


def test_r13_1_a_card_twice() -> None:
    """R13.1: a card that has its place cannot be laid again."""
    state = play(GAME.new(1, stage_order="chosen", cards="none"), "order Fencing")
    assert rule_against(state, "order Fencing") == "R13.1"
    assert len(legal(state)) == 3


def test_r13_2_all_turns() -> None:
    """R13.2: one person after the other, each on a space of its own."""
    state = position({"people": 3, "rooms": house_of(3)}, players=1)
    play(state, "place Forest", "place Clay Pit")
    assert rule_against(state, "place Forest") == "R2.1"
    play(state, "place Meeting Place")
    assert (chance(state).to_dict()["round"], state.to_dict()["start"]) == (2, 0)


# --- the series --------------------------------------------------------------------------------------

GOALS = (50, 55, 59, 62, 64, 65, 66, 67)
FINE: Data = {  # 40 points with nothing in the supply
    "house": "stone",
    "rooms": house_of(5),
    "people": 5,
    "fields": dict.fromkeys(["C3", "D3", "E3", "E2", "D2"], ""),
    "pastures": [["C1"], ["D1"], ["E1"], ["C2"]],
    "stables": ["C1", "D1", "E1", "C2"],
    "improvements": ["well", "stone_oven", "clay_oven"],
}


def goal(number: int) -> int:
    """The points to reach in a game of the series."""
    return int(COMPONENTS.facts(1, GAME.check_options({"series": str(number)})).goal)


def test_r13_4_goals() -> None:
    """R13.4: the goals of the eight games, and one more for each game after."""
    assert [goal(number) for number in range(1, 9)] == list(GOALS)
    assert [goal(number) for number in (9, 20)] == [68, 79]


@pytest.mark.parametrize("game", range(1, 9))
def test_r13_4_a_game_is_won_by_its_goal(game: int) -> None:
    """R13.4: who reaches the goal of the series' game wins; below it nobody does."""
    farm = exactly(62)
    state = finished(farm, players=1, options={"series": str(game)})
    assert state.winners() == ([0] if game <= 4 else [])
    assert finished(farm, players=1).winners() == [0], "a single game has no goal"


def test_r13_4_exactly_the_goal() -> None:
    """R13.4: the goal itself is enough."""
    for points, winners in ((50, [0]), (49, [])):
        assert finished(exactly(points), players=1, options={"series": "1"}).winners() == winners


def exactly(points: int) -> Data:
    """A fine farm with as many crops and animals as make so many points."""
    for herd in ({}, {"sheep": 8}, {"sheep": 8, "wild boar": 4, "cattle": 4}):
        for grain, vegetables in product((0, 1, 4, 6, 8), range(5)):
            farm: Data = {**FINE, "goods": {**herd, "grain": grain, "vegetable": vegetables}}
            if finished(farm, players=1).scores() == [points]:
                return farm
    raise AssertionError(f"no such farm with {points} points")


@pytest.mark.parametrize(
    ("game", "score", "food"),
    [(1, 57, 3), (1, 50, 0), (1, 51, 0), (1, 52, 1), (2, 55, 0), (2, 40, 0), (9, 78, 5)],
)
def test_r13_7_food_for_the_next_game(game: int, score: int, food: int) -> None:
    """R13.7: half the points above the goal, rounded down; nothing after a failure."""
    assert series.food_earned(score, goal(game)) == food


def test_r13_7_food_at_the_start() -> None:
    """R13.7: a game of the series may begin with food."""
    assert goods(chance(GAME.new(1, series="2", series_food="3", cards="none"))) == {"food": 3}
    assert goods(chance(GAME.new(1, series="1", cards="none"))) == {}


@pytest.mark.parametrize(("game", "points"), [(1, 57), (1, 50), (1, 49), (2, 57), (3, 57), (20, 57)])
def test_r13_7_the_next_game(game: int, points: int) -> None:
    """R13.4, R13.7: a game of the series names the next: one further and its food, or the same again."""
    state = finished(exactly(points), players=1, options={"series": str(game), "series_food": "1"})
    reached = points >= goal(game)
    assert state.winners() == ([0] if reached else [])
    found = state.sequel()
    assert found is not None
    assert found["series"] == str(game + reached)
    assert found["series_food"] == str(series.food_earned(points, goal(game)))
    assert finished(exactly(points), players=1).sequel() is None


def kept_by_the_first(n: int) -> str:
    """So many occupations of seat 1, as the option names them."""
    return ",".join(f"1:{card.id}" for card in occupations()[:n])


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (2, {"series": "1"}, "series"),
        (2, {"series_food": "3"}, "series_food|series"),
        (1, {"series_food": "3"}, "series"),
        (1, {"series": "21"}, "series"),
        (1, {"variant_tile": "yes"}, "variant_tile"),
        (2, {"start": "3"}, "start"),
        (1, {"cards": "all"}, "cards"),
        (2, {"cards": "base", "hands": "chosen"}, "R13.1"),
        (2, {"kept": "1:grocer"}, "kept"),
        (2, {"cards": "base", "kept": "3:grocer"}, "3:grocer"),
        (2, {"cards": "base", "kept": "1:grocer,2:grocer"}, "named twice"),
        (2, {"cards": "base", "kept": "1:canoe"}, "kept"),
        (2, {"cards": "base", "kept": kept_by_the_first(10)}, "seat 1 has 24 cards, but room for 23"),
        (2, {"cards": "base", "kept": kept_by_the_first(4), "hands": "of_ten"}, "24 cards"),
        (1, {"cards": "base", "kept": kept_by_the_first(24)}, "31 cards"),
        (2, {"pack_size": "8"}, "pack_size"),
        (2, {"cards": "base", "pack_size": "8"}, "pack_size"),
        (2, {"hands": "drafted"}, "hands"),
        (2, {"cards": "base", "side_job": "yes"}, "R14.2"),
        (5, {}, "1 to 4"),
        (0, {}, "1 to 4"),
    ],
)
def test_r13_4_options_that_do_not_fit(players: int, options: dict[str, str], said: str) -> None:
    """R13.4: each in one sentence."""
    with pytest.raises(BadOption, match=said):
        GAME.new(players, **{"cards": "none", **options})


def test_r13_6_a_draft_with_kept_occupations() -> None:
    """R13.6, R14.4: alone, packs and hand are as much smaller as occupations lie there already."""
    kept = {"series": "2", "kept": "1:grocer,1:scholar", "hands": "drafted", "pack_size": "9"}
    state = Match("agricola", 1, seed=1, **kept).state
    sizes = []
    while state.to_play == 0 and legal(state)[0].startswith("pick"):
        sizes.append(len(legal(state)))
        assert not {"pick Grocer", "pick Scholar"} & set(legal(state))
        play(state, legal(state)[0])
    assert sizes == [7, 9, 6, 8, 5, 7, 4, 6, 3, 5, 4, 3]
    assert [len(seat_of(state)[key]) for key in ("occupations", "minors", "front")] == [5, 7, 2]


def test_r13_9_a_draft_with_kept_occupations() -> None:
    """R13.9, R14.4: with several seats what is kept lies beside a full hand, and in no pack."""
    state = Match("agricola", 2, seed=1, kept="1:grocer", hands="drafted").state
    assert not any("grocer" in state.seen_by(seat).determinize(Rng(1)).to_dict()["packs"] for seat in (0, 1))
    while legal(state)[0].startswith("pick"):
        play(state, legal(state)[0])
    assert [len(seat_of(state, seat)["occupations"]) for seat in (0, 1)] == [7, 7]
    assert seat_of(state)["front"] == [["grocer", 0]]


def test_r13_2_no_space_of_a_farm_is_different() -> None:
    """R13.2: the farmyard is the same."""
    state = play(position(players=1), "place Farmland")
    assert len(legal(state)) == len(CELLS) - 2
    assert seat_of(state)["people"] == 2

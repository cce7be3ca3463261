"""R1: the course of a round, from the card that is turned up to the way home."""

from __future__ import annotations

from collections import Counter

import pytest

from farmtable import OVER, Match, Rng, State
from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import (
    HARVESTS,
    Data,
    chance,
    goods,
    harvest,
    house_of,
    idle_round,
    last_person,
    legal,
    new_round,
    pile,
    play,
    position,
    rule_against,
    seat_of,
    spaces,
    waits_for_chance,
)

STAGES = {
    1: {"major_improvement", "fencing", "grain_utilization", "sheep_market"},
    2: {"basic_wish_for_children", "house_redevelopment", "western_quarry"},
    3: {"vegetable_seeds", "pig_market"},
    4: {"cattle_market", "eastern_quarry"},
    5: {"urgent_wish_for_children", "cultivation"},
    6: {"farm_redevelopment"},
}
STAGE_OF_ROUND = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6)


def played_out(seed: int, players: int = 2) -> State:
    """A game to its end, whatever is done."""
    match = Match("agricola", players, seed=seed, cards="none")
    rng = Rng(seed)
    while match.state.to_play != OVER:
        actions = match.state.legal_actions()
        match.play(actions[rng.below(len(actions))])
    return match.state


# --- the four phases ---------------------------------------------------------------------------------


def test_r1_1_four_phases() -> None:
    """R1.1: a card comes up, people are placed, they go home, and crops come in after a harvest round."""
    seat: Data = {"fields": {"D1": "grain 3"}, "goods": {"food": 9}}
    state = new_round(seat, round=4, turned_up={"fencing": 1, "sheep_market": 2, "grain_utilization": 3})
    assert "major_improvement" in state.to_dict()["turned_up"], "the only card left of its stage"
    play(state, "place Forest", "place Clay Pit", "place Reed Bank")
    assert seat_of(state)["fields"] == {"D1": "grain 3"}
    assert state.to_dict()["used_by"] == {"forest": 0, "clay_pit": 1, "reed_bank": 0}
    play(state, "place Fishing")
    assert state.to_dict()["used_by"] == {}
    assert seat_of(state)["fields"] == {"D1": "grain 2"}
    assert waits_for_chance(state)
    assert state.to_dict()["round"] == 5


def test_r1_1_fourteen_rounds() -> None:
    """R1.1: the game ends after the harvest of round 14."""
    state = last_person({"goods": {"food": 9, "sheep": 2}, "pastures": [["C1"]]}, round=14)
    play(state, "place Forest")
    assert state.to_play == OVER
    assert state.to_dict()["round"] == 14
    assert goods(state)["sheep"] == 3, "this harvest too"
    assert legal(state) == []


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r1_1_whole_games(players: int) -> None:
    """R1.1: any game ends after fourteen rounds."""
    for seed in range(3):
        state = played_out(seed, players)
        assert state.to_dict()["round"] == 14
        assert len(state.to_dict()["turned_up"]) == 14


# --- preparation -------------------------------------------------------------------------------------


def test_r1_2_cards_come_stage_by_stage() -> None:
    """R1.2: in each round one card of its stage is turned up, in any order within the stage."""
    orders: Counter[tuple[str, ...]] = Counter()
    for seed in range(60):
        found = played_out(seed, 1).to_dict()["turned_up"]
        by_round = tuple(sorted(found, key=found.__getitem__))
        for number, card in enumerate(by_round, 1):
            assert card in STAGES[STAGE_OF_ROUND[number - 1]]
        orders[by_round[:4]] += 1
    assert len(orders) > 12, "of 24 orders of the first stage"


def test_r1_2_every_card_of_a_stage_is_as_likely() -> None:
    """R1.2: what comes up is any of the stage's cards that are not up yet."""
    state = new_round(round=6, turned_up=first_four() | {"western_quarry": 5})
    assert legal(state) == ["turn up Basic Wish for Children", "turn up House Redevelopment"]
    assert list(state.chance_weights()) == [1, 1]
    assert rule_against(state, "turn up Sheep Market") is not None


def first_four() -> dict[str, int]:
    return {"major_improvement": 1, "fencing": 2, "grain_utilization": 3, "sheep_market": 4}


def test_r1_2_a_card_can_be_used_in_its_round() -> None:
    """R1.2: a card that is not up yet cannot be used."""
    state = GAME.new(2, start="1", cards="none")
    play(state, "turn up Sheep Market")
    assert "Sheep Market" in spaces(state)
    for later in ("Fencing", "Western Quarry", "Farm Redevelopment"):
        assert rule_against(state, f"place {later}") == "R1.2"


def test_r1_2_refilling() -> None:
    """R1.2: every accumulation space in play gets its goods on top of the others, the new card too."""
    left = {"forest": 2, "clay_pit": 1, "meeting_place": 4}
    state = new_round(round=2, turned_up={"fencing": 1}, piles=left, cards="none")
    play(state, "turn up Sheep Market")
    assert state.to_dict()["piles"] == {
        "meeting_place": 5,
        "forest": 5,
        "clay_pit": 2,
        "reed_bank": 1,
        "fishing": 1,
        "sheep_market": 1,
    }


def test_r1_2_goods_of_the_round_space() -> None:
    """R1.2: what lies on the round space is taken when the round begins, by its owner only."""
    promised = {"promised": {"2": {"food": 1}, "3": {"food": 1}}, "goods": {"food": 1}}
    state = chance(new_round(promised, round=2))
    assert (goods(state), goods(state, 1)) == ({"food": 2}, {"food": 3})
    assert seat_of(state)["promised"] == {"3": {"food": 1}}
    other = chance(new_round({}, promised, round=2))
    assert (goods(other), goods(other, 1)) == ({"food": 2}, {"food": 2})


def test_r1_4_goods_on_round_spaces_come_unasked() -> None:
    """R1.4: nobody is asked whether to take them; animals without a place go at once, or into the pot."""
    sheep: Data = {"goods": {"sheep": 1}, "promised": {"2": {"sheep": 1}}}
    state = chance(new_round(sheep, round=2))
    assert state.to_dict()["agenda"][-1][0] == "work", "one kind of choice is none"
    assert goods(state) == {"sheep": 1}
    cook = chance(new_round({**sheep, "improvements": ["fireplace_2"]}, round=2))
    assert legal(cook) == ["cook sheep", "discard sheep"]
    play(cook, "cook sheep")
    assert goods(cook) == {"sheep": 1, "food": 2}
    assert pile(cook, "forest") == 6, "only then the spaces are refilled, and everybody goes to work"


# --- work --------------------------------------------------------------------------------------------


def test_r1_6_clockwise_one_at_a_time() -> None:
    """R1.6: from the starting player clockwise, one person each, until all are placed."""
    state = position(players=4, start=2)
    order = []
    for space in ("Forest", "Clay Pit", "Reed Bank", "Fishing", "Grove", "Copse", "Hollow", "Day Laborer"):
        order.append(int(state.to_play))
        play(state, f"place {space}")
    assert order == [2, 3, 0, 1, 2, 3, 0, 1]
    assert waits_for_chance(state)


def test_r1_6_who_has_nobody_left_is_skipped() -> None:
    """R1.6: the others go on clockwise."""
    three: Data = {"people": 3, "rooms": house_of(3)}
    state = position({}, three, {}, players=3, start=0)
    order = []
    for space in ("Forest", "Clay Pit", "Reed Bank", "Fishing", "Grove", "Hollow", "Grain Seeds"):
        order.append(int(state.to_play))
        play(state, f"place {space}")
    assert order == [0, 1, 2, 0, 1, 2, 1]


def test_r1_6_nothing_else_before_a_person_is_placed() -> None:
    """R1.6: it is time to place a person, not to build, sow or feed."""
    state = position({"goods": {"wood": 9, "reed": 9, "grain": 1}, "fields": {"D1": ""}}, round=3)
    for action in ("build room A1", "sow grain D1", "plow D2", "fence C1", "build Fireplace 2", "done"):
        assert rule_against(state, action) == "R1.6"


def test_r1_6_people_who_can_use_nothing_stay_at_home() -> None:
    """R1.6: our ruling for a person that can do nothing anywhere: the round ends without it."""
    taken = ("meeting_place", "grain_seeds", "day_laborer", "farmland")
    state = position(
        {"people": 5, "rooms": house_of(5), "goods": {}},
        players=1,
        used_by=dict.fromkeys(taken, 0),
        piles={},
        turned_up={"fencing": 1},
    )
    assert waits_for_chance(state)
    assert state.to_dict()["round"] == 2


def test_r1_7_the_token_moves_at_once_the_order_does_not() -> None:
    """R1.7: the round goes on clockwise as it began; the next one begins with the new starting player."""
    state = position(players=3, start=0)
    play(state, "place Forest", "place Clay Pit", "place Meeting Place")
    assert state.to_dict()["start"] == 2
    order = []
    for space in ("Reed Bank", "Fishing", "Grove"):
        order.append(int(state.to_play))
        play(state, f"place {space}")
    assert order == [0, 1, 2]
    assert chance(state).to_play == 2


def test_r1_7_harvest_from_the_new_starting_player() -> None:
    """R1.7, R7.1: the token counts from the moment it moves, so the harvest begins with its new owner."""
    poor: Data = {"goods": {"grain": 1}, "at_home": 0}
    state = position({**poor, "at_home": 1}, {**poor, "at_home": 1}, poor, players=3, round=4)
    play(state, "place Forest", "place Meeting Place")
    assert state.to_dict()["start"] == 1
    assert state.to_play == 1
    assert "eat grain" in legal(state)


def test_r1_7_nobody_takes_it() -> None:
    """R1.7: the token stays where it is."""
    state = Match("agricola", 2, start="2", seed=1, cards="none").state
    idle_round(state, spared=["Meeting Place"])
    assert (state.to_dict()["start"], state.to_play) == (1, 1)


def test_r1_8_returning_home() -> None:
    """R1.8: all people go home and can be placed again."""
    state = play(last_person({}, used_by={"forest": 0, "clay_pit": 1, "fishing": 1}), "place Reed Bank")
    chance(state)
    assert state.to_dict()["used_by"] == {}
    assert [seat_of(state, seat)["at_home"] for seat in (0, 1)] == [2, 2]


def test_r1_8_newborns_grow_up_after_the_harvest() -> None:
    """R1.8: a newborn is one to the end of the round and its harvest; then it works."""
    born: Data = {"people": 3, "newborns": 1, "rooms": house_of(3), "goods": {"grain": 9}}
    state = harvest(born, round=7)
    assert seat_of(state)["newborns"] == 1, "still while the family is fed"
    while not waits_for_chance(state):
        play(state, legal(state)[-1])
    chance(state)
    assert (seat_of(state)["newborns"], seat_of(state)["at_home"]) == (0, 3)


def test_r1_1_rounds_without_harvest() -> None:
    """R1.1: in the other rounds nobody is fed."""
    for number in range(1, 14):
        if number not in HARVESTS:
            state = play(last_person({"goods": {}}, round=number), "place Clay Pit")
            assert seat_of(state)["begging"] == 0

"""R9 and the rules about hand cards of other chapters: playing them, and the moments at which they act."""

from __future__ import annotations

import re

import pytest

from farmtable import CHANCE, OVER, BadOption, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box import decks
from farmtable.games.agricola.position.facts import MINOR, OCCUPATION
from farmtable.games.agricola.words.notation import MAJOR_NAMES
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    chance,
    finished,
    goods,
    last_person,
    legal,
    line,
    new_round,
    pile,
    play,
    position,
    rule_against,
    seat_of,
    sheet,
)

NOWHERE_TO_PLOW: Data = {"fields": {"A1": ""}, "stables": ["B1"]}


def told(state: State, action: str) -> list[str]:
    """What everybody reads of an action."""
    return [str(text) for text in state.tell(state.parse(action), -1)]


def offered(state: State) -> list[str]:
    """The effects that can be used now."""
    return [words.removeprefix("use ") for words in legal(state) if words.startswith("use ")]


def random_step(state: State, rng: Rng) -> None:
    """Chance, or anybody, does anything."""
    actions = state.legal_actions()
    state.apply(sample_chance(state, rng) if state.to_play == CHANCE else actions[rng.below(len(actions))])


# --- the course of a round ---------------------------------------------------------------------------


def test_r1_3_the_start_of_a_round_is_its_preparation() -> None:
    """The Scullery brings its food after the card is turned up; the work has not begun."""
    state = new_round({"front": ["scullery"]}, round=2)
    assert told(state, "turn up Fencing") == [
        "Fencing is turned up.",
        "Scullery: seat 1 gets 1 food.",
    ]


def test_r1_3_goods_of_the_round_space_pay_for_what_a_card_does() -> None:
    """R1.5: food that was promised pays for a field of the Plow Driver."""
    seat = {"front": ["plow_driver"], "house": "stone", "promised": {"2": {"food": 1}}, "goods": {}}
    state = play(new_round(seat, round=2), "turn up Fencing")
    assert offered(state) == ["Plow Driver"]
    play(state, "use Plow Driver")
    assert goods(state) == {}


def test_r1_3_the_spaces_are_filled_afterwards() -> None:
    seat = {"front": ["plow_driver"], "house": "stone", "goods": {"food": 1}}
    state = play(new_round(seat, round=2, piles={"forest": 1}), "turn up Fencing")
    assert pile(state, "forest") == 1
    play(state, "done")
    assert pile(state, "forest") == 4


def test_r1_4_an_offer_of_the_preparation_is_gone_when_it_is_left() -> None:
    seat = {"front": ["plow_driver"], "house": "stone", "goods": {"food": 1}}
    state = play(new_round(seat, round=2), "turn up Fencing", "done")
    assert rule_against(state, "use Plow Driver") == "R9.1"


def test_r1_5_the_owner_chooses_the_order_in_the_preparation_phase() -> None:
    seat = {"front": ["plow_driver", "groom"], "house": "stone", "goods": {"food": 1, "wood": 1}}
    for first, second in (("Plow Driver", "Groom"), ("Groom", "Plow Driver")):
        state = play(new_round(seat, round=2), "turn up Fencing")
        assert offered(state) == ["Plow Driver", "Groom"]
        build = {"Plow Driver": "plow D1", "Groom": "build stable E1"}
        play(state, f"use {first}", build[first])
        assert offered(state) == [second]
        play(state, f"use {second}", build[second])
        assert seat_of(state)["fields"] == {"D1": ""}
        assert seat_of(state)["stables"] == ["E1"]


def test_r2_7_a_newborn_that_works_leaves_its_parent_behind() -> None:
    """G52: so the space where it was born stays closed."""
    parents = {
        "front": ["adoptive_parents"],
        "goods": {"food": 1},
        "people": 3,
        "newborns": 1,
        "at_home": 0,
    }
    state = position(parents, {"rooms": ["A1", "A2", "A3"]}, round=6, used_by={"basic_wish_for_children": 0})
    play(state, "use Adoptive Parents", "place Forest")
    assert state.to_play == 1
    assert rule_against(state, "place Basic Wish for Children") == "R2.1"


# --- occupations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "players", "prices"),
    [("Lessons", 4, (0, 1, 1, 1)), ("Lessons 3", 3, (2, 2, 2, 2)), ("Lessons 4", 4, (1, 1, 2, 2))],
)
def test_r2_10_what_an_occupation_costs(space: str, players: int, prices: tuple[int, ...]) -> None:
    """G26: by the space and by how many were played before, on whatever space."""
    before = ["stable_architect", "conservator", "carpenter"]
    for played, price in enumerate(prices):
        seat = {"front": before[:played], "occupations": ["tutor"], "goods": {"food": price}}
        state = play(position(seat, players=players), f"place {space}", "play Tutor")
        assert goods(state) == {}
        if price > 0:
            poor = position({**seat, "goods": {"food": price - 1}}, players=players)
            assert rule_against(poor, f"place {space}") == "R2.10"


def test_r2_10_occupations_are_counted_over_all_spaces() -> None:
    """G26: the first on the space for four 1, the second on the base space 1, the third there 2."""
    seat = {"occupations": ["tutor", "carpenter", "conservator"], "goods": {"food": 4}}
    state = position(seat, *[AWAY] * 3, players=4)
    play(state, "place Lessons 4", "play Tutor", "place Lessons", "play Carpenter")
    assert goods(state) == {"food": 2}
    third = position(
        {"front": ["tutor", "carpenter"], "occupations": ["conservator"], "goods": {"food": 2}}, players=4
    )
    assert goods(play(third, "place Lessons 4", "play Conservator")) == {}


def test_r2_10_without_an_occupation_nobody_goes_to_lessons() -> None:
    """R2.2: there would be nothing to do."""
    assert rule_against(position(), "place Lessons") == "R2.10"


# --- animals, harvest --------------------------------------------------------------------------------


def test_r6_4_animals_without_a_place_cannot_be_exchanged() -> None:
    """The Sheep Walker takes sheep of the farm: first it must be said which stay."""
    state = position({"front": ["sheep_walker"]}, piles={"sheep_market": 2}, round=4)
    play(state, "place Sheep Market")
    assert goods(state)["sheep"] == 1  # the pet; the other had to go at once
    crowded = position(
        {"front": ["sheep_walker"], "improvements": ["fireplace_2"]}, piles={"sheep_market": 2}, round=4
    )
    play(crowded, "place Sheep Market")
    assert legal(crowded) == ["cook sheep", "discard sheep"]
    assert rule_against(crowded, "use Sheep Walker") == "R8.3"


def test_r6_9_no_exchange_of_animals_while_they_breed() -> None:
    farm = {"front": ["sheep_walker"], "goods": {"sheep": 2, "wild boar": 2, "food": 9}}
    crowded = {**farm, "pastures": [["D1"], ["E1"]]}
    state = play(last_person(crowded, round=4), "place Day Laborer", "done")
    while state.to_play == 0 and legal(state) != ["discard sheep", "discard wild boar"]:
        play(state, "done")
    assert rule_against(state, "use Sheep Walker") == "R6.7"


def test_r6_10_the_last_window() -> None:
    """R6.10: after the last breeding whoever has a card for it may exchange once more."""
    farm = {
        "front": ["grocer"],
        "goods": {"food": 6, "sheep": 1},
        "improvements": ["fireplace_2"],
    }
    state = play(last_person(farm, round=14), "place Day Laborer")
    while state.to_dict()["agenda"][-1] != ["window", 8]:
        play(state, "done")
    assert legal(state) == ["done", "cook sheep", "use Grocer"]
    assert rule_against(state, "discard sheep") == "R6.10"
    before = goods(state)
    play(state, "use Grocer", "cook sheep")
    assert goods(state).get("wood", 0) == before.get("wood", 0) + 1
    assert goods(state)["food"] == before["food"] - 1 + 2
    play(state, "done")
    assert state.to_play == OVER


def test_r7_7_what_belongs_to_a_harvest_is_none_at_another_time() -> None:
    """R7.8: the boar of the Pig Breeder breed at the end of round 12; nobody eats, nothing else breeds."""
    farm = {
        "front": ["pig_breeder"],
        "goods": {"wild boar": 2, "sheep": 2},
        "pastures": [["D1", "E1"], ["D2", "E2"]],
        "fields": {"B1": "grain 2"},
    }
    state = last_person(farm, players=4, round=12)
    assert "Pig Breeder: seat 1 gets newborn animals: 1 wild boar." in told(state, "place Day Laborer")
    play(state, "place Day Laborer")
    assert goods(state) == {"wild boar": 3, "sheep": 2, "food": 2}
    assert seat_of(state)["fields"] == {"B1": "grain 2"}
    assert seat_of(state)["begging"] == 0


# --- hands and playing -------------------------------------------------------------------------------


def test_r9_1_a_card_in_the_hand_does_nothing() -> None:
    in_hand = play(position({"minors": ["canoe"], "goods": {}}), "place Fishing")
    in_front = play(position({"front": ["canoe"], "goods": {}}), "place Fishing")
    assert goods(in_hand) == {"food": 1}
    assert goods(in_front) == {"food": 2, "reed": 1}


def test_r9_1_what_others_hold_is_not_to_be_seen() -> None:
    state = position({}, {"minors": ["canoe"], "occupations": ["tutor", "grocer"]})
    seen = str(state.seen_by(0).view()) + state.sketch()
    assert not re.search("canoe|tutor|grocer", seen, re.IGNORECASE)
    assert "in hand: 2 occupations, 1 minor improvements" in state.sketch()
    assert rule_against(state, "play Canoe") == rule_against(state, "play Loom") == "R9.1"


def test_r9_1_silence_does_not_tell_what_one_holds() -> None:
    """Where a card of a kind could be played one is asked, even if none fits."""
    dear = position({"minors": ["canoe"], "goods": {}})
    assert legal(play(dear, "place Meeting Place")) == ["done"]
    none = position({"occupations": ["tutor"]})
    assert play(none, "place Meeting Place").to_play == 1


def test_r9_2_a_requirement_is_met_not_paid() -> None:
    seat = {"minors": ["thick_forest"], "goods": {"clay": 5}}
    state = play(position(seat), "place Meeting Place", "play Thick Forest")
    assert goods(state) == {"clay": 5}
    short = play(position({**seat, "goods": {"clay": 4}}), "place Meeting Place")
    assert rule_against(short, "play Thick Forest") == "R9.2"


@pytest.mark.parametrize(
    ("card", "occupations", "fits"),
    [
        ("Canoe", 0, False),
        ("Canoe", 3, True),
        ("Pond Hut", 1, False),
        ("Pond Hut", 2, True),
        ("Pond Hut", 3, False),
        ("Butter Churn", 0, True),
        ("Butter Churn", 3, True),
        ("Butter Churn", 4, False),
    ],
)
def test_r9_2_at_least_unless_exactly_or_at_most(card: str, occupations: int, fits: bool) -> None:
    front = ["tutor", "carpenter", "conservator", "stable_architect"][:occupations]
    name = card.lower().replace(" ", "_")
    state = position({"minors": [name], "front": front, "goods": {"wood": 2}})
    play(state, "place Meeting Place")
    assert allowed(state, f"play {card}") == fits


def test_r9_3_costs_come_from_the_supply() -> None:
    """Grain on a field has to be harvested before it can pay for the Market Stall."""
    seat = {"minors": ["market_stall"], "fields": {"B1": "grain 3"}}
    state = play(position(seat), "place Meeting Place")
    assert rule_against(state, "play Market Stall") == "R9.3"


def test_r9_4_the_food_for_an_occupation_is_no_building_cost() -> None:
    """What makes rooms and improvements cheaper leaves it as it is."""
    seat = {"front": ["stonecutter", "carpenter", "lumber_mill"], "occupations": ["tutor"], "goods": {}}
    assert rule_against(position(seat, players=3), "place Lessons") == "R2.10"


def test_r9_5_a_traveling_card_goes_to_the_left() -> None:
    """For all to see, into the hand; it may be played again in the same round."""
    state = position({"minors": ["market_stall"], "goods": {"grain": 1}}, {"goods": {"grain": 1}})
    play(state, "place Meeting Place")
    assert told(state, "play Market Stall") == [
        "seat 1 plays Market Stall for 1 grain.",
        "Market Stall: seat 1 gets 1 vegetable.",
        "seat 2 takes Market Stall into their hand.",
    ]
    play(state, "play Market Stall")
    assert seat_of(state)["front"] == []
    assert "Market Stall among them" in state.sketch()
    play(state, "place Major Improvement", "play Market Stall")
    assert goods(state, 1) == {"vegetable": 1}
    assert seat_of(state)["minors"] == ["market_stall"]


def test_r13_1_alone_a_traveling_card_leaves_the_game() -> None:
    """R9.5: there is nobody to the left."""
    state = position({"minors": ["market_stall"], "goods": {"grain": 1}}, players=1)
    play(state, "place Meeting Place")
    assert told(state, "play Market Stall")[-1] == "Market Stall is out of the game."
    play(state, "play Market Stall")
    assert "market_stall" in state.to_dict()["gone"]


def test_r9_7_two_actions_for_improvements() -> None:
    """Some spaces let one build a major or play a minor improvement, others only play a minor one."""
    seat = {"minors": ["corn_scoop"], "goods": {"wood": 1, "clay": 9, "reed": 2}, "rooms": ["A1", "A2", "A3"]}
    major = play(position(seat, round=6), "place Major Improvement")
    house = play(position(seat, round=6), "place House Redevelopment")
    for state in (major, house):
        assert {"build Fireplace 2", "play Corn Scoop"} <= set(legal(state))
    minor = play(position(seat, round=6), "place Meeting Place")
    wish = play(position(seat, round=6), "place Basic Wish for Children")
    for state in (minor, wish):
        assert legal(state) == ["done", "exchange", "play Corn Scoop"]
        assert rule_against(state, "build Fireplace 2") == "R2.3"


def test_r9_7_a_card_is_played_with_the_action_of_its_kind() -> None:
    seat = {"minors": ["corn_scoop"], "occupations": ["tutor"], "goods": {"wood": 1}}
    assert rule_against(position(seat), "play Corn Scoop") == "R9.7"
    assert rule_against(position(seat), "play Tutor") == "R2.10"
    assert rule_against(play(position(seat), "place Meeting Place"), "play Tutor") == "R2.10"
    assert rule_against(play(position(seat), "place Lessons"), "play Corn Scoop") == "R9.7"


def test_r9_8_of_a_row_of_results_one_counts() -> None:
    """G41: 7 spaces in pastures bring 2 points by the Manger, not 1 and 2."""
    state = finished({"front": ["manger"], "pastures": [["B1", "C1", "D1", "E1", "C2", "D2", "E2"]]})
    assert line(state, "bonus") == 2


def test_r9_9_any_number_may_be_none() -> None:
    """Nobody has to fire what the Hard Porcelain could."""
    state = play(position({"front": ["hard_porcelain"], "goods": {"clay": 4}}), "place Day Laborer")
    assert state.to_play == 1
    assert goods(state) == {"clay": 4, "food": 2}


def test_r9_10_goods_come_from_the_general_supply() -> None:
    state = position({"front": ["canoe"], "goods": {}}, piles={"reed_bank": 1, "fishing": 2})
    play(state, "place Fishing")
    assert goods(state) == {"food": 3, "reed": 1}
    assert pile(state, "reed_bank") == 1


def test_r9_11_wells_and_ovens_are_called_so() -> None:
    state = position()
    ovens = {number for number, name in enumerate(MAJOR_NAMES) if name.endswith("Oven")}
    wells = {number for number, name in enumerate(MAJOR_NAMES) if name.endswith("Well")}
    assert ovens == {number for number, bakes in enumerate(state.facts.bakes_at_once) if bakes}
    assert wells == {number for number, rounds in enumerate(state.facts.well_rounds) if rounds}


def test_r9_12_another_player_is_never_oneself() -> None:
    lutenist: Data = {"front": ["lutenist"], "goods": {}}
    mine = play(position(lutenist, players=4), "place Traveling Players")
    assert goods(mine) == {"food": 1}
    theirs = play(position(lutenist, players=4, turn=1), "place Traveling Players")
    assert goods(theirs) == {"food": 1, "wood": 1}


def test_r9_13_bonus_points_are_written_down_at_once() -> None:
    """G35: a Mantlepiece of round 5 is worth 9 points at the end, less the 3 printed on it."""
    seat = {"house": "clay", "minors": ["mantlepiece"], "goods": {"stone": 1}}
    state = play(position(seat, round=5), "place Meeting Place", "play Mantlepiece")
    assert seat_of(state)["front"] == [["mantlepiece", 9]]
    late = finished({"house": "clay", "front": [["mantlepiece", 9]]})
    assert (line(state, "bonus"), line(late, "bonus"), line(late, "improvements")) == (9, 9, -3)


def test_r9_15_no_card_is_ever_lost() -> None:
    """So goods on round spaces never have to be taken away: what lies in front of a seat stays there."""
    rng = Rng("lost")
    state = GAME.new(3)
    front: list[set[str]] = [set(), set(), set()]
    while state.to_play != OVER:
        random_step(state, rng)
        if state.to_play == 0:
            now = [{card for card, _ in seat["front"]} for seat in state.to_dict()["seats"]]
            assert all(before <= after for before, after in zip(front, now, strict=True))
            front = now
    assert any(front)


def test_r9_16_a_card_may_be_played_though_its_effect_is_impossible() -> None:
    seat = {"minors": ["shifting_cultivation"], "goods": {"food": 2}, **NOWHERE_TO_PLOW}
    state = play(position(seat), "place Meeting Place", "play Shifting Cultivation")
    assert goods(state) == {}
    assert seat_of(state)["fields"] == {"A1": ""}


# --- several effects ---------------------------------------------------------------------------------


def test_r9_17_what_may_be_used_is_used_in_any_order() -> None:
    """G32: Basket and Mushroom Collector after one use of the Forest; with 2 wood only one of them pays."""
    seat = {"front": ["basket", "mushroom_collector"], "goods": {}}
    for order in (("Basket", "Mushroom Collector"), ("Mushroom Collector", "Basket")):
        state = play(position(seat, piles={"forest": 6}), "place Forest")
        assert offered(state) == ["Mushroom Collector", "Basket"]
        play(state, *(f"use {card}" for card in order))
        assert goods(state) == {"wood": 3, "food": 5}
        assert pile(state, "forest") == 3
    left = play(position(seat, piles={"forest": 6}), "place Forest", "use Basket", "done")
    assert goods(left) == {"wood": 4, "food": 3}
    scarce = play(position(seat, piles={"forest": 2}), "place Forest", "use Mushroom Collector")
    assert goods(scarce) == {"wood": 1, "food": 2}
    assert scarce.to_play == 1


@pytest.mark.parametrize("front", [("corn_scoop", "greengrocer"), ("greengrocer", "corn_scoop")])
def test_r9_17_what_acts_by_itself_acts_in_the_order_of_play(front: tuple[str, str]) -> None:
    state = position({"front": list(front)}, players=3)
    sentences = {
        "corn_scoop": "Corn Scoop: seat 1 gets 1 grain.",
        "greengrocer": "Greengrocer: seat 1 gets 1 vegetable.",
    }
    assert told(state, "place Grain Seeds") == [
        "seat 1 goes to Grain Seeds.",
        *(sentences[card] for card in front),
        "seat 1 takes 1 grain from Grain Seeds.",
    ]


def test_r9_18_of_several_players_the_first_of_the_round_is_asked_first() -> None:
    seat = {"front": ["plow_driver"], "house": "stone", "goods": {"food": 1}}
    other = {"front": ["groom"], "house": "stone", "goods": {"wood": 1}}
    state = new_round(seat, other, round=2)
    play(state, "turn up Fencing")
    assert (state.to_play, offered(state)) == (0, ["Plow Driver"])
    play(state, "done")
    assert (state.to_play, offered(state)) == (1, ["Groom"])


def test_the_moments_of_a_turn_come_in_their_order() -> None:
    """R9.1: on landing, the effect of the space, right after it, at the end of the turn."""
    seat = {"front": ["firewood_collector", "corn_scoop", "wood_cutter", "mushroom_collector"]}
    assert told(position(seat), "place Grain Seeds") == [
        "seat 1 goes to Grain Seeds.",
        "Corn Scoop: seat 1 gets 1 grain.",
        "seat 1 takes 1 grain from Grain Seeds.",
        "Firewood Collector: seat 1 gets 1 wood.",
    ]
    state = position(seat)
    assert told(state, "place Forest") == [
        "seat 1 goes to Forest.",
        "Wood Cutter: seat 1 gets 1 wood.",
        "seat 1 takes 3 wood from Forest.",
    ]
    assert offered(play(state, "place Forest")) == ["Mushroom Collector"]


def test_a_card_just_played_reacts_to_what_comes_next() -> None:
    """R9.1: the Junk Room says so of itself (G50), other cards do not react to their own playing."""
    seat = {"minors": ["junk_room", "market_stall"], "goods": {"wood": 1, "clay": 1, "grain": 1}}
    state = play(position({**seat, "people": 3, "at_home": 3}, AWAY), "place Meeting Place", "play Junk Room")
    assert goods(state)["food"] == 1
    play(state, "place Major Improvement", "play Market Stall")
    assert goods(state) == {"food": 2, "vegetable": 1}


# --- prices ------------------------------------------------------------------------------------------


def test_r9_19_one_price_then_reductions_then_replacements() -> None:
    """G13: a clay room with Carpenter and Frame Builder costs 3 clay, or 1 clay and 1 wood, and 2 reed."""
    seat = {
        "front": ["carpenter", "frame_builder"],
        "house": "clay",
        "goods": {"clay": 3, "wood": 1, "reed": 2},
    }
    state = play(position(seat), "place Farm Expansion", "build room A1")
    assert sorted(legal(state)) == ["pay 1 wood, 1 clay, 2 reed", "pay 3 clay, 2 reed"]
    assert rule_against(state, "place Forest") == "R9.19"
    play(state, "pay 1 wood, 1 clay, 2 reed")
    assert goods(state) == {"clay": 2}


def test_r9_19_a_single_way_to_pay_is_not_asked() -> None:
    seat = {"front": ["carpenter"], "goods": {"wood": 5, "reed": 2}}
    state = play(position(seat), "place Farm Expansion", "build room A1")
    assert goods(state) == {"wood": 2}


def test_r9_19_no_price_falls_below_nothing() -> None:
    """G22: with the Master Bricklayer and 5 rooms a Well costs 1 wood."""
    seat = {
        "front": ["master_bricklayer"],
        "rooms": ["A1", "A2", "A3", "B1", "B2"],
        "goods": {"wood": 1},
    }
    state = play(position(seat), "place Major Improvement")
    assert seat_of(state)["improvements"] == ["well"]
    assert goods(state) == {}


def test_r9_19_a_refusal_names_every_price() -> None:
    seat = {"front": ["carpenter", "carpenters_parlor", "frame_builder"], "goods": {"wood": 1, "reed": 2}}
    refusal = position(seat).why_not("place Farm Expansion")
    assert refusal is not None
    assert "costs 2 wood and 2 reed; you have 1 wood and 2 reed" in str(refusal)


# --- alone, campaigns --------------------------------------------------------------------------------


def test_r13_3_alone_there_is_no_other_player() -> None:
    """The Milk Jug brings its owner 3 food, and nobody else anything."""
    state = position({"front": ["milk_jug"]}, players=1, round=10, piles={"cattle_market": 1})
    assert goods(play(state, "place Cattle Market"))["food"] == 3


@pytest.mark.parametrize(("kept", "occupations"), [("", 7), ("1:grocer", 6), ("1:grocer,1:tutor", 5)])
def test_r13_6_with_those_kept_one_has_seven_occupations(kept: str, occupations: int) -> None:
    """R13.5: they lie in front from the beginning, and what they do when played does not happen."""
    state = chance(GAME.new(1, series="3", kept=kept))
    seat = seat_of(state)
    assert (len(seat["occupations"]), len(seat["minors"])) == (occupations, 7)
    assert [card for card, _ in seat["front"]] == [part[2:] for part in kept.split(",") if part]


@pytest.mark.parametrize("players", [1, 2])
def test_r13_5_the_first_occupation_played_in_the_game_is_free(players: int) -> None:
    """R2.10, R13.5, R13.9: one kept from the game before was not played in this one."""
    seat = {"front": ["grocer"], "occupations": ["tutor", "scholar"], "goods": {"food": 0}}
    kept = position(seat, players=players, options={"kept": "1:grocer"})
    assert "place Lessons" in legal(kept)
    assert "place Lessons" not in legal(position(seat, players=players)), "played, it counts"


@pytest.mark.parametrize(("players", "seats"), [(2, "3"), (1, "1"), (3, "5")])
def test_r13_9_the_food_is_for_seats_of_the_game(players: int, seats: str) -> None:
    with pytest.raises(BadOption, match="extra_food"):
        GAME.new(players, extra_food=seats)


# --- decks and drafts --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "occupations"), [(1, 34), (2, 34), (3, 41), (4, 48)])
def test_g55_the_cards_of_a_game(players: int, occupations: int) -> None:
    """Occupations by the number of players, minor improvements always all, five of them traveling."""
    cards = [card for card in decks.base_deck().cards if card.players <= players]
    assert sum(card.kind == OCCUPATION for card in cards) == occupations
    assert sum(card.kind == MINOR for card in cards) == 48
    assert sorted(card.number for card in cards if card.travels) == ["A002", "A005", "A009", "B002", "B008"]
    begun = GAME.new(players)
    assert sum(words.startswith("deal ") for words in legal(begun)) == occupations


@pytest.mark.parametrize("size", [7, 8, 10])
def test_r14_4_a_draft(size: int) -> None:
    """Everybody keeps one card of each kind and passes the rest to the left; what is left over stays out."""
    state = chance(GAME.new(3, hands="drafted", pack_size=str(size)))
    assert state.to_play == 0
    first = legal(state)
    assert len(first) == size
    assert all(words.startswith("pick ") for words in first)
    play(state, first[0])
    minors = legal(state)
    assert len(minors) == size
    play(state, minors[0])
    while state.to_play != 1 or len(legal(state)) == size:
        play(state, legal(state)[0])
    assert legal(state) == first[1:]  # the pack of seat 1, without the card it kept, lies before seat 2
    while state.to_play != CHANCE:
        play(state, legal(state)[0])
    hands = [(len(seat["occupations"]), len(seat["minors"])) for seat in state.to_dict()["seats"]]
    assert hands == [(7, 7)] * 3


def test_r14_4_what_is_kept_is_told_to_nobody_else() -> None:
    state = chance(GAME.new(2, hands="drafted"))
    pick = legal(state)[0]
    action = state.parse(pick)
    assert [str(text) for text in state.tell(action, 0)] == [f"seat 1 keeps {pick.removeprefix('pick ')}."]
    for reader in (1, -1):
        assert [str(text) for text in state.tell(action, reader)] == ["seat 1 keeps a card."]


def test_r14_4_only_cards_of_the_pack_can_be_kept() -> None:
    state = chance(GAME.new(2, hands="drafted"))
    names = {words.removeprefix("pick ") for words in legal(state)}
    other = next(str(card.name) for card in decks.base_deck().cards if str(card.name) not in names)
    assert rule_against(state, f"pick {other}") == "R14.4"
    assert rule_against(state, "place Forest") == "R9.1"


def test_r14_5_there_is_no_living_hand() -> None:
    with pytest.raises(BadOption, match="hands is one of dealt, of_ten, drafted, chosen"):
        GAME.new(2, hands="living")


def test_hands_add_up_with_the_sheet() -> None:
    """R12.1: whatever lies in front, the lines of the sheet add up to the score."""
    for seed in range(5):
        rng = Rng("sheet", seed)
        state = GAME.new(4)
        while state.to_play != OVER:
            random_step(state, rng)
        assert [sum(sheet(state, seat)) for seat in range(4)] == state.scores()

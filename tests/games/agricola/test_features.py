"""The features: what they tell about a position, and that they tell no secret."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Match, Rng
from farmtable.bots import make_bot
from farmtable.core.playout import sample_chance
from farmtable.core.state import as_world
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.evaluation import features
from farmtable.games.agricola.position.facts import IN_HAND
from farmtable.games.agricola.position.steps import DEAL_CARD
from tests.games.agricola.scenarios import AWAY, Data, harvest, house_of, play, position

WITHOUT = {"cards": "none", "side_job": "yes"}
DEALT: dict[str, Any] = {}
DRAFTED = {"hands": "drafted", "pack_size": "8"}
REDRAWS = {"redraw": "yes"}


def told(state: AgricolaState, seat: int = 0) -> list[int]:
    return list(state.features(seat))


# --- what always holds --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options", [WITHOUT, DEALT, DRAFTED, REDRAWS], ids=["without", "dealt", "drafted", "redraws"]
)
def test_they_tell_no_secret_and_keep_the_convention(
    options: dict[str, str], players: int, name: str
) -> None:
    """Of every position the same for all that a seat cannot tell apart; points and what is to come first."""
    rng = Rng("features", players)
    state = GAME.new(players, **options)
    bot = make_bot(name, rng)
    to_come = 100
    number = 0
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            state.apply(bot.choose(state.seen_by(state.to_play)))
        number += 1
        if number % 7 > 0 and state.to_play != OVER:
            continue
        for seat in range(players):
            found = list(as_world(state).features(seat))
            assert len(found) == GAME.feature_count
            assert all(-32_000 <= value <= 32_000 for value in found)
            assert found[0] == state.scores()[seat]
            assert found == list(state.seen_by(seat).determinize(rng).features(seat))
        assert 0 < found[1] <= 100 or state.to_play == OVER
        if "cards" in options:  # only cards bring people home again
            assert found[1] <= to_come
        to_come = found[1]
    assert to_come == 0


def test_a_new_game_is_all_to_come() -> None:
    for options in (WITHOUT, DEALT, DRAFTED):
        assert as_world(GAME.new(2, **options)).features(0)[features.TO_COME] == 100


@pytest.mark.parametrize(
    ("players", "options", "names"),
    [
        (1, WITHOUT, ["none-1", "base-1", "base"]),
        (2, WITHOUT, ["none-2", "base-2", "base"]),
        (4, WITHOUT, ["none-4", "base-4", "base"]),
        (4, DEALT, ["base-4", "base"]),
    ],
)
def test_networks_from_the_most_special_to_the_most_general(
    players: int, options: dict[str, str], names: list[str]
) -> None:
    paths = GAME.networks(players, GAME.check_options(options))
    assert [path.name for path in paths] == [f"{name}.safetensors" for name in names]


# --- what they tell -----------------------------------------------------------------------------------


def test_who_places_when() -> None:
    """R1.6: seat 1 has the token, seat 0 is next with two people left, seat 2 has one."""
    state = position({"at_home": 2}, AWAY, {"at_home": 1}, players=3, cards="none", start=1, turn=0)
    first, last = told(state, 0), told(state, 2)
    assert first[features.SEATS : features.SEATS + 4] == [0, 0, 1, 0]
    assert (first[features.MY_TURN], first[features.TO_PLACE], first[features.OTHERS_TO_PLACE]) == (1, 2, 1)
    assert (first[features.BEFORE_ME], first[features.ORDER], first[features.STARTS]) == (0, 2, 0)
    assert (last[features.MY_TURN], last[features.BEFORE_ME], last[features.ORDER]) == (0, 1, 1)
    assert told(state, 1)[features.STARTS] == 1


def test_a_free_room_and_who_else_has_one() -> None:
    """R3.5: rooms for four people, two of them to come; the starting player has a free room too."""
    farm: Data = {"rooms": house_of(4)}
    state = position(farm, {"rooms": house_of(3)}, cards="none", round=6, start=1)
    found = told(state)
    assert found[features.FREE_ROOM : features.FREE_ROOM + 2] == [1, 1]
    assert found[features.GROWTH] == 8
    assert found[features.WISH] == 1  # the Basic Wish is up and free
    assert (found[features.RIVALS], found[features.RIVALS_FIRST]) == (1, 1)
    assert told(position({}, cards="none", round=6))[features.WISH] == 0


def test_food_for_the_next_feeding() -> None:
    """R7.2 to R7.4: of six food two are there, two are ripe or raw crops, and a sheep is cooked to two."""
    goods = {"food": 2, "grain": 1, "sheep": 1}
    farm: Data = {"people": 3, "at_home": 1, "goods": goods, "fields": {"C1": "grain 2", "C2": ""}}
    found = told(position(farm, AWAY, cards="none", round=4))
    assert found[features.HARVEST_IN : features.HARVEST_IN + 4] == [1, 0, 0, 0]
    assert (found[features.NEEDED], found[features.SHORT]) == (6, 4)
    assert (found[features.SHORT_OF_CROPS], found[features.SHORT_OF_ALL]) == (2, 2)
    assert (found[features.TURNS_TO_EAT], found[features.STARVING]) == (1, 0)
    cooking = told(position({**farm, "improvements": ["fireplace_2"]}, AWAY, cards="none", round=4))
    assert (cooking[features.SHORT_OF_CROPS], cooking[features.SHORT_OF_ALL]) == (2, 0)
    assert (found[features.GRAIN_RIPE], found[features.GRAIN_TO_SOW]) == (2, 1)


def test_goods_for_a_room_a_renovation_and_an_improvement() -> None:
    """R3.1, R3.3, R10: wood and reed for one room, clay for the Fireplaces and to renovate two rooms."""
    found = told(position({"goods": {"wood": 9, "reed": 3, "clay": 3}}, cards="none", round=5))
    assert (found[features.ROOMS_PAID], found[features.ROOM_READY]) == (1, 10)
    assert (found[features.RENOVATION_PAID], found[features.RENOVATION_SHORT]) == (2, 0)
    assert (found[features.FENCES_PAID], found[features.STABLES_PAID]) == (9, 4)
    assert found[features.PAID : features.PAID + 10] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    taken = told(position({"goods": {"clay": 3}}, {"improvements": ["fireplace_2"]}, cards="none"))
    assert taken[features.ON_BOARD : features.ON_BOARD + 2] == [0, 1]
    assert taken[features.PAID : features.PAID + 2] == [0, 1]


def test_places_for_animals_and_those_to_be_born() -> None:
    """R6.1, R6.6: two sheep fill a pasture of one space, the third has the house, and then all is full."""
    farm: Data = {"pastures": [["E1"]], "goods": {"sheep": 2}}
    found = told(position(farm, cards="none", round=4))
    assert (found[features.PASTURES], found[features.LARGEST], found[features.SPARE]) == (1, 2, 1)
    assert found[features.ROOM_FOR : features.ROOM_FOR + 3] == [1, 1, 1]
    assert found[features.PAIR : features.PAIR + 3] == [6, 0, 0]
    assert (found[features.BIRTHS], found[features.BIRTH_POINTS]) == (1, 0)
    full = told(position({**farm, "goods": {"sheep": 3}}, cards="none", round=4))
    assert (full[features.SPARE], full[features.BIRTHS]) == (0, 0)
    assert full[features.NEXT_PASTURE] == 2  # a space beside it needs three more fences


def test_what_is_being_decided() -> None:
    """R2.3, R4.2: on Grain Utilization two of three seeds find a field, and the oven is hot."""
    farm: Data = {"goods": {"grain": 3}, "fields": {"C1": "", "C2": ""}, "improvements": ["clay_oven"]}
    state = position(farm, cards="none", round=4)
    before = told(state)
    play(state, "place Grain Utilization")
    found = told(state)
    assert before[features.ACTING] == 0
    assert found[features.ACTING] == 1
    assert (found[features.PART + 4], found[features.PART + 5]) == (2, 5)
    assert sum(told(state, 1)[features.PART : features.ACTING + 1]) == 0


def test_animals_that_must_go() -> None:
    """R6.5: of three sheep just taken one may stay; the others may be cooked."""
    state = position({"improvements": ["fireplace_2"]}, cards="none", round=4, piles={"sheep_market": 3})
    play(state, "place Sheep Market")
    found = told(state)
    assert (found[features.EXCESS], found[features.HOUSING]) == (2, 2)


def test_who_feeds_is_asked_nothing_of_cards() -> None:
    """R7.3, R8.2: exchanges before somebody's Pig Breeder acts come after the harvest."""
    feeding: Data = {"improvements": ["fireplace_2"], "goods": {"food": 1, "grain": 3}}
    for breeder in ({}, {"front": ["pig_breeder"]}):
        for seats in ((feeding, breeder), ({**feeding, **breeder}, {})):
            state = harvest(*seats, players=4)
            assert state.to_dict()["agenda"][-1] == ["feed", 0]
            assert told(state)[features.ASKED] == 0
    full: Data = {"front": ["pig_breeder"], "improvements": ["fireplace_2"], "pastures": [["E1"]]}
    state = harvest({**full, "goods": {"wild boar": 2, "sheep": 1}}, players=4, round=12)
    assert [told(state, seat)[features.ASKED] for seat in range(4)] == [1, 0, 0, 0]


def test_the_best_gains_at_the_end() -> None:
    """R12.1: the first grain and the first cattle bring two points, a third vegetable one, growth three."""
    farm: Data = {"goods": {"vegetable": 2}}
    rest: Data = {"cards": "none", "round": 11, "piles": {"cattle_market": 1}}
    empty: Data = {**rest, "piles": {"cattle_market": 0}}
    gains = slice(features.BEST_GAIN, features.BEST_GAIN + 2)
    assert told(position(farm, **empty))[gains] == [2, 1]
    assert told(position(farm, **rest))[gains] == [2, 2]
    assert told(position({**farm, "rooms": house_of(3)}, **rest))[gains] == [3, 2]
    assert told(position({**farm, **AWAY}, {}, **rest))[gains] == [0, 0]


def test_cards_in_front_and_in_the_hand() -> None:
    """R9.1: each seat is told its own hand only; without hand cards there is nothing to tell."""
    state = position({"minors": ["canoe"], "front": ["grocer"]}, {"minors": ["loom"]})
    found, other = told(state), told(state, 1)
    front, hand = slice(features.FRONT, features.HAND), slice(features.HAND, features.FRONT_LEFT)
    assert sum(found[front]) == sum(found[hand]) == 1
    assert sum(other[front]) == 0
    assert other[hand].index(1) != found[hand].index(1)
    for ones, rounds in ((features.FRONT, features.FRONT_LEFT), (features.HAND, features.HAND_LEFT)):
        assert found[rounds : rounds + 96] == [(14 - state.round) * one for one in found[ones : ones + 96]]
    assert found[features.PLAYED : features.PLAYED + 2] == [1, 0]
    assert found[features.HELD : features.HELD + 2] == [0, 1]
    assert set(told(position({}, cards="none"))[features.PLAYED :]) == {0}


def test_the_others_in_turn_order() -> None:
    """Seat 2 is told of seat 0 first, then of seat 1."""
    state = position({"goods": {"wood": 7}}, {"goods": {"food": 6}}, players=3, cards="none")
    found = told(state, 2)
    assert found[features.OTHERS + 6] == 7
    assert found[features.OTHERS + features.OTHER + 4] == 2  # two food more than two people eat


def test_a_hand_that_was_given_back_looks_full() -> None:
    """R14.10: networks know full hands only; for cards to come, and the one it lacks, others stand in."""
    state = Match("agricola", 2, seed=1, **REDRAWS).state
    assert isinstance(state, AgricolaState)
    rng = Rng(1)

    def held() -> tuple[int, int, int]:
        found = told(state)
        return found[features.HELD], found[features.HELD + 1], sum(found[features.HAND : features.HAND + 96])

    def own() -> set[int]:
        return {card for card, where in enumerate(state.where) if where == IN_HAND}

    assert held() == (7, 7, 14)
    state.apply(state.parse("redraw"))
    while state.to_play == CHANCE and state.step() == DEAL_CARD:
        assert held() == (7, 7, 14)
        state.apply(sample_chance(state, rng))
        shown = {card for card in range(96) if told(state)[features.HAND + card]}
        assert own() <= shown
    assert len(own()) == 12
    assert held() == (7, 7, 14)
    assert told(state, 1)[features.HELD] == 7

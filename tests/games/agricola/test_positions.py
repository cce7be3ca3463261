"""Stored positions: they come back whole, and whatever is not one is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, BadRecord, Rng
from farmtable.core.playout import playout, sample_chance
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box.decks import base_deck
from farmtable.games.agricola.position.facts import OCCUPATION
from farmtable.games.agricola.position.moments import END_OF_ROUND, GOING_HOME
from tests.games.agricola.scenarios import AWAY, Data, finished, harvest, new_round, play, position

OPTIONS: list[tuple[int, dict[str, str]]] = [
    (1, {"cards": "none", "stage_order": "chosen"}),
    (1, {"cards": "none", "series": "2", "series_food": "3", "side_job": "yes"}),
    (2, {"cards": "none"}),
    (2, {"cards": "none", "variant_tile": "yes", "start": "2"}),
    (4, {"cards": "none", "side_job": "yes", "variant_tile": "yes"}),
    (1, {}),
    (1, {"hands": "chosen", "stage_order": "chosen"}),
    (1, {"hands": "drafted"}),
    (1, {"series": "1", "kept": "1:grocer,1:scholar"}),
    (2, {"start": "2", "banned": "grocer,loom,lutenist"}),
    (2, {"campaign": "1"}),
    (3, {"campaign": "2", "kept": "2:grocer", "campaign_points": "1:7,2:5,3:3", "hands": "drafted"}),
    (2, {"hands": "drafted", "pack_size": "9", "variant_tile": "yes"}),
    (3, {"stage_order": "chosen"}),
    (3, {"hands": "drafted", "start": "3"}),
    (4, {}),
    (4, {"hands": "drafted", "pack_size": "10"}),
    (3, {"hands": "drafted", "draft_order": "occupations_first"}),
    (1, {"hands": "drafted", "pack_size": "9", "kept": "1:grocer,1:scholar"}),
    (2, {"hands": "drafted", "kept": "1:grocer,2:scholar"}),
    (1, {"hands": "of_ten", "series": "2", "kept": "1:grocer"}),
    (4, {"hands": "of_ten", "kept": "2:grocer"}),
    (1, {"redraw": "yes"}),
    (3, {"redraw": "yes"}),
]


@pytest.mark.parametrize(("players", "options"), OPTIONS)
def test_every_position_of_a_game_comes_back(players: int, options: dict[str, str]) -> None:
    """Through JSON and back at every step, setting up included."""
    rng = Rng("positions", f"{players} {options}")
    state = GAME.new(players, **options)
    while state.to_play != OVER:
        again = GAME.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again == state
        assert list(again.legal_actions()) == list(state.legal_actions())
        assert again.digest() == state.digest()
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
    assert GAME.from_dict(state.to_dict()).winners() == state.winners()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_scenario_says_only_what_matters(players: int) -> None:
    """With nothing but the players it is the first work phase of a new game."""
    data = position(players=players).to_dict()
    assert data["round"] == 1
    assert data["turned_up"] == {"major_improvement": 1}
    assert data["piles"]["forest"] == (2 if players == 1 else 3)
    foods = [seat["goods"].get("food", 0) for seat in data["seats"]]
    assert foods == [0] if players == 1 else [2] + [3] * (players - 1)
    assert all(seat["at_home"] == 2 for seat in data["seats"])


def test_what_is_left_out_of_a_scenario_fits_the_rest() -> None:
    state = position(round=8, start=1, used_by={"forest": 0})
    data = state.to_dict()
    assert sorted(data["turned_up"].values()) == list(range(1, 9))
    assert data["turned_up"]["vegetable_seeds"] == 8
    assert [seat["at_home"] for seat in data["seats"]] == [1, 2]
    assert [seat["goods"]["food"] for seat in data["seats"]] == [3, 2]
    assert state.to_play == 1


CARDS = [card.id for card in base_deck().cards]
CARDS_FOR_TWO = [card.id for card in base_deck().cards if card.players <= 2 and card.kind == OCCUPATION]


def broken(players: int = 2, **changes: Any) -> Data:
    return {"players": players, "round": 5, **changes}


def of_seat_0(**changes: Any) -> Data:
    return broken(seats=[changes, {}])


def pending(*agenda: tuple[str, int], **changes: Any) -> Data:
    return broken(agenda=[list(frame) for frame in agenda], **changes)


BAD: dict[str, tuple[Data, str]] = {
    "no players": ({}, "players"),
    "too many players": (broken(5), "1 to 4"),
    "an unknown option": (broken(options={"x": "y"}), "'x'"),
    "a start that is no seat": (broken(options={"start": "3"}), "start"),
    "an unknown word": (broken(rond=1), "rond"),
    "an unknown word of a seat": (of_seat_0(stable=["A1"]), "stable"),
    "too few seats": (broken(seats=[{}]), "1 seats"),
    "a round too many": (broken(round=15), "round"),
    "a truth for a number": (broken(round=True), "round"),
    "a seat that is none": (broken(turn=2), "turn"),
    "nobody begins": (broken(start=-1), "start"),
    "a card too few": (broken(turned_up={"fencing": 1}), "turned_up"),
    "a card of another stage": (broken(turned_up={"cultivation": 1}), "stage 5"),
    "a card that is none": (broken(turned_up={"forest": 1}), "forest"),
    "an order nobody gave": (broken(ordered={"fencing": 1}), "ordered"),
    "another card than ordered": (
        broken(
            options={"stage_order": "chosen"},
            round=1,
            turned_up={"fencing": 1},
        ),
        "ordered for round 2",
    ),
    "goods on a space without": (broken(piles={"day_laborer": 1}), "day_laborer"),
    "goods on a card to come": (broken(piles={"pig_market": 1}), "pig_market"),
    "more goods than can be": (broken(piles={"forest": 300}), "forest"),
    "a person on no space": (broken(used_by={"attic": 0}), "attic"),
    "a person of nobody": (broken(used_by={"forest": 2}), "forest"),
    "two people on the tile": (
        broken(
            options={"variant_tile": "yes"},
            used_by={"variant_copse": 0, "variant_animal_market": 1},
        ),
        "R14.3",
    ),
    "more people out than in": (
        broken(used_by={"forest": 0, "fishing": 0, "clay_pit": 0}),
        "3 on action spaces",
    ),
    "a good that is none": (of_seat_0(goods={"gold": 1}), "gold"),
    "a debt": (of_seat_0(goods={"wood": -1}), "wood"),
    "a house of straw": (of_seat_0(house="straw"), "straw"),
    "a space that is none": (of_seat_0(rooms=["A2", "A3", "F1"]), "F1"),
    "a room named twice": (of_seat_0(rooms=["A2", "A3", "A3"]), "A3"),
    "a house in two parts": (of_seat_0(rooms=["A2", "A3", "C1"]), "R3.1"),
    "a house without its first rooms": (of_seat_0(rooms=["B1", "B2"]), "R3.1"),
    "fields apart": (of_seat_0(fields={"B1": "", "D1": ""}), "R4.1"),
    "a field on a room": (of_seat_0(fields={"A2": ""}), "R3.2"),
    "a stable on a field": (of_seat_0(fields={"B1": ""}, stables=["B1"]), "R3.2"),
    "a crop that is none": (of_seat_0(fields={"B1": "corn 1"}), "corn 1"),
    "more than was sown": (of_seat_0(fields={"B1": "grain 4"}), "grain 4"),
    "a stable too many": (of_seat_0(stables=["B1", "C1", "D1", "E1", "E2"]), "5 stables"),
    "a pasture in two parts": (of_seat_0(pastures=[["C1", "E1"]]), "not one pasture"),
    "an empty pasture": (of_seat_0(pastures=[[]]), "not one pasture"),
    "a pasture on a field": (of_seat_0(fields={"B1": ""}, pastures=[["B1", "C1"]]), "R5.3"),
    "pastures over each other": (of_seat_0(pastures=[["B1", "C1"], ["C1", "D1"]]), "R5.3"),
    "pastures apart": (of_seat_0(pastures=[["B1"], ["D1"]]), "R5.4"),
    "more than 15 fences": (of_seat_0(pastures=[["A1"], ["B1"], ["C1"], ["D1"], ["E1"]]), "need 16"),
    "animals without a place": (of_seat_0(goods={"sheep": 2}), "R6.1"),
    "one person": (of_seat_0(people=1), "people"),
    "six people": (of_seat_0(people=6), "people"),
    "more newborns than new people": (of_seat_0(people=3, newborns=2), "newborns"),
    "more at home than there are": (of_seat_0(at_home=3), "at_home"),
    "an improvement that is none": (of_seat_0(improvements=["mill"]), "mill"),
    "an improvement of two": (broken(seats=[{"improvements": ["well"]}] * 2), "R11.2"),
    "a craft without its building": (of_seat_0(crafted=["joinery"]), "joinery"),
    "goods of a round gone by": (of_seat_0(promised={"5": {"food": 1}}), "promised.5"),
    "an unknown step": (pending(("dance", 0)), "dance"),
    "half a step": ({**pending(("dance", 0)), "agenda": [["work"]]}, "its name and a number"),
    "a step that lies nowhere": (pending(("work", 0)), "work"),
    "steps out of order": (pending(("return home", 0), ("end turn", 6)), "end turn"),
    "an end too early": (broken(agenda=[]), "not the last"),
    "a turn of nobody": (pending(("return home", 0), ("work", 0), ("exchange", 0)), "active"),
    "a space that was not used": (
        pending(("return home", 0), ("work", 0), ("end turn", 6), ("used", 6), active=0),
        "that the active seat uses",
    ),
    "a choice that is none": (
        pending(
            ("return home", 0),
            ("work", 0),
            ("end turn", 6),
            ("used", 6),
            ("choose", 6),
            active=0,
            used_by={"forest": 0},
        ),
        "no choice",
    ),
    "both kinds of stables": (
        pending(
            ("return home", 0),
            ("work", 0),
            ("end turn", 0),
            ("used", 0),
            ("menu", 6),
            active=0,
            used_by={"farm_expansion": 0},
        ),
        "menu",
    ),
    "a use that is impossible": (
        pending(
            ("return home", 0),
            ("work", 0),
            ("end turn", 4),
            ("used", 4),
            ("use", 4),
            active=0,
            options={"cards": "none"},
            used_by={"farm_expansion": 0},
        ),
        "uses",
    ),
    "a harvest too early": (pending(("end round", 0), ("breed", 1), ("breed", 0)), "R7.1"),
    "a harvest out of order": (pending(("end round", 0), ("breed", 0), ("breed", 1), round=4), "R7.1"),
    "stages ordered too late": (
        pending(("return home", 0), ("work", 0), ("refill", 0), ("order cards", 6)),
        "lie",
    ),
    "people out at night": (pending(("end round", 0), used_by={"forest": 0}), "work phase"),
    "nobody to place": (pending(("return home", 0), seats=[{"at_home": 1}, {}]), "work phase is over"),
    "a newborn of the year before": (
        pending(
            ("return home", 0),
            ("work", 0),
            ("refill", 0),
            seats=[{"people": 3, "newborns": 1}, {}],
        ),
        "R1.8",
    ),
    "a housing of nobody": (pending(("end round", 0), ("house", 2)), "no seat numbered 2"),
    "an argument too many": (pending(("return home", 0), ("work", 1)), "number 0"),
}


HAND: Data = {"occupations": ["grocer"], "minors": ["canoe"], "front": ["scholar"]}
TURN = ("return home", 0), ("work", 0), ("end turn", 6), ("used", 6)


def with_cards(*agenda: tuple[str, int], **changes: Any) -> Data:
    """Seat 0 is on the Forest, its cards as above."""
    return pending(*TURN, *agenda, active=0, used_by={"forest": 0}, seats=[{**HAND, **changes}, {}])


CAMPAIGN = {"campaign": "2"}


def at_the_end(**changes: Any) -> Data:
    """The last round is over, and both seats are still to say what they keep for the next game."""
    asked = [["keep one", 1], ["keep one", 0]]
    row = {"front": ["scholar", "tutor", "canoe"]}
    return broken(**{"round": 14, "agenda": asked, "seats": [row, {"front": ["grocer"]}], **changes})


def drafting(**changes: Any) -> Data:
    """A draft that has just been dealt."""
    state = GAME.new(2, hands="drafted")
    while state.to_play == CHANCE:
        state.apply(state.legal_actions()[0])
    return {**state.to_dict(), **changes}


BAD |= {
    "cards in a game without": (broken(options={"cards": "none"}, known=[]), "without hand cards"),
    "a hand in a game without": (broken(options={"cards": "none"}, seats=[{"minors": []}, {}]), "'minors'"),
    "a step of cards in a game without": (
        pending(*TURN, ("played", 0), active=0, used_by={"forest": 0}, options={"cards": "none"}),
        "'played' goes with hand cards",
    ),
    "a card that is none": (of_seat_0(minors=["unicorn"]), "no card 'unicorn'"),
    "a card of the other kind": (of_seat_0(minors=["grocer"]), "grocer is of the other kind"),
    "a card for more players": (of_seat_0(front=["lutenist"]), "lutenist is not for 2 players"),
    "a card twice": (of_seat_0(occupations=["grocer"], front=["grocer"]), "grocer is in two places"),
    "a card of two seats": (broken(seats=[{"front": ["grocer"]}] * 2), "grocer is in two places"),
    "a card that travels": (of_seat_0(front=["clearing_spade", "market_stall"]), "R9.5"),
    "a card that remembers too much": (of_seat_0(front=[["grocer", 256]]), "what grocer remembers"),
    "a third thing of a card": (of_seat_0(front=[["grocer", 0, 0]]), "two things"),
    "too many cards": (of_seat_0(front=CARDS_FOR_TWO[:20], occupations=CARDS_FOR_TWO[20:]), "not up to 23"),
    "a crop on no card": (of_seat_0(fields={"beanfield": ""}), "'beanfield' is no space"),
    "a crop that is not sown there": (
        of_seat_0(front=["beanfield"], fields={"beanfield": "grain 3"}),
        "cannot be sown there (R4.3)",
    ),
    "gathered of none": (of_seat_0(gathered=-1), "gathered"),
    "alone on a shared space": (broken(shared_by={"basic_wish_for_children": 0}), "nobody else"),
    "a known card that is none": (broken(known=["unicorn"]), "known"),
    "a card gone and here": (broken(gone=["grocer"], seats=[HAND, {}]), "two places"),
    "a seat that passed and is none": (broken(passed=[2]), "passed"),
    "an occupation kept too early": (broken(keeps=["scholar"], seats=[HAND, {}]), "keeps"),
    "an occupation kept in no campaign": (at_the_end(keeps=["scholar"], agenda=[]), "keeps"),
    "an occupation kept in the last game": (
        at_the_end(keeps=["scholar"], agenda=[], options={"campaign": "3"}),
        "keeps",
    ),
    "an occupation kept before it was asked": (at_the_end(keeps=["scholar"], options=CAMPAIGN), "keeps"),
    "two occupations kept": (
        at_the_end(keeps=["scholar", "tutor"], agenda=[], options=CAMPAIGN),
        "keeps: tutor",
    ),
    "an improvement kept": (at_the_end(keeps=["canoe"], agenda=[], options=CAMPAIGN), "keeps: canoe"),
    "seats that keep out of turn": (
        at_the_end(agenda=[["keep one", 0], ["keep one", 1]], options=CAMPAIGN),
        "R13.9",
    ),
    "all seats that keep in no campaign": (at_the_end(), "R13.9"),
    "packs without a draft": (broken(packs={}), "not drafted"),
    "a card kept out of the air": (drafting(packs={"grocer": [0, 0]}), "R14.4"),
    "a pack of another": (drafting(packs={"grocer": [2, -1]}), "packs.grocer"),
    "a hand not yet dealt": ({**GAME.new(2).to_dict(), "seats": [HAND, {}]}, "front"),
    "a hand out of no pack": (drafting(seats=[{"occupations": ["grocer"]}, {}], packs={}), "R9.1"),
    "another deal than planned": (
        {**GAME.new(2).to_dict(), "agenda": [["start seat", 0], ["deal", 112]]},
        "'deal' has no number that fits",
    ),
    "an offer of nothing": (with_cards(("offer", 0)), "'offer'"),
    "an offer of no card": (with_cards(("offer", 2 + (22 << 24))), "'offer'"),
    "an offer at another moment": (with_cards(("offer", 1 + (3 << 24) + (6 << 32))), "'offer'"),
    "a question of a card in the hand": (with_cards(("ask", CARDS.index("grocer"))), "'ask'"),
    "an occupation that is not held": (with_cards(("play now", CARDS.index("groom"))), "'play now'"),
    "an occupation that is not paid": (
        with_cards(("play now", CARDS.index("grocer") + 256), goods={}),
        "'play now'",
    ),
    "a card not yet played": (with_cards(("played", CARDS.index("grocer"))), "'played'"),
    "an improvement not built": (with_cards(("played", 128)), "'played'"),
    "a payment for nothing": (with_cards(("payment", 3)), "'payment'"),
    "a payment for a field": (with_cards(("payment", 62 + 14)), "'payment'"),
    "rooms from elsewhere": (with_cards(("rooms done", 1 << 14)), "'rooms done'"),
    "fences from elsewhere": (with_cards(("fences done", 1)), "'fences done'"),
    "a second person of nobody": (
        pending(("return home", 0), ("work", 0), ("again", 6), active=0, seats=[AWAY, {}]),
        "'again'",
    ),
    "a window for one seat": (pending(("end round", 0), ("window", 0)), "R7.1"),
    "a window before no card": (pending(("end round", 0), ("window", 16 * END_OF_ROUND)), "not 288"),
    "a window while people are placed": (
        pending(("return home", 0), ("window", 16 * GOING_HOME), ("work", 0)),
        "'work' cannot lie there",
    ),
    "animals of before while others breed": (pending(("end round", 0), ("house", 16)), "not 16"),
    "an end too early to keep one": (pending(("keep one", 0)), "not the last"),
    "a preparation out of order": (
        pending(("return home", 0), ("work", 0), ("refill", 0), ("prepare", 0), ("prepare", 1)),
        "R1.2",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_position_is_refused(what: str) -> None:
    data, piece = BAD[what]
    with pytest.raises(BadRecord) as caught:
        GAME.from_dict(data)
    assert str(caught.value).startswith("position: ")
    assert piece in str(caught.value)
    assert "\n" not in str(caught.value)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from paths(below, (*path, key))


FARM: Data = {
    "goods": {"wood": 20, "reed": 4, "grain": 3, "vegetable": 1, "sheep": 4, "wild boar": 1, "food": 3},
    "rooms": ["A2", "A3", "B3"],
    "fields": {"D1": "grain 3", "E1": "", "E2": "vegetable 1"},
    "stables": ["C3", "B1"],
    "pastures": [["C3", "D3"], ["C2"]],
    "improvements": ["fireplace_2", "well", "joinery"],
    "promised": {"7": {"food": 1}},
}
CROWDED: Data = {**FARM, "goods": {**FARM["goods"], "cattle": 6}}


def some_positions() -> list[Data]:
    """Positions at all steps that ask somebody, and some that do not."""
    fencing = play(position(FARM, round=6), "place Fencing")
    building = play(position(FARM, round=6), "place Farm Expansion", "build stable A1")
    market = play(position(FARM, players=3, options={"variant_tile": "yes"}, round=6), "place Animal Market")
    housing = position(
        CROWDED,
        round=6,
        agenda=[["return home", 0], ["work", 0], ["house", 8]],
    )
    ordering = play(GAME.new(1, stage_order="chosen", cards="none"), "order Fencing")
    breeding = harvest(CROWDED, agenda=[["end round", 0], ["breed", 1], ["house", 0]])
    grocer: Data = {**FARM, "front": [["grocer", 3], "beanfield", "sheep_walker", "paper_maker", "lasso"]}
    grocer |= {"occupations": ["scholar"], "minors": ["canoe", "market_stall"], "gathered": 4}
    states = [
        GAME.new(2, cards="none"),
        ordering,
        new_round(FARM, round=6),
        position(FARM, round=6),
        play(position(FARM, round=6), "exchange"),
        fencing,
        building,
        market,
        housing,
        harvest(FARM),
        breeding,
        finished({**FARM, "promised": {}}),
        GAME.new(3, hands="drafted"),
        play(position(grocer, round=6), "exchange", "use Sheep Walker"),
        play(position(grocer, round=6), "place Lessons", "play Scholar"),
        play(position(grocer, round=6), "place Meeting Place"),
        play(position(grocer, round=6), "place Sheep Market"),
        new_round({**grocer, "front": ["scholar"], "occupations": ["grocer"]}, round=6),
        harvest(grocer),
    ]
    return [state.to_dict() for state in states]


POSITIONS = some_positions()
PLACES = [(index, path) for index, data in enumerate(POSITIONS) for path in paths(data) if path]
NUMBERS = (True, -1, 0, 1, 2, 3, 7, 14, 99, 10**30, 1 << 24, 0.5)
WORDS = ("", "A1", "C2", "wood", "grain 1", "well", "forest", "menu", "house", "use")
SHAPES: tuple[Any, ...] = ([], [[]], [3], ["A1"], [["A1"]], {}, {"1": 2}, {"food": 2})
JUNK: st.SearchStrategy[Any] = st.sampled_from((None, *NUMBERS, *WORDS, *SHAPES))


@given(place=st.sampled_from(PLACES), junk=JUNK)
@settings(max_examples=600, derandomize=True)
def test_junk_anywhere_is_refused_or_played(place: tuple[int, tuple[Any, ...]], junk: Any) -> None:
    """Whatever stands in any place of a position: a clear refusal, or play goes on to the end."""
    index, path = place
    data = copy.deepcopy(POSITIONS[index])
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    try:
        state = GAME.from_dict(data)
    except BadRecord:
        return
    playout(state, Rng(1))
    assert state.winners() or state.players == 1, "alone, one may miss the goal of a series"

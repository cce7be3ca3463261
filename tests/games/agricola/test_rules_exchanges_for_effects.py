"""R8.2, R8.4, R6.10: effects of cards are offered where exchanges at any time would make them possible."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.position.actions import DISCARD
from farmtable.games.agricola.position.facts import CATTLE, GOODS, SHEEP
from farmtable.games.agricola.position.steps import ASK, EXCHANGES, HOUSE, OFFER
from farmtable.games.agricola.rules import exchanges, housing, landing
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    chance,
    goods,
    harvest,
    house_of,
    legal,
    line,
    new_round,
    play,
    position,
    rule_against,
    seat_of,
)
from tools.agricola_cards import begin, eager

# --- between phases, and in the turns of others -----------------------------------------------------------


def test_r8_4_at_the_start_of_a_round() -> None:
    """R8.4: Plow Driver with no food and a grain just harvested: it can be eaten to pay for the field."""
    farm: Data = {"front": ["plow_driver"], "house": "stone", "goods": {"grain": 1}}
    state = play(new_round(farm, round=5), "turn up Western Quarry")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "eat grain")
    assert "use Plow Driver" in legal(state)
    play(state, "use Plow Driver", "plow C1")
    assert seat_of(state)["fields"] == {"C1": ""}
    assert goods(state) == {}


def test_r8_4_in_another_turn() -> None:
    """R8.4: Lutenist: 1 food comes by itself, and a grain is eaten for the other in somebody else's turn."""
    farm: Data = {"front": ["lutenist"], "goods": {"grain": 1}}
    state = play(position({}, farm, players=4, start=0), "place Traveling Players")
    assert state.to_play == 1
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "eat grain", "use Lutenist")
    assert goods(state, 1) == {"wood": 1, "vegetable": 1}


def test_r8_4_not_asked_where_nothing_helps() -> None:
    """R8.4: without the means for a second food nobody is asked."""
    farm: Data = {"front": ["lutenist"], "goods": {"wood": 2}}
    state = play(position({}, farm, players=4, start=0), "place Traveling Players")
    assert goods(state, 1) == {"wood": 3, "food": 1}
    assert rule_against(state, "use Lutenist") == "R9.1"


def test_r8_4_nobody_at_home() -> None:
    """R8.4: Adoptive Parents with only grain: it is eaten for the extra turn of the newborn."""
    farm: Data = {
        "front": ["adoptive_parents"],
        "goods": {"grain": 1},
        "people": 3,
        "newborns": 1,
        "at_home": 0,
        "rooms": house_of(3),
    }
    state = position({"at_home": 1}, farm, turn=0, start=0, round=6)
    play(state, "place Forest")
    assert state.to_play == 1
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "eat grain", "use Adoptive Parents", "place Clay Pit")
    assert goods(state, 1)["clay"] >= 1


# --- within an action -------------------------------------------------------------------------------------


def test_r8_2_an_improvement_for_food_just_got() -> None:
    """R8.2: Roughcaster's food buys Grocer's stone, which the improvement step of the space still wants."""
    farm: Data = {
        "front": ["roughcaster", ["grocer", 3]],
        "house": "clay",
        "rooms": house_of(2),
        "goods": {"stone": 2, "reed": 1, "clay": 3},
    }
    other: Data = {"improvements": ["fireplace_2", "fireplace_3"]}
    state = play(position(farm, other, round=6), "place House Redevelopment")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "use Grocer")
    assert goods(state) == {"clay": 3, "stone": 1, "food": 2}
    assert "build Clay Oven" in legal(state)


def test_r8_2_an_occupation_that_costs_food_when_played() -> None:
    """R8.2: Roof Ballaster is paid with grain."""
    farm: Data = {"occupations": ["roof_ballaster"], "goods": {"grain": 1}}
    state = play(position(farm), "place Lessons", "play Roof Ballaster")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "eat grain", "use Roof Ballaster")
    assert goods(state) == {"stone": 2}


def test_r8_2_on_landing() -> None:
    """R8.2: Animal Dealer is offered on the market itself to whoever has only grain."""
    farm: Data = {"front": ["animal_dealer"], "goods": {"grain": 1}, "pastures": [["C1"]]}
    state = play(position(farm, players=3, round=4), "place Sheep Market")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "eat grain", "use Animal Dealer")
    assert goods(state)["sheep"] == 2


def test_r8_2_what_must_follow_stays_possible() -> None:
    """R8.2: the grain that is still to be sown cannot be eaten, and is not asked for."""
    farm: Data = {"front": ["threshing_board"], "goods": {"grain": 1}, "fields": {"C1": ""}}
    state = position(farm, round=13)
    play(state, "place Cultivation")
    assert "exchange" not in legal(state)


def test_r8_2_the_food_of_an_announced_occupation_stays() -> None:
    """R8.2: before an occupation is paid, food may be changed only as far as it can then still be paid."""
    farm: Data = {
        "front": ["paper_maker", "grocer"],
        "occupations": ["groom"],
        "goods": {"food": 1},
    }
    state = play(position(farm), "place Lessons")
    assert state.to_play == 0
    assert legal(state) == ["play Groom"]
    play(state, "play Groom")
    assert legal(state) == ["done", "exchange"], "1 food for Grocer's wood, and that for 2 food"
    play(state, "exchange")
    assert rule_against(state, "discard food") == "R8.2"
    play(state, "use Grocer")
    assert goods(state) == {"wood": 1, "food": 1}, "Paper Maker is used unasked; the wood is Groom's"


# --- before the points are counted --------------------------------------------------------------------------


def test_r6_10_animals_may_be_let_go() -> None:
    """R6.10: Organic Farmer: with fewer sheep in the pasture there is room for three more."""
    farm: Data = {
        "front": ["organic_farmer"],
        "goods": {"sheep": 4, "food": 4},
        "pastures": [["C1", "C2"], ["D1"]],
    }
    state = harvest(farm, round=14)
    assert state.to_dict()["agenda"][-1] == ["window", 8]
    before = state.scores()[0]
    assert [action for action in legal(state) if action.startswith("discard")] == ["discard sheep"]
    best = max(_scores_after_letting_go(state, "sheep"))
    assert best > before


def _scores_after_letting_go(state: State, animal: str) -> list[int]:
    found = []
    while f"discard {animal}" in legal(state):
        play(state, f"discard {animal}")
        found.append(state.scores()[0])
    return found


def test_r6_10_cooking_for_a_card() -> None:
    """R6.10: an animal cooked buys the vegetable that lies on Grocer."""
    farm: Data = {
        "front": [["grocer", 4]],
        "goods": {"sheep": 2, "food": 4},
        "stables": ["C1"],
        "improvements": ["fireplace_2"],
    }
    state = harvest(farm, round=14)
    play(state, "done")
    while state.to_play == 1:
        play(state, "done")
    assert goods(state) == {"sheep": 2}
    assert "cook sheep" in legal(state)
    play(state, "cook sheep", "use Grocer")
    assert line(state, "vegetables") == 1


def test_r6_10_not_asked_where_nothing_changes() -> None:
    """R6.10: with nothing to gain the game is over after the last breeding."""
    state = harvest({"goods": {"sheep": 1, "food": 4}}, {"goods": {"food": 4}}, round=14)
    assert state.to_play == OVER


# --- nothing that exchanges would make possible is lost ---------------------------------------------------


def reachable(state: AgricolaState, seat: int, slots: int, moment: int, about: int) -> bool:
    """Whether some row of exchanges, tried one by one, makes one of these effects usable: the slow way."""
    waiting, seen = [state], {state.key()}
    height = len(state.agenda)
    while waiting:
        now = waiting.pop()
        if len(now.agenda) == height and landing.usable_slots(now, seat, slots, moment, about):
            return True
        if len(seen) > 3000:
            return False
        for after in _next(now, seat, height):
            if after.key() not in seen:
                seen.add(after.key())
                waiting.append(after)
    return False


def _makes_room(state: AgricolaState, seat: int, good: int) -> bool:
    """Whether others could find a place once one of a good goes: an animal, where some wait (R6.4)."""
    return SHEEP <= good <= CATTLE and not housing.all_fit(state, seat)


def _next(state: AgricolaState, seat: int, height: int) -> list[AgricolaState]:
    found = []
    if len(state.agenda) == height:
        for action in exchanges.all_possible(state, seat):
            if DISCARD <= action < DISCARD + GOODS and not _makes_room(state, seat, action - DISCARD):
                continue
            after = state.clone()
            exchanges.apply(after, seat, action)
            found.append(after)
    elif state.step() in (ASK, HOUSE):
        from farmtable.games.agricola.rules import decisions

        for action in decisions.possible(state, state.step()):
            after = state.clone()
            decisions.answer(after, after.step(), action)
            found.append(after)
    return found


@pytest.mark.parametrize("number", range(24))
def test_r8_4_nothing_is_lost_in_random_games(number: int) -> None:
    """R8.4: an offer that nobody is asked about could not have been made usable by any exchange.

    The goods of all seats are shuffled now and then, so that means and wants meet in every way.
    """
    rng = Rng(number, "at any time")
    state = begin(1 + number % 4, rng)
    while state.to_play != OVER:
        if state.to_play != CHANCE and rng.below(6) == 0:
            state = _with_other_goods(state, rng)
        before = state.clone()
        state.apply(sample_chance(state, rng) if state.to_play == CHANCE else eager(state, rng))
        _check_offers(state)
        assert before.to_play == CHANCE or min(state.goods) >= 0


def _with_other_goods(state: AgricolaState, rng: Rng) -> AgricolaState:
    data = state.to_dict()
    for seat in data["seats"]:
        seat["goods"] = {
            good: int(rng.below(3)) for good in ("wood", "clay", "stone", "grain", "vegetable", "food")
        } | {"reed": seat["goods"].get("reed", 0), "sheep": seat["goods"].get("sheep", 0)}
    try:
        found = GAME.from_dict(data)
    except Exception:  # a position that could not be: with an announced occupation unpaid, say
        return state
    assert isinstance(found, AgricolaState)
    return found


def _check_offers(state: AgricolaState) -> None:
    """Each effect of the offer on top that exchanges could make usable has them offered."""
    if state.to_play < 0 or state.step() != OFFER:
        return
    argument = state.argument()
    seat, moment, about = argument >> 29 & 7, argument >> 24 & 31, argument >> 32
    slots = int(argument) & 0xFFFFFF
    missing = slots & ~landing.usable_slots(state, seat, slots, moment, about)
    if missing and "exchange" not in legal(state):
        assert not reachable(state.clone(), seat, missing, moment, about), state.sketch()


def test_exchanges_go_on_and_end() -> None:
    """R8.2: wherever an exchange is offered there is one, and it leads back to the same question."""
    checked = 0
    for number in range(8):
        rng = Rng(number, "exchanges")
        state = begin(1 + number % 4, rng)
        while state.to_play != OVER:
            if "exchange" in legal(state):
                asked = state.clone()
                asked.play("exchange")
                assert asked.step() == EXCHANGES
                assert asked.to_play == state.to_play
                checked += 1
            state.apply(sample_chance(state, rng) if state.to_play == CHANCE else eager(state, rng))
    assert checked > 100


def test_r8_4_an_exchange_of_another_seat_is_refused_in_ones_turn() -> None:
    """R8.4: nobody touches the goods of somebody else."""
    state = position({"goods": {}}, {"goods": {"grain": 1}})
    with pytest.raises(IllegalAction):
        state.play("eat grain")
    assert goods(chance(state), 1) == {"grain": 1}
    assert AWAY["at_home"] == 0

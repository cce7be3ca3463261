"""The valuation, and the greedy player that follows it: a sound farm, and no silly moves."""

from __future__ import annotations

import pytest

from farmtable import OVER, Match, Rng
from farmtable.bots import make_bot
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box.decks import base_deck
from farmtable.games.agricola.evaluation.card_worths import WORTHS
from farmtable.games.agricola.evaluation.valuation import estimate, suggested_spaces
from farmtable.games.agricola.position.actions import EXCHANGE, PLACE
from farmtable.games.agricola.position.facts import MINOR, OCCUPATION
from farmtable.games.agricola.position.steps import FEED
from farmtable.games.agricola.state import AgricolaState
from tests.games.agricola.scenarios import Data, harvest, last_person, play, position

GAMES = 6
FOR_TWO = [card.id for card in base_deck().cards if card.kind == OCCUPATION and card.players == 1]
MINORS = [card.id for card in base_deck().cards if card.kind == MINOR]


def greedy_choice(state: AgricolaState) -> str:
    """What the greedy bot does, in words."""
    bot = make_bot("greedy", Rng("valuation"))
    return state.describe(int(bot.choose(state.seen_by(state.to_play))))


def greedy_game(players: int, number: int, **options: str) -> AgricolaState:
    """A game of greedy bots, at the end; without cards nobody may have exchanged anything in his turn."""
    match = Match("agricola", players, seed=f"valuation {number}", **options)
    bots = [make_bot("greedy", Rng(f"valuation {number}", seat)) for seat in range(players)]
    while match.state.to_play != OVER:
        action = bots[match.state.to_play].choose(match.state.seen_by(match.state.to_play))
        assert action != EXCHANGE or options.get("cards") != "none"
        match.play(int(action))
    assert isinstance(match.state, AgricolaState)
    return match.state


# --- better and worse positions -----------------------------------------------------------------------


def with_food(farm: Data) -> Data:
    """A seat with this farm, and food enough for the next harvest."""
    return {**farm, "goods": {"food": 6, **farm.get("goods", {})}}


@pytest.mark.parametrize("good", ["wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "food"])
def test_one_more_of_a_good_is_worth_more(good: str) -> None:
    assert estimate(position({"goods": {good: 1}}), 0) > estimate(position({"goods": {}}), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"people": 3, "at_home": 3, "rooms": ["A1", "A2", "A3"]}, {"rooms": ["A1", "A2", "A3"]}),
        ({"rooms": ["A1", "A2", "A3"]}, {}),
        ({"fields": {"C1": "", "C2": ""}}, {"fields": {"C1": ""}}),
        ({"fields": {"C1": "grain 3"}}, {"fields": {"C1": ""}, "goods": {"grain": 1}}),
        ({"pastures": [["D1", "E1"]]}, {}),
        ({"pastures": [["D1", "E1"]], "goods": {"sheep": 3}}, {"pastures": [["D1", "E1"]]}),
        ({"improvements": ["cooking_hearth_4"]}, {}),
        ({}, {"begging": 1}),
    ],
)
def test_a_better_farm_is_worth_more(better: Data, worse: Data) -> None:
    good, bad = (position(with_food(farm), round=5) for farm in (better, worse))
    assert estimate(good, 0) > estimate(bad, 0)


def test_animals_that_can_breed_are_worth_more_with_a_place_for_their_young() -> None:
    """Two sheep: on a pasture of one space there is no place for more than one further animal."""

    def gain(*pasture: str) -> int:
        farm: Data = {"pastures": [[*pasture]]}
        pair: Data = {**farm, "goods": {"sheep": 2}}
        counts = [estimate(position(with_food(seat), round=8), 0) for seat in (farm, pair)]
        return counts[1] - counts[0]

    assert gain("D1", "E1") > gain("D1")


def test_food_is_worth_more_the_nearer_hunger_is() -> None:
    """Two people, a harvest after round 4: the second food counts more in round 4 than in round 1."""

    def gain(number: int, at_home: int) -> int:
        hungry, fed = ({"goods": {"food": food}, "at_home": at_home} for food in (1, 2))
        return estimate(position(fed, round=number), 0) - estimate(position(hungry, round=number), 0)

    assert gain(4, 0) > gain(1, 2)


def test_what_is_being_decided_counts_at_its_best() -> None:
    """A person has just been placed on Farm Expansion: the room is as good as built."""
    goods: Data = {"wood": 5, "reed": 2, "food": 4}
    state = position({"goods": goods}, round=5)
    before = estimate(state, 0)
    play(state, "place Farm Expansion")
    pending = estimate(state, 0)
    assert pending > before
    play(state, "build room A1")
    assert estimate(state, 0) <= pending


def test_a_stage_of_exchanging_is_never_attractive() -> None:
    state = position({"goods": {"grain": 1, "wood": 3}})
    before = estimate(state, 0)
    play(state, "exchange")
    assert estimate(state, 0) < before - 1000


# --- what the greedy player does -----------------------------------------------------------------------


def test_it_builds_a_room_when_it_can_and_families_may_soon_grow() -> None:
    state = position({"goods": {"wood": 5, "reed": 2, "food": 5}}, round=5)
    play(state, "place Farm Expansion")
    assert greedy_choice(state).startswith("build room")


def test_its_family_grows_when_there_is_room() -> None:
    state = position({"rooms": ["A1", "A2", "A3"], "goods": {"food": 5}}, round=6)
    assert greedy_choice(state) == "place Basic Wish for Children"


def test_it_feeds_its_family_before_it_begs() -> None:
    """Four food are needed, and there are two raw crops and three sheep beside a Fireplace."""
    seat: Data = {
        "goods": {"grain": 1, "vegetable": 1, "sheep": 3},
        "pastures": [["D1", "E1"]],
        "improvements": ["fireplace_2"],
    }
    state = harvest(seat, {"goods": {"food": 4}})
    while state.to_play == 0 and state.step() == FEED:
        play(state, greedy_choice(state))
    assert state.begging[0] == 0


def test_it_uses_a_craft_building_in_the_feeding_phase() -> None:
    seat: Data = {"goods": {"wood": 1, "food": 3}, "improvements": ["joinery"]}
    state = harvest(seat, {"goods": {"food": 4}})
    assert greedy_choice(state) == "craft wood"


def test_it_keeps_the_first_food_of_the_game() -> None:
    """Who has one kind of good only, which could be thrown away without further question, keeps it."""
    assert greedy_choice(position(players=4)).startswith("place ")


def test_it_throws_nothing_away_with_the_last_person_of_a_round() -> None:
    assert greedy_choice(last_person({"goods": {"wood": 2}}, round=3)).startswith("place ")


def test_it_cooks_animals_that_it_cannot_keep() -> None:
    seat: Data = {"improvements": ["fireplace_2"]}
    state = position(seat, round=6, piles={"sheep_market": 3})
    play(state, "place Sheep Market")
    assert greedy_choice(state) == "cook sheep"


def test_it_sows_what_it_has() -> None:
    seat: Data = {"goods": {"grain": 1, "vegetable": 1, "food": 6}, "fields": {"C1": "", "C2": ""}}
    state = position(seat, round=8)
    play(state, "place Grain Utilization")
    assert greedy_choice(state).startswith("sow")
    play(state, greedy_choice(state))
    assert greedy_choice(state).startswith("sow")


def test_it_fences_when_it_has_the_wood() -> None:
    state = position({"goods": {"wood": 10, "food": 6}}, round=8)
    play(state, "place Fencing")
    built = 0
    while state.to_play == 0 and greedy_choice(state) != "done":
        play(state, greedy_choice(state))
        built += 1
    assert built > 0
    assert state.goods[0] <= 3


# --- hand cards ----------------------------------------------------------------------------------------


def hands(mine: list[str], others: list[str]) -> AgricolaState:
    """Seat 0 and seat 1 hold these occupations."""
    return position({"occupations": mine}, {"occupations": others})


def test_it_does_not_know_what_others_hold() -> None:
    """Positions that differ only in what seat 0 cannot know are worth the same to it."""
    one, other = (hands(["grocer"], [card]) for card in ("scythe_worker", "wood_cutter"))
    for action in one.legal_actions():
        counts = []
        for state in (one, other):
            after = state.clone()
            after.apply(action)
            counts.append(estimate(after, 0))
        assert counts[0] == counts[1], one.describe(int(action))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"front": ["basket"]}, {}),
        ({"front": ["bottles"]}, {"front": ["drinking_trough"]}),
        ({"front": ["scullery"]}, {"front": ["scullery"], "house": "clay"}),
        ({"front": [["moldboard_plow", 0]]}, {"front": [["moldboard_plow", 2]]}),
        ({"promised": {"8": {"sheep": 1}}}, {}),
        ({"promised": {"7": {"wood": 1}}}, {"promised": {"12": {"wood": 1}}}),
        ({"front": ["caravan"], "people": 2}, {"front": ["bottles"], "people": 2, "begging": 1}),
    ],
)
def test_what_cards_bring_is_worth_something(better: Data, worse: Data) -> None:
    good, bad = (position(with_food(farm), round=5) for farm in (better, worse))
    if "house" in worse:  # the house itself is worth something as well
        plain = [position(with_food({**farm, "front": []}), round=5) for farm in (better, worse)]
        assert estimate(good, 0) - estimate(plain[0], 0) > estimate(bad, 0) - estimate(plain[1], 0)
    else:
        assert estimate(good, 0) > estimate(bad, 0)


def test_a_card_that_acts_again_and_again_is_worth_more_early() -> None:
    def gain(number: int) -> int:
        played, without = (with_food(farm) for farm in ({"front": ["basket"]}, {}))
        return estimate(position(played, round=number), 0) - estimate(position(without, round=number), 0)

    assert gain(2) > gain(9) > gain(14) == 0


def test_a_card_in_the_hand_is_worth_less_than_one_played() -> None:
    held, played = (position(with_food(farm)) for farm in ({"minors": ["basket"]}, {"front": ["basket"]}))
    assert estimate(position(with_food({})), 0) < estimate(held, 0) < estimate(played, 0)


def test_it_begins_with_a_strong_occupation() -> None:
    state = position({"occupations": ["wall_builder", "priest"], "goods": {"food": 3}})
    assert greedy_choice(state) == "place Lessons"
    play(state, "place Lessons")
    assert greedy_choice(state) == "play Wall Builder"


def test_it_plays_an_improvement_that_costs_little_for_many_points() -> None:
    state = position({"minors": ["bottles"], "goods": {"clay": 2, "food": 6}}, round=9)
    play(state, "place Meeting Place")
    assert greedy_choice(state) == "play Bottles"


def test_it_does_not_pay_for_what_can_no_longer_act() -> None:
    state = position({"minors": ["basket"], "goods": {"reed": 1, "food": 6}}, round=14)
    play(state, "place Meeting Place")
    assert greedy_choice(state) == "done"


def test_an_offer_is_worth_what_can_be_made_of_it() -> None:
    """Day Laborer with a field plowed besides: as good as plowed, and the food as good as taken."""
    state = position({"front": ["assistant_tiller"], "goods": {"food": 6}}, round=5)
    plain = position({"goods": {"food": 6}}, round=5)
    gains = []
    for either in (state, plain):
        before = estimate(either, 0)
        play(either, "place Day Laborer")
        gains.append(estimate(either, 0) - before)
    assert gains[0] > gains[1]
    assert greedy_choice(state) == "use Assistant Tiller"


def test_it_buys_a_good_that_is_missing() -> None:
    """Grocer: one reed on top of the pile is all that a room still needs."""
    seat: Data = {"front": [["grocer", 2]], "goods": {"wood": 5, "reed": 1, "food": 8}}
    assert greedy_choice(position(seat, round=5)) == "exchange"


def test_it_exchanges_with_a_card_only_what_it_then_uses_the_card_for() -> None:
    """Hard Porcelain: who begins to exchange goes through with it, and gives nothing back."""
    seat: Data = {"front": ["hard_porcelain"], "goods": {"clay": 6, "wood": 3, "food": 8}}
    state = position(seat, round=8)
    while not (choice := greedy_choice(state)).startswith("place "):
        assert not choice.startswith("discard")
        play(state, choice)


def test_it_keeps_a_person_rather_than_place_it_badly() -> None:
    """Lasso: one sheep more that it can neither keep nor cook is not worth a second person."""
    farm: Data = {"front": ["lasso"], "goods": {"sheep": 1, "food": 8}}
    state = position(farm, round=5, piles={"sheep_market": 1})
    play(state, "place Day Laborer")
    assert greedy_choice(state) == "done"


def test_a_newborn_of_adoptive_parents_works_at_once() -> None:
    seat: Data = {
        "front": ["adoptive_parents"],
        "people": 3,
        "newborns": 1,
        "at_home": 0,
        "rooms": ["A1", "A2", "A3"],
        "goods": {"food": 8},
    }
    state = position(seat, round=6, used_by={"basic_wish_for_children": 0})
    assert greedy_choice(state) == "use Adoptive Parents"


# --- whole games -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "least"), [("none", 20), ("base", 28)])
def test_it_plays_a_sound_farm(cards: str, least: int) -> None:
    """Four seats: on average so many points at least, and hardly anybody begs."""
    ended = [greedy_game(4, number, cards=cards) for number in range(GAMES)]
    scores = [score for state in ended for score in state.scores()]
    assert sum(scores) / len(scores) >= least
    beggars = sum(int(state.begging[seat]) > 0 for state in ended for seat in range(4))
    assert beggars <= 0.02 * 6 * 4 * GAMES


@pytest.mark.parametrize("cards", ["none", "base"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_it_plays_a_sound_farm_with_fewer_seats(players: int, cards: str) -> None:
    state = greedy_game(players, 1, cards=cards)
    assert min(state.scores()) >= 10
    assert all(count == 0 for count in state.begging)


@pytest.mark.parametrize("players", [2, 4])
def test_it_copes_with_every_tile(players: int) -> None:
    state = greedy_game(players, 2, cards="none", side_job="yes", variant_tile="yes")
    assert max(state.scores()) >= 15


@pytest.mark.parametrize("hands", ["drafted", "of_ten", "dealt"])
def test_it_copes_with_every_way_to_a_hand(hands: str) -> None:
    state = greedy_game(2, 3, hands=hands)
    assert max(state.scores()) >= 15


def before_a_redraw(occupations: list[str], minors: list[str]) -> AgricolaState:
    """Seat 0 has been dealt these, and says whether it keeps them (R14.10)."""
    data = Match("agricola", 2, redraw="yes").state.to_dict()
    data["seats"][0] |= {"occupations": occupations, "minors": minors}
    data["seats"][1] |= {
        "occupations": [card for card in FOR_TWO if card not in occupations][:7],
        "minors": [card for card in MINORS if card not in minors][:7],
    }
    state = GAME.from_dict(data)
    assert isinstance(state, AgricolaState)
    return state


def test_a_bad_hand_is_given_back_and_a_good_one_kept() -> None:
    """R14.10: the greedy player compares its cards with what the others bring on average."""

    def by_worth(cards: list[str]) -> list[str]:
        return sorted(cards, key=lambda card: WORTHS[card])

    occupations, minors = by_worth(FOR_TWO), by_worth(MINORS)
    for dealt, answer in ((slice(7), "redraw"), (slice(-7, None), "done")):
        assert greedy_choice(before_a_redraw(occupations[dealt], minors[dealt])) == answer


def test_of_ten_cards_the_worst_are_given_back() -> None:
    """R14.9: the seven kept of each kind bring more than the three given back."""
    state = Match("agricola", 2, seed=1, hands="of_ten").state
    assert isinstance(state, AgricolaState)
    for _ in range(6):
        state.apply(state.parse(greedy_choice(state)))
    data = state.to_dict()
    for kind, cards in (("occupations", FOR_TWO), ("minors", MINORS)):
        kept = [WORTHS[card] for card in data["seats"][0][kind]]
        gone = [WORTHS[card] for card in data["given_back"] if card in cards]
        assert (len(kept), len(gone)) == (7, 3)
        assert sum(kept) / 7 > sum(gone) / 3


# --- hints ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hints_are_three_usable_spaces(players: int) -> None:
    state = position(players=players)
    spaces = suggested_spaces(state, 0)
    assert len(spaces) == len(set(spaces)) == 3
    assert all(PLACE + space in state.legal_actions() for space in spaces)


def test_the_first_hint_is_the_best() -> None:
    state = position({"rooms": ["A1", "A2", "A3"], "goods": {"food": 5}}, round=6)
    assert state.describe(PLACE + suggested_spaces(state, 0)[0]) == "place Basic Wish for Children"


def test_there_are_no_hints_for_others() -> None:
    state = position()
    assert suggested_spaces(state, 1) == []
    play(state, "place Farmland")
    assert suggested_spaces(state, 0) == []

"""R24 to R36, R56: what workers do in the village up to the development area."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, State
from farmtable.games.mi_tierra import GAME
from tests.games.mi_tierra.oracle import ANIMAL_OF
from tests.games.mi_tierra.scenarios import (
    GONE_A,
    LATE,
    QUIET,
    Data,
    activated,
    allowed,
    asked,
    fact,
    goods,
    is_placing,
    legal,
    money,
    play,
    rule_against,
    seat_of,
)


def die(state: State) -> dict[str, int]:
    """The outcomes of a die with their weights."""
    weights = state.chance_weights()
    return {
        state.describe(action): weight for action, weight in zip(state.legal_actions(), weights, strict=True)
    }


# --- in general --------------------------------------------------------------------------------------


def test_r24_order_of_the_zones() -> None:
    """R24: from the forest to the market, then the next round's turn order."""
    seat: Data = {
        "workers": 5,
        "money": 50,
        "goods": {"sheep": 3, "milk": 1, "egg": 2, "wheat": 3, "wool": 3},
        "barnyards": [3, 3],
    }
    one = activated(seat, placed={"Forest": [0], "Sheep Farm": [0], "Seed Shop": [0], "Cattle Farm": [0]})
    assert set(die(one)) == {"roll 2", "roll 3"}
    play(one, "roll 2", "leave")
    assert die(one) == {"roll 1": 2, "roll 2": 2, "roll 3": 2}
    play(one, "roll 1")
    assert goods(one)["sheep"] == 4, "before the seed shop"
    play(one, "roll 2", "plant B2", "roll 1")
    assert goods(one)["cow"] == 1
    two = activated(seat, placed={"Animal Industry": [0], "Oven": [0], "Clothing Industry": [0]})
    play(two, "take", "take", "take")
    assert {"cake": 1, "clothes": 1, "wool": 1}.items() <= goods(two).items()
    three = activated(
        seat, placed={"Oven": [0], "Development": [0], "Winery and Mill": [0], "Official Market": [0]}
    )
    play(three, "take")
    assert allowed(three, "buy I from centre")
    play(three, "leave")
    assert legal(three) == {"make flour", "leave"}
    play(three, "leave")
    assert "black market" in legal(three)


def test_r25_from_left_to_right() -> None:
    """R25: within a zone in the order of placing; in the development area and at home in turn order."""
    state = activated(players=3, placed={"Sheep Farm": [1, 0, 1]}, order=[0, 1, 2])
    play(state, "roll 1")
    assert goods(state, 1) == {"sheep": 1}
    play(state, "roll 2")
    assert goods(state, 0) == {"sheep": 2}
    rich: Data = {"money": 9}
    develop = activated(rich, rich, placed={"Development": [0, 1]}, order=[1, 0])
    assert asked(develop) == 1
    farms = activated({"field_workers": ["A2"]}, {"field_workers": ["A2"]}, order=[1, 0])
    assert asked(farms) == 1
    play(farms, "work A2")
    assert asked(farms) == 0


def test_r25_workers_go_home() -> None:
    """R25: when a round is over, all workers are in their huts."""
    state = activated(placed={"Forest": [[0, "pair"]], "Oven": [1], "Development": [None, 1]})
    play(state, "leave", "leave")
    assert is_placing(state)
    assert [seat_of(state, seat)["idle"] for seat in (0, 1)] == [3, 3]
    assert fact(state, "placed") == {}


@pytest.mark.parametrize(
    ("zone", "seat"),
    [
        ("Animal Industry", {"money": 5, "goods": {"cow": 2}}),
        ("Oven", {"money": 8, "goods": {"milk": 1, "egg": 2}}),
        ("Winery and Mill", {"money": 5, "goods": {"grape": 3}}),
        ("Clothing Industry", {"money": 7, "goods": {"wool": 3}}),
        ("Development", {"money": 9}),
    ],
)
def test_r26_voluntary(zone: str, seat: Data) -> None:
    """R26: a worker need not do anything."""
    state = activated(seat, placed={zone: [0]})
    play(state, "leave")
    assert is_placing(state)
    assert (money(state), goods(state)) == (seat["money"], seat.get("goods", {}))


def test_r26_results_may_be_refused() -> None:
    """R26: a barnyard or a crop that the die gives need not be taken."""
    state = activated(placed={"Forest": [0], "Seed Shop": [0]})
    play(state, "roll 3", "leave", "roll 3", "leave")
    assert is_placing(state)
    assert seat_of(state)["barnyards"] == [0, 0, 0]


# --- forest, animals, square, seeds ------------------------------------------------------------------


def test_r27_forest() -> None:
    """R27: the die says how large the barnyard is; it is placed at once."""
    state = activated(placed={"Forest": [0]})
    assert die(state) == {"roll 2": 3, "roll 3": 3}
    play(state, "roll 3")
    assert legal(state) == {"take", "leave"}
    play(state, "take")
    assert seat_of(state)["barnyards"] == [3, 0, 0]


def test_r27_a_pair_chooses() -> None:
    """R27, R18: two workers on one space choose the capacity."""
    state = activated(placed={"Forest": [[0, "pair"]]})
    assert legal(state) == {"choose barnyard 2", "choose barnyard 3", "leave"}
    play(state, "choose barnyard 2", "take")
    assert seat_of(state)["barnyards"] == [2, 0, 0]


PLAIN = ["apple 3x6", "apple 4x4", "wheat 4x5", "wheat 5x3"]  # none of them leaves by itself


def test_r27_none_left() -> None:
    """R27: of eleven barnyards none left: nothing, and no die is rolled."""
    full: Data = {"barnyards": [2, 2, 2]}
    some: Data = {"barnyards": [3, 3]}
    wide: Data = {"options": {"components": {"farm": {"barnyard_places": 4}}}}
    four: Data = {"barnyards": [2, 2, 2, 2]}
    gone = activated({}, full, four, four, players=4, placed={"Forest": [0]}, market=PLAIN, **wide)
    assert is_placing(gone)
    # One of one's own goes back and can be taken again.
    own = activated(some, full, full, full, players=4, placed={"Forest": [0]}, market=PLAIN)
    play(own, "roll 2")
    assert legal(own) == {"leave", "throw away barnyard 1", "throw away barnyard 2"}
    assert rule_against(own, "take") == "R32"
    play(own, "throw away barnyard 2")
    assert seat_of(own)["barnyards"] == [3, 2, 0]


@pytest.mark.parametrize("zone", ANIMAL_OF)
def test_r28_animals(zone: str) -> None:
    """R28: as many as the die shows, one kind in each barnyard, meat for what finds no room."""
    animal = ANIMAL_OF[zone]
    faces = {2, 3} if animal == "chicken" else {1, 2, 3}
    state = activated(placed={zone: [0]})
    assert set(die(state)) == {f"roll {face}" for face in faces}
    play(state, "roll 3")
    assert goods(state) == {animal: 2, "meat": 1}
    roomy = activated({"barnyards": [2]}, placed={zone: [0]})
    play(roomy, "roll 3")
    assert goods(roomy) == {animal: 3}, "several barnyards may hold one kind"


def test_r28_one_kind_in_a_barnyard() -> None:
    """R28: a place beside animals of another kind is no room."""
    state = activated({"barnyards": [3], "goods": {"cow": 1, "chicken": 1}}, placed={"Sheep Farm": [0]})
    play(state, "roll 1")
    assert legal(state) == {"take", "release cow", "release chicken"}
    play(state, "take")
    assert goods(state) == {"cow": 1, "chicken": 1, "meat": 1}


def test_r29_rearranging() -> None:
    """R29: all animals may move when others arrive: two cows move for three sheep."""
    state = activated({"barnyards": [3], "goods": {"cow": 2}}, placed={"Sheep Farm": [0]})
    play(state, "roll 3")
    assert goods(state) == {"cow": 2, "sheep": 3}
    assert is_placing(state)


def test_r29_giving_up_others() -> None:
    """R29: earlier animals may be given up for those that arrive, for nothing."""
    state = activated({"goods": {"cow": 2}}, placed={"Sheep Farm": [0]})
    play(state, "roll 2", "release cow")
    assert legal(state) == {"take", "release cow"}
    play(state, "release cow")
    assert goods(state) == {"sheep": 2}
    assert is_placing(state)


def test_r29_room_must_be_used() -> None:
    """R29: animals that find room are not refused for meat."""
    state = activated({"barnyards": [3]}, placed={"Sheep Farm": [0]})
    play(state, "roll 2")
    assert goods(state) == {"sheep": 2}
    cramped = activated({"goods": {"cow": 2}}, placed={"Sheep Farm": [0]})
    play(cramped, "roll 1")
    assert rule_against(cramped, "leave") is not None


def test_r30_square() -> None:
    """R30: one worker more, for nothing; never more than five."""
    state = activated({"money": 9}, placed={"Workers' Square": [0]})
    assert legal(state) == {"keep 3 workers", "keep 4 workers"}
    play(state, "keep 4 workers")
    assert (seat_of(state)["idle"], money(state)) == (4, 7)
    five = activated({"workers": 5, "money": 9}, placed={"Workers' Square": [0]})
    assert legal(five) == {"keep 3 workers", "keep 4 workers", "keep 5 workers"}


@pytest.mark.parametrize(("face", "crop"), [(1, "apple"), (2, "wheat"), (3, "grape")])
def test_r31_seed_shop(face: int, crop: str) -> None:
    """R31: the die says which crop; it is planted at once on a free field."""
    state = activated(placed={"Seed Shop": [0]})
    assert set(die(state)) == {"roll 1", "roll 2", "roll 3"}
    play(state, f"roll {face}")
    assert rule_against(state, "plant A2") in ("R31", "R32")
    play(state, "plant C3")
    assert seat_of(state)["fields"] == {"A2": "apple", "C3": crop}


def test_r31_a_pair_chooses() -> None:
    """R31, R18: two workers on one space choose the crop."""
    state = activated(placed={"Seed Shop": [[0, "pair"]]})
    assert legal(state) == {"choose apple", "choose wheat", "choose grape", "leave"}
    play(state, "choose grape", "plant B1")
    assert seat_of(state)["fields"]["B1"] == "grape"


FULL_FIELDS = dict.fromkeys(("A1", "B1", "C1", "B2", "C2", "A3", "B3", "C3"), "wheat")


def test_r32_crops_make_room() -> None:
    """R32: a crop is thrown away, whether or not another field is free; the printed field stays."""
    state = activated({"fields": FULL_FIELDS}, placed={"Seed Shop": [0]})
    play(state, "roll 3")
    assert rule_against(state, "plant A2") == "R32"
    play(state, "plant C3")
    assert seat_of(state)["fields"]["C3"] == "grape"
    assert fact(state, "crop_tiles") == {"apple": 18, "wheat": 11, "grape": 17}
    free = activated({"fields": {"B1": "wheat"}}, placed={"Seed Shop": [0]})
    play(free, "roll 3")
    assert rule_against(free, "plant A2") == "R32"
    assert len(legal(free)) == 9
    play(free, "plant B1")
    assert seat_of(free)["fields"] == {"A2": "apple", "B1": "grape"}
    assert fact(free, "crop_tiles") == {"apple": 18, "wheat": 18, "grape": 17}


def test_r32_a_tile_thrown_away_can_be_taken_again() -> None:
    """R32, R57: with no tile of a crop left, one of one's own goes back first."""
    few = {"crop_tiles": {"wheat": 1}}
    state = activated({"fields": {"B1": "wheat"}}, placed={"Seed Shop": [0]}, options={"components": few})
    play(state, "roll 2")
    assert legal(state) == {"leave", "plant B1"}
    assert rule_against(state, "plant C1") == "R57"


def test_r32_barnyards_make_room() -> None:
    """R32: a barnyard is thrown away for a new one, and animals without room with it, without meat."""
    state = activated({"barnyards": [3, 3, 2], "goods": {"sheep": 6, "cow": 4}}, placed={"Forest": [0]})
    play(state, "roll 2")
    assert legal(state) == {"leave", *(f"throw away barnyard {slot}" for slot in (1, 2, 3))}
    assert rule_against(state, "take") in ("R27", "R32")
    play(state, "throw away barnyard 1")
    assert seat_of(state)["barnyards"] == [2, 3, 2]
    assert legal(state) == {"release sheep", "release cow"}
    play(state, "release sheep")
    assert goods(state) == {"sheep": 5, "cow": 4}
    free = activated({"barnyards": [3]}, placed={"Forest": [0]})
    play(free, "roll 2")
    assert legal(free) == {"leave", "take", "throw away barnyard 1"}
    assert rule_against(free, "throw away barnyard 2") == "R32"
    play(free, "throw away barnyard 1")
    assert seat_of(free)["barnyards"] == [2, 0, 0]
    assert fact(free, "barnyards") == 10, "the one thrown away is back"


def test_r32_cards_make_room() -> None:
    """R32: a fourth development card has one of the three thrown away."""
    seat: Data = {"money": 9, "cards": ["V", "VI", "VII"]}
    state = activated(seat, placed={"Development": [0]})
    play(state, "buy II from centre")
    assert legal(state) == {"drop V", "drop VI", "drop VII"}
    play(state, "drop VI")
    assert sorted(seat_of(state)["cards"]) == ["II", "V", "VII"]
    assert fact(state, "discarded") == {"VI": 1}


# --- industries and the clock tower ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("herd", "products"),
    [
        ({"sheep": 3}, {"wool": 1}),
        ({"cow": 2}, {"milk": 1}),
        ({"chicken": 4}, {"egg": 1}),
        ({"sheep": 3, "cow": 2, "chicken": 4}, {"wool": 1, "milk": 1, "egg": 1}),
    ],
)
def test_r33_animal_industry(herd: dict[str, int], products: dict[str, int]) -> None:
    """R33: 5 once for all products whose animals are there; the animals stay."""
    seat: Data = {"money": 5, "goods": herd, "barnyards": [3, 3, 2]}
    state = play(activated(seat, placed={"Animal Industry": [0]}), "take")
    assert (money(state), goods(state)) == (0, {**herd, **products})


def test_r33_too_few_animals() -> None:
    """R33: below every minimum, or without 5, nothing."""
    seat: Data = {"money": 5, "goods": {"sheep": 2, "cow": 1, "chicken": 3}, "barnyards": [3, 3]}
    assert is_placing(activated(seat, placed={"Animal Industry": [0]}))
    poor: Data = {"money": 4, "goods": {"sheep": 3}, "barnyards": [3]}
    assert is_placing(activated(poor, placed={"Animal Industry": [0]}))


def test_r34_a_look() -> None:
    """R34: the next four cards, which stay as they are."""
    state = activated(players=2, placed={"Clock Tower": [0]}, top=QUIET[:2])
    assert asked(state) == CHANCE, "two more cards are uncovered"
    play(state, "turn up thieves", "turn up frost")
    assert legal(state) == {f"next card {card}" for card in (*QUIET[:2], "thieves", "frost")}
    play(state, "next card frost", f"next card {QUIET[1]}", "next card thieves")
    assert [seen["card"] for seen in fact(state, "top")] == ["frost", QUIET[1], "thieves", QUIET[0]]


def test_r34_equal_cards_are_laid_too() -> None:
    """R34, R58: even where all that is left looks alike the order is asked: it tells nobody anything."""
    state = activated(placed={"Clock Tower": [0]}, top=["frost", "frost", "thieves", "thieves"])
    play(state, "next card frost", "next card frost")
    assert legal(state) == {"next card thieves"}
    play(state, "next card thieves")
    assert is_placing(state)


def test_r34_deck_a_then_b() -> None:
    """R34: where deck A ends the look goes on in deck B."""
    gone = {**GONE_A, "meat 4x3": 0, "wheat 4x5": 0}
    state = activated(
        placed={"Clock Tower": [0]}, gone={c: n for c, n in gone.items() if n}, market=LATE["market"]
    )
    play(state, "turn up meat 4x3", "turn up wheat 4x5")
    assert "turn up strike" in legal(state)
    assert "turn up milk 8x2" not in legal(state)


@pytest.mark.parametrize(
    ("zone", "seat"),
    [
        ("Oven", {"money": 7, "goods": {"milk": 1, "egg": 2}}),
        ("Oven", {"money": 9, "goods": {"milk": 1, "egg": 1}}),
        ("Oven", {"money": 9, "goods": {"egg": 2}}),
        ("Clothing Industry", {"money": 6, "goods": {"wool": 3}}),
        ("Clothing Industry", {"money": 9, "goods": {"wool": 2}}),
        ("Winery and Mill", {"money": 4, "goods": {"wheat": 3}}),
        ("Winery and Mill", {"money": 9, "goods": {"wheat": 2, "grape": 2}}),
    ],
)
def test_r35_what_is_missing(zone: str, seat: Data) -> None:
    """R35: without the money or the goods nothing is made."""
    assert is_placing(activated(seat, placed={zone: [0]}))


def test_r35_once_for_each_worker() -> None:
    """R35: one cake, one of clothes, one flour and one wine at most for each worker."""
    stock = {"milk": 3, "egg": 6, "wool": 9, "wheat": 9, "grape": 9}
    placed = {"Oven": [0], "Winery and Mill": [0], "Clothing Industry": [0]}
    state = activated({"money": 50, "goods": stock}, placed=placed)
    play(state, "take", "make flour and wine", "take")
    assert is_placing(state)
    assert money(state) == 50 - 8 - 5 - 7
    made = {"cake": 1, "flour": 1, "wine": 1, "clothes": 1}
    assert goods(state) == {"milk": 2, "egg": 4, "wool": 6, "wheat": 6, "grape": 6, **made}


def test_r35_only_what_there_is() -> None:
    """R35: with grapes alone there is only wine."""
    state = activated({"money": 5, "goods": {"grape": 3, "wheat": 2}}, placed={"Winery and Mill": [0]})
    assert legal(state) == {"make wine", "leave"}
    assert rule_against(state, "make flour") == "R35"


# --- development -------------------------------------------------------------------------------------


def test_r36_prices_fall() -> None:
    """R36: 1 for each card still touched; with several workers in any order."""
    state = activated({"money": 9}, players=3, placed={"Development": [0, 0]})
    play(state, "buy I from top")
    assert money(state) == 7
    play(state, "buy II from centre")
    assert money(state) == 4
    assert sorted(seat_of(state)["cards"]) == ["I", "II"]


def test_r36_no_card_left() -> None:
    """R36: a worker that touches no card gets nothing."""
    state = activated({"money": 9}, placed={"Development": [None, 0]}, display=[None, None, "I", "II"])
    assert asked(state) == CHANCE, "the display is filled already"


def test_r36_money() -> None:
    """R36: one pays for all cards touched, or buys none."""
    state = activated({"money": 3}, players=3, placed={"Development": [0, 0]})
    assert legal(state) == {"leave", "buy I from top", "buy II from top"}
    assert not allowed(state, "buy I from centre")
    play(state, "buy I from top")
    assert money(state) == 1


def test_r36_no_second_copy() -> None:
    """R36: no second card of a kind."""
    state = activated({"money": 9, "cards": ["II"]}, placed={"Development": [0]})
    assert rule_against(state, "buy II from centre") == "R36"


@pytest.mark.parametrize(("basic", "better"), [("I", "XII"), ("VII", "XIV")])
def test_r36_replacing(basic: str, better: str) -> None:
    """R36: XII only with I, XIV only with VII, which it replaces, on a full farm too."""
    display = [better, basic, "V", "VI"]
    none = activated({"money": 9}, placed={"Development": [0]}, display=display)
    assert rule_against(none, f"buy {better} from centre") == "R36"
    seat: Data = {"money": 9, "cards": [basic, "II", "III"]}
    state = activated(seat, placed={"Development": [0]}, display=display)
    play(state, f"buy {better} from centre")
    assert sorted(seat_of(state)["cards"]) == sorted(["II", "III", better])
    assert fact(state, "discarded") == {basic: 1}
    has = activated(
        {"money": 9, "cards": [better]}, placed={"Development": [0]}, display=["III", basic, "V", "VI"]
    )
    assert rule_against(has, f"buy {basic} from centre") == "R36"


def test_r36_a_new_card_works_at_once() -> None:
    """R36: bought in step 10, used in step 13."""
    seat: Data = {"money": 9, "goods": {"sheep": 3}, "barnyards": [3]}
    state = activated(seat, placed={"Development": [0]})
    play(state, "buy I from centre", "use I")
    assert goods(state) == {"sheep": 3, "wool": 1}


# --- card X ------------------------------------------------------------------------------------------


def test_r56_the_second_roll_stands() -> None:
    """R56: the first result is void; the second must be accepted; there is no third."""
    state = activated({"cards": ["X"]}, placed={"Forest": [0]})
    play(state, "roll 2")
    assert legal(state) == {"take", "leave", "reroll"}
    play(state, "reroll", "roll 3")
    assert seat_of(state)["barnyards"] == [3, 0, 0], "nothing is left to be asked"
    owner = activated({"cards": ["X"], "barnyards": [3, 3, 3]}, placed={"Forest": [0]})
    play(owner, "roll 3", "reroll", "roll 2")
    assert legal(owner) == {f"throw away barnyard {place}" for place in (1, 2, 3)}
    assert rule_against(owner, "reroll") in ("R40", "R56")
    assert rule_against(owner, "leave") == "R56"
    again = GAME.from_dict(owner.to_dict())
    assert legal(again) == legal(owner)


def test_r56_the_second_seed_is_planted() -> None:
    """R56: no `leave` after a second throw in the seed shop."""
    state = activated({"cards": ["X"]}, placed={"Seed Shop": [0]})
    play(state, "roll 2", "reroll", "roll 1")
    assert legal(state) == {f"plant {column}{row}" for column in "ABC" for row in "123"} - {"plant A2"}
    assert rule_against(state, "leave") == "R56"
    # Card X helps one worker a round; the next one may refuse again.
    two = activated({"cards": ["X"]}, players=4, market=PLAIN, placed={"Seed Shop": [0, 0]})
    play(two, "roll 2", "reroll", "roll 1", "plant B1", "roll 3")
    assert "leave" in legal(two)


def test_r56_animals_arrive_after_the_second_roll() -> None:
    """R56: animals are taken or the die is rolled once more."""
    state = activated({"cards": ["X"]}, placed={"Sheep Farm": [0]})
    play(state, "roll 2")
    assert legal(state) == {"take", "reroll"}
    play(state, "reroll", "roll 1")
    assert goods(state) == {"sheep": 1}
    without = activated(placed={"Forest": [0]})
    play(without, "roll 2")
    assert rule_against(without, "reroll") in ("R40", "R56")

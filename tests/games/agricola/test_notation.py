"""Notation: every action has its words, and forgiving reading finds it again."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Rng
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from farmtable.games.agricola.position.actions import (
    CELL,
    CONVERT,
    DONE,
    END_OF_ACTIONS,
    OPTION,
    PASTURE,
    PAY,
    PLACE,
    SOW_GRAIN_ON_CARD,
    SOW_VEGETABLE_ON_CARD,
)
from farmtable.games.agricola.position.facts import FOREST, SHEEP, TILE_COPSE, VEGETABLE
from farmtable.games.agricola.words.notation import cell_name, cell_number, describe, is_action, read
from tests.games.agricola.scenarios import Data, legal, play, position

STATE = position(players=4)
FIELDS_ON_CARDS = range(CELL + 15, CELL + 18), range(SOW_GRAIN_ON_CARD, SOW_GRAIN_ON_CARD + 6)


def depends(action: int) -> bool:
    """Whether the words of an action depend on what lies in front of a seat, or on what it pays for."""
    return PAY <= action < CELL or any(action in block for block in FIELDS_ON_CARDS)


@pytest.mark.parametrize("cards", ["base", "none"])
def test_every_action_is_read_as_what_it_is(cards: str) -> None:
    state = position(players=4, cards=cards)
    assert not is_action(state, END_OF_ACTIONS)
    numbers = [n for n in range(END_OF_ACTIONS) if is_action(state, n) and not depends(n)]
    texts = [describe(state, action) for action in numbers]
    assert len(set(texts)) == len(texts)
    assert [read(state, text) for text in texts] == numbers
    with_cards = {text for text in texts if text.partition(" ")[0] in ("play", "use", "pick", "deal")}
    assert len(with_cards) == (4 * 96 if cards == "base" else 0)


def test_field_cards_go_by_their_names() -> None:
    """R4.3: they are sown like fields."""
    farm: Data = {"front": ["grocer", "beanfield"], "fields": {"D1": ""}, "goods": {"vegetable": 1}}
    state = play(position(farm, round=3), "place Grain Utilization")
    assert legal(state) == ["sow vegetable D1", "sow vegetable Beanfield"]
    assert state.read("Sow vegetable beanfield") == SOW_VEGETABLE_ON_CARD
    assert state.read("sow grain beanfield") == SOW_GRAIN_ON_CARD
    assert state.read("choose Beanfield") == CELL + 15
    with pytest.raises(IllegalAction, match="actions look like"):
        state.read("sow vegetable Canoe")


def test_prices_are_named_by_their_goods() -> None:
    """R9.19: the goods in any order; one that nobody asks for is answered with those that are."""
    goods = {"wood": 1, "clay": 5, "reed": 2}
    farm: Data = {"front": ["carpenter", "frame_builder"], "house": "clay", "goods": goods}
    state = play(position(farm), "place Farm Expansion", "build room A1")
    assert legal(state) == ["pay 3 clay, 2 reed", "pay 1 wood, 1 clay, 2 reed"]
    assert state.read("pay 2 reed, 1 CLAY,  1 wood") == PAY + 1
    for text in ("pay 9 wood", "pay", "pay wood", "pay nothing"):
        with pytest.raises(IllegalAction, match=r"you pay '3 clay, 2 reed' or '1|look like"):
            state.read(text)
    with pytest.raises(IllegalAction, match="no prices"):
        STATE.read("pay 3 wood")


def test_cards_are_those_of_the_deck() -> None:
    assert STATE.read("play sheep  whisperer") == STATE.read("play Sheep Whisperer")
    assert STATE.read("option 2") == OPTION + 1
    for verb in ("play", "use", "pick", "give back", "deal"):
        with pytest.raises(IllegalAction, match="no card of this game is called 'unicorn'"):
            STATE.read(f"{verb} Unicorn")


@pytest.mark.parametrize(
    ("players", "hands"),
    [
        *((1, "dealt"), (1, "chosen"), (2, "drafted"), (3, "dealt"), (4, "drafted"), (4, "dealt")),
        *((3, "of_ten"), (2, "redrawn")),
    ],
)
def test_all_through_a_game_words_and_actions_belong_together(players: int, hands: str) -> None:
    rng = Rng("notation", f"{players} {hands}")
    state = GAME.new(players, **({"redraw": "yes"} if hands == "redrawn" else {"hands": hands}))
    while state.to_play != OVER:
        actions = state.legal_actions()
        texts = legal(state)
        assert len(set(texts)) == len(texts)
        assert [state.read(text) for text in texts] == list(actions)
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            state.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("PLACE  forest ", "place Forest"),
        ("fence d2 C2  b2", "fence B2 C2 D2"),
        ("build basketmaker’s workshop", "build Basketmaker's Workshop"),
        ("cook vegetable", "eat vegetable"),
        ("Build Room b2", "build room B2"),
    ],
)
def test_reading_forgives(text: str, same: str) -> None:
    action = STATE.read(text)
    assert action == STATE.read(same)
    assert STATE.describe(action) == same


def test_some_numbers_by_name() -> None:
    """Spaces of the tile, of the same name as others on the board, are told apart."""
    assert STATE.read("place Forest") == PLACE + FOREST
    assert STATE.read("place Tile Copse") == PLACE + TILE_COPSE
    assert STATE.read("cook sheep") == CONVERT + SHEEP
    assert STATE.read("eat vegetable") == CONVERT + VEGETABLE
    assert STATE.read("done") == DONE
    assert STATE.read("fence A1") == PASTURE


def test_spaces_are_named_row_by_row() -> None:
    assert [cell_name(cell) for cell in (0, 4, 5, 10, 14)] == ["A1", "E1", "A2", "A3", "E3"]
    assert [cell_number(name) for name in ("a1", "E3", "F1", "A4", "", "11")] == [0, 14, -1, -1, -1, -1]


@pytest.mark.parametrize(
    "text",
    ["", "place", "place Wood", "build room F1", "bake 0 grain", "bake 64 grain", "fence", "eat food", "fly"],
)
def test_what_is_no_action_is_answered_with_examples(text: str) -> None:
    with pytest.raises(IllegalAction, match="place Forest") as caught:
        STATE.why_not(text)
    assert caught.value.refusal is None


def test_a_seat_that_is_not_in_the_game_cannot_begin() -> None:
    beginning = GAME.new(2, cards="none")
    assert beginning.read("start seat 2") == beginning.legal_actions()[1]
    with pytest.raises(IllegalAction, match="actions look like"):
        beginning.read("start seat 3")


@pytest.mark.parametrize("text", ["fence A1 C1", "fence A1 B2", "fence A1 B1 C1 D1 E1 A2 C2 E2 A3 C3 E3"])
def test_a_pasture_that_cannot_be_is_explained(text: str) -> None:
    """In pieces, only corner to corner, or with a border of more than 15 fences."""
    with pytest.raises(IllegalAction, match="side by side and need at most 15 fences"):
        STATE.read(text)

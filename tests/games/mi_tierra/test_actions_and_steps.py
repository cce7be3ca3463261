"""The tables of actions and steps: whole, in order, and with words and rules for every row."""

from __future__ import annotations

import re

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable.core.blocks import Block
from farmtable.core.playout import sample_chance
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position import packed, steps
from farmtable.games.mi_tierra.position.actions import (
    BLOCKS,
    BUY_CARD,
    END_OF_ACTIONS,
    MANY,
    NUM_ACTIONS,
    SELL,
    USE,
    block_of,
)
from farmtable.games.mi_tierra.position.facts import (
    DEVELOPMENT_SPACES,
    DEVELOPMENTS,
    DISPLAY,
    EVENTS,
    GOODS,
    MAX_FACE,
    MAX_KINDS,
    MAX_PLAYERS,
    MAX_SPACES,
    MOST_UNITS,
    ZONES,
)
from farmtable.games.mi_tierra.rules import turn
from farmtable.games.mi_tierra.words.notation import describe, is_action
from farmtable.games.mi_tierra.words.refusals import _REFUSALS
from tests.games.mi_tierra.scenarios import position

NAMES = [block.words for block in BLOCKS]


# --- actions -----------------------------------------------------------------------------------------


def test_blocks_lie_side_by_side() -> None:
    beyond = 0
    for block in BLOCKS:
        assert block.first == beyond, block.words
        beyond += block.size
    assert beyond == END_OF_ACTIONS


@pytest.mark.parametrize("block", BLOCKS, ids=NAMES)
def test_every_action_knows_its_block(block: Block) -> None:
    assert {block_of(action) for action in range(block.first, block.first + block.size)} == {block.first}


@pytest.mark.parametrize("block", BLOCKS, ids=NAMES)
def test_every_block_has_words(block: Block) -> None:
    """Buying a card is told by what is on show; all other notation begins with the name of the block."""
    state = position(players=4)
    known = [n for n in range(block.first, block.first + block.size) if is_action(state.facts, n)]
    assert known
    if block.first != BUY_CARD:
        assert all(describe(state, action).startswith(block.words) for action in known)


@pytest.mark.parametrize("block", BLOCKS, ids=NAMES)
def test_every_block_answers_a_step_and_can_be_refused(block: Block) -> None:
    askers = [row for row in steps.STEPS if block.first in row.answers]
    assert askers
    is_decision = block.first < NUM_ACTIONS
    assert all((row.decided_by != steps.BY_CHANCE) == is_decision for row in askers)
    assert (block.first in _REFUSALS) == is_decision


# --- steps -------------------------------------------------------------------------------------------


def test_every_step_has_a_row_and_rules_under_its_number() -> None:
    assert len(steps.STEPS) == len(turn.STEPS) == steps.STEP_COUNT
    for number, (row, rule) in enumerate(zip(steps.STEPS, turn.STEPS, strict=True)):
        name = re.sub("(?<!^)(?=[A-Z])", "_", type(rule).__name__).upper()
        assert getattr(steps, name) == number
        assert row.name.replace("development", "develop") == name.replace("_", " ").lower()


def test_steps_that_are_nobodys_are_not_answered() -> None:
    for row in steps.STEPS:
        assert (row.decided_by == steps.NOBODY) == (len(row.answers) == 0), row.name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_step_is_answered_as_its_row_says(players: int) -> None:
    rng = Rng("answers", players)
    state = GAME.new(players)
    while state.to_play != OVER:
        row = steps.STEPS[state.step()]
        assert {block_of(action) for action in state.legal_actions()} <= set(row.answers), row.name
        assert (state.to_play == CHANCE) == (row.decided_by == steps.BY_CHANCE)
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])


# --- packed numbers ----------------------------------------------------------------------------------


def test_the_parts_of_an_action_find_room_in_its_block() -> None:
    sizes = {int(block.first): int(block.size) for block in BLOCKS}
    assert packed.pack_purchase(DEVELOPMENT_SPACES - 1, DISPLAY - 1) == sizes[BUY_CARD] - 1
    assert packed.pack_use(DEVELOPMENTS - 1, 1) < sizes[USE]
    assert packed.pack_sale(MAX_KINDS - 1, MOST_UNITS) == sizes[SELL] - 1
    assert packed.pack_amount(GOODS - 1, MANY - 1) == GOODS * MANY - 1


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("purchase", (DEVELOPMENT_SPACES - 1, DISPLAY - 1)),
        ("use", (DEVELOPMENTS - 1, 1)),
        ("sale", (MAX_KINDS - 1, MOST_UNITS)),
        ("amount", (GOODS - 1, MANY - 1)),
        ("activation", (ZONES - 1, MAX_SPACES)),
        ("offer", (ZONES - 1, True)),
        ("arrival", (2, MAX_FACE)),
        ("generic_sale", (MAX_KINDS - 1, True)),
        ("trade", (MAX_PLAYERS - 1, 9)),
        ("debt", (MAX_PLAYERS - 1, EVENTS - 1, 999)),
        ("worker", (MAX_PLAYERS - 1, True)),
        ("note", (steps.NOTE_SHUFFLED, MAX_PLAYERS - 1, 4095, 99_999)),
    ],
)
def test_what_is_packed_is_unpacked(name: str, parts: tuple[int, ...]) -> None:
    """With everything at its largest, and each part alone."""
    pack, unpack = getattr(packed, f"pack_{name}"), getattr(packed, f"unpack_{name}")
    for n in range(len(parts)):
        alone = tuple(part if i == n else type(part)() for i, part in enumerate(parts))
        assert unpack(pack(*alone)) == alone
    assert unpack(pack(*parts)) == parts


def test_a_seat_is_found_in_the_argument_of_its_step() -> None:
    for seat in range(MAX_PLAYERS):
        assert packed.seat_in(seat) == seat
        assert packed.seat_in(packed.pack_trade(seat, 3)) == seat
        assert packed.seat_in(packed.pack_debt(seat, EVENTS - 1, 99)) == seat


def test_nobody_stands_on_an_empty_space() -> None:
    assert packed.unpack_worker(0) == (-1, False)

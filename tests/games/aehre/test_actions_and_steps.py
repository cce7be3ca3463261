"""The tables of actions and steps: whole, in order, and with words and rules for every row."""

from __future__ import annotations

import re

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable.core.blocks import Block
from farmtable.core.playout import sample_chance
from farmtable.games.aehre.position import packed, steps
from farmtable.games.aehre.position.actions import (
    BLOCKS,
    END_OF_ACTIONS,
    LARGE,
    NUM_ACTIONS,
    SCORE,
    SMALL,
    block_of,
)
from farmtable.games.aehre.position.facts import CROPS, MAX_CELLS, MAX_KINDS, MAX_PLAYERS
from farmtable.games.aehre.rules import turn
from farmtable.games.aehre.words.notation import _PARTS
from farmtable.games.aehre.words.refusals import _REFUSALS
from tests.games.aehre.scenarios import GAME

NAMES = [f"{block.words} {block.first}" for block in BLOCKS]


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
def test_every_block_answers_a_step_has_words_and_can_be_refused(block: Block) -> None:
    askers = [row for row in steps.STEPS if block.first in row.answers]
    assert askers
    is_decision = block.first < NUM_ACTIONS
    assert all((row.decided_by == steps.ACTIVE) == is_decision for row in askers)
    assert (block.first in _REFUSALS) == is_decision
    assert block.first in _PARTS


# --- steps -------------------------------------------------------------------------------------------


def test_every_step_has_a_row_and_rules_under_its_number() -> None:
    assert len(steps.STEPS) == len(steps.STEP_NAMES) == len(turn.STEPS) == steps.STEP_COUNT
    for number, rule in enumerate(turn.STEPS):
        name = re.sub("(?<!^)(?=[A-Z])", "_", type(rule).__name__).upper()
        assert getattr(steps, name) == number
        assert name.replace("_", " ").lower().startswith(steps.STEP_NAMES[number])


def test_steps_that_are_nobodys_are_not_answered() -> None:
    for row in steps.STEPS:
        assert (row.decided_by == steps.NOBODY) == (len(row.answers) == 0), row.name


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_step_is_answered_as_its_row_says(players: int) -> None:
    """And each answer is told by the words of its block."""
    names = {int(block.first): block.words for block in BLOCKS}
    rng = Rng("answers", players)
    state = GAME.new(players)
    while state.to_play != OVER:
        row = steps.STEPS[state.step()]
        actions = state.legal_actions()
        assert {block_of(action) for action in actions} <= set(row.answers), row.name
        assert (state.to_play == CHANCE) == (row.decided_by == steps.BY_CHANCE)
        action = sample_chance(state, rng) if state.to_play == CHANCE else actions[rng.below(len(actions))]
        assert state.describe(action).startswith(names[block_of(action)])
        state.apply(action)


# --- packed numbers ----------------------------------------------------------------------------------


def test_the_parts_of_an_action_find_room_in_its_block() -> None:
    sizes = {int(block.first): int(block.size) for block in BLOCKS}
    assert packed.pack_large(MAX_KINDS - 1, 3, MAX_CELLS - 1) < sizes[LARGE]
    assert packed.pack_small(CROPS - 1, MAX_CELLS - 1) < sizes[SMALL]
    assert packed.pack_score(1, True) == sizes[SCORE] - 1


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("large", (MAX_KINDS - 1, 3, MAX_CELLS - 1)),
        ("small", (CROPS - 1, MAX_CELLS - 1)),
        ("score", (1, True)),
        ("face", (4, 9)),
        ("note", (steps.EVENT_DISCARD, MAX_PLAYERS - 1, MAX_CELLS - 1, 999)),
    ],
)
def test_what_is_packed_is_unpacked(name: str, parts: tuple[int, ...]) -> None:
    """With everything at its largest, and each part alone."""
    pack, unpack = getattr(packed, f"pack_{name}"), getattr(packed, f"unpack_{name}")
    for n in range(len(parts)):
        alone = tuple(part if i == n else type(part)() for i, part in enumerate(parts))
        assert unpack(pack(*alone)) == alone
    assert unpack(pack(*parts)) == parts

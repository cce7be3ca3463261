"""The tables of actions, steps and parts: each row once, and nothing that a row needs is missing above."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from farmtable import OVER, Rng
from farmtable.core.agenda import pack_frame, unpack_frame
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from farmtable.games.agricola.evaluation import features
from farmtable.games.agricola.page import view
from farmtable.games.agricola.position import events, frames, nouns, parts, steps
from farmtable.games.agricola.position.actions import (
    BLOCKS,
    END_OF_ACTIONS,
    NUM_ACTIONS,
    PLAY,
    SOW_GRAIN_ON_CARD,
    block_of,
)
from farmtable.games.agricola.position.facts import SPACES
from farmtable.games.agricola.rules import decisions, spaces
from farmtable.games.agricola.rules.parts.all_parts import ALL_PARTS, MAY_COST_FOOD, REPEATED
from farmtable.games.agricola.stored import agenda, card_steps
from farmtable.games.agricola.words import card_notation, notation, obstacles, refusals

FIRSTS = {int(block.first) for block in BLOCKS}
ASKED = [step for step in steps.ALL_STEPS if step.decided_by not in (steps.NOBODY, steps.BY_CHANCE)]


# --- actions -----------------------------------------------------------------------------------------


def test_blocks_of_actions_lie_one_after_the_other() -> None:
    for block, after in pairwise(BLOCKS):
        assert 0 <= block.first < block.first + block.size <= after.first
    assert BLOCKS[-1].first + BLOCKS[-1].size == END_OF_ACTIONS


def test_each_action_belongs_to_its_block() -> None:
    expected = {int(block.first) + at: block.first for block in BLOCKS for at in range(int(block.size))}
    for action in range(-1, int(END_OF_ACTIONS) + 1):
        assert block_of(action) == expected.get(action, -1)


def test_each_block_has_words() -> None:
    in_every_position = {*notation._NAMES, "shape"}
    for block in BLOCKS:
        assert block.names in in_every_position or block.names in card_notation._OF_CARDS, block.words


def test_each_block_has_a_refusal() -> None:
    of_parts = {block for part in ALL_PARTS for block in part.blocks} - {PLAY}
    assert set(obstacles.OF_BLOCK) == of_parts
    assert set(refusals._OF_BLOCK) == FIRSTS - of_parts


@pytest.mark.slow
def test_each_block_is_asked_for_at_some_step() -> None:
    """Random games of many kinds come by every block."""
    seen: set[int] = set()
    kinds: list[tuple[int, dict[str, str]]] = [
        (1, {"stage_order": "chosen"}),
        (2, {"redraw": "yes", "variant_tile": "yes"}),
        (3, {"hands": "drafted"}),
        (4, {"hands": "of_ten"}),
    ]
    expected = FIRSTS - {SOW_GRAIN_ON_CARD}  # only an owner's own card may be a field of grain
    seed = 0
    while seen != expected and seed < 400:
        players, options = kinds[seed % len(kinds)]
        rng = Rng(seed)
        state = GAME.new(players, **options)
        while state.to_play != OVER:
            seen |= {int(block_of(action)) for action in state.legal_actions()}
            if state.to_play < 0:
                state.apply(sample_chance(state, rng))
            else:
                actions = state.legal_actions()
                state.apply(actions[rng.below(len(actions))])
        seed += 1
    assert seen == expected


# --- parts of an action --------------------------------------------------------------------------------


def test_parts_stand_in_the_order_of_their_bits() -> None:
    assert [part.bit for part in ALL_PARTS] == [1 << at for at in range(parts.PARTS)]
    assert set(nouns.PARTS) == {part.bit for part in ALL_PARTS}


def test_what_parts_say_of_themselves_is_gathered() -> None:
    assert REPEATED == parts.ROOMS | parts.STABLES | parts.SOWING | parts.FENCES
    assert MAY_COST_FOOD == parts.IMPROVEMENT | parts.MINOR_IMPROVEMENT | parts.PLAY_OCCUPATION


def test_each_part_that_a_space_offers_has_a_refusal() -> None:
    offered = 0
    for space in range(SPACES):
        offered |= int(spaces.compulsory_parts(space))
    assert {part.bit for part in ALL_PARTS if part.bit & offered} <= set(obstacles.OF_PART)


def test_what_is_learned_has_a_place_for_each_part_and_space() -> None:
    """Another part or space moves the features behind: networks have to be trained anew."""
    assert features.SOW_VEGETABLES - features.PART == parts.PARTS
    assert features.TURNED_UP - features.BOARD == SPACES


# --- steps -------------------------------------------------------------------------------------------


def test_steps_are_numbered_as_they_stand() -> None:
    assert [step.number for step in steps.ALL_STEPS] == list(range(steps.STEPS))
    assert len(set(steps.STEP_NAMES)) == steps.STEPS


def test_each_step_has_rules() -> None:
    for step in steps.ALL_STEPS:
        has_class = type(decisions._DECISIONS[step.number]) is not decisions.Decision
        assert has_class == (step.run_by == steps.DECISION), step.name
        asks = step.run_by in (steps.BEGINNING, steps.WORKING, steps.DECISION)
        assert asks == (step.decided_by != steps.NOBODY), step.name


def test_each_step_has_its_check_in_stored_positions() -> None:
    of_cards = {step.number for step in steps.ALL_STEPS if step.argument == steps.CARD_ARGUMENT}
    assert set(card_steps.CHECKS) == of_cards
    assert set(agenda._CHECKS) | {steps.CARD_ARGUMENT} == {step.argument for step in steps.ALL_STEPS}


def test_each_step_that_asks_a_seat_says_what() -> None:
    numbers = {step.number for step in ASKED}
    assert set(refusals._ASKED) | {steps.ASK} == numbers
    assert numbers - {steps.PICK_CARD} <= set(view.STEPS)


# --- packed numbers ------------------------------------------------------------------------------------

PAIRS: list[tuple[Callable[..., int], Callable[[int], tuple[int, ...]], tuple[int, ...]]] = [
    (frames.pack_deal, frames.unpack_deal, (1, 3, 12)),
    (frames.pack_pick, frames.unpack_pick, (3, frames.TOO_MANY)),
    (frames.pack_offer, frames.unpack_offer, (0xFFFFFF, 25, 3, 0x7FFF)),
    (frames.pack_ask, frames.unpack_ask, (127, 3, 255)),
    (frames.pack_payment, frames.unpack_payment, (NUM_ACTIONS - 1, 15)),
    (frames.pack_play, frames.unpack_play, (127, 2)),
    (events.pack_event, events.unpack_event, (37, 4, 1023, 0x7FFF)),
    (events.pack_promise, events.unpack_promise, (9, 12)),
    (pack_frame, unpack_frame, (30, 1 << 54)),
    (
        parts.pack_menu,
        lambda menu: (parts.open_parts(menu), parts.extra_of(menu), parts.current_part(menu)),
        (0xFFF, parts.MAX_EXTRA, parts.FENCES),
    ),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].__name__)
def test_what_is_packed_is_unpacked(
    pair: tuple[Callable[..., int], Callable[[int], tuple[int, ...]], tuple[int, ...]],
) -> None:
    pack, unpack, numbers = pair
    assert tuple(unpack(pack(*numbers))) == numbers
    for at in range(len(numbers)):
        alone = tuple(number if place == at else 0 for place, number in enumerate(numbers))
        assert tuple(unpack(pack(*alone))) == alone

"""Whole positions as readable data: `to_dict`, and `from_dict`, which believes nothing it reads.

In a scenario everything but `players` may be left out: what is missing stands as it does in the work
phase of the first round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from librt.vecs import vec
from mypy_extensions import u8

from farmtable.core.errors import BadRecord
from farmtable.games.agricola.position import steps
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CARDS,
    FIRST_CARD,
    FIRST_OF_TILE,
    ROUNDS,
    SPACE_IDS,
    SPACES,
)
from farmtable.games.agricola.rules import farmyard, hands, spaces, turn
from farmtable.games.agricola.stored import agenda, seats
from farmtable.games.agricola.stored import cards as of_cards
from farmtable.games.kit import stored_agenda
from farmtable.games.kit.stored import Data, expect_keys, expect_number, expect_one_of, named, refusing

if TYPE_CHECKING:
    from farmtable.core.game import Game


# --- to_dict -----------------------------------------------------------------------------------------


def to_dict(state: Position) -> dict[str, Any]:
    """The whole position: spaces, cards and improvements by their ids, farmyards by names as `B2`."""
    found: dict[str, Any] = {
        "game": state.game.id,
        "players": int(state.players),
        "options": state.options,
        "round": int(state.round),
        "start": int(state.start),
        "turn": int(state.turn),
        "active": int(state.active),
        "turned_up": named(SPACE_IDS[FIRST_CARD:], state.turned_up),
        "ordered": named(SPACE_IDS[FIRST_CARD:], state.ordered),
        "piles": named(SPACE_IDS, state.pile),
        "used_by": {SPACE_IDS[space]: int(user) - 1 for space, user in enumerate(state.used_by) if user > 0},
        "seats": [seats.to_dict(state, seat) for seat in range(int(state.players))],
        "agenda": stored_agenda.to_list(state, steps.STEP_NAMES),
    }
    return found if state.facts.deck is None else found | of_cards.to_dict(state)


# --- from_dict ---------------------------------------------------------------------------------------

_KEYS: Final = (
    "game",
    "players",
    "options",
    "round",
    "start",
    "turn",
    "active",
    "turned_up",
    "ordered",
    "piles",
    "used_by",
    "seats",
    "agenda",
)


def from_dict(game: Game, data: Data) -> Position:
    """The position that `data` tells of. Raises BadRecord, naming what does not fit."""
    with refusing():
        state = _new_game(game, data)
        _read_round(state, data)
        state.agenda = agenda.read(data.get("agenda"))
        _read_cards(state, data)
        _read_spaces(state, data)
        seats.read(state, data.get("seats"))
        if state.facts.deck is not None:
            of_cards.read_rest(state, data)
        agenda.check(state)
    for seat in range(int(state.players)):
        farmyard.refresh_pastures(state, seat)
    hands.refresh(state)
    turn.advance(state)
    return state


def _new_game(game: Game, data: Data) -> Position:
    state = cast(Position, game.new(data["players"], **data.get("options", {})))
    if state.facts.deck is None:
        expect_keys(data, _KEYS, "a position of a game without hand cards")
    else:
        expect_keys(data, (*_KEYS, *of_cards.KEYS), "a position")
        of_cards.clear(state)
    return state


def _read_round(state: Position, data: Data) -> None:
    last = int(state.players) - 1
    state.round = expect_number(data.get("round", 1), "round", 0, ROUNDS)
    state.start = expect_number(data.get("start", 0), "start", -1, last)
    state.turn = expect_number(data.get("turn", max(state.start, 0)), "turn", -1, last)
    state.active = expect_number(data.get("active", -1), "active", -1, last)


# --- the board ---------------------------------------------------------------------------------------


def _read_cards(state: Position, data: Data) -> None:
    """The stage cards turned up so far, one a round, and the order in which they come if it was chosen."""
    turned_up = agenda.cards_turned_up(state)
    if "turned_up" in data:
        _read_card_rounds(state, state.turned_up, data["turned_up"], "turned_up")
    else:
        _in_order(state, state.turned_up, turned_up)
    if "ordered" in data:
        _read_card_rounds(state, state.ordered, data["ordered"], "ordered")
    else:
        _in_order(state, state.ordered, agenda.cards_ordered(state)[0])
    _expect_rounds(state.turned_up, turned_up, turned_up, "turned_up")
    _expect_rounds(state.ordered, *agenda.cards_ordered(state), "ordered")
    for card, number in enumerate(state.turned_up):
        if number > 0 and state.facts.chosen_order and number != state.ordered[card]:
            name = SPACE_IDS[FIRST_CARD + card]
            raise BadRecord(f"position: {name} was ordered for round {state.ordered[card]}, not {number}")


def _in_order(state: Position, rounds: vec[u8], last: int) -> None:
    """The cards of each stage one after the other, up to a round."""
    for number in range(1, last + 1):
        for card in range(CARDS):
            if state.facts.stage_of[card] == state.facts.stage_in[number] and rounds[card] == 0:
                rounds[card] = u8(number)
                break


def _read_card_rounds(state: Position, rounds: vec[u8], data: Data, where: str) -> None:
    for name, number in data.items():
        card = expect_one_of(name, SPACE_IDS[FIRST_CARD : FIRST_CARD + CARDS], where)
        rounds[card] = u8(expect_number(number, f"{where}.{name}", 1, ROUNDS))
        if state.facts.stage_in[number] != state.facts.stage_of[card]:
            stage = state.facts.stage_of[card]
            raise BadRecord(f"position: {where}: {name} is a card of stage {stage}, not of round {number}")


def _expect_rounds(rounds: vec[u8], fewest: int, most: int, where: str) -> None:
    """One card for each round from the first on."""
    found = sorted(int(number) for number in rounds if number > 0)
    if found != list(range(1, len(found) + 1)) or not fewest <= len(found) <= most:
        said = f"{most}" if fewest == most else f"{fewest} to {most}"
        raise BadRecord(f"position: {where} has a card for each of the first {said} rounds, not for {found}")


def _read_spaces(state: Position, data: Data) -> None:
    facts = state.facts
    if "piles" in data:
        for name, n in data["piles"].items():
            space = _space_in_play(state, name, "piles")
            if facts.accumulates[space] == 0:
                raise BadRecord(f"position: piles: nothing is ever laid on {name}")
            state.pile[space] = u8(expect_number(n, f"piles.{name}", 0, seats.MOST_IN_A_PLACE))
    elif not stored_agenda.has(state, steps.START_SEAT):
        for space in range(SPACES):
            if spaces.in_play(state, space):
                state.pile[space] = facts.accumulates[space]
    used_of_tile = 0
    for name, seat in data.get("used_by", {}).items():
        space = _space_in_play(state, name, "used_by")
        state.used_by[space] = u8(1 + expect_number(seat, f"used_by.{name}", 0, int(state.players) - 1))
        used_of_tile += space >= FIRST_OF_TILE
    if used_of_tile > 1:
        raise BadRecord("position: used_by: only one person can stand on the tile (R14.3)")
    if state.facts.deck is not None:
        of_cards.read_spaces(state, data)


def _space_in_play(state: Position, name: object, where: str) -> int:
    space = expect_one_of(name, SPACE_IDS, where)
    if not spaces.in_play(state, space):
        raise BadRecord(f"position: {where}: {name} is not in play")
    return space

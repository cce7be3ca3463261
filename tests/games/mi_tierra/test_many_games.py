"""Many random games: each ends properly, its farms keep the rules, and no card, tile or worker is lost."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import playout, sample_chance
from farmtable.games.mi_tierra import GAME, MiTierraState
from tests.games.mi_tierra.oracle import (
    BARNYARDS,
    CARDS_ON_A_FARM,
    COPIES,
    CROP_TILES,
    CROPS,
    DECK_A,
    DECK_B,
    LAST_PERMANENT,
    NEEDS,
    PERMANENT,
    PRINTED_FIELD,
    SUPPLY,
    Seat,
)
from tests.games.mi_tierra.test_against_oracle import POOR, RICH, begin, whim

GAMES = 10_000 if is_compiled() else 60
WATCHED = 6 if is_compiled() else 2  # games looked at step by step, for each number of seats

Data = dict[str, Any]


def seat_of(data: Data) -> Seat:
    """A seat of a stored position as the slow reference keeps it."""
    return Seat(
        money=data["money"],
        goods=Counter(data["goods"]),
        workers=data["workers"],
        idle=data["idle"],
        fields=data["fields"],
        field_workers=set(data["field_workers"]),
        barnyards=data["barnyards"],
        cards=set(data["cards"]),
        used=set(data["used"]),
    )


def check_position(state: State) -> None:
    """R1 to R6, R28, R36, R43, R57: what holds of every position."""
    assert isinstance(state, MiTierraState)
    data = state.to_dict()
    assert min(state.money) >= 0
    assert min(state.goods) >= 0
    seats = [seat_of(seat) for seat in data["seats"]]
    pending = [step for step, _ in data["agenda"]]
    for number, seat in enumerate(seats):
        check_farm(seat)
        assert seat.houses_all() or ("house" in pending and number == state.to_play)
        assert seat.workers == seat.idle + workers_out(data, number, seat)
    check_cards(data)
    check_supply(data, seats)
    assert state.scores() == [seat.total() for seat in seats]


def check_farm(seat: Seat) -> None:
    assert 3 <= seat.workers <= 5
    assert seat.fields[PRINTED_FIELD] == "apple"
    assert seat.field_workers <= set(seat.fields)
    assert len(seat.cards) <= CARDS_ON_A_FARM
    assert seat.used <= seat.cards
    assert not any({card, basic} <= seat.cards for card, basic in NEEDS.items())


def workers_out(data: Data, number: int, seat: Seat) -> int:
    """Workers in the village, on fields and on the black market."""
    here: list[Any] = [worker for spaces in data["placed"].values() for worker in spaces]
    pairs = here.count([number, "pair"])
    trading: list[int] = data["black_market"]
    return len(seat.field_workers) + here.count(number) + 2 * pairs + trading.count(number)


def check_cards(data: Data) -> None:
    """R2, R3, R43: every card is somewhere; seven of deck A are in the box."""
    shown = [card for card in (*data["market"], *data["closing"]) if card]
    seen = [place["card"] for place in data["top"]]
    assert Counter(data["unseen"]) + Counter(data["gone"]) + Counter([*shown, *seen]) == DECK_A + DECK_B
    assert sum(data["piles"].values()) == sum(data["unseen"].values()) + len(seen) - 7
    bought = [card for seat in data["seats"] for card in seat["cards"]]
    displayed = [card for card in data["display"] if card]
    in_hand = sum(step == "dropping" for step, _ in data["agenda"])
    found = Counter(data["developments"]) + Counter(data["discarded"]) + Counter([*bought, *displayed])
    assert found.total() + in_hand == sum(COPIES.values())
    assert not found - Counter(COPIES)
    permanent = sum(data["gone"].get(card, 0) for card in PERMANENT)
    assert data["permanents"] == permanent <= LAST_PERMANENT
    assert data["ending"] == (permanent == LAST_PERMANENT)


def check_supply(data: Data, seats: list[Seat]) -> None:
    """R27, R31, R57: tiles and units are all there."""
    planted = Counter(crop for seat in seats for cell, crop in seat.fields.items() if cell != PRINTED_FIELD)
    for crop in CROPS:
        assert planted[crop] + data["crop_tiles"].get(crop, 0) == CROP_TILES[crop]
    assert sum(capacity > 0 for seat in seats for capacity in seat.barnyards) + data["barnyards"] == BARNYARDS
    for good, units in SUPPLY.items():
        assert sum(seat.goods[good] for seat in seats) <= units


def check_end(state: State) -> None:
    """R46, R53 to R55: what every finished game has in common."""
    data = state.to_dict()
    check_position(state)
    assert state.to_play == OVER
    assert (data["agenda"], data["ending"], data["permanents"]) == ([], True, LAST_PERMANENT)
    results = [(seat.total(), seat.pieces() % 3) for seat in map(seat_of, data["seats"])]
    assert state.winners() == [number for number, one in enumerate(results) if one == max(results)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_properly(players: int) -> None:
    """R46, R53: over all seat counts 10,000 games end (fewer uncompiled)."""
    for number in range(GAMES // 3 + 1):
        options = {"closing_markets": "closed", "excess_meat": "visit"} if number % 4 == 0 else {}
        state = GAME.new(players, **options)
        assert playout(state, Rng(players, number)) > 50
        check_end(state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("gifts", [POOR, RICH], ids=["poor", "rich"])
def test_nothing_is_lost(players: int, gifts: tuple[Data, ...]) -> None:
    """R1 to R58: at every step of whole games, and few choices are many."""
    choices: list[int] = []
    for seed in range(WATCHED):
        state, _ = begin(players, gifts, start="1")
        rng = Rng("watched", seed)
        while state.to_play != OVER:
            actions = list(state.legal_actions())
            if state.to_play == CHANCE:
                action = sample_chance(state, rng)
            else:
                choices.append(len(actions))
                words = [state.describe(one) for one in actions]
                action = actions[words.index(whim(words, rng, 2 + seed % 5))]
            state.apply(action)
            check_position(state)
        check_end(state)
    assert max(choices) <= 200
    assert median(choices) < 20

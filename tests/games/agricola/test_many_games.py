"""Many random games: each ends properly, its farms keep the rules, and no good is lost on the way."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import playout, sample_chance
from farmtable.games.agricola import GAME
from tests.games.agricola.oracle import (
    ANIMALS,
    BOARD_PILES,
    COOKING,
    COSTS,
    CRAFT,
    EXTENSION_PILES,
    FOUR_SEAT_MARKET,
    GIFTS,
    HARVESTS,
    LAST_ROUND,
    STAGE_OF_ROUND,
    STAGES,
    TILE_PILES,
    TILES,
    Seat,
    beside,
    border,
    has_room_for,
    improvement_id,
    score_lines,
    space_id,
)
from tests.games.agricola.test_against_oracle import POOR, RICH, begin, whim

GAMES = 10_000 if is_compiled() else 600
LEDGERS = 30 if is_compiled() else 12

Data = dict[str, Any]

IMPROVEMENTS = {improvement_id(name): name for name in COSTS}


def seat_of(data: Data) -> Seat:
    """A seat of a stored position as the slow reference keeps it; its fences are the pastures' borders."""
    crops = {cell: text.split() for cell, text in data["fields"].items()}
    return Seat(
        goods=Counter(data["goods"]),
        house=data["house"],
        rooms=set(data["rooms"]),
        fields={cell: (crop[0], int(crop[1])) if crop else ("", 0) for cell, crop in crops.items()},
        stables=set(data["stables"]),
        fences=frozenset().union(*(border(frozenset(pasture)) for pasture in data["pastures"])),
        people=data["people"],
        begging=data["begging"],
        improvements={IMPROVEMENTS[one] for one in data["improvements"]},
    )


def in_one_piece(cells: set[str]) -> bool:
    reached = set(list(cells)[:1])
    while more := (beside(reached) & cells) - reached:
        reached |= more
    return reached == cells


def check_farm(state: State, number: int, data: Data) -> Seat:
    """R3.1, R3.2, R3.6, R4.1, R5.1 to R5.7, R6.1: what holds of every farmyard at every decision."""
    seat = seat_of(data)
    fenced = seat.fenced()
    assert 2 <= seat.people <= 5
    assert len(seat.stables) <= 4
    assert len(seat.fences) <= 15
    assert fences_on_board(state, number) == seat.fences, "every fence is part of a pasture's border"
    assert seat.pastures() == {frozenset(pasture) for pasture in data["pastures"]}, "pastures are closed"
    assert not seat.rooms & set(seat.fields)
    assert not (seat.rooms | set(seat.fields)) & (fenced | seat.stables)
    for kind in (seat.rooms, set(seat.fields), fenced):
        assert in_one_piece(kind)
    assert min(seat.goods.values(), default=0) >= 0
    return seat


def fences_on_board(state: State, number: int) -> frozenset[frozenset[str]]:
    """The fence spaces that the engine holds for a seat, as pairs of what they part."""
    bits = int(state.fences[number])  # type: ignore[attr-defined]
    found = []
    for row in range(4):
        for column in range(5):
            if bits >> (row * 5 + column) & 1:
                found.append(between((column, row), (column, row + 1)))
    for row in range(3):
        for column in range(6):
            if bits >> (20 + row * 6 + column) & 1:
                found.append(between((column - 1, row + 1), (column, row + 1)))
    assert bits >> 38 == 0
    return frozenset(found)


def between(one: tuple[int, int], other: tuple[int, int]) -> frozenset[str]:
    """The fence space between two places, rows from 1, each a cell or just beyond the edge."""
    inside = [f"{'ABCDE'[c]}{r}" for c, r in (one, other) if 0 <= c < 5 and 1 <= r <= 3]
    beyond = [f"beyond {inside[0]} at {c} {r}" for c, r in (one, other) if not (0 <= c < 5 and 1 <= r <= 3)]
    return frozenset(inside + beyond)


def check_end(state: State, players: int) -> None:
    """What every finished game has in common."""
    data = state.to_dict()
    assert state.to_play == OVER
    assert (data["round"], data["agenda"]) == (LAST_ROUND, [])
    cards = {number: card for card, number in data["turned_up"].items()}
    assert sorted(cards) == list(range(1, LAST_ROUND + 1))
    for number, card in cards.items():
        assert card in map(space_id, STAGES[STAGE_OF_ROUND[number - 1]])
    seats = [check_farm(state, number, seat) for number, seat in enumerate(data["seats"])]
    assert all(seat.houses_all() for seat in seats)
    owned = [name for seat in seats for name in seat.improvements]
    assert len(owned) == len(set(owned))
    scores = [sum(points for _, points in score_lines(seat)) for seat in seats]
    assert state.scores() == scores
    resources = [sum(seat.goods[good] for good in ("wood", "clay", "reed", "stone")) for seat in seats]
    best = max(zip(scores, resources, strict=True))
    assert state.winners() == [n for n in range(players) if (scores[n], resources[n]) == best]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end_properly(players: int) -> None:
    """R1.1, R12: over all seat counts 10,000 games end after 14 rounds (fewer uncompiled)."""
    for number in range(GAMES // 4):
        tile = "yes" if number % 2 and TILES[players] else "no"
        side_job = "yes" if number % 3 == 0 else "no"
        state = GAME.new(players, cards="none", side_job=side_job, variant_tile=tile)
        assert playout(state, Rng(players, number)) >= 14
        check_end(state, players)


# --- the ledger


def goods_in(data: Data, lying: dict[str, str]) -> Counter[str]:
    """All goods of the game, wherever they are; `lying` says what lies on which accumulation space."""
    found: Counter[str] = Counter()
    for space, amount in data["piles"].items():
        found[lying[space]] += amount
    for seat in data["seats"]:
        found.update(seat["goods"])
        for crop in seat["fields"].values():
            if crop:
                found[crop.split()[0]] += int(crop.split()[1])
        for promise in seat["promised"].values():
            found.update(promise)
    return found


class Ledger:
    """What goods there should be, told only by the actions' words and by what is newly built.

    People who are placed without a question (one free space, nothing to exchange) would escape it;
    there are none in the games below.
    """

    def __init__(self, data: Data) -> None:
        self.players = data["players"]
        refills = BOARD_PILES | EXTENSION_PILES[self.players] | TILE_PILES
        self.refills = {space_id(space): refill for space, refill in refills.items()}
        self.lying = {space: good for space, (_, good) in self.refills.items()}
        self.permanent = set(data["piles"]) - set(data["turned_up"])
        self.due = goods_in(data, self.lying)
        self.people = [seat["people"] for seat in data["seats"]]  # when the round began
        self.begging = sum(seat["begging"] for seat in data["seats"])
        self.released: Counter[tuple[int, str]] = Counter()  # given back since the last check
        self.space = ""

    def follow(self, before: Data, text: str, after: Data, seat: int) -> None:
        """Enter one action and all that followed without a question."""
        if text.startswith("place "):
            self.space = text.removeprefix("place ")
            self.due.update(GIFTS.get(self.space, {}))
            if self.space == "Resource Market" and self.players == 4:
                self.due.update(FOUR_SEAT_MARKET)
        if text.startswith("discard "):
            self.released[seat, text.removeprefix("discard ")] += 1
        self.enter_words(before["seats"][seat] if seat >= 0 else {}, text, after)
        for old, new in zip(before["seats"], after["seats"], strict=True):
            self.enter_farm(old, new)
            self.enter_improvements(old, new, before["round"])
        if self.space in ("Side Job", "Grain Utilization") and text == f"place {self.space}":
            self.enter_baking_unasked(before, after, seat)
        if set(after["turned_up"]) - set(before["turned_up"]):
            for space in (self.permanent | set(after["turned_up"])) & set(self.refills):
                amount, good = self.refills[space]
                self.due[good] += amount

    def enter_words(self, seat: Data, text: str, after: Data) -> None:
        """What the words of an action say about goods."""
        verb, _, good = text.partition(" ")
        if verb == "take":
            self.due[good] += 1
            self.due["food"] += {"wild boar": 0, "cattle": -1}.get(good, 1)
        elif verb == "bake":
            self.bake(seat, int(good.split()[0]))
        elif verb in ("eat", "cook"):
            self.due[good] -= 1
            owned = [COOKING.get(IMPROVEMENTS[one], {}) for one in seat["improvements"]]
            self.due["food"] += max([*(rates.get(good, 0) for rates in owned), int(verb == "eat")])
        elif verb == "craft":
            self.due[good] -= 1
            self.due["food"] += CRAFT[good][1]
        elif verb == "discard":
            self.due[good] -= 1

    def bake(self, seat: Data, grain: int) -> None:
        self.due["grain"] -= grain
        self.due["food"] += sum(seat_of(seat).baking()[:grain])

    def enter_baking_unasked(self, before: Data, after: Data, seat: int) -> None:
        """One grain and nothing else to be done on this space: it has been baked."""
        old, new = before["seats"][seat], after["seats"][seat]
        sown = any(crop and not old["fields"][cell] for cell, crop in new["fields"].items())
        untouched = old["stables"] == new["stables"] and not sown
        if untouched and after["agenda"] and after["agenda"][-1][0] != "menu":
            self.bake(old, 1)

    def enter_farm(self, old: Data, new: Data) -> None:
        """R3.1, R3.3, R4.2, R5.1, R5.2: the price of what is newly built; the gain of what is newly sown."""
        self.due[new["house"]] -= 5 * (len(new["rooms"]) - len(old["rooms"]))
        self.due["reed"] -= 2 * (len(new["rooms"]) - len(old["rooms"]))
        if new["house"] != old["house"]:
            self.due[new["house"]] -= len(new["rooms"])
            self.due["reed"] -= 1
        stable = 1 if self.space == "Side Job" else 2
        self.due["wood"] -= stable * (len(new["stables"]) - len(old["stables"]))
        self.due["wood"] -= len(seat_of(new).fences) - len(seat_of(old).fences)
        for cell, crop in new["fields"].items():
            if crop and not old["fields"].get(cell):
                self.due[crop.split()[0]] += 2 if crop.startswith("grain") else 1

    def enter_improvements(self, old: Data, new: Data, number: int) -> None:
        """R9.6, G22: what is newly in front of a seat is paid, or a Fireplace was given back for it."""
        returned = set(old["improvements"]) - set(new["improvements"])
        for built in set(new["improvements"]) - set(old["improvements"]):
            if not returned:
                self.due.subtract(COSTS[IMPROVEMENTS[built]])
            if built == "well":
                self.due["food"] += min(5, LAST_ROUND - number)

    def check(self, data: Data, fed: bool) -> None:
        """Between two people: everything is there; after a harvest with its meals and newborn animals."""
        seats = data["seats"]
        if fed:
            per_adult = 3 if self.players == 1 else 2
            born = [seat["people"] - people for seat, people in zip(seats, self.people, strict=True)]
            begged = sum(seat["begging"] for seat in seats) - self.begging
            self.due["food"] -= per_adult * sum(self.people) + sum(born) - begged
            self.begging += begged
        found = goods_in(data, self.lying)
        for kind in ANIMALS:
            lost = self.due.pop(kind, 0) - found.pop(kind, 0)
            herds = [seat["goods"].get(kind, 0) + self.released[n, kind] for n, seat in enumerate(seats)]
            assert lost >= -sum(herd >= 3 for herd in herds) * fed, "more newborn animals than pairs"
            assert lost <= 0 or any(full_of(kind, seat) for seat in seats), "animals are gone for no reason"
        assert +self.due == +found
        self.due = goods_in(data, self.lying)
        self.released.clear()

    def begin_round(self, data: Data) -> None:
        self.people = [seat["people"] for seat in data["seats"]]


def full_of(kind: str, data: Data) -> bool:
    """Whether a seat holds no other animals and has no room for one more: then nobody was asked."""
    seat = seat_of(data)
    herd = {one: seat.goods[one] for one in ANIMALS}
    others = sum(herd.values()) - herd[kind]
    return others == 0 and not has_room_for(seat.pastures(), seat.stables, {**herd, kind: herd[kind] + 1})


def keep_ledger(players: int, seed: int, gift: dict[str, int], **options: str) -> list[int]:
    """Play one game under the eyes of the ledger; return how many actions were legal at each decision."""
    state, _ = begin(players, gift, options)
    rng = Rng("ledger", seed)
    ledger: Ledger | None = None
    choices: list[int] = []
    before = state.to_dict()
    while state.to_play != OVER:
        actions = list(state.legal_actions())
        words = [state.describe(action) for action in actions]
        seat = int(state.to_play)
        if seat == CHANCE:
            text = state.describe(sample_chance(state, rng))
        else:
            choices.append(len(actions))
            text = whim(words, rng, seed % 8)
        state.apply(actions[words.index(text)])
        after = state.to_dict()
        for number, data in enumerate(after["seats"]):
            check_farm(state, number, data)
        top = after["agenda"][-1][0] if after["agenda"] else "over"
        if ledger is not None:
            ledger.follow(before, text, after, seat)
            turned = len(after["turned_up"]) > len(before["turned_up"])
            if top in ("work", "turn up", "over"):
                assert all(seat_of(data).houses_all() for data in after["seats"])
                ledger.check(after, harvested(before, after))
            if turned:
                ledger.begin_round(after)
        elif top == "work":
            ledger = Ledger(after)
        before = after
    check_end(state, players)
    return choices


def harvested(before: Data, after: Data) -> bool:
    """Whether the harvest of a round has just been completed."""
    rounds = (before["round"], after["round"])
    over = not after["agenda"]
    moved = over or rounds[1] > rounds[0] or after["agenda"][-1][0] == "turn up"
    return moved and before["agenda"][-1][0] != "turn up" and before["round"] in HARVESTS


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("gift", [POOR, RICH], ids=["poor", "rich"])
def test_goods_are_conserved(players: int, gift: dict[str, int]) -> None:
    """R1.2, R2.5, R7, R10: every good comes from somewhere and goes somewhere, and few choices are many."""
    tile = "yes" if TILES[players] else "no"
    choices: list[int] = []
    for seed in range(LEDGERS):
        choices += keep_ledger(players, seed, gift, side_job="yes", variant_tile=tile)
    assert max(choices) <= 2_000
    assert median(choices) < 20

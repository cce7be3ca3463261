"""Organic Farmer's arrangement of animals against trying out every arrangement there is."""

from __future__ import annotations

import itertools
import random

from tests.games.agricola.scenarios import Data, finished

# Pastures beside each other, as parts of a row and the row below it, with the stables in them.
FARMS: tuple[Data, ...] = (
    {},
    {"stables": ["B1", "C1"]},
    {"pastures": [["D1", "E1"]]},
    {"pastures": [["D1", "E1"]], "stables": ["D1", "B1"]},
    {"pastures": [["D1", "E1"], ["D2", "E2"]]},
    {"pastures": [["E1"], ["E2"], ["E3"]], "stables": ["E1", "E2"]},
    {"pastures": [["D1", "E1"], ["D2"], ["E2"]], "stables": ["D2"]},
    {"pastures": [["C1", "D1"], ["E1"], ["E2", "E3"]], "stables": ["E1"]},
)
KINDS = ("sheep", "wild boar", "cattle")


def places(farm: Data) -> tuple[list[int], int]:
    """How many animals each pasture holds, and how many can stand alone."""
    stables = set(farm.get("stables", []))
    pastures = farm.get("pastures", [])
    rooms = [2 * len(cells) << len(stables & set(cells)) for cells in pastures]
    return rooms, 1 + len(stables - {cell for cells in pastures for cell in cells})


def most(farm: Data, animals: tuple[int, ...]) -> int:
    """The most pastures with an animal and 3 free places, by going through all arrangements."""
    rooms, alone = places(farm)
    best = 0
    for kinds in itertools.product(range(3), repeat=len(rooms)):
        for held in itertools.product(*(range(room + 1) for room in rooms)):
            left = list(animals)
            for kind, n in zip(kinds, held, strict=True):
                left[kind] -= n
            if min(left) >= 0 and sum(left) <= alone:
                best = max(best, sum(n > 0 and room - n >= 3 for n, room in zip(held, rooms, strict=True)))
    return best


def test_no_arrangement_is_better() -> None:
    """R12.5: on many farms with any animals that fit, the points are those of the best arrangement."""
    rng = random.Random(3)
    for farm in FARMS:
        rooms, alone = places(farm)
        for _ in range(12):
            left, animals = sum(rooms) + alone, [0, 0, 0]
            for kind in rng.sample(range(3), 3):
                animals[kind] = rng.randint(0, min(left, 6))
                left -= animals[kind]
            seat: Data = {**farm, "goods": {name: n for name, n in zip(KINDS, animals, strict=True) if n > 0}}
            if not fit(farm, animals):
                continue
            with_it, without = finished({**seat, "front": ["organic_farmer"]}), finished(seat)
            assert with_it.scores()[0] - without.scores()[0] == most(farm, tuple(animals))


def fit(farm: Data, animals: list[int]) -> bool:
    """Whether all these animals can be kept: each pasture is given to one kind and filled."""
    rooms, alone = places(farm)
    for kinds in itertools.product(range(3), repeat=len(rooms)):
        left = list(animals)
        for kind, room in zip(kinds, rooms, strict=True):
            left[kind] = max(left[kind] - room, 0)
        if sum(left) <= alone:
            return True
    return False

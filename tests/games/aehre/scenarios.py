"""Positions built from a few words, for tests that read like the rulebook's examples.

    state = Scenario(3).lay("W", (3, 2), (3, 3)).farm(0, (3, 2)).state()
    place(state, "W1P2", (2, 3), (2, 4))

Cells are (row, column) from the top left, as in the worked examples. Whatever is not said stands as
at the beginning of a game in which seat 0 starts and has its turn.
"""

from __future__ import annotations

from typing import Any, Self

import farmtable
from farmtable import CHANCE, Refusal, Rng, State
from farmtable.core.playout import resolve_chance
from farmtable.core.state import World, as_world

GAME = farmtable.game("aehre")
CROPS = "WBRCP"
NAMES = {"W": "wheat", "B": "beets", "R": "rapeseed", "C": "corn", "P": "potatoes"}
LAYOUT = ("WRPBCW.", "BCWRPBC", "RPBCWRP", "CWRPBCW", "PBCWRPB", "WRPBCWR", "BCWRPBC", "RPBCWRP")
HANDS = (
    ("W1B2", "W1R2", "W1C2"),
    ("B1R2", "B1C2", "B1P2"),
    ("R1C2", "R1P2", "R2P1"),
    ("C1P2", "C2P1", "W2C1"),
    ("W1P2", "W2P1", "B2P1"),
)

Cell = tuple[int, int]
Data = dict[str, Any]


def name(cell: Cell) -> str:
    """`(3, 2)` as the game's notation has it: `C4`."""
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


class Scenario:
    """A position in the making; every method but `state` and `data` returns the scenario itself."""

    def __init__(self, players: int = 2, **options: str) -> None:
        self._crops = [list(line) for line in LAYOUT]
        self._levels = [[0] * len(line) for line in LAYOUT]
        self._seats: list[Data] = [
            {
                "earned": [0] * 7,
                "cubes": [0] * 5,
                "farms": [None, None],
                "reserve": CROPS,
                "hand": list(HANDS[seat]),
                "livestock": [],
            }
            for seat in range(players)
        ]
        self._rest: Data = {
            "players": players,
            "options": options,
            "stack": 20,
            "final_stack": 7,
            "ending": False,
            "start": 0,
            "active": 0,
            "round": 1,
            "agenda": [["place", 0]],
        }

    # --- the crop area

    def lay(self, crop: str, *cells: Cell) -> Self:
        """One tile more on each of these cells, showing this crop."""
        for row, column in cells:
            self._crops[row][column] = crop
            self._levels[row][column] += 1
        return self

    def raised(self, level: int, *cells: Cell) -> Self:
        """These cells stand so high; what they show stays."""
        for row, column in cells:
            self._levels[row][column] = level
        return self

    def all_show(self, crop: str) -> Self:
        """Every field shows this crop."""
        self._crops = [[crop if letter != "." else "." for letter in line] for line in self._crops]
        return self

    def farm(self, seat: int, cell: Cell, which: int = 0) -> Self:
        """A seat's first (0) or second (1) farm is built here."""
        self._seats[seat]["farms"][which] = name(cell)
        return self

    # --- the seats

    def cubes(self, seat: int, **rows: int) -> Self:
        """The rows of a seat's cubes by crop letter."""
        for crop, row in rows.items():
            self._seats[seat]["cubes"][CROPS.index(crop)] = row
        return self

    def gone(self, seat: int, crop: str, animal: str, value: int) -> Self:
        """A seat's cube has been exchanged for this animal."""
        self._seats[seat]["cubes"][CROPS.index(crop)] = None
        self._seats[seat]["livestock"].append([animal, value])
        return self

    def hand(self, seat: int, *tiles: str) -> Self:
        """A seat's large tiles, each as `W1B2`."""
        self._seats[seat]["hand"] = list(tiles)
        return self

    def reserve(self, seat: int, crops: str) -> Self:
        """A seat's small tiles by crop letter."""
        self._seats[seat]["reserve"] = crops
        return self

    def earned(self, seat: int, points: int) -> Self:
        """Victory points that a seat has made so far."""
        self._seats[seat]["earned"][0] = points
        return self

    # --- the game as a whole

    def stacks(self, ordinary: int, final: int = 7) -> Self:
        """Tiles in the ordinary stacks, and in the final one with its end-of-game tile."""
        self._rest.update(stack=ordinary, final_stack=final)
        return self

    def active(self, seat: int, start: int = 0) -> Self:
        """Whose turn it is, and who began the game."""
        self._rest.update(active=seat, start=start)
        return self

    def ending(self) -> Self:
        """The end-of-game tile has been drawn; the other tiles of the final stack are still there."""
        self._rest.update(stack=0, final_stack=3, ending=True)
        return self

    def over(self) -> Self:
        """The game is over."""
        self._rest.update(stack=0, final_stack=0, ending=True, agenda=[])
        return self

    def turn(self, *steps: str) -> Self:
        """What is still to be done this turn, the last first, as in the agenda of a stored position."""
        self._rest["agenda"] = [[step, 0] for step in steps]
        return self

    def data(self) -> Data:
        """The position as `game.from_dict` reads it."""
        return {
            **self._rest,
            "crops": ["".join(line) for line in self._crops],
            "levels": [level for line in self._levels for level in line],
            "seats": self._seats,
        }

    def state(self) -> World:
        """The position."""
        return as_world(GAME.from_dict(self.data()))


def position_s(players: int = 2, **options: str) -> Scenario:
    """Position S of the worked examples: a double wheat tile on (3,2) and (3,3)."""
    return Scenario(players, **options).lay("W", (3, 2), (3, 3))


# --- doing ---------------------------------------------------------------------------------------


def large(tile: str, first: Cell, second: Cell) -> str:
    """The notation of laying a large tile, its first half on the first cell."""
    return f"place {tile} {name(first)} {name(second)}"


def small(crop: str, cell: Cell) -> str:
    """The notation of laying a small tile face up."""
    return f"place {crop} {name(cell)}"


def place(state: State, tile: str, *cells: Cell) -> None:
    """Lay a large tile (`W1R2` on two cells) or a small one (`W` on one)."""
    state.play(f"place {tile} {' '.join(map(name, cells))}")


def points(state: State, *cells: Cell) -> None:
    """Take victory points for the fields on these cells, in this order."""
    for cell in cells:
        state.play(f"score {name(cell)} points")


def barns(state: State, *cells: Cell) -> None:
    """Take farm points for the fields on these cells, in this order."""
    for cell in cells:
        state.play(f"score {name(cell)} barns")


def build(state: State, cell: Cell) -> None:
    """Build the farm that is due."""
    state.play(f"farm {name(cell)}")


def draw(state: State, outcome: str | None = None) -> None:
    """Let chance play: this outcome, or any."""
    if outcome is not None:
        state.play(outcome)
    else:
        resolve_chance(state, Rng(1))


# --- asking ----------------------------------------------------------------------------------------


def legal(state: State) -> list[str]:
    """The legal actions in words."""
    return [state.describe(action) for action in state.legal_actions()]


def refused(state: State, action: str, rule: str) -> bool:
    """Whether the action is not legal, and the rule named for it is this one."""
    refusal = state.why_not(action)
    return isinstance(refusal, Refusal) and refusal.rule == rule and action not in legal(state)


def allowed(state: State, action: str) -> bool:
    """Whether the action is legal."""
    return state.why_not(action) is None


def shown(state: State, cell: Cell) -> Data:
    """What everybody sees of a cell: its crop, level, region, farm."""
    view = state.seen_by(None).view()
    found: Data = view["cells"][cell[0] * view["columns"] + cell[1]]
    return found


def region(state: State, cell: Cell) -> int:
    """The size of the region that a cell belongs to."""
    return int(shown(state, cell)["region"])


def seat(state: State, number: int) -> Data:
    """What everybody sees of a seat."""
    found: Data = state.seen_by(None).view()["seats"][number]
    return found


def vp(state: State, number: int = 0) -> int:
    """A seat's victory points on the track, livestock not counted."""
    return int(seat(state, number)["vp"])


def cube(state: State, crop: str, number: int = 0) -> int | None:
    """The row of a seat's cube; None once it has left the game."""
    row: int | None = seat(state, number)["cubes"][NAMES[crop]]
    return row


def farms(state: State, number: int = 0) -> list[str | None]:
    """Where a seat's two farms stand."""
    found: list[str | None] = state.to_dict()["seats"][number]["farms"]
    return found


def stands_at_chance(state: State) -> bool:
    """Whether chance is to play next."""
    return bool(state.to_play == CHANCE)

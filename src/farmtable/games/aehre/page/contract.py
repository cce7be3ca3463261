"""What a page of Eine Frage der Ähre is given: every key of the view and of a preview, with its meaning.

Cells of the crop area are numbered row by row, rows of the barn from 0 below, seats from 0; crops and
animals are called by their names. What is named an action is the number to be played.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from farmtable.games.aehre.position.facts import AnimalId, CropId

Direction = Literal["right", "down", "left", "up"]
Step = Literal["start", "deal", "place", "level", "score", "livestock", "farm", "discard", "draw", "over"]


class Cell(TypedDict):
    """A cell of the crop area with what shows there."""

    cell: int
    name: str  # as in the notation
    crop: CropId
    level: int  # tiles that lie there; 0: the printed field
    barns: int
    link: Direction | None  # where the other field of its tile lies
    farm: int | None  # the seat whose farm stands there
    fresh: bool  # laid in this turn
    region: int  # fields of the region that it is part of
    owner: int | None  # the seat whose farm stands in that region


class FarmRow(TypedDict):
    """A row of the barn that brings a farm."""

    row: int
    waiting: list[int]  # seats that have not built the farm beside it


class Barn(TypedDict):
    """The barn, whose tracks are as many as there are crops."""

    top_row: int
    farms: list[FarmRow]
    livestock_row: int
    piles: dict[CropId, list[AnimalId]]  # of each track what is left, topmost first


class Field(TypedDict):
    """A field of a tile."""

    crop: CropId
    barns: int


class HandTile(TypedDict):
    """Equal tiles of a hand."""

    kind: int
    text: str  # as in the notation
    fields: list[Field]
    count: int


class Beast(TypedDict):
    """A livestock tile of a seat."""

    animal: AnimalId
    value: int | None  # points; None to those who may not know


class Farm(TypedDict):
    """A farm of a seat."""

    row: int  # of the barn, that brings it
    cell: int | None  # None: not built
    size: int  # fields of its region


class Seat(TypedDict):
    """What a seat has."""

    seat: int
    vp: int  # victory points on the track
    cubes: dict[CropId, int | None]  # the row of each; None: exchanged for livestock
    reserve: list[CropId]  # small tiles
    hand_size: int
    hand: list[HandTile] | None  # None to others
    livestock: list[Beast]
    farms: list[Farm]
    discarded: int  # tiles put out of the game
    tie: int  # what breaks a tie: fields of its farms' regions, together or of the largest


class Codes(TypedDict):
    """Where blocks of actions begin."""

    large: int  # + kind * 256 + direction (right, down, left, up) * 64 + cell of the first field
    small: dict[CropId, int]  # + cell
    level: dict[CropId, int]  # the action that puts this small tile underneath
    score: int  # + field * 2 + (0: victory points, 1: farm points)
    farm: int  # + cell
    discard: int  # + kind


class OpenField(TypedDict):
    """A field that is to be scored."""

    field: int  # of the tile laid, 0 or 1
    cell: int
    crop: CropId
    vp: int  # victory points it would bring
    barns: int  # or steps of the cube, as far as the top row lets it
    vp_action: int
    fp_action: int | None  # None: the cube is gone
    row: int | None  # where the cube would stand; None: it is gone, or would be
    takes: AnimalId | None  # what it would be exchanged for
    farm_due: bool  # a farm would have to be built


class View(TypedDict):
    """What a seat, or a spectator, may see."""

    players: int
    to_play: int  # the seat that decides; negative: chance, or nobody
    active: int  # the seat whose turn it is
    start: int  # the starting seat
    round: int
    step: Step
    seat: int | None  # whose eyes; None: a spectator's
    columns: int
    rows: int
    cells: list[Cell | None]  # by number; None: not part of the crop area
    barn: Barn
    seats: list[Seat]  # by number
    stack: int  # large tiles
    final_stack: int  # large tiles in the 6+1 stack
    ending: bool  # this is the last round
    small_barns: dict[CropId, int]  # barns on the small tiles
    codes: Codes
    open_fields: NotRequired[list[OpenField]]  # at "score"
    free_regions: NotRequired[list[list[int]]]  # at "farm": cells of the regions without a farm


class FieldGain(TypedDict):
    """What a field of a placement would bring."""

    cell: int
    crop: CropId
    vp: int  # victory points
    fp: int | None  # steps of the cube; None: it is gone


class Preview(TypedDict, total=False):
    """What a placement brings; of other actions nothing is told."""

    fields: list[FieldGain]
    levelled: bool  # a small tile would have to go underneath

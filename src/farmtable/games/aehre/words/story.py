"""What happened, in words for each reader, and how every point was made."""

from __future__ import annotations

from typing import Final

from farmtable.core.sheet_line import SheetLine
from farmtable.core.text import SeatName, Text
from farmtable.games.aehre.position import steps
from farmtable.games.aehre.position.actions import (
    DRAW,
    DRAW_END,
    LARGE,
    LIVESTOCK,
    SMALL,
    START,
    block_of,
)
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS
from farmtable.games.aehre.position.nouns import ANIMALS, tile
from farmtable.games.aehre.position.nouns import CROPS as CROP_WORDS
from farmtable.games.aehre.position.packed import unpack_large, unpack_note, unpack_small
from farmtable.games.aehre.words.notation import cell_name

FIELDS: Final = (
    Text("wheat fields"),
    Text("beet fields"),
    Text("rapeseed fields"),
    Text("corn fields"),
    Text("potato fields"),
)
SHEET_LINES: Final = (
    *(SheetLine(fields) for fields in FIELDS),
    SheetLine(Text("first farm")),
    SheetLine(Text("second farm")),
    SheetLine(Text("livestock"), "livestock: {animal}"),
)
"""What `score_sheet` tells, all livestock in one line."""


def tell(state: Position, action: int, seat: int) -> list[Text]:
    """What `seat` (-1: a spectator) sees when `action` is applied to `state`."""
    after = state.clone()
    after.tracing = True
    after.apply(action)
    texts = _of_action(state, action, seat)
    if state.step() == steps.DEAL != after.step() and state.facts.start >= 0:
        texts.append(Text("{seat} begins.", seat=SeatName(int(after.start))))  # nobody has drawn it
    for note in after.trace:
        texts.append(_of_event(after, int(note)))
    return texts


def _of_action(state: Position, action: int, seat: int) -> list[Text]:
    """The action itself; what follows from it is told by events."""
    facts = state.facts
    who = SeatName(int(state.active))
    block = block_of(action)
    if block == LARGE:
        kind, direction, cell = unpack_large(action - LARGE)
        return [
            Text(
                "{seat} lays {tile} on {first} and {second}.",
                seat=who,
                tile=tile(facts.crop_a[kind], facts.crop_b[kind]),
                first=cell_name(facts, cell),
                second=cell_name(facts, facts.neighbour(cell, direction)),
            )
        ]
    if block == SMALL:
        crop, cell = unpack_small(action - SMALL)
        return [
            Text(
                "{seat} lays the small tile ({crop}) on {cell}.",
                seat=who,
                crop=CROP_WORDS[crop],
                cell=cell_name(facts, cell),
            )
        ]
    if block == START:
        return [Text("{seat} begins.", seat=SeatName(action - START))]
    if block in (DRAW, DRAW_END):
        return _of_draw(state, action, seat)
    if block == LIVESTOCK and seat == state.active:
        entry = action - LIVESTOCK
        return [
            Text(
                "{seat}: the {animal} is worth {points}.",
                seat=SeatName(seat),
                animal=ANIMALS[facts.entry_animal[entry]],
                points=int(facts.entry_value[entry]),
            )
        ]
    return []


def _of_draw(state: Position, action: int, seat: int) -> list[Text]:
    facts = state.facts
    dealing = state.step() == steps.DEAL
    drawer = int(state.argument()) if dealing else int(state.active)
    if action == DRAW_END:
        return [Text("{seat} draws the end-of-game tile: this is the last round.", seat=SeatName(drawer))]
    texts = []
    if drawer == seat:
        kind = action - DRAW
        drawn = tile(facts.crop_a[kind], facts.crop_b[kind])
        texts.append(Text("{seat} draws {tile}.", seat=SeatName(drawer), tile=drawn))
    elif not dealing:
        texts.append(Text("{seat} draws a tile.", seat=SeatName(drawer)))
    if not dealing and state.stack == 1:
        texts.append(Text("The stacks are empty: the 6+1 stack comes into play."))
    return texts


def _of_event(after: Position, note: int) -> Text:
    event, seat, a, b = unpack_note(note)
    who = SeatName(seat)
    if event in (steps.EVENT_VP, steps.EVENT_FP):
        crop = CROP_WORDS[after.crop_at(after.cell_of(a))]
        if event == steps.EVENT_VP:
            return Text.counted(
                "{seat} scores {n} point for {crop}.",
                "{seat} scores {n} points for {crop}.",
                b,
                seat=who,
                crop=crop,
            )
        return Text.counted(
            "{seat} moves the cube for {crop} {n} row up.",
            "{seat} moves the cube for {crop} {n} rows up.",
            b,
            seat=who,
            crop=crop,
        )
    if event == steps.EVENT_LIVESTOCK:
        return Text("{seat} takes a {animal} for {crop}.", seat=who, animal=ANIMALS[a], crop=CROP_WORDS[b])
    if event == steps.EVENT_FARM:
        return Text(
            "{seat} builds a farm on {cell} ({crop}).",
            seat=who,
            cell=cell_name(after.facts, a),
            crop=CROP_WORDS[after.crop_at(a)],
        )
    if event == steps.EVENT_PAYS:
        return Text.counted("{seat}’s farm pays {n} point.", "{seat}’s farm pays {n} points.", b, seat=who)
    if event == steps.EVENT_LEVEL:
        return Text("{seat} puts the small tile ({crop}) face down below it.", seat=who, crop=CROP_WORDS[a])
    return _of_rare_event(event, who)


def _of_rare_event(event: int, who: SeatName) -> Text:
    if event == steps.EVENT_SKIP:
        return Text("{seat} can lay no tile.", seat=who)
    if event == steps.EVENT_WAITS:
        return Text("{seat}’s farm has to wait: every region has a farm.", seat=who)
    if event == steps.EVENT_DISCARD:
        return Text("{seat} removes a large tile from the game.", seat=who)
    assert event == steps.EVENT_OVER
    return Text("The game is over. Livestock is revealed.")


def score_sheet(state: Position, seat: int) -> list[tuple[Text, int]]:
    """How a seat's points were made: fields by crop, farms, livestock as far as its value is known."""
    base = seat * steps.EARNINGS
    lines = [(FIELDS[crop], int(state.earned[base + crop])) for crop in range(CROPS)]
    lines += [
        (Text("first farm"), int(state.earned[base + CROPS])),
        (Text("second farm"), int(state.earned[base + CROPS + 1])),
    ]
    entries = len(state.facts.entry_animal)
    for entry in range(entries):
        for _ in range(int(state.owned[seat * entries + entry])):
            animal = ANIMALS[state.facts.entry_animal[entry]]
            lines.append((Text("livestock: {animal}", animal=animal), int(state.facts.entry_value[entry])))
    return lines

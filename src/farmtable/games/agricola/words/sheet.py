"""The score sheet: every line of the score pad, with what was counted and the points it gives (R12.1)."""

from __future__ import annotations

from typing import Final

from farmtable.core.bits import count_bits
from farmtable.core.sheet_line import SheetLine
from farmtable.core.text import Text
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.moments import SCORING
from farmtable.games.agricola.position.nouns import amount
from farmtable.games.agricola.rules import scoring
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.hands import count_front, has_in_front

SHEET_LINES: Final = (
    SheetLine(Text.counted("{n} field", "{n} fields", 0)),
    SheetLine(Text.counted("{n} pasture", "{n} pastures", 0)),
    *(SheetLine(amount(good, 0)) for good in (f.GRAIN, f.VEGETABLE, f.SHEEP, f.BOAR, f.CATTLE)),
    SheetLine(Text.counted("{n} unused space", "{n} unused spaces", 0)),
    SheetLine(Text.counted("{n} fenced stable", "{n} fenced stables", 0)),
    SheetLine(Text.counted("{n} clay room", "{n} clay rooms", 0)),
    SheetLine(Text.counted("{n} stone room", "{n} stone rooms", 0)),
    SheetLine(Text.counted("{n} person", "{n} people", 0)),
    SheetLine(Text.counted("{n} improvement", "{n} improvements", 0)),
    SheetLine(Text("bonus points")),
    SheetLine(Text("bonus points of hand cards"), "bonus points: {card}"),
    SheetLine(Text.counted("{n} begging marker", "{n} begging markers", 0)),
)
"""What `score_sheet` tells, all hand cards in one line."""


def score_sheet(state: Position, seat: int) -> list[tuple[Text, int]]:
    """How a seat's points are made, in the order of the pad; lines of no points are shown too."""
    return _farm_and_goods(state, seat) + _house_and_family(state, seat) + _cards(state, seat)


def _farm_and_goods(state: Position, seat: int) -> list[tuple[Text, int]]:
    fields, pastures = int(scoring.field_tiles(state, seat)), int(scoring.pasture_count(state, seat))
    grain, vegetables = int(scoring.grain_total(state, seat)), int(scoring.vegetable_total(state, seat))
    sheep, boar, cattle = (int(state.goods[seat * f.GOODS + kind]) for kind in (f.SHEEP, f.BOAR, f.CATTLE))
    counted = [
        (Text.counted("{n} field", "{n} fields", fields), f.SCORE_FIELDS, fields),
        (Text.counted("{n} pasture", "{n} pastures", pastures), f.SCORE_PASTURES, pastures),
        (amount(f.GRAIN, grain), f.SCORE_GRAIN, grain),
        (amount(f.VEGETABLE, vegetables), f.SCORE_VEGETABLES, vegetables),
        (amount(f.SHEEP, sheep), f.SCORE_SHEEP, sheep),
        (amount(f.BOAR, boar), f.SCORE_BOAR, boar),
        (amount(f.CATTLE, cattle), f.SCORE_CATTLE, cattle),
    ]
    return [(text, int(scoring.table(state, category, n))) for text, category, n in counted]


def _house_and_family(state: Position, seat: int) -> list[tuple[Text, int]]:
    facts = state.facts
    unused, stables = int(scoring.unused_spaces(state, seat)), int(scoring.fenced_stables(state, seat))
    rooms, house = int(count_bits(state.rooms[seat])), int(state.house[seat])
    clay, stone = rooms * (house == f.OF_CLAY), rooms * (house == f.OF_STONE)
    people = int(state.people[seat])
    return [
        (Text.counted("{n} unused space", "{n} unused spaces", unused), unused * int(facts.unused_points)),
        (
            Text.counted("{n} fenced stable", "{n} fenced stables", stables),
            stables * int(facts.stable_points),
        ),
        (Text.counted("{n} clay room", "{n} clay rooms", clay), clay * int(facts.room_points[f.OF_CLAY])),
        (
            Text.counted("{n} stone room", "{n} stone rooms", stone),
            stone * int(facts.room_points[f.OF_STONE]),
        ),
        (Text.counted("{n} person", "{n} people", people), people * int(facts.person_points)),
    ]


def _cards(state: Position, seat: int) -> list[tuple[Text, int]]:
    improvements = sum(int(owner) == seat + 1 for owner in state.owner) + int(
        count_front(state, seat, f.MINOR)
    )
    markers = int(state.begging[seat])
    return [
        (
            Text.counted("{n} improvement", "{n} improvements", improvements),
            int(scoring.improvement_points(state, seat) + scoring.card_points(state, seat)),
        ),
        (Text("bonus points"), int(scoring.craft_points(state, seat))),
        *_hand_cards(state, seat),
        (
            Text.counted("{n} begging marker", "{n} begging markers", markers),
            markers * int(state.facts.begging_points),
        ),
    ]


def _hand_cards(state: Position, seat: int) -> list[tuple[Text, int]]:
    """The bonus points of hand cards: of one's own, and of those of others that bring some."""
    deck = deck_of(state)
    if deck is None:
        return []
    lines = []
    for played in state.front:
        card = deck.cards[int(played) - 1]
        if played == 0 or not deck.acts[card.index] >> SCORING & 1:
            continue
        points = int(scoring.card_bonus(state, seat, card.index))
        if points != 0 or has_in_front(state, seat, card.index):
            lines.append((Text("bonus points: {card}", card=card.name), points))
    return lines

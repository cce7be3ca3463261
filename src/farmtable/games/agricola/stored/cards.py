"""Hand cards in stored positions: hands, the rows in front of the seats, packs of a draft.

In a scenario no card is in a hand or in front of anybody unless it says so; the others lie in the box.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.errors import BadRecord
from farmtable.core.vectors import zeros
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.steps import KEEP_ONE
from farmtable.games.agricola.rules import given_back, hands, rounds
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.hands import is_in_game
from farmtable.games.kit.stored import Data, bits, expect_number, expect_one_of, expect_set_of_seats

KEYS: Final = ("shared_by", "known", "gone", "passed", "keeps", "packs", "given_back", "redrawn")
SEAT_KEYS: Final = ("occupations", "minors", "front", "gathered")
MOST_REMEMBERED: Final = 255  # by one card
MOST_GATHERED: Final = 9999


# --- to_dict -----------------------------------------------------------------------------------------


def to_dict(state: Position) -> dict[str, Any]:
    """What the hand cards add to a position, beside the seats."""
    ids = _ids(state)
    found: dict[str, Any] = {
        "shared_by": {f.SPACE_IDS[at]: int(user) - 1 for at, user in enumerate(state.shared_by) if user > 0},
        "known": [ids[card] for card, known in enumerate(state.known) if known > 0],
        "gone": [
            ids[card] for card, at in enumerate(state.where) if at == f.GONE and is_in_game(state, card)
        ],
        "passed": bits(state.passed),
        "keeps": _keeps([ids[card - 1] for card in state.keeps if card > 0], state.facts.campaign > 0),
    }
    if state.facts.drafted:
        found["packs"] = {
            ids[card]: [int(pack) - 1, int(state.picked[card]) - 1]
            for card, pack in enumerate(state.pack)
            if pack > 0
        }
    elif len(state.pack) > 0:
        found["given_back"] = {ids[card]: int(seat) - 1 for card, seat in enumerate(state.pack) if seat > 0}
        found["redrawn"] = bits(state.redrawn)
    return found


def _keeps(kept: list[str], in_campaign: bool) -> list[str] | str | None:
    """What has been kept for the next game: in a campaign the occupations of all seats, else one or None."""
    return kept if in_campaign else kept[0] if kept else None


def seat_to_dict(state: Position, seat: int) -> dict[str, Any]:
    """What the hand cards add to a seat."""
    ids = _ids(state)
    base = seat * f.MAX_FRONT
    return {
        "occupations": _hand(state, seat, f.OCCUPATION),
        "minors": _hand(state, seat, f.MINOR),
        "front": [
            [ids[int(card) - 1], int(state.counters[base + slot])]
            for slot, card in enumerate(state.front[base : base + f.MAX_FRONT])
            if card > 0
        ],
        "gathered": int(state.gathered[seat]),
    }


def field_card_ids(state: Position, seat: int) -> list[str]:
    """The field cards in front of a seat, in the order of their places."""
    cards = [int(hands.field_card(state, seat, place)) for place in range(f.MAX_FIELD_CARDS)]
    return [_ids(state)[card] for card in cards if card >= 0]


def _ids(state: Position) -> list[str]:
    deck = deck_of(state)
    return [] if deck is None else [card.id for card in deck.cards]


def _hand(state: Position, seat: int, kind: int) -> list[str]:
    deck = deck_of(state)
    assert deck is not None
    return [
        card.id
        for number, card in enumerate(deck.cards)
        if card.kind == kind and state.where[number] == f.IN_HAND + seat
    ]


# --- from_dict ---------------------------------------------------------------------------------------


def clear(state: Position) -> None:
    """Back into the box with everything; what is not for so many players stays out of the game."""
    for card in range(len(state.where)):
        state.where[card] = f.IN_BOX if is_in_game(state, card) else f.GONE
    state.known = zeros(len(state.where))
    state.in_hands = zeros(int(state.players) * 2)
    state.front = zeros(int(state.players) * f.MAX_FRONT)
    state.counters = zeros(int(state.players) * f.MAX_FRONT)


def read_seat(state: Position, seat: int, data: Data, where: str) -> None:
    """The hand of a seat and the row in front of it, which takes effect."""
    for kind, key in ((f.OCCUPATION, "occupations"), (f.MINOR, "minors")):
        for name in data.get(key, []):
            card = _place(state, name, f.IN_HAND + seat, f"{where}.{key}")
            if _kind(state, card) != kind:
                raise BadRecord(f"position: {where}.{key}: {name} is of the other kind")
            state.in_hands[seat * 2 + kind] += 1
    row = data.get("front", [])
    held = int(state.in_hands[seat * 2] + state.in_hands[seat * 2 + 1])
    if len(row) + held >= f.MAX_FRONT:
        raise BadRecord(f"position: {where} has {len(row) + held} hand cards, not up to {f.MAX_FRONT - 1}")
    for slot, entry in enumerate(row):
        name, remembered = (entry, 0) if isinstance(entry, str) else _two(entry, f"{where}.front")
        state.front[seat * f.MAX_FRONT + slot] = u8(_lay_in_front(state, seat, name, f"{where}.front") + 1)
        state.counters[seat * f.MAX_FRONT + slot] = u8(
            expect_number(remembered, f"{where}.front: what {name} remembers", 0, MOST_REMEMBERED)
        )
    gathered = expect_number(data.get("gathered", 0), f"{where}.gathered", 0, MOST_GATHERED)
    state.gathered[seat] = gathered
    if hands.field_card(state, seat, f.MAX_FIELD_CARDS) >= 0:
        raise BadRecord(f"position: {where}.front: more than {f.MAX_FIELD_CARDS} field cards")
    hands.refresh(state)


def _two(entry: object, where: str) -> list[Any]:
    """What is said of a card in two parts."""
    if not isinstance(entry, list) or len(entry) != 2:
        raise BadRecord(f"position: {where} has two things, not {entry!r}")
    return entry


def _kind(state: Position, card: int) -> int:
    deck = deck_of(state)
    assert deck is not None
    return int(deck.kind[card])


def _card(state: Position, name: object, where: str) -> int:
    ids = _ids(state)
    if name not in ids:
        raise BadRecord(f"position: {where}: this game has no card {name!r}")
    return ids.index(str(name))


def _place(state: Position, name: object, place: i64, where: str) -> int:
    """Take a card out of the box and put it into its only place."""
    card = _card(state, name, where)
    if not is_in_game(state, card):
        why = "banned" if card in state.facts.banned else f"not for {state.players} players"
        raise BadRecord(f"position: {where}: {name} is {why}")
    if state.where[card] != f.IN_BOX:
        raise BadRecord(f"position: {where}: {name} is in two places")
    state.where[card] = u8(place)
    return card


def _lay_in_front(state: Position, seat: int, name: object, where: str) -> int:
    """A card in front of a seat; one kept from the game before may be of any number of players."""
    card = _card(state, name, where)
    deck = deck_of(state)
    assert deck is not None
    if deck.travels[card] == 1:
        raise BadRecord(f"position: {where}: {name} is passed on and never stays (R9.5)")
    if (seat, card) in state.facts.kept and not is_in_game(state, card) and state.where[card] == f.GONE:
        state.where[card] = u8(f.IN_FRONT + seat)
        return card
    return _place(state, name, f.IN_FRONT + seat, where)


def read_spaces(state: Position, data: Data) -> None:
    """Who joined another on a space by a card's leave."""
    for name, seat in data.get("shared_by", {}).items():
        space = expect_one_of(name, f.SPACE_IDS, "shared_by")
        second = 1 + expect_number(seat, f"shared_by.{name}", 0, int(state.players) - 1)
        if state.used_by[space] in (0, second):
            raise BadRecord(f"position: shared_by: nobody else stands on {name}")
        state.shared_by[space] = u8(second)


def read_rest(state: Position, data: Data) -> None:
    """What is said of single cards, once all hands and rows are known."""
    for name in data.get("gone", []):
        _place(state, name, f.GONE, "gone")
    for name in data.get("known", []):
        state.known[_card(state, name, "known")] = 1
    state.passed = expect_set_of_seats(data.get("passed", []), int(state.players), "passed")
    if state.facts.drafted:
        _read_packs(state, data.get("packs", {}))
    elif "packs" in data:
        raise BadRecord("position: packs: hands were not drafted")
    _read_given_back(state, data)
    keeps = data.get("keeps")
    for name in keeps if isinstance(keeps, list) else [] if keeps is None else [keeps]:
        _read_kept(state, name)


def _read_kept(state: Position, name: object) -> None:
    """An occupation that its seat has kept for the next game, after everything else (R13.5, R13.9)."""
    card = _card(state, name, "keeps")
    seat = int(state.where[card]) - f.IN_FRONT
    asked = {int(argument_of(frame)) for frame in state.agenda if step_of(frame) == KEEP_ONE}
    if (
        not 0 <= seat < state.players
        or not rounds.may_keep(state, seat, card)
        or seat in asked
        or len(asked) < len(state.agenda)
        or state.round < f.ROUNDS
        or state.keeps[seat] > 0
    ):
        raise BadRecord(f"position: keeps: {name} is no occupation that a seat keeps at the end of this game")
    state.keeps[seat] = u8(card + 1)


def _read_given_back(state: Position, data: Data) -> None:
    """Which cards were given back, out of the game or into the box, and who drew anew (R14.9, R14.10)."""
    returned, redrawn = data.get("given_back", {}), data.get("redrawn", [])
    if (returned and not (state.facts.gives_back or state.facts.redraws)) or (
        redrawn and not state.facts.redraws
    ):
        raise BadRecord("position: given_back: no cards were given back")
    state.redrawn = expect_set_of_seats(redrawn, int(state.players), "redrawn")
    if not state.facts.drafted and len(state.pack) > 0:
        state.pack = zeros(len(state.where))
    for name, owner in returned.items():
        where = f"given_back.{name}"
        seat = expect_number(owner, where, 0, int(state.players) - 1)
        card = _card(state, name, "given_back")
        if state.facts.gives_back:
            _place(state, name, f.IN_PACK, "given_back")
        elif not state.redrawn >> seat & 1 or not _can_be_there(state, seat, card):
            raise BadRecord(f"position: {where}: seat {seat} did not give it back (R14.10)")
        state.pack[card] = u8(seat + 1)
    for seat in range(int(state.players)):
        for kind in (f.OCCUPATION, f.MINOR):
            most = int(state.facts.left_over if state.facts.gives_back else state.facts.hand_of(seat, kind))
            if (
                sum(int(pack) == seat + 1 and _kind(state, card) == kind for card, pack in _returned(state))
                > most
            ):
                raise BadRecord(f"position: given_back: seat {seat} gave back up to {most} cards of a kind")


def _returned(state: Position) -> list[tuple[int, int]]:
    """The cards that were given back, and 1 + by whom."""
    if state.facts.drafted:
        return []
    return [(card, int(pack)) for card, pack in enumerate(state.pack) if pack > 0]


def _can_be_there(state: Position, seat: int, card: int) -> bool:
    """Whether a card that `seat` gave back can have come where it is: not into a hand made before."""
    holder = int(state.where[card]) - f.IN_HAND
    if not 0 <= holder < state.players or state.known[card]:
        return is_in_game(state, card)
    return holder == seat or not given_back.held_before(state, seat) >> holder & 1


def _read_packs(state: Position, packs: Data) -> None:
    """From whose pack each card came, and after how many passes it was kept (R14.4)."""
    state.pack = zeros(len(state.where))
    state.picked = zeros(len(state.where))
    kept: set[tuple[int, int, int]] = set()
    for name, entry in packs.items():
        where = f"packs.{name}"
        first, after = _two(entry, where)
        card = _card(state, name, "packs")
        kind = _kind(state, card)
        opener = expect_number(first, where, 0, int(state.players) - 1)
        passes = expect_number(after, where, -1, int(state.facts.hand_size[kind]) - 1)
        if passes < 0:
            _place(state, name, f.IN_PACK, "packs")
        elif state.where[card] == f.IN_BOX or (opener, kind, passes) in kept:
            raise BadRecord(
                f"position: {where}: after each pass one card is kept, and it is in a hand (R14.4)"
            )
        kept.add((opener, kind, passes))
        state.pack[card] = u8(opener + 1)
        state.picked[card] = u8(passes + 1)

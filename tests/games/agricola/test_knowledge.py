"""Hands are secret: what a seat knows of the others' cards, dealt and drafted (R9.1, R9.5, R14.4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable._pure import is_compiled
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.position.steps import PICK_CARD
from farmtable.games.agricola.rules.card import deck_of
from tests.games.agricola.scenarios import play, position
from tools.agricola_cards import eager

GAMES = 12 if is_compiled() else 2


def new(players: int, rng: Rng, **options: str) -> AgricolaState:
    """A new game, dealt until somebody has to decide."""
    state = GAME.new(players, **options)
    assert isinstance(state, AgricolaState)
    while state.to_play == CHANCE:
        state.apply(sample_chance(state, rng))
    return state


def drafted(players: int, rng: Rng, **options: str) -> AgricolaState:
    """A game whose draft is over."""
    state = new(players, rng, hands="drafted", **options)
    while state.step() == PICK_CARD or state.to_play == CHANCE:
        state.apply(sample_chance(state, rng) if state.to_play == CHANCE else eager(state, rng))
    return state


def hand(state: Any, seat: int) -> set[str]:
    data = state.to_dict()["seats"][seat]
    return {*data["occupations"], *data["minors"]}


FIRST = {"hands": "drafted", "draft_order": "occupations_first"}


OTHER_WAYS: dict[str, dict[str, str]] = {
    "of ten": {"hands": "of_ten"},
    "redraw": {"redraw": "yes"},
    "first": FIRST,
}


@pytest.mark.parametrize(
    "options", [{}, {"hands": "drafted"}, *OTHER_WAYS.values()], ids=["dealt", "drafted", *OTHER_WAYS]
)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_an_imagined_position_looks_the_same_and_can_be_played(players: int, options: dict[str, str]) -> None:
    """For every seat and a spectator, at positions all through random games."""
    for number in range(GAMES):
        rng = Rng(number, f"knowledge {players} {options}")
        pack = {"pack_size": "9"} if "drafted" in options.values() and number % 2 else {}
        state = new(players, rng, **options, **pack)
        steps = 0
        while state.to_play != OVER:
            for seat in [None, *range(players)] if steps % 9 == 0 else []:
                seen = state.seen_by(seat)
                imagined = seen.determinize(rng)
                assert imagined.seen_by(seat).key() == seen.key()
                assert imagined.to_play == state.to_play
                assert len(imagined.legal_actions()) > 0
                if seat == state.to_play:
                    assert list(imagined.legal_actions()) == list(state.legal_actions())
            state.apply(sample_chance(state, rng) if state.to_play == CHANCE else eager(state, rng))
            steps += 1


def test_hands_of_others_are_imagined_and_ones_own_is_known() -> None:
    rng = Rng(3)
    state = new(3, rng)
    mine, imagined = hand(state, 0), [state.seen_by(0).determinize(rng) for _ in range(40)]
    assert all(hand(one, 0) == mine for one in imagined)
    assert all(len(hand(one, 1)) == 14 for one in imagined)
    assert not any(hand(one, 1) & (mine | hand(one, 2)) for one in imagined)
    assert len({frozenset(hand(one, 1)) for one in imagined}) == 40


def test_cards_not_in_the_game_for_this_number_of_players_are_never_imagined() -> None:
    rng = Rng(4)
    state = new(2, rng)
    deck = deck_of(state)
    assert deck is not None
    few = {card.id for card in deck.cards if card.players == 1}
    assert len(few) == 34 + 48
    assert all(hand(state.seen_by(0).determinize(rng), 1) <= few for _ in range(30))


def test_a_card_passed_on_is_known_to_everybody() -> None:
    """R9.5: all have seen the travelling card go to the left."""
    state = position(
        {"goods": {"grain": 1}, "minors": ["market_stall", "canoe"]},
        {"minors": ["lasso", "basket"]},
        {"minors": ["loom", "bottles"]},
        players=3,
    )
    play(state, "place Meeting Place", "play Market Stall")
    rng = Rng(5)
    for seat in (None, 0, 2):
        assert all("market_stall" in hand(state.seen_by(seat).determinize(rng), 1) for _ in range(20))
    assert state.seen_by(2).key() == state.seen_by(2).determinize(rng).seen_by(2).key()


def test_with_two_seats_a_draft_hides_only_the_first_card_kept() -> None:
    """Each pack is seen before and after the other's picks, but for his first pick from his own."""
    for number in range(GAMES):
        rng = Rng(number, "two seats")
        state = drafted(2, rng)
        imagined = [hand(state.seen_by(0).determinize(rng), 1) for _ in range(30)]
        never_seen = {name for name in hand(state, 1) if any(name not in one for one in imagined)}
        assert len(never_seen) == 2, "one occupation and one minor improvement"


def test_with_three_seats_a_missing_card_is_with_one_of_the_two_others() -> None:
    """Of two cards missing when a pack returns each of the others took one, either way round."""
    rng = Rng(8)
    state = drafted(3, rng)
    seen = state.seen_by(0)
    imagined = [seen.determinize(rng) for _ in range(60)]
    known = Counter(name for one in imagined for name in hand(one, 1) | hand(one, 2))
    certain = {name for name, times in known.items() if times == 60}
    true = hand(state, 1) | hand(state, 2)
    assert certain <= true
    assert len(certain) >= 2 * 14 - 2 * 3, "at most three of each kind went by before the seat looked"
    split = {frozenset(hand(one, 1) & certain) for one in imagined}
    assert len(split) > 10, "but who took which is open"


def test_in_a_draft_a_seat_sees_only_the_pack_before_it() -> None:
    rng = Rng(9)
    state = new(4, rng, hands="drafted")
    assert state.to_play == 0
    before = list(state.seen_by(1).determinize(rng).to_dict()["packs"])
    state.apply(eager(state, rng))
    assert state.seen_by(2).key() == state.seen_by(2).determinize(rng).seen_by(2).key()
    assert len(before) == 4 * 14
    assert list(state.seen_by(1).legal_actions()) == []


def test_who_waits_does_not_tell_whether_he_could_play() -> None:
    """Meeting Place asks whoever holds a minor improvement, even if none of them can be played."""
    state = position({"minors": ["bottles"], "goods": {"wood": 1}})
    play(state, "place Meeting Place")
    assert state.to_play == 0
    assert [state.describe(action) for action in state.legal_actions()] == ["done", "exchange"]
    state = position({"goods": {"wood": 1}})
    play(state, "place Meeting Place")
    assert state.to_play == 1, "who holds none is not asked: that is open to all"

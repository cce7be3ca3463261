"""Many random games with hands: they keep the rules, every card is played and every effect happens."""

from __future__ import annotations

from collections import Counter

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable._pure import is_compiled
from farmtable.core.playout import playout, sample_chance
from farmtable.games.agricola import GAME, AgricolaState
from tests.games.agricola.scenarios import harvest, play, position
from tools.agricola_cards import Effect, begin, check, eager, effects_of, never_seen, play_through, table

GAMES = 1500 if is_compiled() else 40


def test_cards_are_played_effects_happen_and_games_keep_the_rules() -> None:
    """One game in ten is drafted; one position in twelve is checked. The whole table: `make bench`."""
    counts: Counter[Effect] = Counter()
    for number in range(GAMES):
        rng = Rng(2, f"hands {number}")
        state = begin(1 + number % 4, rng, hands="drafted" if number % 10 == 9 else "dealt")
        try:
            play_through(state, rng, counts, every=12)
        except Exception as error:
            error.add_note(f"game {number}")
            raise
        assert state.round == 14
    if is_compiled():
        assert never_seen(counts, played=5) == [], "\n".join(table(counts))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_sheet_adds_up_to_the_score(players: int) -> None:
    for number in range(20):
        rng = Rng(number, "sheet")
        state = play_through(begin(players, rng), rng, Counter(), every=1000)
        for seat in range(players):
            assert sum(points for _, points in state.score_sheet(seat)) == state.scores()[seat]


def test_undo_brings_back_what_cards_remember() -> None:
    """A copy taken before any decision goes on as if nothing had been done with the other."""
    for number in range(12):
        rng = Rng(number, "copies")
        state = begin(2, rng)
        while state.to_play != OVER:
            kept, before = state.clone(), state.key()
            actions = list(state.legal_actions())
            if state.to_play != CHANCE:
                for action in actions:
                    tried = state.clone()
                    tried.apply(action)
                    assert state.key() == before, state.describe(action)
            state.apply(sample_chance(state, rng) if state.to_play == CHANCE else eager(state, rng))
            assert kept.key() == before


def test_nobody_is_left_with_nothing_to_do() -> None:
    """From any position of an eager game uniformly random play comes to an end."""
    for number in range(30):
        rng = Rng(number, "strands")
        state = begin(1 + number % 4, rng)
        steps = 0
        while state.to_play != OVER:
            if steps % 10 == 0:
                end = state.clone()
                decisions = playout(end, rng)
                assert decisions < 3000, "a state that repeats for ever"
            state.apply(eager(state, rng))
            steps += 1


def test_each_card_says_what_it_does() -> None:
    """A card either does something that can be counted or, like Bottles, is only worth its points."""
    deck = GAME.new(4).facts.deck  # type: ignore[attr-defined]
    assert deck.size == 96
    idle = {deck.cards[card].id for card in range(deck.size) if not effects_of(deck, card)}
    assert idle == {"bottles"}


def test_check_finds_what_is_wrong() -> None:
    """The check itself can fail."""
    state = begin(2, Rng(1))
    assert isinstance(state, AgricolaState)
    state.goods[0] = -1
    with pytest.raises(AssertionError, match="less than nothing"):
        check(state)


def test_what_an_occupation_needs_cannot_be_thrown_away_before_it_is_paid() -> None:
    """R8.2: once it is announced nothing is exchanged; only what acts before an occupation may be used."""
    state = position(
        {"front": ["paper_maker"], "occupations": ["grocer"], "goods": {"wood": 1, "food": 2, "grain": 1}}
    )
    play(state, "place Lessons", "play Grocer")
    assert [state.describe(action) for action in state.legal_actions()] == ["done", "use Paper Maker"]


def test_only_a_card_that_moves_crops_is_asked_for_before_a_harvest() -> None:
    """Others can wait until the family is fed."""
    farm = {"goods": {"clay": 4, "food": 9}, "fields": {"D1": "grain 3", "E1": ""}}
    state = harvest({"front": ["hard_porcelain"], **farm})
    assert "feed" in str(state.to_dict()["agenda"][-1])
    state = harvest({"front": ["hard_porcelain", "clearing_spade"], **farm})
    assert "window" in str(state.to_dict()["agenda"][-1])
    assert "use Hard Porcelain" in [state.describe(action) for action in state.legal_actions()]

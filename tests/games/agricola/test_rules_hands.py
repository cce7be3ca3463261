"""R14.7, R14.8: banned cards, and other ways to come by a hand."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, BadOption, BadRecord, IllegalAction, Match, Rng
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME, AgricolaState, decks
from farmtable.games.agricola.facts import MINOR, OCCUPATION, PICK
from farmtable.games.agricola.steps import DEAL_CARD
from tests.games.agricola.scenarios import chance, legal, position, rule_against

CARDS = decks.base_deck().cards
FOR_TWO = [card.id for card in CARDS if card.kind == OCCUPATION and card.players == 1]
IDS = [card.id for card in CARDS]
MINORS = [card.id for card in CARDS if card.kind == MINOR]


def dealt(players: int, seed: int = 1, **options: str) -> AgricolaState:
    """A game whose cards have been dealt."""
    state = Match("agricola", players, seed=seed, **options).state
    assert isinstance(state, AgricolaState)
    return state


# --- banned cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"hands": "drafted", "pack_size": "8"}], ids=["dealt", "drafted"])
def test_r14_7_banned_cards_are_never_dealt(options: dict[str, str]) -> None:
    """R14.7: with 20 occupations and 32 minor improvements banned, the others are all that chance has."""
    banned = FOR_TWO[:18] + MINORS[:32]
    begun = GAME.new(2, banned=",".join(banned), **options)
    assert {f"deal {card.name}" for card in CARDS if card.id in FOR_TWO[18:]} == set(legal(begun))
    for seed in range(5):
        data = dealt(2, seed, banned=",".join(banned), **options).to_dict()
        seen = {card for seat in data["seats"] for card in (*seat["occupations"], *seat["minors"])}
        assert len(seen | set(data.get("packs", {}))) >= 28
        assert not (seen | set(data.get("packs", {}))) & set(banned)
        assert data["gone"] == []


def test_r14_7_banned_cards_cannot_be_chosen() -> None:
    state = dealt(1, hands="chosen", banned="grocer")
    assert "pick Grocer" not in legal(state)
    assert len(legal(state)) == len(FOR_TWO) - 1
    assert rule_against(state, "pick Grocer") == "R14.7"


def test_r14_7_everybody_knows_which() -> None:
    state = dealt(3, banned="loom,grocer")
    for seat in (None, 0, 1, 2):
        named = state.seen_by(seat).view()["banned"]
        assert {name["text"] for name in named} == {"Grocer", "Loom"}
    assert dealt(2).seen_by(0).view()["banned"] == []


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (2, {"banned": ",".join(FOR_TWO[:21])}, "13 occupations are left, 14 are needed"),
        (4, {"banned": ",".join(MINORS[:21])}, "27 minor improvements are left, 28 are needed"),
        (
            2,
            {"banned": ",".join(FOR_TWO[:15]), "hands": "drafted", "pack_size": "10"},
            "19 occupations are left, 20 are needed",
        ),
        (1, {"banned": ",".join(FOR_TWO[:28])}, "6 occupations are left, 7 are needed"),
        (2, {"banned": "grocer", "kept": "1:grocer"}, "grocer is banned"),
        (2, {"banned": "grocer", "cards": "none"}, "hand cards"),
        (2, {"banned": "grocr"}, "such as grocer"),
    ],
)
def test_r14_7_bans_that_do_not_fit(players: int, options: dict[str, str], said: str) -> None:
    """R14.7: each in one sentence."""
    with pytest.raises(BadOption, match=said):
        GAME.new(players, **options)


def test_r14_7_as_many_may_be_banned_as_leave_enough() -> None:
    """R14.7: cards for more players do not count, and alone kept occupations make the hand smaller."""
    assert GAME.new(2, banned=",".join(FOR_TWO[:20])).to_play < 0
    assert GAME.new(1, banned=",".join(FOR_TWO[1:28]), kept=f"1:{FOR_TWO[0]}").to_play < 0
    only_for_more = ",".join(card.id for card in CARDS if card.players > 2)
    assert len(legal(GAME.new(2, banned=only_for_more))) == len(FOR_TWO)


def test_r14_7_names_do_as_well() -> None:
    """R14.7: what stands on the cards, in any spelling; a card named twice is banned once."""
    assert GAME.check_options({"banned": "Wood Cutter, loom,LOOM"})["banned"] == "wood_cutter,loom"


def test_r14_7_a_banned_card_is_nowhere() -> None:
    options = {"banned": "grocer,loom"}
    with pytest.raises(BadRecord, match="grocer is banned"):
        position({"occupations": ["grocer"]}, options=options)
    with pytest.raises(BadRecord, match="loom is banned"):
        position({"front": ["loom"]}, options=options)
    state = position({"minors": ["basket"]}, options=options)
    with pytest.raises(IllegalAction):
        state.play(state.parse("play Loom"))
    assert chance(state) == state


# --- occupations first -------------------------------------------------------------------------------

FIRST: dict[str, Any] = {"hands": "drafted", "draft_order": "occupations_first"}


@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 9), (4, 7)])
def test_r14_8_occupations_are_drafted_before_improvements_are_dealt(players: int, size: int) -> None:
    """R14.8: seven picks of each seat among occupations, then as many among improvements dealt since."""
    state = dealt(players, **FIRST, pack_size=str(size))
    for kind in (OCCUPATION, MINOR):
        rng = Rng(1)
        for number in range(7):
            for seat in range(players):
                if number < 6 or size > 7:
                    assert state.to_play == seat
                    picks = [CARDS[action - PICK] for action in state.legal_actions()]
                    assert {card.kind for card in picks} == {kind}
                    assert len(picks) == size - number
                    state.apply(state.legal_actions()[0])
        while state.to_play == CHANCE and state.step() == DEAL_CARD:
            assert kind == OCCUPATION
            assert not any(hand["minors"] for hand in state.to_dict()["seats"])
            state.apply(sample_chance(state, rng))
    assert [(len(hand["occupations"]), len(hand["minors"])) for hand in state.to_dict()["seats"]] == [
        (7, 7)
    ] * players


def test_r14_8_no_improvement_is_in_a_pack_before_the_occupations_are_drafted() -> None:
    state = dealt(3, **FIRST)
    assert {CARDS[IDS.index(card)].kind for card in state.to_dict()["packs"]} == {OCCUPATION}


def test_r14_8_what_one_seat_knows_of_the_others() -> None:
    """R14.8: with two seats it has seen all occupations kept but one before the improvements are dealt."""
    state, rng = dealt(2, **FIRST), Rng(3)
    while state.to_play == CHANCE or CARDS[state.legal_actions()[0] - PICK].kind == OCCUPATION:
        state.apply(sample_chance(state, rng) if state.to_play == CHANCE else state.legal_actions()[0])
    hand = set(state.to_dict()["seats"][1]["occupations"])
    imagined = [
        set(state.seen_by(0).determinize(rng).to_dict()["seats"][1]["occupations"]) for _ in range(30)
    ]
    assert len(hand & set.intersection(*imagined)) == 6
    assert len({frozenset(other) for other in imagined}) > 5


@pytest.mark.parametrize("options", [{"hands": "dealt"}, {"cards": "none"}], ids=["dealt", "none"])
def test_r14_8_goes_with_a_draft(options: dict[str, str]) -> None:
    """R14.8: and with no other way."""
    with pytest.raises(BadOption, match="draft_order goes with a draft"):
        GAME.new(2, draft_order="occupations_first", **options)

"""R14.7 to R14.10: banned cards, and other ways to come by a hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from farmtable import CHANCE, BadOption, BadRecord, IllegalAction, Match, Rng
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.box import decks
from farmtable.games.agricola.position.actions import GIVE_BACK, PICK
from farmtable.games.agricola.position.facts import MINOR, OCCUPATION
from farmtable.games.agricola.position.steps import DEAL_CARD, PICK_CARD
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


# --- seven of ten ------------------------------------------------------------------------------------

TEN: dict[str, Any] = {"hands": "of_ten"}


def hands_of(state: AgricolaState) -> list[tuple[int, int]]:
    """How many occupations and minor improvements each seat holds."""
    return [(len(seat["occupations"]), len(seat["minors"])) for seat in state.to_dict()["seats"]]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r14_9_ten_are_dealt_and_three_of_each_kind_given_back(players: int) -> None:
    """R14.9: of both kinds in any order; then the game begins."""
    state, rng = dealt(players, **TEN), Rng("ten", players)
    assert hands_of(state) == [(10, 10)] * players
    for seat in range(players):
        given: list[int] = []
        while len(given) < 6:
            assert state.to_play == seat
            actions = state.legal_actions()
            assert len({CARDS[action - GIVE_BACK].kind for action in actions}) == (
                1 if 3 in Counter(CARDS[card].kind for card in given).values() else 2
            )
            given.append(actions[rng.below(len(actions))] - GIVE_BACK)
            state.apply(GIVE_BACK + given[-1])
        assert Counter(CARDS[card].kind for card in given) == {OCCUPATION: 3, MINOR: 3}
    assert hands_of(state) == [(7, 7)] * players
    assert state.step() not in (PICK_CARD, DEAL_CARD)


def test_r14_9_alone_with_kept_occupations() -> None:
    """R14.9, R13.6: with two kept, eight are dealt, and five stay."""
    state = dealt(1, **TEN, series="2", kept="1:grocer,1:scholar")
    assert hands_of(state) == [(8, 10)]
    while state.step() == PICK_CARD:
        state.apply(state.legal_actions()[0])
    assert hands_of(state) == [(5, 7)]


def test_r14_9_what_goes_back_stays_out_and_only_its_owner_knows_it() -> None:
    state, rng = dealt(2, **TEN), Rng(4)
    told = {reader: str(state.tell(state.legal_actions()[0], reader)[0]) for reader in (0, 1, -1)}
    assert told[0] == f"seat 1 gives back {CARDS[state.legal_actions()[0] - GIVE_BACK].name}."
    assert told[1] == told[-1] == "seat 1 gives back a card."
    while state.step() == PICK_CARD:
        state.apply(state.legal_actions()[0])
    given: dict[str, int] = state.to_dict()["given_back"]
    assert Counter(given.values()) == {0: 6, 1: 6}
    for seat in (0, 1):
        mine = {card for card, owner in given.items() if owner == seat}
        worlds = [state.seen_by(seat).determinize(rng).to_dict() for _ in range(40)]
        assert all(set(world["given_back"]) == mine for world in worlds)
        others = [held(world, 1 - seat) for world in worlds]
        assert not any(other & mine for other in others)
        assert any(other & set(given) for other in others), "what the other gave back it could still hold"
    assert state.seen_by(None).determinize(rng).to_dict()["given_back"] == {}


def held(data: dict[str, Any], seat: int) -> set[str]:
    """The hand of a seat in a stored position."""
    return {*data["seats"][seat]["occupations"], *data["seats"][seat]["minors"]}


def test_r14_9_what_cannot_be_given_back() -> None:
    state = dealt(2, **TEN)
    mine = [card for card in CARDS if card.id in held(state.to_dict(), 0)]
    other = next(card for card in CARDS if card.id in held(state.to_dict(), 1))
    assert rule_against(state, f"give back {other.name}") == "R9.1"
    assert rule_against(state, f"pick {mine[0].name}") == "R14.9"
    assert rule_against(state, "redraw") == "R14.10"
    assert rule_against(state, "done") == "R14.9"
    for card in [card for card in mine if card.kind == OCCUPATION][:3]:
        state.play(state.parse(f"give back {card.name}"))
    left = next(card for card in reversed(mine) if card.kind == OCCUPATION)
    assert rule_against(state, f"give back {left.name}") == "R14.9"
    assert rule_against(position({"minors": ["canoe"]}), "give back Canoe") == "R14.9"


# --- giving the hand back ----------------------------------------------------------------------------

REDRAWS: dict[str, Any] = {"redraw": "yes"}


def decide(state: AgricolaState, rng: Rng, *words: str) -> AgricolaState:
    """Each seat in turn keeps its hand ("done") or gives it back ("redraw"), and is dealt a new one."""
    for seat, word in enumerate(words):
        assert state.to_play == seat
        assert legal(state) == ["done", "redraw"]
        state.apply(state.parse(word))
        while state.to_play == CHANCE and state.step() == DEAL_CARD:
            assert {words.split()[0] for words in legal(state)} == {"deal"}
            state.apply(sample_chance(state, rng))
    return state


@pytest.mark.parametrize(
    "words",
    [["redraw"], ["done", "redraw"], ["redraw", "redraw", "done"], ["redraw"] * 4, ["done"] * 4],
    ids=str,
)
def test_r14_10_a_hand_may_be_given_back_once(words: list[str]) -> None:
    """R14.10: for one with a card fewer of each kind; everybody is asked once, whatever he answers."""
    state = dealt(len(words), **REDRAWS)
    assert hands_of(state) == [(7, 7)] * len(words)
    decide(state, Rng(2), *words)
    assert hands_of(state) == [(7, 7) if word == "done" else (6, 6) for word in words]
    assert state.step() not in (PICK_CARD, DEAL_CARD)
    assert state.to_dict()["redrawn"] == [seat for seat, word in enumerate(words) if word == "redraw"]


def test_r14_10_it_is_shuffled_into_the_rest_first() -> None:
    """R14.10: any card that nobody else holds may come, those just given back among them."""
    state = dealt(2, **REDRAWS)
    mine, others = (held(state.to_dict(), seat) for seat in (0, 1))
    state.apply(state.parse("redraw"))
    may_come = {card.id for card in CARDS if f"deal {card.name}" in legal(state)}
    assert may_come == {card for card in FOR_TWO if card not in others}
    assert mine & may_come
    assert list(state.chance_weights()) == [1] * len(may_come)


def test_r14_10_alone_with_kept_occupations() -> None:
    """R14.10, R13.6: one fewer than the hand had."""
    state = dealt(1, **REDRAWS, series="2", kept="1:grocer,1:scholar")
    assert hands_of(decide(state, Rng(1), "redraw")) == [(4, 6)]


def test_r14_10_everybody_sees_who_does_it_and_nobody_the_cards() -> None:
    state = dealt(3, **REDRAWS)
    for reader in (0, 1, -1):
        (told,) = state.tell(state.parse("redraw"), reader)
        assert str(told) == "seat 1 gives their hand back for one with a card fewer of each kind."
        assert str(state.tell(state.parse("done"), reader)[0]) == "seat 1 keeps their hand."
    decide(state, Rng(3), "redraw", "done", "done")
    for seat, known in {None: 0, 0: 14, 1: 0}.items():
        data = state.seen_by(seat).determinize(Rng(1)).to_dict()
        assert data["redrawn"] == [0]
        assert len(data["given_back"]) == known


def test_r14_10_what_was_given_back_is_in_no_hand_made_before() -> None:
    """R14.10: neither in one that was kept nor in one drawn earlier; in one drawn later it may be."""
    rng = Rng(5)
    state = decide(dealt(4, 7, **REDRAWS), rng, "redraw", "redraw", "done", "redraw")
    data = state.to_dict()
    mine = {card for card, seat in data["given_back"].items() if seat == 1}
    worlds = [state.seen_by(1).determinize(rng).to_dict() for _ in range(400)]
    assert not any(held(world, seat) & mine for world in worlds for seat in (0, 2))
    free = mine - held(data, 1)
    share = len([card for world in worlds for card in held(world, 3) & free]) / len(worlds)
    # Of the cards in nobody's hand when seat 3 draws its six of each kind, all are as likely to come.
    expected = sum(
        6 * len([card for card in free if CARDS[IDS.index(card)].kind == kind]) / (48 - 6 - 6 - 7)
        for kind in (OCCUPATION, MINOR)
    )
    assert share == pytest.approx(expected, abs=0.3)


def test_r14_10_before_the_next_seat_decides_its_hand_holds_nothing_of_it() -> None:
    """R14.10: as long as a seat has not given its hand back, it is one made before."""
    rng = Rng(6)
    state = decide(dealt(2, 3, **REDRAWS), rng, "redraw")
    mine = set(state.to_dict()["given_back"])
    assert not any(held(state.seen_by(0).determinize(rng).to_dict(), 1) & mine for _ in range(100))
    state.apply(state.parse("redraw"))
    while state.to_play == CHANCE and state.step() == DEAL_CARD:
        state.apply(sample_chance(state, rng))
    assert any(held(state.seen_by(0).determinize(rng).to_dict(), 1) & mine for _ in range(100))


def test_r14_10_what_cannot_be_done_there() -> None:
    state = dealt(2, **REDRAWS)
    card = next(card for card in CARDS if card.id in held(state.to_dict(), 0))
    assert rule_against(state, f"give back {card.name}") == "R14.9"
    assert rule_against(state, f"pick {card.name}") == "R14.10"
    assert rule_against(state, "place Forest") == "R14.10"
    assert rule_against(position({}), "redraw") == "R14.10"


@pytest.mark.parametrize("options", [TEN, {"hands": "drafted"}, {"cards": "none"}], ids=str)
def test_r14_10_goes_with_hands_that_are_dealt(options: dict[str, str]) -> None:
    """R14.10: where hands are chosen or drafted there is nothing to complain of."""
    with pytest.raises(BadOption, match="redraw goes with hands that are dealt"):
        GAME.new(2, redraw="yes", **options)


GIVEN = {"given_back": {"loom": 0}, "redrawn": [0]}


@pytest.mark.parametrize(
    ("options", "rest", "said"),
    [
        ({}, {"given_back": {"loom": 0}}, "no cards were given back"),
        ({}, {"redrawn": [0]}, "no cards were given back"),
        (TEN, {"redrawn": [0]}, "no cards were given back"),
        (REDRAWS, {"redrawn": [2]}, "redrawn"),
        (REDRAWS, {"given_back": {"loom": 0}}, "did not give it back"),
        (REDRAWS, GIVEN | {"seats": [{}, {"minors": ["loom"]}]}, "did not give it back"),
        (REDRAWS, GIVEN | {"given_back": {"unicorn": 0}}, "no card 'unicorn'"),
        (REDRAWS, {"given_back": dict.fromkeys(MINORS[:8], 0), "redrawn": [0]}, "up to 7"),
        (TEN, {"given_back": dict.fromkeys(MINORS[:4], 0)}, "up to 3"),
        (TEN, {"given_back": {"loom": 0}, "seats": [{"minors": ["loom"]}, {}]}, "two places"),
    ],
)
def test_r14_10_positions_that_cannot_be(options: dict[str, str], rest: dict[str, Any], said: str) -> None:
    """R14.9, R14.10: each in one sentence."""
    with pytest.raises(BadRecord, match=said):
        GAME.from_dict({"players": 2, "seats": [{}, {}], "options": options, **rest})


def test_r14_10_a_seat_that_has_still_to_decide_has_not_redrawn() -> None:
    data = dealt(2, **REDRAWS).to_dict()
    with pytest.raises(BadRecord, match="has still to say"):
        GAME.from_dict({**data, "redrawn": [1]})

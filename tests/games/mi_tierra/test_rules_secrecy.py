"""R34, R58: what the clock tower shows is known to who looked, as long as nobody else may have moved it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import sample_chance
from farmtable.games.mi_tierra import GAME, MiTierraState
from farmtable.games.mi_tierra.rules import knowledge
from farmtable.games.mi_tierra.words.notation import kind_names
from tests.games.mi_tierra.oracle import Gift, Oracle
from tests.games.mi_tierra.scenarios import QUIET, activated, fact, is_placing, play, position
from tests.games.mi_tierra.test_against_oracle import RICH, begin

GAMES = 40 if is_compiled() else 8

SOMEWHERE = "somewhere among those that were reordered"


class Rememberers(Oracle):
    """The slow reference with players who remember: of each card of `top` its name, or what is left of it."""

    def __init__(self, players: int, gifts: Sequence[Gift] = (), **options: str) -> None:
        self.places: list[list[str | None]] = [[] for _ in range(players)]
        self.somewhere: list[Counter[str]] = [Counter() for _ in range(players)]
        super().__init__(players, gifts, **options)

    def _seen_by(self, number: int) -> None:
        self.places[number] = list(self.top)
        self.somewhere[number].clear()

    def _hidden_by(self, number: int) -> None:
        for other in range(self.players):
            if other != number:
                known = [card for card in self.places[other] if card not in (None, SOMEWHERE)]
                self.somewhere[other].update(card for card in known if card)
                self.places[other] = [SOMEWHERE] * len(self.top)

    def _taken(self, card: str) -> None:
        for number in range(self.players):
            place = self.places[number].pop(0) if self.places[number] else None
            if place == SOMEWHERE and self.somewhere[number][card]:
                self.somewhere[number][card] -= 1


def memory(oracle: Rememberers, number: int) -> tuple[list[str | None], dict[str, int]]:
    """What a seat knows: card by card its name or nothing, and which cards are somewhere among them."""
    places = [None if card == SOMEWHERE else card for card in oracle.places[number]]
    places += [None] * (len(oracle.top) - len(places))
    return places, dict(+oracle.somewhere[number])


def told(state: State, number: int) -> tuple[list[str | None], dict[str, int]]:
    """The same from what the engine keeps for a seat."""
    assert isinstance(state, MiTierraState)
    kept = knowledge.forget(state, number)
    names = kind_names(kept.facts)
    return [seen["card"] for seen in kept.to_dict()["top"]], dict(Counter(names[kind] for kind in kept.heard))


def curious(words: list[str], rng: Rng) -> str:
    """Often to the clock tower, and to the market, where cards are turned up."""
    for wanted in (("place Clock Tower", "next card"), ("place Official Market", "sell")):
        found = [text for text in words if text.startswith(wanted)]
        if found and rng.below(3) > 0:
            return found[rng.below(len(found))]
    return words[rng.below(len(words))]


def check_knowledge(state: State, oracle: Rememberers, rng: Rng) -> None:
    """What every seat knows is what its player remembers, and every imagined position agrees with it."""
    for number in range(oracle.players):
        places, somewhere = memory(oracle, number)
        assert told(state, number) == (places, somewhere), oracle.history
        imagined = state.seen_by(number).determinize(rng)
        cards = [seen["card"] for seen in imagined.to_dict()["top"]]
        assert len(cards) == len(places)
        assert all(known in (None, card) for known, card in zip(places, cards, strict=True))
        group = [
            card for card, known in zip(cards, oracle.places[number], strict=False) if known == SOMEWHERE
        ]
        assert not Counter(somewhere) - Counter(group), "what one knows to come is among the next cards"
        assert imagined.seen_by(number).key() == state.seen_by(number).key()
    assert told(state, -1) == ([None] * len(oracle.top), {}), "a spectator knows nothing"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r34_everybody_remembers_what_they_saw(players: int) -> None:
    """R34, R58: looks, looks by several, reorders: nothing is forgotten, nothing else is known."""
    looks = 0
    for seed in range(GAMES):
        rng = Rng("clock tower", seed)
        state, _ = begin(players, RICH, start="1")
        oracle = Rememberers(players, RICH, start="1")
        while oracle.to_play != OVER and oracle.round < 12:
            actions = list(state.legal_actions())
            words = [state.describe(action) for action in actions]
            if oracle.top and (rng.below(4) == 0 or words[0].startswith("next card")):
                check_knowledge(state, oracle, rng)
                looks += 1
            if state.to_play == CHANCE:
                text = state.describe(sample_chance(state, rng))
            else:
                text = curious(words, rng)
            state.apply(actions[words.index(text)])
            oracle.apply(text)
    assert looks > 10 * GAMES


def known_to(seats: list[int], *cards: str) -> list[dict[str, Any]]:
    return [{"card": card, "exact": seats} for card in cards]


def everything_said(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, is told of a position."""
    seen = state.seen_by(seat)
    size = GAME.observation_size
    buffer = memoryview(bytearray(4 * size)).cast("f")
    seen.observe(buffer)
    legal = list(seen.legal_actions())
    return {
        "key": seen.key(),
        "view": seen.view(),
        "observation": list(buffer),
        "actions": [seen.describe(action) for action in legal],
        "refusals": [str(seen.why_not(action)) for action in range(0, GAME.num_actions, 7)],
    }


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_r58_others_are_told_the_same_whatever_is_on_top(order: tuple[int, ...]) -> None:
    """R58: after a look the positions with other cards on top, or another order, are one to the others."""
    usual = position(players=3, top=known_to([1], *QUIET))
    cards = [(*QUIET, "thieves")[number + 1] for number in order]
    other = position(players=3, top=known_to([1], *cards))
    for seat in (0, 2, None):
        assert everything_said(usual, seat) == everything_said(other, seat)
    assert everything_said(usual, 1) != everything_said(other, 1)


def test_r34_a_look_stays_known() -> None:
    """R34: who looked knows the next cards in every imagined position; the others do not."""
    state = activated(players=2, placed={"Clock Tower": [0]}, top=QUIET)
    play(state, *(f"next card {card}" for card in QUIET[::-1][:3]))
    for seed in range(20):
        own = state.seen_by(0).determinize(Rng(seed))
        assert [seen["card"] for seen in fact(own, "top")] == list(QUIET[::-1])
    foreign = {
        tuple(seen["card"] for seen in fact(state.seen_by(1).determinize(Rng(seed)), "top"))
        for seed in range(20)
    }
    assert len(foreign) > 10


def test_r34_a_reorder_by_another_leaves_the_cards() -> None:
    """R34: after a reorder by seat 1 seat 0 knows which cards come next, and not their order."""
    state = activated(players=2, placed={"Clock Tower": [1]}, top=known_to([0, 1], *QUIET))
    play(state, *(f"next card {card}" for card in (QUIET[2], QUIET[0], QUIET[3])))
    orders = set()
    for seed in range(40):
        cards = [seen["card"] for seen in fact(state.seen_by(0).determinize(Rng(seed)), "top")]
        assert sorted(cards) == sorted(QUIET)
        orders.add(tuple(cards))
    assert len(orders) > 10


def test_r34_what_the_others_are_told_of_a_reorder() -> None:
    """R34, R58: whatever order is laid, the others read and see the same."""
    stories = set()
    keys = set()
    for order in (QUIET, QUIET[::-1], (QUIET[1], QUIET[0], QUIET[3], QUIET[2])):
        state = activated(players=2, placed={"Clock Tower": [0]}, top=known_to([1], *QUIET))
        lines = []
        for card in order[:3]:
            action = state.parse(f"next card {card}")
            lines += [str(line) for line in state.tell(action, 1)]
            state.apply(action)
        assert is_placing(state)
        stories.add(tuple(lines))
        keys.add(state.seen_by(1).key())
    assert len(stories) == 1
    assert len(keys) == 1


def test_r34_equal_cards_are_not_told_apart() -> None:
    """R34, R58: of two thieves among reordered cards one was known; which one comes first tells nobody."""
    said = []
    for first, second in (([0], []), ([], [0])):
        top = [
            {"card": "thieves", "exact": [1], "shuffled": [0], "loose": first},
            {"card": "meat 4x3", "exact": [1], "shuffled": [0]},
            {"card": "thieves", "exact": [1], "shuffled": [0], "loose": second},
        ]
        state = activated(
            {"goods": {"apple": 2}},
            placed={"Official Market": [0]},
            market=["apple 3x6", "apple 4x4"],
            top=top,
        )
        before = state.seen_by(0).key()
        play(state, "sell 1 to apple 3x6")
        said.append((before, state.seen_by(0).key()))
    assert said[0][0] == said[1][0]
    assert said[0][1] == said[1][1]

"""Many random games with hands: they keep the rules, every card is played and every effect happens."""

from __future__ import annotations

from collections import Counter

import pytest

from farmtable import CHANCE, OVER, BadRecord, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import playout, sample_chance
from farmtable.games.agricola import GAME, AgricolaState
from farmtable.games.agricola.position import events as e
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.events import unpack_event
from farmtable.games.agricola.position.steps import MENU, WORK
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


def told_of_goods(state: AgricolaState) -> Counter[int]:
    """What the events of the last action say came and went, by seat and good."""
    changes: Counter[int] = Counter()
    for number in state.trace:
        kind, seat, a, b = map(int, unpack_event(number))
        here = seat * f.GOODS
        if kind in (e.EVENT_GAIN, e.EVENT_PAY, e.EVENT_DISCARD):
            changes[here + a] += b if kind == e.EVENT_GAIN else -b
        elif kind in (e.EVENT_CONVERT, e.EVENT_BAKE):
            baked = kind == e.EVENT_BAKE
            changes[here + (f.GRAIN if baked else a)] -= a if baked else 1
            changes[here + f.FOOD] += b
        elif kind == e.EVENT_HARVEST:
            changes[here + f.GRAIN] += a
            changes[here + f.VEGETABLE] += b
        elif kind == e.EVENT_FED:
            changes[here + f.FOOD] -= a
        elif kind == e.EVENT_SOW:
            changes[here + b] -= 1
        elif kind == e.EVENT_NEWBORN:
            changes[here + a] += 1
        elif kind == e.EVENT_RETURN_WOOD:
            changes[here + f.WOOD] -= b
    return changes


def test_what_is_told_of_goods_adds_up() -> None:
    """No card brings or takes anything without a word, and none tells of what it does not do."""
    for number in range(GAMES // 5):
        rng = Rng(number, "told")
        state = begin(1 + number % 4, rng)
        state.tracing = True
        while state.to_play != OVER:
            before, state.trace = list(state.goods), state.trace[:0]
            action = eager(state, rng)
            words = state.describe(action)
            state.apply(action)
            told = told_of_goods(state)
            assert [now - then for then, now in zip(before, state.goods, strict=True)] == [
                told[place] for place in range(len(before))
            ], f"{words}, game {number}"


# They may not lie beside too many occupations, of which each later one costs more; one forbids to renovate.
NOT_BESIDE_MANY = {"play Butter Churn", "play Lumber Mill", "play Pond Hut"}
FORBIDS = "mantlepiece"


def choices(state: State) -> set[str]:
    """What may be done but for what depends on how many cards lie in front."""
    found = {state.describe(action) for action in state.legal_actions()}
    return {words for words in found - NOT_BESIDE_MANY if not words.startswith("place Lessons")}


def without(state: AgricolaState, card: str) -> State | None:
    """The same position without a card in front of the seat that is asked; None if it cannot be so."""
    data = state.to_dict()
    if any(frame[0] in ("offer", "ask") for frame in data["agenda"]):  # about cards by their places
        return None
    seat = data["seats"][int(state.to_play)]
    seat["front"] = [played for played in seat["front"] if played[0] != card]
    seat["fields"].pop(card, None)
    try:
        return GAME.from_dict(data)
    except BadRecord:  # as where animals live in the rooms that the card has opened to them
        return None


def test_a_card_in_front_takes_no_choice_away() -> None:
    """R9.19 for all that cards do: where the rules let one do something, they do so with a card more."""
    tried = 0
    for number in range(GAMES // 20):
        rng = Rng(number, "a card more")
        state = begin(1 + number % 4, rng)
        while state.to_play != OVER:
            if state.to_play != CHANCE and state.step() in (WORK, MENU) and rng.below(24) == 0:
                asked = (state.to_play, state.step(), state.round)
                for card, _ in state.to_dict()["seats"][int(state.to_play)]["front"]:
                    less = without(state, card) if card != FORBIDS else None
                    if isinstance(less, AgricolaState) and (less.to_play, less.step(), less.round) == asked:
                        assert choices(less) <= choices(state), f"{card}, game {number}"
                        tried += 1
            state.apply(eager(state, rng))
    assert tried > 0


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

"""Hand cards on Agricola's page: what is drawn of them, and what nobody else is ever sent."""

from __future__ import annotations

import re

import pytest

from farmtable import Match, Rng, State
from farmtable.games.agricola.box.decks import base_deck
from farmtable.games.agricola.position.facts import GONE, IN_BOX, IN_FRONT, IN_HAND
from farmtable.games.agricola.state import AgricolaState
from tests.games.agricola.scenarios import Data, play, position
from tests.web.test_agricola_table import GAME, Checked, draw

NAMES = [str(card.name) for card in base_deck().cards]
IDS = [card.id for card in base_deck().cards]


def page(state: State, seat: int | None = 0) -> str:
    return draw(state.seen_by(seat))


def button(html: str, card: str) -> str:
    """A card of the hand as it is drawn."""
    found = re.search(rf'<button[^>]*id="card-{card}".*?</button>', html, re.DOTALL)
    assert found, card
    return found[0]


def hidden_from(state: AgricolaState, seat: int | None) -> list[int]:
    """The cards in other hands, packs and the box that a seat has not been shown."""
    own = -1 if seat is None else IN_HAND + seat
    return [
        card
        for card, where in enumerate(state.where)
        if (IN_HAND <= where < IN_FRONT and where != own and not state.known[card]) or where in (IN_BOX, GONE)
    ]


@pytest.mark.parametrize(("players", "hands"), [(2, "dealt"), (4, "dealt"), (3, "drafted")])
def test_no_page_names_a_card_that_is_hidden(players: int, hands: str) -> None:
    """R9.1, R14.4: but for the cards among which a seat is choosing just now."""
    rng = Rng(players)
    match = Match(GAME, players=players, seed=players, hands=hands)
    seen = 0
    while match.state.to_play >= 0:
        legal = [int(action) for action in match.state.legal_actions()]
        if rng.below(12) == 0:
            state = match.state
            assert isinstance(state, AgricolaState)
            for seat in [*range(players), None]:
                html = page(state, seat)
                offered = set(re.findall(r'data-card="(\w+)"', html)) if seat == state.to_play else set()
                for card in hidden_from(state, seat):
                    if IDS[card] not in offered:
                        assert f'"{IDS[card]}"' not in html
                        assert f"<em>{NAMES[card]}</em>" not in html
                        assert not re.search(rf'="{re.escape(NAMES[card])}[",:]', html)
                        seen += 1
        match.play(legal[rng.below(len(legal))])
    assert seen > 1000


def test_the_hand_says_what_can_be_played_and_why_not_otherwise() -> None:
    """R9.2, R9.3: lit is what can be played now; a card whose time has not come only waits."""
    hand: Data = {"occupations": ["grocer"], "minors": ["canoe", "corn_scoop"], "goods": {"wood": 1}}
    state = position(hand, round=3)
    html = page(state)
    assert "data-action" not in button(html, "corn_scoop")
    assert "unready" not in button(html, "corn_scoop")
    assert "Canoe requires: 1 occupation." in button(html, "canoe")
    play(state, "place Meeting Place")
    html = page(state)
    assert "data-action" in button(html, "corn_scoop")
    assert "Play Corn Scoop" in button(html, "corn_scoop")
    assert "data-action" not in button(html, "grocer")


def test_others_see_how_many_cards_somebody_holds_and_which_were_passed() -> None:
    """R9.1, R9.5: a travelling card was seen by all."""
    state = position({"minors": ["market_stall", "canoe"], "goods": {"grain": 1}}, round=3)
    play(state, "place Meeting Place", "play Market Stall")
    for seat in (0, None):
        seats = state.seen_by(seat).view()["seats"]
        assert [player["hand_sizes"] for player in seats] == [{"occupation": 0, "minor": 1}] * 2
        assert [player["known"] for player in seats] == [[], ["market_stall"]]
        assert 'data-show-card="market_stall"' in page(state, seat)
    assert "canoe" not in page(state, 1)


def test_cards_in_front_tell_what_they_remember() -> None:
    front = [["grocer", 2], ["moldboard_plow", 1], ["handplow", 9], ["mantlepiece", 5], ["canoe", 0]]
    state = position({}, {"front": front}, round=5)
    html = page(state)
    for said in ("next: reed, 6 left", "1 field tile left", "field in round 9", "5 bonus points"):
        assert said in html
    shown = {one["id"]: one["points"] for one in state.seen_by(0).view()["seats"][1]["front"]}
    assert shown == {"grocer": 0, "moldboard_plow": 0, "handplow": 0, "mantlepiece": 2, "canoe": 1}


def test_a_question_of_a_card_is_asked_in_its_words() -> None:
    state = position({"front": ["hard_porcelain"], "goods": {"clay": 3}}, round=5)
    play(state, "exchange", "use Hard Porcelain")
    html = page(state)
    assert "2 clay for 1 stone" in html
    assert "3 clay for 2 stone" in html
    assert "4 clay for 3 stone" not in html


def test_ways_to_pay_are_shown_as_goods() -> None:
    """R9.19."""
    farm: Data = {"front": ["frame_builder"], "house": "clay", "goods": {"clay": 5, "reed": 2, "wood": 1}}
    state = position(farm, round=5)
    play(state, "place Farm Expansion", "build room A1")
    ask = state.seen_by(0).view()["ask"]
    assert [way["goods"] for way in ask["ways"]] == [
        {"clay": 5, "reed": 2},
        {"wood": 1, "clay": 3, "reed": 2},
    ]
    assert 'aria-label="3 clay"' in page(state)


def test_a_field_card_is_sown_beside_the_farm() -> None:
    state = position({"front": ["beanfield"], "fields": {"E1": ""}, "goods": {"vegetable": 1}}, round=5)
    play(state, "place Grain Utilization")
    (tool,) = state.seen_by(0).view()["ask"]["tools"]
    assert (tool["tool"], [one["cell"] for one in tool["cells"]]) == ("sow_vegetable", [4, 15])
    assert 'data-cell="15"' in page(state)
    play(state, "sow vegetable Beanfield")
    assert 'aria-label="Beanfield, 2 vegetables"' in page(state)


def test_two_people_may_stand_on_one_space() -> None:
    space = "basic_wish_for_children"
    state = position({"front": ["sleeping_corner"]}, round=8, used_by={space: 1}, shared_by={space: 0})
    found = re.search(r'<button[^>]*id="space-basic_wish_for_children".*?</button>', page(state), re.DOTALL)
    assert found
    assert "Anna is here" in found[0]
    assert "Ben is here" in found[0]
    assert found[0].count('class="person') == 2


def test_after_a_turn_is_over_who_adopts_may_also_pass() -> None:
    family: Data = {
        "front": ["adoptive_parents"],
        "rooms": ["A2", "A3", "A1"],
        "people": 3,
        "newborns": 1,
        "at_home": 0,
        "goods": {"food": 1},
    }
    html = page(position(family, round=6))
    assert "Nobody is at home" in html
    assert 'data-key="use-adoptive_parents"' in html
    assert "Pass" in html


def test_in_a_draft_one_is_told_who_gets_the_rest() -> None:
    """R14.4."""
    state = Match(GAME, players=3, seed=1, hands="drafted", pack_size="8").state
    picking = state.to_play
    html = page(state, picking)
    assert "Keep an occupation: 1 of 7" in html
    assert f"The others go to {['Anna', 'Ben', 'Chiara'][(picking + 1) % 3]}." in html
    assert html.count("hand-card of-occupation can") == 8
    waiting = page(state, (picking + 1) % 3)
    assert "is choosing a card" in waiting
    assert "hand-card" not in waiting
    alone = page(Match(GAME, players=1, seed=1, hands="drafted").state, 0)
    assert "Keep an occupation: 1 of 7" in alone
    assert "The others go to" not in alone


def test_a_hand_is_given_back_as_a_whole() -> None:
    """R14.10: nothing of it looks as if it could not be played yet."""
    state = Match(GAME, players=2, seed=1, redraw="yes").state
    html = page(state)
    assert "Do you keep this hand?" in html
    assert "for 6 occupations and 6 minor improvements" in html
    assert len(Checked(html).actions) == 2
    assert html.count("hand-card") == 14
    assert "unready" not in html
    assert "card-why" not in html
    given = state.clone()
    given.apply(given.parse("redraw"))
    assert "The new hand is dealt when the turn is finished." in page(given)
    waiting = page(state, 1)
    assert "Anna is looking at the hand dealt." in waiting
    assert not Checked(waiting).actions


def test_cards_too_many_are_given_back_one_by_one() -> None:
    """R14.9."""
    state = Match(GAME, players=2, seed=1, hands="of_ten").state
    assert "Still to give back: occupations 3, minor improvements 3." in page(state)
    assert len(Checked(page(state)).actions) == 20
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    assert "Still to give back: occupations 0, minor improvements 3." in page(state)
    html = page(state)
    assert len(Checked(html).actions) == 10
    assert "unready" not in html
    assert "Give back" in html


def test_banned_cards_are_named_to_everybody() -> None:
    """R14.7."""
    state = Match(GAME, players=2, seed=1, banned="wood_cutter,loom").state
    for seat in (0, 1, None):
        assert "Banned from this game: Wood Cutter, Loom." in page(state, seat)
    assert "Banned" not in page(Match(GAME, players=2, seed=1).state)


def test_who_chooses_freely_can_search_all_cards() -> None:
    """R13.1."""
    state = Match(GAME, players=1, seed=1, hands="chosen").state
    html = page(state)
    assert 'id="card-search"' in html
    assert len(Checked(html).actions) == len(state.legal_actions())


def test_without_hand_cards_nothing_of_them_is_drawn() -> None:
    html = page(Match(GAME, players=2, seed=1, cards="none").state)
    assert 'data-part="cards"' not in html
    assert "hand-card" not in html

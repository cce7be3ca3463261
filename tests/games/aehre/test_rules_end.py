"""R48 to R53: drawing, and the end of the game."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER, State
from farmtable.games.aehre import GAME
from tests.games.aehre.scenarios import Scenario, draw, legal, place, points, position_s, region, seat, vp


def stacks(state: State) -> tuple[int, int]:
    view = state.seen_by(None).view()
    return view["stack"], view["final_stack"]


def a_turn(state: State, words: int) -> None:
    """One turn up to its draw: lay a large tile (4 words) or a small one (3), for victory points."""
    state.play(next(text for text in legal(state) if len(text.split()) == words))
    while state.to_play >= 0 and state.seen_by(None).view()["step"] != "place":
        state.play(state.legal_actions()[0])


def test_r48_a_large_tile_is_replaced() -> None:
    """R48: after a large tile one is drawn; levelling changes nothing."""
    for scene in (Scenario(), Scenario().lay("C", (3, 3)).reserve(0, "P")):
        state = scene.state()
        place(state, "W1B2", (3, 3), (3, 2))
        points(state, (3, 3), (3, 2))
        assert (state.to_play, seat(state, 0)["hand_size"]) == (CHANCE, 2)
        draw(state)
        assert seat(state, 0)["hand_size"] == 3
        assert stacks(state) == (19, 7)


def test_r48_after_a_small_tile_nothing_is_drawn() -> None:
    """R48: a small tile face up is not followed by a draw."""
    state = Scenario().state()
    place(state, "W", (3, 3))
    points(state, (3, 3))
    assert (state.to_play, seat(state, 0)["hand_size"]) == (1, 3)
    assert stacks(state) == (20, 7)


def test_r49_the_final_stack_comes_into_play() -> None:
    """R49: not before the last ordinary tile has been drawn."""
    state = Scenario().stacks(1).state()
    a_turn(state, words=4)
    assert "draw end of game" not in legal(state)
    draw(state)
    assert stacks(state) == (0, 7)
    a_turn(state, words=4)
    assert "draw end of game" in legal(state)
    draw(state, legal(state)[0])
    assert stacks(state) == (0, 6)


@pytest.mark.parametrize("start", range(3))
@pytest.mark.parametrize("drawer", range(3))
def test_r50_all_have_the_same_number_of_turns(start: int, drawer: int) -> None:
    """R50: the round is finished; if the seat at the start player's right drew the tile, it ends at once."""
    state = Scenario(3).active(drawer, start).stacks(0, 1).state()
    a_turn(state, words=4)
    assert legal(state) == ["draw end of game"]
    draw(state)
    turns = 0
    while state.to_play != OVER:
        assert state.seen_by(None).view()["ending"] is True
        turns += 1
        a_turn(state, words=3)
    assert turns == (start - drawer - 1) % 3


def test_r51_the_end_tile_is_not_replaced() -> None:
    """R51: its drawer stays at two tiles; the others go on drawing from the final stack."""
    state = Scenario(3).stacks(0, 3).state()
    a_turn(state, words=4)
    shown_to_all = state.tell(state.parse("draw end of game"), -1)
    assert "draws the end-of-game tile" in str(shown_to_all[0])
    draw(state, "draw end of game")
    assert seat(state, 0)["hand_size"] == 2
    a_turn(state, words=4)
    assert "draw end of game" not in legal(state)
    draw(state)
    assert seat(state, 1)["hand_size"] == 3


def test_r51_nobody_draws_from_an_empty_stack() -> None:
    """R51: with the final stack empty the turn ends without a draw."""
    state = Scenario(3).stacks(0, 1).state()
    a_turn(state, words=4)
    draw(state, "draw end of game")
    assert stacks(state) == (0, 0)
    a_turn(state, words=4)
    assert state.to_play == 2
    assert seat(state, 1)["hand_size"] == 2


def test_r52_livestock_is_added_at_the_end_and_nothing_else() -> None:
    """R52: animals are revealed and added; tiles left over count nothing."""
    scene = Scenario().earned(0, 50).earned(1, 60).gone(0, "W", "cow", 15)
    assert scene.state().seen_by(1).view()["seats"][0]["livestock"] == [{"animal": "cow", "value": None}]
    end = scene.over().state()
    assert end.seen_by(1).view()["seats"][0]["livestock"] == [{"animal": "cow", "value": 15}]
    assert end.seen_by(None).winners() == [0]
    assert end.scores() == [65, 60], "three tiles in hand and five in reserve are worth nothing"
    assert [sum(points for _, points in end.score_sheet(one)) for one in range(2)] == [65, 60]
    assert vp(end) == 50


def test_lines_of_the_sheet_are_called_by_words_that_there_are() -> None:
    """A beet field has beets, but is no "beets field"."""
    fields = ["wheat fields", "beet fields", "rapeseed fields", "corn fields", "potato fields"]
    assert [str(line) for line in GAME.sheet_lines[:5]] == fields
    state = position_s().earned(0, 50).state()
    assert [str(text) for text, _ in state.score_sheet(0)[:5]] == fields


@pytest.mark.parametrize(
    ("tie_breaker", "winners"), [("sum_of_own_farm_regions", [0]), ("largest_single_farm_region", [1])]
)
def test_r53_farm_fields_break_a_tie(tie_breaker: str, winners: list[int]) -> None:
    """R53: fields of all own farm regions, or by the switch those of the largest."""
    scene = position_s(tie_breaker=tie_breaker).lay("R", (0, 0), (0, 2)).lay("P", (6, 3), (7, 3))
    scene.farm(1, (3, 2)).farm(0, (0, 1)).farm(0, (6, 3), 1).earned(0, 70).earned(1, 70)
    state = scene.over().state()
    assert [region(state, cell) for cell in ((3, 2), (0, 1), (6, 3))] == [4, 3, 3]
    assert state.winners() == winners


def test_r53_only_the_tied_are_compared() -> None:
    """R53: farm fields do not help a seat with fewer points."""
    state = position_s(3).farm(2, (3, 2)).earned(0, 70).earned(1, 69).earned(2, 69).over().state()
    assert state.winners() == [0]


@pytest.mark.parametrize("tie_breaker", ["sum_of_own_farm_regions", "largest_single_farm_region"])
def test_r53_shared_victory(tie_breaker: str) -> None:
    """R53: still tied, the victory is shared."""
    scene = Scenario(3, tie_breaker=tie_breaker).farm(0, (0, 0)).farm(2, (7, 0))
    state = scene.earned(0, 70).earned(2, 70).over().state()
    assert state.winners() == [0, 2]

"""R1 to R12: what is in the box, how it is laid out, and the order of a turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from farmtable import CHANCE, BadOption, State
from tests.games.aehre.scenarios import CROPS, GAME, LAYOUT, Scenario, draw, legal, place, points

SEATS = [2, 3, 4, 5]


def dealt(players: int, **options: str) -> State:
    state = GAME.new(players, **options)
    draw(state)
    return state


def view(state: State) -> dict[str, Any]:
    found: dict[str, Any] = state.seen_by(None).view()
    return found


@pytest.mark.parametrize("players", [0, 1, 6])
def test_r01_two_to_five_players(players: int) -> None:
    """R1: 2 to 5 players, no more and no fewer; five crops."""
    with pytest.raises(BadOption, match="2 to 5"):
        GAME.new(players)
    crops = {cell["crop"] for cell in view(GAME.new(2))["cells"] if cell}
    assert crops == {"wheat", "beets", "rapeseed", "corn", "potatoes"}


@pytest.mark.parametrize("players", SEATS)
def test_r02_pieces(players: int) -> None:
    """R2: 60 large tiles; for each player 5 small tiles, 2 farms and 5 cubes; 5 animals of each kind."""
    state = GAME.new(players)
    assert sum(state.to_dict()["unseen"].values()) == 60
    for seat in view(state)["seats"]:
        assert (len(seat["reserve"]), len(seat["farms"]), len(seat["cubes"])) == (5, 2, 5)
    piles = view(state)["barn"]["piles"].values()
    kinds = 2 if players == 2 else 3
    assert Counter(animal for pile in piles for animal in pile) == dict.fromkeys(
        ["cow", "pig", "chicken"][:kinds], 5
    )


def test_r03_the_land_is_printed() -> None:
    """R3: every cell is printed with a crop and is a field of level 0 like any other."""
    cells = view(GAME.new(2))["cells"]
    letters = "".join(LAYOUT)
    assert [cell is None for cell in cells] == [letter == "." for letter in letters]
    assert all(cell["level"] == 0 and cell["region"] == 1 for cell in cells if cell)
    assert Counter(letters) == {**dict.fromkeys(CROPS, 11), ".": 1}


@pytest.mark.parametrize("players", SEATS)
def test_r04_cubes_and_points_begin_at_nothing(players: int) -> None:
    """R4: all cubes on row 0, all points 0."""
    for seat in view(dealt(players))["seats"]:
        assert list(seat["cubes"].values()) == [0] * 5
        assert seat["vp"] == 0


@pytest.mark.parametrize(("players", "row"), [(3, 6), (4, 5), (5, 4)])
def test_r05_livestock(players: int, row: int) -> None:
    """R5: on each track, from the top: cow, pig, chicken; on the row for the number of players."""
    barn = view(dealt(players))["barn"]
    assert list(barn["piles"].values()) == [["cow", "pig", "chicken"]] * 5
    assert barn["livestock_row"] == row


def test_r06_livestock_for_two() -> None:
    """R6: two players have no chickens; cow and pig stand on the topmost row."""
    barn = view(dealt(2))["barn"]
    assert list(barn["piles"].values()) == [["cow", "pig"]] * 5
    assert barn["livestock_row"] == barn["top_row"] == 6


@pytest.mark.parametrize(("players", "rows"), [(2, [3, 5]), (3, [2, 4]), (4, [2, 4]), (5, [2, 3])])
def test_r07_farm_rows(players: int, rows: list[int]) -> None:
    """R7: one farm of each player beside each of the two rows for the number of players."""
    state = dealt(players)
    assert view(state)["barn"]["farms"] == [{"row": row, "waiting": list(range(players))} for row in rows]
    for seat in view(state)["seats"]:
        assert [farm["row"] for farm in seat["farms"]] == rows
        assert [farm["cell"] for farm in seat["farms"]] == [None, None]


@pytest.mark.parametrize(("players", "removed"), [(2, 20), (3, 10), (4, 0), (5, 0)])
def test_r08_removed_unseen(players: int, removed: int) -> None:
    """R8: removed tiles stay unseen: any of the 60 may still be drawn, but fewer will be."""
    state = GAME.new(players, start="1")
    assert sum(state.chance_weights()) == 60
    assert state.to_dict()["stack"] + 6 == 60 - removed


@pytest.mark.parametrize("players", SEATS)
def test_r09_final_stack(players: int) -> None:
    """R9: 6 large tiles and the end-of-game tile lie apart; only they can bring the end."""
    state = dealt(players)
    assert view(state)["final_stack"] == 7
    early = Scenario(players).stacks(1).turn("end turn", "draw").state()
    assert early.to_play == CHANCE
    assert "draw end of game" not in legal(early)
    late = Scenario(players).stacks(0).turn("end turn", "draw").state()
    weights = list(late.chance_weights())
    assert legal(late)[-1] == "draw end of game"
    assert weights[-1] * 7 == sum(weights), "each of the seven is equally likely"


@pytest.mark.parametrize("players", SEATS)
def test_r10_hands_and_reserves(players: int) -> None:
    """R10: three large tiles each, then five open small tiles, one of each crop."""
    state = dealt(players)
    for seat in view(state)["seats"]:
        assert seat["hand_size"] == 3
        assert seat["reserve"] == ["wheat", "beets", "rapeseed", "corn", "potatoes"]
    removed = {2: 20, 3: 10}.get(players, 0)
    assert view(state)["stack"] == 60 - removed - 6 - 3 * players


@pytest.mark.parametrize("players", SEATS)
def test_r11_start_player(players: int) -> None:
    """R11: the start player is drawn by lot or chosen with `start`; then clockwise; he stays it."""
    lot = GAME.new(players)
    assert legal(lot) == [f"start seat {number}" for number in range(1, players + 1)]
    assert list(lot.chance_weights()) == [1] * players
    for start in range(players):
        state = dealt(players, start=str(start + 1))
        order = []
        for _ in range(2 * players):
            order.append(state.to_play)
            small = next(text for text in legal(state) if len(text.split()) == 3)
            state.play(small)
            state.play(next(text for text in legal(state) if text.endswith("points")))
            assert view(state)["start"] == start
        assert order == [(start + turn) % players for turn in range(2 * players)]


def test_r11_start_beyond_the_seats_is_refused() -> None:
    """R11: only a seat of this game can begin."""
    with pytest.raises(BadOption, match="seat from 1 to 2"):
        GAME.new(2, start="3")


def test_r12_four_steps_for_the_active_player_only() -> None:
    """R12: place, score, assess, draw; nobody else has anything to do meanwhile."""
    state = Scenario(3).farm(0, (7, 0)).state()
    place(state, "W1B2", (3, 3), (3, 2))
    assert state.seen_by(0).view()["step"] == "score"
    assert [len(state.seen_by(other).legal_actions()) for other in (1, 2, None)] == [0, 0, 0]
    points(state, (3, 3))
    before = view(state)["seats"][0]["vp"]
    points(state, (3, 2))
    assert view(state)["seats"][0]["vp"] > before + 1, "the farm has paid before anything is drawn"
    assert view(state)["step"] == "draw"
    draw(state)
    assert (state.to_play, view(state)["step"]) == (1, "place")

"""The worked examples G1 to G32: the rulebook's own and ours, with their exact numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from farmtable import CHANCE, OVER, Rng, State
from tests.games.aehre.scenarios import (
    CROPS,
    GAME,
    LAYOUT,
    Scenario,
    allowed,
    barns,
    build,
    cube,
    draw,
    farms,
    large,
    legal,
    name,
    place,
    points,
    position_s,
    refused,
    region,
    seat,
    shown,
    small,
    stands_at_chance,
    vp,
)

# --- from the rulebook -----------------------------------------------------------------------------


def test_g01_two_regions() -> None:
    """G1: a W/R tile with regions of 3 and 2 brings 5 victory points."""
    state = Scenario().lay("W", (5, 3)).hand(0, "W1R2").state()
    place(state, "W1R2", (3, 3), (3, 4))
    assert (region(state, (3, 3)), region(state, (3, 4))) == (3, 2)
    points(state, (3, 3), (3, 4))
    assert vp(state) == 5


def test_g02_double_tile() -> None:
    """G2: a W/W tile in a region of 4 brings 4 + 4, or 4 and the other field's barns."""
    state = Scenario().hand(0, "W0W2").state()
    place(state, "W0W2", (3, 2), (3, 3))
    assert region(state, (3, 2)) == 4
    both = state.clone()
    points(both, (3, 2), (3, 3))
    assert vp(both) == 8
    points(state, (3, 2))
    barns(state, (3, 3))
    assert (vp(state), cube(state, "W")) == (4, 2)


def test_g03_farm_points() -> None:
    """G3: farm points move each cube by its field's barns; each field chooses for itself."""
    state = Scenario().lay("W", (5, 3)).hand(0, "W1R2").state()
    place(state, "W1R2", (3, 3), (3, 4))
    wheat, rapeseed = (3, 3), (3, 4)

    both = state.clone()
    barns(both, wheat, rapeseed)
    assert (vp(both), cube(both, "W"), cube(both, "R")) == (0, 1, 2)

    mixed = state.clone()
    points(mixed, wheat)
    barns(mixed, rapeseed)
    assert (vp(mixed), cube(mixed, "W"), cube(mixed, "R")) == (3, 0, 2)

    barns(state, wheat)
    points(state, rapeseed)
    assert (vp(state), cube(state, "W"), cube(state, "R")) == (2, 1, 0)


def test_g04_rotation() -> None:
    """G4: rapeseed never over rapeseed; wheat over rapeseed and rapeseed over potatoes is legal."""
    state = Scenario().hand(0, "W1R2").state()
    printed_rapeseed, printed_potatoes = (0, 1), (0, 2)
    assert refused(state, large("W1R2", printed_potatoes, printed_rapeseed), "R15")
    assert allowed(state, large("W1R2", printed_rapeseed, printed_potatoes))


def test_g05_levels() -> None:
    """G5: two cells at levels 0 and 1 are illegal without help, at 1 and 1 legal."""
    uneven = Scenario().lay("C", (3, 3)).hand(0, "B1R2").reserve(0, "").state()
    assert refused(uneven, large("B1R2", (3, 3), (2, 3)), "R16")
    even = Scenario().lay("C", (3, 3)).lay("P", (2, 3)).hand(0, "B1R2").reserve(0, "").state()
    assert allowed(even, large("B1R2", (3, 3), (2, 3)))


@pytest.mark.parametrize("face_down", CROPS)
def test_g06_levelling(face_down: str) -> None:
    """G6: any small tile levels the lower cell; rotation looks at the wheat under it."""
    left, right = (3, 1), (3, 2)  # printed wheat at level 0; potatoes at level 1
    state = Scenario().lay("P", right).hand(0, "B1C2", "W1C2", "R1C2").state()
    assert refused(state, large("W1C2", left, right), "R19")
    place(state, "B1C2", left, right)
    state.play(f"level with {face_down}")
    assert [shown(state, cell)["level"] for cell in (left, right)] == [2, 2]
    assert len(seat(state, 0)["reserve"]) == 4
    points(state, left, right)
    assert stands_at_chance(state)
    draw(state)
    assert seat(state, 0)["hand_size"] == 3


def test_g07_building() -> None:
    """G7: not on the wheat region with another's farm; on a beet region of 4, which pays 4 at once."""
    beets = ((4, 1), (4, 0), (5, 0), (6, 0))
    scene = Scenario(4)
    for row in range(8):
        for column in range(7):
            if LAYOUT[row][column] == "W" and (row, column) != (0, 0):
                scene.lay("C", (row, column))  # one wheat field is left
    scene.lay("B", (4, 0), (5, 0)).farm(2, (0, 0))
    scene.cubes(0, W=2, B=2, R=2, C=2, P=1)
    state = scene.state()
    assert [region(state, cell) for cell in beets] == [4, 4, 4, 4]
    place(state, "P", (7, 5))
    barns(state, (7, 5))
    assert refused(state, "farm A1", "R34")
    build(state, (4, 1))
    assert vp(state) == 4


@pytest.mark.parametrize(("tile", "moved"), [("W1B2", 1), ("W2B1", 2)])
def test_g08_pig(tile: str, moved: int) -> None:
    """G8: one row below the livestock, cow gone: 1 or 2 farm points bring the pig; the cube is out."""
    state = Scenario(4).gone(1, "W", "cow", 13).cubes(0, W=4).hand(0, tile, "W1R2", "W1C2").state()
    field, other = (3, 3), (3, 2)
    place(state, tile, field, other)
    barns(state, field)
    assert stands_at_chance(state), f"the pig is shown after {moved}"
    assert legal(state) == [f"reveal pig {value}" for value in range(6, 11)]
    draw(state, "reveal pig 8")
    assert cube(state, "W") is None
    assert state.seen_by(0).view()["seats"][0]["livestock"] == [{"animal": "pig", "value": 8}]
    assert state.scores()[0] == 8
    points(state, other)
    draw(state)
    again = Scenario(4).gone(0, "W", "cow", 13).hand(0, "W1R2").state()
    place(again, "W1R2", (3, 3), (3, 4))
    assert refused(again, "score D4 barns", "R43")


def test_g09_cow_by_small_tile() -> None:
    """G9: a small potato tile moves its cube by 2 and brings the cow; no tile is drawn."""
    state = Scenario(4).cubes(0, P=3).state()
    place(state, "P", (3, 1))
    barns(state, (3, 1))
    assert legal(state) == [f"reveal cow {value}" for value in range(11, 16)]
    draw(state, "reveal cow 15")
    assert cube(state, "P") is None
    assert seat(state, 0)["hand_size"] == 3
    assert state.to_play == 1, "nothing is drawn: the next seat has its turn"


def test_g10_lone_field() -> None:
    """G10: a field without an equal neighbour is a region of 1."""
    state = Scenario().state()
    place(state, "P", (0, 0))
    points(state, (0, 0))
    assert vp(state) == 1


# --- setup and counting -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "removed", "dealt", "stacks"),
    [(2, 20, 6, 28), (3, 10, 9, 35), (4, 0, 12, 42), (5, 0, 15, 39)],
)
def test_g11_stacks(players: int, removed: int, dealt: int, stacks: int) -> None:
    """G11: the ordinary stacks after setup, for each number of players."""
    state = GAME.new(players)
    draw(state)
    data = state.to_dict()
    assert data["stack"] == stacks
    assert sum(len(one["hand"]) for one in data["seats"]) == dealt
    assert sum(data["unseen"].values()) - stacks - 6 == removed


def last_draw(state: State, ordinal: int) -> tuple[int, int]:
    """Play large tiles only; the `ordinal`-th draw is the end-of-game tile. Who drew it, in which round."""
    rng = Rng("length", ordinal)
    drawn = 0
    found = (-1, -1)
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            data = state.to_dict()
            step = data["agenda"][-1][0]
            drawn += step == "draw"
            if step == "draw" and drawn == ordinal:
                state.play("draw end of game")
                found = (data["active"], data["round"])
                continue
            outcomes = [outcome for outcome in legal(state) if outcome != "draw end of game"]
            state.play(outcomes[rng.below(len(outcomes))])
        else:
            words = [
                text for text in legal(state) if not (text.startswith("place") and len(text.split()) == 3)
            ]
            state.play(words[rng.below(len(words))])
    return found


@pytest.mark.parametrize("k", range(1, 8))
def test_g12_length(k: int) -> None:
    """G12: with 4 players and no small tiles the end comes with draw 42 + k, and the round is finished."""
    state = GAME.new(4, start="1")
    drawer, in_round = last_draw(state, 42 + k)
    assert (drawer, in_round) == ((42 + k - 1) % 4, (42 + k - 1) // 4 + 1)
    assert state.to_dict()["round"] == in_round
    assert state.to_dict()["active"] == 3, "the last turn is that of the seat to the start player's right"
    if k == 1:
        assert (drawer, in_round) == (2, 11)
    if k == 6:
        assert (drawer, in_round) == (3, 12)


def test_g13_tile_census() -> None:
    """G13: 60 tiles; per crop 24 fields, of which 4 without, 10 with 1 and 10 with 2 barns."""
    tiles = GAME.new(4).to_dict()["unseen"]
    fields: Counter[str] = Counter()
    for tile, count in tiles.items():
        fields[tile[:2]] += count
        fields[tile[2:]] += count
    assert sum(tiles.values()) == 60
    for crop in CROPS:
        assert [fields[f"{crop}{barns}"] for barns in range(3)] == [4, 10, 10]
    assert sum(int(field[1]) * count for field, count in fields.items()) == 150


def test_g14_passing_99() -> None:
    """G14: 97 + 5 = 102, on the board 100 and 2; 95 + 4 = 99."""
    state = position_s().earned(0, 97).state()
    place(state, "W", (4, 2))  # joins (3,2), (3,3), (3,1), (4,3)
    points(state, (4, 2))
    assert vp(state) == 102
    assert divmod(vp(state), 100) == (1, 2)
    almost = Scenario().earned(0, 95).hand(0, "W0W1").state()
    place(almost, "W0W1", (3, 2), (3, 3))
    points(almost, (3, 2))
    assert vp(almost) == 99


# --- placement and regions ---------------------------------------------------------------------------


def test_g15_small_wheat() -> None:
    """G15: W on (3,3) of the empty board: region {(3,3),(4,3)}, 2 points or 2 farm points."""
    state = Scenario().state()
    place(state, "W", (3, 3))
    barn = state.clone()
    points(state, (3, 3))
    barns(barn, (3, 3))
    assert vp(state) == 2
    assert (vp(barn), cube(barn, "W")) == (0, 2)


def test_g16_wheat_and_rapeseed() -> None:
    """G16: W on (3,3), R on (3,4): 2 and 2, together 4."""
    state = Scenario().state()
    place(state, "W1R2", (3, 3), (3, 4))
    points(state, (3, 3), (3, 4))
    assert vp(state) == 4


def test_g17_covering_its_own_neighbour() -> None:
    """G17: W on (3,3), R on (4,3): wheat 1, rapeseed 2, together 3."""
    state = Scenario().state()
    place(state, "W1R2", (3, 3), (4, 3))
    assert (region(state, (3, 3)), region(state, (4, 3))) == (1, 2)
    points(state, (3, 3), (4, 3))
    assert vp(state) == 3


def test_g18_wheat_on_wheat() -> None:
    """G18: W on (4,3) of the empty board is illegal."""
    assert refused(Scenario().state(), small("W", (4, 3)), "R15")


def test_g19_position_s() -> None:
    """G19: W/W on (3,2) and (3,3): region of 4, both fields 8 points."""
    state = Scenario().hand(0, "W0W1").state()
    place(state, "W0W1", (3, 2), (3, 3))
    together = {cell for cell in ((3, 1), (3, 2), (3, 3), (4, 3)) if region(state, cell) == 4}
    assert len(together) == 4
    points(state, (3, 2), (3, 3))
    assert vp(state) == 8


def joined(**options: str) -> State:
    """G20 after Ben (seat 1) has laid W on (2,3) and P on (2,4): Anna's farm stands on (3,2)."""
    scene = position_s(3, **options).farm(0, (3, 2)).active(1).hand(1, "W1P2", "B1R2", "B1C2")
    state = scene.state()
    place(state, "W1P2", (2, 3), (2, 4))
    return state


def test_g20_joining_a_farm_region() -> None:
    """G20: the wheat field joins Anna's region of now 5 and brings 0; the potato field brings 2."""
    state = joined()
    assert region(state, (3, 2)) == 5
    assert allowed(state, f"score {name((2, 3))} barns")
    points(state, (2, 3))
    assert vp(state, 1) == 0
    points(state, (2, 4))
    assert vp(state, 1) == 2
    assert seat(state, 0)["farms"][0]["size"] == 5


def test_g21_beside_a_farm_region() -> None:
    """G21: beside a farm region a field of another crop scores normally; under `any_adjacent` 0."""
    state = joined()
    points(state, (2, 4))
    assert vp(state, 1) == 2
    literal = joined(farm_vp_block="any_adjacent")
    points(literal, (2, 4), (2, 3))
    assert vp(literal, 1) == 0


def test_g22_cutting() -> None:
    """G22: small B on (3,3) cuts Anna's region: beets 2, her region 2, the parts cut off are free again."""
    state = joined()
    points(state, (2, 3), (2, 4))
    draw(state)
    place(state, "B", (3, 3))
    assert shown(state, (3, 3))["level"] == 2
    points(state, (3, 3))
    assert vp(state, 2) == 2
    assert [region(state, cell) for cell in ((3, 1), (3, 2), (4, 3), (2, 3))] == [2, 2, 1, 1]
    assert [shown(state, cell)["owner"] for cell in ((3, 1), (3, 2), (4, 3), (2, 3))] == [0, 0, None, None]
    assert state.to_play == 0
    place(state, "P", (0, 0))  # Anna's next turn, far away
    points(state, (0, 0))
    assert vp(state) == 1 + 2
    scene = position_s(4).lay("W", (2, 3)).lay("B", (3, 3)).farm(0, (3, 2))
    building = scene.active(1).cubes(1, W=2, B=2, R=2, C=2, P=0).state()
    place(building, "P", (0, 0))
    barns(building, (0, 0))
    build(building, (2, 3))
    assert farms(building, 1)[0] == name((2, 3))


def test_g23_no_linking() -> None:
    """G23: W/W between two farms is illegal for everyone; W beside one of them is legal and brings 0."""
    for player in range(3):
        scene = (
            Scenario(3).farm(0, (3, 1)).farm(1, (4, 3)).hand(player, "W0W1", "W0W2", "B1R2").active(player)
        )
        state = scene.state()
        assert refused(state, large("W0W1", (3, 2), (3, 3)), "R22")
        assert refused(state, large("W0W1", (3, 3), (3, 2)), "R22")
        place(state, "W", (3, 2))
        before = vp(state, player)
        points(state, (3, 2))
        assert vp(state, player) - before == {0: 2, 1: 1, 2: 0}[player], "only what own farms pay"


def test_g24_no_covering_of_farms() -> None:
    """G24: nothing covers (3,2) with its farm, not even a face-down small tile."""
    state = position_s().farm(0, (3, 2)).state()
    assert all(name((3, 2)) not in action.split() for action in legal(state))
    assert refused(state, small("B", (3, 2)), "R21")
    assert refused(state, large("W1R2", (2, 2), (3, 2)), "R21")
    lower = position_s().raised(2, (2, 2)).farm(0, (3, 2)).hand(0, "C1P2").state()
    assert refused(lower, large("C1P2", (2, 2), (3, 2)), "R21")


def test_g25_level_check() -> None:
    """G25: P on (3,3), R on (2,3) with levelling: legal, both at level 2; C on (2,3): illegal."""
    state = position_s().hand(0, "R1P2", "C1P2", "B1R2").state()
    assert refused(state, large("C1P2", (2, 3), (3, 3)), "R19")
    french = position_s(levelled_field_rotation="any").hand(0, "C1P2").state()
    assert allowed(french, large("C1P2", (2, 3), (3, 3)))
    place(state, "R1P2", (2, 3), (3, 3))
    state.play("level with C")
    assert [shown(state, cell)["level"] for cell in ((2, 3), (3, 3))] == [2, 2]


@pytest.mark.parametrize("reserve", ["", "B", CROPS])
def test_g26_two_small_tiles(reserve: str) -> None:
    """G26: levels 0 and 2 are illegal, whatever the reserve holds."""
    state = Scenario().raised(2, (3, 3)).hand(0, "W1C2").reserve(0, reserve).state()
    assert refused(state, large("W1C2", (3, 2), (3, 3)), "R20")


# --- barn -------------------------------------------------------------------------------------------


def test_g27_four_players() -> None:
    """G27: cubes 2 2 2 2 1 and 1 farm point on potatoes: farm 1 must be built now."""
    state = Scenario(4).cubes(0, W=2, B=2, R=2, C=2, P=1).hand(0, "W2P1").state()
    place(state, "W2P1", (3, 3), (3, 4))
    barns(state, (3, 4))
    assert all(action.startswith("farm ") for action in legal(state))
    build(state, (7, 0))
    assert farms(state) == [name((7, 0)), None]
    assert f"score {name((3, 3))} points" in legal(state), "the other field is scored after the farm"


def test_g28_two_farms_at_once() -> None:
    """G28: both farms are due: row 2 first, row 3 in another region; regions of 4 and 3 pay 7."""
    scene = position_s(5).cubes(0, W=3, B=3, R=3, C=3, P=1).lay("R", (0, 0), (0, 2))
    state = scene.state()
    assert (region(state, (3, 2)), region(state, (0, 1))) == (4, 3)
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    build(state, (3, 2))
    assert farms(state) == [name((3, 2)), None], "the lower row first"
    assert refused(state, f"farm {name((3, 3))}", "R34")
    build(state, (0, 1))
    assert farms(state) == [name((3, 2)), name((0, 1))]
    assert vp(state) == 7


def test_g29_removed_cube_counts() -> None:
    """G29: wheat exchanged for a cow, others 4 4 4 3: 1 farm point on potatoes makes the second farm due."""
    scene = Scenario(4).gone(0, "W", "cow", 12).cubes(0, B=4, R=4, C=4, P=3).farm(0, (7, 0))
    state = scene.hand(0, "C2P1").state()
    place(state, "C2P1", (3, 3), (3, 4))
    barns(state, (3, 4))
    build(state, (0, 0))
    assert farms(state) == [name((7, 0)), name((0, 0))]


def test_g30_empty_pile() -> None:
    """G30: wheat pile empty, cube on row 4, 2 farm points: row 6, nothing taken; again: stays on 6."""
    scene = Scenario(4).gone(1, "W", "cow", 11).gone(2, "W", "pig", 6).gone(3, "W", "chicken", 1)
    state = scene.cubes(0, W=4).hand(0, "W2B1", "W2R1", "W2C1").state()
    place(state, "W2B1", (3, 3), (3, 2))
    barns(state, (3, 3))
    assert cube(state, "W") == 6
    assert seat(state, 0)["livestock"] == []
    again = scene.cubes(0, W=6).state()
    place(again, "W2B1", (3, 3), (3, 2))
    barns(again, (3, 3))
    assert cube(again, "W") == 6
    assert not stands_at_chance(again)


def test_g31_order_inside_scoring() -> None:
    """G31: points first, then the farm on that region: 5 + 5; the farm first: 0 + 5."""
    scene = position_s(4).cubes(0, W=2, B=2, R=2, C=2, P=1).hand(0, "W2P1")
    wheat, potatoes = (2, 3), (2, 4)
    state = scene.state()
    place(state, "W2P1", wheat, potatoes)
    assert region(state, wheat) == 5
    farm_first = state.clone()

    points(state, wheat)
    barns(state, potatoes)
    build(state, wheat)
    assert vp(state) == 10

    barns(farm_first, potatoes)
    build(farm_first, wheat)
    points(farm_first, wheat)
    assert vp(farm_first) == 5


# --- end --------------------------------------------------------------------------------------------


def tie(anna_fields: int, ben_fields: int, **options: str) -> State:
    """The end of G32: 105 points each; Anna has farm regions of 4 and `anna_fields` - 4, Ben one."""
    scene = Scenario(3, **options).earned(0, 88).earned(1, 97).over()
    scene.gone(0, "B", "cow", 13).gone(0, "W", "chicken", 4).gone(1, "W", "pig", 8).gone(2, "W", "cow", 11)
    scene.lay("W", (3, 2), (3, 3)).farm(0, (3, 2))  # 4 fields
    scene.lay("R", (0, 0), (0, 2)).farm(0, (0, 1), 1)  # 3 fields
    corn = [(6, 0), (7, 0), (7, 1), (7, 2), (7, 3)]  # with the printed (6,1): 6 fields
    scene.lay("C", *corn).farm(1, (7, 0))
    if ben_fields == 7:
        scene.lay("C", (7, 4))
    state = scene.state()
    assert [region(state, cell) for cell in ((3, 2), (0, 1), (7, 0))] == [4, anna_fields - 4, ben_fields]
    assert state.scores()[:2] == [105, 105]
    return state


def test_g32_tie() -> None:
    """G32: 105 each. Farm regions 4 + 3 = 7 beat 6; by the Italian rule 6 beats 4; 7 and 7 share."""
    assert tie(7, 6).winners() == [0]
    assert tie(7, 6, tie_breaker="largest_single_farm_region").winners() == [1]
    assert tie(7, 7).winners() == [0, 1]

"""What a page is told before a decision is what the decision then brings."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable.core.playout import sample_chance
from tests.games.aehre.oracle import cell_of
from tests.games.aehre.scenarios import GAME, Scenario, name, place, position_s


def looked_at(state: State, reader: int) -> dict[str, Any]:
    view: dict[str, Any] = state.seen_by(reader).view()
    return view


def check_placement(state: State, action: int) -> None:
    """The preview of a tile tells its points and steps in the barn, and whether a small tile goes below."""
    seat = state.to_play
    preview = state.seen_by(seat).preview(action)
    reserve = len(looked_at(state, seat)["seats"][seat]["reserve"])
    small = len(state.describe(action).split()) == 3
    after = state.clone()
    after.play(action)
    if after.to_play == seat and looked_at(after, seat)["step"] == "level":
        after.play(after.legal_actions()[0])
        assert preview["levelled"]
    if after.to_play != seat or looked_at(after, seat)["step"] != "score":
        return  # scored at once: no cube is left to choose for
    spent = reserve - len(looked_at(after, seat)["seats"][seat]["reserve"])
    assert spent == (small or preview["levelled"])
    told = [(field["cell"], field["crop"], field["vp"]) for field in preview["fields"]]
    offered = [(field["cell"], field["crop"], field["vp"]) for field in looked_at(after, seat)["open_fields"]]
    assert told == offered
    for field, open_field in zip(preview["fields"], looked_at(after, seat)["open_fields"], strict=True):
        assert field["fp"] == (None if open_field["fp_action"] is None else open_field["barns"])


def built(view: dict[str, Any], seat: int) -> int:
    return sum(farm["cell"] is not None for farm in view["seats"][seat]["farms"])


def check_scoring(state: State, action: int) -> None:
    """What each open field says it would bring is what it brings."""
    seat = state.to_play
    before = looked_at(state, seat)
    text = state.describe(action)
    row, column = cell_of(text.split()[1])
    field = next(one for one in before["open_fields"] if one["cell"] == row * before["columns"] + column)
    crop = field["crop"]
    after = state.clone()
    after.play(action)
    now = looked_at(after, seat)
    if text.endswith("barns"):
        assert now["seats"][seat]["cubes"][crop] == field["row"]
        if field["row"] is not None:
            assert field["row"] - before["seats"][seat]["cubes"][crop] == field["barns"]
        piles = [before["barn"]["piles"][crop], now["barn"]["piles"][crop]]
        assert piles[0][:1] == ([field["takes"]] if field["takes"] else piles[1][:1])
        if field["farm_due"]:
            while after.to_play == CHANCE and looked_at(after, seat)["step"] == "livestock":
                after.apply(after.legal_actions()[0])
            now = looked_at(after, seat)
            assert now["step"] == "farm" or built(now, seat) > built(before, seat)
    elif now["active"] == seat and now["step"] == "score":
        assert now["seats"][seat]["vp"] - before["seats"][seat]["vp"] >= field["vp"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("block", ["same_crop", "any_adjacent"])
def test_previews_come_true(players: int, block: str) -> None:
    rng = Rng("previews", players)
    state = GAME.new(players, farm_vp_block=block)
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
            continue
        actions = list(state.legal_actions())
        step = looked_at(state, state.to_play)["step"]
        for _ in range(3):
            action = actions[rng.below(len(actions))]
            if step == "place":
                check_placement(state, action)
            elif step == "score":
                check_scoring(state, action)
            else:
                assert state.seen_by(state.to_play).preview(action) == {}
        barns = [action for action in actions if state.describe(action).endswith("barns")]
        wanted = barns or actions
        state.apply(wanted[rng.below(len(wanted))])


@pytest.mark.parametrize(("row", "steps"), [(3, 2), (4, 2), (5, 1), (6, 0)])
def test_no_steps_are_promised_beyond_the_roof(row: int, steps: int) -> None:
    """R31, R44: without livestock a cube climbs to the top row; what is left over is no step."""
    scenario = Scenario(4).cubes(0, W=row).hand(0, "W2C1", "W1P2", "C0C1")
    for seat, (animal, value) in enumerate((("cow", 11), ("pig", 6), ("chicken", 1)), 1):
        scenario.gone(seat, "W", animal, value)
    state = scenario.state()
    tile = state.read("place W2C1 C5 C6")
    assert state.seen_by(0).preview(tile)["fields"][0]["fp"] == steps
    state.apply(tile)
    field = looked_at(state, 0)["open_fields"][0]
    assert (field["barns"], field["row"]) == (steps, row + steps)


def test_a_page_knows_the_free_regions() -> None:
    """R34: while a farm is to be built the view lists the regions that may take it."""
    state = position_s(4).farm(1, (3, 2)).cubes(0, W=2, B=2, R=2, C=2, P=1).state()
    place(state, "P", (0, 0))
    state.play("score A1 barns")
    regions = looked_at(state, 0)["free_regions"]
    cells = sorted(cell for region in regions for cell in region)
    assert cells == [action - looked_at(state, 0)["codes"]["farm"] for action in state.legal_actions()]
    assert all(len(region) == len(set(region)) for region in regions)


def test_links_show_which_halves_belong_together() -> None:
    """A large tile's halves point at each other until one of them is covered."""
    state = Scenario().state()
    place(state, "W1B2", (3, 3), (3, 2))
    link = {cell["name"]: cell["link"] for cell in looked_at(state, 0)["cells"] if cell}
    assert (link[name((3, 3))], link[name((3, 2))]) == ("left", "right")
    state.play("score D4 points")
    state.play("score C4 points")
    state.apply(state.legal_actions()[0])
    place(state, "P", (3, 2))
    link = {cell["name"]: cell["link"] for cell in looked_at(state, 1)["cells"] if cell}
    assert (link[name((3, 3))], link[name((3, 2))]) == (None, None)

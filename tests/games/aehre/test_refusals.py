"""`why_not`: every refusal names its rule, the chapter of the rulebook, and a reason that is true."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Refusal, Rng, State
from farmtable.core.playout import sample_chance
from tests.games.aehre.scenarios import GAME, Scenario, name, place, points, position_s

UNEVEN = Scenario().lay("C", (3, 3))
ONE_SMALL_TILE_LEFT = Scenario().lay("C", (3, 3)).reserve(0, "")


def scoring() -> State:
    state = Scenario(4).gone(0, "W", "cow", 12).state()
    place(state, "W1B2", (3, 3), (3, 2))
    return state


def building() -> State:
    state = position_s(4).cubes(0, W=2, B=2, R=2, C=2, P=1).farm(1, (3, 2)).state()
    place(state, "P", (0, 0))
    state.play("score A1 barns")
    return state


def levelling() -> State:
    state = Scenario().lay("C", (3, 3)).reserve(0, "WB").state()
    place(state, "W1B2", (3, 3), (3, 2))
    return state


def stuck() -> State:
    return Scenario().all_show("W").hand(0, "W0W1", "W0W2").reserve(0, "").state()


def linking() -> State:
    return Scenario().farm(0, (3, 1)).farm(1, (4, 3)).hand(0, "W0W1").state()


# What is tried, where, the rule that forbids it, and a piece of the reason.
KINDS: dict[str, tuple[State, str, str, str]] = {
    "a second tile": (scoring(), "place C A1", "R13", "already been laid"),
    "not in hand": (Scenario().state(), "place C1P2 A1 B1", "R13", "not in your hand"),
    "not in reserve": (Scenario().reserve(0, "B").state(), "place W D4", "R13", "no longer in your reserve"),
    "rotation": (Scenario().state(), "place W A1", "R15", "wheat may not cover wheat"),
    "uneven, nothing to level with": (ONE_SMALL_TILE_LEFT.state(), "place W1B2 D4 C4", "R16", "height"),
    "nothing to level": (Scenario().state(), "level with W", "R18", "nothing to level"),
    "a tile that is spent": (levelling(), "level with R", "R18", "no longer in your reserve"),
    "rotation when levelled": (UNEVEN.hand(0, "R2P1").state(), "place R2P1 C4 D4", "R19", "rapeseed"),
    "too uneven": (Scenario().raised(2, (3, 3)).state(), "place W1B2 D4 C4", "R20", "by 2"),
    "covering a farm": (position_s().farm(0, (3, 2)).state(), "place B C4", "R21", "farm on C4"),
    "linking farms": (linking(), "place W0W1 C4 D4", "R22", "join two regions"),
    "a large tile where none can be laid": (stuck(), "place W0W1 A1 B1", "R24", "No tile can be laid"),
    "a small tile where none can be laid": (stuck(), "place W A1", "R24", "No tile can be laid"),
    "putting a tile away": (Scenario().state(), "discard W1B2", "R24", "when no tile can be laid"),
    "putting away another's": (stuck(), "discard B1C2", "R24", "not in your hand"),
    "farm points without a cube": (scoring(), "score D4 barns", "R43", "exchanged for livestock"),
    "no farm now": (Scenario().state(), "farm A1", "R34", "no farm"),
    "a region with a farm": (building(), "farm D4", "R34", "has a farm already"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_refusal(kind: str) -> None:
    state, action, rule, piece = KINDS[kind]
    before = state.key()
    refusal = state.why_not(action)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert piece in str(refusal.reason)
    assert str(refusal).endswith(f"({rule}, {refusal.source})")
    with pytest.raises(IllegalAction, match=rule) as caught:
        state.play(action)
    assert caught.value.refusal == refusal
    assert state.key() == before
    assert state.seen_by(state.to_play).why_not(action) == refusal


def test_a_field_scored_twice() -> None:
    state = Scenario().state()
    place(state, "W1B2", (3, 3), (3, 2))
    points(state, (3, 3))
    refusal = state.why_not(f"score {name((3, 3))} points")
    assert refusal is not None
    assert (refusal.rule, "has been scored" in str(refusal)) == ("R25", True)


def test_chance_and_the_end_are_nobodys_to_decide() -> None:
    """R12: while a tile is drawn no seat can act; after the end nothing can be done."""
    drawing = Scenario().turn("end turn", "draw").state()
    refusal = drawing.why_not("place W D4")
    assert refusal is not None
    assert refusal.rule == "R12"
    over = Scenario().over().state().why_not("place W D4")
    assert over is not None
    assert "over" in str(over)


@pytest.mark.parametrize(
    "words", ["", "place", "place W Z9", "place Q D4", "score A1 points", "fly", "farm G1"]
)
def test_what_is_no_action_is_explained_by_examples(words: str) -> None:
    state = Scenario().state()
    with pytest.raises(IllegalAction, match="for example") as caught:
        state.why_not(words)
    assert caught.value.refusal is None


def holds(state: State, words: list[str], rule: str) -> bool:
    """Whether the rule named for a refused placement is really broken by it."""
    view = state.seen_by(None).view()
    by_name = {cell["name"]: cell for cell in view["cells"] if cell}
    under = [by_name[text] for text in words[2:]]
    letters = words[1][::2]
    same = [cell["crop"][0].upper() == crop for cell, crop in zip(under, letters, strict=True)]
    levels = [int(cell["level"]) for cell in under]
    gap = max(levels) - min(levels)
    if rule in ("R15", "R19"):
        return any(same)
    if rule == "R21":
        return any(cell["farm"] is not None for cell in under)
    if rule == "R20":
        return gap > 1
    if rule == "R16":
        return gap == 1 and not list(view["seats"][state.to_play]["reserve"])
    return rule == "R22" and not any(same) and sum(farm is not None for farm in farms(view)) > 1


def farms(view: dict[str, list[dict[str, int | None]]]) -> list[int | None]:
    return [cell["farm"] for cell in view["cells"] if cell]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_reasons_are_true_in_random_games(players: int) -> None:
    """For illegal placements of own tiles, drawn at random: the rule is one that they do break."""
    rng = Rng("reasons", players)
    state = GAME.new(players)
    named: Counter[str] = Counter()
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
            continue
        actions = state.legal_actions()
        view = state.seen_by(state.to_play).view()
        if view["step"] == "place":
            seat = view["seats"][state.to_play]
            tiles = [tile["text"] for tile in seat["hand"]]
            for cell in (one for one in view["cells"] if one):
                row, column = int(cell["name"][1:]), cell["name"][0]
                tile = tiles[rng.below(len(tiles))]
                for words in (
                    f"place {tile} {column}{row} {column}{row + 1}",
                    f"place {tile[0]} {cell['name']}",
                ):
                    try:
                        refusal = state.why_not(words)
                    except IllegalAction:
                        continue  # over the edge
                    if refusal is not None and refusal.rule != "R13":
                        assert holds(state, words.split(), refusal.rule), f"{words}: {refusal}"
                        named[refusal.rule] += 1
        barns = [action for action in actions if re.search("barns$", state.describe(action))]
        wanted = barns or list(actions)
        state.apply(wanted[rng.below(len(wanted))])
    assert {"R15", "R20"} <= set(named)

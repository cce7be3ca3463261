"""What a page is given: the whole table, every legal action exactly once, and what an action would bring."""

from __future__ import annotations

import json
from typing import Any

import pytest

from farmtable import Match, Rng, State
from farmtable.games.agricola import GAME
from farmtable.games.agricola.position.actions import MAJOR, PLACE
from farmtable.games.agricola.position.facts import MAJOR_IDS, SPACE_IDS
from tests.games.agricola.scenarios import harvest, house_of, play, position

ANIMALS = ("sheep", "wild boar", "cattle")
PLAIN = {"cards": "none"}
MORE = {"cards": "none", "side_job": "yes", "stage_order": "chosen", "hints": "yes"}
HANDS = {"cards": "base", "hands": "dealt"}
DRAFT = {"cards": "base", "hands": "drafted"}
CHOICE = {"cards": "base", "hands": "chosen"}


def look(state: State, seat: int | None = None) -> dict[str, Any]:
    """The view of `seat`, by default of the one who is to decide."""
    seen: dict[str, Any] = state.seen_by(state.to_play if seat is None else seat).view()
    return seen


def offered(ask: dict[str, Any]) -> list[int]:
    """Every action that the question names."""
    found = [ask["done"], ask.get("exchange")]
    found += [PLACE + SPACE_IDS.index(space) for space in ask.get("places", [])]
    now = [one for one in ask["exchanges"] if "exchange" not in ask or "need" in ask]
    found += [one[way] for one in now for way in ("cook", "give_back")]
    named = ("bakes", "returns", "takes", "cards", "uses", "picks", "plays", "renovations", "ways", "options")
    found += [one["action"] for part in named for one in ask.get(part, [])]
    found += [one["action"] for tool in ask.get("tools", []) for one in tool["cells"]]
    found += [MAJOR + MAJOR_IDS.index(major) for major in ask.get("majors", [])]
    if ask.get("fencing"):
        found += [ask["fencing"]["first"] + shape for shape in ask["fencing"]["legal"]]
    return sorted(action for action in found if action is not None)


def check_animals(player: dict[str, Any]) -> None:
    """All animals are shown somewhere, and no more in a place than it holds."""
    shown = dict.fromkeys(ANIMALS, 0)
    for pasture in player["pastures"]:
        assert pasture["count"] <= pasture["capacity"]
        if pasture["animal"]:
            shown[pasture["animal"]] += pasture["count"]
    for animal in [*player["pets"], *(one["animal"] for one in player["stabled"]), *player["waiting"]]:
        shown[animal] += 1
    assert shown == {animal: player["goods"][animal] for animal in ANIMALS}


@pytest.mark.parametrize(
    ("players", "options", "games"),
    [
        *((players, PLAIN, 2) for players in (1, 2, 3, 4)),
        (1, MORE, 2),
        *((players, MORE | {"variant_tile": "yes"}, 2) for players in (2, 3, 4)),
        *((players, HANDS, 3) for players in (1, 2, 3, 4)),
        *((players, DRAFT, 1) for players in (2, 4)),
        (1, CHOICE, 1),
    ],
)
def test_the_view_offers_every_legal_action_once(players: int, options: dict[str, str], games: int) -> None:
    rng = Rng(players)
    for seed in range(games):
        match = Match(GAME.id, players=players, seed=seed, **options)
        while match.state.to_play >= 0:
            legal = [int(action) for action in match.state.legal_actions()]
            view = look(match.state)
            assert offered(view["ask"]) == legal
            assert json.loads(json.dumps(view)) == view
            for player in view["seats"]:
                check_animals(player)
            match.play(legal[rng.below(len(legal))])
        assert look(match.state, 0)["step"] == "over"


def test_only_who_decides_is_asked() -> None:
    state = position(players=3)
    assert look(state, state.to_play)["ask"]["places"]
    others = [look(state, seat) for seat in range(3) if seat != state.to_play]
    watching = state.seen_by(None).view()
    assert [seen["ask"] for seen in [*others, watching]] == [None] * 3
    assert watching["seats"] == others[0]["seats"]


def test_the_ledger_says_what_feeding_needs_and_what_each_way_costs() -> None:
    """R7.3, R7.4: two food for an adult; a sheep cooked is a sheep less to count."""
    state = harvest(
        {"goods": {"grain": 1, "sheep": 1, "food": 1}, "improvements": ["fireplace_2"], "fields": {}},
        {"goods": {"food": 9}},
    )
    ask = look(state)["ask"]
    assert (ask["need"], ask["food"], ask["missing"]) == (4, 1, 3)
    ways = {one["good"]: (one["food"], one["points"]) for one in ask["exchanges"]}
    assert ways == {"grain": (1, -2), "sheep": (2, -2)}


@pytest.mark.parametrize(("now", "then", "need"), [(5, 7, 6), (6, 7, 6), (7, 7, 5)])
def test_a_newborn_eats_as_an_adult_in_the_harvest_of_a_later_round(now: int, then: int, need: int) -> None:
    """R1.8, R7.3: only in a harvest of the round of its birth it needs 1 food."""
    seat = {"rooms": house_of(3), "people": 3, "newborns": 1, "at_home": 1}
    seen = look(position(seat, round=now))
    assert (seen["next_harvest"], seen["seats"][0]["need"]) == (then, need)


def test_fencing_comes_with_every_shape_and_the_legal_ones() -> None:
    """R5.1 to R5.4."""
    state = position({"goods": {"wood": 4}}, round=5)
    play(state, "place Fencing")
    view = look(state)
    fencing, shapes = view["ask"]["fencing"], view["shapes"]
    assert len(shapes) == 1232
    singles = {shapes[shape] for shape in fencing["legal"]}
    assert singles == {1 << cell for cell in range(15) if cell not in (5, 10)}
    assert (fencing["wood"], fencing["left"]) == (4, 15)


def test_animals_that_do_not_fit_wait_at_the_gate() -> None:
    """R6.5."""
    state = position({"improvements": ["fireplace_2"]}, piles={"sheep_market": 3}, round=5)
    play(state, "place Sheep Market")
    view = look(state)
    assert view["step"] == "house"
    assert (view["seats"][0]["pets"], view["seats"][0]["waiting"]) == (["sheep"], ["sheep", "sheep"])


def test_promised_food_is_shown_on_its_rounds() -> None:
    state = position({"promised": {"6": {"food": 1}}}, round=5)
    rounds = [one for stage in look(state)["stages"] for one in stage["rounds"]]
    assert [one["promised"] for one in rounds if one["promised"]] == [
        [{"seat": 0, "good": "food", "count": 1}]
    ]
    assert [one["round"] for one in rounds if one["harvest"]] == [4, 7, 9, 11, 13, 14]


def test_hints_mark_at_most_three_spaces() -> None:
    suggested = look(position(options={"hints": "yes"}))["ask"]["suggested"]
    assert 0 < len(suggested) <= 3
    assert look(position())["ask"]["suggested"] == []


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_preview_tells_what_the_action_changes(players: int) -> None:
    rng = Rng(players + 10)
    match = Match(GAME.id, players=players, seed=players)
    for _ in range(60):
        state = match.state
        if state.to_play < 0:
            break
        seat = state.to_play
        legal = [int(action) for action in state.legal_actions()]
        action = legal[rng.below(len(legal))]
        told = state.seen_by(seat).preview(action)
        before, scored = look(state, seat)["seats"][seat], state.scores()[seat]
        after = state.clone()
        after.apply(action)
        now = look(after, seat)["seats"][seat]
        changes = {good: now["goods"][good] - n for good, n in before["goods"].items()}
        assert told == {
            "goods": {good: change for good, change in changes.items() if change},
            "begging": now["begging"] - before["begging"],
            "points": after.scores()[seat] - scored,
        }
        match.play(action)

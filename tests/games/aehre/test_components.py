"""An owner's file of figures: what is refused, in one sentence, and what works."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farmtable import BadOption, Match, Record, Rng
from farmtable.core.playout import playout
from farmtable.games.aehre.box.components import COMPONENTS
from tests.games.aehre.scenarios import GAME, LAYOUT, draw

TILE = {"fields": [["wheat", 1], ["beets", 2]], "count": 60}

# What a file says, and a piece of the sentence that refuses it.
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": ({"tractors": 3}, "there is no 'tractors'"),
    "unknown key deep down": ({"barn": {"players": {"2": {"roof": 1}}}}, "there is no 'barn.players.2.roof'"),
    "a value for a table": ({"barn": 3}, "'barn' is a table"),
    "part of the rules": ({"game": {"id": "other"}}, "'game' is part of the rules"),
    "other crops": ({"crops": {"names": ["rye"]}}, "'crops' is part of the rules"),
    "another start row": ({"barn": {"start_row": 1}}, "'barn.start_row' is part of the rules"),
    "layout not a list": ({"crop_area": {"layout": "WB"}}, "list of lines"),
    "layout of numbers": ({"crop_area": {"layout": [1, 2]}}, "list of lines"),
    "layout empty": ({"crop_area": {"layout": []}}, "list of lines"),
    "layout ragged": ({"crop_area": {"layout": ["WB", "RCP"]}}, "not of one length"),
    "layout with a letter too many": ({"crop_area": {"layout": ["WX", "RC"]}}, "not X"),
    "layout too large": ({"crop_area": {"layout": ["WRPBCWRP"] * 8}}, "more than 62"),
    "layout of one field": ({"crop_area": {"layout": ["W."]}}, "fewer than two"),
    "tiles not a list": ({"large_tiles": {"fields": []}}, "large_tiles is a list"),
    "tile with one field": ({"large_tiles": [{"fields": [["wheat", 1]]}]}, "large_tiles number 1"),
    "tile of an unknown crop": ({"large_tiles": [{"fields": [["rye", 1], ["beets", 1]]}]}, "'rye'"),
    "tile of a list for a crop": (
        {"large_tiles": [{"fields": [[["wheat"], 1], ["beets", 1]]}]},
        "names one of",
    ),
    "tile with half a barn": ({"large_tiles": [{"fields": [["wheat", 0.5], ["beets", 1]]}]}, "0.5"),
    "tile with a negative count": ({"large_tiles": [{**TILE, "count": -1}]}, "count"),
    "too few tiles": ({"large_tiles": [{**TILE, "count": 20}]}, "too few"),
    "far too many tiles": ({"large_tiles": [{**TILE, "count": 150}, {**TILE, "count": 150}]}, "200"),
    "small tiles of an unknown crop": ({"small_tiles": {"barns": {"rye": 1}}}, "'small_tiles.barns.rye'"),
    "small tile with ten barns": ({"small_tiles": {"barns": {"wheat": 10}}}, "small_tiles.barns.wheat"),
    "a truth for a number": ({"setup": {"hand_size": True}}, "setup.hand_size"),
    "no hand": ({"setup": {"hand_size": 0}}, "setup.hand_size"),
    "a word for a number": ({"setup": {"final_stack": "six"}}, "setup.final_stack"),
    "three farm rows": ({"barn": {"players": {"3": {"farm_rows": [1, 2, 3]}}}}, "barn.players.3.farm_rows"),
    "farm row above the roof": (
        {"barn": {"players": {"4": {"farm_rows": [2, 9]}}}},
        "barn.players.4.farm_rows",
    ),
    "livestock below a farm": ({"barn": {"players": {"5": {"livestock_row": 2}}}}, "R35"),
    "an unknown animal": ({"barn": {"players": {"2": {"livestock": ["goat"]}}}}, "cow, pig, chicken"),
    "too few cows": ({"livestock": {"cow": {"values": [11, 12]}}}, "livestock.cow.values"),
    "values not a list": ({"livestock": {"cow": {"values": 11}}}, "livestock.cow.values"),
    "a huge animal": ({"livestock": {"pig": {"values": [6, 7, 8, 9, 1000]}}}, "livestock.pig.values"),
    "removed more than there are": ({"setup": {"players": {"2": {"removed": 60}}}}, "too few"),
}


@pytest.mark.parametrize("name", BAD)
def test_malformed_figures_are_refused_in_one_sentence(name: str) -> None:
    content, piece = BAD[name]
    with pytest.raises(BadOption) as caught:
        GAME.new(3, components=content)
    sentence = str(caught.value)
    assert piece in sentence
    assert "\n" not in sentence
    assert sentence.startswith("components: ")


@pytest.mark.parametrize(
    ("content", "piece"), [(b"layout = [", "not a TOML file"), (b"\xff\xfe", "not a TOML file")]
)
def test_a_file_that_is_no_toml(tmp_path: Path, content: bytes, piece: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(BadOption, match=piece):
        GAME.new(2, components=str(path))
    with pytest.raises(BadOption, match="cannot read"):
        GAME.new(2, components=str(tmp_path / "missing.toml"))
    with pytest.raises(BadOption, match="path of a TOML file"):
        GAME.new(2, components=3)


def test_dates_have_no_place(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("[setup]\nhand_size = 2026-01-01\n", encoding="utf-8")
    with pytest.raises(BadOption):
        GAME.new(2, components=path)


OWN = """
[crop_area]
layout = ["WRPBC", "BCWRP", "RPBCW", "CWRPB"]
source = "my box"

[barn.players.3]
farm_rows = [1, 2]

[small_tiles]
barns = { wheat = 1 }
"""


def test_a_partial_file_replaces_only_what_it_says(tmp_path: Path) -> None:
    """What is not in the file stays as it was; the file becomes part of the record."""
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    match = Match("aehre", 3, seed=1, components=str(path))
    view = match.state.seen_by(None).view()
    assert (view["rows"], view["columns"]) == (4, 5)
    assert [farm["row"] for farm in view["barn"]["farms"]] == [1, 2]
    assert view["barn"]["livestock_row"] == 6
    assert view["small_barns"] == {"wheat": 1, "beets": 2, "rapeseed": 2, "corn": 2, "potatoes": 2}
    for _ in range(30):
        match.play(match.state.legal_actions()[0])
    saved = tmp_path / "game.json"
    match.record.save(saved)
    path.unlink()
    again = Record.load(saved)
    assert again.options["components"]["crop_area"]["layout"][0] == "WRPBC"
    assert again.verify() == match.state


def test_the_whole_file_of_the_package_is_a_good_file() -> None:
    """Copied and unchanged it changes nothing but the record."""
    own = GAME.new(4, components=COMPONENTS.packaged)
    usual = GAME.new(4)
    assert own.to_dict()["unseen"] == usual.to_dict()["unseen"]
    assert own.seen_by(None).view() == usual.seen_by(None).view()


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"crop_area": {"layout": list(LAYOUT[:4])}},
        {"crop_area": {"layout": ["WRPBCWRPBC"] * 6}},
        {"crop_area": {"layout": ["WRPBC"] * 11}},
        {"crop_area": {"layout": [*LAYOUT[:7], "RPB.WRP"]}},
        {"setup": {"final_stack": 0, "hand_size": 1}},
        {"large_tiles": [TILE]},
        {"large_tiles": [{"fields": [["wheat", 9], ["wheat", 9]], "count": 60}]},
        {"livestock": {"cow": {"values": [0] * 5}}},
        {"barn": {"top_row": 9, "players": {"2": {"livestock": ["chicken"]}}}},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 5])
def test_games_with_other_figures_end(content: dict[str, Any], players: int) -> None:
    for seed in range(3):
        state = GAME.new(players, components=content)
        playout(state, Rng(seed))
        assert state.winners()


def test_two_games_with_different_figures_do_not_mix() -> None:
    one = GAME.new(2, components={"setup": {"hand_size": 2}})
    other = GAME.new(2)
    draw(one)
    draw(other)
    hands = [state.seen_by(None).view()["seats"][0]["hand_size"] for state in (one, other)]
    assert hands == [2, 3]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a file of figures."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from paths(below, (*path, key))


PATHS = list(paths(COMPONENTS.packaged))[1:]
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 3, 10**30, 0.5, "", "wheat", [], [[]], [3], {}, {"a": 1}, "WRPBC"]
)


@given(path=st.sampled_from(PATHS), junk=JUNK)
@settings(max_examples=300, derandomize=True)
def test_junk_anywhere_is_refused_or_played(path: tuple[Any, ...], junk: Any) -> None:
    """Whatever stands in any place of the file: a clear refusal, or a game that can be played to its end."""
    content = copy.deepcopy(COMPONENTS.packaged)
    place = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = junk
    try:
        state = GAME.new(2, components=content)
    except BadOption:
        return
    playout(state, Rng(1))
    assert state.winners()


def test_a_file_that_an_editor_of_windows_has_saved_is_read_all_the_same(tmp_path: Path) -> None:
    """It begins with a mark that TOML does not know, and ends lines in its own way."""
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf[setup]\r\nhand_size = 4\r\n")
    assert GAME.check_options({"components": path})["components"] == {"setup": {"hand_size": 4}}

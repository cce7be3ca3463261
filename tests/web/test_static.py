"""Static files: kept for ever under the address of their edition, served under that of any other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from farmtable.web.beside.static import FOLDER, edition, modules_of, static, zoomed
from farmtable.web.pages import TEMPLATES
from tests.web.visitor import Visitor

OLD = "0123456789ab"
SHEETS = ("pieces.css", "app.css", "rules.css", "games/agricola/agricola.css", "forced.css")
ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+|/charts[^"]+)"')


def caching(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return str(answer.headers["cache-control"])


def test_what_a_page_names_is_asked_for_once(anna: Visitor) -> None:
    """With all that it brings along: a second visit asks for none of it."""
    named: set[str] = set()
    for game in ("agricola", "aehre", "mi_tierra", "market_day"):
        table = anna.set_up("local", "local", game=game)
        for path in ("/", f"/table/{table}", f"/table/{table}/analysis", f"/rules/{game}"):
            named |= set(ADDRESS.findall(anna.get(path).text))
    assert static("table.js") in named
    assert static("icon.svg") in named
    for path in named:
        assert "immutable" in caching(anna, path), path


@pytest.mark.parametrize("path", ["/static/table.js", f"/static/{OLD}/table.js", "/charts.css?edition=old"])
def test_a_page_of_before_an_upgrade_gets_what_there_is_now_but_not_for_ever(
    anna: Visitor, path: str
) -> None:
    assert caching(anna, path) == "no-cache"


def test_what_has_not_changed_is_not_sent_again(anna: Visitor) -> None:
    first = anna.get(f"/static/{OLD}/table.js")
    again = anna.client.get(f"/static/{OLD}/table.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", [f"/static/{edition()}", static("nothing.js"), static("../app.py"), static("games")]
)
def test_nothing_else_is_served(anna: Visitor, path: str) -> None:
    answer = anna.get(path)
    assert answer.status_code == 404
    assert "immutable" not in answer.headers["cache-control"]


def test_what_moves_is_neither_laid_out_nor_painted_in_each_frame() -> None:
    """All other properties of an animation keep a phone's processor busy for as long as it lasts."""
    light = {"opacity", "transform", "translate", "scale", "rotate"}
    in_pictures = {"glow"}  # a part of a picture is painted with it, whatever of it moves
    found = 0
    for sheet in FOLDER.rglob("*.css"):
        for name, frames in re.findall(r"@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)", sheet.read_text()):
            found += 1
            moved = set(re.findall(r"([\w-]+)\s*:", frames))
            assert name in in_pictures or moved <= light, (sheet.name, name, moved - light)
    assert found > 4


def test_no_address_is_written_out() -> None:
    """One without its edition would be asked for again at each visit, and bring a module twice."""
    for path in [*FOLDER.rglob("*.[jc]s*"), *TEMPLATES.rglob("*.html")]:
        if "vendor" not in path.parts:
            assert not re.search(r"[\"'(]/static/", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.css")), ids=lambda path: path.stem)
def test_no_style_is_given_twice(path: Path) -> None:
    """What two pages call by one name would look like the later of the two: the lobby's seats did."""
    rules = re.findall(r"^([^\s@][^{}@]*) \{", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [rule for rule in dict.fromkeys(rules) if rules.count(rule) > 1] == []


def test_all_that_a_script_imports_is_named_with_it() -> None:
    found = modules_of("games/aehre/aehre.js")
    assert {"table.js", "line.js", "keys.js", "games/aehre/spots.js"} <= set(found)
    assert len(found) == len(set(found))


def test_for_larger_text_layouts_change_at_larger_windows(anna: Visitor) -> None:
    anna.post("/look", text="130")
    named = {path for path in ADDRESS.findall(anna.get("/rules/agricola").text) if ".css" in path}
    assert named == {f"{static(name)}?text=130" for name in SHEETS}
    for path in named:
        assert "immutable" in caching(anna, path)
        assert anna.get(path).headers["content-type"].startswith("text/css")
    sheet = anna.get(f"{static('app.css')}?text=130").text
    assert "@media (max-width: 1429px), (max-height: 650px) {" in sheet
    assert "@media (min-width: 728px) and (max-height: 650px) {" in sheet
    assert sheet.count("\n") == anna.get(static("app.css")).text.count("\n")


def test_another_size_of_text_than_there_is_changes_nothing(anna: Visitor) -> None:
    plain = anna.get(static("app.css")).text
    for text in ("", "100", "999", "-1", "130x"):
        assert anna.get(f"{static('app.css')}?text={text}").text == plain


def test_layouts_stay_neighbours_at_every_size_of_text() -> None:
    for text in ("115", "130"):
        sheet = zoomed("games/aehre/aehre.css", text)
        least = {int(found) for found in re.findall(r"@media \(min-width: (\d+)px\) and \(min-h", sheet)}
        most = {int(found) for found in re.findall(r"@media \(max-width: (\d+)px\), \(max-h", sheet)}
        assert least
        assert {one - 1 for one in least} >= most


def test_a_table_borrows_no_class_of_the_lobby() -> None:
    """The margins of the tables that wait there once lay around animals that had no place on a farm."""
    games = (TEMPLATES / "games").rglob("*.html")
    assert not [path.name for path in games if 'class="waiting' in path.read_text("utf-8")]

"""The documentation site: it is whole, needs nobody's server, and can be searched without one."""

from __future__ import annotations

import doctest
import logging
import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import farmtable
from tests.web.chromium import chromium

ROOT = Path(__file__).parents[2]
ASKED = re.compile(r'(?:src|href)="(?:https?:)?//(?!www\.w3\.org)[^"]*\.(?:js|css|woff2?|png|svg)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a page outside the contents, a link or an anchor to nowhere is an error."""
    folder = tmp_path_factory.mktemp("site")
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    return folder


def test_it_asks_no_other_server_for_anything(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not ASKED.findall(page.read_text(encoding="utf-8")), page


def test_everything_public_is_told(site: Path) -> None:
    told = (site / "api" / "farmtable.html").read_text(encoding="utf-8")
    names = set(re.findall(r'id="farmtable\.(?:core\.registry\.)?(\w+)"', told))
    assert set(farmtable.__all__) - names == {"__version__"}


def test_the_rules_are_there_with_their_numbers(site: Path) -> None:
    assert '<span id="R1.1"></span>' in (site / "rules" / "agricola.it.html").read_text(encoding="utf-8")


def test_the_first_example_of_the_reference_runs() -> None:
    assert doctest.testmod(farmtable).failed == 0


@pytest.mark.browser
def test_it_can_be_searched_from_a_folder_on_a_phone(site: Path) -> None:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 360, "height": 740})
        page.goto(f"file://{site}/index.html")
        page.locator("label[for=__search].md-header__button").click()
        page.get_by_role("textbox", name="Search").press_sequentially("determinize")
        page.locator(".md-search-result__link").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360

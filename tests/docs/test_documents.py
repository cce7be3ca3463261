"""What is written down: examples run, links lead somewhere, and every language tells the same rules."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import farmtable
from farmtable.i18n import LANGUAGES

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "farmtable" / "games"
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *GAMES.glob("*/*.md")]
FIGURES = list(GAMES.glob("*/box/components.toml"))
ABOUT_FIGURES = {"source", "why", "confidence"}


def test_the_example_in_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    failed, tried = doctest.DocTestRunner().run(test)
    assert (failed, tried) == (0, 8)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", farmtable.games())
def test_every_language_tells_the_same_rules(game: str, language: str) -> None:
    told, english = farmtable.game(game).rules(language), farmtable.game(game).rules()
    for pattern in (r"^- \*\*([A-Z]\d+)", r"`[^`]+`", r"^#+ ", r"^\|", "◇"):
        numbers = [sorted(re.findall(pattern, text, re.MULTILINE)) for text in (told, english)]
        assert numbers[0] == numbers[1], pattern


@pytest.mark.parametrize("game", farmtable.games())
def test_the_rules_name_every_option(game: str) -> None:
    found = farmtable.game(game)
    for option in found.options:
        assert f"`{option.name}`" in found.rules()


@pytest.mark.parametrize("file", FIGURES, ids=lambda file: file.parent.name)
def test_every_figure_has_a_source(file: Path) -> None:
    _check_sources(tomllib.loads(file.read_text(encoding="utf-8")), file.parent.name, {})


def _check_sources(table: dict[str, Any], name: str, above: dict[str, str]) -> None:
    """Every figure of a table has a source: its own, that of its table, or that of the table around it."""
    source = table.get("source", above)
    sources = source if isinstance(source, dict) else dict.fromkeys(table, source)
    for kind in sources.values():
        assert re.match("rulebook|public: |reconstructed", kind), f"{name}: {kind}"
    for key, value in table.items():
        if key in ABOUT_FIGURES:
            continue
        for below in value if isinstance(value, list) else [value]:
            if isinstance(below, dict):
                _check_sources(below, f"{name}.{key}", sources)
            else:
                assert sources, f"{name}.{key} has no source"

"""What the documentation site shows besides the pages in `docs`; MkDocs calls these functions.

The rules of the games lie with the games, examples and recipes with the code. A page of `docs` links to such
a file as one does in a checkout; on the site the file has a page of its own.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

import farmtable
from farmtable.i18n import LANGUAGES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "farmtable" / "games"
LINK = re.compile(r"(?<=\]\()(\.\./[^)#]+)")
RULE = re.compile(r"^(\s*- )(\*\*([A-Z]\d+(?:\.\d+)?))", re.MULTILINE)
SHOWN = {".py": "python", ".c": "c", ".js": "javascript", ".toml": "toml", ".json": "json"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Let an entry of the contents that is a folder stand for all its pages."""
    config.nav = list(_unfolded(config.nav or []))
    return config


def _unfolded(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        if not isinstance(entry, dict):
            yield entry
            continue
        ((title, pages),) = entry.items()
        if isinstance(pages, list):
            yield {title: list(_unfolded(pages))}
        elif pages.endswith("/"):
            first = [page for page in DOCS.glob(f"{pages}*.md") if page.name == "README.md"]
            others = sorted(set(DOCS.glob(f"{pages}*.md")) - set(first))
            yield {title: [str(page.relative_to(DOCS)) for page in (*first, *others)]}
        else:
            yield entry


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the rules of each game in each language, and what pages lead to outside of `docs`."""
    for game in map(farmtable.game, sorted(path.parent.name for path in GAMES.glob("*/RULES.md"))):
        for language in LANGUAGES:
            links = " · ".join(
                f"[{name}]({_rules_page(game.id, other)})"
                for other, name in LANGUAGES.items()
                if other != language
            )
            told = RULE.sub(r'\1<span id="\3"></span>\2', game.rules(language))
            title, _, text = told.partition("\n")
            _add(files, config, f"rules/{_rules_page(game.id, language)}", f"{title}\n\n{links}\n{text}")
    for target in sorted({target for page in DOCS.rglob("*.md") for target in _outside(page)}):
        if target.suffix in SHOWN:
            code = target.read_text(encoding="utf-8")
            block = f"# {target.name}\n\n````{SHOWN[target.suffix]}\n{code}````\n"
            _add(files, config, _page_of(target), block)
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead to the site's own page of a file outside of `docs`; to a folder nothing leads."""
    here = posixpath.dirname(page.file.src_uri)

    def led(found: re.Match[str]) -> str:
        target = (DOCS / here / found[1]).resolve()
        if DOCS in target.parents:
            return found[1]
        return posixpath.relpath(_page_of(target), here or ".")

    without_folders = re.sub(r"\[([^\]]+)\]\((?:\.\./)+[^)#.]+\)", r"\1", markdown)
    return LINK.sub(led, without_folders)


def _rules_page(game: str, language: str) -> str:
    return f"{game}.md" if language == "en" else f"{game}.{language}.md"


def _outside(page: Path) -> Iterator[Path]:
    """The files outside of `docs` that a page links to."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / link).resolve()
        if DOCS not in target.parents and target.is_file():
            yield target


def _page_of(target: Path) -> str:
    """Where the site shows a file of the repository."""
    path = target.relative_to(ROOT)
    if path.name.startswith("RULES"):
        return f"rules/{_rules_page(path.parent.name, path.stem.partition('.')[2] or 'en')}"
    return f"source/{path}.md"


def _add(files: Files, config: MkDocsConfig, path: str, content: str) -> None:
    files.append(File.generated(config, path, content=content, inclusion=InclusionLevel.NOT_IN_NAV))

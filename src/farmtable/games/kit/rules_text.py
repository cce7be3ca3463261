"""The rules of a game for people, as they are packaged with it."""

from __future__ import annotations

from importlib.resources import files


def rules_text(package: str, language: str) -> str:
    """The rules in Markdown: `RULES.LANGUAGE.md` of `package`, or else `RULES.md`, in English."""
    folder = files(package)
    own = folder.joinpath(f"RULES.{language}.md")
    return (own if own.is_file() else folder.joinpath("RULES.md")).read_text(encoding="utf-8")

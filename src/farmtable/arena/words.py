"""Small words of reports."""

from __future__ import annotations


def so_many(number: int, what: str) -> str:
    """A number of things in words: `1 game`, `2,000 games`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"

"""Small words of reports."""

from __future__ import annotations


def so_many(number: int, what: str) -> str:
    """So many of something: `1 game`, `2,000 games`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"

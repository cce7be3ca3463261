"""The actions that a search considered, as pages show them: in words, with numbers in the reader's format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from babel.numbers import format_decimal, format_percent

from farmtable.tables import Choice
from farmtable.web.pages import with_minus
from farmtable.web.reader import Reader

BARELY: Final = 0.05
"""Actions tried less than this share of the most tried one are shown without numbers."""


def choices_told(choices: Sequence[Choice], reader: Reader, names: list[str]) -> list[dict[str, Any]]:
    """The decisions as templates show them; the notation is added only where two sentences are the same.

    The numbers of an action that was `barely` tried mean nothing: they may look better than those of the
    best.
    """
    most = max(choice.share for choice in choices)
    said = [None if choice.said is None else reader.say(choice.said, names) for choice in choices]
    return [
        {
            "action": choice.action,
            "said": sentence,
            "notation": choice.notation if sentence is None or said.count(sentence) > 1 else None,
            "chance": percent(choice.chance, reader),
            "points": points(choice.points, reader),
            "share": percent(choice.share, reader),
            "barely": choice.share < BARELY * most,
        }
        for choice, sentence in zip(choices, said, strict=True)
    ]


def percent(share: float, reader: Reader) -> str:
    """A share (0 to 1) as whole hundredths."""
    return format_percent(share, locale=reader.language)


def points(number: float, reader: Reader) -> str:
    """Expected points, with one decimal."""
    return with_minus(format_decimal(number, "0.0", locale=reader.language))


def whole(number: float, reader: Reader) -> str:
    """The nearest whole number."""
    return with_minus(format_decimal(number, "0", locale=reader.language))

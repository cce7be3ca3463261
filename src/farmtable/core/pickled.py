"""Pickling objects completely, even if their classes are compiled.

A compiled class keeps its attributes in slots, and what a Python subclass has added in a dictionary beside
them. By default `pickle`, and so `copy`, forgets that dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def added_to(thing: object) -> dict[str, Any]:
    """What a subclass in Python has added to `thing`; uncompiled, all of its attributes."""
    return dict(getattr(thing, "__dict__", {}))


def give(thing: object, attributes: Mapping[str, Any]) -> None:
    """Let `thing`, just made, have these attributes."""
    for name, value in attributes.items():
        setattr(thing, name, value)

"""The game's nouns for people, as texts that every language has."""

from __future__ import annotations

from farmtable.core.text import Text

CROPS = (Text("wheat"), Text("beets"), Text("rapeseed"), Text("corn"), Text("potatoes"))
ANIMALS = (Text("cow"), Text("pig"), Text("chicken"))


def tile(crop_a: int, crop_b: int) -> Text:
    """A large tile by its two crops."""
    return Text("{first}–{second}", first=CROPS[crop_a], second=CROPS[crop_b])

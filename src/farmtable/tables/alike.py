"""Names that deceive: what looks the same to people, and is not the same to a computer.

A name in several alphabets that share shapes is refused where somebody types it. Two names at one table are
compared by what they look like, each in whatever alphabet.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from farmtable.core.text import Text
from farmtable.tables.errors import BadName
from farmtable.tables.plan import clean_name

LOOK_ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"})
"""Alphabets that have letters which look the same, as Unicode begins the names of their letters."""

# Each sign above looks like the one below it. Case does not tell names apart, so I, l and i are one. What the
# names of accounts look like by this is stored: a step of the schema that follows a change here empties it.
_SHAPES: Final = (
    ("АВЕЅІЈКМНОРСТУХѴҮԌԜԚӀ", "abesljkmhopctyxvygwql"),
    ("авеѕіјкмнорстухѵԁһԛԝӏ", "abesljkmhopctyxvdhqwl"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜ", "abezhlkmnoptyxcf"),
    ("αικνορτυχϲγηω", "alkvoptuxcynw"),
    ("ⲀⲂⲈⲌⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ", "abezhlkmnopctyx"),
    ("ⲁⲃⲉⲍⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abezhlkmnopctyx"),
    ("ՍՏՕԼօսոհցզ", "usolounhgq"),
    ("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏎᏏᏒᏙᏚᏞᏟᏢᏦᏴ", "drtlajewmhgz4brvslcpkb"),
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaelou"),
    ("iIıİ1|0", "llllllo"),
    ("ɑɡȷɩɪǀᴄᴏꜱᴠᴡᴢ", "agjlllcosvwz"),
    ("’‘ʼ`´‐‑–—−", "'''''-----"),
)
_SHAPE: Final = str.maketrans(
    {sign: like for signs, likes in _SHAPES for sign, like in zip(signs, likes, strict=True)}
)
# A mark that makes a letter of an alphabet has become one with it; what is left is put on to look different.
_MARKS: Final = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")


def unmixed_name(name: str) -> str:
    """The name as it is shown. Raises BadName as `clean_name` does, and for one of several such alphabets."""
    shown = clean_name(name)
    # Compatibility forms (wide letters, those of formulas) are named after what they are forms of.
    letters = unicodedata.normalize("NFKC", shown)
    alphabets = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    if len(alphabets & LOOK_ALIKE) > 1:
        raise BadName(Text("A name does not mix alphabets whose letters look the same."))
    return shown


def looks(name: str) -> str:
    """What a name looks like: equal for two that people can hardly tell apart."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKC", name))
    return plain.translate(_SHAPE).casefold().translate(_SHAPE)

"""Names that look the same to people but are different to a computer.

A name that mixes alphabets with similar letters is refused when it is entered. Two names at one table are
compared by their look, in whatever alphabets.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from farmtable.core.text import Text
from farmtable.tables.errors import BadName
from farmtable.tables.plan import clean_name

LOOK_ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"})
"""Alphabets with letters of the same look, as in the beginning of their Unicode names."""

# Each character above looks like the one below it. Names do not differ by case, so I, l and i are one. The
# look of account names is stored: a migration that follows a change here must empty it.
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
# A mark that belongs to a letter of an alphabet is already composed with it; the remaining ones only disguise
# a name.
_MARKS: Final = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")


def unmixed_name(name: str) -> str:
    """The name as it is shown. Raises BadName as `clean_name` does, and for a mix of several such
    alphabets."""
    shown = clean_name(name)
    # Compatibility forms (wide letters, those of formulas) are named after the letters they stand for.
    letters = unicodedata.normalize("NFKC", shown)
    alphabets = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    if len(alphabets & LOOK_ALIKE) > 1:
        raise BadName(Text("A name cannot mix alphabets whose letters look the same."))
    return shown


def looks(name: str) -> str:
    """The look of a name: equal for two that people can hardly tell apart."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKC", name))
    return plain.translate(_SHAPE).casefold().translate(_SHAPE)

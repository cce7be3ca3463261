"""Text as pixels: how a position is rendered for videos and pages of learning programs.

`glyphs.txt` holds for each character its code and sixteen rows of eight pixels, in hexadecimal.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 8, 16
MARGIN = 8
PAPER = np.array([250, 247, 240], dtype=np.uint8)
INK = np.array([40, 36, 32], dtype=np.uint8)
UNKNOWN = "□"
"""Drawn for a character that has no glyph, with or without its accents."""


def show(text: str, mode: str | None) -> str | NDArray[np.uint8] | None:
    """`text` as a render mode wants it: printed (`human`), as it is (`ansi`) or as pixels (`rgb_array`)."""
    if mode == "human":
        print(text)
    if mode == "rgb_array":
        return draw_text(text)
    return text if mode == "ansi" else None


def draw_text(text: str) -> NDArray[np.uint8]:
    """`text` as a picture, height x width x 3, uint8: 8 x 16 pixels for each character, and a margin."""
    lines = text.splitlines() or [""]
    columns = max(map(len, lines))
    ink = np.zeros((len(lines) * HEIGHT, columns * WIDTH), dtype=np.bool_)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            top, left = row * HEIGHT, column * WIDTH
            ink[top : top + HEIGHT, left : left + WIDTH] = _glyph(character)
    return np.where(np.pad(ink, MARGIN)[:, :, None], INK, PAPER)


def _glyph(character: str) -> NDArray[np.bool_]:
    glyphs = _glyphs()
    plain = unicodedata.normalize("NFD", character)[0]
    return glyphs.get(character, glyphs.get(plain, glyphs[UNKNOWN]))


@cache
def _glyphs() -> dict[str, NDArray[np.bool_]]:
    """Each character's pixels: 16 x 8, True where there is ink."""
    found = {}
    for line in files(__package__).joinpath("glyphs.txt").read_text(encoding="ascii").splitlines():
        code, rows = line.split()
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(rows), dtype=np.uint8))
        found[chr(int(code, 16))] = bits.reshape(HEIGHT, WIDTH).astype(np.bool_)
    return found

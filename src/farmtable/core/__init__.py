"""The kernel: what a game is, and everything that all games have in common.

Start with `game.py` (what a game declares) and `state.py` (what a position can do).
"""

from farmtable.core.course import Course, course_of
from farmtable.core.declaration import About, CardText, Declaration, Option, seat_numbers
from farmtable.core.errors import BadOption, BadRecord, FarmtableError, IllegalAction
from farmtable.core.example import Example
from farmtable.core.game import Game
from farmtable.core.lesson import LEARNER, Cue, Lesson
from farmtable.core.playout import perft, playout, resolve_chance, sample_chance
from farmtable.core.record import Match, Record
from farmtable.core.registry import adopt, broken, game, games, playable
from farmtable.core.rng import RandomSource, Rng, SecureRng
from farmtable.core.sheet_line import SheetLine
from farmtable.core.standings import Standings, StandingsRow
from farmtable.core.state import CHANCE, OVER, Perspective, State, World, as_world
from farmtable.core.text import Refusal, SeatName, Text, Translator
from farmtable.core.throw import Throw
from farmtable.core.worked import worked

__all__ = [
    "CHANCE",
    "LEARNER",
    "OVER",
    "About",
    "BadOption",
    "BadRecord",
    "CardText",
    "Course",
    "Cue",
    "Declaration",
    "Example",
    "FarmtableError",
    "Game",
    "IllegalAction",
    "Lesson",
    "Match",
    "Option",
    "Perspective",
    "RandomSource",
    "Record",
    "Refusal",
    "Rng",
    "SeatName",
    "SecureRng",
    "SheetLine",
    "Standings",
    "StandingsRow",
    "State",
    "Text",
    "Throw",
    "Translator",
    "World",
    "adopt",
    "as_world",
    "broken",
    "course_of",
    "game",
    "games",
    "perft",
    "playable",
    "playout",
    "resolve_chance",
    "sample_chance",
    "seat_numbers",
    "worked",
]

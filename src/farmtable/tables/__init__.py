"""Tables: who sits where, what has happened, and how it is stored safely.

`Tables` opens a database, and a `Table` is one game being played. Each table has one queue, and every
decision is in the database before anybody sees it. `People` handles accounts; `Thinkers` are the processes
in which bots think.
"""

from farmtable.tables.advice import Advice, Choice, advise
from farmtable.tables.analysis import (
    BEYOND_LUCK,
    Decision,
    Judgement,
    Standing,
    engine_of,
    judge,
    judge_closely,
    mean_of,
    outcome,
)
from farmtable.tables.clocks.control import Speed, TimeControl
from farmtable.tables.errors import (
    BadName,
    BadPassword,
    NoNextGame,
    NoRoom,
    NoSuchTable,
    NotSignedIn,
    NotYourSeat,
    Stale,
    StillCounts,
    StillPlaying,
    StorageError,
    TableError,
    TimeUp,
    TooOften,
    Unfinished,
)
from farmtable.tables.fair import Asker, Urgency
from farmtable.tables.finding.draft import Player
from farmtable.tables.holders import Device
from farmtable.tables.intentions.intention import Intention, Step
from farmtable.tables.journal import LogEntry
from farmtable.tables.lessons import Lecture
from farmtable.tables.people.accounts import People
from farmtable.tables.people.passkeys import Passkey
from farmtable.tables.people.person import Person, Session
from farmtable.tables.plan import Command, Seat, SeatKind, SeatPlan, Settings
from farmtable.tables.retired import RetiredRules, RetiredTable
from farmtable.tables.store import Listed
from farmtable.tables.table import BotTurn, Table
from farmtable.tables.tables import Tables, may_have_rematch, sequel_of
from farmtable.tables.thinkers import Thinkers, ThinkersLost

__all__ = [
    "BEYOND_LUCK",
    "Advice",
    "Asker",
    "BadName",
    "BadPassword",
    "BotTurn",
    "Choice",
    "Command",
    "Decision",
    "Device",
    "Intention",
    "Judgement",
    "Lecture",
    "Listed",
    "LogEntry",
    "NoNextGame",
    "NoRoom",
    "NoSuchTable",
    "NotSignedIn",
    "NotYourSeat",
    "Passkey",
    "People",
    "Person",
    "Player",
    "RetiredRules",
    "RetiredTable",
    "Seat",
    "SeatKind",
    "SeatPlan",
    "Session",
    "Settings",
    "Speed",
    "Stale",
    "Standing",
    "Step",
    "StillCounts",
    "StillPlaying",
    "StorageError",
    "Table",
    "TableError",
    "Tables",
    "Thinkers",
    "ThinkersLost",
    "TimeControl",
    "TimeUp",
    "TooOften",
    "Unfinished",
    "Urgency",
    "advise",
    "engine_of",
    "judge",
    "judge_closely",
    "may_have_rematch",
    "mean_of",
    "outcome",
    "sequel_of",
]

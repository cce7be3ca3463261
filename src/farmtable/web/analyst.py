"""Analyses of games, made in the background, one question at a time, so that bots and hints go first.

The analysis of a finished game begins automatically if somebody played who may want to see it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Coroutine, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, ParamSpec, TypeVar

from farmtable.tables import (
    Asker,
    Decision,
    Judgement,
    Standing,
    StorageError,
    Table,
    Tables,
    Thinkers,
    Urgency,
    engine_of,
    judge,
    judge_closely,
    outcome,
)
from farmtable.web.watch.logs import Trouble, note_trouble

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Look = tuple[Callable[[Decision, float], Judgement], Decision, float]

STUDIES_KEPT = 64
QUICK_SECONDS = 20.0
"""For a first look at all decisions of a game, divided among them …"""
LEAST_LOOK, LONGEST_LOOK = 0.01, 0.15
"""… within these bounds for each."""
CLOSE_SECONDS = 0.5
CLOSE_LOOKS = 16
"""The number of decisions that are looked at closely: those that seem worst, divided among the seats."""
LEAST_LOOKS = 3
ANALYSIS_SECONDS = QUICK_SECONDS + CLOSE_SECONDS * CLOSE_LOOKS
"""Roughly how long an analysis takes."""
WORTH_A_LOOK = 1.0
"""In the units of `Judgement.cost`."""
SAVE_EVERY = 5.0


@dataclass
class Study:
    """What is known of one game. While the game runs, `seat` is the one whose past decisions these are; None:
    all.

    `end` is how a finished game ended, and at which step; `version` is the table's when the study was begun.
    `seen_through`: every decision has been looked at. `known` has, for each judged decision, the key of what
    its seat knew: if it was taken back and another decision taken, its judgement is no longer valid.
    """

    table_id: str
    seat: int | None
    version: int
    end: tuple[int, Standing] | None = None
    judgements: dict[int, Judgement] = field(default_factory=dict)
    known: dict[int, bytes] = field(default_factory=dict)
    steps: int = 0
    steps_done: int = 0
    seen_through: bool = False
    complete: bool = False
    failed: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The study as it is stored in the database."""
        return {
            "complete": self.complete,
            "seen_through": self.seen_through,
            "end": None if self.end is None else [self.end[0], asdict(self.end[1])],
            "judgements": [each.to_dict() for each in self.judgements.values()],
        }

    def take_up(self, data: dict[str, Any]) -> None:
        """Continue from what was stored."""
        self.complete = data["complete"]
        self.seen_through = data.get("seen_through", self.complete)
        self.end = None if data["end"] is None else (data["end"][0], Standing(**data["end"][1]))
        judgements = map(Judgement.from_dict, data["judgements"])
        self.judgements = {each.at: each for each in judgements}


class Analyst:
    """Has games analysed, and knows the progress. To be used in the event loop."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._studies: OrderedDict[tuple[str, int | None], Study] = OrderedDict()
        self._tasks: dict[tuple[str, int | None], asyncio.Task[None]] = {}
        self._stopping = False
        self._unkept = Trouble(
            logger, "analyses cannot be kept; tried again until they can", "analyses can be kept again"
        )

    async def study(self, table: Table, seat: int | None) -> Study | None:
        """What is known of a finished game (`seat` None), or of what a seat has done so far."""
        found = self._studies.get((table.id, seat))
        if found is None and seat is None:
            found = await asyncio.to_thread(self._stored, table)
            if found is not None:
                self._keep(found)
        return found

    def is_at_work(self, table: Table, seat: int | None) -> bool:
        """Whether this analysis is being made now."""
        return (table.id, seat) in self._tasks

    async def is_to_do(self, table: Table, seat: int | None) -> bool:
        """Whether `start` would begin something."""
        study = await self.study(table, seat)
        known = study is not None and study.complete and study.version == table.version
        return not known and not self.is_at_work(table, seat)

    async def start(self, table: Table, seat: int | None) -> None:
        """Begin or continue an analysis in the background; does nothing if it is already running."""
        key = (table.id, seat)
        if key not in self._tasks:
            begun = asyncio.Event()
            self._begin(key, self._start(table, seat, begun))
            await begun.wait()

    def _begin(self, key: tuple[str, int | None], work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key))

    async def _start(self, table: Table, seat: int | None, begun: asyncio.Event | None = None) -> None:
        """Work unless everything is known; `begun` is set once it is clear what there is to do."""
        try:
            study = await self.study(table, seat) or Study(table.id, seat, table.version)
            if study.complete and study.version == table.version:
                return
            study.failed = study.complete = study.seen_through = False
            study.version = table.version
            self._keep(study)
        finally:
            if begun is not None:
                begun.set()
        await self._work(table, study)

    def wake(self, table_id: str) -> None:
        """Something happened at this table: if its game is over, begin its analysis."""
        table = self._tables.at_hand(table_id)
        key = (table_id, None)
        if table is None or not table.over or key in self._tasks or self._stopping:
            return
        # A bot plays for a seat that has resigned, but its player may still want to see what they have done.
        if any(seat.kind != "bot" or seat.resigned for seat in table.seats):
            # Entered in `_tasks` at once, so that several changes in a row begin only one analysis.
            self._begin(key, self._start(table, None))

    async def stop(self) -> None:
        """Stop; what was found out so far is kept."""
        self._stopping = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _keep(self, study: Study) -> None:
        key = (study.table_id, study.seat)
        self._studies[key] = study
        self._studies.move_to_end(key)
        while len(self._studies) > STUDIES_KEPT:
            self._studies.popitem(last=False)

    async def _work(self, table: Table, study: Study) -> None:
        try:
            await self._make(table, study)
        except Exception as error:
            note_trouble(logger, f"the analysis of table {table.id} has stopped", error)
            study.failed = True
        finally:
            await asyncio.to_thread(self._save, table, study)

    async def _make(self, table: Table, study: Study) -> None:
        asker = Asker(Urgency.ANALYSIS, table.creator)
        decisions = await asyncio.to_thread(table.decisions, study.seat)
        self._forget_what_was_undone(study, decisions)
        study.steps, study.steps_done = len(decisions) + 1, len(study.judgements)
        if study.seat is None and study.end is None:
            study.end = await self._ask(asker, outcome, table.record())
        seconds = min(max(QUICK_SECONDS / max(len(decisions), 1), LEAST_LOOK), LONGEST_LOOK)
        saved = time.monotonic()
        for look, decision, length in self._looks(study, decisions, table.stood_in(), seconds):
            judgement = await self._ask(asker, look, decision, length)
            study.judgements[decision.at] = judgement
            study.known[decision.at] = decision.seen.key()
            study.steps_done += 1
            if time.monotonic() - saved > SAVE_EVERY:
                await asyncio.to_thread(self._save, table, study)
                saved = time.monotonic()
        study.complete = True

    def _looks(
        self, study: Study, decisions: list[Decision], stood_in: Container[int], seconds: float
    ) -> Iterator[Look]:
        """What is still to be looked at, how, and for how long: first everything, then what seems worst."""
        for decision in decisions:
            if decision.at not in study.judgements:
                yield judge, decision, seconds
        study.seen_through = True
        suspicious = worst_of(study, stood_in)
        study.steps = study.steps_done + len(suspicious) + 1
        for decision in decisions:
            if decision.at in suspicious:
                yield judge_closely, decision, CLOSE_SECONDS

    async def _ask(self, asker: Asker, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.wrap_future(self._thinkers.ask_for(asker, task, *args, **kwargs))

    def _forget_what_was_undone(self, study: Study, decisions: list[Decision]) -> None:
        now = {decision.at: (decision.action, decision.seen.key()) for decision in decisions}
        for at, key in list(study.known.items()):
            if now.get(at) != (study.judgements[at].played.action, key):
                del study.known[at], study.judgements[at]

    def _stored(self, table: Table) -> Study | None:
        data = self._tables.analysis(table.id, _engine(table)) if table.over else None
        if data is None:
            return None
        study = Study(table.id, None, table.version)
        study.take_up(data)
        if any(at < table.played_on_from for at in study.judgements):
            return None  # older analyses also judged the game from which this one was continued
        return study

    def _save(self, table: Table, study: Study) -> None:
        """Store what is known of a finished game; for a running game it is only for its seat."""
        if study.seat is not None:
            return
        try:
            self._tables.save_analysis(table.id, _engine(table), study.to_dict())
        except StorageError as error:
            if error.is_away:
                self._unkept.note(error)
            else:
                note_trouble(logger, f"the analysis of table {table.id} cannot be kept", error)
        else:
            self._unkept.over()


def worst_of(study: Study, stood_in: Container[int]) -> set[int]:
    """The steps of the decisions that deserve a close look and have not had one: equally many for each seat.

    Decisions of a bot that `stood_in` for a seat come after those of the seat's player.
    """
    chosen: set[int] = set()
    seats = {each.seat for each in study.judgements.values()}
    for seat in seats:
        own = [each for each in study.judgements.values() if each.seat == seat and each.cost >= WORTH_A_LOOK]
        own.sort(key=lambda each: (each.at in stood_in, -each.cost))
        most = max(CLOSE_LOOKS // len(seats), LEAST_LOOKS)
        chosen |= {each.at for each in own[:most] if not each.close}
    return chosen


def _engine(table: Table) -> str:
    return engine_of(table.game, len(table.seats), table.options)

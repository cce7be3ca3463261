"""What can be read in peace: the rules, and a finished game step by step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, TypeVar

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from farmtable.bots import level_scores
from farmtable.core import CHANCE, Record, State, Text
from farmtable.tables import RetiredTable, Table, Tables
from farmtable.web.analyst import Analyst
from farmtable.web.beside.log import Line, Thrown, by_turn, in_parts, lying, sentences
from farmtable.web.board import names_of, scene
from farmtable.web.findings import is_mistake, mistake_told
from farmtable.web.levels import how_it_plays, level_of
from farmtable.web.pages import game_assets, game_template, page
from farmtable.web.problems import NO_PAGE, Problem
from farmtable.web.reader import Reader
from farmtable.web.rules import cards_told, rules_page
from farmtable.web.setup import all_games
from farmtable.web.wiring import TheAnalyst, TheReader, TheTables, whole_number

router = APIRouter()

T = TypeVar("T")

FILMS_KEPT = 16
LINES_AROUND = 40
"""So many positions before and after the one shown have their lines in the log."""


class Film:
    """A finished game, unrolled: the positions in which somebody decides, and what led to each.

    If the rules are `retired`, it has the saved positions, and nobody can tell what led to them.
    """

    def __init__(self, record: Record) -> None:
        self.positions: list[State] = []
        self.steps: list[list[tuple[State, int]]] = []
        self.retired = record.retired
        if self.retired:
            self.positions = [record.state(step) for step in record.shown_steps()]
            self.steps = [[] for _ in self.positions]
        else:
            self._unroll(record)
        deciders = [int(state.to_play) for state in self.positions]
        self.turns = _changes(deciders)
        self.rounds = [
            (at, n) for at, n in _changes_to([int(state.round_number()) for state in self.positions]) if n
        ]

    def _unroll(self, record: Record) -> None:
        before: State | None = None
        since: list[tuple[State, int]] = []
        for number, state in enumerate(record.states()):
            if before is not None:
                since.append((before, record.actions[number - 1]))
            before = state.clone()
            if state.to_play != CHANCE:
                self.positions.append(before)
                self.steps.append(since)
                since = []

    @property
    def last(self) -> int:
        """The number of the final position."""
        return len(self.positions) - 1

    def told(self, at: int, seat: int | None) -> list[Text]:
        """What `seat` (None: a spectator) saw happen on the way to position `at`."""
        reader = -1 if seat is None else seat
        return [text for before, action in self.steps[at] for text in before.tell(action, reader)]

    def places(self, at: int, seat: int | None) -> list[str]:
        """Where on the page that happened."""
        reader = -1 if seat is None else seat
        return [place for before, action in self.steps[at] for place in before.places(action, reader)]

    def last_throw(self, at: int) -> tuple[int, State, int] | None:
        """The dice that lie there in position `at`: since which position, and the chance that threw them."""
        for here in range(at, -1, -1):
            for before, action in reversed(self.steps[here]):
                if before.to_play == CHANCE and before.thrown(action) is not None:
                    return here, before, action
        return None

    def decided(self, at: int) -> State:
        """The position whose decision led to position `at`; of the first, which chance alone made, itself."""
        return self.positions[max(at - 1, 0)]

    def at_step(self, step: int) -> int:
        """The first position that comes after so many decisions and outcomes of chance."""
        ends = accumulate(len(steps) for steps in self.steps)
        return next((at for at, end in enumerate(ends) if end >= step), self.last)


def _changes_to(values: Sequence[T]) -> list[tuple[int, T]]:
    """Where values differ from the one before, each with what it is there; the first always."""
    return [(at, value) for at, value in enumerate(values) if at == 0 or value != values[at - 1]]


def _changes(values: Sequence[T]) -> list[int]:
    return [at for at, _ in _changes_to(values)]


@router.get("/table/{table_id}/replay")
async def replay(
    table_id: str,
    tables: TheTables,
    reader: TheReader,
    analyst: TheAnalyst,
    at: int | None = None,
    seat: str | None = None,
    step: int | None = None,
) -> HTMLResponse:
    """A finished game at one of its positions, with controls to go through it.

    `step` asks for the position after so many decisions and outcomes of chance: lines of a table's log do.
    It is seen by `seat`, or, where that is empty, by a spectator. Where none is asked for, whoever played
    one seat sees what it saw.
    """
    if at is None and step is not None:
        at = (await asyncio.to_thread(_film, tables, table_id)).at_step(step)
    context = await _replay_context(tables, table_id, reader, analyst, (at, seat))
    return page("replay.html", reader, **context)


@router.get("/table/{table_id}/replay/board")
async def replay_board(
    table_id: str,
    tables: TheTables,
    reader: TheReader,
    analyst: TheAnalyst,
    at: int | None = None,
    seat: str | None = None,
) -> HTMLResponse:
    """The board of a replay alone (for HTMX)."""
    context = await _replay_context(tables, table_id, reader, analyst, (at, seat))
    return page("replay_board.html", reader, **context)


@router.get("/table/{table_id}/record.json")
def record(table_id: str, tables: TheTables) -> Response:
    """The record of a finished game, as a file."""
    found = tables.record(table_id)
    content = json.dumps(found.to_dict(), ensure_ascii=False) + "\n"
    saved_as = {"content-disposition": f'attachment; filename="{found.game_id}-{table_id}.json"'}
    return Response(content, media_type="application/json", headers=saved_as)


@router.get("/rules/{game_id}")
def rules(game_id: str, reader: TheReader, words: str = "") -> HTMLResponse:
    """A game's rules, in the reader's language where they exist in it, and its cards with these words."""
    game = next((one for one in all_games() if one.id == game_id), None)
    if game is None:
        raise Problem(404, NO_PAGE)
    figures = game_template(game.id, "figures.html")
    return page(
        "rules.html",
        reader,
        game=game,
        rules=rules_page(game, reader.language),
        figures=figures,
        has_figures="_default" not in figures,
        assets=game_assets(game.id),
        has_cards=bool(game.cards()),
        cards=cards_told(game, reader, words),
        words=words,
    )


async def _replay_context(
    tables: Tables, table_id: str, reader: Reader, analyst: Analyst, asked: tuple[int | None, str | None]
) -> dict[str, Any]:
    table = await asyncio.to_thread(tables.find, table_id)
    film = await asyncio.to_thread(_film, tables, table_id)
    context = await asyncio.to_thread(_scene_at, table, film, reader, asked)
    # Of retired rules there are only some positions, and nobody knows what was decided in them.
    mistake, since = None, 0
    if not isinstance(table, RetiredTable):
        since = table.played_on_from
        study = await analyst.study(table, None)
        judgement = None if study is None else study.judgements.get(context["at"])
        if judgement is not None and is_mistake(judgement):
            by_bot = judgement.at in table.stood_in()
            mistake = mistake_told(judgement, reader, context["names"], by_bot)
    of_other = 0 < context["at"] <= since
    return context | {"mistake": mistake, "of_other_game": of_other, "alone": len(table.seats) == 1}


def _scene_at(
    table: Table | RetiredTable, film: Film, reader: Reader, asked: tuple[int | None, str | None]
) -> dict[str, Any]:
    """A position of a film for the eyes asked for: the step nearest to that asked for, or the last."""
    at, seat = asked
    if isinstance(table, Table):
        table.note_seen(reader.browser, *reader.device)
    step = film.last if at is None else min(max(at, 0), film.last)
    eyes = _eyes(table, reader, seat)
    names = names_of(table, reader)
    acting = film.positions[step].to_play
    context = scene(film.positions[step].seen_by(eyes), reader, names)
    around = range(max(0, step - LINES_AROUND), min(film.last, step + LINES_AROUND) + 1)
    lines = [_line(film, n, eyes, reader, names) for n in around]
    told = _line(film, step, eyes, reader, names)
    return context | {
        "table_id": table.id,
        "at": step,
        "last": film.last,
        "retired": film.retired,
        "turns": film.turns,
        "rounds": film.rounds,
        "around": {
            "turn": _neighbours(film.turns, step, film.last),
            "round": _neighbours([at for at, _ in film.rounds], step, film.last),
        },
        "told": told.text,
        "actions": [],
        "held": False,
        "can_undo": False,
        "acting": acting,
        "mine": [],
        "seats": _plain_seats(table, acting, context, reader),
        "log": in_parts(by_turn(line for line in lines if line.text)),
        "thrown": _thrown(film, step, eyes, reader, names),
        "marks": [{"seat": told.seat, "places": told.places, "said": told.text}] if told.places else [],
    }


def _eyes(table: Table | RetiredTable, reader: Reader, asked: str | None) -> int | None:
    """Whose eyes a replay is seen by: the seat asked for, else the reader's own if there is just one."""
    if asked is None and isinstance(table, Table):
        own = table.seats_of(reader.browser) + table.resigned_seats(reader.browser)
        return own[0] if len(own) == 1 else None
    seat = whole_number(asked)
    return seat if seat is not None and seat < len(table.seats) else None


def _thrown(film: Film, at: int, seat: int | None, reader: Reader, names: list[str]) -> Thrown | None:
    last = film.last_throw(at)
    throw = None if last is None else last[1].thrown(last[2])
    if last is None or throw is None:
        return None
    since, before, outcome = last
    return lying(throw, since, before.tell(outcome, -1 if seat is None else seat), reader, names)


def _neighbours(marks: list[int], at: int, last: int) -> tuple[int, int]:
    """The last of the marks before a step, and the first after it; else the beginning and the end."""
    before, after = [mark for mark in marks if mark < at], [mark for mark in marks if mark > at]
    return max(before, default=0), min(after, default=last)


def _plain_seats(
    table: Table | RetiredTable, acting: int, context: dict[str, Any], reader: Reader
) -> list[dict[str, Any]]:
    scores = (
        () if isinstance(table, RetiredTable) else level_scores(table.game, len(table.seats), table.options)
    )
    return [
        {
            "index": seat.index,
            "kind": seat.kind,
            "level": level_of(seat.bot),
            "how": reader.say(how_it_plays(seat.bot, scores)) if seat.bot else None,
            "person": None,
            "taken": True,
            "resigned": seat.resigned,
            "away": False,
            "clock": None,
            "mine": False,
            "acting": seat.index == acting,
            "invite": None,
            "points": context["totals"][seat.index],
        }
        for seat in table.seats
    ]


def _line(film: Film, at: int, seat: int | None, reader: Reader, names: list[str]) -> Line:
    """What led to position `at`, a decision and the chance that followed, as one line of the log."""
    decided = film.decided(at)
    text = sentences(film.told(at, seat), reader, names)
    decider = int(decided.to_play) if at else None
    return Line(at, decider, int(decided.round_number()), text, film.places(at, seat))


@lru_cache(maxsize=FILMS_KEPT)
def _film(tables: Tables, table_id: str) -> Film:
    return Film(tables.record(table_id))

"""The lobby: setting up a table, the tables of the browser, the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.bots import level_scores
from farmtable.core import BadOption, Option
from farmtable.i18n import LANGUAGES
from farmtable.tables import NoRoom, Tables, TimeControl, TooOften
from farmtable.web.beside.listed import my_tables
from farmtable.web.beside.shelf import shelf
from farmtable.web.clocks.shown import OFFERED, in_words
from farmtable.web.finding.routes import CHANNEL
from farmtable.web.finding.setting_up import set_up_table
from farmtable.web.finding.shown import finding_told, has_company, kinds_offered
from farmtable.web.gate.floods import address_of
from farmtable.web.identity import TWO_YEARS
from farmtable.web.levels import LEVELS, STUDY, Opponent, expected_of
from farmtable.web.named import no_such, spelled
from farmtable.web.pages import page
from farmtable.web.people.older import has_older
from farmtable.web.problems import Problem, as_problem
from farmtable.web.reader import LANGUAGE_COOKIE, Reader
from farmtable.web.setup import DELAYS, Setup, all_games, is_chosen_by_hand, read_setup
from farmtable.web.uploads import Uploads, read_uploads
from farmtable.web.watch.limits import count_table
from farmtable.web.wiring import (
    PostedFiles,
    PostedForm,
    TheLive,
    TheReader,
    TheTables,
    bring_file,
    local_path,
)

router = APIRouter()


@router.get("/")
def lobby(request: Request, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """The lobby with an empty form, or with the game that `?game=` names."""
    setup = _read({"name_0": reader.own_name} | dict(request.query_params), request, reader)
    return _lobby(_setup_context(setup, reader) | _company(request, tables, reader), tables, reader)


@router.get("/setup")
def setup_form(request: Request, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """The form alone, as it must look with the values chosen so far (for HTMX)."""
    setup = _read(dict(request.query_params), request, reader)
    context = _setup_context(setup, reader) | _company(request, tables, reader)
    return page("setup.html", reader, **context)


@router.post("/tables")
def create(
    form: PostedFiles, request: Request, tables: TheTables, reader: TheReader, live: TheLive
) -> Response:
    """Set up a table and go there."""
    setup = _read(form, request, reader)
    files = read_uploads(form, setup.game, partial(bring_file, request))
    try:
        if files.problem:
            raise files.problem
        setup.check_names(reader)
        options = setup.options | files.contents
        count_table(tables, reader.browser, address_of(request))
        made = set_up_table(setup, options, tables, reader)
    except (BadOption, NoRoom, Problem, TooOften) as error:
        problem = as_problem(error)
        context = _setup_context(setup, reader, problem, files) | _company(request, tables, reader)
        return _lobby(context, tables, reader, 429 if isinstance(error, TooOften) else 400)
    live.wake(CHANNEL)
    return RedirectResponse(made, 303)


@router.post("/language")
def choose_language(form: PostedForm, request: Request) -> Response:
    """Remember the reader's language and return to the page they came from."""
    chosen = str(form.get("language", ""))
    response = RedirectResponse(local_path(form.get("back")), 303)
    if chosen in LANGUAGES:
        secure = request.url.scheme == "https"
        response.set_cookie(
            LANGUAGE_COOKIE, chosen, max_age=TWO_YEARS, httponly=True, samesite="lax", secure=secure
        )
    return response


def _lobby(context: dict[str, Any], tables: Tables, reader: Reader, status: int = 200) -> HTMLResponse:
    beside: dict[str, Any] = {"mine": my_tables(tables, reader), "shelf": shelf(tables, reader)}
    beside["older"] = has_older(tables, reader)
    if context["company"]:
        beside |= {"told": finding_told(tables, reader), "offered": kinds_offered(reader)}
    return page("lobby.html", reader, status, **context, **beside)


def _read(form: Mapping[str, Any], request: Request, reader: Reader) -> Setup:
    return read_setup(form, request.app.state.chat, reader.person is not None)


def _company(request: Request, tables: Tables, reader: Reader) -> dict[str, Any]:
    return {"company": has_company(request, tables, reader)}


def _setup_context(
    setup: Setup,
    reader: Reader,
    problem: Problem | None = None,
    sent: Uploads | None = None,
) -> dict[str, Any]:
    offered = [
        option
        for option in setup.game.options
        if option.is_for(setup.players) and option.goes_with(setup.options) and is_chosen_by_hand(option)
    ]
    shown = [_option(option, setup, reader) for option in offered]
    kept = {} if sent is None else sent.texts
    files = [
        {"name": option.name, "title": reader.say(option.title), "kept": kept.get(option.name)}
        for option in setup.game.options
        if option.is_file
    ]
    scores = level_scores(setup.game, setup.players, setup.options)
    return {
        "setup": setup,
        "games": all_games(),
        "options": [one for one in shown if not one["by_name"] and len(one["choices"]) > 1],
        "named": [_named(option, setup, reader) for option in offered if option.by_name],
        "more": problem is not None,
        "files": files,
        "levels": _offered(LEVELS, reader, scores),
        "study": _offered(STUDY, reader),
        "clocks": [(clock, reader.say(in_words(TimeControl.read(clock)))) for clock in OFFERED],
        "gives": None if setup.time is None else reader.say(in_words(setup.time)),
        "delays": [(delay, format_decimal(delay, locale=reader.language)) for delay in DELAYS],
        "problem": None if problem is None else reader.say(problem.text),
    }


def _offered(
    opponents: Sequence[Opponent], reader: Reader, scores: Sequence[float | None] = ()
) -> list[dict[str, Any]]:
    return [
        {
            "bot": opponent.bot,
            "level": opponent.level,
            "title": reader.say(opponent.title),
            "how": reader.say(expected_of(opponent, scores)),
        }
        for opponent in opponents
    ]


def _option(option: Option, setup: Setup, reader: Reader) -> dict[str, Any]:
    """An option as the form shows it, with a word for each choice."""
    words = {
        choice: reader.say(option.labels[index]) if index < len(option.labels) else choice
        for index, choice in enumerate(option.choices)
    }
    return {
        "name": option.name,
        "title": reader.say(option.title),
        "value": setup.options[option.name],
        "choices": [(choice, words[choice]) for choice in option.choices_for(setup.players)],
        "by_name": option.by_name,
    }


def _named(option: Option, setup: Setup, reader: Reader) -> dict[str, Any]:
    """An option that is filled in by name: in the reader's words, and which names in it are wrong."""
    chosen = [spelled(option, choice, reader) for choice in setup.options[option.name].split(",") if choice]
    unknown = setup.unknown.get(option.name, [])
    return {
        "name": option.name,
        "title": reader.say(option.title),
        "typed": ", ".join([*chosen, *unknown]),
        "example": ", ".join(reader.say(label) for label in option.labels[:2]),
        "problems": [reader.say(told) for told in no_such(option, unknown, reader)],
    }

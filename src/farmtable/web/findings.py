"""What an analysis has found out, in words, numbers and curves for its page."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from markupsafe import Markup

from farmtable.charts import Line, line_chart
from farmtable.core import Text
from farmtable.core.sheet_line import summed
from farmtable.tables import BEYOND_LUCK, Judgement, Standing, Table, mean_of
from farmtable.web.analyst import Study
from farmtable.web.beside.expected import expected_lines
from farmtable.web.board import initials_of, names_of
from farmtable.web.choices import choices_told, percent, points, whole
from farmtable.web.reader import Reader

MISTAKE = 4.0
"""How much a decision must have cost at least (in the units of `Judgement.cost`) to be shown …"""
MISTAKE_ALONE = 2.0
"""… and in solo games, in points."""
MOST_MISTAKES = 6
MOST_ROWS = 40
MOST_SHEETS = 4
"""How many expected score sheets are shown for a seat, besides the last one."""
WIDTH, HEIGHT = 640, 300

# A curve: its name on the page, its title, what it shows of a standing, how its numbers are written, and
# their range, if it is always the same.
Kind = tuple[
    str,
    Text,
    Callable[[Standing], list[float]],
    Callable[[float, Reader], str],
    tuple[float, float] | None,
]


def findings(study: Study, table: Table, reader: Reader) -> dict[str, Any]:
    """What is known of a game, for its page."""
    names = names_of(table, reader)
    alone = len(names) == 1
    stood_in = table.stood_in()
    course = _course(study)
    return {
        "names": names,
        "initials": initials_of(names),
        "mine": table.seats_of(reader.browser),
        "alone": alone,
        "played_on_from": table.played_on_from,
        "charts": _charts(course, study, names, reader, table) if len(course) > 1 else [],
        "rows": _rows(course, reader),
        "seats": [
            {
                "index": seat,
                "decided": any(
                    each.seat == seat and each.at not in stood_in for each in study.judgements.values()
                ),
                **{
                    key: [
                        mistake_told(each, reader, names, by_bot)
                        for each in mistakes_of(study, seat, stood_in, by_bot)
                    ]
                    for key, by_bot in (("mistakes", False), ("of_stand_in", True))
                },
                **_sheets(study, table, seat, reader),
            }
            for seat in (range(len(names)) if study.seat is None else [study.seat])
        ],
    }


def _course(study: Study) -> list[tuple[int, Standing]]:
    """How the seats stood at each step, as far as those who decided could see it; and the end, once
    everything before it has been looked at.

    A seat that is about to decide sees its position a little too favourably, since the best of several
    actions is yet to be taken. So a step shows the mean of what each seat saw at its latest decision.
    """
    latest: dict[int, Standing] = {}
    course = []
    for at in sorted(study.judgements):
        latest[study.judgements[at].seat] = study.judgements[at].standing
        course.append((at, mean_of(list(latest.values()))))
    if study.seen_through and study.end is not None and course:
        course.append(study.end)
    return course


def _charts(
    course: list[tuple[int, Standing]], study: Study, names: list[str], reader: Reader, table: Table
) -> list[dict[str, Any]]:
    """The curves of points and, except in solo games, of chances.

    Those of a finished game link to its replay, and leave room for the whole game from the start.
    """
    steps = (course[0][0], course[-1][0] if study.end is None else study.end[0])
    replay = f"/table/{table.id}/replay" if table.over else None
    kinds: list[Kind] = [("points", Text("Expected points"), lambda each: each.points, whole, None)]
    if len(names) > 1:
        chances: Kind = ("chances", Text("Chance of winning"), lambda each: each.chances, percent, (0, 1))
        kinds.insert(0, chances)
    return [
        {
            "kind": kind[0],
            "title": reader.say(kind[1]),
            "banded": kind[0] == "chances",
            "drawn": _chart(kind, course, steps, names, reader, replay),
        }
        for kind in kinds
    ]


def _chart(
    kind: Kind,
    course: list[tuple[int, Standing]],
    steps: tuple[int, int],
    names: list[str],
    reader: Reader,
    replay: str | None,
) -> Markup:
    _, title, of, write, scale = kind
    first, last = of(course[0][1]), of(course[-1][1])
    ends = [
        Text(
            "{name}: {first} at the start, {last} at the end",
            name=name,
            first=write(first[seat], reader),
            last=write(last[seat], reader),
        )
        for seat, name in enumerate(names)
    ]
    return line_chart(
        reader.say(title),
        [
            Line(name, [_point(at, standing, of, seat) for at, standing in course], kind=seat, band=True)
            for seat, name in enumerate(names)
        ],
        description="; ".join(map(reader.say, ends)),
        x=reader.say(Text("Step")),
        x_range=steps,
        y_range=scale,
        number=lambda value: write(value, reader),
        whole=write is whole,
        link=None if replay is None else lambda at: f"{replay}?at={at:.0f}",
        width=WIDTH,
        height=HEIGHT,
    )


def _point(at: int, standing: Standing, of: Callable[[Standing], list[float]], seat: int) -> list[float]:
    """A point of a seat's curve; for chances with a band: two standard errors, by how much the searches
    differ.

    The band is only an illustration, not a confidence interval: a few searches and seats do not show how
    certain they are together.
    """
    value = of(standing)[seat]
    if of(standing) is not standing.chances:
        return [at, value]
    error = 2 * standing.errors[seat]
    return [at, value, max(0.0, value - error), min(1.0, value + error)]


def _rows(course: list[tuple[int, Standing]], reader: Reader) -> list[dict[str, Any]]:
    """Some of the steps in numbers, evenly spaced, always including the last."""
    every = max(1, -(-len(course) // MOST_ROWS))
    shown = course[::every] if not course or course[-1] in course[::every] else [*course[::every], course[-1]]
    return [
        {
            "at": at,
            "chances": [percent(chance, reader) for chance in standing.chances],
            "points": [points(number, reader) for number in standing.points],
        }
        for at, standing in shown
    ]


def _sheets(study: Study, table: Table, seat: int, reader: Reader) -> dict[str, Any]:
    """What score sheet a seat could expect, at some of its decisions, and its final one."""
    own = sorted((each for each in study.judgements.values() if each.seat == seat), key=lambda each: each.at)
    shown = [own[len(own) * part // MOST_SHEETS] for part in range(min(MOST_SHEETS, len(own)))]
    heads = [reader.say(Text("Step {number}", number=each.at)) for each in shown]
    sheets = [each.sheet for each in shown]
    lines = table.game.sheet_lines
    if table.over and shown and sheets[0]:
        heads.append(reader.say(Text("At the end")))
        sheets.append(summed(table.perspective(None).score_sheet(seat), lines))
    return {"heads": heads, "sheets": expected_lines(lines, sheets, reader)}


def mistakes_of(study: Study, seat: int, stood_in: Container[int], by_bot: bool) -> list[Judgement]:
    """The decisions of a seat that cost it most, the most expensive first: those of its player or, `by_bot`,
    those of the bot that `stood_in` for them."""
    found = [
        each
        for each in study.judgements.values()
        if each.seat == seat and (each.at in stood_in) == by_bot and is_mistake(each)
    ]
    return sorted(found, key=lambda each: each.cost, reverse=True)[:MOST_MISTAKES]


def is_mistake(judgement: Judgement) -> bool:
    """Whether a decision was looked at closely and proved expensive, beyond the luck of the searches."""
    least = MISTAKE_ALONE if len(judgement.standing.points) == 1 else MISTAKE
    return judgement.close and judgement.cost >= max(least, BEYOND_LUCK * judgement.error)


def mistake_told(judgement: Judgement, reader: Reader, names: list[str], by_bot: bool) -> dict[str, Any]:
    """A decision and what would have been better, for templates; `by_bot`: a bot took it in place of the
    seat's player."""
    played, best = choices_told([judgement.played, judgement.best], reader, names)
    return {
        "at": judgement.at,
        "seat": judgement.seat,
        "by_bot": by_bot,
        "played": played,
        "best": best,
        "chance_lost": percent(judgement.chance_lost, reader),
        "chance_error": percent(BEYOND_LUCK * judgement.chance_error, reader),
        "points_lost": points(judgement.points_lost, reader),
        "points_error": points(BEYOND_LUCK * judgement.points_error, reader),
        "chance": percent(judgement.standing.chances[judgement.seat], reader),
        "line": [reader.say(text, names) for text in judgement.line],
    }

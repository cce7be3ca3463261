"""A table as one browser may see it: the context of its page, made from perspectives alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from farmtable.bots import level_scores
from farmtable.core import Perspective, Text
from farmtable.tables import LogEntry, RetiredTable, Seat, Table, may_have_rematch, sequel_of
from farmtable.tables.people.known import Known
from farmtable.web.ahead.may import may_decide_ahead
from farmtable.web.beside.learning import lesson_told
from farmtable.web.beside.log import by_turn, in_parts, last_throw, latest, lines_of, marks, sentences
from farmtable.web.beside.sheets import side_by_side
from farmtable.web.clocks.shown import clock_told, seat_clock
from farmtable.web.levels import how_it_plays, level_of, title_of
from farmtable.web.pages import game_assets, game_template
from farmtable.web.reader import Reader


@dataclass(frozen=True)
class Eyes:
    """Whose view a browser shows: `seat` (None: a spectator's), and who must take the screen first.

    `curtain` is a seat of this browser that is to act while another person may still be looking at the
    screen.
    """

    seat: int | None
    curtain: int | None = None


def eyes_of(table: Table, browser: str, asked: int | None) -> Eyes:
    """The view that a browser which asked for that of `asked` may have.

    Raises NotYourSeat if the seat asked for is not the browser's own.
    """
    if asked is not None:
        table.check_owner(asked, browser)
    mine = table.seats_of(browser)
    if len(mine) <= 1:
        return Eyes(mine[0] if mine else None)
    acting = acting_seat(table, mine, asked)
    if not table.has_secrets:
        return Eyes(acting if acting in mine else asked if asked is not None else mine[0])
    if acting in mine and acting != asked:
        return Eyes(None, curtain=acting)
    return Eyes(asked)


def may_review(table: Table, mine: list[int]) -> bool:
    """Whether a browser with the seats `mine` may see an analysis of this game now.

    While the game runs, only an analysis of its own past decisions, and only if hints are allowed; not if
    others at the same screen could read from it what was in a hand.
    """
    own = len(mine) == 1 or (len(mine) > 1 and not table.has_secrets)
    return table.over or (table.hints_allowed and own)


def acting_seat(table: Table, mine: Sequence[int] = (), looking: int | None = None) -> int:
    """The seat that everybody waits for: the one that holds the table, else the one to play (negative:
    nobody).

    Of several that decide simultaneously it is `looking`, or else the first of `mine`, or else the first of
    all.
    """
    acting = table.acting
    own = [seat for seat in acting if seat in mine]
    if looking in own:
        return int(looking or 0)
    return [*own, *acting, table.to_play][0]


def names_of(table: Table | RetiredTable, reader: Reader) -> list[str]:
    """The players' names, by the rules of `names_of_seats`."""
    return names_of_seats(table.seats, reader)


def names_of_seats(seats: Sequence[Seat], reader: Reader) -> list[str]:
    """The players' names.

    People who gave no name are called by their number, and stay so if they resign; so is a seat where nobody
    sits yet. A bot without a name is called by what it is. If several would have the same name, the later
    ones are numbered.
    """
    names = [seat.name for seat in seats]
    for seat in seats:
        if seat.kind == "bot" and not seat.resigned and not seat.name:
            names[seat.index] = _free_name(reader.say(title_of(seat.bot)), names)
        elif (seat.taken or seat.resigned) and not seat.name:
            said = reader.say(Text("Player {number}", number=seat.index + 1))
            names[seat.index] = _free_name(said, names)
        elif not seat.name:
            said = reader.say(Text("seat {number}", number=seat.index + 1))
            names[seat.index] = said[0].upper() + said[1:]  # names begin sentences
    return names


def ended_notice(table: Table, reader: Reader, names: list[str]) -> str | None:
    """The notice for a device that was removed from its seat, or whose player has resigned, each time it
    asks; None for all others."""
    ended, resigned = table.ended_seats(reader.browser), table.resigned_seats(reader.browser)
    whose = ", ".join(names[seat] for seat in ended or resigned)
    if ended:
        said = Text(
            "This device no longer plays for {names}: another device of the seat has disconnected it.",
            names=whose,
        )
    elif resigned and not table.over:
        said = Text("You have resigned. A computer player plays on for {names}; you may watch.", names=whose)
    else:
        return None
    return reader.say(said)


def _free_name(stem: str, used: list[str]) -> str:
    numbered = (f"{stem} {number}" for number in range(2, len(used) + 2))
    return next(name for name in (stem, *numbered) if name not in used)


def initials_of(names: list[str]) -> list[str]:
    """The text on each seat's badge: the initial, and a number if several have the same.

    A number in the name itself takes precedence: "Greedy 2" is G2, beside "Greedy", which is G.
    """
    first = [name[0].upper() for name in names]
    badges = ["" if first.count(letter) > 1 else letter for letter in first]
    for own in (True, False):
        for seat, name in enumerate(names):
            if not badges[seat] and own == bool(_number_of(name)):
                badges[seat] = _free_badge(first[seat], _number_of(name), badges)
    return badges


def _number_of(name: str) -> str:
    """The number at the end of a name, if it has one that fits a badge."""
    last = name.rsplit(maxsplit=1)[-1]
    return last if last != name and last.isdecimal() and len(last) == 1 else ""


def _free_badge(letter: str, number: str, used: list[str]) -> str:
    numbered = (f"{letter}{other}" for other in range(2, len(used) + 2))
    return next(badge for badge in (letter + number, *numbered) if badge not in used)


def stamp(table: Table) -> str:
    """A value that changes, and only ever grows, whenever a page of this table should be drawn anew."""
    return f"{table.version}.{table.changes + (table.following() is not None)}"


def board_context(
    table: Table, reader: Reader, asked: int | None, known: Known, notice: Text | None = None
) -> dict[str, Any]:
    """The context for `board.html` and the game's templates; `known` are the people who have an account."""
    table.note_seen(reader.browser, *reader.device)
    table = table.as_it_stands()  # another thread may change the table while this page is drawn
    mine = table.seats_of(reader.browser)
    eyes = eyes_of(table, reader.browser, asked)
    seen = table.perspective(eyes.seat)
    names = names_of(table, reader)
    held = eyes.seat is not None and table.held_by == eyes.seat
    here = eyes.seat is not None and not table.seats[eyes.seat].away
    lesson = lesson_told(table, eyes.seat, reader)
    return scene(seen, reader, names, table.is_branch) | {
        "table_id": table.id,
        "version": table.version,
        "stamp": stamp(table),
        "mine": mine,
        "ended": ended_notice(table, reader, names),
        "curtain": eyes.curtain,
        "held": held,
        "holder": table.held_by,
        "can_undo": here and eyes.seat is not None and not table.over and table.can_undo(eyes.seat),
        "actions": _actions(seen) if here and table.held_by is None else [],
        "acting": acting_seat(table, mine, eyes.seat),
        "clock": clock_told(table, reader, mine, names),
        "lesson": lesson,
        # In a lesson its cue says what to do; a hint would contradict it.
        "hints": table.hints_allowed and (lesson is None or lesson["awaited"] is None),
        "review": may_review(table, mine),
        "ahead": may_decide_ahead(table, mine),
        "next_game": _next_game(table, reader),
        "unrated": len(table.seats) > 1 and not table.settings.lesson and not table.rated,
        "clockless": table.clock is None,
        "public": table.public,
        "maker": table.is_creator(reader.browser),
        "with_friends": any(seat.kind == "friend" for seat in table.seats),
        "thinking": table.bot_to_move() is not None,
        "seats": _seats(table, mine, reader, known),
        **_happened(table.log(eyes.seat), eyes.seat, reader, names),
        "notice": None if notice is None else reader.say(notice, names),
    }


def scene(seen: Perspective, reader: Reader, names: list[str], is_branch: bool = False) -> dict[str, Any]:
    """The part of the context that a replay shares with a running table; `is_branch`: the table was continued
    from another game."""
    sheets = [seen.score_sheet(seat) for seat in range(seen.players)]
    return {
        "game": seen.game,
        "templates": {
            "table": game_template(seen.game.id, "table.html"),
            "ask": game_template(seen.game.id, "ask.html"),
            "seat": game_template(seen.game.id, "seat.html"),
            "keys": game_template(seen.game.id, "keys.html"),
            "sheet": game_template(seen.game.id, "sheet.html"),
        },
        "assets": game_assets(seen.game.id),
        "view": seen.view(),
        "seat": seen.seat,
        "names": names,
        "initials": initials_of(names),
        "over": seen.to_play == -2,
        "compared": side_by_side(sheets, reader),
        "totals": [sum(int(points) for _, points in sheet) for sheet in sheets],
        "winners": seen.winners(),
        "standings": _standings(seen, reader, names, is_branch),
        "winner_names": [names[winner] for winner in seen.winners()],
    }


def _standings(seen: Perspective, reader: Reader, names: list[str], is_branch: bool) -> dict[str, Any] | None:
    """The standings of the series that this game belongs to, if any. A branch does not name a winner of the
    series: the game from which it was continued does."""
    table = seen.standings()
    if table is None:
        return None
    winners = [] if is_branch else list(table.winners())
    return {
        "title": reader.say(table.title),
        "columns": [reader.say(column) for column in table.columns],
        "rows": [{"rank": row.rank, "seat": row.seat, "numbers": row.numbers} for row in table.rows],
        "winners": winners,
        "winner_names": [names[winner] for winner in winners],
    }


def _next_game(table: Table, reader: Reader) -> dict[str, Any] | None:
    """Where these people continue, once it is known (`table`), and whether this browser may begin it.

    It is the next game of their series or, if there is no series, a `rematch`. People who were left out of it
    are not told.
    """
    rematch = may_have_rematch(table)
    if (sequel_of(table) is None and not rematch) or table.has_left_out(reader.browser):
        return None
    return {
        "rematch": rematch,
        "table": table.following(),
        "mine": table.is_creator(reader.browser)
        or bool(table.seats_of(reader.browser) or table.resigned_seats(reader.browser)),
    }


def _actions(seen: Perspective) -> list[tuple[int, str]]:
    return [(int(action), seen.describe(action)) for action in seen.legal_actions()]


def _seats(table: Table, mine: list[int], reader: Reader, known: Known) -> list[dict[str, Any]]:
    """The seats as everybody sees them: points that are hidden from others are only in the player's own score
    sheet."""
    public = table.perspective(None)
    acting = table.acting
    inviting = table.is_creator(reader.browser)
    persons = known.at(table.holding())
    bots = any(seat.bot for seat in table.seats)
    scores = level_scores(table.game, len(table.seats), table.options) if bots else ()
    return [
        {
            "index": seat.index,
            "kind": seat.kind,
            "level": level_of(seat.bot),
            "how": reader.say(how_it_plays(seat.bot, scores)) if seat.bot else None,
            "taken": seat.taken,
            "resigned": seat.resigned,
            "away": seat.away,
            "clock": seat_clock(table, seat, reader),
            "mine": seat.index in mine,
            "person": persons.get(seat.index),
            "acting": seat.index in acting,
            "invite": table.invite(seat.index, reader.browser) if inviting and not seat.taken else None,
            "points": sum(points for _, points in public.score_sheet(seat.index)),
        }
        for seat in table.seats
    ]


def _happened(entries: list[LogEntry], seat: int | None, reader: Reader, names: list[str]) -> dict[str, Any]:
    """The log as this seat may read it, and where on its board the others have just acted."""
    recent = latest(entries)
    return {
        "log": in_parts(by_turn(lines_of(recent, reader, names))),
        "marks": [
            {"seat": mark["seat"], "places": mark["places"], "said": sentences(mark["texts"], reader, names)}
            for mark in marks(recent, seat)
        ],
        "thrown": last_throw(entries, reader, names),
    }

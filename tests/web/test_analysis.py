"""The analysis of a game: made once in the background, kept, taken up again; and who may see it when."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from farmtable.tables import Choice, Judgement, Standing, StorageError, Table, Tables, engine_of, judge
from farmtable.web import analyst, create_app
from farmtable.web.analyst import Analyst
from farmtable.web.findings import is_mistake
from tests.web.test_hints import with_a_friend
from tests.web.thinking import ThinkHere
from tests.web.visitor import Visitor


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "QUICK_SECONDS", 0.1)
    monkeypatch.setattr(analyst, "CLOSE_SECONDS", 0.02)
    monkeypatch.setattr(analyst, "CLOSE_LOOKS", 4)
    monkeypatch.setattr(analyst, "LEAST_LOOKS", 2)


@pytest.fixture
def here(app: FastAPI, tables: Tables) -> ThinkHere:
    found = ThinkHere()
    app.state.analyst = Analyst(tables, found)  # type: ignore[arg-type]
    return found


@pytest.fixture
def anna(app: FastAPI, here: ThinkHere) -> Iterator[Visitor]:
    """Anna, at a server that runs: what is made in the background is made."""
    found = Visitor(app)
    with found.client:
        yield found


def play_to_the_end(anna: Visitor, table: Table) -> None:
    while not table.over:
        if table.bot_to_move() is None:
            anna.play_first(table.id, 0)
        else:
            table.move_bot()


def analysed(visitor: Visitor, table: str, **params: Any) -> str:
    """Have a game analysed and wait for it; the page."""
    fields = {name: str(value) for name, value in params.items()}
    answer = visitor.post(f"/table/{table}/analysis", **fields)
    assert answer.status_code == 200, answer.text
    until = time.monotonic() + 60
    while True:
        page: str = visitor.get(f"/table/{table}/analysis", **params).text
        if "The game is being analysed." not in page:
            return page
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_finished_game_is_analysed_once_and_kept(
    anna: Visitor, stranger: Visitor, tables: Tables, here: ThinkHere
) -> None:
    table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="random"))
    play_to_the_end(anna, table)
    assert f'href="/table/{table.id}/analysis"' in anna.board(table.id).html
    page = analysed(anna, table.id)
    assert page.count('<svg viewBox="0 0 640') == 2
    assert page.count('class="chart-band"') == 2, "one for the chances of each seat"
    assert f'href="/table/{table.id}/replay?at=0" tabindex="-1"' in page
    assert "Anna: 50% at the start" in page or "at the start," in page
    assert len(re.findall(r'id="mistakes-\d"', page)) == 2
    charts = page.split('<div class="curve curve-')[1:]
    assert [chart.partition('"')[0] for chart in charts] == ["chances", "points"]
    bands = "The bands show two standard errors on either side"
    assert [bands in chart for chart in charts] == [True, False], "of what has bands alone"
    assert "<summary>As a table</summary>" in page
    judged = [asked[1].at for asked in here.asked if asked[0] is judge]
    assert judged == [decision.at for decision in table.decisions()]
    count = len(here.asked)
    later = Visitor(create_app(tables))
    again = later.get(f"/table/{table.id}/analysis").text
    assert again.count('<svg viewBox="0 0 640') == 2
    assert "Analyse</button>" not in again
    assert but_for_tokens(analysed(anna, table.id)) == but_for_tokens(page)
    assert len(here.asked) == count


def test_it_begins_by_itself_for_who_may_want_to_see_it(
    anna: Visitor, stranger: Visitor, tables: Tables, here: ThinkHere
) -> None:
    of_bots = tables.open(anna.set_up("bot", "bot", bot_0="random", bot_1="random"))
    play_to_the_end(anna, of_bots)
    table = tables.open(anna.set_up("local", "bot", bot_1="random"))
    play_to_the_end(anna, table)
    until = time.monotonic() + 60
    while 'id="mistakes-0"' not in (page := anna.get(f"/table/{table.id}/analysis").text):
        assert "Analyse</button>" not in page
        assert time.monotonic() < until
        time.sleep(0.05)
    judged = [asked[1] for asked in here.asked if asked[0] is judge]
    assert [decision.at for decision in judged] == [decision.at for decision in table.decisions()], "once"
    page = stranger.get(f"/table/{of_bots.id}/analysis").text
    assert "Every decision is judged by what the player could know at the time." in page
    assert '<svg viewBox="0 0 640' not in page


def test_it_begins_by_itself_where_the_only_person_has_resigned(
    anna: Visitor, tables: Tables, here: ThinkHere
) -> None:
    """Who gave up may want to see where it went wrong, and the game ends without him."""
    table = tables.open(anna.set_up("local", "bot", bot_1="random"))
    anna.play_first(table.id, 0)
    assert anna.post(f"/table/{table.id}/resign", seat="0").status_code == 200
    play_to_the_end(anna, table)
    until = time.monotonic() + 60
    while 'id="mistakes-0"' not in (page := anna.get(f"/table/{table.id}/analysis").text):
        assert "Analyse</button>" not in page
        assert time.monotonic() < until
        time.sleep(0.05)


def but_for_tokens(page: str) -> str:
    """Each page has a token of its own."""
    return re.sub(r'name="token" value="[^"]+"', "", page)


def last_step(page: str) -> int:
    """The last step of a game that the curves of its analysis show."""
    return max(map(int, re.findall(r'/replay\?at=(\d+)" tabindex', page)))


def test_what_was_interrupted_is_taken_up_again(anna: Visitor, tables: Tables, here: ThinkHere) -> None:
    table = tables.open(anna.set_up("local", "bot", bot_1="random"))
    here.patience = 5
    play_to_the_end(anna, table)
    decisions = table.decisions()
    page = analysed(anna, table.id)
    assert "The analysis has stopped. What it has found so far is kept." in page
    assert "Try again</button>" in page
    assert last_step(page) == decisions[here.patience - 2].at, "no line to the end over what nobody looked at"
    # Another server goes on where this one stopped.
    other = ThinkHere()
    app = create_app(tables)
    app.state.analyst = Analyst(tables, other)  # type: ignore[arg-type]
    ben = Visitor(app)
    with ben.client:
        page = analysed(ben, table.id)
    assert "Try again" not in page
    assert last_step(page) > decisions[-1].at, "to how it ended"
    looks = [asked[1].at for asked in here.asked + other.asked if asked[0] is judge]
    assert looks == [decision.at for decision in decisions]


def test_while_nothing_can_be_kept_one_line_says_so(
    anna: Visitor,
    tables: Tables,
    here: ThinkHere,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = tables.open(anna.set_up("local", "bot", bot_1="random"))
    play_to_the_end(anna, table)
    analysed(anna, table.id)
    caplog.clear()
    study = analyst.Study(table.id, None, table.version)
    found = Analyst(tables, here)  # type: ignore[arg-type]
    with monkeypatch.context() as away:
        away.setattr(tables, "save_analysis", out_of_reach)
        for _ in range(3):
            found._save(table, study)
    for _ in range(3):
        found._save(table, study)
    assert caplog.messages == [
        "analyses cannot be kept; tried again until they can: the database does not answer (it has gone)",
        "analyses can be kept again",
    ]


def out_of_reach(*_: object) -> None:
    raise StorageError("it has gone", is_away=True)


@pytest.mark.parametrize(
    ("lost", "error", "close", "dear"),
    [
        (0.03, 0.0, True, False),  # too little to speak of
        (0.05, 0.019, True, True),
        (0.05, 0.02, True, False),  # may be the luck of the searches: of six worlds, 2.57 standard errors
        (0.30, 0.12, True, False),
        (0.30, 0.11, True, True),
        (0.30, 0.0, False, False),  # only a first impression
    ],
)
def test_dear_is_what_stands_out_of_its_uncertainty(
    lost: float, error: float, close: bool, dear: bool
) -> None:
    choice = Choice(5, "keep", None, 0.5, 10.0, 1.0)
    standing = Standing([0.5, 0.5], [10.0, 10.0], [0.1, 0.1])
    found = Judgement(3, 0, standing, [], choice, choice, [], lost, 0.0, error, 0.0, close)
    assert is_mistake(found) == dear


class FindsFault(ThinkHere):
    """Whatever was decided, it says that it cost much: how long there was to think must not matter here."""

    def ask(self, task: Callable[..., Any], *args: Any) -> Future[Any]:
        answer = super().ask(task, *args)
        found = answer.result()
        if isinstance(found, Judgement):
            answer = Future()
            answer.set_result(
                replace(found, chance_lost=0.2, points_lost=9.0, chance_error=0.0, points_error=0.0)
            )
        return answer


def test_the_replay_tells_what_had_been_better(app: FastAPI, tables: Tables) -> None:
    app.state.analyst = Analyst(tables, FindsFault())  # type: ignore[arg-type]
    anna = Visitor(app)  # the server begins with this analyst, who is told of games that end
    with anna.client:
        table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="random"))
        play_to_the_end(anna, table)
        page = analysed(anna, table.id)
        shown = re.findall(rf'href="/table/{table.id}/replay\?at=(\d+)&amp;seat=(\d)"', page)
        assert shown
        assert "20% ± 0% of the chance of winning lost" in page
        for at, seat in shown:
            board = anna.get(f"/table/{table.id}/replay/board", at=at, seat=seat).text
            assert "<dt>Better</dt>" in board
            assert f"Step {at}</span>" in board
        assert "<dt>Better</dt>" not in anna.get(f"/table/{table.id}/replay/board").text


def test_what_was_decided_in_the_other_game_is_not_judged_in_one_that_is_played_on(
    app: FastAPI, tables: Tables
) -> None:
    """Else whoever plays on would be told of mistakes that were another's."""
    app.state.analyst = Analyst(tables, FindsFault())  # type: ignore[arg-type]
    anna = Visitor(app)
    with anna.client:
        table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="random"))
        play_to_the_end(anna, table)
        at = table.decisions(0)[-2].at
        answer = anna.post(f"/table/{table.id}/play-on", at=str(at), seat="0")
        other = tables.open(str(answer.url.path).removeprefix("/table/"))
        assert other.decisions(0) == []
        assert "There was no decision to judge." in analysed(anna, other.id)
        play_to_the_end(anna, other)
        page = analysed(anna, other.id)
        own = [each.at for each in other.decisions()]
        assert own
        assert min(own) >= at
        shown = {int(step) for step in re.findall(r'/replay\?at=(\d+)&amp;seat=\d"', page)}
        assert shown
        assert shown <= set(own)
        assert f"This game was continued from step {at} of another one." in page
        of_other = "From the other game that this one continues."
        for step, told in ((1, True), (at, True), (at + 1, False)):
            assert (of_other in anna.get(f"/table/{other.id}/replay/board", at=step).text) == told
        assert of_other not in anna.get(f"/table/{table.id}/replay/board", at=1).text


def test_an_analysis_that_judged_the_other_game_too_is_made_anew(
    anna: Visitor, tables: Tables, here: ThinkHere
) -> None:
    table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="random"))
    play_to_the_end(anna, table)
    at = table.decisions(0)[-2].at
    answer = anna.post(f"/table/{table.id}/play-on", at=str(at), seat="0")
    other = tables.open(str(answer.url.path).removeprefix("/table/"))
    play_to_the_end(anna, other)
    analysed(anna, other.id)
    engine = engine_of(other.game, 2, other.options)
    made = tables.analysis(other.id, engine)
    assert made
    made["judgements"].append(made["judgements"][0] | {"at": at - 1})
    tables.save_analysis(other.id, engine, made)
    later = Visitor(create_app(tables))
    assert "Analyse</button>" in later.get(f"/table/{other.id}/analysis").text


def test_what_a_bot_decided_for_who_resigned_is_not_told_as_his(app: FastAPI, tables: Tables) -> None:
    app.state.analyst = Analyst(tables, FindsFault())  # type: ignore[arg-type]
    anna = Visitor(app)
    with anna.client:
        table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="random"))
        while not table.decisions(0):
            if table.bot_to_move() is None:
                anna.play_first(table.id, 0)
            else:
                table.move_bot()
        own = [each.at for each in table.decisions(0)]
        anna.post(f"/table/{table.id}/resign", seat="0")
        play_to_the_end(anna, table)
        page = analysed(anna, table.id)
        of_anna, of_bot = page.split("Where a computer player decided for this seat:")
        of_bot = of_bot.split("</ol>")[0]
        told = rf'href="/table/{table.id}/replay\?at=(\d+)&amp;seat=0"'
        assert set(map(int, re.findall(told, of_anna))) <= set(own)
        later = list(map(int, re.findall(told, of_bot)))
        assert later
        assert not set(later) & set(own)
        assert of_bot.count("<dt>Played by a computer player</dt>") == len(later)
        assert "<dt>Played by a computer player</dt>" not in of_anna
        assert page.count("Where a computer player decided") == 1, (
            "not of who was a computer player from the first"
        )
        board = anna.get(f"/table/{table.id}/replay/board", at=later[0], seat=0).text
        assert "<dt>Played by a computer player</dt>" in board


def test_while_the_game_runs_for_a_seats_own_decisions_alone(
    anna: Visitor, tables: Tables, here: ThinkHere
) -> None:
    table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="random"))
    for _ in range(4):
        anna.play_first(table.id, 0)
        while table.bot_to_move() is not None:
            table.move_bot()
    page = analysed(anna, table.id)  # it is her turn: nothing happens at the table meanwhile
    assert "As you could see it before each of your decisions." in page
    assert "replay" not in page
    asked = [question[1] for question in here.asked]
    assert {decision.seat for decision in asked} == {decision.seen.seat for decision in asked} == {0}
    count = len(here.asked)
    assert "Analyse</button>" not in page
    anna.play_first(table.id, 0)
    assert "Analyse</button>" in anna.get(f"/table/{table.id}/analysis").text
    analysed(anna, table.id)
    fresh = [question[1].at for question in here.asked[count:] if question[0] is judge]
    assert fresh
    assert not set(fresh) & {decision.at for decision in asked}


def test_alone_only_points_count(anna: Visitor, tables: Tables, here: ThinkHere) -> None:
    table = tables.open(anna.set_up("local", game="agricola", option_cards="none"))
    for _ in range(3):
        anna.play_first(table.id, 0)
    page = analysed(anna, table.id)
    assert here.asked
    assert page.count('<svg viewBox="0 0 640') == 1
    assert "Chance of winning" not in page
    assert "chance of winning" not in page


def test_a_decision_taken_back_is_judged_no_more(anna: Visitor, tables: Tables, here: ThinkHere) -> None:
    table = anna.set_up("local", "bot")
    for number, (kind, action) in enumerate((("play", 6), ("undo", None), ("play", 5))):
        sent = anna.send(table, version=anna.board(table, 0).version, kind=kind, action=action)
        assert sent.status_code == 200
        if number != 1:
            analysed(anna, table)
    first, second = (question[1] for question in here.asked if question[0] is judge)
    assert (first.at, first.action) == (0, 6)
    assert (second.at, second.action) == (0, 5)


def test_who_may_not_see_it_while_the_game_runs(
    anna: Visitor, ben: Visitor, stranger: Visitor, here: ThinkHere
) -> None:
    strict, open_ = with_a_friend(anna, ben), with_a_friend(anna, ben, hints="yes")
    alone, both = anna.set_up("local", "bot"), anna.set_up("local", "local")
    refused = [
        (anna, strict, 0),
        (stranger, strict, 0),
        (stranger, open_, 0),
        (stranger, alone, 0),
        (anna, both, 0),
    ]
    refused += [(anna, open_, 1), (ben, open_, 0)]
    for visitor, table, seat in refused:
        for path in ("analysis", "analysis/now"):
            assert visitor.get(f"/table/{table}/{path}", seat=seat).status_code == 403
        assert visitor.post(f"/table/{table}/analysis", seat=str(seat)).status_code == 403
        assert f'href="/table/{table}/analysis?seat={seat}"' not in visitor.board(table).html
    assert not here.asked
    for visitor, seat in ((anna, 0), (ben, 1)):
        assert visitor.get(f"/table/{open_}/analysis").status_code == 200
        assert f'href="/table/{open_}/analysis?seat={seat}"' in visitor.board(open_).html
    assert (
        "The analysis will be available when the game is over."
        in stranger.get(f"/table/{open_}/analysis").text
    )


def test_nobody_else_starts_one(anna: Visitor, ben: Visitor, here: ThinkHere) -> None:
    table = anna.set_up("local", "bot")
    for token in ("", "forged", ben.token()):
        answer = anna.client.post(f"/table/{table}/analysis", data={"token": token})
        assert answer.status_code == 403
    assert anna.get("/table/AAAAAAAAAAAA/analysis").status_code == 404
    assert not here.asked

"""Evaluations: the same deals for everybody, every seat in turn, and what is counted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

from farmtable import BadOption, BadRecord
from farmtable.arena.evaluation import Evaluation, Measured, evaluate, resume, rows, summarise
from farmtable.arena.intervals import by_deal, share_ends, t95
from farmtable.bots.stdio.bot import BotFailed

ROOT = Path(__file__).parents[2]
FIRST_BOT = f"{sys.executable} {ROOT / 'examples' / 'bots' / 'first_bot.py'}"
UNRULY = f"{sys.executable} {ROOT / 'tests' / 'bots' / 'unruly.py'}"


def measure(
    bot: str, opponents: tuple[str, ...] = ("greedy",), deals: int = 2, players: int = 2
) -> list[Measured]:
    planned = Evaluation.of("market_day", bot, opponents, deals, players, seed=3)
    return sorted(evaluate(planned, workers=1), key=lambda one: (one.deal, one.seat))


def test_each_deal_is_played_once_from_every_seat() -> None:
    planned = Evaluation.of("market_day", "greedy", ("random", "search:1"), 2, 3)
    assert list(planned.fixtures()) == [(deal, seat) for deal in range(2) for seat in range(3)]
    assert planned.seats(0) == ("greedy", "random", "search:1")
    assert planned.seats(2) == ("random", "search:1", "greedy")


def test_equal_seeds_give_equal_games_whoever_plays_them() -> None:
    planned = Evaluation.of("market_day", "greedy", ("random",), 3, seed=3)
    alone, shared = (
        {(one.deal, one.seat): (one.score, one.win) for one in evaluate(planned, workers=n)} for n in (1, 2)
    )
    assert alone == shared
    assert len(alone) == 6


def test_the_deals_are_those_of_simulate() -> None:
    from farmtable.arena.play import Setting, play_games

    setting = Setting.of("market_day", 2, ("greedy", "random"), seed=3)
    scores = [one.scores[0] for one in play_games(setting, range(2))]
    assert [one.score for one in measure("greedy", ("random",)) if one.seat == 0] == scores


def test_the_summary_adds_up() -> None:
    planned = Evaluation.of("market_day", "greedy", ("random",), 3, seed=3)
    games = list(evaluate(planned, workers=1))
    told = summarise(planned, games)
    wins = sum(one.win for one in games)
    assert told["win_rate"] == wins / 6
    assert told["win_rate_interval"] == list(share_ends(by_deal((one.deal, one.win) for one in games)))
    assert told["deals_played"] == told["seats"][0]["deals_played"] == 3
    assert told["score"]["mean"] == sum(one.score for one in games) / 6
    assert [seat["seat"] for seat in told["seats"]] == [1, 2]
    assert told["illegal"] == 0
    assert told["tokens"] is None
    assert told["decisions"] > 50


def test_games_of_a_deal_are_not_counted_as_independent() -> None:
    """Four greedy seats on one deal play the same game four times: what counts are the deals."""
    planned = Evaluation.of("market_day", "greedy", deals=12, players=4, seed=3)
    games = list(evaluate(planned, workers=1))
    told = summarise(planned, games)
    deals = [fmean(one.score for one in games if one.deal == deal) for deal in range(12)]
    assert told["score"]["error"] == pytest.approx(t95(11) * stdev(deals) / 12**0.5)
    assert told["score"]["sd"] == pytest.approx(stdev(one.score for one in games))
    assert told["win_rate"] == 0.25
    # Each deal is won once in four games, whoever is lucky: nearly nothing is left to chance.
    low, high = told["win_rate_interval"]
    assert 0.15 < low < 0.25 < high < 0.38


def test_a_program_gets_text_alone_unless_its_name_says_otherwise() -> None:
    planned = Evaluation.of("market_day", f"stdio:{FIRST_BOT}")
    assert planned.bot == f"stdio:perspective=text+log:legal=off:{FIRST_BOT}"
    planned = Evaluation.of("market_day", f"stdio:legal=on:time=3:{FIRST_BOT}")
    assert planned.bot == f"stdio:perspective=text+log:legal=on:time=3:{FIRST_BOT}"


def test_illegal_answers_losses_and_tokens_are_counted() -> None:
    (game, *_) = measure(f"stdio:legal=on:{UNRULY} illegal", deals=1)
    assert game.conduct.refused == 3 * game.conduct.asked
    assert game.conduct.lost == {"refused": game.conduct.asked}
    planned = Evaluation.of("market_day", f"stdio:legal=on:{UNRULY} words", deals=1)
    told = summarise(planned, list(evaluate(planned, workers=1)))
    assert told["tokens"] == {"input": 7 * told["decisions"], "output": 2 * told["decisions"]}
    assert told["lost"] == {}


def test_a_class_that_cheats_is_counted_and_the_game_goes_on() -> None:
    games = measure("tests.arena.bots:Cheat", deals=1)
    assert all(one.conduct.refused >= one.conduct.asked > 0 for one in games)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"deals": 0}, "at least one deal"),
        ({"players": 9}, "for 2 to 4 players"),
        ({"opponents": ("random", "random")}, "leave 1 for opponents, not 2"),
        ({"bot": "nobody"}, "there is no bot"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        Evaluation.of(**{"game_id": "market_day", "bot": "greedy", **change})  # type: ignore[arg-type]


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    planned = Evaluation.of("market_day", "greedy", ("random",), 2, seed=3)
    file = tmp_path / "result.json"
    assert resume(planned, file) == []
    first = next(evaluate(planned, workers=1))
    file.write_text(json.dumps({**summarise(planned, [first]), "played": rows([first])}))
    kept = resume(planned, file)
    assert kept == [first]
    later = list(evaluate(planned, workers=1, finished=kept))
    assert sorted((one.deal, one.seat) for one in [*kept, *later]) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(evaluate(planned, workers=1, finished=[*kept, *later])) == []
    with pytest.raises(BadOption, match="another evaluation, with seed 3 and not 4"):
        resume(Evaluation.of("market_day", "greedy", ("random",), 2, seed=4), file)
    file.write_text("[]")
    with pytest.raises(BadRecord, match="damaged"):
        resume(planned, file)


def test_players_may_be_numbers_of_numpys() -> None:
    planned = Evaluation.of("market_day", "random", ("greedy",), 1, np.int64(3))
    assert planned.setting.bots == ("random", "greedy", "greedy")
    assert planned.opponents == ("greedy", "greedy")


def test_an_example_that_lives_by_the_list_says_so_where_there_is_none() -> None:
    with pytest.raises(BotFailed, match="it needs the list of legal actions; call it stdio:legal=on:"):
        measure(f"stdio:{FIRST_BOT}", deals=1)
    told = measure(f"stdio:legal=on:{FIRST_BOT}", deals=1)
    assert not any(game.conduct.lost for game in told)

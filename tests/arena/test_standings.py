"""The standings of a tournament, against figures worked out by hand, and the page that shows them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from farmtable.arena.intervals import FEWEST_DEALS, Deal, share_ends
from farmtable.arena.ledger import Clock, TournamentGame
from farmtable.arena.page import page
from farmtable.arena.standings import Standings, in_words, signed
from farmtable.arena.tournament import Tournament, play_tournament

LAST = "tests.arena.bots:Last"
BOTS = ["greedy", "random", LAST]
ALONE = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


def game(deal: int, seats: str, *scores: int, seconds: float = 0.01) -> TournamentGame:
    """A game of the bots with these initials; the highest score wins."""
    named = tuple({"g": "greedy", "r": "random", "l": LAST}[letter] for letter in seats)
    best = max(scores)
    wins = tuple((score == best) / scores.count(best) for score in scores)
    clock = Clock.of([seconds] * 10)
    return TournamentGame(deal, named, scores, wins, 20, 10, (clock,) * len(named), (0,) * len(named))


def standings(players: int, *games: TournamentGame, bots: list[str] | None = None) -> Standings:
    return Standings(Tournament.of("market_day", bots or BOTS, 4, players), games)


TWO = standings(
    2,
    game(0, "gr", 9, 4),
    game(0, "rg", 7, 7),
    game(1, "gr", 8, 1),
    game(1, "rg", 5, 3),
    game(0, "gl", 9, 8),
    game(0, "rl", 1, 8),
)


def test_with_two_seats_ahead_is_who_wins() -> None:
    duel = TWO.duels["greedy", "random"]
    assert (duel.games, duel.value) == (4, 0.625)
    assert duel.deals == (Deal(2, 1.0), Deal(2, 1.5))
    assert (duel.low, duel.high) == share_ends(duel.deals)
    assert TWO.duels["greedy", LAST].value == 1
    assert TWO.alone == {}


def test_shares_of_a_pairing_add_up() -> None:
    for (bot, other), share in TWO.duels.items():
        beside = TWO.duels[other, bot]
        assert share.value + beside.value == pytest.approx(1)
        assert share.games == beside.games
        assert share.low == pytest.approx(1 - beside.high)


def test_with_more_seats_ahead_is_by_victory_and_then_by_score() -> None:
    four = standings(
        4,
        game(0, "grrr", 5, 9, 1, 5),  # ahead of one, level with one, behind one
        game(0, "rggg", 6, 6, 2, 7),  # random: behind one, level with one, ahead of one
        game(1, "grrr", 9, 1, 2, 3),
    )
    assert four.duels["greedy", "random"].value == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert four.duels["greedy", "random"].games == 3
    assert four.alone["greedy", "random"].value == pytest.approx(0.5)
    assert four.alone["random", "greedy"].value == 0
    assert (four.alone["greedy", "random"].games, four.alone["random", "greedy"].games) == (2, 1)


def test_a_deal_is_what_a_share_is_of() -> None:
    """Ten deals, each won by the same bot from every seat, tell of ten trials and not of forty."""
    games = [
        game(deal, seats, *(9 if (letter == "g") == (deal < 6) else 1 for letter in seats))
        for deal in range(10)
        for seats in ("grr", "rgr", "rrg")
    ]
    duel, alone = (
        shares["greedy", "random"] for shares in (standings(3, *games).duels, standings(3, *games).alone)
    )
    for share in (duel, alone):
        assert (share.games, share.value, len(share.deals), share.few) == (30, 0.6, 10, False)
        assert share.low < 0.35
        assert share.high > 0.8


def test_of_few_deals_no_interval_is_shown() -> None:
    few, enough = (
        standings(2, *(game(deal, seats, 9, 4) for deal in range(deals) for seats in ("gr", "rg")))
        for deals in (FEWEST_DEALS - 1, FEWEST_DEALS)
    )
    assert few.few
    assert few.duels["greedy", "random"].few
    assert not enough.few
    assert not enough.duels["greedy", "random"].few
    interval = "<small>{:.1f}–{:.1f}</small>"
    ends = [
        tuple(100 * end for end in (share.low, share.high))
        for share in (few.duels["greedy", "random"], enough.duels["greedy", "random"])
    ]
    assert interval.format(*ends[0]) not in page(few)
    assert interval.format(*ends[1]) in page(enough)
    assert "chart-interval" not in page(few).split("<h2>Scores</h2>")[0].split("</style>")[1]
    assert "chart-interval" in page(enough).split("<h2>Scores</h2>")[0].split("</style>")[1]


def test_a_share_of_the_victory_counts_before_the_score() -> None:
    won = TournamentGame(0, ("random", "greedy"), (5, 9), (1.0, 0.0), 2, 2, (Clock.of([]),) * 2, (3, 0))
    assert standings(2, won).duels["random", "greedy"].value == 1


def test_decisions_that_were_lost_are_told_where_there_are_any() -> None:
    told = standings(
        2,
        TournamentGame(0, ("random", "greedy"), (5, 9), (0.0, 1.0), 2, 2, (Clock.of([]),) * 2, (3, 0)),
        TournamentGame(0, ("greedy", "random"), (5, 9), (0.0, 1.0), 2, 2, (Clock.of([]),) * 2, (0, 1)),
    )
    assert {one["bot"]: one["lost"] for one in told.summary()["bots"]} == {"greedy": 0, "random": 4, LAST: 0}
    assert told.games_frame()["lost"].to_list() == [3, 0, 0, 1]
    assert ">Lost</th>" in page(told)
    assert "<td>4</td>" in page(told)
    assert ">Lost</th>" not in page(TWO)


def test_alone_at_the_table_the_scores_of_a_deal_are_compared() -> None:
    setting = Tournament.of("agricola", BOTS, 4, players=1)
    solo = Standings(setting, [game(0, "g", 30), game(0, "r", 20), game(0, "l", 30), game(1, "g", 9)])
    assert solo.duels["greedy", "random"].value == 1
    assert solo.duels["greedy", LAST].value == 0.5
    assert solo.duels["greedy", LAST].games == 1


def test_ratings_are_sorted_and_greedy_is_nought() -> None:
    assert TWO.anchor == "greedy"
    values = [rating.value for rating in TWO.ratings.values()]
    assert values == sorted(values, reverse=True)
    assert TWO.ratings["greedy"].value == TWO.ratings["greedy"].low == 0
    assert TWO.ratings["random"].value < 0
    other = standings(2, game(0, "rl", 3, 1), bots=["random", LAST])
    assert other.anchor == "random"


def test_scores_of_each_bot() -> None:
    scores = TWO.scores["random"]
    assert scores.seats == 5
    assert scores.mean == pytest.approx((4 + 7 + 1 + 5 + 1) / 5)
    assert (scores.q25, scores.median, scores.q75) == (1, 4, 5)
    assert scores.counts == {1: 2, 4: 1, 5: 1, 7: 1}
    assert standings(2, game(0, "gr", 9, 4)).scores["greedy"].sd is None


def test_times_of_each_bot() -> None:
    quick = [game(deal, "gr", 2, 1, seconds=0.001) for deal in range(11)]
    times = standings(2, *quick, game(11, "gr", 2, 1, seconds=0.5)).times["greedy"]
    assert times.mean == pytest.approx((110 * 0.001 + 10 * 0.5) / 120)
    assert times.p99 == times.slowest == 0.5
    slow = standings(2, *quick * 100, game(0, "gr", 2, 1, seconds=0.5)).times["greedy"]
    assert 0.001 <= slow.p99 <= 0.00107
    assert slow.slowest == 0.5


def test_the_summary_has_exactly_the_documented_keys() -> None:
    summary = TWO.summary()
    assert list(summary) == [
        "game",
        "players",
        "options",
        "seed",
        "games",
        "games_planned",
        "anchor",
        "bots",
        "pairings",
    ]
    assert (summary["games"], summary["games_planned"]) == (6, 12)
    bot = summary["bots"][0]
    assert list(bot) == ["bot", "rating", "rating_interval", "seats", "score", "seconds", "lost"]
    assert list(bot["score"]) == ["mean", "sd", "q25", "median", "q75"]
    assert list(bot["seconds"]) == ["mean", "p99", "slowest"]
    pairing = summary["pairings"][0]
    assert list(pairing) == [
        "bot",
        "against",
        "games",
        "deals",
        "share",
        "share_interval",
        "alone",
        "alone_interval",
    ]
    assert json.loads(json.dumps(summary)) == summary


def test_the_tables_are_written(tmp_path: Path) -> None:
    TWO.write(tmp_path)
    games = pl.read_parquet(tmp_path / "games.parquet")
    assert games.columns == [
        "game", "deal", "seat", "bot", "lone", "score", "win", "decisions", "seconds", "slowest", "lost"
    ]  # fmt: skip
    assert games.row(3)[:7] == (1, 0, 1, "greedy", True, 7, 0.5)
    assert games.height == 12
    bots = pl.read_parquet(tmp_path / "bots.parquet")
    assert bots["bot"].to_list() == list(TWO.ratings)
    assert {"rating", "rating_low", "rating_high", "score_mean", "seconds_p99"} <= set(bots.columns)
    pairings = pl.read_parquet(tmp_path / "pairings.parquet")
    assert {"share", "share_low", "share_high", "alone_low"} <= set(pairings.columns)
    assert pairings.height == 6


def test_times_and_ratings_in_words() -> None:
    assert [in_words(seconds) for seconds in (2.5, 0.34, 0.0000161)] == ["2.50 s", "340 ms", "0.0161 ms"]
    assert [signed(rating) for rating in (12.4, -35.2, 0.2, -0.2)] == ["+12", "−35", "0", "0"]


class Checked(HTMLParser):
    """Follows the tags of a page: all are closed, none leads elsewhere, no id is there twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {"src", "href", "srcset", "action", "xlink:href"} & {name for name, _ in attrs}
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ALONE:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("players", [2, 3])
def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path, players: int) -> None:
    tournament = Tournament.of("market_day", BOTS, 6, players, options={"prices": "fixed"})
    found = Standings(tournament, play_tournament(tournament, tmp_path, 1))
    text = page(found)
    checked = Checked()
    checked.feed(text)
    checked.close()
    assert checked.open == []
    assert "script" not in checked.seen
    assert not re.search(r"https?:|url\(|@import", text)
    assert checked.seen.count("svg") == 2
    assert checked.seen.count("table") == (2 if players == 2 else 3)
    assert "prices fixed" in text
    for bot, rating in found.ratings.items():
        assert bot in text
        assert signed(rating.value) in text
    for share in found.duels.values():
        assert f"<b>{share.value * 100:.1f} %</b>" in text


def test_the_page_of_a_single_game() -> None:
    text = page(standings(2, game(0, "gr", 9, 4)))
    assert "1 of 12 games" in text

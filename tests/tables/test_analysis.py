"""Judging decisions: what was plainly worse is found, from what the seat knew, and kept as plain data."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from farmtable import Match, Record, Rng, game
from farmtable.bots import Budget, SearchBot
from farmtable.tables import (
    Decision,
    Judgement,
    Standing,
    Table,
    Tables,
    Unfinished,
    engine_of,
    judge,
    judge_closely,
    mean_of,
    outcome,
)
from farmtable.tables.advice import shares_of
from farmtable.tables.analysis import decisions_of
from tests.tables.helpers import step, two_persons

SECONDS = 0.05


@pytest.fixture(scope="module")
def record() -> Record:
    """A game of two who decide by lot."""
    match = Match("market_day", 2, seed=5)
    choose = random.Random(5)
    while match.state.to_play >= 0:
        match.play(choose.choice(list(match.state.legal_actions())))
    return match.record


def thrown_away(record: Record) -> Decision:
    """The last decision of a game, turned into keeping what could have been sold for coins."""
    for decision in reversed(decisions_of(record)):
        state = decision.seen
        if "keep" in map(state.describe, state.legal_actions()) and len(state.legal_actions()) > 1:
            return Decision(decision.at, decision.seat, state, state.parse("keep"))
    raise AssertionError("nobody could ever sell")


@pytest.mark.parametrize("look", [judge, judge_closely])
def test_what_was_thrown_away_is_found(record: Record, look: Callable[[Decision, float], Judgement]) -> None:
    decision = thrown_away(record)
    judgement = look(decision, SECONDS)
    assert judgement.played.notation == "keep"
    assert judgement.best.notation.startswith("sell")
    assert judgement.points_lost > 1
    assert judgement.close == (look is judge_closely)
    assert judgement.points_lost > 2 * judgement.points_error
    assert (judgement.at, judgement.seat) == (decision.at, decision.seat)
    assert sum(judgement.standing.chances) == pytest.approx(1, abs=0.001)


def test_the_best_decision_costs_nothing(record: Record) -> None:
    decision = thrown_away(record)
    best = judge_closely(decision, SECONDS).best.action
    judgement = judge_closely(Decision(decision.at, decision.seat, decision.seen, best), SECONDS)
    assert judgement.played == judgement.best
    assert judgement.chance_lost == judgement.points_lost == 0


def test_how_far_worlds_differ_is_the_error_of_a_cost(record: Record) -> None:
    """Only a close look compares worlds."""
    decisions = decisions_of(record)[:8]
    assert any(judge_closely(each, SECONDS).chance_error > 0 for each in decisions)
    assert all(judge(each, SECONDS).error == 0 for each in decisions[:1])


def test_where_nothing_was_tried_all_thinking_went_into_the_best(record: Record) -> None:
    """So it is where one decision alone is worth trying: the others must not look as sure."""
    thought = SearchBot(Rng(1), Budget(20)).think(thrown_away(record).seen)
    best = thought.candidates[0].action
    tried = {one.action: one.visits / 20 for one in thought.candidates}
    assert shares_of([thought]) == tried
    for one in thought.candidates:
        one.visits = 0
    assert shares_of([thought, thought]) == {action: float(action == best) for action in tried}


def test_a_judgement_is_kept_as_plain_data(record: Record) -> None:
    judgement = judge(thrown_away(record), SECONDS)
    again = Judgement.from_dict(json.loads(json.dumps(judgement.to_dict())))
    assert again == judgement
    assert str(again.best.said) == str(judgement.best.said)


def test_decisions_are_those_where_there_was_a_choice(record: Record) -> None:
    decisions = decisions_of(record)
    assert all(len(decision.seen.legal_actions()) > 1 for decision in decisions)
    assert all(decision.action in decision.seen.legal_actions() for decision in decisions)
    assert all(decision.seen.seat == decision.seat == decision.seen.to_play for decision in decisions)
    own = decisions_of(record, 1)
    assert [each.at for each in own] == [each.at for each in decisions if each.seat == 1]


def test_what_is_kept_for_the_next_game_is_not_judged() -> None:
    """At the end of a game of a campaign occupations are kept, which changes no points."""
    match = Match("agricola", 2, seed=4, campaign="1")
    choose, settled = random.Random(4), 0
    while match.state.to_play >= 0:
        settled += match.state.settled() and len(match.state.legal_actions()) > 1
        match.play(choose.choice(list(match.state.legal_actions())))
    assert settled > 0
    assert not any(decision.seen.settled() for decision in decisions_of(match.record))


def test_the_curve_ends_with_the_result(record: Record) -> None:
    at, end = outcome(record)
    final = record.state()
    winners = final.winners()
    assert end.points == final.scores()
    assert end.chances == [1 / len(winners) if seat in winners else 0 for seat in range(2)]
    assert end.errors == [0, 0]
    assert at == sum(action < game("market_day").num_actions for action in record.actions)


def test_a_standing_is_the_mean_of_several_searches_and_tells_how_far_they_differ(record: Record) -> None:
    found = judge(decisions_of(record)[0], SECONDS).standing
    assert sum(found.chances) == pytest.approx(1, abs=0.001)
    assert 0 < found.errors[0] < 0.5
    assert found.errors[0] == pytest.approx(found.errors[1], abs=0.001), "what one wins the other loses"


def test_what_two_seats_saw_is_as_unsure_as_they_differ() -> None:
    one, other = Standing([0.6, 0.4], [20, 18], [0.0, 0.0]), Standing([0.4, 0.6], [18, 20], [0.0, 0.0])
    both = mean_of([one, other])
    assert both.chances == [0.5, 0.5]
    assert both.points == [19, 19]
    assert both.errors == [0.1, 0.1], "0.2 apart: a standard deviation of 0.1414, and of the mean 0.1"
    assert mean_of([one]) == one
    unsure = Standing([0.6, 0.4], [20, 18], [0.1, 0.1])
    assert mean_of([unsure, unsure]).errors == [0.0707, 0.0707]


def test_while_a_game_runs_only_a_seats_own_decisions_can_be_had(tables: Tables) -> None:
    table: Table = two_persons(tables)
    choose = random.Random(2)
    for _ in range(12):
        step(table, choose)
    for seat in range(2):
        own = table.decisions(seat)
        assert own
        assert all(decision.seat == decision.seen.seat == seat for decision in own)
    with pytest.raises(Unfinished):
        table.decisions()
    while not table.over:
        step(table, choose)
    assert {decision.seat for decision in table.decisions()} == {0, 1}


def test_an_engine_is_another_when_its_network_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    found = game("market_day")
    path = tmp_path / "network"
    before = engine_of(found, 2, {})
    assert "estimate" in before
    monkeypatch.setattr(type(found), "networks", lambda *_: [path])
    assert engine_of(found, 2, {}) == before
    path.write_bytes(b"one")
    one = engine_of(found, 2, {})
    path.write_bytes(b"another")
    assert len({before, one, engine_of(found, 2, {})}) == 3

"""Bots think on a Ray cluster, made here; who dies there costs only time, and so does the whole cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from farmtable import BadOption, Match
from farmtable.tables import BotTurn, Thinkers
from farmtable.tables.cluster import NAME, cores_of, thinkers_at
from farmtable.web import serve
from tests.arena.test_cluster import patiently
from tests.processes import gone
from tests.tables import thoughts
from tests.tables.test_thinkers import wait_for

ray_cluster = pytest.importorskip("ray.cluster_utils", reason="needs the extra farmtable[ray]")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """One machine of two cores."""
    head = {"num_cpus": 2, "include_dashboard": False, "object_store_memory": 80 << 20}
    made = patiently(lambda: ray_cluster.Cluster(initialize_head=True, head_node_args=head))
    yield made
    made.shutdown()


@pytest.fixture(scope="class")
def thinkers(cluster: Any) -> Iterator[Thinkers]:
    found = thinkers_at(cluster.address, 2, thoughts.begin)
    yield found
    found.close()


class TestOneLine:
    """Whatever goes wrong, the connection stays."""

    def test_bots_think_there(self, thinkers: Thinkers) -> None:
        assert thinkers.ask(thoughts.is_at_a_cluster).result(180)
        assert thinkers.ask(thoughts.begun).result(180) == "begun"
        seen = Match("market_day", seed=1).state.seen_by(0)
        turn = BotTurn(0, "search:1", 7, seen)
        assert thinkers.ask(BotTurn.choose, turn).result(180) in seen.legal_actions()

    def test_what_a_task_raises_is_raised_here(self, thinkers: Thinkers) -> None:
        bot = BotTurn(0, "search:99", 0, Match("market_day", seed=1).state.seen_by(0))
        with pytest.raises(BadOption, match="99"):
            thinkers.ask(BotTurn.choose, bot).result(180)

    def test_a_lost_thought_is_thought_again(self, thinkers: Thinkers, tmp_path: Path) -> None:
        note = tmp_path / "who"
        answer = thinkers.ask(thoughts.wait_unless_told_before, note)
        wait_for(note.exists)
        os.kill(int(note.read_text()), signal.SIGKILL)
        assert answer.result(180) == "told before"


def test_a_cluster_where_nobody_can_think_is_told_of(cluster: Any) -> None:
    with pytest.raises(BadOption, match="the deck is missing"):
        cores_of(cluster.address, thoughts.begin_badly)


def test_who_takes_too_long_is_given_up_and_so_is_a_cluster_that_is_lost(
    cluster: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers = thinkers_at(cluster.address, 2, limit=8.0)  # the second has to begin within it
    note = tmp_path / "who"
    assert thinkers.ask(thoughts.wait_unless_told_before, note).result(180) == "told before"
    assert gone(int(note.read_text()))
    cluster.shutdown()
    for child in multiprocessing.active_children():  # Ray ends it by itself, but not at once
        if child.name == NAME:
            child.kill()
    assert not thinkers.ask(thoughts.is_at_a_cluster).result(180)
    assert "this machine thinks itself" in caplog.text
    thinkers.close()


def test_what_is_missing_is_said_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin_to_serve() -> None:
        serve(db=f"sqlite:///{tmp_path}/tables.sqlite", open_browser=False, ray="127.0.0.1:1")

    with pytest.raises(BadOption, match="no Ray cluster answers"):
        begin_to_serve()
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"pip install 'farmtable\[ray\]'"):
        begin_to_serve()

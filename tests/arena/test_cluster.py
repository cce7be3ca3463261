"""Work on a Ray cluster: two machines of one core each, made here, of which one is lost in the middle."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from farmtable import BadOption, FarmtableError
from farmtable.arena import cluster as cluster_module
from farmtable.arena.play import Setting
from farmtable.arena.pool import open_workers
from farmtable.arena.simulate import simulate
from farmtable.arena.workers import TRIES, Workers
from tests.arena.tasks import DieAtThree, SleepFrom, begin, begin_badly, fail_at_three, square, what_began
from tests.cli.conftest import Run, run
from tests.processes import gone

__all__ = ["run"]

ray_cluster = pytest.importorskip("ray.cluster_utils", reason="needs the extra farmtable[ray]")

SQUARES = [(number, number * number) for number in range(50)]
THREE = Setting.of("market_day", bots=["greedy", "random", "random"], seed=7)


def patiently(start: Callable[[], Any]) -> Any:
    """What `start` gives. On a busy machine Ray gives up after half a minute; then it is tried again."""
    for _ in range(4):
        try:
            return start()
        except Exception as error:  # Ray raises the bare class
            if "timed out" not in str(error):
                raise
    return start()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head that does not work, and two machines that do."""
    small = {"object_store_memory": 80 << 20}
    head = {"num_cpus": 0, "include_dashboard": False, **small}
    made = patiently(lambda: ray_cluster.Cluster(initialize_head=True, head_node_args=head))
    for _ in range(2):
        patiently(lambda: made.add_node(num_cpus=1, **small))
    yield made
    made.shutdown()


def test_the_command_line_works_on_a_cluster(cluster: Any, run: Run, tmp_path: Path) -> None:
    def told(*arguments: object) -> dict[str, Any]:
        answer = run(*arguments, "market_day", "-n", 12, "--bots", "greedy,random", "--json", "--seed", 5)
        assert answer.err == ""
        found: dict[str, Any] = json.loads(answer.out)
        return found

    there, here = told("simulate", "--ray", cluster.address), told("simulate", "--workers", 1)
    assert there["seats"] == here["seats"]
    there = told("tournament", "--ray", cluster.address, "--out", tmp_path / "there")
    here = told("tournament", "--workers", 1, "--out", tmp_path / "here")
    assert there["pairings"] == here["pairings"]


@pytest.fixture(scope="class")
def hands(cluster: Any) -> Iterator[Workers]:
    """One session for several tests: for each new one Ray starts other processes."""
    with open_workers(ray=cluster.address, begin=begin) as found:
        yield found


class TestOneSession:
    """Whatever goes wrong, the session goes on."""

    def test_it_begins_once_in_each_process(self, hands: Workers) -> None:
        assert {tuple(told) for _, told in hands.run(what_began, range(50))} == {("begun",)}

    def test_an_error_is_said_here(self, hands: Workers) -> None:
        with pytest.raises(ZeroDivisionError, match="three"):
            list(hands.run(fail_at_three, range(50)))

    def test_a_worker_process_that_dies_costs_only_time(self, hands: Workers, tmp_path: Path) -> None:
        assert sorted(hands.run(DieAtThree(tmp_path, TRIES - 1), range(50))) == SQUARES
        assert len(list(tmp_path.iterdir())) == TRIES - 1

    def test_what_kills_each_process_is_given_up(self, hands: Workers, tmp_path: Path) -> None:
        with pytest.raises(FarmtableError, match=f"gave up a batch after {TRIES} tries"):
            list(hands.run(DieAtThree(tmp_path, 99), range(50)))
        assert len(list(tmp_path.iterdir())) == TRIES

    def test_long_work_is_given_up_when_it_is_said_to_stop(self, hands: Workers, tmp_path: Path) -> None:
        assert list(hands.run(SleepFrom(tmp_path, 0), [0], stop=lambda: any(tmp_path.iterdir()))) == []
        (asleep,) = tmp_path.iterdir()
        assert gone(int(asleep.name))


@pytest.mark.parametrize(
    ("answer", "said"),
    [(b"", "timed out"), (b"HTTP/1.1 400 Bad Request\r\n\r\n", "what answers at .* is no Ray cluster")],
)
def test_who_answers_but_is_no_cluster_is_found_out(
    answer: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray would try for minutes, and could not be interrupted."""
    monkeypatch.setattr(cluster_module, "ANSWER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def reply() -> None:
            line, _ = listening.accept()
            held.append(line)
            line.sendall(answer)

        held: list[socket.socket] = []
        replying = threading.Thread(target=reply)
        replying.start()
        with pytest.raises(BadOption, match=said):
            open_workers(ray=f"127.0.0.1:{listening.getsockname()[1]}")
        replying.join()
        held[0].close()


def test_a_beginning_that_fails_is_said_here(cluster: Any) -> None:
    with (
        open_workers(1, cluster.address, begin_badly) as hands,
        pytest.raises(FileNotFoundError, match="deck"),
    ):
        list(hands.run(square, range(2)))


def test_other_versions_do_not_work_together(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "VERSION", "0.0.1")
    with open_workers(1, cluster.address) as hands, pytest.raises(BadOption, match=r"and here is 0\.0\.1"):
        list(hands.run(square, range(2)))


def test_a_machine_lost_in_the_middle_costs_only_time(cluster: Any, tmp_path: Path) -> None:
    """What comes of the games is what comes of them on one machine."""
    lost: list[int] = []

    def lose_one(finished: int) -> None:
        if not lost:
            lost.append(finished)
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    there = simulate(THREE.keeping(tmp_path), 300, ray=cluster.address, progress=lose_one)
    assert there == simulate(THREE, 300, workers=1)
    assert lost[0] < 300
    assert len(cluster.worker_nodes) == 1
    assert len(list(tmp_path.glob("*.json"))) == 300


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere.invalid:6379"])
def test_a_cluster_out_of_reach_is_said(address: str) -> None:
    with pytest.raises(BadOption, match=f"no Ray cluster.*{address}"):
        open_workers(ray=address)


def test_ray_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"pip install 'farmtable\[ray\]'"):
        open_workers(ray="auto")

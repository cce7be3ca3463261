"""The ledger of a tournament: what is in it stays in it, whatever happens to its writer."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from farmtable import BadOption, BadRecord
from farmtable.arena.ledger import Clock, Ledger, TournamentGame

IDENTITY = {"game": "market_day", "players": 2, "seed": 3}


def game(deal: int) -> TournamentGame:
    clocks = (Clock.of([0.001, 0.0011, 2.5]), Clock.of([]))
    return TournamentGame(deal, ("greedy", "random"), (10, 4), (1.0, 0.0), 3, 2, clocks, (0, 2))


def written(folder: Path, *deals: int) -> Path:
    with Ledger(folder, IDENTITY) as ledger:
        for deal in deals:
            ledger.add(game(deal))
    return folder / "games.jsonl"


def test_a_line_of_an_older_folder_tells_of_no_lost_decisions() -> None:
    line = json.loads(game(0).to_json())
    assert line.pop("lost") == [0, 2]
    assert TournamentGame.from_json(json.dumps(line)).lost == (0, 0)


def test_what_was_added_is_there_again(tmp_path: Path) -> None:
    written(tmp_path / "new" / "folder", 0, 1)
    written(tmp_path / "new" / "folder", 2)
    with Ledger(tmp_path / "new" / "folder", IDENTITY) as ledger:
        assert ledger.games == [game(0), game(1), game(2)]
        assert ledger.added == []


def test_a_game_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    with Ledger(tmp_path, IDENTITY) as ledger:
        ledger.add(game(0))
        assert (tmp_path / "games.jsonl").read_text().count("\n") == 1


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_torn_last_line_is_dropped(tmp_path: Path, kept: int) -> None:
    file = written(tmp_path, *range(kept + 1))
    size = sum(len(line) + 1 for line in file.read_text().splitlines()[:kept])
    for cut in (1, 2, 20):
        with file.open("r+b") as torn:
            torn.truncate(os.path.getsize(file) - cut)
        assert os.path.getsize(file) > size
        written(tmp_path, kept)
        with Ledger(tmp_path, IDENTITY) as ledger:
            assert ledger.games == [game(deal) for deal in range(kept + 1)]


@pytest.mark.parametrize("damage", ["{}", "rubbish", '{"deal": 1}', "", "[1]"])
def test_damage_in_the_middle_is_said_and_nothing_is_lost(tmp_path: Path, damage: str) -> None:
    file = written(tmp_path, 0, 1)
    first, second = file.read_text().splitlines()
    file.write_text(f"{first}\n{damage}\n{second}\n")
    with pytest.raises(BadRecord, match=r"games\.jsonl: line 2 is damaged"):
        Ledger(tmp_path, IDENTITY)
    assert file.read_text() == f"{first}\n{damage}\n{second}\n"


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, 0)
    before = file.read_bytes()
    with pytest.raises(BadOption, match="another tournament, with seed 3 and not 4; choose another folder"):
        Ledger(tmp_path, {**IDENTITY, "seed": 4})
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["", "[]", "{}", "rubbish", json.dumps(IDENTITY)])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "tournament.json").write_text(content)
    with pytest.raises(BadRecord, match=r"tournament\.json is no tournament's, or damaged"):
        Ledger(tmp_path, IDENTITY)
    assert (tmp_path / "tournament.json").read_text() == content


@pytest.mark.skipif(os.name != "posix", reason="locks as on POSIX")
def test_two_do_not_write_at_once(tmp_path: Path) -> None:
    with Ledger(tmp_path, IDENTITY), pytest.raises(BadOption, match=r"being played in .* already"):
        Ledger(tmp_path, IDENTITY)
    written(tmp_path, 0)


def test_a_clock_counts_times_in_bins_six_per_cent_wide() -> None:
    clock = Clock.of([0.001, 0.00105, 0.0011, 0.01])
    assert (clock.decisions, clock.slowest) == (4, 0.01)
    assert clock.seconds == pytest.approx(0.01315)
    assert clock.times == {-120: 2, -119: 1, -80: 1}
    assert Clock.of([]) == Clock(0, 0.0, 0.0, {})
    assert Clock.of([0.0]).decisions == 1

"""The statistics of a simulation, against figures worked out by hand."""

from pathlib import Path

import polars as pl
import pytest

from farmtable import BadOption
from farmtable.arena.play import Finished, Setting
from farmtable.arena.results import check_path, summarise, to_frame, write

SETTING = Setting.of("market_day", bots=["greedy", "random"])
FINISHED = [
    Finished(0, (10, 4), (1.0, 0.0), 20, 10, (0, 1)),
    Finished(1, (6, 6), (0.5, 0.5), 22, 11, (0, 1)),
    Finished(2, (8, 9), (0.0, 1.0), 24, 12, (0, 1)),
    Finished(3, (12, 1), (1.0, 0.0), 22, 11, (0, 1)),
]


def test_one_row_for_each_seat_of_each_game() -> None:
    frame = to_frame(SETTING, FINISHED)
    assert frame.columns == ["game", "seat", "bot", "score", "win", "decisions", "turns", "lost"]
    assert frame.row(3) == (1, 1, "random", 6, 0.5, 22, 11, 1)
    assert frame.height == 8


def test_the_summary_has_exactly_the_documented_keys() -> None:
    summary = summarise(SETTING, to_frame(SETTING, FINISHED), seconds=2)
    assert list(summary) == ["game", "players", "games", "seats", "decisions_per_game", "games_per_second"]
    assert summary["games"] == 4
    assert [seat["lost"] for seat in summary["seats"]] == [0, 4]
    assert summary["decisions_per_game"] == 22
    assert summary["games_per_second"] == 2
    first = summary["seats"][0]
    assert list(first) == ["bot", "win_rate", "win_rate_interval", "score", "lost"]
    assert first["bot"] == "greedy"
    assert first["win_rate"] == 0.625
    assert first["score"] == pytest.approx(
        {"mean": 9.0, "sd": 2.581988897, "q25": 7.5, "median": 9.0, "q75": 10.5}
    )


def test_a_single_game_has_no_deviation() -> None:
    summary = summarise(SETTING, to_frame(SETTING, FINISHED[:1]), seconds=1)
    assert summary["seats"][0]["score"]["sd"] is None


def test_tables_are_written_by_their_suffix(tmp_path: Path) -> None:
    frame = to_frame(SETTING, FINISHED)
    write(frame, tmp_path / "games.parquet")
    write(frame, tmp_path / "games.csv")
    assert pl.read_parquet(tmp_path / "games.parquet").equals(frame)
    assert pl.read_csv(tmp_path / "games.csv").equals(frame)


def test_other_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"\.parquet or \.csv"):
        check_path(tmp_path / "games.xlsx")
    with pytest.raises(BadOption, match="no folder"):
        check_path(tmp_path / "nowhere" / "games.csv")

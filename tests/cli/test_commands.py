"""What each command does when all is well."""

import json
import sys
from pathlib import Path

import polars as pl
import pytest

import farmtable
from farmtable import Match
from farmtable.tables import Tables
from tests.cli.conftest import Run

FIRST_BOT = Path(__file__).parents[2] / "examples" / "bots" / "first_bot.py"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match("market_day", players=2, seed=4)
    while match.state.to_play != farmtable.OVER:
        match.play(match.state.legal_actions()[-1])
    match.record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_help_names_every_command(run: Run) -> None:
    answer = run("--help")
    assert answer.code == 0
    for command in ("serve", "games", "rules", "simulate", "tournament", "replay", "verify", "bench"):
        assert f" {command} " in answer.out
        assert run(command, "--help").code == 0


def test_version(run: Run) -> None:
    assert run("--version").out == f"farmtable {farmtable.__version__}\n"


def test_games_fit_one_screen(run: Run) -> None:
    answer = run("games")
    assert answer.code == 0
    for id in farmtable.games():
        assert id in answer.out
        assert all(option.name in answer.out for option in farmtable.game(id).options)
    assert len(answer.out.splitlines()) <= 24


def test_games_tells_the_options_of_one(run: Run) -> None:
    told = run("games", "market_day").out
    for words in ("Market Day, 2–4 seats", "falling | fixed", "no | 1 … 3", "SEAT:NUMBER, … (0 to 999)"):
        assert words in told
    of_agricola = " ".join(run("games", "agricola").out.split())
    assert "kept is any of SEAT:NAME, SEAT from 1 to 4, NAME one of animal_tamer, " in of_agricola
    assert "banned is any of animal_tamer, " in of_agricola
    assert run("games", "chess").code == 2


@pytest.mark.parametrize("game", farmtable.games())
def test_no_option_and_no_choice_is_cut_short(run: Run, game: str) -> None:
    """They are to be typed, so a long one goes on in the next line; “…” only stands for numbers between."""
    told = run("games", game).out
    assert "…" not in told.replace(" … ", " ").replace(", … (", " ")


def test_rules_are_told_in_a_language(run: Run) -> None:
    assert "# Market Day" in run("rules", "market_day").out
    assert run("rules", "market_day", "--lang", "it").code == 0


def test_serve_is_the_default(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr("farmtable.web.serve", lambda **how: served.append(how))
    assert run().code == 0
    assert run("serve", "--host", "::1", "--port", "81", "--db", "sqlite://", "--no-browser").code == 0
    assert all(callable(how.pop("begin")) for how in served)
    quiet: dict[str, object] = {"log_lines": False, "metrics": False, "watch": None, "hosts": None}
    quiet |= {"chat": True, "workers": 1, "ray": None}
    assert served == [
        {"host": "127.0.0.1", "port": None, "db": None, "open_browser": True} | quiet,
        {"host": "::1", "port": 81, "db": "sqlite://", "open_browser": False} | quiet,
    ]


def test_a_server_is_set_up_by_its_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr("farmtable.web.serve", lambda **how: served.append(how))
    told = {"HOST": "0.0.0.0", "PORT": "81", "DB": "sqlite:///x", "LOG": "lines", "METRICS": "yes"}
    told |= {"WORKERS": "3"}
    for name, said in told.items():
        monkeypatch.setenv(f"FARMTABLE_{name}", said)
    assert run("serve", "--no-browser", "--port", "82").code == 0
    served[0].pop("begin")
    wanted = {"host": "0.0.0.0", "port": 82, "db": "sqlite:///x", "log_lines": True, "metrics": True}
    wanted |= {"workers": 3, "ray": None}
    assert served == [wanted | {"open_browser": False, "watch": None, "hosts": None, "chat": True}]


def test_a_backup_goes_and_comes_back(run: Run, tmp_path: Path) -> None:
    tables = Tables(f"sqlite:///{tmp_path}/a.db")
    tables.people.sign_up("Anna", "a long password", "127.0.0.1")
    tables.close()
    file = tmp_path / "club.gz"
    made = run("backup", file, "--db", f"sqlite:///{tmp_path}/a.db")
    assert (made.code, "rows" in made.out) == (0, True)
    assert run("restore", file, "--db", f"sqlite:///{tmp_path}/b.db").code == 0
    again = run("restore", file, "--db", f"sqlite:///{tmp_path}/b.db")
    assert (again.code, "empty database" in again.err) == (2, True)


def test_simulate_shows_a_table(run: Run) -> None:
    answer = run("simulate", "market_day", "-n", 5, "-p", 3, "--bots", "greedy,random,random", "--workers", 1)
    assert answer.code == 0
    assert "market_day: 5 games of 3" in answer.out
    assert "greedy" in answer.out
    assert "14.0 turns and 28.0 decisions a game" in answer.out
    assert answer.err == ""


def test_simulate_tells_of_decisions_that_a_program_lost(run: Run) -> None:
    program = Path(__file__).parents[1] / "bots" / "unruly.py"
    bots = f"random,stdio:tries=1:{sys.executable} {program} illegal"
    answer = run("simulate", "market_day", "-n", 1, "--bots", bots, "--workers", 1)
    assert answer.code == 0
    assert "Lost" in answer.out
    seats = json.loads(run("simulate", "market_day", "-n", 1, "--bots", bots, "--workers", 1, "--json").out)[
        "seats"
    ]
    assert seats[0]["lost"] == 0
    assert seats[1]["lost"] > 5
    assert "Lost" not in run("simulate", "market_day", "-n", 1, "--workers", 1).out


def test_simulate_gives_the_documented_json(run: Run) -> None:
    first, again = (
        json.loads(run("simulate", "market_day", "-n", 8, "--seed", 3, "--workers", workers, "--json").out)
        for workers in (1, 2)
    )
    assert list(first) == ["game", "players", "games", "seats", "decisions_per_game", "games_per_second"]
    assert list(first["seats"][0]) == ["bot", "win_rate", "win_rate_interval", "score", "lost"]
    assert list(first["seats"][0]["score"]) == ["mean", "sd", "q25", "median", "q75"]
    assert first.pop("games_per_second") > 0
    assert again.pop("games_per_second") > 0
    assert first == again


def test_simulate_writes_tables_and_records(run: Run, tmp_path: Path) -> None:
    for name in ("games.csv", "games.parquet"):
        out, records = tmp_path / name, tmp_path / "records"
        assert run("simulate", "market_day", "-n", 4, "--out", out, "--records", records).code == 0
    assert pl.read_parquet(tmp_path / "games.parquet").equals(pl.read_csv(tmp_path / "games.csv"))
    files = sorted((tmp_path / "records").iterdir())
    answer = run("verify", *files)
    assert answer.code == 0
    assert answer.out.count(": whole (Market Day, 2 seats, ") == len(files) == 4


def test_a_game_alone_has_one_seat(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "alone.json"
    match = Match("agricola", 1, seed=1)
    match.record.save(file)
    assert ": whole (Agricola, 1 seat, " in run("verify", file).out
    assert run("replay", file).out.startswith("Agricola, 1 seat, ")


def test_simulate_takes_options(run: Run) -> None:
    means = {}
    for prices in ("falling", "fixed"):
        answer = run("simulate", "market_day", "-n", 10, "-o", f"prices={prices}", "--workers", 1, "--json")
        means[prices] = json.loads(answer.out)["seats"][0]["score"]["mean"]
    assert means["fixed"] > means["falling"]


def test_replay_tells_the_game_and_its_end(run: Run, record: Path) -> None:
    answer = run("replay", record)
    assert answer.code == 0
    assert "Market Day, 2 seats" in answer.out
    assert "Seat 1 draws a crate." in answer.out
    assert "wins (sales of apples" in answer.out


def test_replay_ends_with_the_table_of_a_series(run: Run, tmp_path: Path) -> None:
    match = Match("market_day", players=2, seed=4, day="3", coins="1:500,2:0")
    while match.state.to_play != farmtable.OVER:
        match.play(match.state.legal_actions()[-1])
    match.record.save(tmp_path / "game.json")
    answer = run("replay", tmp_path / "game.json")
    assert answer.code == 0
    table = answer.out.partition("Market after day 3 of 3:\n")[2].splitlines()
    assert [line[:17] for line in table] == ["1. Seat 1: Coins ", "2. Seat 2: Coins "]
    assert int(table[0][17:]) > 500


def test_replay_stops_where_it_is_told(run: Run, record: Path) -> None:
    answer = run("replay", record, "--at", 7, "--board")
    assert answer.out.count("draws a crate") == 6
    assert "bag: 17" in answer.out
    assert answer.out.endswith("Seat 1 is to play.\n")
    assert "Chance is to play." in run("replay", record, "--at", 0).out


def test_replay_as_a_seat_saw_it(run: Run, record: Path) -> None:
    answer = run("replay", record, "--at", 6, "--seat", 2)
    assert answer.out.count("Seat 1 draws a crate.") == 3
    assert "Seat 2 draws a crate." not in answer.out


def test_bench_gives_the_documented_json(run: Run) -> None:
    answer = run("bench", "market_day", "--players", 3, "--seconds", 0.1, "--json")
    measured = json.loads(answer.out)
    assert (measured["game"], measured["players"]) == ("market_day", 3)
    assert answer.err == ""


def test_bench_shows_a_table_and_says_what_was_measured(run: Run) -> None:
    answer = run("bench", "market_day", "--seconds", 0.1)
    assert "Playouts a second" in answer.out
    compiled = "uncompiled" not in answer.out
    assert compiled or "uncompiled kernel" in answer.err


def test_bench_compares_with_the_uncompiled_kernel(run: Run) -> None:
    answer = run("bench", "market_day", "--seconds", 0.1, "--compare", "-o", "prices=fixed", "--json")
    measured = json.loads(answer.out)
    assert measured["uncompiled"]["compiled"] is False
    assert "times" in run("bench", "market_day", "--seconds", 0.1, "--compare").out


def test_there_are_as_many_seats_as_bots_are_named(run: Run) -> None:
    for bots, seats in (("random,random,random", 3), ("random", 2)):
        told = run("simulate", "market_day", "-n", 1, "-b", bots, "--workers", 1)
        assert told.out.startswith(f"market_day: 1 game of {seats}")
    shown = " ".join(run("simulate", "--help").out.replace("│", " ").split())
    assert "default: as many as --bots names, or for a single one the fewest" in shown


def test_who_plays_alone_is_told_of_no_turns(run: Run) -> None:
    told = run("simulate", "agricola", "-p", 1, "-n", 1, "--workers", 1, "-o", "cards=none")
    assert "turns" not in told.out
    assert "decisions a game; " in told.out
    assert " 1 games" not in told.out


def test_recipes_are_listed_where_one_asks_how_to_train(run: Run) -> None:
    shown = " ".join(run("train", "--help").out.replace("│", " ").split())
    assert "aehre-2, aehre-all, " in shown
    assert "agricola-none" in shown


def test_help_begins_with_what_happens_without_a_command(run: Run) -> None:
    lines = [line.strip() for line in run("--help").out.splitlines() if line.strip()]
    assert lines[0] == "Usage: farmtable [OPTIONS] [COMMAND] [ARGS]..."
    assert lines[1] == "Without a command it opens the app in your browser."


def test_without_a_command_the_app_is_served_as_the_environment_says(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is set was read by `farmtable serve` alone: the bare command opened another database."""
    asked: dict[str, object] = {}
    monkeypatch.setattr("farmtable.web.serve", lambda **how: asked.update(how))
    monkeypatch.setenv("FARMTABLE_DB", "sqlite:////club/tables.sqlite")
    monkeypatch.setenv("FARMTABLE_PORT", "8123")
    monkeypatch.setenv("FARMTABLE_CHAT", "no")
    assert run().code == 0
    assert (asked["db"], asked["port"], asked["chat"]) == ("sqlite:////club/tables.sqlite", 8123, False)
    monkeypatch.setenv("FARMTABLE_PORT", "http")
    assert "FARMTABLE_PORT" in run().err
    monkeypatch.delenv("FARMTABLE_PORT")
    monkeypatch.setenv("FARMTABLE_CHAT", "perhaps")
    assert run().err.endswith("(env var: 'FARMTABLE_CHAT'): Input should be yes or no\n")


def test_who_names_no_command_of_several_is_shown_them_and_no_empty_line(run: Run) -> None:
    told = run("admin")
    assert told.code == 2
    assert " silence " in told.out
    assert not told.err


def test_names_of_bots_are_told_as_they_are(run: Run) -> None:
    """Brackets were taken for markup: left out, or the end of the command after all its games."""
    program = f"stdio:legal=on:{sys.executable} {FIRST_BOT} [/x]"
    for command in ("simulate", "evaluate"):
        who = "--bots" if command == "simulate" else "--bot"
        told = run(command, "market_day", "-n", 1, "--workers", 1, who, program)
        assert (told.code, told.err) == (0, "")
        assert "[/x]" in told.out

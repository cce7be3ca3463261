"""Bad input of every kind: one clear sentence on standard error, a proper exit code, no traceback."""

import json
from pathlib import Path

import pytest

from farmtable import OVER, Match
from tests.cli.conftest import Answer, Run


def assert_one_sentence(answer: Answer, code: int, said: str) -> None:
    assert answer.code == code
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("dance", "No such command 'dance'"),
        ("--dance", "No such option: --dance"),
        ("simulate", "Missing argument 'GAME'"),
        ("simulate chess", "there is no game 'chess'; the games: "),
        ("rules chess", "there is no game 'chess'"),
        ("bench chess", "there is no game 'chess'"),
        ("simulate market_day -p 1", "for 2 to 4 players, not 1"),
        ("simulate market_day -p 6", "for 2 to 4 players, not 6"),
        ("bench market_day -p 6", "for 2 to 4 players, not 6"),
        ("simulate market_day -p two", "Invalid value for '--players'"),
        ("simulate market_day --bots clever", "there is no bot 'clever'; the bots: random, greedy"),
        ("simulate market_day --bots random,", "there is no bot ''"),
        ("simulate market_day -p 3 --bots random,greedy", "3 seats need 3 bots"),
        ("simulate market_day --bots nowhere:Bot", "cannot load the bot 'nowhere:Bot'"),
        ("simulate market_day --bots tests.arena.bots:Cheat --workers 1", "is not allowed"),
        ("simulate market_day --games 0", "at least one game"),
        ("simulate market_day --workers 0", "at least one worker"),
        ("simulate market_day --seed seven", "Invalid value for '--seed'"),
        ("simulate market_day --option prices", "NAME=VALUE, not 'prices'"),
        ("simulate market_day --option =falling", "NAME=VALUE, not '=falling'"),
        ("simulate market_day --option price=low", "no option 'price'; its options: prices"),
        ("simulate market_day --option prices=low", "prices is one of falling, fixed; not 'low'"),
        ("simulate market_day -o prices=fixed -o prices=falling", "'prices' is given twice"),
        ("simulate market_day --components x.toml", "no option 'components'"),
        ("simulate market_day --components x.toml -o components=y.toml", "not both"),
        ("simulate market_day --out games.xlsx", ".parquet or .csv"),
        ("simulate market_day --out /no/such/folder/games.csv", "no folder /no/such/folder"),
        ("simulate market_day --ray 127.0.0.1:1", "no Ray cluster answers at '127.0.0.1:1'"),
        ("simulate market_day --ray nonsense", "named auto, HOST:PORT or ray://HOST:PORT, not 'nonsense'"),
        ("simulate market_day --ray ray://nonsense", "HOST:PORT or ray://HOST:PORT, not 'ray://nonsense'"),
        ("simulate market_day --ray local", "not 'local'"),
        ("simulate market_day --ray 127.0.0.1:99999", "not '127.0.0.1:99999'"),
        ("simulate market_day --ray :6379", "not ':6379'"),
        ("tournament market_day", "Missing option '--bots'"),
        ("tournament chess --bots greedy,random", "there is no game 'chess'"),
        ("tournament market_day --bots greedy", "two or more different bots, not greedy"),
        ("tournament market_day --bots greedy,greedy", "different bots, not greedy, greedy"),
        ("tournament market_day --bots greedy,clever", "there is no bot 'clever'"),
        ("tournament market_day --bots greedy,search:9", "search:9 is no bot"),
        ("tournament market_day --bots greedy,random -n 0", "at least one game"),
        ("tournament market_day --bots greedy,random -p 5", "for 2 to 4 players, not 5"),
        ("tournament market_day --bots greedy,random --workers 0 --out /no/such", "at least one worker"),
        ("tournament market_day --bots greedy,random -o prices=low", "prices is one of falling, fixed"),
        ("rules market_day --lang xx", "not in 'xx'"),
        ("rules market_day --cards", "Market Day has no cards with a text"),
        (
            "rules market_day apples",
            "words are looked for in cards: farmtable rules market_day --cards apples",
        ),
        ("simulate market_day --cards x.py", "no option 'cards'"),
        ("simulate agricola --cards x.py", "cannot read the deck x.py: there is no such file"),
        ("simulate agricola --cards mine", "cards is base, none or a deck of your own, not 'mine'"),
        ("simulate agricola --cards x.py -o cards=none", "not both"),
        ("serve --cards deck.toml --no-browser", "are in a Python file, as my_cards.py; not deck.toml"),
        ("bench market_day --seconds 0", "more than 0 and at most"),
        ("bench market_day --seconds nan", "not nan"),
        ("bench --json", "name it"),
        ("replay /no/such/record.json", "does not exist"),
        ("verify /no/such/record.json", "does not exist"),
        ("serve --port 99999", "Invalid value for '--port'"),
        ("serve --db nonsense://x --no-browser", "'nonsense'"),
        ("simulate aehre -p 1", "for 2 to 5 players, not 1"),
        ("simulate aehre -p 6", "for 2 to 5 players, not 6"),
        ("simulate aehre -o tie_breaker=dice", "tie_breaker is one of"),
        ("bench aehre --components no_such_file.toml", "cannot read the components file no_such_file.toml"),
    ],
)
def test_bad_arguments(run: Run, arguments: str, said: str) -> None:
    assert_one_sentence(run(*arguments.split()), 2, said)


@pytest.mark.parametrize(
    ("content", "said"),
    [("top_row = [", "not a TOML file"), ("colour = 1", "there is no 'colour'"), ("\0", "not a TOML file")],
)
@pytest.mark.parametrize("command", ["simulate", "bench"])
def test_a_malformed_components_file(run: Run, tmp_path: Path, command: str, content: str, said: str) -> None:
    path = tmp_path / "components.toml"
    path.write_text(content)
    assert_one_sentence(run(command, "aehre", "--components", path), 2, said)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without an end")
@pytest.mark.parametrize(
    ("arguments", "code", "most"),
    [
        ("verify /dev/zero", 1, 64),
        ("bench aehre --components /dev/zero", 2, 1),
        ("simulate market_day -n 1 --workers 1 --bots search:sims=2:network=/dev/zero,random", 1, 64),
        ("tournament market_day -n 2 --workers 1 --bots search:sims=2:network=/dev/zero,random", 2, 64),
    ],
)
def test_a_file_without_an_end_is_not_read_to_it(run: Run, arguments: str, code: int, most: int) -> None:
    assert_one_sentence(run(*arguments.split()), code, f"it has more than {most} MiB")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match("market_day", players=2, seed=4)
    while match.state.to_play != OVER:
        match.play(match.state.legal_actions()[-1])
    match.record.save(tmp_path / "game.json")
    return tmp_path / "game.json"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_cut_off_record(run: Run, record: Path, command: str) -> None:
    record.write_text(record.read_text()[:200])
    assert_one_sentence(run(command, record), 1, "of 200")


def test_a_record_without_proofs_is_whole_but_said_to_have_none(run: Run, record: Path) -> None:
    data = json.loads(record.read_text())
    assert "no digests" not in run("verify", record).out
    record.write_text(json.dumps({**data, "digests": [], "positions": {}}))
    told = run("verify", record)
    assert told.code == 0
    assert ": whole (" in told.out
    assert "no digests were saved with it, so only the rules vouch for it" in told.out


def test_an_edited_record_is_told_to_the_step(run: Run, record: Path) -> None:
    data = json.loads(record.read_text())
    data["actions"][12] = 99
    record.write_text(json.dumps(data))
    assert_one_sentence(run("verify", record), 1, f"{record}: step 12: action 99 is not allowed")
    told = run("replay", record)
    assert told.code == 1
    assert "step 12" in told.err
    assert "At the stall" in told.out  # what is whole is told


def test_whole_and_damaged_records_side_by_side(run: Run, record: Path) -> None:
    bad = record.with_name("bad.json")
    bad.write_text("[]")
    answer = run("verify", record, bad)
    assert answer.code == 1
    assert "game.json: whole" in answer.out
    assert answer.err == f"{bad}: this is not a farmtable record\n"


def test_a_record_of_retired_rules(run: Run, record: Path) -> None:
    data = json.loads(record.read_text()) | {"rules_version": 99}
    record.write_text(json.dumps(data))
    told = run("replay", record, "--at", 20, "--board")
    assert told.code == 0
    assert "No step can be told: this record follows version 99 of the rules of Market Day" in told.out
    assert "This is the saved position after step 16." in told.out
    assert "bag: " in told.out
    assert f"position after step {len(data['actions'])}." in run("replay", record).out
    assert_one_sentence(run("verify", record), 1, "saved positions are whole")
    record.write_text(json.dumps(data | {"positions": {}}))
    assert_one_sentence(run("verify", record), 1, "no positions were saved with it")
    told = run("replay", record, "--at", 20)
    assert (told.code, told.err.count("\n")) == (1, 1)
    assert "no positions were saved with it" in told.err


def test_steps_and_seats_outside_the_record(run: Run, record: Path) -> None:
    for at in (-1, 1000):
        assert_one_sentence(run("replay", record, "--at", at), 2, "has steps 0 to ")
    assert_one_sentence(run("replay", record, "--seat", 3), 2, "has seats 1 to 2")


def test_a_record_of_a_game_that_is_not_installed(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace('"market_day"', '"chess"'))
    assert_one_sentence(run("verify", record), 1, "no game 'chess'")
    assert_one_sentence(run("replay", record), 2, "no game 'chess'")


def test_a_folder_that_cannot_be_made(run: Run, record: Path) -> None:
    answer = run("simulate", "market_day", "-n", 1, "--workers", 1, "--records", record)
    assert_one_sentence(answer, 1, "File exists")


@pytest.mark.parametrize(
    "command",
    ["simulate market_day -n 2 --workers 1 --out", "evaluate market_day --bot random -n 1 --workers 1 --out"],
)
def test_an_out_that_cannot_be_written_is_found_before_any_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def played(*_: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr("farmtable.arena.play.play_out", played)
    (tmp_path / "folder.csv").mkdir()
    words = command.split()
    assert_one_sentence(run(*words, tmp_path / "folder.csv"), 2, "folder.csv is a folder; name a file in it")
    assert_one_sentence(run(*words, tmp_path / "none" / "x.csv"), 2, "there is no folder")
    if Path("/proc").is_dir():
        assert_one_sentence(run(*words, "/proc/x.csv"), 2, "cannot write /proc/x.csv: ")
        report = "report market_day -n 1 --bots random --workers 1 --out /proc/x"
        assert_one_sentence(run(*report.split()), 2, "cannot write into /proc/x: ")


def test_a_game_is_not_named_by_a_word_of_pythons_own(run: Run) -> None:
    assert_one_sentence(run("new-game", "class"), 2, "'class' is a word of Python's own")

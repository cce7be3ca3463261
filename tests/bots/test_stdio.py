"""Programs as bots: the protocol, its terms, and that no program can hold a game up, cheat or peek."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import farmtable
from farmtable import CHANCE, OVER, BadOption, Perspective, Rng, State
from farmtable.arena.play import Setting, play_game, play_games
from farmtable.bots import is_own, make_bot
from farmtable.bots.stdio import bot as stdio
from farmtable.bots.stdio import messages
from farmtable.bots.stdio.bot import BotFailed, StdioBot
from farmtable.bots.stdio.program import LONGEST_LINE
from farmtable.bots.stdio.terms import Terms, read_terms
from farmtable.core import sample_chance

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
UNRULY = [sys.executable, str(Path(__file__).with_name("unruly.py"))]


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    yield
    stdio.dismiss()


def unruly(way: str, terms: str = "time=20:") -> str:
    return f"stdio:{terms}{' '.join(UNRULY)} {way}"


def played(name: str, against: str = "random", seed: int = 3) -> tuple[list[StdioBot], list[int]]:
    """One game of Market Day with the bot at the first seat; and what was decided at that seat."""
    setting = Setting.of("market_day", 2, (name, against), seed)
    bots = [make_bot(one, Rng(seed, seat)) for seat, one in enumerate(setting.bots)]
    decided: list[int] = []

    def watch(state: State, action: int) -> None:
        if state.to_play == 0 and len(state.legal_actions()) > 1:
            decided.append(int(action))

    play_game(setting, 0, farmtable.game("market_day").new(2), bots, watch)
    return [bot for bot in bots if isinstance(bot, StdioBot)], decided


def seen_positions(game: str, every: int) -> Iterator[tuple[State, Perspective]]:
    """Positions of a random game at which somebody is to decide among several actions."""
    found = farmtable.game(game)
    state, rng = found.new(max(2, found.min_players)), Rng(game)
    step = 0
    while state.to_play != OVER:
        legal = state.legal_actions()
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
            continue
        step += 1
        if step % every == 0 and len(legal) > 1:
            yield state, state.seen_by(state.to_play)
        state.apply(legal[rng.below(len(legal))])
    yield state, state.seen_by(0)


# --- the examples ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", farmtable.games())
def test_the_example_in_python_plays_every_game(game: str) -> None:
    name = f"stdio:{sys.executable} {EXAMPLES / 'first_bot.py'}"
    setting = Setting.of(game, 2, (name, "random"), seed=1)
    first, again = (list(play_games(setting, range(1))) for _ in range(2))
    assert first == again, "equal seeds give equal games"


def test_the_example_in_c_plays(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = tmp_path / "first_bot"
    subprocess.run(
        [compiler, "-Wall", "-Wextra", "-Werror", "-o", program, EXAMPLES / "first_bot.c"], check=True
    )
    (bot,), decided = played(f"stdio:{program}")
    assert bot.conduct.asked == len(decided) > 5
    assert not bot.conduct.refused
    assert not bot.conduct.lost
    with pytest.raises(BotFailed, match="it needs the list of legal actions"):
        played(f"stdio:legal=off:{program}")


def test_the_example_in_javascript_plays() -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    (bot,), decided = played(f"stdio:node {EXAMPLES / 'first_bot.js'}")
    assert bot.conduct.asked == len(decided) > 5
    assert not bot.conduct.refused
    assert not bot.conduct.lost
    with pytest.raises(BotFailed, match="it needs the list of legal actions"):
        played(f"stdio:legal=off:node {EXAMPLES / 'first_bot.js'}")


# --- what is said ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", farmtable.games())
def test_nothing_is_said_that_a_seat_may_not_know(game: str) -> None:
    """Positions that differ only in what is hidden from the seat give equal messages."""
    terms = Terms(("program",))
    for state, seen in seen_positions(game, every=12):
        for other in (seen.determinize(Rng(n)).seen_by(seen.seat) for n in range(2)):
            assert everything_said(other, terms) == everything_said(seen, terms)
        for seat in {None, *range(state.players)} - {state.to_play}:
            assert choice(state.seen_by(seat), {"legal"})["legal"] == [], "who does not decide has no choice"


def choice(seen: Perspective, shows: set[str]) -> dict[str, Any]:
    return messages.choose(1, seen, 1.0, 1, shows)


def everything_said(seen: Perspective, terms: Terms) -> list[str]:
    said = [
        messages.new_game(seen, terms, messages.WANTS, 7),
        choice(seen, set(messages.WANTS)),
        messages.game_over(seen),
    ]
    return [json.dumps(one, sort_keys=True) for one in said]


def test_text_tells_a_seat_its_own_secrets_and_no_other_seat() -> None:
    state = farmtable.Match("agricola", players=2, seed=3).state
    hands = [{card["id"] for card in state.seen_by(seat).view()["hand"]} for seat in (0, 1)]
    names = {
        card["id"]: str(farmtable.Text.from_data(card["name"]))
        for seat in (0, 1)
        for card in state.seen_by(seat).view()["cards"].values()
    }
    for seat in (0, 1):
        text = messages.position_text(state.seen_by(seat))
        assert all(names[card] in text for card in hands[seat])
        assert not any(names[card] in text for card in hands[1 - seat])
    assert "your tiles: " in messages.position_text(farmtable.Match("aehre", seed=1).state.seen_by(0))


@pytest.mark.parametrize("game", farmtable.games())
def test_every_message_fits_the_schema(game: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = messages.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator({**schema, "$ref": "#/$defs/to_program"})
    terms = Terms(("program",))
    said = [messages.hello(), messages.refused(1, "why", None, 2, 0.5), messages.lost(1, 3, "keep")]
    said.append(messages.quit_now())
    for _, seen in seen_positions(game, every=40):
        if seen.legal_actions():
            said.append(choice(seen, set(messages.WANTS)))
        said += [messages.new_game(seen, terms, messages.WANTS, 7), messages.game_over(seen)]
    shapes = {
        shape["properties"]["type"]["const"]: shape for shape in map(resolved(schema), shapes_of(schema))
    }
    for message in said:
        check.validate(json.loads(json.dumps(message)))
        assert message.keys() <= shapes[message["type"]]["properties"].keys(), (
            "nothing is said that it does not tell"
        )


def shapes_of(schema: dict[str, Any]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = schema["$defs"]["to_program"]["oneOf"]
    return found


def resolved(schema: dict[str, Any]) -> Callable[[dict[str, str]], dict[str, Any]]:
    return lambda reference: schema["$defs"][reference["$ref"].rpartition("/")[2]]


GOOD: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1, "name": "bot"},
    {"type": "hello", "protocol": 1, "name": "bot", "wants": ["text", "rules"], "author": "somebody"},
    {"type": "ready"},
    {"type": "action", "id": 1, "action": 3},
    {"type": "action", "id": 1, "action": "keep", "tokens": {"input": 3}},
]
BAD: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 2, "name": "bot"},
    {"type": "hello", "protocol": 1},
    {"type": "hello", "protocol": 1, "name": "x" * 201},
    {"type": "hello", "protocol": 1, "name": "bot", "wants": ["everything"]},
    {"type": "action", "id": 1},
    {"type": "action", "id": "1", "action": 3},
    {"type": "action", "id": 1, "action": None},
    {"type": "action", "id": 1, "action": True},
    {"type": "action", "id": 1, "action": ""},
    {"type": "action", "id": 1, "action": "x" * 201},
    {"type": "action", "id": 1, "action": 3, "tokens": {"input": -1}},
    {"type": "action", "id": 1, "action": 3, "tokens": {"thought": 1}},
    {"type": "bestmove"},
]


@pytest.mark.parametrize("message", [*GOOD, *BAD], ids=str)
def test_reading_and_schema_agree_on_what_a_program_may_say(message: dict[str, Any]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    check = jsonschema.Draft202012Validator({**messages.schema(), "$ref": "#/$defs/from_program"})
    assert check.is_valid(message) == (message in GOOD)
    readers = {"hello": messages.read_hello, "ready": messages.read_ready}
    read = readers.get(message["type"], messages.read_answer)
    if message in GOOD:
        read(messages.read(json.dumps(message).encode()))
    else:
        with pytest.raises(messages.BadMessage):
            read(messages.read(json.dumps(message).encode()))


def test_it_gets_what_it_wants_and_its_terms_allow() -> None:
    seen = farmtable.Match("market_day", seed=1).state.seen_by(0)
    assert set(choice(seen, {"text"})) == {"type", "id", "seconds", "tries", "text"}
    assert read_terms("perspective=text:legal=off:cat").shows == {"text"}
    assert read_terms("cat -u").shows == {"data", "text", "observation", "log", "legal"}
    assert read_terms("time=0.5:tries=2:cat -u") == Terms(("cat", "-u"), 0.5, 2)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("stdio:", "names no command"),
        ("stdio:time=1", "is no bot"),
        ("stdio:time=soon:cat", "takes seconds"),
        ("stdio:tries=0:cat", "takes a whole number"),
        ("stdio:legal=maybe:cat", "is on or off"),
        ("stdio:perspective=truth:cat", "perspective= takes data, text, observation, log"),
        ("stdio:'cat", "names no command"),
        ("stdio:./no_such_bot", "there is no program"),
    ],
)
def test_a_name_that_is_none_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        make_bot(name, Rng())


def test_a_program_never_sits_at_a_table() -> None:
    """Tables take our own bots alone: a name that a page sends must start no program."""
    assert not is_own("stdio:cat")


# --- how it is held to its terms -------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["well", "words", "complains", "twice", "other-id", "lingers"])
def test_what_does_no_harm_costs_nothing(way: str) -> None:
    (bot,), decided = played(unruly(way))
    assert bot.conduct.asked == len(decided) > 5
    assert not bot.conduct.refused
    assert not bot.conduct.lost
    assert bool(bot.conduct.tokens) == (way == "words")
    began = time.monotonic()
    stdio.dismiss()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("way", "cause", "terms"),
    [
        ("late", "late", "time=0.2:"),
        ("deaf", "late", "time=0.2:"),
        ("dies", "died", "time=20:"),
        ("closes", "died", "time=20:"),
    ],
)
def test_who_is_late_or_dies_loses_the_decision_and_in_the_end_the_game(
    way: str, cause: str, terms: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "START_SECONDS", 10.0)
    began = time.monotonic()
    (bot,), decided = played(unruly(way, terms))
    assert time.monotonic() - began < 20
    lost = bot.conduct.lost
    assert sum(lost.values()) == bot.conduct.asked == len(decided)
    assert lost == {cause: stdio.STARTS, "out": len(decided) - stdio.STARTS}
    assert played(unruly(way, terms))[1] == decided, "what is played instead depends on the seed alone"


@pytest.mark.parametrize("way", ["garbage", "illegal", "floods", "rude"])
def test_whose_answers_are_all_refused_loses_the_decision_and_goes_on(way: str) -> None:
    (bot,), decided = played(unruly(way))
    assert bot.conduct.lost == {"refused": len(decided)}
    assert bot.conduct.refused == 3 * len(decided)
    assert all(remark.isprintable() and len(remark) < 400 for remark in bot.conduct.remarks)


def test_a_line_that_is_too_long_is_refused_and_the_next_one_taken() -> None:
    assert LONGEST_LINE < 3 << 20
    (bot,), decided = played(unruly("huge"))
    assert bot.conduct.refused == len(decided)
    assert not bot.conduct.lost


def test_a_refused_answer_comes_back_with_the_rule_and_may_be_mended() -> None:
    (bot,), decided = played(unruly("illegal-once"))
    assert bot.conduct.refused >= 2 * len(decided)
    state = farmtable.Match("market_day", seed=1).state
    answer = messages.Answer(1, "sell apples")
    with pytest.raises(stdio.Refused, match="Take a crate first") as refused:
        bot._legal(answer, state.seen_by(state.to_play))
    assert refused.value.rule == "M2"
    for nonsense in (-5, 2**80, "", "x" * 200):
        with pytest.raises(stdio.Refused):
            bot._legal(messages.Answer(1, nonsense), state.seen_by(state.to_play))


@pytest.mark.parametrize(("way", "why"), [("mute", "was not ready"), ("/", "cannot play")])
def test_who_never_comes_to_play_is_an_error(way: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "START_SECONDS", 0.5)
    name = unruly("mute") if way == "mute" else f"stdio:{sys.executable} -c 'import no_such_module'"
    with pytest.raises(BotFailed, match=why):
        played(name)


def test_a_process_plays_one_seat_and_then_another_game() -> None:
    name = unruly("well")
    bots, _ = played(name, against=name)
    assert len(bots) == 2
    (waiting,) = stdio._IDLE.values()
    names = {player.hello.name for player in waiting}
    assert len(names) == 2
    played(name)
    assert {player.hello.name for player in waiting} == names


def test_a_game_that_is_broken_off_ends_its_programs() -> None:
    bot = make_bot(unruly("well"), Rng())
    assert isinstance(bot, StdioBot)
    state = farmtable.Match("market_day", seed=1).state
    bot.choose(state.seen_by(state.to_play))
    assert bot._player is not None
    program = bot._player.program
    del bot
    assert not program.runs


def test_no_program_outlives_who_started_it() -> None:
    """Also where a game is under way, and nobody cleans up."""
    script = (
        "import farmtable, os, sys\n"
        "from farmtable.bots import make_bot\n"
        f"bot = make_bot({unruly('late', 'time=0.3:')!r}, farmtable.Rng())\n"
        "state = farmtable.Match('market_day', seed=1).state\n"
        "bot._ready(state.seen_by(state.to_play))\n"
        "print(bot._player.program._process.pid)\n"
        "sys.modules['kept'] = bot\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_program_hears_what_its_seat_saw_happen_since_its_last_decision() -> None:
    """And what others drew it does not hear, but that they drew."""
    heard: list[list[str]] = []

    class Ear(StdioBot):
        def _asked_until(self, *args: Any) -> int:
            heard.append([text.render() for text in self._happened])
            return super()._asked_until(*args)

    setting = Setting.of("market_day", 2, (unruly("well"), "greedy"), 3)
    ear = Ear(Rng(1), read_terms(f"time=20:{' '.join(UNRULY)} well"))
    play_game(setting, 0, farmtable.game("market_day").new(2), [ear, make_bot("greedy", Rng(2))])
    assert sum("seat 1 draws a" in line or "seat 1 draws " in line for line in heard[0]) == 3
    assert heard[0].count("seat 2 draws a crate.") == 3
    assert any(line.startswith("seat 2 takes ") or "reaches into" in line for line in heard[2])
    assert not any(
        line.startswith("seat 2 draws ") and line != "seat 2 draws a crate."
        for told in heard
        for line in told
    )
    assert sum(map(len, heard)) > 40


def test_a_bot_that_does_not_listen_is_told_nothing() -> None:
    assert not make_bot("greedy", Rng()).listens()
    assert not make_bot("stdio:perspective=text:cat", Rng()).listens()
    assert make_bot("stdio:cat", Rng()).listens()

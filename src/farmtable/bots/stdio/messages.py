"""The messages between farmtable and a program that plays: all are made or read here.

`schema.json` has their shapes, too, for authors of programs; tests keep the two in step. All content of a
message comes from the `Perspective` of the seat that it goes to.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from farmtable.bots.stdio.notation import examples
from farmtable.bots.stdio.terms import LEGAL, PERSPECTIVES, Terms
from farmtable.core.errors import FarmtableError
from farmtable.core.state import Perspective
from farmtable.core.text import Text

PROTOCOL: Final = 1
Message = dict[str, Any]

LONGEST: Final = 200
"""The longest name of a program or an action, in characters."""

RULES: Final = "rules"
WANTS: Final = (*PERSPECTIVES, LEGAL, RULES)
"""What a program may ask for in its first message."""
USUAL_WANTS: Final = frozenset(("data", "text", LEGAL))


class BadMessage(FarmtableError):
    """A message that is not valid here; the text says what is wrong."""


@dataclass(frozen=True)
class Hello:
    """How a program introduced itself."""

    name: str
    wants: frozenset[str]


@dataclass(frozen=True)
class Answer:
    """What a program answered to a request: an action by number or notation, and tokens if it told any."""

    id: int
    action: int | str
    tokens: dict[str, int] = field(default_factory=dict)


def schema() -> dict[str, Any]:
    """The JSON Schema of every message, as it is shipped."""
    text = Path(__file__).with_name("schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


# --- to the program ------------------------------------------------------------------------------------


def hello() -> Message:
    """The first message."""
    return {"type": "hello", "protocol": PROTOCOL, "offers": list(WANTS)}


def new_game(seen: Perspective, terms: Terms, shows: Collection[str], seed: int) -> Message:
    """A game begins, or goes on after the program was restarted."""
    game = seen.game
    told: Message = {
        "type": "new_game",
        "game": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "players": seen.players,
        "seat": seen.seat,
        "options": seen.options,
        "seconds": terms.seconds,
        "tries": terms.tries,
        "shows": [way for way in WANTS if way in shows],
        "num_actions": game.num_actions,
        "observation_size": game.observation_size,
        "seed": seed,
    }
    if RULES in shows:
        told["rules"] = game.rules()
        told["examples"] = examples(game.id, seen.players, seen.options)
    return told


def choose(
    number: int,
    seen: Perspective,
    seconds: float,
    tries: int,
    shows: Collection[str],
    happened: Sequence[Text] = (),
) -> Message:
    """The seat is to decide: what it may be shown of the position, and what it saw happen before."""
    told: Message = {"type": "choose", "id": number, "seconds": seconds, "tries": tries}
    if "log" in shows:
        told["log"] = [text.render() for text in happened]
    if "data" in shows:
        told["data"] = seen.view()
    if "text" in shows:
        told["text"] = position_text(seen)
    if "observation" in shows and seen.game.observation_size:
        buffer = array("f", bytes(4 * seen.game.observation_size))
        seen.observe(buffer)
        told["observation"] = list(buffer)
    if LEGAL in shows:
        told["legal"] = [
            {"action": int(action), "words": seen.describe(action)} for action in seen.legal_actions()
        ]
    return told


def position_text(seen: Perspective) -> str:
    """The position as text, as one seat sees it."""
    points = ", ".join(
        f"seat {seat + 1}: {sum(n for _, n in seen.score_sheet(seat))}" for seat in range(seen.players)
    )
    whose = "a spectator" if seen.seat is None else f"seat {seen.seat + 1} of {seen.players}"
    return f"{seen.game.title}, seen by {whose}. Points if it ended now: {points}.\n\n{seen.sketch()}"


def refused(number: int, reason: str, rule: str | None, tries: int, seconds: float) -> Message:
    """An answer was refused, and why; if tries are left, another one is awaited."""
    return {
        "type": "refused",
        "id": number,
        "reason": reason,
        "rule": rule,
        "tries": tries,
        "seconds": round(seconds, 3),
    }


def lost(number: int, action: int, words: str) -> Message:
    """The program lost the decision: the action that was played instead."""
    return {"type": "lost", "id": number, "action": action, "words": words}


def game_over(seen: Perspective) -> Message:
    """The game is over, and how it ended."""
    sheets = [seen.score_sheet(seat) for seat in range(seen.players)]
    return {
        "type": "game_over",
        "scores": [sum(points for _, points in sheet) for sheet in sheets],
        "winners": [int(seat) for seat in seen.winners()],
    }


def quit_now() -> Message:
    """No more messages follow."""
    return {"type": "quit"}


# --- from the program ----------------------------------------------------------------------------------


def read(line: bytes) -> Message:
    """Parse a line as a message. Raises BadMessage."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"this is no line of JSON: {_short(str(error))}") from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise BadMessage('a message is a JSON object with a "type"')
    return found


def read_hello(message: Message) -> Hello:
    """How a program introduced itself. Raises BadMessage."""
    _expect(message, "hello")
    if message.get("protocol") != PROTOCOL:
        raise BadMessage(f'"protocol" must be {PROTOCOL}, not {_short(repr(message.get("protocol")))}')
    name = message.get("name")
    if not isinstance(name, str) or not _is_line(name):
        raise BadMessage(
            f'"name" must say what the program is called, in {LONGEST} printable characters at most'
        )
    wants = message.get("wants", sorted(USUAL_WANTS))
    if not isinstance(wants, list) or not all(isinstance(way, str) and way in WANTS for way in wants):
        raise BadMessage(f'"wants" must be a list of some of {", ".join(WANTS)}')
    return Hello(name, frozenset(wants))


def read_ready(message: Message) -> None:
    """The program is ready for its first request. Raises BadMessage."""
    _expect(message, "ready")


def read_answer(message: Message) -> Answer:
    """What a program answered. Raises BadMessage."""
    _expect(message, "action")
    number, action = message.get("id"), message.get("action")
    if not isinstance(number, int) or isinstance(number, bool):
        raise BadMessage('"id" must be the id of the request that is answered')
    if not isinstance(action, int | str) or isinstance(action, bool):
        raise BadMessage('"action" must be the number of an action or its words')
    if isinstance(action, str) and not _is_line(action):
        raise BadMessage(f'the words of an "action" are {LONGEST} printable characters at most')
    tokens = message.get("tokens", {})
    if not isinstance(tokens, dict) or not all(
        key in ("input", "output") and isinstance(n, int) and not isinstance(n, bool) and n >= 0
        for key, n in tokens.items()
    ):
        raise BadMessage('"tokens" must be an object of whole numbers: "input" and "output"')
    return Answer(number, action, dict(tokens))


def _is_line(text: str) -> bool:
    """Whether a text can be said again to anybody: on a terminal, in a file, to the program itself."""
    return 0 < len(text) <= LONGEST and text.isprintable()


def _expect(message: Message, type: str) -> None:
    if message["type"] != type:
        raise BadMessage(
            f'a message of the type "{type}" is awaited here, not {_short(repr(message["type"]))}'
        )


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"

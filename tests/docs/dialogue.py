"""A program that keeps to the dialogue of docs/bots.md: it says its lines, and checks those it hears.

Where the page leaves something out (`…`) it plays the first of its legal actions.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
SENT, HEARD, LEFT_OUT = "→", "←", "…"


def lines() -> list[str]:
    """The lines of the dialogue."""
    (block,) = re.findall(r"```text\n(→.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [line for line in block.splitlines() if line]


def messages() -> Iterator[dict[str, Any]]:
    """What farmtable says, line by line."""
    for line in sys.stdin:
        yield json.loads(line)


def main() -> None:
    """Hear and say what the page says."""
    heard = messages()
    held: dict[str, Any] | None = None
    for line in lines():
        if line.startswith(HEARD):
            print(line[1:], flush=True)
        elif line.startswith(LEFT_OUT):
            held = left_out(heard)
        else:
            message = held or next(heard)
            held = None
            if plain(message) != plain(json.loads(line[1:])):
                sys.exit(f"the page says {line[1:]}, and farmtable said {json.dumps(message)}")
    sys.stderr.write("all of it was said\n")


def plain(message: dict[str, Any]) -> dict[str, Any]:
    """A message without the seconds that are left when an answer is refused: they differ."""
    return {**message, "seconds": 0} if message["type"] == "refused" else message


def left_out(heard: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Answer requests until something else comes, and return that."""
    for message in heard:
        if message["type"] != "choose":
            return message
        chosen = message["legal"][0]["action"]
        print(json.dumps({"type": "action", "id": message["id"], "action": chosen}), flush=True)
    sys.exit("farmtable fell silent")


if __name__ == "__main__":
    main()

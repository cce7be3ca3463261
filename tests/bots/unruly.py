"""A program that plays, and misbehaves in the way that its first argument names."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

WAY = sys.argv[1] if len(sys.argv) > 1 else "well"


def say(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def answer(message: dict[str, Any]) -> None:
    """Answer a request, in the program's way."""
    good = {"type": "action", "id": message["id"], "action": message["legal"][-1]["action"]}
    match WAY:
        case "late":
            time.sleep(60)
        case "dies":
            sys.exit("I have had enough")
        case "closes":
            os.close(1)
            time.sleep(60)
        case "garbage":
            print("{what?", flush=True)
        case "huge":
            print("x" * (3 << 20), flush=True)
            say(**good)
        case "complains":
            sys.stderr.write("a word of complaint\n" * 20_000)
            say(**good)
        case "other-id":
            say(**{**good, "id": message["id"] - 1})
            say(**good)
        case "twice":
            say(**good)
            say(**good)
        case "floods":
            for _ in range(200):
                say(type="action", id=message["id"], action="nothing at all")
        case "rude":
            say(**{**good, "action": "\ud800 \x1b[2J"})
            say(**{**good, "action": "x" * 100_000})
            os.write(1, b"\xff\xfe\x00\n")
        case "illegal-once" | "illegal":
            say(**{**good, "action": 10**6})
        case "words":
            say(**{**good, "action": message["legal"][0]["words"], "tokens": {"input": 7, "output": 2}})
        case _:
            say(**good)


def main() -> None:
    """Play until told to quit, or as the way is."""
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" if WAY == "mute":
                time.sleep(60)
            case "hello":
                say(type="hello", protocol=1, name=f"unruly {os.getpid()}")
            case "new_game":
                say(type="ready")
                if WAY == "deaf":
                    time.sleep(60)
            case "choose":
                answer(message)
            case "refused" if WAY == "illegal-once":
                say(type="action", id=message["id"], action=0 if message["tries"] == 0 else 10**6)
            case "refused" if WAY in {"garbage", "illegal"}:
                print("[1, 2" if WAY == "garbage" else '{"type":"action","id":1.5}', flush=True)
            case "quit" if WAY != "lingers":
                return
    if WAY == "lingers":
        time.sleep(60)


main()

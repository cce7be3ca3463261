#!/usr/bin/env python3
"""A language model as a bot: any command that reads a prompt and prints an answer.

farmtable evaluate aehre --bot "stdio:time=120:python3 examples/bots/model_bot.py llm -m MODEL"

What follows the name of this file is the command that asks the model: it gets the prompt on standard input,
and the last line that it prints is taken as the action, in the words of the game's notation.
"""

import json
import subprocess
import sys

ASK = sys.argv[1:]
PROMPT = """\
You play {title}, a board game, at seat {seat} of {players}. These are its rules:

{rules}

Actions are written like these: {written}

Since your last decision this has happened:

{happened}

The position:

{text}
{remark}
Think, and then write your action, and nothing else, in the last line."""


def say(**message):
    print(json.dumps(message), flush=True)


def ask(game, position, remark=""):
    """Ask the model, and return its answer and what it cost, here counted as words."""
    prompt = PROMPT.format(
        title=game["title"],
        seat=game["seat"] + 1,
        players=game["players"],
        rules=game["rules"],
        written="; ".join(game["examples"]),
        happened="\n".join(position["log"]) or "nothing",
        text=position["text"],
        remark=remark,
    )
    told = subprocess.run(ASK, check=False, input=prompt, capture_output=True, text=True).stdout
    lines = [line.strip(" `*.") for line in told.splitlines() if line.strip()]
    return lines[-1] if lines else "nothing", {"input": len(prompt.split()), "output": len(told.split())}


game = position = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="model", wants=["text", "log", "rules"])
    elif message["type"] == "new_game":
        game = message
        say(type="ready")
    elif message["type"] == "choose":
        position = message
        action, tokens = ask(game, position)
        say(type="action", id=position["id"], action=action, tokens=tokens)
    elif message["type"] == "refused" and message["tries"] > 0:
        remark = f"\nYou answered {action!r}, and that is not possible: {message['reason']}\n"
        action, tokens = ask(game, position, remark)
        say(type="action", id=position["id"], action=action, tokens=tokens)
    elif message["type"] == "quit":
        break

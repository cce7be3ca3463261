#!/usr/bin/env python3
"""A bot for farmtable in one file, with nothing but Python: it takes a random one of its legal actions.

farmtable simulate aehre --bots "stdio:python3 examples/bots/first_bot.py,greedy"
"""

import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


asked = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="first bot", wants=["legal"])
    elif message["type"] == "new_game":
        if "legal" not in message["shows"]:  # as under evaluate, where nobody is told unless its name says so
            sys.exit("it needs the list of legal actions; call it stdio:legal=on:...")
        random.seed(message["seed"])
        say(type="ready")
    elif message["type"] == "choose":
        asked = message
        say(type="action", id=asked["id"], action=random.choice(asked["legal"])["action"])
    elif message["type"] == "refused":
        print(f"refused: {message['reason']}", file=sys.stderr)
        if message["tries"] > 0:
            say(type="action", id=asked["id"], action=random.choice(asked["legal"])["action"])
    elif message["type"] == "quit":
        break

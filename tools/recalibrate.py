"""Sets a network's spreads so that chances come out right: `python -m tools.recalibrate FILE GAMES`.

In a checkout. The network plays `GAMES` games against itself for each number of seats that it was made for,
with the options that it learned with, and its table of spreads becomes the one that makes those likeliest
who won (`Learner.measure` does the same in every generation of a training). What is chosen hardly changes:
all chances of a position move alike.
"""

from __future__ import annotations

import json
import sys
from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np

from farmtable.bots.network_file import STRETCH, halves, load_network, pack_tensors, parse_tensors
from farmtable.core import game
from farmtable.training.episodes import Episode, every
from farmtable.training.learner import Learner
from farmtable.training.positions import positions_of
from farmtable.training.recipe import Recipe


def main() -> None:
    """Read, play, and write."""
    path, games = Path(sys.argv[1]), int(sys.argv[2])
    network = path.read_bytes()
    tensors, made = parse_tensors(network)
    found = game(made["game"])
    options = found.check_options(json.loads(made["options"]))
    seats = tuple(sorted({int(one) for one in made["players"].split(",")}))
    recipe = Recipe(found.id, seats, options, temperatures=(0.0,), epsilon=0.0, width=len(tensors["bias"]))
    courses = []
    for players in seats:
        alike = replace(recipe, players=(players,))
        episode = Episode(alike, 1, network, (), every(alike))
        seen = [episode(number) for number in range(games)]
        courses += positions_of(seen, found.feature_count)
    flat = courses[0].features.reshape(-1, found.feature_count)
    learner = Learner(flat, courses[0].points.ravel() - flat[:, 0], recipe)
    learner.begin_with(tensors)
    before = [round(tensors["spreads"][left], 2) for left in (5, 25, 50, 75, 95)]
    learner.measure(courses, tensors["typical"][0])
    # What is expected is stretched when it is played with, and its spread with it.
    spreads = learner.spreads * np.array(tensors.get(STRETCH, [1.0] * 101), np.float32)
    tensors["spreads"] = array("f", spreads.astype(np.float32).tobytes())
    path.write_bytes(pack_tensors(tensors, made, halves(network)))
    load_network(path, found.feature_names)
    after = [round(tensors["spreads"][left], 2) for left in (5, 25, 50, 75, 95)]
    print(path.stem, json.dumps({"before": before, "after": after}), flush=True)


if __name__ == "__main__":
    main()

"""Takes out of a network for Eine Frage der Ähre what it expects too much of the own turn.

`python -m tools.even_turns IN OUT [GAMES]`, in a checkout. Who takes of a hundred placements the best by what
a network says takes what it overrates, too: in its own games the mover's lead rises with each placement, and
falls again with the other's. Who compares placements never notices, but a search compares lines that end in
the own turn with lines that end in the other's. So the network plays some games of two seats here (default
100), and of what leads rise by on average half is taken from a seat that has placed, and half given to one
that is about to: two weights of its line.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

from farmtable import Match
from farmtable.bots.evaluation import Appraisal, Evaluation
from farmtable.bots.network_file import load_network, pack_tensors, parse_tensors
from farmtable.core import game
from farmtable.core.state import OVER, World, as_world
from farmtable.games.aehre.evaluation.features import TURN, WAIT
from farmtable.games.aehre.position.steps import PLACE

GAME = "aehre"
PLACING = TURN  # 1 for the seat that is about to lay a tile
OWN_TURN = WAIT  # 1 for the seat whose turn runs


def rise(evaluation: Evaluation, games: int) -> float:
    """By how many points the mover's lead rises with a placement, on average over so many games."""
    rises: list[float] = []
    for deal in range(games):
        match = Match(GAME, players=2, seed=deal)
        before: Appraisal | None = None
        while (mover := match.state.to_play) != OVER:
            action, after = _best(as_world(match.state), evaluation)
            if before is not None and match.state.step() == PLACE:
                rises.append(_lead(after, mover) - _lead(before, mover))
            before = after
            match.play(action)
    return sum(rises) / len(rises)


def evened(tensors: dict[str, array[float]], risen: float) -> dict[str, array[float]]:
    """The tensors of a network whose leads rise by so much less with a placement."""
    slope = array("f", tensors["slope"])
    slope[OWN_TURN] -= risen / 2
    slope[PLACING] += risen
    return {**tensors, "slope": slope}


def _best(state: World, evaluation: Evaluation) -> tuple[int, Appraisal]:
    """What promises the mover most, and how things stand behind it."""
    mover = state.to_play
    appraised: list[tuple[int, Appraisal]] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        appraised.append((action, evaluation.appraise(after)))
    return max(appraised, key=lambda one: one[1].utilities[mover])


def _lead(appraisal: Appraisal, seat: int) -> float:
    """By how much a seat is to lead the other, in points."""
    return appraisal.points[seat] - appraisal.points[1 - seat]


def main() -> None:
    """Read, play, write, and say what came of it."""
    source, target = (Path(name) for name in sys.argv[1:3])
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    tensors, made = parse_tensors(source.read_bytes())
    features = game(GAME).feature_names
    risen = rise(load_network(source, features), games)
    target.write_bytes(pack_tensors(evened(tensors, risen), made))
    left = rise(load_network(target, features), games)
    print(f"{target}: leads rose by {risen:.2f} points with a placement, and rise by {left:.2f}")


if __name__ == "__main__":
    main()

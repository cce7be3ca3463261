"""Fits a network anew to games that were kept: `python -m tools.fit_leads BEGIN OUT PASSES RATE FOLDER …`.

In a checkout. `BEGIN` is where it starts from, `FOLDER …` are folders of `farmtable train` without `--heat`
or `--leads`, all of the same game and number of seats; all the samples that still lie there are gone over
`PASSES` times, at a rate that falls from `RATE` to nearly nothing.

A generation of a training goes over its window once or so, and fits the points of each seat by itself. Who
wins is a question of leads: here, of what all seats of a position are misjudged by alike only a part counts
(`SHARED`). In Agricola, where who blocks another lowers the points of both, that is much of the error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from farmtable.arena.learning import BATCH, Floats, Learner, Samples, Whole
from farmtable.bots.network_file import pack_tensors, parse_tensors
from farmtable.core import BadOption

SHARED = 0.1
"""How much an error counts that is the same for all seats of a position: it decides no game."""
MEMORY = 0.999
"""The share of what the network expects that a step of learning leaves (see `Learner`)."""


def kept(folders: list[Path]) -> tuple[Samples, int]:
    """All samples in these folders, and how many seats each position has.

    Raises BadOption where they are of several games or numbers of seats.
    """
    plans = [json.loads((folder / "plan.json").read_text(encoding="utf-8")) for folder in folders]
    games = {(plan["game"], *plan["players"]) for plan in plans}
    if len(games) != 1 or len(next(iter(games))) != 2:
        raise BadOption("the folders have to be of one game and one number of seats")
    samples = []
    for folder in folders:
        for path in sorted(folder.glob("samples-*.npz")):
            with np.load(path, allow_pickle=False) as found:
                samples.append(Samples(found["features"], found["targets"], found["finals"]))
    return Samples.together(samples), plans[0]["players"][0]


def fit(
    learner: Learner,
    samples: Samples,
    players: int,
    passes: int,
    rate: float,
    after: Callable[[int], None] = lambda turn: None,
) -> None:
    """Go over the samples so often; `after` hears of each time. Rows of a position stand together."""
    features = samples.features.reshape(-1, players, samples.features.shape[1])
    targets = samples.targets.reshape(-1, players)
    rng = np.random.default_rng(1)
    pieces = max(1, len(targets) * players // BATCH)
    for turn in range(passes):
        for done, rows in enumerate(np.array_split(rng.permutation(len(targets)), pieces)):
            # The whole rate for the first half of the way, then less and less.
            left = 1 - (turn + (done + 1) / pieces) / passes
            seen = features[rows].reshape(-1, features.shape[2])
            x, active, expected = learner.forward(seen)
            errors = expected.reshape(-1, players) - targets[rows] / learner.unit
            back = _slopes(learner, seen, errors)
            learner.descend(learner.backward(x, active, back), rate * min(1.0, 2 * left + 0.02))
        after(turn)


def lead_error(learner: Learner, samples: Samples, players: int) -> float:
    """The mean squared error of what seats were expected to be ahead of the mean of all, in points."""
    errors = (learner.expect(samples.features) - samples.finals).reshape(-1, players)
    return float(np.mean((errors - errors.mean(axis=1, keepdims=True)) ** 2))


def _slopes(learner: Learner, features: Whole, errors: Floats) -> Floats:
    """The slope of the loss by what is expected of each seat: late in a game errors count for more."""
    usual = learner.curve[np.clip(features[:, 1].astype(np.int64), 0, 100)] / learner.unit
    trust = 1.0 / (usual**2 + 0.05)
    trust /= trust.mean()
    apart = errors - (1 - SHARED) * errors.mean(axis=1, keepdims=True)
    slopes: Floats = (2 / errors.size * trust * apart.ravel()).astype(np.float32)
    return slopes


def main() -> None:
    """Read, fit, and write."""
    begin, out, passes, rate, *folders = sys.argv[1:]
    samples, players = kept([Path(folder) for folder in folders])
    tensors, made = parse_tensors(Path(begin).read_bytes())
    learner = Learner(samples, len(tensors["bias"]), 1, MEMORY)
    learner.begin_with(tensors)
    print(
        f"{len(samples) // players:,} positions; error {lead_error(learner, samples, players):.3f}",
        flush=True,
    )

    def tell(turn: int) -> None:
        print(f"{turn + 1} of {passes}: error {lead_error(learner, samples, players):.3f}", flush=True)

    fit(learner, samples, players, int(passes), float(rate), tell)
    learner.measure(samples, tensors["typical"][0])
    Path(out).write_bytes(pack_tensors(learner.export(), made))


if __name__ == "__main__":
    main()

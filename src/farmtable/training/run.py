"""A training: generation by generation, in a folder where it can be stopped at any time and gone on with.

Each generation plays games, learns from them and from those of the generations just before, and is tried
against greedy players and against what it began with. It is a function of the recipe, its number and the
one before: who plays the games does not matter, and what was interrupted is done again alike.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from farmtable.arena.files import write_whole
from farmtable.arena.workers import Stop, Workers, never
from farmtable.bots.network_file import FEATURES, metadata, pack_tensors, parse_tensors
from farmtable.core import BadOption
from farmtable.core.feature_names import digest_of
from farmtable.training.decisions import Decisions
from farmtable.training.descent import Floats
from farmtable.training.device import Device
from farmtable.training.episodes import Episode, Seen, every
from farmtable.training.learner import Learner
from farmtable.training.policy_learner import PolicyLearner, needed
from farmtable.training.positions import Positions
from farmtable.training.recipe import Recipe
from farmtable.training.sheets import SheetEpisode, with_sheets
from farmtable.training.trials import Trial
from farmtable.training.window import Played, Window, read_arrays, write_arrays
from farmtable.version import VERSION

Tell = Callable[[str, int, int], None]

POOL: Final = 3
"""Rivals have the network that it began with, or one of so many earlier generations, spread evenly."""
MORE: Final = frozenset({"generations", "trials", "sheets"})
"""To go on for longer, to try more, or to learn what is only told, is no other recipe."""


class Generation(NamedTuple):
    """What a generation came to; a line of the log.

    `positions`: kept of its games; `score`: mean final points in them; `error`: squared, of the leads, as a
    part of how much they vary, in all games that were learned from; `held_out`: the same in its own
    games before they were learned from (where that rises and `error` falls, games are learned by
    heart); `recall`: how often the best action of a decision in them was among the likeliest, as the
    policy of the generation before names them; `greedy`, `before`: its share of the victory, alone
    among greedy players and alone among players of what it began with (else: of the first generation),
    where `even` would be par; None where there was nothing to try.
    """

    number: int
    positions: int
    score: float
    error: float
    held_out: float | None
    recall: float | None
    even: float
    greedy: float | None
    before: float | None
    seconds: float


class Training:
    """A recipe being carried out in a folder, which holds all that is needed to go on.

    `recipe.json`; `network-NNN.safetensors` of each generation and `network.safetensors` of the last;
    `learner-NNN.npz`, `games-NNN-PLAYERS.npz` and `decisions-NNN.npz`, from which it goes on; `log.json`.
    """

    def __init__(self, recipe: Recipe, folder: Path, name: str = "", device: str = "cpu") -> None:
        """Begin, or go on where the folder stands; `name` is what the recipe is called in the network.

        What was played is learned from on a `device` (`device.DEVICES`).

        Raises BadOption for a folder of another recipe, and for a device that is not there.
        """
        recipe.check()
        self.recipe = recipe
        self.folder = folder
        self.name = name
        self.device = Device(device)
        self.window = Window(recipe, folder)
        self.log: list[Generation] = []
        folder.mkdir(parents=True, exist_ok=True)
        wanted = json.loads(json.dumps(asdict(recipe)))
        known = folder / "recipe.json"
        if known.exists():
            self._resume(json.loads(known.read_text(encoding="utf-8")), wanted)
        else:
            beginning = recipe.beginning()
            if beginning is not None:
                write_whole(self.network(0), beginning.read_bytes())
            write_whole(known, json.dumps(wanted, indent=2) + "\n")

    @property
    def generation(self) -> int:
        """How many generations there have been."""
        return len(self.log)

    def network(self, generation: int) -> Path:
        """Where the network of a generation lies; number 0 is the one it began with, if there was one."""
        return self.folder / f"network-{generation:03}.safetensors"

    def run(
        self,
        workers: Workers,
        tell: Tell = lambda what, done, of: None,
        after: Callable[[Generation], None] = lambda generation: None,
        stop: Stop = never,
    ) -> bool:
        """Go on to the end of the recipe; whether it was reached.

        `tell` hears what is being done, how much of it and of how much; `after` of every generation.
        """
        while self.generation < self.recipe.generations:
            if stop() or not self._next(workers, tell, stop):
                return False
            after(self.log[-1])
        return self._learn_sheets(workers, tell, stop)

    def _learn_sheets(self, workers: Workers, tell: Tell, stop: Stop) -> bool:
        """Let the last network tell what score sheets to expect, once for all; whether it came to that."""
        last, recipe = self.folder / "network.safetensors", self.recipe
        network = last.read_bytes()
        if recipe.sheets == 0 or metadata(last).get("sheet_games") == str(recipe.sheets):
            return True
        episode = SheetEpisode(recipe, network, every(recipe))
        games = _all(workers, episode, recipe.sheets, "playing for score sheets", tell, stop)
        if games is None:
            return False
        write_whole(last, with_sheets(network, games)[0])
        return True

    def _next(self, workers: Workers, tell: Tell, stop: Stop) -> bool:
        """Play, learn, try and keep one generation; whether it came to that."""
        began = time.perf_counter()
        recipe, number = self.recipe, self.generation + 1
        episode = Episode(recipe, number, self._read(number - 1), self._pool(number), every(recipe))
        games = _all(workers, episode, recipe.games, "playing", tell, stop)
        if games is None:
            return False
        fresh = Played.of(games, recipe.declaration().feature_count)
        learner, policy, errors, recall = self._learn(number, fresh, tell)
        learner.measure(fresh.positions, _typical(games))
        network = self._packed(learner, policy, number, began)
        shares = self._try(network, workers, tell, stop)
        if shares is None:
            return False
        count, score = (
            sum(map(len, fresh.positions)),
            float(np.mean([one for seen in games for one in seen.scores])),
        )
        even = sum(1 / players for players in recipe.players) / len(recipe.players)
        seconds = time.perf_counter() - began
        line = Generation(number, count, score, *errors, recall, even, *shares, seconds)
        self._save(learner, policy, network, line)
        return True

    def _learn(
        self, number: int, fresh: Played, tell: Tell
    ) -> tuple[Learner, PolicyLearner | None, tuple[float, float | None], float | None]:
        """The learners of value and policy after this generation, what the value's error is after and was
        before it (`Generation`), and how often the policy before named what was best in its games.

        The two do not know of each other, so they learn side by side.
        """
        recipe = self.recipe
        recent = self.window.add(number, fresh)
        learner = self._learner(number - 1, fresh.positions)
        courses = [course for played in recent for course in played.positions]
        rows = sum(map(len, courses)) * recipe.passes
        held_out = None if self._read(number - 1) is None else learner.error(fresh.positions)
        with ThreadPoolExecutor(1) as beside:
            imitated = beside.submit(self._imitate, number, self.device.get(learner.scale), recent)
            error = learner.fit(
                courses, recipe, np.random.default_rng([recipe.seed, number]), _counted(tell, rows)
            )
            policy, recall = imitated.result()
        return learner, policy, (error, held_out), recall

    def _imitate(
        self, number: int, scale: Floats, recent: list[Played]
    ) -> tuple[PolicyLearner | None, float | None]:
        """The policy after this generation, and how often the one before named what was best in its games.

        It names more actions than the recipe says, as long as too few would do.
        """
        recipe = self.recipe
        if recipe.policy == 0:
            return None, None
        fresh = recent[0].decisions
        policy = PolicyLearner(scale, recipe.declaration().num_actions, recipe)
        begun, recall, ranks = self._read(0), None, None
        if number > 1:
            policy.restore(read_arrays(self.folder / f"learner-{number - 1:03}.npz"))
            ranks = policy.ranks(fresh)
            recall = float(np.mean(ranks < recipe.likeliest)) if len(ranks) > 0 else None
        elif begun is not None:
            policy.begin_with(parse_tensors(begun)[0])
        decisions = Decisions.together([played.decisions for played in recent])
        policy.fit(decisions, recipe, np.random.default_rng([recipe.seed, number, 1]))
        policy.likeliest = needed(policy.ranks(fresh) if ranks is None else ranks, recipe.likeliest)
        return policy, recall

    def _learner(self, number: int, fresh: list[Positions]) -> Learner:
        """The learner as the generation of that number left it; a new one where there is none."""
        if number > 0:
            return Learner.restore(read_arrays(self.folder / f"learner-{number:03}.npz"), self.device)
        flat = np.concatenate([one.features.reshape(-1, one.features.shape[2]) for one in fresh])
        points = np.concatenate([one.points.ravel() for one in fresh])
        learner = Learner(flat, points - flat[:, 0], self.recipe, self.device)
        begun = self._read(0)
        if begun is not None:
            learner.begin_with(parse_tensors(begun)[0])
        return learner

    def _try(
        self, network: bytes, workers: Workers, tell: Tell, stop: Stop
    ) -> tuple[float | None, float | None] | None:
        """Its share of the victory against greedy players, and against what it began with."""
        recipe = self.recipe
        if recipe.trials == 0 or max(recipe.players) == 1:
            return None, None
        before = self._read(0) or self._read(1)
        shares: list[float | None] = []
        for rival in (None, before):
            if rival is None and shares:
                shares.append(None)
                continue
            wins = _all(workers, Trial(recipe, network, rival), recipe.trials, "trying", tell, stop)
            if wins is None:
                return None
            shares.append(sum(wins) / recipe.trials)
        return shares[0], shares[1]

    def _pool(self, number: int) -> tuple[bytes, ...]:
        """The networks that rivals may have: the one it began with, and some of the generations since."""
        if self.recipe.rivals == 0:
            return ()
        wanted = {0, *(number * part // POOL for part in range(1, POOL))}
        found = [self._read(one) for one in sorted(wanted)]
        return tuple(one for one in found if one is not None)

    def _read(self, generation: int) -> bytes | None:
        path = self.network(generation)
        return path.read_bytes() if path.exists() else None

    def _packed(self, learner: Learner, policy: PolicyLearner | None, number: int, began: float) -> bytes:
        recipe, found = self.recipe, self.recipe.declaration()
        spent = sum(line.seconds for line in self.log) + time.perf_counter() - began
        made = {
            "game": recipe.game,
            FEATURES: digest_of(found.feature_names),
            "rules_version": str(found.rules_version),
            "players": ",".join(map(str, recipe.players)),
            "options": json.dumps(recipe.options),
            "recipe": self.name,
            "seed": str(recipe.seed),
            "generation": str(number),
            "games": str(recipe.games * number),
            "seconds": f"{spent:.0f}",
            "farmtable": VERSION,
        }
        if policy is None:
            return pack_tensors(learner.export(), made)
        return pack_tensors(learner.export() | policy.export(), {**made, "likeliest": str(policy.likeliest)})

    def _save(self, learner: Learner, policy: PolicyLearner | None, network: bytes, line: Generation) -> None:
        """Everything first, and last the log that names it; then what is no longer needed goes."""
        number = line.number
        state = learner.state() | ({} if policy is None else policy.state())
        write_arrays(self.folder / f"learner-{number:03}.npz", state)
        write_whole(self.network(number), network)
        write_whole(self.folder / "network.safetensors", network)
        self.window.save(number)
        self.log.append(line)
        write_whole(
            self.folder / "log.json", json.dumps([one._asdict() for one in self.log], indent=1) + "\n"
        )
        (self.folder / f"learner-{number - 1:03}.npz").unlink(missing_ok=True)

    def _resume(self, known: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        usual = asdict(Recipe(self.recipe.game, ()))  # of what was not yet there when the folder was begun
        meant = {**json.loads(json.dumps(usual)), **known}
        other = [name for name in wanted if name not in MORE and meant[name] != wanted[name]]
        if other:
            raise BadOption(
                f"{self.folder} was begun with another {', '.join(other)}: go on with the same, or elsewhere"
            )
        log = self.folder / "log.json"
        if log.exists():
            entries = json.loads(log.read_text(encoding="utf-8"))
            self.log = [Generation(**{"held_out": None, **entry}) for entry in entries]


def _typical(games: list[Seen]) -> float:
    """The usual score: of seats that play alone, if there are any."""
    alone = [seen.scores[0] for seen in games if len(seen.scores) == 1]
    return float(np.mean(alone or [score for seen in games for score in seen.scores]))


def _all(
    workers: Workers, task: Callable[[int], Any], count: int, what: str, tell: Tell, stop: Stop
) -> list[Any] | None:
    """What a task gives for each number below `count`, in order; None if it was stopped."""
    found: dict[int, Any] = {}
    for index, result in workers.run(task, range(count), stop):
        found[index] = result
        tell(what, len(found), count)
    return [found[index] for index in sorted(found)] if len(found) == count else None


def _counted(tell: Tell, of: int) -> Callable[[int], None]:
    """Hears how many more positions were learned from, and tells how many they are by now."""
    done = 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        tell("learning", done, of)

    return progress

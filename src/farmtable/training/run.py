"""A training: generation by generation, in a folder where it can be stopped and resumed at any time.

Each generation plays games, learns from them and from those of the generations just before, and is measured
against greedy players and against what training began with. It is a function of the recipe, its number and
the generation before: who plays the games does not matter, and an interrupted generation comes out the same
when repeated.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from farmtable.arena.files import lock, write_whole
from farmtable.arena.workers import Stop, Workers, never
from farmtable.bots.network_file import FEATURES, load_network, metadata, pack_tensors, parse_tensors
from farmtable.core import BadOption, BadRecord
from farmtable.core.feature_names import digest_of
from farmtable.training.decisions import Decisions
from farmtable.training.descent import Floats
from farmtable.training.device import Device
from farmtable.training.episodes import Episode, Seen, every
from farmtable.training.learner import Learner
from farmtable.training.policy_learner import PolicyLearner, needed
from farmtable.training.positions import Positions
from farmtable.training.recipe import Recipe, key
from farmtable.training.sheets import SheetEpisode, with_sheets
from farmtable.training.trials import Trial
from farmtable.training.window import Played, Window, read_arrays, write_arrays
from farmtable.version import VERSION

Tell = Callable[[str, int, int], None]

POOL: Final = 3
"""Rivals have the network that it began with, or one of so many earlier generations, spread evenly."""
MORE: Final = frozenset({"generations", "trials", "sheets"})
"""Changing these (training longer, more trials, or learning to predict score sheets) does not make another
recipe.
"""
LOCK: Final = "training.lock"
"""The lock file of the process that carries out the training in the folder."""


class _Stopped(Exception):
    """Learning is given up, and its generation with it."""


class Generation(NamedTuple):
    """The results of a generation; a line of the log.

    `positions`: how many were kept of its games; `score`: the mean final points in them; `error`: the mean
    squared error of the leads, as a part of their variance, in all games that were learned from; `held_out`:
    the same in its own games before they were learned from (if that rises and `error` falls, games are
    memorised); `recall`: how often the best action of a decision in them was among the `likeliest` of the
    recipe, as the policy of the generation before ranks them, however many it looks at when it plays;
    `greedy`, `before`: its share of the victory, alone among greedy players and alone among players with the
    network that training began with (without one: with the first generation's), where `even` would be par;
    None if nothing was tried.
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


Number: Final = (int, float)
_KINDS: Final[dict[str, tuple[type, ...]]] = dict.fromkeys(
    ("held_out", "recall", "greedy", "before"), (*Number, type(None))
)
"""Types of log entries that are not plain numbers."""


class Training:
    """A recipe being carried out in a folder, which holds all that is needed to resume.

    `recipe.json`; `network-NNN.safetensors` of each generation and `network.safetensors` of the last;
    `learner-NNN.npz`, `games-NNN-PLAYERS.npz` and `decisions-NNN.npz`, from which it resumes; `log.json`,
    which says what is done: files of an interrupted generation are ignored.
    """

    def __init__(
        self, recipe: Recipe, folder: str | os.PathLike[str], name: str = "", device: str = "cpu"
    ) -> None:
        """Begin, or resume from the folder; `name` is the recipe's name in the network's metadata.

        The network is fitted on `device` (one of `device.DEVICES`).

        Raises BadOption for a folder of another recipe, and for a device that is not available; raises
        BadRecord if the folder's own files are damaged.
        """
        recipe.check()
        self.recipe = recipe
        self.folder = folder = Path(folder)
        self.name = name
        self.device = Device(device)
        self.window = Window(recipe, folder)
        self.log: list[Generation] = []
        folder.mkdir(parents=True, exist_ok=True)
        wanted = json.loads(json.dumps(asdict(recipe)))
        known = folder / "recipe.json"
        if known.exists():
            self._check_same(_read_json(known, dict), wanted)
            self.log = self._read_log()
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
        begin: Callable[[int], None] = lambda generation: None,
    ) -> bool:
        """Go on to the end of the recipe; returns whether it was reached.

        `tell` is called with what is being done, how much is done, and of how much; `after` with every
        finished generation; and `begin` once, with the number of the generation after which it goes on.

        Raises BadOption if another process is training in the folder, and BadRecord for files that are
        damaged or missing, before anything is played.
        """
        with self._alone():
            self.log = self._read_log()  # who had the folder until now may have gone on
            self._check_files()
            begin(self.generation)
            while self.generation < self.recipe.generations:
                if stop() or not self._next(workers, tell, stop):
                    return False
                after(self.log[-1])
            return self._learn_sheets(workers, tell, stop)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep others from going on in the folder meanwhile."""
        with (self.folder / LOCK).open("ab") as file:
            lock(file.fileno(), f"a training is being carried out in {self.folder} already")
            yield

    def _learn_sheets(self, workers: Workers, tell: Tell, stop: Stop) -> bool:
        """Let the last network tell what score sheets to expect, once for all; whether it came to that."""
        last, recipe = self.folder / "network.safetensors", self.recipe
        if recipe.sheets == 0 or metadata(last).get("sheet_games") == str(recipe.sheets):
            return True
        self._check_network(last)
        network = last.read_bytes()
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
        if not any(map(len, fresh.positions)):
            raise BadOption(
                f"generation {number} kept no position of its {recipe.games} games: let the recipe say more "
                "games, or more positions"
            )
        try:
            learner, policy, errors, recall = self._learn(number, fresh, tell, stop)
        except _Stopped:
            return False
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
        self, number: int, fresh: Played, tell: Tell, stop: Stop
    ) -> tuple[Learner, PolicyLearner | None, tuple[float, float | None], float | None]:
        """The learners of value and policy after this generation, what the value's error is after and was
        before it (`Generation`), and how often the policy before named what was best in its games.

        The two do not know of each other, so they learn side by side. Raises _Stopped once `stop` says so.
        """
        recipe = self.recipe
        recent = self.window.add(number, fresh)
        learner = self._learner(number - 1, fresh.positions)
        courses = [course for played in recent for course in played.positions]
        rows = sum(map(len, courses)) * recipe.passes
        held_out = None if self._read(number - 1) is None else learner.error(fresh.positions)
        with ThreadPoolExecutor(1) as beside:
            imitated = beside.submit(self._imitate, number, self.device.get(learner.scale), recent, stop)
            error = learner.fit(
                courses, recipe, np.random.default_rng([recipe.seed, number]), _counted(tell, rows, stop)
            )
            policy, recall = imitated.result()
        return learner, policy, (error, held_out), recall

    def _imitate(
        self, number: int, scale: Floats, recent: list[Played], stop: Stop
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
            policy.restore(self._learned(number - 1))
            ranks = policy.ranks(fresh)
            recall = float(np.mean(ranks < recipe.likeliest)) if len(ranks) > 0 else None
        elif begun is not None:
            policy.begin_with(parse_tensors(begun)[0])
        decisions = Decisions.together([played.decisions for played in recent])
        policy.fit(decisions, recipe, np.random.default_rng([recipe.seed, number, 1]), _watching(stop))
        policy.likeliest = needed(policy.ranks(fresh) if ranks is None else ranks, recipe.likeliest)
        return policy, recall

    def _learner(self, number: int, fresh: list[Positions]) -> Learner:
        """The learner as the generation of that number left it; a new one where there is none."""
        if number > 0:
            return Learner.restore(self._learned(number), self.device)
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
        found = [self._read(one) for one in self._rivals(number)]
        return tuple(one for one in found if one is not None)

    def _rivals(self, number: int) -> list[int]:
        """The generations whose networks rivals may have."""
        if self.recipe.rivals == 0:
            return []
        return sorted({0, *(number * part // POOL for part in range(1, POOL))})

    # --- files --------------------------------------------------------------------------------------

    def _exists(self, generation: int) -> bool:
        """Whether there must be such a network: of a generation that is done, or to begin with."""
        return generation <= self.generation and (generation > 0 or bool(self.recipe.begin))

    def _read(self, generation: int) -> bytes | None:
        """The network of a generation, if it is done; of number 0 the one it began with, if there was one.

        One that a generation which was broken off has left behind counts for nothing. Raises BadRecord where
        the file is not there.
        """
        if not self._exists(generation):
            return None
        path = self.network(generation)
        try:
            return path.read_bytes()
        except OSError as error:
            raise BadRecord(f"cannot go on from {path}: {error.strerror}") from None

    def _learned(self, number: int) -> dict[str, Any]:
        """The state of the learners as the generation of that number left them. Raises BadRecord without."""
        recipe, found = self.recipe, self.recipe.declaration()
        like = Learner(np.zeros((1, found.feature_count), np.int16), np.zeros(1, np.float32), recipe).state()
        if recipe.policy > 0:
            scale = np.ones(found.feature_count, np.float32)
            like |= PolicyLearner(scale, found.num_actions, recipe).state()
        shapes = {name: part.shape for name, part in like.items()}
        return read_arrays(self.folder / f"learner-{number:03}.npz", shapes)

    def _check_files(self) -> None:
        """Raises BadRecord where a file that the generations to come need is damaged or missing.

        What is damaged is told at once, not after the games of a generation have been played.
        """
        to_come = range(self.generation + 1, self.recipe.generations + 1)
        if not to_come:
            return
        needed = {number for later in to_come for number in (later - 1, *self._rivals(later))}
        needed |= {0, 1} if self.recipe.trials > 0 else {0}
        for number in sorted(filter(self._exists, needed)):
            self._check_network(self.network(number))
        if self.generation > 0:
            self._learned(self.generation)
            self.window.take_up(self.generation + 1)

    def _check_network(self, path: Path) -> None:
        found = self.recipe.declaration()
        load_network(path, found.feature_names, found.num_actions)

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

    def _check_same(self, known: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        """Raises BadOption for a folder that was begun with another recipe."""
        usual = asdict(Recipe(self.recipe.game, ()))  # of what was not yet there when the folder was begun
        meant = {**json.loads(json.dumps(usual)), **known}
        other = [key(name) for name in wanted if name not in MORE and meant[name] != wanted[name]]
        if other:
            raise BadOption(
                f"{self.folder} was begun with another {', '.join(other)}: go on with the same, or elsewhere"
            )

    def _read_log(self) -> list[Generation]:
        """The log in the folder. Raises BadRecord where it is damaged."""
        path = self.folder / "log.json"
        if not path.exists():
            return []
        try:
            log = [Generation(**{"held_out": None, **entry}) for entry in _read_json(path, list)]
        except TypeError as error:
            raise BadRecord(f"{path} is damaged: {error}") from None
        for number, line in enumerate(log, 1):
            entry = line._asdict()
            wrong = [name for name, one in entry.items() if not isinstance(one, _KINDS.get(name, Number))]
            if line.number != number or wrong:
                raise BadRecord(f"{path} is damaged: {', '.join(wrong or ['number'])} of its entry {number}")
        return log


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


def _counted(tell: Tell, of: int, stop: Stop) -> Callable[[int], None]:
    """Hears how many more positions were learned from, and tells how many they are by now; `_watching`."""
    watch, done = _watching(stop), 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        tell("learning", done, of)
        watch(more)

    return progress


def _watching(stop: Stop) -> Callable[[int], None]:
    """Hears of each step of learning, and raises _Stopped once `stop` says so."""

    def progress(more: int) -> None:
        if stop():
            raise _Stopped

    return progress


Json = TypeVar("Json", dict[str, Any], list[Any])


def _read_json(path: Path, kind: type[Json]) -> Json:
    """What a file holds. Raises BadRecord where that is nothing of the kind."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadRecord(f"{path} is damaged: {error}") from None
    if not isinstance(found, kind):
        raise BadRecord(f"{path} is damaged: it holds no {kind.__name__}")
    return found

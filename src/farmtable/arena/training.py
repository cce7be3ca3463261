"""Learning an evaluation by self-play, generation by generation; it can stop at any time and go on.

Each generation plays games against itself, learns from them and from those of the generations just
before, and is tried against greedy players and against the generation of some time ago. A generation
is a function of the plan, its number and the one before, so who plays the games does not matter.
"""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from farmtable.arena import lead_lesson, policy_lesson, search_lesson, value_lesson
from farmtable.arena.files import write_whole
from farmtable.arena.learning import Learner, Samples
from farmtable.arena.plan import Plan
from farmtable.arena.trial import Trial
from farmtable.arena.workers import Stop, Workers, never
from farmtable.bots.network_file import FEATURES, STRETCH, load_network, pack_tensors, parse_tensors
from farmtable.core import BadOption, BadRecord, game
from farmtable.core.feature_names import digest_of
from farmtable.version import VERSION

Tell = Callable[[str, int, int], None]

FIRST_GAMES = 3
"""It plays so many times as many games as the others."""
TRIED = 5
"""One in so many generations is tried, and the last."""


class Step(NamedTuple):
    """What a generation came to; a line of the log.

    `games`: how many it played; `score`: mean final points in them; `error`: of the fit; `greedy`: share
    of the victory against greedy players on the other seats (`even` would be par), `before` against the
    generation of half the number; None where it was not tried.
    """

    generation: int
    games: int
    samples: int
    score: float
    error: float
    even: float
    greedy: float | None
    before: float | None
    seconds: float


class Training:
    """A plan being carried out in a folder, which holds all that is needed to go on.

    `plan.json`; `network-NNN.safetensors` of each generation, and `network.safetensors` of the last (where
    choices are learned, calibrated);
    `learner-NNN.npz`, `samples-NNN.npz` and `lesson-NNN-PLAYERS.npz`, from which it goes on; `state.json`
    with the log.
    """

    def __init__(self, plan: Plan, folder: Path, command: str = "", begin: Path | None = None) -> None:
        """Begin, or go on where the folder stands. Raises BadOption for a folder of another plan.

        `begin` is a network to begin with, trained for another number of seats, say, rather than with
        games guided by estimates. Raises BadRecord where it is not one of this game.
        """
        plan.check()
        self.plan = plan
        self.folder = folder
        self.command = command
        self.log: list[Step] = []
        self.spent = 0.0
        folder.mkdir(parents=True, exist_ok=True)
        wanted = json.loads(json.dumps(asdict(plan)))
        known = folder / "plan.json"
        if known.exists():
            self._resume(json.loads(known.read_text(encoding="utf-8")), wanted)
        else:
            if begin is not None:
                load_network(begin, game(plan.game).feature_names)
                write_whole(self.network(0), begin.read_bytes())
            elif plan.heat > 0:
                raise BadOption("to learn choices takes a network to begin with")
            write_whole(known, json.dumps(wanted, indent=2) + "\n")

    @property
    def generation(self) -> int:
        """How many generations there have been."""
        return len(self.log)

    def run(
        self,
        workers: Workers,
        tell: Tell = lambda what, done, of: None,
        after: Callable[[Step], None] = lambda step: None,
        stop: Stop = never,
    ) -> bool:
        """Go on to the end of the plan; whether it was reached.

        `tell` hears what is being done, how much of it and of how much; `after` of every generation.
        """
        while self.generation < self.plan.generations:
            if stop() or not self._generation(workers, tell, stop):
                return False
            after(self.log[-1])
        return True

    def network(self, generation: int) -> Path:
        """Where the network of a generation lies; number 0 is there if it began with one."""
        return self.folder / f"network-{generation:03}.safetensors"

    def _generation(self, workers: Workers, tell: Tell, stop: Stop) -> bool:
        began = time.perf_counter()
        plan, number = self.plan, self.generation + 1
        count = plan.games * (FIRST_GAMES if self._is_blank(number) else 1)
        games = _all(workers, self._task(number), count, "playing", tell, stop)
        if games is None:
            return False
        rng = np.random.default_rng([plan.seed, number])
        lesson = self._adopt if plan.adopts else self._practise if plan.heat > 0 else self._appraise
        if plan.leads:
            lesson = self._assess
        learner, samples, error = lesson(games, number, rng, tell)
        scores = [score for seen in games for score in seen.scores]
        alone = [seen.scores[0] for seen in games if len(seen.scores) == 1]
        score = float(np.mean(scores))
        typical = float(np.mean(alone)) if alone else score
        if plan.adopts:
            learner = policy_lesson.measured(learner, games, typical)
        elif plan.leads:
            courses = lead_lesson.positions_of(games, len(learner.scale))
            learner = lead_lesson.levelled(learner, courses, typical)
        else:
            learner.measure(samples, typical)
        network = self._packed(learner, number, count, began)
        final = network
        if plan.heat > 0 and not plan.adopts:
            final = self._packed(policy_lesson.calibrated(learner, games, typical), number, count, began)
        shares = self._trials(network, number, workers, tell, stop)
        if shares is None:
            return False
        seconds = time.perf_counter() - began
        even = sum(1 / players for players in plan.players) / len(plan.players)
        step = Step(number, count, len(samples), score, error, even, *shares, seconds)
        self._save(number, samples, learner, network, step)
        write_whole(self.folder / "network.safetensors", final)
        return True

    def _task(self, number: int) -> Callable[[int], Any]:
        """How the games of a generation are played."""
        network = None if self._is_blank(number) else self.network(number - 1).read_bytes()
        if network is None or self.plan.heat == 0:
            begun = self.network(0).read_bytes() if self.network(0).exists() else None
            return value_lesson.Playing(self.plan, number, network, value_lesson.every(self.plan), begun)
        kept = policy_lesson.every(self.plan, number, network)
        return policy_lesson.Practice(self.plan, number, network, kept)

    def _appraise(
        self, games: list[Any], number: int, rng: np.random.Generator, tell: Tell
    ) -> tuple[Learner, Samples, float]:
        """Learn what positions promise; the learner, what was new to it, and its error."""
        plan = self.plan
        samples = value_lesson.samples_of(games, game(plan.game).feature_count)
        together = Samples.together([*self._recent(number), samples])
        learner = self._learner(number - 1, together)
        if plan.outline and self._is_blank(number):
            return learner, samples, learner.outline(together)
        # The first network knows nothing: what it learns first, it learns thoroughly.
        passes = plan.passes * (2 if self._is_blank(number) else 1)
        progress = _counted(tell, len(together) * passes)
        return learner, samples, learner.fit(together, passes, plan.rate, rng, progress)

    def _practise(
        self, games: list[Any], number: int, rng: np.random.Generator, tell: Tell
    ) -> tuple[Learner, Samples, float]:
        """Learn which choices lead further; the error is how much of the outcomes was not foreseen."""
        plan = self.plan
        samples = policy_lesson.samples_of(games, game(plan.game).feature_count)
        learner = self._learner(number - 1, samples)
        spread = float(learner.curve[100])
        lessons, errors = [], []
        for players in sorted(set(plan.players)):
            some = [seen for seen in games if len(seen.scores) == players and seen.seats]
            if some:
                lesson, error = policy_lesson.decisions_of(some, learner.scale, spread, plan.trust)
                lessons.append(lesson)
                errors.append(error)
        if plan.regress:
            for lesson in lessons:
                _write_arrays(self._lesson(number, lesson.players), lesson.arrays())
            lessons += map(policy_lesson.Decisions.of, self._recent_lessons(number))
        rows = sum(len(lesson) for lesson in lessons)
        progress = _counted(tell, rows * plan.passes)
        if plan.regress:
            policy_lesson.temper(learner, lessons, spread)
            policy_lesson.regress(learner, lessons, spread, plan.passes, plan.rate, rng, progress)
        else:
            policy_lesson.improve(learner, lessons, plan.passes, plan.rate, rng, progress)
        return learner, samples, float(np.mean(errors))

    def _adopt(
        self, games: list[Any], number: int, rng: np.random.Generator, tell: Tell
    ) -> tuple[Learner, Samples, float]:
        """Learn what searches found; the learner, positions that came of choices, and its error."""
        plan = self.plan
        features = game(plan.game).feature_count
        samples = policy_lesson.samples_of(games, features)
        learner = self._learner(number - 1, samples)
        lessons = []
        for players in sorted(set(plan.players)):
            some = [seen for seen in games if len(seen.scores) == players and seen.seats]
            if some:
                lesson = search_lesson.findings_of(some, features, learner.stretch)
                _write_arrays(self._lesson(number, players), lesson.arrays())
                lessons.append(lesson)
        lessons += [search_lesson.Findings.of(arrays) for arrays in self._recent_lessons(number)]
        progress = _counted(tell, sum(map(len, lessons)) * plan.passes)
        error = search_lesson.adopt(learner, lessons, plan.passes, plan.rate, rng, progress)
        return learner, samples, error

    def _assess(
        self, games: list[Any], number: int, rng: np.random.Generator, tell: Tell
    ) -> tuple[Learner, Samples, float]:
        """Learn what positions are worth; the error is how much of how far seats led was not foreseen."""
        plan = self.plan
        features = game(plan.game).feature_count
        samples = value_lesson.samples_of(games, features)
        learner = self._learner(number - 1, samples)
        courses = lead_lesson.positions_of(games, features)
        for course in courses:
            _write_arrays(self._lesson(number, course.players), course.arrays())
        courses += map(lead_lesson.Positions.of, self._recent_lessons(number))
        progress = _counted(tell, sum(map(len, courses)) * plan.passes)
        if number == 1:
            lead_lesson.begin(learner, courses)
        return learner, samples, lead_lesson.assess(learner, courses, plan, rng, progress)

    def _trials(
        self, network: bytes, number: int, workers: Workers, tell: Tell, stop: Stop
    ) -> tuple[float | None, float | None] | None:
        """Our share of the victory against greedy players, and against the generation of half the number."""
        plan = self.plan
        wanted = number == 1 or number % TRIED == 0 or number == plan.generations
        if not wanted or plan.trials == 0 or max(plan.players) == 1:
            return None, None
        before = None if self._is_blank(number) else self.network(number // 2).read_bytes()
        shares = []
        for rival in (None, before):
            wins = _all(workers, Trial(plan, network, rival), plan.trials, "trying", tell, stop)
            if wins is None:
                return None
            shares.append(sum(wins) / plan.trials)
        return shares[0], shares[1]

    def _packed(self, learner: Learner, number: int, games: int, began: float) -> bytes:
        plan = self.plan
        spent = sum(step.seconds for step in self.log) + time.perf_counter() - began
        made = {
            "game": plan.game,
            FEATURES: digest_of(game(plan.game).feature_names),
            "rules_version": str(game(plan.game).rules_version),
            "players": ",".join(map(str, plan.players)),
            "options": json.dumps(plan.options),
            "seed": str(plan.seed),
            "generation": str(number),
            "games": str(games + sum(step.games for step in self.log)),
            "seconds": f"{spent:.0f}",
            "command": self.command,
            "farmtable": VERSION,
        }
        return pack_tensors(learner.export(), made)

    def _save(self, number: int, samples: Samples, learner: Learner, network: bytes, step: Step) -> None:
        """Everything first, and last the state that names it; then what is no longer needed goes."""
        _write_arrays(
            self.folder / f"samples-{number:03}.npz",
            {"features": samples.features, "targets": samples.targets, "finals": samples.finals},
        )
        _write_arrays(self.folder / f"learner-{number:03}.npz", learner.state())
        write_whole(self.network(number), network)
        self.log.append(step)
        write_whole(
            self.folder / "state.json", json.dumps([one._asdict() for one in self.log], indent=1) + "\n"
        )
        (self.folder / f"learner-{number - 1:03}.npz").unlink(missing_ok=True)
        (self.folder / f"samples-{number - self.plan.window:03}.npz").unlink(missing_ok=True)
        for players in self.plan.players:
            self._lesson(number - self.plan.window, players).unlink(missing_ok=True)

    def _recent(self, number: int) -> list[Samples]:
        """What earlier generations still teach: those of the window, but not of guesses by estimate."""
        found = []
        for earlier in range(max(1, number - self.plan.window + 1), number):
            path = self.folder / f"samples-{earlier:03}.npz"
            arrays = _read_arrays(path)
            found.append(Samples(arrays["features"], arrays["targets"], arrays["finals"]))
        return found

    def _lesson(self, number: int, players: int) -> Path:
        return self.folder / f"lesson-{number:03}-{players}.npz"

    def _recent_lessons(self, number: int) -> list[dict[str, Any]]:
        """What earlier generations of the window still teach about choices, as arrays."""
        return [
            _read_arrays(self._lesson(earlier, players))
            for earlier in range(max(1, number - self.plan.window + 1), number)
            for players in sorted(set(self.plan.players))
            if self._lesson(earlier, players).exists()
        ]

    def _learner(self, number: int, samples: Samples) -> Learner:
        """The learner as the generation of that number left it; a new one where there is none."""
        if number > 0:
            return Learner.restore(_read_arrays(self.folder / f"learner-{number:03}.npz"))
        learner = Learner(samples, self.plan.width, self.plan.seed, self.plan.memory)
        # What positions are worth is learned afresh (`lead_lesson`).
        if not self._is_blank(1) and not self.plan.leads:
            begun = parse_tensors(self.network(0).read_bytes())[0]
            learner.begin_with(begun)
            if self.plan.adopts and STRETCH in begun:
                learner.stretch = np.array(begun[STRETCH], np.float32)
        return learner

    def _is_blank(self, number: int) -> bool:
        """Whether this generation has no network to begin with."""
        return number == 1 and not self.network(0).exists()

    def _resume(self, known: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        more = {"generations", "trials"}  # to go on for longer is no other plan
        other = [name for name in wanted if name not in more and known.get(name) != wanted[name]]
        if other:
            raise BadOption(
                f"{self.folder} was begun with another {', '.join(other)}: go on with the same, or elsewhere"
            )
        state = self.folder / "state.json"
        if state.exists():
            self.log = [Step(**entry) for entry in json.loads(state.read_text(encoding="utf-8"))]


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
    """Hears how many more rows were learned from, and tells how many they are by now."""
    done = 0

    def progress(rows: int) -> None:
        nonlocal done
        done += rows
        tell("learning", done, of)

    return progress


def _write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    half = path.with_name(path.name + ".part")
    with half.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    half.replace(path)


def _read_arrays(path: Path) -> dict[str, Any]:
    try:
        with np.load(path, allow_pickle=False) as found:
            return dict(found)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadRecord(f"cannot go on from {path}: {error}") from None

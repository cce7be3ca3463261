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
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from librt.vecs import vec

from farmtable.arena.files import write_whole
from farmtable.arena.learning import Learner, Samples
from farmtable.arena.play import Setting
from farmtable.arena.workers import Stop, Workers, never
from farmtable.bots import Budget, EstimateEvaluation, Evaluation, GreedyBot, SearchBot
from farmtable.bots.network_file import load_network, pack_tensors, parse_network, parse_tensors
from farmtable.bots.self_play import SelfPlay
from farmtable.core import CHANCE, OVER, BadOption, BadRecord, Rng, game, playout, sample_chance
from farmtable.version import VERSION

Tell = Callable[[str, int, int], None]

KEPT_A_GAME = 100
"""About so many positions of a game are learned from; more of one game tell little more."""
SOFTNESS = (0.0, 0.03, 0.06, 0.12)
"""How freely a seat chooses in a game (see SelfPlay); each game draws one for each seat."""
CARELESS = 100
"""At most one in so many decisions is made blindly, and about one in a game."""
FIRST_SOFTNESS = (0.1, 0.3, 0.6, 1.0)
FIRST_CARELESS = 10
"""The first generation goes by estimates and must see much: what it never sees, the next would dream of.

Both are scaled by how `bold` the plan is: where estimates are good, it need not stray so far from them.
"""
FIRST_GAMES = 3
"""It plays so many times as many games as the others."""
TRIED = 5
"""One in so many generations is tried, and the last."""
PROBED = 20
"""Random games that tell how many decisions a game has."""


@dataclass(frozen=True)
class Plan:
    """What is learned, and how: all that the outcome depends on."""

    game: str
    players: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    generations: int = 20
    games: int = 1000
    width: int = 32
    trust: float = 0.95
    window: int = 5
    passes: int = 2
    rate: float = 1e-3
    trials: int = 60
    bold: float = 1.0
    memory: float = 0.998
    outline: bool = False

    def check(self) -> None:
        """Raises BadOption for what cannot be."""
        found = game(self.game)
        if found.feature_count == 0:
            raise BadOption(f"{found.title} has no features to learn an evaluation from")
        for players in self.players:
            found.check_seats(found.check_players(players), self.options)
        limits = {"generations": 10_000, "games": 1_000_000, "width": 512, "window": 100, "passes": 100}
        for name, most in limits.items():
            if not 1 <= getattr(self, name) <= most:
                raise BadOption(f"{name} is a number from 1 to {most}, not {getattr(self, name)}")
        if self.width % 8:
            raise BadOption(f"the width is a multiple of 8, not {self.width}")
        if not (0 <= self.trust <= 1 and 0 < self.rate <= 1 and 0 < self.bold <= 1):
            raise BadOption("trust lies between 0 and 1, rate and boldness above 0 and at most 1")
        if not 0 <= self.memory < 1:
            raise BadOption(f"memory lies between 0 and 1, not {self.memory}")
        if not 0 <= self.trials <= 100_000:
            raise BadOption(f"trials is a number from 0 to 100000, not {self.trials}")

    def loader(self, given: Mapping[str, Any]) -> Callable[[], object]:
        """What other processes must load before they play: files that the options name, as `given`."""
        return Setting.of(self.game, self.players[0], options=self.options).given(given).load


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


@dataclass(frozen=True)
class Playing:
    """A task for workers: one game of self-play."""

    plan: Plan
    generation: int
    network: bytes | None
    every: int

    def __call__(self, number: int) -> tuple[bytes, bytes, bytes, list[float]]:
        plan = self.plan
        players = plan.players[number % len(plan.players)]
        state = game(plan.game).new(players, **plan.options)
        rng = Rng(plan.seed, f"generation {self.generation} game {number}")
        first = self.network is None
        choices = [plan.bold * free for free in FIRST_SOFTNESS] if first else SOFTNESS
        softness = vec[float]([choices[rng.below(len(choices))] for _ in range(players)])
        # What estimates expect are not final points: then only what really came is trusted.
        trust = 1.0 if first else plan.trust
        careless = max(CARELESS, self.every * KEPT_A_GAME)
        if first:
            careless = round(FIRST_CARELESS / plan.bold)
        player = SelfPlay(_evaluation(plan, self.network), rng, trust, careless, self.every)
        seen = player.play(state, softness)
        targets = np.array(seen.targets, np.float32).tobytes()
        finals = np.array(seen.finals, np.float32).tobytes()
        return memoryview(seen.features).tobytes(), targets, finals, list(seen.scores)


@dataclass(frozen=True)
class Trial:
    """A task for workers: a game of one seat with the network against the others, without searching.

    The others are greedy, or have the `rival` network.
    """

    plan: Plan
    network: bytes
    rival: bytes | None

    def __call__(self, number: int) -> float:
        plan = self.plan
        players = plan.players[number % len(plan.players)]
        state = game(plan.game).new(players, **plan.options)
        seat = number // len(plan.players) % players
        bots = [
            self._bot(index == seat, Rng(plan.seed, f"trial {number} seat {index}"))
            for index in range(players)
        ]
        chance = Rng(plan.seed, f"trial {number}")
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, chance))
            else:
                state.apply(bots[state.to_play].choose(state.seen_by(state.to_play)))
        winners = state.winners()
        return 1 / len(winners) if seat in winners else 0.0

    def _bot(self, is_ours: bool, rng: Rng) -> GreedyBot | SearchBot:
        network = self.network if is_ours else self.rival
        if network is None:
            return GreedyBot(rng)
        return SearchBot(rng, Budget(1), _evaluation(self.plan, network))


class Training:
    """A plan being carried out in a folder, which holds all that is needed to go on.

    `plan.json`; `network-NNN.safetensors` of each generation, and `network.safetensors` of the last;
    `learner-NNN.npz` and `samples-NNN.npz`, from which it goes on; `state.json` with the log.
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
                load_network(begin, game(plan.game).feature_count)
                write_whole(self.network(0), begin.read_bytes())
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
        played = self._play(workers, tell, stop)
        if played is None:
            return False
        games, samples, score, typical = played
        recent = [*self._recent(number), samples]
        together = Samples.together(recent)
        rng = np.random.default_rng([plan.seed, number])
        learner = self._learner(number - 1, together)
        of = len(together) * plan.passes
        fitted = 0

        def progress(rows: int) -> None:
            nonlocal fitted
            fitted += rows
            tell("learning", fitted, of)

        if plan.outline and self._is_blank(number):
            error = learner.outline(together)
        else:
            # The first network knows nothing: what it learns first, it learns thoroughly.
            passes = plan.passes * (2 if self._is_blank(number) else 1)
            error = learner.fit(together, passes, plan.rate, rng, progress)
        learner.measure(samples, typical)
        network = self._packed(learner, number, games)
        shares = self._trials(network, number, workers, tell, stop)
        if shares is None:
            return False
        seconds = time.perf_counter() - began
        even = sum(1 / players for players in plan.players) / len(plan.players)
        step = Step(number, games, len(samples), score, error, even, *shares, seconds)
        self._save(number, samples, learner, network, step)
        return True

    def _play(self, workers: Workers, tell: Tell, stop: Stop) -> tuple[int, Samples, float, float] | None:
        plan, number = self.plan, self.generation + 1
        network = None if self._is_blank(number) else self.network(number - 1).read_bytes()
        task = Playing(plan, number, network, _every(plan))
        count = plan.games * (FIRST_GAMES if self._is_blank(number) else 1)
        games: dict[int, tuple[bytes, bytes, bytes, list[float]]] = {}
        for index, result in workers.run(task, range(count), stop):
            games[index] = result
            tell("playing", len(games), count)
        if len(games) < count:
            return None
        results = [games[index] for index in sorted(games)]
        features = np.frombuffer(b"".join(result[0] for result in results), np.int16)
        targets = np.frombuffer(b"".join(result[1] for result in results), np.float32)
        finals = np.frombuffer(b"".join(result[2] for result in results), np.float32)
        scores = [score for result in results for score in result[3]]
        alone = [result[3][0] for result in results if len(result[3]) == 1]
        rows = features.reshape(len(targets), game(plan.game).feature_count)
        score = float(np.mean(scores))
        return count, Samples(rows, targets, finals), score, float(np.mean(alone)) if alone else score

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
            wins: dict[int, float] = {}
            for index, share in workers.run(Trial(plan, network, rival), range(plan.trials), stop):
                wins[index] = share
                tell("trying", len(wins), plan.trials)
            if len(wins) < plan.trials:
                return None
            shares.append(sum(wins[index] for index in sorted(wins)) / plan.trials)
        return shares[0], shares[1]

    def _packed(self, learner: Learner, number: int, games: int) -> bytes:
        plan = self.plan
        made = {
            "game": plan.game,
            "rules_version": str(game(plan.game).rules_version),
            "players": ",".join(map(str, plan.players)),
            "options": json.dumps(plan.options),
            "seed": str(plan.seed),
            "generation": str(number),
            "games": str(games + sum(step.games for step in self.log)),
            "seconds": f"{sum(step.seconds for step in self.log):.0f}",
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
        write_whole(self.folder / "network.safetensors", network)
        self.log.append(step)
        write_whole(
            self.folder / "state.json", json.dumps([one._asdict() for one in self.log], indent=1) + "\n"
        )
        (self.folder / f"learner-{number - 1:03}.npz").unlink(missing_ok=True)
        (self.folder / f"samples-{number - self.plan.window:03}.npz").unlink(missing_ok=True)

    def _recent(self, number: int) -> list[Samples]:
        """What earlier generations still teach: those of the window, but not of guesses by estimate."""
        found = []
        for earlier in range(max(1, number - self.plan.window + 1), number):
            path = self.folder / f"samples-{earlier:03}.npz"
            arrays = _read_arrays(path)
            found.append(Samples(arrays["features"], arrays["targets"], arrays["finals"]))
        return found

    def _learner(self, number: int, samples: Samples) -> Learner:
        """The learner as the generation of that number left it; a new one where there is none."""
        if number > 0:
            return Learner.restore(_read_arrays(self.folder / f"learner-{number:03}.npz"))
        learner = Learner(samples, self.plan.width, self.plan.seed, self.plan.memory)
        if not self._is_blank(1):
            learner.begin_with(parse_tensors(self.network(0).read_bytes())[0])
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


def _every(plan: Plan) -> int:
    """Of how many positions one is kept, by the length of random games."""
    rng = Rng(plan.seed, "probe")
    decisions = 0
    for index in range(PROBED):
        state = game(plan.game).new(plan.players[index % len(plan.players)], **plan.options)
        decisions += playout(state, rng)
    return max(1, round(decisions / PROBED / KEPT_A_GAME))


def _evaluation(plan: Plan, network: bytes | None) -> Evaluation:
    if network is None:
        return EstimateEvaluation()
    return parse_network(network, game(plan.game).feature_count)


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

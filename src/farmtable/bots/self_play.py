"""Games of an evaluation against itself, from which the next evaluation is learned (`farmtable.training`).

Every seat looks one action ahead, or searches, and mostly takes what promises most; if all decide at once and
it searches, it draws from the search's mixed strategy. Some seats may be left to other bots. Positions right
after decisions are kept, as each seat sees them, and what the actions promised the seat to decide.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from farmtable.bots.bot import Bot
from farmtable.bots.budget import UNLIMITED, Budget
from farmtable.bots.evaluation import Evaluation
from farmtable.bots.search import SearchBot
from farmtable.bots.shares import draw, normalized, softmax
from farmtable.bots.tree import PRIOR_TEMPERATURE
from farmtable.core.aliases import Action, Seat
from farmtable.core.errors import FarmtableError
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.sheet_line import SheetLine, summed
from farmtable.core.state import CHANCE, OVER, World

FLATTEST: Final = 0.0001
"""The least mean regret, so that shares exist even if all actions promise the same. The priors of the search
have their own lower bound, twenty times as high (`node.FLATTEST`).
"""
LARGEST: Final = 32_767
"""The greatest feature that can be kept, in 16 bits."""
LOVED: Final = 4
"""A seat with a taste prefers one in this many actions."""

STUDIED: Final = 4
"""With a policy, studying a decision costs extra: it is done for one in this many."""


@final
class Taste:
    """The actions that one seat prefers in one game, whatever they bring, so that rarely chosen ones are
    seen, too.

    It is drawn once and lasts (deep exploration, Osband et al. 2016): a seat that prefers cards and the
    spaces where cards are played gets to play many. A preferred action counts as if it promised `strength`
    times the mean regret of its decision more.
    """

    def __init__(self, salt: i64, strength: float) -> None:
        self.salt: i64 = salt
        self.strength = strength

    def of(self, action: Action) -> float:
        """The bonus of an action, in mean regrets."""
        mixed: i64 = ((action + 1) * 40503 + self.salt) & 0xFFFFFFF
        mixed = ((mixed ^ (mixed >> 13)) * 69069 + 12345) & 0xFFFFFFF
        return self.strength if (mixed >> 11) % LOVED == 0 else 0.0


@final
class Kept:
    """What was seen in one game: for each position kept and each seat, in this order, a row of `features`

    (`game.feature_count` numbers), and the final points of each seat as `scores`. `given` holds the numbers
    of the positions just before which a seat was given something that it did not choose: what follows does
    not follow from the positions before.

    For each studied decision, `deciding` holds a row of features of the seat to decide, `counts` the number
    of actions, `actions` the actions, and `shares` the target probability of each (they sum to 1).

    If `SelfPlay.lines` are set, `sheets` holds for each position kept and each seat the lines of its score
    sheet as they stood then, and `last_sheets` those of each seat at the end.
    """

    def __init__(self) -> None:
        self.features: vec[i16] = vec[i16]()
        self.positions: i64 = 0
        self.given: vec[i32] = vec[i32]()
        self.scores: vec[float] = vec[float]()
        self.deciding: vec[i16] = vec[i16]()
        self.counts: vec[i32] = vec[i32]()
        self.actions: vec[i32] = vec[i32]()
        self.shares: vec[float] = vec[float]()
        self.sheets: vec[float] = vec[float]()
        self.last_sheets: vec[float] = vec[float]()


@final
class SelfPlay:
    """Plays one game. With probability `epsilon` a decision is uniformly random. One in `every` positions is
    kept, and as many decisions are studied (fewer if that costs extra): what all of their actions promise is
    kept.

    With probability `gifts`, something that its seat did not choose happens before a decision
    (`World.explore`). If `simulations` is more than 1, so many are spent on each decision. The score sheet
    `lines`, if set, are kept for each position, too.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        rng: Rng,
        every: i64,
        epsilon: float = 0.0,
        gifts: float = 0.0,
        simulations: i64 = 1,
    ) -> None:
        self.evaluation = evaluation
        self.rng = rng
        self.epsilon = epsilon
        self.gifts = gifts
        self.every: i64 = every
        free: bool = simulations > 1 or evaluation.likeliest == UNLIMITED  # all actions are looked at anyway
        self.studied: i64 = every if free else STUDIED * every
        self.budget = Budget(simulations)
        self.searchers: list[SearchBot] = []
        self.lines: tuple[SheetLine, ...] = ()
        self.kept = Kept()

    def play(
        self, state: World, temperatures: vec[float], tastes: list[Taste], others: list[Bot | None]
    ) -> Kept:
        """Play `state`, a game's beginning, to its end.

        For each seat: its temperature (`temperatures`, in mean regrets of its actions; 0.0: always the best),
        its taste, and in `others` the bot that plays it, or None.
        """
        kept = self.kept = Kept()
        while len(self.searchers) < state.players:
            self.searchers.append(SearchBot(self.rng, self.budget, self.evaluation))
        while state.to_play != OVER:
            mover: Seat = state.to_play
            if mover == CHANCE:
                state.apply(sample_chance(state, self.rng))
                continue
            if self._happens(self.gifts):
                self._give(state)
                if state.to_play != mover:
                    continue
            bot = others[mover]
            if bot is None:
                state.apply(self._choose(state, temperatures[mover], tastes[mover]))
            else:
                state.apply(bot.choose(state.seen_by(mover)))
            if state.to_play != OVER and self.rng.below(self.every) == 0:
                self._keep(state)
        for score in state.scores():
            kept.scores = append(kept.scores, float(score))
        kept.last_sheets = self._with_sheets(kept.last_sheets, state)
        return kept

    def _choose(self, state: World, temperature: float, taste: Taste) -> i64:
        """An action: the best, or one that is nearly as good or loved, or any.

        Where a search mixes, it is drawn as the search would: a mixture is as free as its game wants it, so
        no temperature makes it freer, and what is studied are its shares.
        """
        mover: Seat = state.to_play
        study: bool = self.rng.below(self.studied) == 0
        mixed = vec[float]()
        if self.budget.simulations > 1:
            tree = self.searchers[mover].grow(state.seen_by(mover), self.evaluation, self.budget)
            actions = tree.legal
            utilities = tree.root.utilities()
            mixed = tree.shares()
        else:
            actions = state.worth_trying()
            if not study:
                actions = _union(self.evaluation.likely(state, actions), actions, taste)
            utilities = self._appraise(state, actions)
        n: i64 = len(actions)
        if n == 1:
            return actions[0]
        if study:
            _keep_decision(state, actions, _prior(utilities) if len(mixed) == 0 else mixed, self.kept)
        if self._happens(self.epsilon):
            return actions[self.rng.below(n)]
        if len(mixed) > 0:
            return actions[draw(_loving(mixed, actions, taste), self.rng)]
        return actions[self._preferred(actions, utilities, temperature, taste)]

    def _preferred(self, actions: vec[i64], utilities: vec[float], temperature: float, taste: Taste) -> i64:
        """Where in `actions` the one stands that is chosen by what they promise."""
        n: i64 = len(actions)
        regret: float = _regret(utilities)
        i: i64 = 0
        while i < n:
            utilities[i] += taste.of(actions[i]) * regret
            i += 1
        if temperature > 0.0:
            return draw(softmax(utilities, n, temperature * regret), self.rng)
        return _greatest(utilities)

    def _give(self, state: World) -> None:
        """Let something happen to the seat to decide; positions just before and after it are kept."""
        before = state.clone()
        state.explore(self.rng)
        if state.to_play >= 0 and state.key() != before.key():
            self._keep(before)
            self.kept.given = append(self.kept.given, i32(self.kept.positions))
            self._keep(state)

    def _keep(self, state: World) -> None:
        for features in state.all_features():
            self.kept.features = _with_features(self.kept.features, features, state)
        self.kept.positions += 1
        self.kept.sheets = self._with_sheets(self.kept.sheets, state)

    def _with_sheets(self, kept: vec[float], state: World) -> vec[float]:
        """What is kept and, seat by seat, the lines that are asked for as they stand."""
        if len(self.lines) > 0:
            seat: Seat = 0
            while seat < state.players:
                for points in summed(state.score_sheet(seat), self.lines):
                    kept = append(kept, points)
                seat += 1
        return kept

    def _happens(self, probability: float) -> bool:
        return probability > 0.0 and float(self.rng.next32()) < probability * 4294967296.0

    def _appraise(self, state: World, actions: vec[i64]) -> vec[float]:
        """What each of these actions promises the mover right after it, by what the mover knows."""
        mover: Seat = state.to_play
        seen = state.seen_by(mover).determinize(self.rng)
        utilities = vec[float](capacity=len(actions))
        for action in actions:
            after = seen.clone()
            after.apply(action)
            utilities = append(utilities, self.evaluation.appraise(after).utilities[mover])
        return utilities


def _union(likely: vec[i64], legal: vec[i64], taste: Taste) -> vec[i64]:
    """Of the actions `legal` those that are `likely`, and those that are loved."""
    if taste.strength == 0.0 or len(likely) == len(legal):
        return likely
    found = vec[i64](capacity=len(legal))
    i: i64 = 0
    for action in legal:
        here: bool = i < len(likely) and likely[i] == action
        if here:
            i += 1
        if here or taste.of(action) > 0.0:
            found = append(found, action)
    return found


def _loving(mixed: vec[float], actions: vec[i64], taste: Taste) -> vec[float]:
    """These shares, and beside them as much as the taste is strong for each action that is loved."""
    n: i64 = len(actions)
    weights = vec[float](capacity=n)
    i: i64 = 0
    while i < n:
        weights = append(weights, mixed[i] + taste.of(actions[i]) / float(n))
        i += 1
    return normalized(weights)


def _prior(utilities: vec[float]) -> vec[float]:
    """How much is to be said for actions that promise so much: nearly the priors of a search."""
    return softmax(utilities, len(utilities), PRIOR_TEMPERATURE * _regret(utilities))


def _keep_decision(state: World, actions: vec[i64], shares: vec[float], kept: Kept) -> None:
    kept.deciding = _with_features(kept.deciding, state.features(state.to_play), state)
    n: i64 = len(actions)
    kept.counts = append(kept.counts, i32(n))
    i: i64 = 0
    while i < n:
        kept.actions = append(kept.actions, i32(actions[i]))
        kept.shares = append(kept.shares, shares[i])
        i += 1


def _with_features(kept: vec[i16], features: vec[i64], state: World) -> vec[i16]:
    """What is kept and these features. Raises FarmtableError for one that 16 bits do not hold."""
    i: i64 = 0
    while i < len(features):
        number: i64 = features[i]
        if number > LARGEST or number < -LARGEST:
            name = state.game.feature_names[i]
            raise FarmtableError(
                f"{state.game.title}: the feature {name} is {number}, but features lie within ±32,000"
            )
        kept = append(kept, i16(number))
        i += 1
    return kept


def _greatest(numbers: vec[float]) -> i64:
    """Where the greatest of some numbers stands."""
    best: i64 = 0
    i: i64 = 1
    while i < len(numbers):
        if numbers[i] > numbers[best]:
            best = i
        i += 1
    return best


def _regret(utilities: vec[float]) -> float:
    """The mean regret: by how much less than the best actions promise on average."""
    total: float = 0.0
    for utility in utilities:
        total += utility
    return max(FLATTEST, utilities[_greatest(utilities)] - total / float(len(utilities)))

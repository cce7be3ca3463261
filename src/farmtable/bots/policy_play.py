"""Games from which a policy learns which of its own choices led further (policy gradients).

Every seat looks one action ahead and mostly takes what promises most; in some decisions it draws, and an
action that promises `heat` more is drawn e times as often. Of these all is kept that the choice was made
from, so that what was chosen can be made more or less likely by how the game ended (REINFORCE, Williams
1992). That it does not draw everywhere keeps games good, and tells what one choice was worth in them.

Or these decisions are looked at more closely: each of the best actions is played on by the same policy until
the seat's next turn, with the same luck for all of them (common random numbers), a few times over. What then
is promised tells more of an action than what the seat saw at once, and hardly any luck is in it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from farmtable.bots.bot import Bot
from farmtable.bots.evaluation import Evaluation, draw, softmax
from farmtable.bots.play_on import lead, play_on
from farmtable.core.perspective import Perspective
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, State
from farmtable.core.vectors import numbers

CANDIDATES: Final = 10
"""So many actions of a decision are kept at most: what was chosen, and the likeliest of the others."""
RARE: Final = 0.002
"""Actions less likely than this are not kept."""
CLOSELY: Final = 8
"""So many actions of a decision are looked at more closely, at most."""
STRAYS: Final = 4
"""Of those that are not, so many are kept, that what is learned of the others may not make them look good."""
CERTAIN: Final = 0.99
"""A decision in which one action is likelier than this teaches nothing."""


@final
class Choices:
    """The decisions of one game that were drawn, in their order. For each:

    `seats`: who decided; `heats`: how many points more made an action e times as likely; `expected`: by how
    many points the seat was expected to lead the mean of the others; `counts`: its candidates. For each
    candidate, the one that was chosen first: `shares`, how likely it was, and in `features` a row for each
    seat, the decider's first, of the position it leads to. `watched` has positions of all kinds in their
    order, with a row of features for each seat, the first seat's first. `scores` are the final points.
    Of decisions that were looked at closely, `hopes` has the leads that candidates were found to promise.
    """

    def __init__(self) -> None:
        self.seats: vec[i64] = vec[i64]()
        self.heats: vec[float] = vec[float]()
        self.expected: vec[float] = vec[float]()
        self.counts: vec[i64] = vec[i64]()
        self.shares: vec[float] = vec[float]()
        self.features: vec[i16] = vec[i16]()
        self.watched: vec[i16] = vec[i16]()
        self.hopes: vec[float] = vec[float]()
        self.scores: vec[float] = vec[float]()


@final
class PolicyPlay:
    """Plays games of two seats or more. `heat` is in spreads of what the evaluation expects; in one of
    `every` decisions a seat draws, having looked closely at `worlds` that could be, none if that is 0; one of
    `watch` positions is kept for its own sake, none if that is 0."""

    def __init__(
        self, evaluation: Evaluation, rng: Rng, heat: float, every: i64, watch: i64 = 0, worlds: i64 = 0
    ) -> None:
        self.evaluation = evaluation
        self.rng = rng
        self.heat = heat
        self.every: i64 = every
        self.watch: i64 = watch
        self.worlds: i64 = worlds

    def play(self, state: State, others: list[Bot | None]) -> Choices:
        """Play `state`, a game's beginning, to its end; seats that have a bot in `others` are its own."""
        out = Choices()
        while state.to_play != OVER:
            if self.watch > 0 and self.rng.below(self.watch) == 0:
                _watch(state, out)
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, self.rng))
                continue
            bot = others[state.to_play]
            if bot is None:
                state.apply(self._choose(state, others, out))
            else:
                state.apply(bot.choose(state.seen_by(state.to_play)))
        for score in state.scores():
            out.scores = append(out.scores, float(score))
        return out

    def _choose(self, state: State, others: list[Bot | None], out: Choices) -> i64:
        mover: i64 = state.to_play
        actions = state.legal_actions()
        n: i64 = len(actions)
        if n == 1:
            return actions[0]
        view = state.seen_by(mover)
        seen = view.determinize(self.rng)
        afters: list[State] = []
        leads = vec[float](capacity=n)
        spread: float = 0.0
        for action in actions:
            after = seen.clone()
            after.apply(action)
            points = self.evaluation.expect(after)
            afters.append(after)
            leads = append(leads, lead(points, mover, state.players))
            spread = max(spread, points[state.players])
        heat: float = self.heat * spread
        shares = softmax(leads, n, heat)
        likely: i64 = _most(shares)
        if shares[likely] >= CERTAIN or self.rng.below(self.every) > 0:
            return actions[likely]
        if self.worlds > 0:
            leads = self._look_closely(view, actions, leads, shares, others)
            shares = softmax(leads, n, heat)
        chosen: i64 = draw(shares, self.rng)
        hoped: float = 0.0
        i: i64 = 0
        while i < n:
            hoped += shares[i] * leads[i]
            i += 1
        out.seats = append(out.seats, mover)
        out.heats = append(out.heats, heat)
        out.expected = append(out.expected, hoped)
        kept = _candidates(shares, chosen)
        if self.worlds > 0:
            kept = self._with_strays(kept, n)
        for place in kept:
            out.shares = append(out.shares, shares[place])
            if self.worlds > 0:
                out.hopes = append(out.hopes, leads[place])
            _keep(afters[place], mover, out)
        out.counts = append(out.counts, len(kept))
        return actions[chosen]

    def _look_closely(
        self,
        view: Perspective,
        actions: vec[i64],
        leads: vec[float],
        shares: vec[float],
        others: list[Bot | None],
    ) -> vec[float]:
        """The leads again, those of the likeliest actions as they are found when the game is played on.

        On average these stay what they were, for what is found depends on the time it is found at. No other
        action promises more than the best of them.
        """
        mover: i64 = view.to_play
        close = _candidates(shares, _most(shares), CLOSELY)
        world: i64 = self.rng.next32()
        found = leads[:]
        change: float = 0.0
        for place in close:
            sum: float = leads[place]
            number: i64 = 0
            while number < self.worlds:
                luck = Rng(world, number)
                state = view.determinize(luck)
                state.apply(actions[place])
                points = play_on(state, mover, 1, self.evaluation, luck, others).points
                sum += lead(points, mover, view.players)
                number += 1
            found[place] = sum / float(self.worlds + 1)
            change += (found[place] - leads[place]) / float(len(close))
        most: float = found[close[0]] - change
        for place in close:
            found[place] -= change
            most = max(most, found[place])
        i: i64 = 0
        while i < len(found):
            found[i] = min(found[i], most)
            i += 1
        return found

    def _with_strays(self, kept: vec[i64], n: i64) -> vec[i64]:
        """These candidates and a few others, any of the `n` actions."""
        there = numbers(n, 0)
        for place in kept:
            there[place] = 1
        strays: i64 = 0
        while strays < STRAYS:
            place = self.rng.below(n)
            if there[place] == 0:
                there[place] = 1
                kept = append(kept, place)
            strays += 1
        return kept


def _watch(state: State, out: Choices) -> None:
    seat: i64 = 0
    while seat < state.players:
        for number in state.features(seat):
            out.watched = append(out.watched, i16(number))
        seat += 1


def _keep(after: State, mover: i64, out: Choices) -> None:
    """Keep what a candidate leads to, as each seat sees it, the mover's view first."""
    seat: i64 = 0
    while seat < after.players:
        for number in after.features((mover + seat) % after.players):
            out.features = append(out.features, i16(number))
        seat += 1


def _candidates(shares: vec[float], chosen: i64, most: i64 = CANDIDATES) -> vec[i64]:
    """What was chosen and, in their order, the likeliest others that are likely enough; `most` in all."""
    kept = numbers(len(shares), 0)
    found = vec[i64]()
    best: i64 = chosen
    while best >= 0:
        kept[best] = 1
        found = append(found, best)
        best = _likeliest(shares, kept) if len(found) < most else -1
    return found


def _likeliest(shares: vec[float], kept: vec[i64]) -> i64:
    """The likeliest action that is not kept yet; -1 if none is likely enough."""
    best: i64 = -1
    i: i64 = 0
    while i < len(shares):
        if kept[i] == 0 and shares[i] >= RARE and (best < 0 or shares[i] > shares[best]):
            best = i
        i += 1
    return best


def _most(shares: vec[float]) -> i64:
    """The likeliest of all."""
    best: i64 = 0
    i: i64 = 1
    while i < len(shares):
        if shares[i] > shares[best]:
            best = i
        i += 1
    return best

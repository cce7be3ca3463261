"""Games from which a policy learns which of its own choices led further (policy gradients).

Every seat looks one action ahead and mostly takes what promises most; in some decisions it draws, and an
action that promises `heat` more is drawn e times as often. Of these all is kept that the choice was made
from, so that what was chosen can be made more or less likely by how the game ended (REINFORCE, Williams
1992). That it does not draw everywhere keeps games good, and tells what one choice was worth in them.

Or these decisions are searched, too, and what the search found behind each action is kept, so that it can be
known at first sight the next time (expert iteration, Anthony, Tian & Barber 2017).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from farmtable.bots.bot import Bot
from farmtable.bots.budget import Budget
from farmtable.bots.evaluation import Evaluation, draw, softmax
from farmtable.bots.search import SearchBot
from farmtable.core.aliases import Seat
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, World
from farmtable.core.vectors import numbers

CANDIDATES: Final = 10
"""So many actions of a decision are kept at most: what was chosen, and the likeliest of the others."""
SEARCHED: Final = 24
"""As many, if they were searched: what a search left alone has to be known, too."""
UNTRIED: Final = 0.1
"""How much an action that the search left alone counts; one that it tried all the time counts about 1."""
RARE: Final = 0.002
"""Actions less likely than this are not kept."""
CERTAIN: Final = 0.99
"""A decision in which one action is likelier than this teaches nothing."""


@final
class Choices:
    """The decisions of one game that were drawn, in their order. For each:

    `seats`: who decided; `heats`: how many points more made an action e times as likely; `expected`: by how
    many points the seat was expected to lead the mean of the others; `counts`: its candidates. For each
    candidate, the one that was chosen first: `shares`, how likely it was, or how much it counts where it was
    searched; `promised`, by how many points the seat will lead then; and in `features` a row for each seat,
    the decider's first, of the position it leads to. `scores` are the final points.
    """

    def __init__(self) -> None:
        self.seats: vec[i64] = vec[i64]()
        self.heats: vec[float] = vec[float]()
        self.expected: vec[float] = vec[float]()
        self.counts: vec[i64] = vec[i64]()
        self.shares: vec[float] = vec[float]()
        self.promised: vec[float] = vec[float]()
        self.features: vec[i16] = vec[i16]()
        self.scores: vec[float] = vec[float]()


@final
class PolicyPlay:
    """Plays games of two seats or more. `heat` is in spreads of what the evaluation expects; in one of
    `every` decisions a seat draws, and searches if there is more than one of `simulations`.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        rng: Rng,
        heat: float,
        every: i64,
        simulations: i64 = 1,
    ) -> None:
        self.evaluation = evaluation
        self.rng = rng
        self.heat = heat
        self.every: i64 = every
        self.budget = Budget(simulations)

    def play(self, state: World, others: list[Bot | None]) -> Choices:
        """Play `state`, a game's beginning, to its end; seats that have a bot in `others` are its own."""
        out = Choices()
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, self.rng))
                continue
            bot = others[state.to_play]
            if bot is None:
                state.apply(self._choose(state, out))
            else:
                state.apply(bot.choose(state.seen_by(state.to_play)))
        for score in state.scores():
            out.scores = append(out.scores, float(score))
        return out

    def _choose(self, state: World, out: Choices) -> i64:
        mover: Seat = state.to_play
        actions = state.legal_actions()
        n: i64 = len(actions)
        if n == 1:
            return actions[0]
        seen = state.seen_by(mover).determinize(self.rng)
        afters: list[World] = []
        leads = vec[float](capacity=n)
        spread: float = 0.0
        for action in actions:
            after = seen.clone()
            after.apply(action)
            points = self.evaluation.expect(after)
            afters.append(after)
            leads = append(leads, _lead(points, mover, state.players))
            spread = max(spread, points[state.players])
        heat: float = self.heat * spread
        shares = softmax(leads, n, heat)
        expected: float = 0.0
        chosen: i64 = 0
        i: i64 = 0
        while i < n:
            expected += shares[i] * leads[i]
            if leads[i] > leads[chosen]:
                chosen = i
            i += 1
        if shares[chosen] < CERTAIN and self.rng.below(self.every) == 0:
            chosen = draw(shares, self.rng)
            out.seats = append(out.seats, mover)
            out.heats = append(out.heats, heat)
            out.expected = append(out.expected, expected)
            if self.budget.simulations > 1:
                _keep(afters, leads, self._search(state, leads), chosen, SEARCHED, out)
            else:
                _keep(afters, leads, shares, chosen, CANDIDATES, out)
        return actions[chosen]

    def _search(self, state: World, leads: vec[float]) -> vec[float]:
        """Search a decision, and add to the `leads` behind its actions what was found out about them.

        Returns how much each counts, all together 1. Of those that count alike any may come to be kept.
        """
        mover: Seat = state.to_play
        searcher = SearchBot(self.rng, self.budget, self.evaluation)
        tree = searcher.grow(state.seen_by(mover), self.evaluation, self.budget)
        prior_visits: float = self.evaluation.prior_visits
        n: i64 = len(leads)
        shares = vec[float](capacity=n)
        total: float = 0.0
        i: i64 = 0
        while i < n:
            count: float = float(tree.root.counts[i])
            if count > 0.0:
                found: float = _lead(tree.outlook(i), mover, state.players)
                found -= _lead(tree.appraisals[i].points, mover, state.players)
                # The outlook counts the appraisal once; in the search it counts as so many visits.
                leads[i] += found * (count + 1.0) / (count + prior_visits)
            share: float = count / (count + prior_visits) + UNTRIED * (
                1.0 + 0.0001 * float(self.rng.below(1000))
            )
            shares = append(shares, share)
            total += share
            i += 1
        i = 0
        while i < n:
            shares[i] /= total
            i += 1
        return shares


def _lead(points: vec[float], seat: Seat, players: i64) -> float:
    """By how much a seat's points pass the mean of the others'."""
    others: float = 0.0
    other: i64 = 0
    while other < players:
        if other != seat:
            others += points[other]
        other += 1
    return points[seat] - others / float(players - 1)


def _keep(
    afters: list[World], leads: vec[float], shares: vec[float], chosen: i64, most: i64, out: Choices
) -> None:
    """Keep the candidates of a decision: what was chosen, and the likeliest others, `most` in all."""
    mover: Seat = out.seats[len(out.seats) - 1]
    taken = numbers(len(shares), 0)
    count: i64 = 0
    best: i64 = chosen
    while best >= 0:
        taken[best] = 1
        count += 1
        out.shares = append(out.shares, shares[best])
        out.promised = append(out.promised, leads[best])
        _note(afters[best], mover, out)
        best = _likeliest(shares, taken) if count < most else -1
    out.counts = append(out.counts, count)


def _note(after: World, mover: Seat, out: Choices) -> None:
    """Keep the features of a position that `mover` could choose."""
    seat: Seat = 0
    while seat < after.players:
        for number in after.features((mover + seat) % after.players):
            out.features = append(out.features, i16(number))
        seat += 1


def _likeliest(shares: vec[float], taken: vec[i64]) -> i64:
    """The likeliest action that is not taken yet; -1 if none is likely enough."""
    best: i64 = -1
    i: i64 = 0
    while i < len(shares):
        if taken[i] == 0 and shares[i] >= RARE and (best < 0 or shares[i] > shares[best]):
            best = i
        i += 1
    return best

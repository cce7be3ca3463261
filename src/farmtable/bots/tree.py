"""The tree of a search as it grows, one simulation after another, below one decision of one seat.

Each simulation samples what the seat cannot know, walks down the tree by each mover's own interest, draws
outcomes of chance, appraises every action of the leaf, and backs up the best of these appraisals: each node
keeps what its own mover got (max-n). Lines that lead to the same position share the node (a third of the
nodes in Agricola, where a turn's parts can be done in any order).

Positions share a node if they look alike to the seat to decide: the searching seat distinguishes positions by
all that it knows, the others by what is public, so none of them reacts to what it has not seen (multiple
observers; Cowling, Powley & Whitehouse 2012). If all decide at once (`World.sealed`), each uses regret
matching.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.budget import UNLIMITED
from farmtable.bots.contest import Contest
from farmtable.bots.evaluation import Appraisal, Evaluation
from farmtable.bots.finder import Finder
from farmtable.bots.greedy import best_at_once
from farmtable.bots.mixture import Mixture
from farmtable.bots.node import Node
from farmtable.bots.shares import draw, softmax
from farmtable.bots.thought import LONGEST_LINE, Candidate, Thought, playable, ranked
from farmtable.core.aliases import Action, Seat
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, Perspective, World
from farmtable.core.vectors import numbers, zero_floats

EXPLORATION: Final = 1.0
PRIOR_TEMPERATURE: Final = 0.5
MOST_EDGES: Final = 2_000_000
"""With this many edges no node is expanded any more. Including nodes and keys an edge takes 190 bytes
(measured), so a tree stays below 400 MB.
"""
EDGES_A_VISIT: Final = 24
"""A node is expanded once it has had one visit per this many legal actions, so that it pays."""
DEEPEST: Final = 400
"""The longest simulation: where positions can recur, it might never end."""
PLAUSIBLE: Final = 3
PLAUSIBLE_PART: Final = 20
"""With a temperature one of the best three actions is drawn, or of the best twentieth if there are many."""
PLAUSIBLE_LOSS: Final = 2.0
"""And none that promises this many temperatures less than the best."""
REMEMBERED: Final = 50
"""A node is looked for again only if one in this many simulations went through it."""
SHEET_LOOKS: Final = 8
"""How many worlds are sampled to predict score sheets."""


@final
class Tree:
    """A search under way: what it found below one decision of one seat."""

    def __init__(
        self,
        seen: Perspective,
        evaluation: Evaluation,
        rng: Rng,
        root: Node | None = None,
        every: bool = False,
    ) -> None:
        """Go on from `root`, a node of an earlier tree that stands for this decision, if there is one.

        `every`: also appraise at the root what is not worth trying (`World.worth_trying`).
        Raises IllegalAction where it is not this seat that decides.
        """
        seen.expect_turn()
        seat = seen.seat
        assert seat is not None
        self.seen = seen
        self.seat: i64 = seat
        self.evaluation = evaluation
        self.others: float = evaluation.others
        self.rng = rng
        self.world: i64 = rng.next32()
        self.luck = rng
        self.every = every
        self.legal = vec[i64]()
        self.secrets = seen.game.has_secrets(seen.options)
        self.root = Node(self.seat) if root is None else root
        self.root.trust(evaluation.prior_visits)
        self.nodes: i64 = 0
        self.edges: i64 = 0
        self.known: dict[bytes, Node] = {}
        self._take_over(self.root, set())
        self.depth: i64 = 0
        self.simulations: i64 = self.root.visits
        self.path: list[Node] = []
        self.path_edges: vec[i64] = vec[i64]()
        self.unseen = False
        self.appraisals: list[Appraisal] = []
        self.looks: i64 = 0
        self.look()
        self.contest = self.compete(UNLIMITED)
        edges: i64 = len(self.root.actions)
        self.edge_sums: vec[i64] = numbers(edges, 0)
        self.edge_chances: vec[float] = zero_floats(edges * seen.players)
        self.edge_points: vec[float] = zero_floats(edges * seen.players)

    def _take_over(self, node: Node, taken: set[Node]) -> None:
        """Count and know the nodes of an earlier tree."""
        taken.add(node)
        self.nodes += 1
        self.edges += len(node.actions)
        if node.expanded:
            self.known[node.key] = node
        for below in node.below:
            if below is not None and below not in taken:
                self._take_over(below, taken)

    def look(self) -> None:
        """Appraise the result of each action of the root; this gives a new root its edges.

        Every call samples anew what the seat cannot know; the mean over all calls counts.
        """
        state = self.seen.determinize(self.rng)
        self.legal = state.worth_trying()
        legal = state.legal_actions() if self.every else self.legal
        for i, action in enumerate(legal):
            after = state.clone()
            after.apply(action)
            appraisal = self.evaluation.appraise(after)
            if self.looks == 0:
                self.appraisals.append(appraisal)
            else:
                self.appraisals[i].include(appraisal, self.looks)
        if not self.root.expanded:
            self._expand(self.root, state, legal, legal, self.appraisals)
        elif self.looks > 0:
            for i, appraisal in enumerate(self.appraisals):
                self.root.appraise_again(self.root.find(legal[i]), appraisal.utilities[self.seat])
            self.root.set_priors(PRIOR_TEMPERATURE)
        self.looks += 1

    def compete(self, simulations: i64) -> Contest:
        """A new contest of the actions worth trying, for this many simulations."""
        return Contest(self.root, [self.root.find(action) for action in self.legal], simulations)

    def simulate(self, spent: float = 0.0) -> None:
        """One more simulation, when this share of the budget is `spent` (0 to 1).

        The first simulation through each action of the root meets the same luck (common random numbers), so
        does the second, and so on: actions are compared by what they make of it. Not so if the root is
        sealed: there actions are mixed, not compared.
        """
        self.path = []
        self.path_edges = vec[i64]()
        mixture = self.root.mixture
        self.unseen = mixture is not None
        first: i64 = 0
        if mixture is None:
            first = self.contest.next(spent)
            self.luck = Rng(self.world, self.root.counts[first])
        else:
            self.luck = Rng(self.world, self.simulations)
            first = self.root.find(mixture.next(self.legal, self.luck))
        state = self.seen.determinize(self.luck)
        appraisal = self._walk(state, self._follow(state, self.root, first))
        self.simulations += 1
        self.depth = max(self.depth, len(self.path))
        for i, visited in enumerate(self.path):
            visited.back_up(self.path_edges[i], appraisal.utilities)
        self._remember(self.path_edges[0], appraisal)

    def _remember(self, edge: i64, appraisal: Appraisal) -> None:
        """Keep what people want to know of a simulation that began with `edge`."""
        self.edge_sums[edge] += 1
        n: i64 = self.seen.players
        seat: Seat = 0
        while seat < n:
            self.edge_chances[edge * n + seat] += appraisal.chances[seat]
            self.edge_points[edge * n + seat] += appraisal.points[seat]
            seat += 1

    def outlook(self, edge: i64) -> vec[float]:
        """The final points that each seat may expect after an action of the root."""
        return self._behind(edge, self.edge_points, self.appraisals[edge].points)

    def prospects(self, edge: i64) -> vec[float]:
        """Each seat's chance to win after an action of the root."""
        return self._behind(edge, self.edge_chances, self.appraisals[edge].chances)

    def _behind(self, edge: i64, sums: vec[float], at_first: vec[float]) -> vec[float]:
        """For each seat the mean of what simulations through `edge` found, and of what was told at first."""
        n: i64 = self.seen.players
        found = vec[float](capacity=n)
        count: float = float(self.edge_sums[edge] + 1)
        seat: Seat = 0
        while seat < n:
            found = append(found, (sums[edge * n + seat] + at_first[seat]) / count)
            seat += 1
        return found

    def _walk(self, state: World, node: Node) -> Appraisal:
        """Go down from a node until one is expanded, or the game is over; return its appraisal."""
        while state.to_play != OVER and len(self.path) < DEEPEST:
            edge: i64 = -1
            if state.to_play == CHANCE:
                action: Action = sample_chance(state, self.luck)
                edge = node.find(action)
                if edge < 0:
                    edge = node.add(action, 0.0)
                    self.edges += 1
            else:
                legal = state.worth_trying()
                if not node.expanded or self.unseen:
                    key = self._key(state)
                    node = self._known_by(key, node)
                    if not node.expanded:
                        return self._arrive(state, node, legal, key)
                if self.secrets:
                    self._complete(state, node, legal)
                mixture = node.mixture
                if mixture is None:
                    edge = node.select(legal, EXPLORATION, 0.0 if node.mover == self.seat else self.others)
                else:
                    edge = node.find(mixture.next(legal, self.luck))
                    self.unseen = True
            node = self._follow(state, node, edge)
        return self.evaluation.appraise(state)

    def _follow(self, state: World, node: Node, edge: i64) -> Node:
        """Go one edge down; return the node there."""
        self.path.append(node)
        self.path_edges = append(self.path_edges, edge)
        state.apply(node.actions[edge])
        below = node.below[edge]
        return self._link(Node(state.to_play)) if below is None else below

    def _link(self, node: Node) -> Node:
        """Let the last edge that was followed lead to this node, a new one."""
        end: i64 = len(self.path) - 1
        self.path[end].below[self.path_edges[end]] = node
        self.nodes += 1
        return node

    def _known_by(self, key: bytes, node: Node) -> Node:
        """The node of this key, where the last edge has so far led to `node`.

        Below a sealed decision it may lead to others again and again, as that decision is not seen by all.
        """
        if node.expanded and node.key == key:
            return node
        same = self.known.get(key)
        if same is not None:
            end: i64 = len(self.path) - 1
            self.path[end].below[self.path_edges[end]] = same
            return same
        return self._link(Node(node.mover)) if node.expanded else node

    def _key(self, state: World) -> bytes:
        """What tells positions apart here: all of it, all that the seat may know, or what others see of it.

        Others' own secrets are left out: each simulation makes up new ones, and no node would come again.
        """
        if not self.secrets:
            return state.key()
        return state.seen_by(self.seat if state.to_play == self.seat else None).key()

    def _arrive(self, state: World, node: Node, legal: vec[i64], key: bytes) -> Appraisal:
        """The appraisal of a position never expanded: by its best action, once looking at all pays."""
        node.visits += 1
        if node.visits * EDGES_A_VISIT < len(legal) or self.edges > MOST_EDGES:
            return self.evaluation.appraise(state)
        likely = self.evaluation.likely(state, legal)
        appraisals: list[Appraisal] = []
        for action in likely:
            after = state.clone()
            after.apply(action)
            appraisals.append(self.evaluation.appraise(after))
        node.key = key
        self.known[key] = node
        return self._expand(node, state, legal, likely, appraisals)

    def _expand(
        self, node: Node, state: World, legal: vec[i64], likely: vec[i64], appraisals: list[Appraisal]
    ) -> Appraisal:
        """Give a node its edges, and return of the appraisals, of what is `likely`, the best for its mover.

        What was not looked at is taken to promise as little as the least that was.
        """
        found = appraisals[0]
        least: float = found.utilities[node.mover]
        for appraisal in appraisals:
            if appraisal.utilities[node.mover] > found.utilities[node.mover]:
                found = appraisal
            least = min(least, appraisal.utilities[node.mover])
        i: i64 = 0
        for action in legal:
            if i < len(likely) and likely[i] == action:
                node.add(action, appraisals[i].utilities[node.mover])
                i += 1
            else:
                node.add(action, least)
        self.edges += len(legal)
        node.set_priors(PRIOR_TEMPERATURE)
        if state.sealed():
            node.mixture = Mixture()
        node.expanded = True
        return found

    def _complete(self, state: World, node: Node, legal: vec[i64]) -> None:
        """Add the actions that are legal in this position and were not in those that came by before."""
        edge: i64 = 0
        n: i64 = len(node.actions)
        missing = False
        for action in legal:
            while edge < n and node.actions[edge] < action:
                edge += 1
            if edge >= n or node.actions[edge] != action:
                missing = True
                break
        if not missing:
            return
        for action in legal:
            if node.find(action) < 0:
                after = state.clone()
                after.apply(action)
                node.add(action, self.evaluation.appraise(after).utilities[node.mover])
                self.edges += 1
        node.set_priors(PRIOR_TEMPERATURE)

    def draw(self, temperature: float) -> i64:
        """Draw a plausible action, better ones more likely: one with `temperature` less utility is 1/e as
        likely.

        The best few actions are plausible, as far as they do not promise much less than the best: a weak
        player mistakes the third best for the best, but does nothing absurd.
        """
        utilities = self.root.utilities()
        order = sorted(range(len(utilities)), key=lambda edge: -utilities[edge])
        least: float = utilities[order[0]] - PLAUSIBLE_LOSS * temperature
        most: i64 = max(PLAUSIBLE, -(-len(order) // PLAUSIBLE_PART))
        plausible = [edge for edge in order[:most] if utilities[edge] >= least]
        found = vec[float]([utilities[edge] for edge in plausible])
        return self.root.actions[plausible[draw(softmax(found, len(found), temperature), self.rng)]]

    def shares(self) -> vec[float]:
        """The probabilities of the actions `legal` if they are to be mixed; else empty.

        So it is where the root is sealed and was searched: each counts as often as it was to be played.
        """
        mixture = self.root.mixture
        return vec[float]() if mixture is None or self.simulations < 2 else mixture.mean(self.legal)

    def find_again(self, seen: Perspective) -> Node | None:
        """The node of this tree that stands for `seen`, a later decision of the same seat, if it has one."""
        if seen.game is not self.seen.game or seen.players != self.seen.players:
            return None
        finder = Finder(seen.key(), self.seat, max(2, self.root.visits // REMEMBERED))
        return finder.look(self.root, self.seen.determinize(self.rng))

    def thought(self, seconds: float) -> Thought:
        """What was found out so far."""
        root = self.root
        candidates = [self._candidate(edge) for edge in range(len(root.actions))]
        for i, share in enumerate(self.shares()):
            candidates[root.find(self.legal[i])].share = share
        position = self.seen.determinize(self.rng)
        candidates = preferred(ranked(candidates), self.legal, self.seen, self.rng)
        settled = self.seen.settled()
        best: i64 = root.find(candidates[0].action)
        action: Action = root.actions[best]
        return Thought(
            candidates,
            self._expected(best, [self.prospects(edge) for edge in range(len(root.actions))]),
            self._expected(best, [self.outlook(edge) for edge in range(len(root.actions))]),
            sheets_behind(action, self.outlook(best), self.seen, self.evaluation, Rng(self.world, "sheets")),
            [action] if settled else self._line(best, position.clone()),
            position,
            self.simulations,
            self.nodes,
            self.depth,
            seconds,
        )

    def _expected(self, best: i64, behind: list[vec[float]]) -> list[float]:
        """What each seat may expect of this position, of what it may `behind` each edge.

        That is what it may behind the `best` edge: it will be chosen, however often others were tried. Where
        actions are mixed it is the mean of all that was tried, since they were tried as they are mixed.
        """
        tried: i64 = 0
        for count in self.edge_sums:
            tried += count
        if self.root.mixture is None or tried == 0:
            return list(behind[best])
        found: list[float] = [0.0] * len(behind[best])
        for edge, means in enumerate(behind):
            weight: float = float(self.edge_sums[edge]) / float(tried)
            for seat, mean in enumerate(means):
                found[seat] += weight * mean
        return found

    def _candidate(self, edge: i64) -> Candidate:
        """What was found out about an action of the root."""
        root = self.root
        return Candidate(
            root.actions[edge],
            root.counts[edge],
            self.seat,
            list(self.prospects(edge)),
            list(self.outlook(edge)),
            root.utility(edge),
            root.priors[edge],
        )

    def _line(self, best: i64, state: World) -> list[i64]:
        """The line of the most visits behind the `best` edge, as far as it can be played from `state`."""
        line: list[i64] = [self.root.actions[best]]
        node = self.root.below[best]
        while node is not None and len(node.actions) > 0 and node.visits > 1 and len(line) < LONGEST_LINE:
            edge: i64 = node.best()
            line.append(node.actions[edge])
            node = node.below[edge]
        return playable(line, state)


def preferred(
    candidates: list[Candidate], sensible: vec[i64], seen: Perspective, rng: Rng
) -> list[Candidate]:
    """Candidates that are `ranked` in the order in which they would be chosen: what is worth trying first.

    Where all is settled it does not matter what was found, and it is done as `SearchBot.choose` does it.
    """
    found = sorted(candidates, key=lambda candidate: candidate.action not in sensible)
    if seen.settled():
        at_once: i64 = best_at_once(seen, rng)
        found.sort(key=lambda candidate: candidate.action != at_once)
    return found


def sheets_behind(
    action: Action, points: vec[float], seen: Perspective, evaluation: Evaluation, luck: Rng
) -> list[list[float]]:
    """The lines of each seat's score sheet to expect after an action, `points` together.

    They are the mean over some ways to fill in what the seat cannot know, by luck of their own; empty where
    nothing is known of them.
    """
    looks: i64 = SHEET_LOOKS if seen.game.has_secrets(seen.options) else 1
    sheets: list[list[float]] = []
    look: i64 = 0
    while look < looks:
        state = seen.determinize(luck)
        state.apply(action)
        for seat, expected in enumerate(points):
            lines = evaluation.expect_sheet(state, seat, expected)
            if len(lines) == 0:
                return []
            if look == 0:
                sheets.append([0.0] * len(lines))
            for i, number in enumerate(lines):
                sheets[seat][i] += number / float(looks)
        look += 1
    return sheets

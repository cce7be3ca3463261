"""The search: legal, fair, reproducible, within its budget; and it finds what can be found."""

import itertools
import sys
import time

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import farmtable
from farmtable import CHANCE, OVER, IllegalAction, Perspective, Rng, State
from farmtable.bots import Budget, Evaluation, SearchBot, make_bot
from farmtable.bots.finder import Finder
from farmtable.bots.network_file import evaluation_of
from farmtable.bots.node import Node
from farmtable.bots.tree import Tree
from farmtable.core import playout, resolve_chance
from farmtable.core.state import World, as_world

EVERY_SEATING = [
    (id, players)
    for id in farmtable.games()
    for players in range(farmtable.game(id).min_players, farmtable.game(id).max_players + 1)
]


def decisions(id: str, players: int, seed: int | str, **options: str) -> list[State]:
    """Some positions of a random game with more than one action to choose from."""
    state = farmtable.game(id).new(players, **options)
    rng = Rng(seed)
    found: list[State] = []
    while True:
        resolve_chance(state, rng)
        if state.to_play == OVER:
            return found[:: max(1, len(found) // 6)]
        actions = state.legal_actions()
        if len(actions) > 1:
            found.append(state.clone())
        state.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_it_chooses_legally_and_by_what_its_seat_can_know_alone(id: str, players: int) -> None:
    """Positions that look the same to a seat get the same decision from an equal bot."""
    for number, state in enumerate(decisions(id, players, f"fair {id} {players}")):
        seen = state.seen_by(state.to_play)
        chosen = SearchBot(Rng(number), Budget(8)).choose(seen)
        assert chosen in state.legal_actions()
        other = seen.determinize(Rng(f"other {number}"))
        assert SearchBot(Rng(number), Budget(8)).choose(other.seen_by(other.to_play)) == chosen


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_equal_seeds_think_alike(id: str, players: int) -> None:
    for state in decisions(id, players, f"alike {id} {players}")[:3]:
        first, second = (
            SearchBot(Rng("same"), Budget(20)).think(state.seen_by(state.to_play)) for _ in range(2)
        )
        assert [(one.action, one.visits, one.utility) for one in first.candidates] == [
            (one.action, one.visits, one.utility) for one in second.candidates
        ]
        assert list(first.line) == list(second.line)


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_a_thought_says_what_it_is_about(id: str, players: int) -> None:
    for state in decisions(id, players, f"thought {id} {players}")[:3]:
        thought = SearchBot(Rng(1), Budget(30)).think(state.seen_by(state.to_play))
        assert sorted(one.action for one in thought.candidates) == list(state.legal_actions())
        visits = [one.visits for one in thought.candidates]
        finalists = [one.utility for one in thought.candidates if 2 * one.visits >= max(visits)]
        assert finalists == sorted(finalists, reverse=True)
        assert visits[len(finalists) :] == sorted(visits[len(finalists) :], reverse=True)
        assert sum(visits) == thought.simulations == 30
        assert thought.line[0] == thought.candidates[0].action
        assert thought.position.seen_by(state.to_play).key() == state.seen_by(state.to_play).key()
        for action in thought.line:
            assert action in thought.position.legal_actions()
            thought.position.apply(action)
        assert all(0 <= one.chance <= 1 and 0 <= one.utility <= 1 for one in thought.candidates)
        assert sum(one.prior for one in thought.candidates) == pytest.approx(1)
        if players > 1:
            assert sum(thought.chances) == pytest.approx(1)
        assert len(thought.points) == players
        assert thought.seconds > 0


def test_what_each_seat_may_expect_is_known_behind_each_action() -> None:
    """The means behind the actions are those of the simulations that went through them."""
    state = decisions("mi_tierra", 3, "outlook")[1]
    tree = Tree(state.seen_by(state.to_play), evaluation_of(state.game, 3, state.options, ""), Rng(2))
    edges = len(tree.root.actions)
    assert [list(tree.outlook(edge)) for edge in range(edges)] == [list(a.points) for a in tree.appraisals]
    assert [list(tree.prospects(edge)) for edge in range(edges)] == [list(a.chances) for a in tree.appraisals]
    for _ in range(60):
        tree.simulate()
    for edge, appraisal in enumerate(tree.appraisals):
        count = float(tree.root.counts[edge])
        for seat in range(3):
            found = tree.outlook(edge)[seat] * (count + 1) - tree.edge_points[edge * 3 + seat]
            assert found == pytest.approx(appraisal.points[seat])
        assert sum(tree.prospects(edge)) == pytest.approx(1)


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_what_a_position_promises_is_what_its_best_decision_does(id: str, players: int) -> None:
    """Not the mean of all that were tried: at first all are tried equally often, the bad ones, too."""
    for state in decisions(id, players, f"promises {id} {players}")[:3]:
        thought = SearchBot(Rng(1), Budget(30)).think(state.seen_by(state.to_play))
        best = thought.candidates[0]
        assert thought.chances[state.to_play] == pytest.approx(best.chance)
        assert thought.points[state.to_play] == pytest.approx(best.points)
        if thought.sheets:
            assert sum(thought.sheets[state.to_play]) == pytest.approx(best.points)


def one_is_worth_trying() -> State:
    """A position of Agricola in which several actions are legal and one alone is worth trying, and which the
    appraisals see otherwise."""
    for seed in range(40):
        state = farmtable.game("agricola").new(1)
        evaluation = evaluation_of(state.game, 1, state.options, "")
        rng, bot = Rng(seed), make_bot("greedy", Rng(seed))
        while True:
            resolve_chance(state, rng)
            if state.to_play == OVER:
                break
            seen = state.seen_by(0)
            legal, sensible = seen.legal_actions(), seen.determinize(Rng(0)).worth_trying()
            if len(legal) > 1 and len(sensible) == 1 and not seen.settled():
                tree = Tree(seen, evaluation, Rng(0), every=True)
                if tree.root.actions[tree.root.best()] != sensible[0]:
                    return state
            state.apply(bot.choose(seen))
    raise AssertionError("appraisals always see it so")


def test_a_thought_is_about_what_is_worth_trying_even_if_that_is_one_action() -> None:
    """Then nothing is tried, and an appraisal alone may think more of what helps nobody."""
    state = one_is_worth_trying()
    thought = SearchBot(Rng(1), Budget(30)).think(state.seen_by(0))
    best = thought.candidates[0]
    assert best.action in list(state.seen_by(0).determinize(Rng(0)).worth_trying())
    assert thought.line[0] == best.action
    assert sum(thought.sheets[0]) == pytest.approx(best.points)


@pytest.mark.parametrize(
    "name", ["random", "greedy", "search:sims=5", "search:sims=5:cores=2", f"stdio:{sys.executable}"]
)
def test_who_is_not_to_decide_has_nothing_to_think_about(name: str) -> None:
    state = decisions("market_day", 2, 1)[0]
    over = state.clone()
    playout(over, Rng(1))
    for seen in (state.seen_by(1 - state.to_play), state.seen_by(None), over.seen_by(0)):
        with pytest.raises(IllegalAction, match="not your turn"):
            make_bot(name, Rng()).choose(seen)
        with pytest.raises(IllegalAction, match="not your turn"):
            SearchBot(Rng(), Budget(5)).think(seen)


def test_it_goes_on_with_its_tree_where_the_game_came_to_one_of_its_positions() -> None:
    """In a game without secrets, with the decision it expected from the other seat."""
    state = farmtable.game("agricola").new(2, cards="none")
    rng = Rng(5)
    resolve_chance(state, rng)
    bot = SearchBot(Rng(6), Budget(300))
    seat = state.to_play
    reused = 0
    for _ in range(12):
        thought = bot.think(state.seen_by(seat))
        for action in thought.line:
            state.apply(action)
            if state.to_play == seat:
                break
        if state.to_play != seat:
            break
        tree = bot.recall(state.seen_by(seat))
        reused += tree is not None and tree.visits > 1
    assert reused >= 3


@pytest.mark.parametrize("change", ["one action more", "another action"])
def test_a_node_that_stood_for_other_positions_too_is_not_gone_on_with(change: str) -> None:
    """Else what was best elsewhere could be chosen here, where it is against the rules."""
    bot = SearchBot(Rng(6), Budget(300))
    for state in decisions("agricola", 2, 5, cards="none"):
        seat = state.to_play
        for action in bot.think(state.seen_by(seat)).line:
            state.apply(action)
            if state.to_play == seat:
                break
        node = bot.recall(state.seen_by(seat)) if state.to_play == seat else None
        if node is None:
            continue
        assert list(node.actions) == list(as_world(state).worth_trying())
        last = len(node.actions) - 1
        if change == "one action more":
            node.add(node.actions[last] + 1, 0.0)
        else:
            node.actions[last] += 1
        assert bot.recall(state.seen_by(seat)) is None
        assert bot.choose(state.seen_by(seat)) in state.legal_actions()
        return
    pytest.fail("no position was come to again")


class Corridor(World):
    """Somebody else takes step after step, each with either foot, to the same end."""

    clones = 0

    def __init__(self) -> None:
        super().__init__(farmtable.game("market_day"), 2, {})
        self.to_play = 1

    def legal_actions(self) -> vec[i64]:
        return vec[i64]([0, 1])

    def apply(self, action: int) -> None:
        """Nothing of it stays."""

    def clone(self) -> World:
        Corridor.clones += 1
        return Corridor()


def test_a_node_to_which_many_ways_lead_is_searched_once() -> None:
    """Else a decision that follows many small ones of others could take minutes."""
    nodes = [Node(1) for _ in range(15)]
    for node, after in itertools.pairwise(nodes):
        node.visits = 9
        for action in (0, 1):
            node.add(action, 0.0)
            node.below[action] = after
    Corridor.clones = 0
    assert Finder(b"", 0, 2).look(nodes[0], Corridor()) is None
    assert Corridor.clones <= 2 * len(nodes)


def test_a_tree_of_another_game_is_of_no_use() -> None:
    bot = SearchBot(Rng(6), Budget(30))
    first = decisions("market_day", 2, 1)[0]
    bot.think(first.seen_by(first.to_play))
    other = decisions("aehre", 2, 1)[0]
    assert bot.recall(other.seen_by(other.to_play)) is None
    assert bot.choose(other.seen_by(other.to_play)) in other.legal_actions()


@pytest.mark.parametrize("id", farmtable.games())
def test_time_is_kept(id: str) -> None:
    """Far beyond any machine's noise: the bound is ten times the time given."""
    state = decisions(id, farmtable.game(id).min_players, f"time {id}")[1]
    began = time.perf_counter()
    thought = SearchBot(Rng(1), Budget(1 << 30, seconds=0.3)).think(state.seen_by(state.to_play))
    assert thought.simulations >= 1
    assert 0.3 <= thought.seconds <= time.perf_counter() - began < 3


class Coins(Evaluation):
    """Knows nothing: everything looks alike until the game is over."""

    def __init__(self) -> None:
        super().__init__(0.0, 10.0)

    def expect(self, state: World) -> vec[float]:
        return vec[float]([0.0] * state.players + [10.0])


def test_it_finds_the_winning_sale_by_search_alone() -> None:
    """Market Day, the last decision: only one sale wins, and nothing but the end tells so."""
    tried = 0
    for seed in range(60):
        state = farmtable.game("market_day").new(2)
        rng = Rng(f"sale {seed}")
        resolve_chance(state, rng)
        last: State | None = None
        while state.to_play != OVER:
            if state.to_play != CHANCE and len(state.legal_actions()) > 1:
                last = state.clone()
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
        assert last is not None
        seat, wins = last.to_play, {}
        for action in last.legal_actions():
            after = last.clone()
            after.apply(action)
            wins[action] = after.to_play == OVER and after.winners() == [seat]
        if sorted(wins.values())[-2:] == [False, True]:
            tried += 1
            chosen = SearchBot(Rng(seed), Budget(50), Coins()).choose(last.seen_by(seat))
            assert wins[chosen]
    assert tried >= 3


class Asked(Evaluation):
    """Remembers the positions it was asked about."""

    def __init__(self) -> None:
        super().__init__(0.0, 10.0)
        self.states: list[State] = []

    def expect(self, state: World) -> vec[float]:
        self.states.append(state.clone())
        return vec[float]([0.0] * state.players + [10.0])


def test_the_actions_of_a_root_meet_the_same_luck() -> None:
    """What the other seat is imagined to hold in each action's first simulation, and in its second."""
    state = min(decisions("aehre", 2, "luck"), key=lambda one: len(one.legal_actions()))
    asked = Asked()
    seat = state.to_play
    tree = Tree(state.seen_by(seat), asked, Rng(3))
    hands: dict[int, list[str]] = {0: [], 1: []}
    for _ in range(4 * len(state.legal_actions())):
        asked.states.clear()
        tree.simulate()
        count = int(tree.root.counts[tree.path_edges[0]]) - 1
        hands.setdefault(count, []).append(str(asked.states[0].to_dict()["seats"][1 - seat]["hand"]))
    assert min(len(hands[0]), len(hands[1])) > 1
    assert len(set(hands[0])) == len(set(hands[1])) == 1
    assert hands[0][0] != hands[1][0]


def test_the_best_candidates_meet_last_and_the_better_of_them_is_chosen() -> None:
    state = next(one for one in decisions("agricola", 2, 5, cards="none") if len(one.legal_actions()) >= 8)
    bot = SearchBot(Rng(1), Budget(200))
    seen = state.seen_by(state.to_play)
    candidates = bot.think(seen).candidates
    visits = sorted((int(one.visits) for one in candidates), reverse=True)
    assert visits[0] - visits[1] <= 1 < visits[1] - visits[2]
    assert candidates[0].utility == max(one.utility for one in candidates if 2 * one.visits >= visits[0])
    assert SearchBot(Rng(1), Budget(200)).choose(seen) == candidates[0].action


def test_soft_levels_err_plausibly_and_hard_ones_do_not() -> None:
    """Who errs most still takes one of the best three; who errs little none that promises much less."""
    state = decisions("agricola", 2, 4, cards="none")[0]
    seen = state.seen_by(state.to_play)
    best = [one.action for one in SearchBot(Rng(1), Budget(1)).think(seen).candidates]
    soft = [SearchBot(Rng(seed), Budget(1, temperature=5.0)).choose(seen) for seed in range(60)]
    hard = {SearchBot(Rng(seed), Budget(1)).choose(seen) for seed in range(10)}
    assert set(soft) == set(best[:3])
    assert {SearchBot(Rng(seed), Budget(1, temperature=1e-6)).choose(seen) for seed in range(10)} == hard
    assert hard == {best[0]}


def test_where_there_are_many_actions_a_twentieth_is_plausible() -> None:
    state = next(one for one in decisions("aehre", 2, 4) if len(one.legal_actions()) > 100)
    seen = state.seen_by(state.to_play)
    n = len(state.legal_actions())
    chosen = {SearchBot(Rng(seed), Budget(1, temperature=5.0)).choose(seen) for seed in range(120)}
    assert 3 < len(chosen) < n // 8  # the twentieth of one world is not quite that of another


@pytest.mark.parametrize("id", farmtable.games())
def test_every_level_plays_whole_games_legally(id: str) -> None:
    """The levels that appraise without searching, one on each seat; every decision is checked."""
    found = farmtable.game(id)
    state = found.new(found.max_players)
    rng = Rng(f"levels {id}")
    bots = [make_bot(f"search:{1 + seat}", Rng(seat)) for seat in range(found.max_players)]
    resolve_chance(state, rng)
    while state.to_play != OVER:
        seen = state.seen_by(state.to_play)
        state.play(bots[state.to_play].choose(seen))
        resolve_chance(state, rng)
    assert state.winners()


def test_what_cannot_be_known_is_imagined_more_than_once() -> None:
    """The root's appraisals are the mean of its looks, each at another position that it could be."""

    class Hands(Evaluation):
        """Worth as much as the other seat's first tile kind: only what is hidden counts."""

        def __init__(self) -> None:
            super().__init__(0.0, 10.0)

        def expect(self, state: World) -> vec[float]:
            tiles = state.to_dict()["seats"][1]["hand"]
            return vec[float]([0.0, float(len(set(tiles))), 10.0])

    state = farmtable.game("aehre").new(2, start="1")
    resolve_chance(state, Rng("hands"))
    seen = state.seen_by(0)
    tree = Tree(seen, Hands(), Rng(5))
    once = list(tree.root.appraised)
    for _ in range(40):
        tree.look()
    often = list(tree.root.appraised)
    assert len(set(once)) == len({round(utility, 9) for utility in often}) == 1
    assert often[0] != once[0]
    assert tree.root.utility(0) == pytest.approx(often[0])
    for budget, looks in ((Budget(3), 1), (Budget(12), 3), (Budget(100), 16)):
        assert _looks(seen, budget, Hands()) == looks
    open_game = farmtable.game("agricola").new(2, cards="none")
    resolve_chance(open_game, Rng("open"))
    assert _looks(open_game.seen_by(open_game.to_play), Budget(100), Coins()) == 1


def test_a_search_trusts_its_appraisals_as_its_evaluation_says() -> None:
    state = decisions("market_day", 2, 3)[0]
    for prior_visits in (3.0, 30.0):
        evaluation = Coins()
        evaluation.prior_visits = prior_visits
        bot = SearchBot(Rng(1), Budget(60), evaluation)
        assert (
            bot.grow(state.seen_by(state.to_play), evaluation, Budget(60)).root.prior_visits == prior_visits
        )


def _looks(seen: Perspective, budget: Budget, evaluation: Evaluation) -> int:
    bot = SearchBot(Rng(5), budget, evaluation)
    bot.think(seen)
    assert bot._tree is not None
    return int(bot._tree.looks)


class Flat(Evaluation):
    """Promises whatever the first one does; others choose as freely as told."""

    def __init__(self, others: float) -> None:
        super().__init__(30.0, 10.0)
        self.network = evaluation_of(farmtable.game("agricola"), 2, {"cards": "none"})
        self.others = others

    def expect(self, state: World) -> vec[float]:
        return self.network.expect(state)


def test_others_may_be_taken_to_choose_more_freely() -> None:
    """Then their actions are tried more as they were appraised at first, and the seat's own as ever."""
    state = farmtable.game("agricola").new(2, cards="none")
    resolve_chance(state, Rng("others"))
    strays: dict[float, list[float]] = {}
    for others in (0.0, 3.0):
        bot = SearchBot(Rng("others"), Budget(600), Flat(others))
        root = bot.grow(state.seen_by(state.to_play), Flat(others), Budget(600)).root
        replies = _expanded(root, 1 - state.to_play)
        assert len(replies) > 5
        strays[others] = [_strays(root), sum(map(_strays, replies)) / len(replies)]
    (own, theirs), (still_own, freer) = strays[0.0], strays[3.0]
    assert freer < theirs / 2
    assert still_own > own / 2


def _expanded(node: Node, mover: int) -> list[Node]:
    """The decisions of `mover` at or below a node that were tried often."""
    found = [node] if node.mover == mover and node.expanded and node.visits >= 20 else []
    return found + [one for below in node.below if below is not None for one in _expanded(below, mover)]


def _strays(node: Node) -> float:
    """How far the shares of the simulations are from the shares of attention: 0 to 1."""
    total = float(sum(node.counts))
    return sum(abs(float(c) / total - p) for c, p in zip(node.counts, node.priors, strict=True)) / 2

"""The policy: what it names, how it is stored, and that a search looks at what it names alone."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import farmtable
from farmtable import BadRecord, Rng
from farmtable.bots import Budget, Evaluation, SearchBot
from farmtable.bots.network_file import FEATURES, TENSORS, pack_tensors, parse_network
from farmtable.bots.policy import Policy
from farmtable.core import resolve_chance
from farmtable.core.feature_names import digest_of
from farmtable.core.state import World

REST = [0.0] * 6  # of eight units two are in use


def floats(*some: float) -> vec[float]:
    return vec[float]([float(one) for one in some])


def whole(*some: int) -> vec[i64]:
    return vec[i64](list(some))


def policy() -> Policy:
    """Two features, three actions: the units are x₀ and x₁ - 1 above 0."""
    out = floats(1, 0, *REST, 0, 2, *REST, -1, -1, *REST)
    return Policy(floats(1, 0, *REST, 0, 1, *REST), floats(0, -1, *REST), out, floats(0, 0.5, 4))


def test_logits_are_those_of_a_hidden_layer() -> None:
    asked = policy()
    legal = whole(0, 1, 2)
    assert list(asked.logits(whole(3, 2), legal)) == [3.0, 2.5, 0.0]
    assert list(asked.logits(whole(-1, 0), legal)) == [0.0, 0.5, 4.0]
    assert list(asked.twin().logits(whole(3, 2), whole(2))) == [0.0]


def test_the_likeliest_are_named_in_their_order() -> None:
    legal = whole(0, 1, 2)
    assert list(policy().likely(whole(3, 2), legal, 2)) == [0, 1]
    assert list(policy().likely(whole(-1, 0), legal, 2)) == [1, 2]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=20), st.integers(1, 20))
def test_of_equals_the_first_are_named(shifts: list[int], most: int) -> None:
    most = min(most, len(shifts))
    asked = Policy(floats(*[0.0] * 8), floats(*[0.0] * 8), floats(*[0.0] * 8 * len(shifts)), floats(*shifts))
    found = asked.likely(whole(1), whole(*range(len(shifts))), most)
    assert list(found) == sorted(sorted(range(len(shifts)), key=lambda action: -shifts[action])[:most])


def tensors(features: int, actions: int) -> dict[str, array[float]]:
    lengths = {"hidden": features * 8, "bias": 8, "out": 8, "slope": features}
    lengths |= {"shift": 1, "spreads": 101, "typical": 1}
    lengths |= {"policy_hidden": features * 8, "policy_bias": 8, "policy_out": actions * 8}
    lengths["policy_shift"] = actions
    assert set(TENSORS) < set(lengths)
    return {name: array("f", [1.0 + place % 3 for place in range(size)]) for name, size in lengths.items()}


def test_a_network_with_a_policy_names_actions() -> None:
    game = farmtable.game("agricola")
    made = {FEATURES: digest_of(game.feature_names), "likeliest": "4"}
    kept = tensors(game.feature_count, game.num_actions)
    network = parse_network(pack_tensors(kept, made), game.feature_names, game.num_actions)
    state = game.new(2)
    resolve_chance(state, Rng(1))
    for asked in (network, network.twin()):
        named = asked.likely(state.seen_by(state.to_play).determinize(Rng(2)), state.legal_actions())
        assert len(named) == 4
        assert list(named) == sorted(named)
        assert set(named) < set(state.legal_actions())


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ({"policy_shift": None}, "holds policy_bias, policy_hidden, policy_out alone"),
        ({"policy_shift": 3}, "knows 3 actions; those here are 5"),
        ({"policy_out": 9}, "policy_out has 9 numbers, not 40"),
        ({"policy_bias": 4}, "4 hidden units"),
        ({"likeliest": "0"}, "names 0 actions"),
        ({"likeliest": "some"}, "names some actions"),
    ],
)
def test_a_damaged_policy_is_refused(damage: dict[str, int | str | None], said: str) -> None:
    names = ("a", "b")
    kept, made = tensors(2, 5), {FEATURES: digest_of(names), "likeliest": "4"}
    for name, what in damage.items():
        if what is None:
            del kept[name]
        elif isinstance(what, str):
            made[name] = what
        else:
            kept[name] = array("f", [1.0] * what)
    with pytest.raises(BadRecord, match=said):
        parse_network(pack_tensors(kept, made), names, 5)


class Choosy(Evaluation):
    """Has only the last two actions looked at, and counts what it is asked."""

    def __init__(self) -> None:
        super().__init__(20.0, 10.0)
        self.likeliest = 2
        self.asked = 0

    def likely(self, state: World, legal: vec[i64]) -> vec[i64]:
        return vec[i64](list(legal)[-2:])

    def expect(self, state: World) -> vec[float]:
        self.asked += 1
        return floats(*(float(score) for score in state.scores()), 5.0)


def test_a_search_looks_only_at_what_is_named_but_keeps_the_rest() -> None:
    game = farmtable.game("mi_tierra")
    state = game.new(2)
    resolve_chance(state, Rng(1))
    choosy = Choosy()
    budget = Budget(20)
    tree = SearchBot(Rng(3), budget, choosy).grow(state.seen_by(state.to_play), choosy, budget)
    looks = max(1, int(tree.looks))
    # Each simulation looks at two actions of the position that it ends at; the root at all of its own.
    assert choosy.asked <= looks * len(tree.legal) + 2 * 20
    below = [node for node in tree.root.below if node is not None and node.expanded]
    assert below
    for node in below:
        assert len(node.actions) > 2
        assert list(node.appraised)[:-2] == [min(node.appraised)] * (len(node.actions) - 2)

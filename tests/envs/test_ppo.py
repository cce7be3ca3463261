"""The example of PPO learns where PyTorch is installed; its curves in the documents are those it made."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from farmtable.arena.intervals import wilson
from tests.envs.games import example
from tools import ppo_curves


def torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed: pip install farmtable[train]")


def test_it_learns(tmp_path: Path) -> None:
    """A little of Market Day, which is enough to do better than at first."""
    torch()
    ppo = example("ppo")
    recipe = replace(ppo.RECIPES["market_day"], opponents="random", rival="random", steps=16_384, trial=200)
    curve = ppo.learn(recipe, tmp_path / "curve.json", tmp_path / "weights.pt")
    assert [point["decisions"] for point in curve] == [0, 16_384]
    assert curve[-1]["won"] > curve[0]["won"] + 0.1
    assert json.loads((tmp_path / "curve.json").read_text())["curve"] == curve
    assert (tmp_path / "weights.pt").stat().st_size > 0


@pytest.mark.parametrize("name", ["masked", "afterstates"])
def test_decisions_that_turned_out_well_become_likelier(name: str) -> None:
    """All decisions for the first legal action are told to have been good, all others bad."""
    found = torch()
    ppo = example("ppo")
    found.manual_seed(1)
    recipe = replace(ppo.RECIPES["market_day"], agent=name, games=4, length=40, entropy=0.0)
    player = ppo.Player(recipe, found.device("cpu"))
    told = player.rollout()
    with found.no_grad():
        logits, told.returns = player.agent(told.asked)
    first = (logits > ppo.ILLEGAL).float().argmax(1)
    told.advantages = found.where(told.chosen == first, 1.0, -1.0)
    before = logits.softmax(1).gather(1, first[:, None]).mean()
    optimizer = found.optim.Adam(player.agent.parameters(), lr=1e-3)
    ppo.improve(player.agent, optimizer, told, recipe)
    with found.no_grad():
        after = player.agent(told.asked)[0].softmax(1).gather(1, first[:, None]).mean()
    assert after > before + 0.02


def test_what_is_good_for_one_of_two_is_bad_for_the_other() -> None:
    """Two decisions of different seats, the second of which wins 1: the first has lost as much."""
    found = torch()
    ppo = example("ppo")
    recipe = replace(ppo.RECIPES["market_day"], opponents="self", games=1, length=2, trace=1.0)
    player = ppo.Player(recipe, found.device("cpu"))
    values, rewards, over = found.zeros(2, 1), found.tensor([[0.0], [1.0]]), found.tensor([[0.0], [1.0]])
    same, other = found.tensor([[1], [1]]), found.tensor([[0], [1]])
    assert player._advantages(values, same, rewards, over).flatten().tolist() == [1.0, 1.0]
    assert player._advantages(values, other, rewards, over).flatten().tolist() == [-1.0, 1.0]


def test_actions_outside_the_mask_are_never_chosen() -> None:
    found = torch()
    ppo = example("ppo")
    for name in ("masked", "afterstates"):
        recipe = replace(ppo.RECIPES["market_day"], agent=name, games=3, length=30)
        told = ppo.Player(recipe, found.device("cpu")).rollout()
        assert len(told.asked) == len(told.chosen) == 90
        assert bool(found.isfinite(told.log_chances).all())
        assert np.isfinite(told.returns.numpy()).all()


def test_the_curves_in_the_documents_are_those_of_its_runs() -> None:
    """After another run: `python -m tools.ppo_curves`, and put its tables into the page."""
    page = ppo_curves.PAGE.read_text(encoding="utf-8")
    assert set(ppo_curves.runs()) == {"aehre", "market_day"}
    for run in ppo_curves.runs().values():
        assert "\n".join(ppo_curves.table(run)) in page
    for path, drawing in ppo_curves.plots():
        assert path.read_text(encoding="utf-8") == drawing
        assert f"images/{path.name}" in page


def test_its_runs_were_made_by_its_recipes() -> None:
    torch()
    ppo = example("ppo")
    assert {name: asdict(recipe) for name, recipe in ppo.RECIPES.items()} == {
        name: run["recipe"] for name, run in ppo_curves.runs().items()
    }


def test_in_aehre_it_beats_greedy() -> None:
    """As the page says: in its last trial the interval of 95 % lies above one half."""
    run = ppo_curves.runs()["aehre"]
    assert (run["recipe"]["game"], run["recipe"]["rival"]) == ("Aehre", "greedy")
    last, games = run["curve"][-1], run["recipe"]["trial"]
    assert wilson(last["won"] * games, games)[0] > 0.5

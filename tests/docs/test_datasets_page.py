"""The page about datasets: its commands make one, its loaders load it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from farmtable.arena.dataset.make import make
from farmtable.arena.dataset.plan import Dataset, decisions_schema, games_schema
from farmtable.core import game

PAGE = (Path(__file__).parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")
POLARS, TORCH, REPLAY = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SIZE = game("market_day").observation_size


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make(Dataset.of("market_day", 4, ("random",), games=2), tmp_path / "agricola-4", workers=1)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_polars_loads_it(folder: Path) -> None:
    names: dict[str, object] = {}
    exec(POLARS, names)
    observations, actions = names["observations"], names["actions"]
    assert observations.shape == (len(actions), SIZE)  # type: ignore[attr-defined, arg-type]
    assert str(observations.dtype) == "float32"  # type: ignore[attr-defined]
    assert len(actions) > 5  # type: ignore[arg-type]


def test_pytorch_loads_it(folder: Path) -> None:
    pytest.importorskip("torch")
    names: dict[str, object] = {}
    exec(TORCH.replace("2128", "7"), names)
    seen, mask, action, win = next(iter(names["loader"]))  # type: ignore[call-overload]
    assert seen.shape[1] == SIZE
    assert mask.shape == (len(action), 7)
    assert mask[range(len(action)), action].all()
    assert len(win) == len(action)


def test_the_loader_for_pytorch_does_what_it_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without PyTorch, too: arrays stand in for its tensors."""
    torch: Any = ModuleType("torch")
    torch.from_numpy, torch.bool, torch.zeros = np.asarray, np.bool_, np.zeros
    data = SimpleNamespace(IterableDataset=object, DataLoader=lambda decisions, batch_size: decisions)
    torch.utils = SimpleNamespace(data=data)
    monkeypatch.setitem(sys.modules, "torch", torch)
    names: dict[str, Any] = {}
    exec(TORCH.replace("2128", "7"), names)
    rows = list(names["loader"])
    assert len(rows) > 20
    for seen, mask, action, win in rows:
        assert seen.shape == (SIZE,)
        assert mask[action]
        assert 0 <= win <= 1


def test_a_position_is_replayed(folder: Path) -> None:
    exec(REPLAY, {})


def test_all_columns_are_told() -> None:
    for column in {*games_schema(), *decisions_schema(1, text=True)}:
        assert f"`{column}`" in PAGE

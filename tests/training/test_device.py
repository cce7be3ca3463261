"""Where learning is done: here, or on a graphics processor, by the same code."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from farmtable import BadOption
from farmtable.training.device import Device
from farmtable.training.learner import Learner

from .test_learner import RECIPE, course


class There:
    """An array on a device of another kind: it meets only its like, and leaves only when it is asked to."""

    __array_priority__ = 1000

    def __init__(self, array: Any) -> None:
        self.array = array

    def get(self) -> Any:
        return self.array


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(BadOption, match="only cpu and gpu"):
        Device("tpu")


def test_without_a_graphics_processor_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(BadOption, match="no graphics processor that CuPy can work with"):
        Device("gpu")


def test_arrays_go_there_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(asarray=There, zeros=np.zeros))
    device = Device("gpu")
    there = device.put(np.arange(3))
    assert isinstance(there, There)
    assert device.get(there).tolist() == [0, 1, 2]


def test_what_was_learned_on_a_device_is_gone_on_with_on_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NumPy's own arrays that know the way back as those of CuPy do: all that is kept comes back."""

    class Away(np.ndarray[Any, Any]):
        def get(self) -> Any:
            return self.view(np.ndarray)

    def away(array: Any) -> Any:
        return np.asarray(array).view(Away)

    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(asarray=away, zeros=np.zeros))
    seen, recipe = course(2_000, 1), replace(RECIPE, passes=2)
    flat = seen.features.reshape(-1, 5)
    here, there = (
        Learner(flat, seen.points.ravel() - flat[:, 0], recipe, Device(name)) for name in ("cpu", "gpu")
    )
    for learner in (here, there):
        learner.fit([seen], recipe, np.random.default_rng(2))
        learner.measure([seen], 1.0)
    assert there.expect(flat).tolist() == here.expect(flat).tolist()
    assert type(there.expect(flat)) is np.ndarray
    assert {name: type(part) for name, part in there.state().items()} == dict.fromkeys(
        here.state(), np.ndarray
    )
    again = Learner.restore(there.state())
    assert again.export() == here.export() == there.export()

"""Where the network is fitted: with NumPy on the CPU, or with CuPy on a GPU.

Both have the same API (NumPy's), so there is one learner; only inputs and outputs are copied between
memories. Each gives equal results for equal input, but not the same as the other, since they add up in
different orders.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.core import BadOption

DEVICES: Final = ("cpu", "gpu")


class Device:
    """Copies arrays to the device and back."""

    def __init__(self, name: str = "cpu") -> None:
        """`name`: one of `DEVICES`. Raises BadOption for another, and where there is no such device."""
        if name not in DEVICES:
            raise BadOption(f"there is no device {name!r}, only {' and '.join(DEVICES)}")
        self._arrays: Any = np if name == "cpu" else _cupy()

    def put(self, array: NDArray[Any]) -> Any:
        """The array on the device."""
        return self._arrays.asarray(array)

    def get(self, array: Any) -> NDArray[Any]:
        """An array of the device as a NumPy array; an array that is one already is returned unchanged."""
        fetch = getattr(array, "get", None)
        found: NDArray[Any] = np.asarray(array) if fetch is None else fetch()
        return found


def _cupy() -> Any:
    try:
        cupy = importlib.import_module("cupy")
        cupy.zeros(1).sum()  # a driver, too, must be there
    except Exception as error:  # whatever CuPy raises without a graphics processor
        raise BadOption(f"there is no graphics processor that CuPy can work with: {error}") from None
    return cupy

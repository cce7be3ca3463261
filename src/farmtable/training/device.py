"""Where the sums of learning are done: by NumPy on the processor, or by CuPy on a graphics processor.

Both know the same names (the array API of NumPy), so the learner is one; only what goes in and what comes
out is carried from one memory to the other. Each gives equal sums for equal input, but not the same as
the other: they add up in other orders.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.core import BadOption

DEVICES: Final = ("cpu", "gpu")


class Device:
    """Carries arrays to where they are worked on, and back."""

    def __init__(self, name: str = "cpu") -> None:
        """`name`: one of `DEVICES`. Raises BadOption for another, and where there is no such device."""
        if name not in DEVICES:
            raise BadOption(f"there is no device {name!r}, only {' and '.join(DEVICES)}")
        self._arrays: Any = np if name == "cpu" else _cupy()

    def put(self, array: NDArray[Any]) -> Any:
        """This array, there."""
        return self._arrays.asarray(array)

    def get(self, array: Any) -> NDArray[Any]:
        """An array that is there, here; one that never went comes as it is."""
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

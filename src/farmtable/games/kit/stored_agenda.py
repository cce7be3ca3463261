"""The agenda of a stored position: its steps and their arguments as readable data, and questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import pack_frame, unpack_frame
from farmtable.core.errors import BadRecord
from farmtable.core.state import State


def frames(state: State) -> list[tuple[int, int]]:
    """Each pending step with its argument, from the bottom."""
    return [unpack_frame(int(frame)) for frame in state.agenda]


def has(state: State, step: int) -> bool:
    """Whether a step is pending."""
    return any(pending == step for pending, _ in frames(state))


def arguments(state: State, step: int) -> list[int]:
    """The arguments with which a step is pending, those to come first in front."""
    return [argument for pending, argument in frames(state)[::-1] if pending == step]


def to_list(state: State, names: Sequence[str]) -> list[list[Any]]:
    """The agenda with the names of its steps, from the bottom."""
    return [[names[step], argument] for step, argument in frames(state)]


def read(data: Any, names: Sequence[str], end: int) -> vec[i64]:
    """The agenda that such a list tells of; arguments are below `end`."""
    agenda = vec[i64]()
    for frame in data:
        if not isinstance(frame, list) or len(frame) != 2:
            raise BadRecord(f"position: agenda: a step is its name and a number, not {frame!r}")
        step, argument = frame
        if step not in names:
            raise BadRecord(f"position: agenda: there is no step {step!r}")
        if not isinstance(argument, int) or isinstance(argument, bool) or not 0 <= argument < end:
            raise BadRecord(f"position: agenda: {step!r} has a whole number, not {argument!r}")
        agenda = append(agenda, pack_frame(names.index(step), argument))
    return agenda

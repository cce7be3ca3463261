"""What a frame of the agenda holds: a step and its argument, as `State.push` puts them together."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import StepId


def pack_frame(step: StepId, argument: i64) -> i64:
    """The frame of a step (0 to 255) and its argument (from 0)."""
    return step + (argument << 8)


def unpack_frame(frame: i64) -> tuple[i64, i64]:
    """The step of a frame, and its argument."""
    return frame & 255, frame >> 8


def step_of(frame: i64) -> i64:
    """The step of a frame."""
    return frame & 255


def argument_of(frame: i64) -> i64:
    """The argument of its step."""
    return frame >> 8

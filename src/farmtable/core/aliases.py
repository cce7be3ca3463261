"""What whole numbers stand for, where a type can say it: `i64` under the names of what is numbered."""

from __future__ import annotations

from typing import TypeAlias

from mypy_extensions import i64

Seat: TypeAlias = i64
"""A seat, from 0; -1 is a spectator, or nobody."""
Action: TypeAlias = i64
"""A decision, or an outcome of chance."""
StepId: TypeAlias = i64
"""A step of the agenda, 0 to 255."""

"""The measurements of `make bench-envs` can be taken; what is not installed is left out."""

from __future__ import annotations

from functools import partial

import farmtable.envs.openspiel  # noqa: F401 - registers the games
from farmtable.envs import aec
from tools.bench_envs import ROWS, in_turn, many, measured, spiel


def test_each_library_can_be_measured() -> None:
    for begin in (
        partial(many, "market_day", 2, "uint8"),
        lambda: in_turn(lambda: aec("market_day", 2)),
        lambda: spiel("farmtable_market_day"),
    ):
        assert measured(begin, 0.01) > 0  # type: ignore[operator]
    assert len({name for name, _ in ROWS}) == len(ROWS)


def test_what_is_not_installed_is_left_out() -> None:
    def begin() -> None:
        raise ImportError

    assert measured(begin, 0.01) is None  # type: ignore[arg-type]

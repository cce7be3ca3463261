"""Stable Architect: a bonus point for each stable outside pastures."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    finished,
    line,
)


def test_stables_outside_pastures() -> None:
    seat: Data = {"front": ["stable_architect"], "stables": ["C1", "D1", "E1"], "pastures": [["E1", "E2"]]}
    state = finished(seat)
    assert line(state, "bonus") == 2
    assert line(state, "stables") == 1  # the fenced one, by the usual rule (R12.1)


@pytest.mark.parametrize(("stables", "points"), [([], 0), (["C1"], 1), (["B1", "C1", "D1", "E1"], 4)])
def test_one_point_each(stables: list[str], points: int) -> None:
    assert line(finished({"front": ["stable_architect"], "stables": stables}), "bonus") == points


def test_only_for_its_owner_and_only_in_front() -> None:
    stables: Data = {"stables": ["D1", "E1"]}
    state = finished({"front": ["stable_architect"]}, stables)
    assert line(state, "bonus", 0) == 0
    assert line(state, "bonus", 1) == 0
    assert line(finished({"occupations": ["stable_architect"], **stables}), "bonus") == 0


def test_with_manger() -> None:
    """Six fenced spaces, the stable inside counts for neither twice."""
    pasture = [["C1", "D1", "E1", "C2", "D2", "E2"]]
    seat: Data = {"front": ["stable_architect", "manger"], "stables": ["C1", "E3"], "pastures": pasture}
    assert line(finished(seat), "bonus") == 1 + 1

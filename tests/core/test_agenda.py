"""Frames of the agenda: what `State.push` puts together is taken apart again."""

import pytest

import farmtable
from farmtable.core.agenda import argument_of, pack_frame, step_of, unpack_frame


@pytest.mark.parametrize(("step", "argument"), [(0, 0), (255, 0), (0, 1), (30, (1 << 54) - 1), (7, 300)])
def test_a_frame_is_a_step_and_its_argument(step: int, argument: int) -> None:
    state = farmtable.game("market_day").new(2)
    state.push(step, argument)
    frame = state.agenda[len(state.agenda) - 1]
    assert frame == pack_frame(step, argument)
    assert unpack_frame(frame) == (step_of(frame), argument_of(frame)) == (step, argument)
    assert (state.step(), state.argument()) == (step, argument)

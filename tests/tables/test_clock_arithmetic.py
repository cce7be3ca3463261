"""The clocks as a value: whatever happens, nobody has less than nothing, and only who is to decide pays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farmtable.tables.clocks.clock import GRACE, Clock, Moment
from farmtable.tables.clocks.control import DAY, TimeControl
from farmtable.tables.clocks.rest import MOST_A_YEAR, YEAR, Rest, after, granted, rest_at, running

SEATS = 3
EVERYBODY = frozenset(range(SEATS))
# In whole seconds, so that sums are exact.
SECONDS = st.integers(0, 1000).map(float)
MOMENTS = st.builds(
    Moment,
    acting=st.frozensets(st.integers(0, SEATS - 1)),
    timed=st.sampled_from([EVERYBODY, frozenset({0, 2}), frozenset()]),
    fresh=st.booleans(),
    undone=st.booleans(),
)
REAL_TIME = st.builds(
    lambda minutes, each: TimeControl.read(f"{minutes}+{each}"), st.integers(1, 600), st.integers(5, 600)
)
DAYS = st.builds(lambda days: TimeControl.read(f"{days}d"), st.integers(1, 30))
CONTROLS = REAL_TIME | DAYS


@st.composite
def clocks(draw: st.DrawFn) -> tuple[Clock, float]:
    """Clocks after anything that may have happened, and the moment."""
    clock, now = Clock.new(draw(CONTROLS), SEATS), 1e6
    for _ in range(draw(st.integers(0, 12))):
        now += draw(SECONDS)
        seats = draw(st.sets(st.integers(0, SEATS - 1)))
        what = draw(st.sampled_from(["decide", "decide", "wish", "go on", "back", "run out"]))
        if what == "decide":
            clock = clock.going_on(now).at(now, draw(MOMENTS))
        elif what == "wish":
            clock = clock.wished(seats, draw(st.booleans()), now, EVERYBODY)
        elif what == "go on":
            clock = clock.going_on(now)
        elif what == "back":
            for seat in seats & set(clock.stand_ins):
                clock = clock.coming_back(seat)
        elif clock.late(now):
            clock = clock.taken_over("bot", now)
    return clock, now


@given(CONTROLS)
def test_a_control_is_read_as_it_is_written(control: TimeControl) -> None:
    assert TimeControl.read(str(control)) == control


@given(clocks(), SECONDS)
def test_nobody_has_less_than_nothing_and_only_who_is_to_decide_pays(
    found: tuple[Clock, float], seconds: float
) -> None:
    clock, now = found
    for seat in range(SEATS):
        before, after = clock.left_at(seat, now), clock.left_at(seat, now + seconds)
        assert 0 <= after <= before
        if seat not in clock.turns or clock.paused:
            assert after == before
        else:
            assert after == max(before - seconds, 0)
    assert not clock.turns & set(clock.stand_ins)


@given(clocks(), SECONDS, MOMENTS)
def test_a_turn_that_begins_adds_once(found: tuple[Clock, float], seconds: float, moment: Moment) -> None:
    clock, now = found
    now += seconds
    after = clock.at(now, moment)
    for seat in range(SEATS):
        left = clock.left_at(seat, now)
        begins = seat in after.turns and (seat not in clock.turns or moment.fresh) and not moment.undone
        assert after.left_at(seat, now) == (clock.control.granted(left) if begins else left)
    again = after.at(now, replace(moment, fresh=False))
    assert again.seats == after.seats, "told twice it is the same"


@given(clocks(), SECONDS)
def test_time_is_up_a_moment_after_nothing_is_left(found: tuple[Clock, float], seconds: float) -> None:
    clock, now = found
    now += seconds
    late = clock.late(now)
    assert bool(late) == (clock.ends is not None and now > clock.ends)
    for seat in late:
        assert clock.left_at(seat, now - GRACE) == 0
    over = clock.taken_over("bot", now)
    assert over.stand_ins == clock.stand_ins | dict.fromkeys(late, "bot")
    assert not over.late(now)


@given(clocks(), SECONDS)
def test_a_pause_costs_nothing(found: tuple[Clock, float], seconds: float) -> None:
    clock, now = found
    still = clock.wished(EVERYBODY - set(clock.stand_ins), True, now, EVERYBODY)
    if set(clock.stand_ins) == EVERYBODY:
        return
    assert still.paused
    assert not still.wishing
    again = still.going_on(now + seconds)
    assert not again.paused
    assert [again.left_at(seat, now + seconds) for seat in EVERYBODY] == [
        clock.left_at(seat, now) for seat in EVERYBODY
    ]


@given(clocks(), st.integers(0, SEATS - 1), SECONDS)
def test_no_more_than_what_is_left_and_one_turn_can_be_used_up_before_a_bot_stands_in(
    found: tuple[Clock, float], seat: int, seconds: float
) -> None:
    """Whoever loses his seat to a bot and comes back in the same turn does not get time for it again."""
    clock, now = found
    here = Moment(frozenset({seat}), EVERYBODY)
    clock = clock.going_on(now).at(now, here)
    if seat not in clock.turns or clock.paused:
        return
    now += clock.left_at(seat, now) + GRACE + 1 + seconds
    assert clock.late(now) == {seat}
    clock = clock.taken_over("bot", now).coming_back(seat).at(now, here)
    assert not clock.turns
    assert clock.seats[seat].left == 0
    later = clock.at(now, replace(here, fresh=True))
    assert later.turns == {seat}
    assert later.left_at(seat, now) == clock.control.each


@given(clocks(), st.lists(st.sampled_from(["wish", "decide"]), max_size=8))
def test_whatever_is_asked_in_the_moment_after_zero_gives_no_further_one(
    found: tuple[Clock, float], asked: list[str]
) -> None:
    """Else whoever wishes for a pause again and again, or decides and takes it back, has time without end."""
    clock, now = found
    here = Moment(frozenset({0}), EVERYBODY)
    clock = clock.going_on(now).at(now, here)
    if clock.turns != {0}:
        return
    now += clock.left_at(0, now)
    ends = clock.ends
    for number, what in enumerate(asked, 1):
        at = now + number * GRACE / 10
        if what == "wish":
            clock = clock.wished({0}, not clock.wishing, at, EVERYBODY)
        else:
            clock = clock.at(at, replace(here, undone=number % 2 == 0))
    assert clock.paused or clock.ends == pytest.approx(ends, rel=0, abs=1e-3)
    assert clock.left_at(0, now + GRACE) == 0


WHOLE = st.integers(0, 60)
RESTS = st.lists(st.tuples(WHOLE, WHOLE).map(lambda two: (float(min(two)), float(max(two)))), max_size=4).map(
    sorted
)


@given(RESTS, WHOLE, WHOLE)
def test_time_that_rests_is_not_counted(rests: list[Rest], start: int, seconds: int) -> None:
    end = start + seconds
    counted = [at for at in range(start, end) if not any(since <= at < until for since, until in rests)]
    assert running(rests, start, end) == len(counted)


@given(RESTS, WHOLE, st.integers(1, 60))
def test_time_is_up_when_all_of_it_has_run(rests: list[Rest], start: int, seconds: int) -> None:
    up = after(rests, start, seconds)
    assert running(rests, start, up) == seconds
    assert running(rests, start, up - 0.5) == seconds - 0.5, "and not before"


@given(RESTS, WHOLE)
def test_a_rest_lasts_until_no_other_goes_on(rests: list[Rest], now: int) -> None:
    until = rest_at(rests, now)
    assert (until is None) == (running(rests, now, now + 1) == 1)
    if until is not None:
        assert running(rests, now, until) == 0
        assert running(rests, now, until + 1) == 1


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(1, 60)), max_size=6))
def test_within_any_year_no_more_rests_than_one_account_has(absences: list[tuple[int, int]]) -> None:
    rests = sorted((since * DAY, (since + days) * DAY) for since, days in absences)
    found = granted(rests, (), 0.0)
    for since, until in found:
        assert running(rests, since, until) == 0, "nothing rests but what was asked for"
        for end in (since + DAY, until):
            used = YEAR - running(found, end - YEAR, end)
            assert used <= MOST_A_YEAR * DAY + 1
    if all(running(rests, end - YEAR, end) >= YEAR - MOST_A_YEAR * DAY for _, end in rests):
        # Overlapping ones are one; what is allowed rests whole.
        assert running(found, 0.0, 2000 * DAY) == running(rests, 0.0, 2000 * DAY)

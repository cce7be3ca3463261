"""What a part of an action is: the base of the classes in the files beside, one for each part."""

from __future__ import annotations

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import lowest
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import pack_payment
from farmtable.games.agricola.position.steps import PAYMENT
from farmtable.games.agricola.rules import prices


class Part:
    """One part of an action: which actions it consists of, whether they can be taken, and doing them.

    `extra` is what a MENU says beside its parts: see `extra_of`.
    """

    blocks: ClassVar[tuple[int, ...]] = ()  # of its actions

    def __init__(
        self,
        bit: i64,
        name: str,
        *,
        repeated: bool = False,
        plays: i64 = -1,
        may_cost_food: bool = False,
        closing: i64 = -1,
    ) -> None:
        self.bit = bit
        self.name = name
        self.repeated = repeated  # it may go on as long as one likes
        self.plays = plays  # the kind of hand cards that it lets one play: which one can play is a secret
        self.may_cost_food = may_cost_food
        self.closing = closing  # the step that waits until all of it is built, where cards look at all of it

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        """Whether a seat can take at least one step of it."""
        raise NotImplementedError

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        """`found` and all that a seat can do of it."""
        raise NotImplementedError

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        """Do one of its actions."""
        raise NotImplementedError

    def usual_extra(self, state: Position, seat: Seat) -> i64:
        """The `extra` of a MENU with this part that a space pushes."""
        return 0

    def used_up(self, state: Position, seat: Seat, action: Action, extra: i64) -> i64:
        """How much of the `extra` an action leaves no more for those that follow."""
        return 0

    def size(self, state: Position, seat: Seat) -> i64:
        """What there is of it, as cells: its closing step remembers what was there before."""
        raise NotImplementedError

    def closed(self, state: Position, seat: Seat, before: i64) -> None:
        """Let cards do what they do once all of it is built."""
        raise NotImplementedError

    def is_awaited(self, state: Position, seat: Seat) -> bool:
        """Whether any card acts once a seat has built all of it."""
        raise NotImplementedError


class PricedPart(Part):
    """A part for which cards may ask several prices: a seat is asked which it pays."""

    def ways(self, state: Position, seat: Seat, action: Action, free: i64) -> vec[i64]:
        """The prices that may be paid for an action, so many fences of it free."""
        raise NotImplementedError

    def build(self, state: Position, seat: Seat, action: Action) -> None:
        """Build what has been paid."""
        raise NotImplementedError

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        """Pay and build at once, unless there are several ways to pay."""
        found = self.ways(state, seat, action, extra)
        if len(found) == 1:
            self.pay_and_build(state, seat, action, found[0])
        else:
            state.push(PAYMENT, pack_payment(action, extra))

    def pay_and_build(self, state: Position, seat: Seat, action: Action, price: i64) -> None:
        """Pay one of the prices, and build what it is for."""
        prices.pay_price(state, seat, price)
        self.build(state, seat, action)


def numbered(first: i64, places: i64, found: vec[i64]) -> vec[i64]:
    """`found` and an action for each of these places, numbered from `first` on."""
    while places != 0:
        found = append(found, first + lowest(places))
        places &= places - 1
    return found

"""Mini Pasture: one space fenced for nothing."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import ask
from farmtable.games.agricola.position.actions import PASTURE
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.farmyard import small_pastures
from farmtable.games.agricola.rules.parts.fences import build_pasture


class MiniPasture(MinorImprovement):
    """When played, close a new pasture of 1 space, paying no wood; then pass the card to the left.

    The fences come from your supply and it lies beside your pastures, as always; where that cannot be,
    nothing happens. It is no Build Fences action, and divides no pasture.
    """

    id = "mini_pasture"
    number = "B002"
    name = Text("Mini Pasture")
    text = Text(
        "Fence exactly 1 space of your farmyard as a new pasture, without paying wood; it must be next "
        "to your other pastures if you have any. This is not a Build Fences action. Then pass this card "
        "to the left."
    )
    cost = priced(food=2)
    travels = True

    def when_played(self, state: Position, seat: Seat) -> None:
        ask(state, seat, self)

    def choices(self, state: Position, seat: Seat, question: i64) -> vec[i64]:
        return small_pastures(state, seat)

    def choose(self, state: Position, seat: Seat, question: i64, action: Action) -> None:
        build_pasture(state, seat, action - PASTURE)

"""Games in plain Python: you declare a position as a list of fields, and the rest is derived from it.

    class Duel(PlainWorld):
        bag = pile(6, 6, 6)             # nobody sees into it
        hands = drawn("bag")            # each seat's own, drawn from the bag
        coins = each(number())          # one number for each seat, which all see

From the fields follow copies of a position, its stored form and how that is read, what a seat must forget and
how that is dealt again, a view for pages, an observation, and features for learning. For anything special,
override any method: a `PlainWorld` is a `World`, and a `PlainGame` is a `Game`.
"""

from farmtable.fields.game import PlainGame
from farmtable.fields.kinds import FaceDown, Field, counts, drawn, each, number, pile
from farmtable.fields.world import PlainPerspective, PlainWorld

__all__ = [
    "FaceDown",
    "Field",
    "PlainGame",
    "PlainPerspective",
    "PlainWorld",
    "counts",
    "drawn",
    "each",
    "number",
    "pile",
]
